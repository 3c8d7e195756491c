"""The design of a ladder: games, budgets and players, described by a file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

from spielbaum.arena.configuration import Configuration
from spielbaum.arena.experiment import LIMITS, beside, fits, limits_text, players_of, title_of
from spielbaum.arena.ladder.claims import AHEAD, EQUAL, Claim
from spielbaum.arena.seatings import seatings
from spielbaum.arena.tournament import Setup
from spielbaum.errors import InputError, Message, Sentence
from spielbaum.language import LANGUAGES, current_language
from spielbaum.players import PlayerSpec, located, parse_player
from spielbaum.registry import load
from spielbaum.search.core.limits import Limits
from spielbaum.statistics.results import SHARED, Ties

TITLES = {f"title-{language}": language for language in LANGUAGES}
KEYS = (
    "title",
    *TITLES,
    "players",
    "budgets",
    "goals",
    "most",
    "rounds",
    "plies",
    "max-plies",
    "ties",
    "games",
    "claims",
)
"""The keys of a ladder file."""

GAME_KEYS = ("name", "goals", "most", "rounds", "plies", "max-plies")
CLAIM_KEYS = ("claim", "source", "figure", "ahead", "behind", "direction", "games", "budgets")
TRANSLATIONS = {
    f"{key}-{language}": (attribute, language)
    for key, attribute in (("claim", "text"), ("source", "source"), ("figure", "figure"))
    for language in LANGUAGES
}
"""The keys of texts in other languages, with the attribute of a claim and the language."""

GOAL, MOST, ROUNDS, PLIES = 20.0, 20_000, 5, 4
"""The defaults: Elo on each side of a rating, games of a cell, rounds of a piece, random actions of an opening."""

NEIGHBOURS = 2
"""The players on either side, in alphabetical order, that a player meets first."""


class Piece(NamedTuple):
    """Some rounds between two players of a cell: the numbers of the players, and that of the piece, from 1."""

    one: int
    other: int
    number: int


@dataclass(frozen=True, kw_only=True)
class LadderCell:
    """A game with a budget.

    Attributes
    ----------
    game
        The game with its options.
    limits
        The limits of all players that have none of their own.
    labels
        The players that fit the game, without these limits, in alphabetical order.
    goals
        Widths of an interval on each side of a rating, in Elo, that are pursued in turn; the last is enough.
    most
        The number of games after which the cell gets no more.
    rounds, plies, max_plies
        The rounds of a piece, the random actions of an opening, and the limit of a game; None for no limit.
    alone
        Whether its games are played one at a time, as time limits need.
    disputed
        Pairs of players about which there are claims.
    folder
        The directory against which paths of models and books are resolved.
    """

    game: str
    limits: Limits
    labels: tuple[str, ...]
    goals: tuple[float, ...] = (GOAL,)
    most: int = MOST
    rounds: int = ROUNDS
    plies: int = PLIES
    max_plies: int | None = None
    alone: bool = False
    disputed: frozenset[tuple[int, int]] = frozenset()
    folder: Path = Path()

    @property
    def budget(self) -> str:
        """The limits as text: ``"nodes=1000"``."""
        return limits_text(self.limits)

    @property
    def title(self) -> str:
        """The cell in one line."""
        return f"{self.game}, {self.budget}"

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """All pairs of players, in the order of how few lie between them; the first is beside the last."""
        return sorted(combinations(range(len(self.labels)), 2), key=self._apart)

    @cached_property
    def first_pairs(self) -> list[tuple[int, int]]:
        """The pairs that play before any other: each player with the two on either side, and those of claims."""
        return [pair for pair in self.pairs if self._apart(pair) <= NEIGHBOURS or pair in self.disputed]

    def _apart(self, pair: tuple[int, int]) -> int:
        one, other = pair
        return min(other - one, len(self.labels) - other + one)

    @cached_property
    def specs(self) -> tuple[str, ...]:
        """The players with their limits, as texts."""
        players = (located(parse_player(label), self.folder) for label in self.labels)
        return tuple(str(player.within(self.limits)) for player in players)

    @cached_property
    def games_of_piece(self) -> int:
        """The number of games of a piece: its rounds in all seatings of two players."""
        return self.rounds * len(seatings(load(self.game), 2, full=True))

    def setup(self, piece: Piece, games: int | None = None) -> Setup:
        """Return the games of a piece, by default as many as the cell asks for.

        Pieces of one number have the same openings, whoever plays.
        """
        return Setup(
            game=self.game,
            players=(self.specs[piece.one], self.specs[piece.other]),
            games=games or self.games_of_piece,
            opening_plies=self.plies,
            seed=piece.number,
            distinct=True,
            full=True,
            max_plies=self.max_plies,
        )


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """The cells of a ladder in the order in which they are served, the claims that it examines, and how ties count."""

    title: str
    cells: tuple[LadderCell, ...]
    claims: tuple[Claim, ...] = ()
    ties: Ties = SHARED
    titles: Mapping[str, str] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """The title in the language of the command, or as it was written."""
        return self.titles.get(current_language(), self.title)

    @property
    def groups(self) -> list[list[int]]:
        """The numbers of the cells, in the order in which they are served: those alone are last, by themselves."""
        found = [[number for number, cell in enumerate(self.cells) if cell.alone == alone] for alone in (False, True)]
        return [numbers for numbers in found if numbers]

    def order(self, cells: Sequence[int]) -> list[tuple[int, float]]:
        """Return some cells with each of their goals, in the order in which these are pursued.

        Goals and budgets are traversed diagonally, since both multiply the cost: with a budget all games pursue a goal
        when those with the budget before it have reached the next.
        """
        budgets = list(dict.fromkeys(self.cells[number].budget for number in cells))
        steps = [
            (stage + budgets.index(self.cells[number].budget), number, goal)
            for number in cells
            for stage, goal in enumerate(self.cells[number].goals)
        ]
        return [(number, goal) for _, number, goal in sorted(steps)]


def read_ladder(path: Path | str) -> Ladder:
    """Return the ladder of a file.

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
    players, budgets = players_of(config), _budgets(config)
    games = [_Entrants(text, own, _fitting(config, text, players)) for text, own in _games(config)]
    claims = tuple(_claims(config, players, [game.text for game in games], [limits_text(one) for one, _ in budgets]))
    cells = [
        _cell(config, game, budget, claims)
        for budget in sorted(budgets, key=lambda budget: budget[1])
        for game in games
    ]
    ties = cast(Ties, config.choice("ties", get_args(Ties)))
    titles = {language: title for key, language in TITLES.items() if (title := config.value(key, ""))}
    return Ladder(title=title_of(config), titles=titles, cells=tuple(cells), claims=claims, ties=ties)


