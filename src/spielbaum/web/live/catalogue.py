"""The games that a server offers: those it was started with, and all registered games."""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, count, islice
from pathlib import Path

from spielbaum.clients.process import command_words
from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.game import Game, is_learned_file
from spielbaum.learning.models import make_evaluation, read_evaluation, read_model
from spielbaum.players import PlayerSpec, parse_player, refuse_unfit, refuse_unwritable
from spielbaum.registry import FILE_OPTIONS, GameSpec, load, names, options, parse_game
from spielbaum.search.core.evaluation_file import read_evaluation as find_written
from spielbaum.spec import Option, Spec
from spielbaum.tablebase import Known, read_known

MAX_PLAYERS, MAX_ACTIONS = 8, 1_000
"""Limits for games with options that a client chooses."""

CACHE_SIZE = 256
"""The number of loaded games in the cache."""


@dataclass(frozen=True)
class Offer:
    """A game that clients can choose.

    Parameters
    ----------
    key
        Its name in URLs.
    text
        The game as on the command line.
    options
        The options that a client may set.
    listed
        Whether it is on the start page; an earlier version of a game is not, but games that began with it go on.
    """

    key: str
    text: str
    options: Mapping[str, Option]
    listed: bool = True


class Catalogue:
    """The games that are offered.

    Parameters
    ----------
    named
        Games as on the command line, which are listed first.
    evaluations
        Files of evaluations: learned ones are offered with their games, written ones with all that are named.
    books
        Files of opening books, at most one per game.
    engines
        Other programs, as players.
    others
        Whether the other registered games are offered, too.

    Attributes
    ----------
    engines
        The programs by label, the name of the program's file.

    Raises
    ------
    SpielbaumError
        If one of them is missing or cannot be loaded, or if a learned evaluation or a book is for a game that is not
        offered.
    """

    def __init__(
        self,
        named: Sequence[str] = (),
        evaluations: Sequence[str] = (),
        books: Sequence[str] = (),
        engines: Sequence[str] = (),
        *,
        others: bool = True,
    ) -> None:
        self.engines = labelled(engines)
        self.offers: dict[str, Offer] = {}
        for path in evaluations:
            refuse_unwritable(path)
        self._models = {path: read_model(Path(path)) for path in evaluations if is_learned_file(path)}
        self._written = [path for path in evaluations if path not in self._models]
        self._named = {str(parse_game(text).located()) for text in named}
        if self._written and not named:
            raise InputError(Message("{} is offered with the games that are named: name one, too", self._written[0]))
        self._load = lru_cache(CACHE_SIZE)(self._with_models)
        for text in named:
            found = str(parse_game(text).located())
            self._load(found)
            self._add(found)
        for path, model in self._models.items():
            read_evaluation(self._game_of(model.game, path, "model"), Path(path))
        for name in names() if others else ():
            if name not in self.offers and self._loads(name):
                self._add(name)
        self._books: dict[str, Known] = {}
        for path in books:
            found, known = self._read_book(path)
            if found in self._books:
                raise InputError(Message("{} and {} are both of {}: give one", self._books[found].name, path, found))
            self._books[found] = known

    def book(self, game: Game) -> Known | None:
        """Return the book of a game; None if there is none."""
        return self._books.get(game.spec)

    def offer(self, text: str) -> Offer | None:
        """Return the offer with exactly this text; None if there is none."""
        return next((offer for offer in self.offers.values() if offer.text == text), None)

    def game(self, text: str) -> Game:
        """Return an offered game, as on the command line, with any options.

        Raises
        ------
        InputError
            If it is not offered.
        SpielbaumError
            If an option is invalid.
        """
        if self.offer(text):  # the server was started with it
            return self._load(text)
        spec = parse_game(text)
        # Clients must not choose what the server reads.
        if spec.path or spec.name not in names() or spec.reads_files:
            raise InputError(Message("the game {!r} is not offered here", text))
        game = self._load(text)
        actions = sum(1 for _ in islice(game.actions(game.initial()), MAX_ACTIONS + 1))
        if game.players > MAX_PLAYERS or actions > MAX_ACTIONS:
            raise InputError(
                Message("{} is too large for a page: up to {} players and {} actions", text, MAX_PLAYERS, MAX_ACTIONS)
            )
        return game

    def add_file(self, path: Path) -> str:
        """Offer the game of a file in the place of others with its name in the same folder, and return its key.

        Raises
        ------
        SpielbaumError
            If it cannot be loaded.
        """
        text = str(parse_game(str(path)).located())
        name = self._load(text).name
        for key, offer in self.offers.items():
            other = parse_game(offer.text).path
            if other and other.parent == path.resolve().parent and self._load(offer.text).name == name:
                self.offers[key] = replace(offer, listed=offer.text == text)
        known = self.offer(text)
        return known.key if known else self._add(text)

    def engines_for(self, game: Game) -> tuple[str, ...]:
        """Return the labels of the engines that can play a game."""
        found = []
        for label, spec in self.engines.items():
            with suppress(SpielbaumError):
                refuse_unfit(game, spec)
                found.append(label)
        return tuple(found)

    def choose(self, offer: Offer, chosen: Mapping[str, str]) -> str:
        """Return a game with chosen options as on the command line, without options that have their defaults."""
        if not offer.options:
            return offer.text
        spec = parse_game(offer.text)
        given = {
            name: value for name, value in chosen.items() if value != str(offer.options[name].default) and value != ""
        }
        return str(Spec(spec.name, given))

    def title_key(self, text: str) -> str:
        """Return the key of a game's title in the messages: its registered name, or the stem of its file."""
        return parse_game(text).name

    def name_of(self, text: str) -> str:
        """Return the name of a game's record if the game is offered; else the key of its title."""
        return self._load(text).name if self.offer(text) else self.title_key(text)

    def file_of(self, text: str) -> str | None:
        """Return the name of the file that the server needs to offer a game; None if it needs none.

        The directory of the file is not disclosed.
        """
        spec = parse_game(text)
        if spec.path:
            return spec.path.name
        return str(without_directories(spec)) if spec.reads_files else None

    def _with_models(self, text: str) -> Game:
        """Return a game with the evaluations for it in files added to its own."""
        game = load(text)
        own = {path: make_evaluation(game, model) for path, model in self._models.items() if model.game == game.spec}
        for name in self._written if text in self._named else ():
            own[name] = find_written(game, name)
        return replace(game, evaluations={**game.evaluations, **own}) if own else game

    def _game_of(self, text: str, path: str, what: str) -> Game:
        """Return the game of a model or book, with its own evaluations only."""
        known = {game.spec: game for game in (load(offer.text) for offer in self.offers.values())}
        spec = parse_game(text)
        if text not in known and (spec.name not in names() or spec.reads_files):
            raise InputError(Message("{} is a {} of {}, which is not offered: name the game, too", path, what, text))
        return known.get(text) or load(text)

    def _read_book(self, path: str) -> tuple[str, Known]:
        """Return the game of a book or a table, and the book or the table."""
        known = read_known(path, lambda text: self._game_of(text, path, "book"))
        return known.game.spec, known

    def _loads(self, name: str) -> bool:
        try:
            self._load(name)
        except SpielbaumError:  # an installed package is broken; offer the other games
            return False
        return True

    def _add(self, text: str) -> str:
        spec = parse_game(text)
        # A game named with options is offered with these options only.
        free = {} if spec.path or spec.options else options(spec.name)
        title = spec.name if spec.path else str(spec)
        key = _unused(re.sub(r"[^\w-]+", "-", re.sub(r"=true\b", "", title)).strip("-"), self.offers)
        free = {name: option for name, option in free.items() if name not in FILE_OPTIONS}
        self.offers = {**self.offers, key: Offer(key, text, free)}  # other threads may read it
        return key


