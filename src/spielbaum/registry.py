"""The registry of games from this package, from installed packages, and from files.

The registered games are the modules in ``spielbaum/games`` and the entry points of the group ``spielbaum.games``. A
module of a game ends in ``game = Game(...)``, or in a function ``game(width: int = 7, ...) -> Game`` whose parameters
are its options. A file may instead hold functions written for another library, which are adapted.
"""

import inspect
import os
import pkgutil
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import import_module
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import WeakValueDictionary

from spielbaum.errors import GameError, InputError, Message, Sentence, SpielbaumError, StuckError, UnknownNameError
from spielbaum.game import Game
from spielbaum.game.pickling import set_origin
from spielbaum.game.signatures import refuse_signatures
from spielbaum.game_file import file_of, import_file
from spielbaum.plugins import plugins
from spielbaum.spec import Option, Spec, convert_options, options_of, parse_spec

ENTRY_POINTS = "spielbaum.games"

OPENSPIEL = "openspiel"
"""``openspiel:NAME`` is a game of OpenSpiel."""

FILE_OPTIONS = frozenset({"file"})
"""Options whose values are paths: the files may change."""

USER_GAMES: dict[str, Game] = {}
"""The loaded games of files and of other packages, by the text that named them."""


def names() -> list[str]:
    """Return the names of all registered games."""
    return sorted(plugins(ENTRY_POINTS).keys() | _shipped().keys())


def shipped_names() -> list[str]:
    """Return the names of the games of this package."""
    return sorted(_shipped())