def _budgets(config: Configuration) -> list[tuple[Limits, bool]]:
    """Return the budgets of a file, and whether games with them are played one at a time."""
    found: list[tuple[Limits, bool]] = []
    for entry in config.tables("budgets", LIMITS | {"alone": bool}):
        with config.at("budgets"):
            limits = Limits(**{name: value for name, value in entry.items() if name in LIMITS})
            if limits == Limits() or limits.depth == 0:
                raise InputError(Message("a budget names depth, nodes, seconds or simulations, each at least 1"))
            if limits in [one for one, _ in found]:
                raise InputError(Message("the budget {} is given twice", limits_text(limits)))
        found.append((limits, entry.get("alone", False)))
    if not found:
        raise config.error("budgets", Sentence("a ladder needs budgets, such as budgets = {nodes = [1000, 10000]}"))
    return found


def _games(config: Configuration) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the games of a file as texts, with their own values of other keys."""
    found: list[str] = []
    for entry in config.list_of_tables("games"):
        for name in entry:
            config.refuse_unknown(name, GAME_KEYS, "games")
        name = entry.get("name", "")
        if not isinstance(name, str) or not name:
            raise config.error("games", Sentence("each of [[games]] needs a name, such as name = 'nim', not {}", entry))
        with config.at("games", name):
            text = beside(config, name)
            load(text)
        if text in found:
            raise config.error("games", Sentence("{} is given twice", text), name)
        found.append(text)
        yield text, entry
    if not found:
        raise config.error("games", Sentence("a ladder needs games: [[games]], and below it name = 'chameleon-chess'"))


class _Entrants(NamedTuple):
    """A game as text, its own values of keys, and the players that fit it."""

    text: str
    own: Mapping[str, Any]
    labels: tuple[str, ...]


def _fitting(config: Configuration, text: str, players: Sequence[PlayerSpec]) -> tuple[str, ...]:
    """Return the players that fit a game, in alphabetical order."""
    game = load(text)
    if game.players < 2:
        raise config.error("games", Sentence("{} is for one player", text), text)
    labels = tuple(sorted(str(player) for player in players if fits(config, game, player)))
    if len(labels) < 2:
        raise config.error("players", Sentence("fewer than two players fit {}", text))
    return labels


def _cell(config: Configuration, game: _Entrants, budget: tuple[Limits, bool], claims: Sequence[Claim]) -> LadderCell:
    (text, own, labels), (limits, alone) = game, budget
    numbers = {key: _number(config, own, key, default, least) for key, default, least in _NUMBERS}
    disputed = (
        (labels.index(claim.ahead), labels.index(claim.behind))
        for claim in claims
        if {claim.ahead, claim.behind} <= set(labels) and claim.concerns(text, limits_text(limits))
    )
    cell = LadderCell(
        game=text,
        limits=limits,
        labels=labels,
        goals=_goals(config, own),
        most=numbers["most"],
        rounds=numbers["rounds"],
        plies=numbers["plies"],
        max_plies=numbers["max-plies"] or None,
        alone=alone,
        disputed=frozenset((min(pair), max(pair)) for pair in disputed),
        folder=config.path.parent,
    )
    _refuse_unfit_players(config, cell)
    return cell


def _refuse_unfit_players(config: Configuration, cell: LadderCell) -> None:
    """Raise an error if a player does not take the limits of a cell, or is the same as another with them."""
    game = load(cell.game)
    for spec in cell.specs:
        if cell.specs.count(spec) > 1:
            raise config.error("players", Sentence("{} is given twice", spec))
        player = parse_player(spec)
        if player.searches:
            choice = player.for_game(game).algorithm
            with config.at("budgets"):
                choice.algorithm.family.accept(choice.name, player.limits)


_NUMBERS = (("most", MOST, 1), ("rounds", ROUNDS, 1), ("plies", PLIES, 1), ("max-plies", 0, 0))
"""Keys of a file and of its games, with their defaults and least values."""


def _number(config: Configuration, own: Mapping[str, Any], key: str, default: int, least: int) -> int:
    """Return a number of a game, or of the whole file."""
    if key not in own:
        return config.value(key, default, least=least)
    if not isinstance(own[key], int) or isinstance(own[key], bool) or own[key] < least:
        raise config.error(
            "games", Sentence("{} must be a whole number of at least {}, not {!r}", key, least, own[key]), key
        )
    return int(own[key])


def _goals(config: Configuration, own: Mapping[str, Any]) -> tuple[float, ...]:
    """Return the goals of a game, or of the whole file."""
    goals = own["goals"] if "goals" in own else config.value("goals", [GOAL])
    numbers = isinstance(goals, list) and all(type(goal) in (int, float) and 0 < goal < inf for goal in goals)
    if not goals or not numbers or sorted(goals, reverse=True) != goals:
        raise config.error(
            "games" if "goals" in own else "goals",
            Sentence("goals are widths in Elo that fall, such as [60, 20], not {}", goals),
            "goals",
        )
    return tuple(map(float, goals))


def _claims(
    config: Configuration, players: Sequence[PlayerSpec], games: Sequence[str], budgets: Sequence[str]
) -> Iterator[Claim]:
    """Yield the claims of a file."""
    known = {"games": games, "budgets": budgets}
    for entry in config.list_of_tables("claims"):
        for name in entry:
            config.refuse_unknown(name, (*CLAIM_KEYS, *TRANSLATIONS), "claims")
        texts = {name: _text(config, entry, name) for name in ("claim", "source", "ahead", "behind")}
        sides = {}
        for side in ("ahead", "behind"):
            with config.at("claims", texts[side]):
                sides[side] = parse_player(texts[side])
            if sides[side] not in players:
                raise config.error("claims", Sentence("{} is no player of this ladder", texts[side]), texts[side])
        if sides["ahead"] == sides["behind"]:
            raise config.error("claims", Sentence("{} cannot be ahead of itself", texts["ahead"]), "behind")
        places = {}
        for key, all_of_them in known.items():
            chosen = entry.get(key, [])
            places[key] = tuple(chosen if isinstance(chosen, list) else [chosen])
            for text in places[key]:
                if text not in all_of_them:
                    raise config.error(
                        "claims", Sentence("{} is not among the {} of this ladder", text, key), str(text)
                    )
        direction = entry.get("direction", AHEAD)
        if direction not in (AHEAD, EQUAL):
            raise config.error(
                "claims", Sentence("the direction is 'ahead' or 'equal', not {!r}", direction), "direction"
            )
        yield Claim(
            text=texts["claim"],
            source=texts["source"],
            figure=str(entry.get("figure", "")),
            ahead=str(sides["ahead"]),
            behind=str(sides["behind"]),
            direction=direction,
            translations={TRANSLATIONS[key]: str(text) for key, text in entry.items() if key in TRANSLATIONS},
            **places,
        )


def _text(config: Configuration, entry: Mapping[str, Any], key: str) -> str:
    text = entry.get(key, "")
    if not isinstance(text, str) or not text:
        raise config.error("claims", Sentence("each of [[claims]] needs {}, a text", key), key)
    return text
