"""Experiments: games × limits × openings, each cell a tournament, described by a file."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from importlib import resources
from itertools import combinations, product
from pathlib import Path
from typing import Any

from spielbaum.arena.configuration import Configuration, written
from spielbaum.arena.openings import read_opening_lines
from spielbaum.arena.seatings import seatings
from spielbaum.arena.tournament import DEFAULT_MAX_PLIES, Setup, Tournament, refuse_alone
from spielbaum.errors import InputError, Message, Sentence, UnsupportedGameError
from spielbaum.game import Game
from spielbaum.players import HUMAN, PlayerSpec, is_engine, parse_player, refuse_unfit
from spielbaum.players import located as located_player
from spielbaum.registry import load, parse_game
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import tidy
from spielbaum.spec import parse_spec
from spielbaum.tablebase import read_known

KEYS = ("title", "seed", "games", "players", "limits", "openings", "rounds", "meet", "unfit", "max-plies")
"""The keys of an experiment file."""

TOGETHER, PAIRS, ONE_A_SEAT = "together", "pairs", "one-a-seat"
REFUSE, LEAVE_OUT = "refuse", "leave-out"
LIMITS = {"depth": int, "nodes": int, "seconds": float, "simulations": int}
ROUNDS = {"rounds": int}
MOST_GAMES = 1_000_000
"""The most games in a cell."""

OPENINGS = {"plies": int, "distinct": bool, "file": str}

_Levels = tuple[dict[str, Any], tuple[Limits, int], tuple[PlayerSpec, ...]]


@dataclass(frozen=True, kw_only=True)
class ExperimentCell:
    """A tournament in the design of an experiment.

    Attributes
    ----------
    number
        Its number, from 0.
    setup
        Its games.
    labels
        The names of the players as in the file, without the cell's limits.
    factors
        The levels of its factors: ``game``, ``limits`` and ``openings`` as texts.
    """

    number: int
    setup: Setup
    labels: tuple[str, ...]
    factors: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A full factorial design.

    Attributes
    ----------
    title
        Its name in a database.
    cells
        Its tournaments.
    text
        The text of its file.
    """

    title: str
    cells: tuple[ExperimentCell, ...]
    text: str = ""

    @property
    def key(self) -> str:
        """A hash of everything that determines the games and their labels."""
        content = [[cell.setup.key, list(cell.labels), dict(cell.factors)] for cell in self.cells]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def template() -> str:
    """Return a commented file to start from."""
    return resources.files("spielbaum.arena").joinpath("experiment.toml").read_text(encoding="utf-8")


def read_experiment(path: Path | str) -> Experiment:
    """Return the experiment of a file; ``spielbaum experiment --init`` writes a commented one.

    Parameters
    ----------
    path
        A TOML file. Paths in it are relative to its directory.

    Raises
    ------
    InputError
        If it cannot be read or is invalid; the message names file, line and key.
    """
    config = Configuration(Path(path), KEYS)
    games, players = _games(config), players_of(config)
    limits = [_limits(config, entry) for entry in config.tables("limits", LIMITS | ROUNDS)] or [_limits(config)]
    openings = config.tables("openings", OPENINGS) or [{}]
    cells: list[ExperimentCell] = []
    for text, game in games.items():
        groups = _groups(config, players, game)
        for levels in product(openings, limits, groups):
            cells.append(_cell(config, len(cells), (text, game), levels))
    _refuse_duplicates(config, cells)
    return Experiment(title=title_of(config), cells=tuple(cells), text=config.text)


def title_of(config: Configuration) -> str:
    """Return the title that a file gives, or its name."""
    title = config.value("title", config.path.stem)
    if not title.strip() or ("title" in config and not title.isprintable()):
        raise config.error("title", Sentence("it must be one line of text, such as 'first', not {!r}", title))
    return title


def _games(config: Configuration) -> dict[str, Game]:
    found: dict[str, Game] = {}
    for entry in config.entries("games"):
        text, word = entry, entry
        if isinstance(entry, dict):
            options = {name: value for name, value in entry.items() if name != "name"}
            word = entry.get("name", "")
            if not isinstance(word, str) or not word:
                raise config.error(
                    "games", Sentence("a table of games needs a name, such as name = 'nim', not {}", entry)
                )
            text = f"{word}:{written(options)}" if options else word
        with config.at("games", str(word)):
            text = beside(config, str(text))
            game = load(text)
        if text in found:
            raise config.error("games", Sentence("{} is given twice", text), str(word))
        found[text] = game
    if not found:
        raise config.error("games", Sentence("an experiment needs games, such as games = ['connect-four']"))
    return found


def beside(config: Configuration, text: str) -> str:
    """Return the text of a game, with the path of its file made absolute."""
    spec = parse_game(text)
    return text if spec.path is None else str(replace(spec, path=(config.path.parent / spec.path).resolve()))


def players_of(config: Configuration) -> list[PlayerSpec]:
    """Return the players of a file, none of them human and none twice."""
    found: list[PlayerSpec] = []
    for entry in config.entries("players"):
        word = entry if isinstance(entry, str) else str(entry.get("algorithm", ""))
        if not word:
            raise config.error("players", Sentence("a table of players needs an algorithm, not {}", entry))
        with config.at("players", word):
            player = parse_player(entry if isinstance(entry, str) else _player_text(entry))
            if player.name == HUMAN:
                raise InputError(Message("a human plays with spielbaum play, not in an experiment"))
        if player in found:
            raise config.error("players", Sentence("{} is given twice", player), word)
        found.append(player)
    if not found:
        raise config.error("players", Sentence("players are missing, such as players = ['alpha-beta', 'random']"))
    return found


