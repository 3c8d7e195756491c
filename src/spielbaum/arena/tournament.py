"""Tournaments: games between players over all seatings, or a number of games from openings."""

import hashlib
import json
import threading
import warnings
import weakref
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from importlib.util import decode_source
from pathlib import Path
from typing import Any

from spielbaum.arena.openings import Opening, parse_opening, random_openings
from spielbaum.arena.play import play, start_of, versions
from spielbaum.arena.records import GameRecord
from spielbaum.arena.seatings import Seating, seatings
from spielbaum.errors import InputError, Message
from spielbaum.game import Game
from spielbaum.learning.models.file import decisive
from spielbaum.players import Bench, PlayerSpec, files_of, parse_player, takes_long
from spielbaum.registry import load, parse_game

DEFAULT_MAX_PLIES = 100

KEPT = 32
"""The number of games, and of setups with their players, that are cached."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """Everything that determines the games of a tournament, as values for JSON.

    Parameters
    ----------
    game
        A registered game or a path to a file, with options.
    players
        Texts with limits and evaluations.
    max_plies
        Plies after which a game is undecided; None for no limit.
    games
        The number of games, in rounds of all seatings; None for one round.
    opening_plies
        The number of random actions at the beginning of a game, the same in all games of a round.
    seed
        The seed of openings and random players.
    distinct
        Whether the random openings of all rounds end in different positions, as long as there are new ones.
    openings
        Lines as in an opening file, instead of random openings. Rounds use them in turn; without ``games`` there is
        one round for each.
    full
        Whether all seats are taken in every game, even if the game can be played with fewer.
    """

    game: str
    players: tuple[str, ...]
    max_plies: int | None = DEFAULT_MAX_PLIES
    games: int | None = None
    opening_plies: int = 0
    seed: int = 0
    distinct: bool = False
    openings: tuple[str, ...] = ()
    full: bool = False

    def __post_init__(self) -> None:
        """Validate the setup."""
        if not self.players:
            raise InputError(Message("a tournament needs players, such as max-n(depth=3),paranoid(depth=3)"))
        for text in self.players:
            if self.players.count(text) > 1:
                raise InputError(Message("player {} is given twice", text))
        if self.max_plies is not None and self.max_plies < 1:
            raise InputError(Message("a game must have at least 1 ply, not {}", self.max_plies))
        if self.games is not None and self.games < 1:
            raise InputError(Message("there must be at least 1 game, not {}", self.games))
        if self.opening_plies < 0:
            raise InputError(Message("an opening cannot have {} plies", self.opening_plies))
        if self.openings and (self.opening_plies or self.distinct):
            raise InputError(Message("openings are either given as lines or drawn at random, not both"))

    def to_dict(self) -> dict[str, Any]:
        """Return the setup as plain values; fields added later are left out if unused, so that keys do not change."""
        later = ("distinct", "openings", "full")
        return {name: value for name, value in asdict(self).items() if value or name not in later}

    @cached_property
    def specs(self) -> tuple[PlayerSpec, ...]:
        """The players.

        Raises
        ------
        InputError
            If one of them cannot be read.
        """
        return tuple(map(parse_player, self.players))

    @property
    def key(self) -> str:
        """A hash of everything that determines the games: setup, version, game file, models and books."""
        models = [decisive(text) for text in model_texts(self.specs)] + list(book_hashes(self.specs))
        content = json.dumps(
            [self.to_dict(), versions()["spielbaum"], source_text(self.game), *([models] if models else [])],
            sort_keys=True,
        )
        return hashlib.sha256(content.encode()).hexdigest()

    @property
    def title(self) -> str:
        """The tournament in one line."""
        return f"{self.game}: {', '.join(self.players)}"


@dataclass(frozen=True)
class Pairing:
    """A game of a tournament: seating, random seed and opening.

    Without an opening, the random actions of the setup are drawn with the seed.
    """

    number: int
    seating: Seating
    seed: int
    opening: Opening | None = None


@dataclass(frozen=True)
class Tournament:
    """A setup with its games.

    Parameters
    ----------
    setup
        The setup.

    Raises
    ------
    SpielbaumError
        If the game or a player does not exist, or a player cannot play the game.
    """

    setup: Setup
    pairings: tuple[Pairing, ...] = field(init=False)

    def __post_init__(self) -> None:
        """List the games."""
        setup = self.setup
        each = seatings(_game(setup.game, source_text(setup.game)), len(setup.players), full=setup.full)
        wanted = len(each) * max(1, len(setup.openings)) if setup.games is None else setup.games
        openings = {seats: _openings(setup, seats, -(-wanted // len(each))) for seats in map(_taken, each)}
        drawn = []
        for number in range(wanted):
            turn, seating = number // len(each), each[number % len(each)]
            given = openings[_taken(seating)]
            opening = given[turn % len(given)] if given else None
            drawn.append(Pairing(number, seating, _seed(setup.seed, turn), opening))
        object.__setattr__(self, "pairings", tuple(drawn))

    def prepare(self) -> None:
        """Load the game, compile all searches to disk for the worker processes, and start all engines.

        Warn of slow players without limits.
        """
        prepared(self.setup).close()
        warn_of_long_moves(self.setup)

    def missing(self, done: Collection[int]) -> Iterator[Pairing]:
        """Yield the games that have not been played."""
        return (pairing for pairing in self.pairings if pairing.number not in done)


def refuse_alone(setup: Setup) -> None:
    """Raise an InputError if a single player would take all seats of a game."""
    game = _game(setup.game, source_text(setup.game))
    if len(setup.players) == 1 and game.players > 1:
        (player,) = setup.players
        other = "random" if player != "random" else "alpha-beta(depth=4)"
        raise InputError(
            Message("{} would play against itself: name a second player, such as {},{}", player, player, other)
        )


def warn_of_long_moves(setup: Setup) -> None:
    """Warn of players without limits that do not search to the end of the game within a second."""
    for player in setup.specs:
        if _takes_long(setup.game, source_text(setup.game), player):
            warnings.warn(
                f"{player} has no limits, and does not search {setup.game} to the end within a second: its moves may "
                "take very long; limit its depth, seconds or nodes",
                stacklevel=3,
            )


@lru_cache(maxsize=KEPT)
def _takes_long(game: str, source: str, player: PlayerSpec) -> bool:
    return takes_long(_game(game, source), player)


def play_pairing(setup: Setup, pairing: Pairing) -> GameRecord:
    """Play one game of a tournament; the result depends on the arguments only, so any process may play it."""
    bench = prepared(setup)
    players = {
        seat: bench.seat(player, (pairing.seed, pairing.number, seat))
        for seat, player in enumerate(pairing.seating)
        if player is not None
    }
    return play(
        bench.game,
        players,
        number=pairing.number,
        seating=pairing.seating,
        max_plies=setup.max_plies,
        opening=setup.opening_plies if pairing.opening is None else pairing.opening,
        seed=pairing.seed,
    )


def _taken(seating: Seating) -> tuple[int, ...]:
    return tuple(seat for seat, player in enumerate(seating) if player is not None)


def _openings(setup: Setup, seats: tuple[int, ...], rounds: int) -> list[Opening]:
    """Return the openings of games between some seats; none if each game draws its own."""
    game = _game(setup.game, source_text(setup.game))
    if setup.distinct:
        start = start_of(game, seats)
        return random_openings(game, start, count=rounds, plies=setup.opening_plies, seed=setup.seed)
    if setup.openings and len(seats) < game.players:
        raise InputError(
            Message("given openings are for all {} seats of {}; some games leave one out", game.players, game.spec)
        )
    return [parse_opening(game, line) for line in setup.openings]


def source_text(game: str) -> str:
    """Return the text of a game's file; empty for a registered game or a missing file."""
    path = parse_game(game).path
    return decode_source(path.read_bytes()) if path is not None and path.is_file() else ""