def labelled(engines: Sequence[str]) -> dict[str, PlayerSpec]:
    """Return engines by unique labels: the name of the program, numbered from the second one with that name.

    Raises
    ------
    InputError
        If one of them cannot be read, or is not an engine.
    EngineError
        If there is no such program.
    """
    found: dict[str, PlayerSpec] = {}
    for text in engines:
        spec = parse_player(text)
        if not spec.is_engine:
            raise InputError(Message("--engine takes another program, such as uci:stockfish(time=0.5), not {!r}", text))
        found[_unused(re.sub(r"[^\w.+-]+", "-", Path(command_words(spec.engine.command)[0]).name), found)] = spec
    return found


def _unused(name: str, taken: Collection[str]) -> str:
    """Return a name, numbered if it is already taken."""
    numbered = (f"{name}-{number}" for number in count(2))
    return next(one for one in chain([name], numbered) if one not in taken)


def without_directories(spec: GameSpec) -> GameSpec:
    """Return a game without the directories of files in its options."""
    return spec.with_options(**{name: Path(spec.options[name]).name for name in FILE_OPTIONS & set(spec.options)})


def with_defaults(offer: Offer, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the values of the option fields of a form."""
    return {name: chosen.get(name) or str(option.default) for name, option in offer.options.items()}