def _player_text(entry: dict[str, Any]) -> str:
    text, more = str(entry["algorithm"]), {name: value for name, value in entry.items() if name != "algorithm"}
    if is_engine(text):
        player = parse_player(text)
        limits = {name: value for name, value in asdict(player.limits).items() if value is not None}
        return f"{player.name}({written({**limits, **dict(player.options), **more})})"
    spec = parse_spec(text)
    return f"{spec.name}({written({**spec.options, **more})})"


def _limits(config: Configuration, entry: dict[str, Any] | None = None) -> tuple[Limits, int]:
    """Return limits and the number of rounds with them."""
    rounds = config.value("rounds", 1, least=1)
    if entry is None:
        return Limits(), rounds
    limits = {name: value for name, value in entry.items() if name in LIMITS}
    with config.at("limits"):
        if not limits:
            raise InputError(Message("a table of limits names depth, nodes, seconds or simulations"))
        if limits.get("depth") == 0:
            raise InputError(Message("the depth must be at least 1, not 0"))
        if entry.get("rounds", rounds) < 1:
            raise InputError(Message("rounds must be at least 1, not {}", entry["rounds"]))
        return Limits(**limits), entry.get("rounds", rounds)


def _groups(config: Configuration, players: list[PlayerSpec], game: Game) -> list[tuple[PlayerSpec, ...]]:
    """Return the groups of players that play against each other."""
    meet = config.choice("meet", (TOGETHER, PAIRS, ONE_A_SEAT))
    if config.choice("unfit", (REFUSE, LEAVE_OUT)) == LEAVE_OUT:
        players = [player for player in players if fits(config, game, player)]
    size = {TOGETHER: len(players), PAIRS: 2, ONE_A_SEAT: game.players}[meet]
    if len(players) < size:
        wanted = (
            Sentence("pairs need at least two")
            if meet == PAIRS
            else Sentence("{} has {} seats, which need {}", game.spec, size, size)
        )
        raise config.error("meet", Sentence("{} players, not {}", wanted, len(players)))
    for player in players:
        _refuse_unfit(config, game, player)
    return list(combinations(players, size))


def fits(config: Configuration, game: Game, player: PlayerSpec) -> bool:
    """Return whether a player can play a game."""
    with config.at("players", player.name):
        try:
            refuse_unfit(game, located_player(player, config.path.parent))
        except UnsupportedGameError:
            return False
    return True


def _refuse_unfit(config: Configuration, game: Game, player: PlayerSpec) -> None:
    """Raise an error if a player cannot play a game, or its book is not of that game."""
    with config.at("players", player.name):
        found = located_player(player, config.path.parent)
        refuse_unfit(game, found)
        if found.book is not None:
            read_known(found.book, game)


def _refuse_duplicates(config: Configuration, cells: list[ExperimentCell]) -> None:
    seen = set()
    for cell in cells:
        if cell.setup.key in seen:
            raise config.error("limits", Sentence("the cell {} is given twice", ", ".join(cell.factors.values())))
        seen.add(cell.setup.key)


def _cell(config: Configuration, number: int, named: tuple[str, Game], levels: _Levels) -> ExperimentCell:
    (text, game), (opening, (limits, rounds), group) = named, levels
    seated = [located_player(player, config.path.parent) for player in group]
    drawn = dict(_opening(config, game, opening))
    each = len(seatings(game, len(group)))
    if rounds * each > MOST_GAMES:
        raise config.error(
            "rounds", Sentence("{} rounds are {} games in a cell, more than {}", rounds, rounds * each, MOST_GAMES)
        )
    max_plies, seed = config.value("max-plies", DEFAULT_MAX_PLIES, least=0), config.value("seed", 0)
    one_round = rounds == 1 and not ("openings" in drawn and "rounds" in config)
    with config.at("players"):
        setup = Setup(
            game=text,
            players=tuple(str(player.within(limits)) for player in seated),
            max_plies=max_plies or None,
            games=None if one_round else rounds * each,
            seed=seed,
            **drawn,
        )
        refuse_alone(setup)
    with config.at("openings"):
        Tournament(setup)
    factors = {"game": text, "limits": limits_text(limits), "openings": written(opening) or "none"}
    return ExperimentCell(number=number, setup=setup, labels=tuple(map(str, group)), factors=factors)


def _opening(config: Configuration, game: Game, entry: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the arguments of a setup for openings."""
    if "file" in entry:
        if len(entry) > 1:
            raise config.error(
                "openings", Sentence("openings are either those of a file or random plies, not both"), "file"
            )
        with config.at("openings", "file"):
            yield "openings", read_opening_lines(game, config.path.parent / entry["file"])
    elif entry:
        if "plies" not in entry:
            raise config.error("openings", Sentence("a table of openings names plies or a file"), next(iter(entry)))
        yield "opening_plies", entry["plies"]
        yield "distinct", entry.get("distinct", True)


def limits_text(limits: Limits) -> str:
    """Return limits as text: ``"nodes=1000"``, or ``"none"``."""
    given = ((name, getattr(limits, name)) for name in LIMITS)
    return ", ".join(f"{name}={tidy(value)}" for name, value in given if value is not None) or "none"