def as_game(game: Game | str | PathLike[str]) -> Game:
    """Return a game, given as an object or as an argument of ``load``.

    Raises
    ------
    InputError
        If it is neither.
    SpielbaumError
        As for ``load``.

    Examples
    --------
    >>> as_game("nim") is as_game(load("nim"))
    True
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, str | PathLike):
        return load(game)
    raise InputError(Message("a game is a Game, a name such as 'nim' or the path of a file, not {}", repr(game)[:60]))


@dataclass(frozen=True)
class GameSpec:
    """The name of a game: a registered game or a file, with options.

    Parameters
    ----------
    name
        The registered name, or the stem of the file.
    options
        The options, as texts.
    path
        The file; None for a registered game.

    Examples
    --------
    >>> spec = parse_game("games/mygame.py:width=6")
    >>> spec.name, dict(spec.options), str(spec)
    ('mygame', {'width': '6'}, 'games/mygame.py:width=6')
    """

    name: str
    options: Mapping[str, str] = field(default_factory=dict)
    path: Path | None = None

    def __str__(self) -> str:
        """Return the text that names the game."""
        return str(Spec(self.name if self.path is None else str(self.path), self.options))

    @property
    def titled(self) -> str:
        """The text of the game, without the folder of the file."""
        return str(Spec(self.name, self.options))

    @property
    def reads_files(self) -> bool:
        """Whether an option names a file, which may change."""
        return not FILE_OPTIONS.isdisjoint(self.options)

    def with_options(self, **options: str) -> "GameSpec":
        """Return the game with some options set."""
        return replace(self, options={**self.options, **options})

    def located(self) -> "GameSpec":
        """Return the game with an absolute path, which names it in any directory."""
        return self if self.path is None else replace(self, path=self.path.resolve())


def parse_game(text: str) -> GameSpec:
    """Read a game: ``connect-four:width=6`` or ``./mygame.py:size=4``.

    Raises
    ------
    InputError
        If the text has another form.
    """
    if "\0" in text:
        raise InputError(Message("no file or game has a name with a NUL in it: {!r}", text))
    head, separator, tail = text.partition(".py:")
    if separator or text.endswith(".py"):
        path = Path(head + ".py" if separator else text)
        return GameSpec(path.stem, parse_spec(f"game:{tail}").options if tail else {}, path)
    spec = parse_spec(text)
    return GameSpec(spec.name, spec.options)


def load(text: str | PathLike[str] | GameSpec) -> Game:
    """Return a game by its name or the path of its file, with options.

    Parameters
    ----------
    text
        ``connect-four``, ``connect-four:width=6,height=5``, ``./mygame.py`` or ``./mygame.py:size=4``;
        ``openspiel:hex(board_size=4)`` for a game of OpenSpiel.

    Raises
    ------
    UnknownNameError
        If there is no such game or option.
    GameError
        If the file cannot be read, or does not define a valid game.
    """
    if isinstance(text, PathLike):
        text = os.fspath(text)
    if not isinstance(text, str | GameSpec):
        raise InputError(Message("a game is loaded by its name or the path of its file, not by {!r}", text))
    named = parse_game(text) if isinstance(text, str) else text
    text, spec = str(text), Spec(named.name, named.options)
    if named.path is None and spec.name == OPENSPIEL:
        from spielbaum.adapters.openspiel import load as load_from_openspiel

        game = set_origin(_described(load_from_openspiel(spec)), load, text)
    elif named.path is None:
        if spec.name in _shipped():
            return set_origin(_made(spec), load, text) if named.reads_files else _shipped_game(text)
        game = set_origin(_made(spec), load, text)
    else:
        game = _game_of_file(load_file(named.path), named.path, spec)
    USER_GAMES.pop(text, None)
    USER_GAMES[text] = game  # as the most recent game
    return game


def again(module: str, spec: str) -> Game:
    """Return the game that a module makes with some options, to unpickle a game of a file.

    Raises
    ------
    GameError
        If the file has changed or is missing.
    """
    path = file_of(module)
    assert path is not None
    return _game_of_file(import_module(module), path, parse_spec(spec))


_OF_FILES: WeakValueDictionary[tuple[str, str], Game] = WeakValueDictionary()
"""The games of files in use, by module and options."""


def _game_of_file(module: ModuleType, path: Path, spec: Spec) -> Game:
    """Return a game of a file, cached unless it reads another file, which may have changed."""
    known = (module.__name__, str(spec))
    game = None if FILE_OPTIONS & set(spec.options) else _OF_FILES.get(known)
    if game is None:
        game = _OF_FILES[known] = set_origin(_make(_game_of(module, path), spec, str(path)), again, *known)
    return game


@lru_cache(64)
def _shipped_game(text: str) -> Game:
    """Return a game of this package, cached because some take a while to make."""
    return set_origin(_made(parse_spec(text)), load, text)


def options(name: str) -> dict[str, Option]:
    """Return the options of a registered game."""
    found = _find(name)
    return {} if isinstance(found, Game) else options_of(found)


def rules_file(game: Game, language: str) -> Path | None:
    """Return the file with the rules of a shipped game in a language; None for other games.

    Examples
    --------
    >>> rules_file(load("nim"), "en").name
    'nim.en.md'
    """
    if not (getattr(game.actions, "__module__", None) or "").startswith("spielbaum.games."):
        return None
    path = Path(__file__).parent / "games" / "rules" / f"{game.name}.{language}.md"
    return path if path.is_file() else None


def docstring_of(game: Game) -> str:
    """Return the docstring of the module of a game's rules, or else the game's ``doc``."""
    module = sys.modules.get(getattr(game.actions, "__module__", None) or "")
    return inspect.cleandoc(getattr(module, "__doc__", None) or "") or game.doc


def raised_by_game(error: BaseException) -> str | None:
    """Return the place and text of an error if it, or its cause, was raised by the code of a user's game; else None."""
    own = str(Path(__file__).resolve().parent)
    files = {str(spec.path.resolve()) for spec in map(parse_game, USER_GAMES) if spec.path}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        of_a_game = path.parent.name == "games" if frame.filename.startswith(own) else "site-packages" not in path.parts
        of_a_game = of_a_game and path.suffix == ".py" and "lib" not in path.parts and frame.name != "<module>"
        if of_a_game or frame.filename in files:
            what = f"{type(error).__name__}: {error}".rstrip(": ")
            return Sentence("{} in {}, line {}, raises {}", frame.name, path.name, str(frame.lineno), what)
    return None if error.__cause__ is None else raised_by_game(error.__cause__)


@cache
def _shipped() -> dict[str, str]:
    """Return the modules of games in this package, by the name of the game."""
    folder = Path(__file__).parent / "games"
    return {
        module.name.replace("_", "-"): f"{__package__}.{folder.name}.{module.name}"
        for module in pkgutil.iter_modules([str(folder)])
        if not module.name.startswith("_")
    }