def model_texts(players: Iterable[PlayerSpec]) -> tuple[str, ...]:
    """Return the texts of the models of players; empty for a missing file."""
    paths = [Path(name) for player in players for name in files_of(player)]
    return tuple(path.read_text(encoding="utf-8", errors="replace") if path.is_file() else "" for path in paths)


def prepared(setup: Setup) -> Bench:
    """Return the compiled players of a setup, one bench per thread: a search serves one thread at a time."""
    sources = (source_text(setup.game), *model_texts(setup.specs), *book_hashes(setup.specs))
    return _bench(setup.game, sources, setup.specs, threading.get_ident())


def book_hashes(players: Iterable[PlayerSpec]) -> tuple[str, ...]:
    """Return the hashes of the books of players; none for a missing file."""
    paths = [Path(player.book) for player in players if player.book]
    return tuple(hashlib.sha256(path.read_bytes()).hexdigest() for path in paths if path.is_file())


@lru_cache(maxsize=KEPT)
def _game(text: str, source: str) -> Game:  # noqa: ARG001  # a changed file is a different game
    return load(text)


@lru_cache(maxsize=KEPT)
def _bench(game: str, sources: tuple[str, ...], players: tuple[PlayerSpec, ...], thread: int) -> Bench:  # noqa: ARG001
    bench = Bench(_game(game, sources[0]), players)
    bench.compile()
    _benches.add(bench)
    return bench


_benches: "weakref.WeakSet[Bench]" = weakref.WeakSet()


def end_engines() -> None:
    """End the engines of all tournaments of this process."""
    for bench in list(_benches):
        bench.close()


def _seed(seed: int, number: int) -> int:
    digest = hashlib.sha256(f"{seed}:{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
