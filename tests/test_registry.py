"""Sources of games: included, installed, or in a file."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from race_file import RULES as RACE_RULES
from spielbaum import registry
from spielbaum.errors import GameError, InputError, UnknownNameError
from spielbaum.game import Game
from spielbaum.plugins import plugins
from spielbaum.search.choosing import search

pytestmark = pytest.mark.interpreted

HEAD = RACE_RULES.replace('five has won."""', 'the goal has won.\n\nNothing more.\n"""')
RULES = "initial=initial, to_move=to_move, actions=actions, result=result, is_terminal=is_terminal"
RECORD = f'Game(name="race", players=2, {RULES}, utility=utility, zero_sum=True)'
WITH_OPTIONS = f"""
def game(goal: int = 5, reverse: bool = False):
    if goal < 1:
        raise ValueError(f"the goal must be at least 1, not {{goal}}")
    def is_terminal(state): return state.count >= goal
    def actions(state):
        yield 2 if reverse else 1
        yield 1 if reverse else 2
    return {RECORD}
"""


@pytest.fixture
def race(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that writes a game file and returns its path."""

    def write(end: str, head: str = HEAD) -> str:
        path = tmp_path / "race.py"
        path.write_text(head + end, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Return a function that installs a package that registers a game."""

    def install(name: str, value: str) -> None:
        plugins.cache_clear()
        package = tmp_path / "site" / "pretended-1.0.dist-info"
        package.mkdir(parents=True)
        (package / "METADATA").write_text("Metadata-Version: 2.1\nName: pretended\nVersion: 1.0\n")
        (package / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\n{name} = {value}\n")
        monkeypatch.syspath_prepend(str(package.parent))

    yield install
    plugins.cache_clear()


def test_names_are_those_of_the_included_modules() -> None:
    directory = Path(registry.__file__).parent / "games"
    modules = {path.stem for path in directory.glob("[!_]*.py")} | {
        path.parent.name for path in directory.glob("[!_]*/__init__.py")
    }
    assert registry.names() == sorted(module.replace("_", "-") for module in modules)
    assert {"tic-tac-toe", "connect-four", "mnk", "nim", "random-tree", "tree"} <= set(registry.names())


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("tic-tak-toe", "did you mean 'tic-tac-toe'"),
        ("conect4", "did you mean 'connect-four'"),
        ("zzz", "there is blokus, chameleon-chess, "),
    ],
)
def test_unknown_game_is_refused_with_a_hint(name: str, hint: str) -> None:
    with pytest.raises(UnknownNameError, match=f"unknown game '{name}': {hint}"):
        registry.load(name)


def test_unknown_option_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownNameError, match="unknown option of game 'connect-four' 'widht': did you mean 'width'"):
        registry.load("connect-four:widht=5")
    with pytest.raises(
        InputError, match="option 'order' of game 'tic-tac-toe' must be one of rows, centre, not 'edges'"
    ):
        registry.load("tic-tac-toe:order=edges")


def test_options_of_a_shipped_game() -> None:
    assert {name: option.default for name, option in registry.options("connect-four").items()} == {
        "width": 7,
        "height": 6,
        "keys": "computed",
    }
    assert registry.options("tic-tac-toe")["order"].choices == ("rows", "centre")


def test_spec_of_a_loaded_game_names_its_options() -> None:
    assert registry.load("connect-four:width=5,height=4").spec == "connect-four:width=5,height=4"
    assert registry.load("connect-four").spec == "connect-four"


@pytest.mark.interpreted
def test_file_holds_a_game(race: Callable[[str], str]) -> None:
    game = registry.load(race(f"game = {RECORD}\n"))
    assert game.name == "race"
    assert game.doc == "Add one or two; who reaches the goal has won."
    assert search(game).value == 1


@pytest.mark.interpreted
def test_file_may_hold_a_function_with_options(race: Callable[[str], str]) -> None:
    path = race(WITH_OPTIONS)
    game = registry.load(path)
    assert list(game.actions(game.initial())) == [1, 2]
    game = registry.load(f"{path}:goal=3,reverse")
    assert game.options == {"goal": 3, "reverse": True}
    assert list(game.actions(game.initial())) == [2, 1]
    assert search(game).value == -1


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("goal=0", "the goal must be at least 1, not 0"),
        ("goal=x", "option 'goal' of game 'race' must be a whole number, not 'x'"),
        ("gaol=3", "did you mean 'goal'"),
    ],
)
def test_options_of_a_file_are_checked(race: Callable[[str], str], options: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        registry.load(f"{race(WITH_OPTIONS)}:{options}")


def test_a_game_without_options_takes_none(race: Callable[[str], str]) -> None:
    with pytest.raises(UnknownNameError, match="unknown option of game 'race' 'goal'"):
        registry.load(f"{race(f'game = {RECORD}')}:goal=3")


def test_path_may_be_relative(race: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(race(f"game = {RECORD}\n"))
    monkeypatch.chdir(path.parent)
    assert registry.load("race.py").name == "race"
    assert registry.load("./race.py").name == "race"
    monkeypatch.chdir(path.parent.parent)
    assert registry.load(f"{path.parent.name}/race.py").name == "race"


def test_file_may_import_modules_beside_it(race: Callable[[str], str], tmp_path: Path) -> None:
    (tmp_path / "lies_beside_race.py").write_text("GOAL = 2\n", encoding="utf-8")
    before = list(sys.path)
    end = f"from lies_beside_race import GOAL\ndef is_terminal(state): return state.count >= GOAL\ngame = {RECORD}\n"
    game = registry.load(race(end))
    assert game.is_terminal(game.result(game.initial(), 2))
    assert sys.path == before
    del sys.modules["lies_beside_race"]


@pytest.mark.interpreted
def test_a_changed_file_is_read_again(race: Callable[[str], str]) -> None:
    first = registry.load(race(f"game = {RECORD}\n"))
    second = registry.load(race(f"# longer\ndef is_terminal(state): return state.count >= 3\ngame = {RECORD}\n"))
    assert (search(first).value, search(second).value) == (1, -1)


def test_an_included_game_is_made_once_but_a_file_may_change(tmp_path: Path) -> None:
    assert registry.load("nim:heaps=2-3") is registry.load("nim:heaps=2-3")
    file = tmp_path / "tree.json"
    for leaves, value in (("[3, 5]", 5), ("[3, 9]", 9)):
        file.write_text(leaves, encoding="utf-8")
        assert search(registry.load(f"tree:file={file}"), depth=1).value == value


def test_missing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "absent.py"
    with pytest.raises(InputError, match=r"absent\.py': a game is a registered name or a path"):
        registry.load(str(path))
    with pytest.raises(InputError, match="no file"):
        registry.load(f"{tmp_path}.py")


LAST_LINE = HEAD.count("\n") + 1


@pytest.mark.parametrize(
    ("end", "line", "reason"),
    [
        ("game = Game(name=\n", None, "SyntaxError"),
        ("game = = 3\n", LAST_LINE, "SyntaxError: invalid syntax"),
        ("game = 1 / 0\n", LAST_LINE, "ZeroDivisionError: division by zero"),
        ("import no_such_module_anywhere\n", LAST_LINE, "No module named 'no_such_module_anywhere'"),
        (f'game = Game(name="race", players=2, {RULES})\n', LAST_LINE, r"Game\(\.\.\.\) misses .*'utility'"),
        (
            f'game = Game(name="race", players=0, {RULES}, utility=utility)\n',
            LAST_LINE,
            "players of game 'race' must be",
        ),
        (f'game = Game(name="", players=2, {RULES}, utility=utility)\n', LAST_LINE, "needs a name"),
        (
            f'game = Game(name="race", players=2, {RULES}, utility=7)\n',
            LAST_LINE,
            "utility of game 'race' must be a function",
        ),
        (
            f'game = Game(name="race", players=2, {RULES}, utility=utility, hints=SearchHints(key=3))\n',
            LAST_LINE,
            "hints.key of game 'race' must be a function, not 3",
        ),
        (
            f'game = Game(name="race", players=2, {RULES}, utility=utility, evaluations={{"lead": 3}})\n',
            LAST_LINE,
            "evaluation 'lead' of game 'race' must be a function",
        ),
        (
            f'game = Game(name="race", players=2, {RULES}, utility=utility, view=View(player_names=("X",)))\n',
            LAST_LINE,
            r"view\.player_names of game 'race' has 1 entries for 2 players",
        ),
        ("\ndef fail():\n    raise KeyError('lost')\nfail()\n", LAST_LINE + 2, "KeyError: 'lost'"),
        ("", None, "ends without a game"),
        ("game = 3\n", None, "must be a Game or a function that makes one, not 3"),
        ("def game(): return 3\n", None, "must return a Game, not 3"),
    ],
)
def test_file_without_a_sound_game_is_refused(
    race: Callable[[str], str], end: str, line: int | None, reason: str
) -> None:
    path = race(end)
    with pytest.raises(GameError, match=reason) as caught:
        registry.load(path)
    sentence = str(caught.value)
    assert "race.py" in sentence
    assert "\n" not in sentence
    if line is not None:
        assert sentence.startswith(f"{path}, line {line}: ")


def test_an_error_of_many_lines_becomes_one_line(race: Callable[[str], str]) -> None:
    with pytest.raises(GameError, match=r"first.*second") as caught:
        registry.load(race("raise RuntimeError('first\\nsecond')\n"))
    assert "\n" not in str(caught.value)


def test_options_function_that_raises_is_a_game_error(race: Callable[[str], str]) -> None:
    with pytest.raises(GameError, match=r"race\.py, line .*TypeError"):
        registry.load(race("def game(goal: int = 5): return goal + 'x'\n"))


def test_file_that_exits_is_a_game_error(race: Callable[[str], str]) -> None:
    with pytest.raises(GameError, match=r"race\.py"):
        registry.load(race("raise SystemExit(3)\n"))


def test_installed_games_are_listed_and_loaded(installed: Callable[..., None]) -> None:
    installed("noughts", "spielbaum.games.tic_tac_toe:game")
    assert "noughts" in registry.names()
    assert isinstance(registry.load("noughts"), Game)
    assert list(registry.options("noughts")) == ["order"]
    assert registry.load("noughts:order=centre").options == {"order": "centre"}


def test_shipped_games_win_over_installed_ones_of_the_same_name(installed: Callable[..., None]) -> None:
    installed("nim", "spielbaum.games.tic_tac_toe:game")
    assert registry.names().count("nim") == 1
    assert registry.load("nim").name == "nim"


@pytest.mark.parametrize("value", ["no_such_module_anywhere:game", "spielbaum.games.nim:no_such_game"])
def test_installed_game_that_cannot_be_loaded_is_a_game_error(installed: Callable[..., None], value: str) -> None:
    installed("broken", value)
    with pytest.raises(GameError, match=r"the installed game 'broken' cannot be loaded: .*no_such"):
        registry.load("broken")


def test_a_games_description_takes_precedence_over_its_modules(race: Callable[[str], str]) -> None:
    record: Any = RECORD.replace("zero_sum", 'doc="A race.", zero_sum')
    assert registry.load(race(f"game = {record}\n")).doc == "A race."


@pytest.mark.parametrize("name", ["race", "rase", "RACE.PY", "./race", "race:goal=3", "rase.py"])
def test_a_file_with_a_similar_name_is_suggested(
    name: str, race: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(race("")).parent)
    with pytest.raises(InputError, match=r"did you mean the file race\.py\?"):
        registry.load(name)
    with pytest.raises(InputError, match=r"no file 'nim\.py': .*; did you mean 'nim'\?"):
        registry.load("nim.py")
    with pytest.raises(UnknownNameError, match=r"did you mean 'chess'\?"):
        registry.load("ches")