def _find(name: str) -> Any:
    if name in _shipped():
        return import_module(_shipped()[name]).game
    if name in plugins(ENTRY_POINTS):
        try:
            return plugins(ENTRY_POINTS)[name].load()
        except Exception as error:
            raise GameError(Message("the installed game {!r} cannot be loaded: {}", name, error)) from error
    raise UnknownNameError("game", name, names(), hint=_meant(Path(name)))


def _meant(path: Path) -> Message | None:
    """Return a hint naming the file or the game whose name is closest to a path; None if nothing is close."""
    choices = {name: Message("did you mean {!r}?", name) for name in names()}
    with suppress(OSError, ValueError):  # invalid paths
        for file in sorted(path.parent.glob("*.py")):
            choices[file.stem.replace("_", "-")] = Message("did you mean the file {}?", file)
    near = get_close_matches(path.stem.lower().replace("_", "-"), choices, n=1)
    return choices[near[0]] if near else None


def _made(spec: Spec) -> Game:
    return _make(_find(spec.name), spec, spec.name)


def _make(found: Any, spec: Spec, where: str) -> Game:
    if isinstance(found, Game):
        convert_options(spec, {}, "game")
        return _described(found)
    if not callable(found):
        raise GameError(Message("game in {} must be a Game or a function that makes one, not {!r}", where, found))
    chosen = convert_options(spec, options_of(found), "game")
    try:
        game = found(**chosen)
    except SpielbaumError:
        raise
    except ValueError as error:
        raise InputError(Message("game {!r}: {}", str(spec), error)) from None
    except Exception as error:
        place = (
            _place(error, Path(where).resolve(), Path(where)) if where.endswith(".py") else Sentence("game {}", where)
        )
        raise GameError(Message("{}: {}", place, _sentence(error))) from error
    if not isinstance(game, Game):
        raise GameError(Message("the function game in {} must return a Game, not {!r}", where, game))
    return _described(replace(game, options=chosen))


def _game_of(module: ModuleType, path: Path) -> Any:
    """Return the ``game`` of a file, or one adapted from its functions or classes."""
    given = getattr(module, "game", None)
    if isinstance(given, Game):
        return given
    from spielbaum.adapters.adapt import adapt, find_adaptable, what_is_missing  # few files need it

    try:
        found = find_adaptable(module if given is None else given)
        if found is not None:
            return adapt(found, name=path.stem.replace("_", "-"))
    except Exception as error:
        raise GameError(Message("{}: {}", _place(error, path.resolve(), path), _sentence(error))) from error
    if not hasattr(module, "game"):
        begun = what_is_missing(module)
        if begun:
            sentence = "{} has some functions of a game, but no {}; or its last statement should be game = Game(...)"
            raise GameError(Message(sentence, path, ", ".join(begun)))
        raise GameError(Message("{} ends without a game: its last statement should be game = Game(...)", path))
    return given


def _described(game: Game) -> Game:
    refuse_signatures(game)
    if game.doc:
        return game
    module = sys.modules.get(getattr(game.actions, "__module__", None) or "")
    return replace(game, doc=(getattr(module, "__doc__", None) or "").strip().partition("\n")[0])


def load_file(path: Path) -> ModuleType:
    """Return the module of a file.

    Raises
    ------
    SpielbaumError
        If there is no such file, or it cannot be read; the message has the line.
    """
    if not path.is_file():
        hint = _meant(path)
        rule = Sentence("a game is a registered name or a path to a Python file")
        raise InputError(Message("no file {!r}: {}{}", str(path), rule, Message("; {}", hint) if hint else ""))
    try:
        return import_file(path)
    except StuckError:  # names file and line itself
        raise
    except (Exception, SystemExit) as error:
        raise GameError(Message("{}: {}", _place(error, path.resolve(), path), _sentence(error))) from error


def _place(error: BaseException, resolved: Path, shown: Path) -> str:
    if isinstance(error, SyntaxError):
        return Sentence("{}, line {}", shown, error.lineno)
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(resolved)]
    return Sentence("{}, line {}", shown, lines[-1]) if lines else str(shown)


def _sentence(error: BaseException) -> str:
    text = " ".join(str(error).split()).replace("Game.__init__() missing", "Game(...) misses")
    if isinstance(error, SpielbaumError):
        return text
    return f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else text}"
