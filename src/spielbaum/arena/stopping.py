"""Matches that stop as soon as their question is answered.

Games may end in any order, and with several workers the short ones end first. Results are therefore counted round by
round, in order, as rounds are completed, so the decision depends on neither the number of workers nor interruptions.

A round that only repeats earlier games is not counted, unless a player plays at random.
"""

from collections.abc import Iterable
from typing import Any

from spielbaum.arena.outcomes import by_chance, course, pair_scores, result_of
from spielbaum.arena.records import GameRecord
from spielbaum.arena.seatings import seatings
from spielbaum.arena.tournament import Setup
from spielbaum.errors import InputError, Message, Sentence
from spielbaum.players import PlayerSpec
from spielbaum.registry import load
from spielbaum.spec import Option, Spec, convert_options, parse_spec
from spielbaum.statistics.results import SHARED, Ties
from spielbaum.statistics.sprt import MODELS, Sprt
from spielbaum.statistics.stopping import Until

MOST_GAMES = 20_000
"""The limit of games without ``--games``."""

EXHAUSTED = 200
"""Successive repeated rounds after which no new ones are expected."""

LARGEST_ELO = {"logistic": 2_000, "normalized": 200}
"""The largest Elo of a hypothesis for each model: beyond any sensible test, but still computable."""

_HYPOTHESES = {"elo0": Option("elo0", 0.0), "elo1": Option("elo1", 0.0)}
_RISKS = {"alpha": Option("alpha", 0.05), "beta": Option("beta", 0.05), "model": Option("model", "logistic", MODELS)}
_UNTIL = {"width": Option("width", 0.0), "fewest": Option("fewest", 0)}


def parse_sprt(text: str) -> Sprt:
    """Read a test such as ``elo0=0,elo1=20``, optionally with ``alpha=``, ``beta=`` and ``model=``.

    Raises
    ------
    InputError
        If a hypothesis is missing, or an option is unknown or invalid.

    Examples
    --------
    >>> parse_sprt("elo0=0,elo1=20,alpha=0.01").elo1
    20.0
    """
    found = _options("sprt", text, {**_HYPOTHESES, **_RISKS})
    if missing := [name for name in _HYPOTHESES if name not in found]:
        raise InputError(
            Message("a test needs both hypotheses, such as elo0=0,elo1=20: {} is missing", " and ".join(missing))
        )
    model = found.get("model", MODELS[0])
    largest = LARGEST_ELO[model]
    for name in _HYPOTHESES:
        if not abs(found[name]) <= largest:
            raise InputError(
                Message(
                    "{} of a {} test must be between {} and {}, not {:g}", name, model, -largest, largest, found[name]
                )
            )
    return Sprt(**found)


def parse_until(text: str, players: Iterable[str]) -> Until:
    """Read a rule such as ``width=0.02``, optionally with ``fewest=``, the least number of rounds.

    Raises
    ------
    InputError
        If the width is missing, or an option is unknown or invalid.
    """
    found = _options("until", text, _UNTIL)
    if "width" not in found:
        raise InputError(Message("a rule needs the width of the intervals, such as width=0.02"))
    return Until(list(players), **found)


def _options(name: str, text: str, known: dict[str, Option]) -> dict[str, Any]:
    options = parse_spec(f"{name}:{text}").options
    return convert_options(Spec(f"--{name}", options), known, "rule")


class Stopping:
    """Watches the games of a match and decides when it ends.

    Parameters
    ----------
    setup
        The match.
    rule
        A fresh stopping rule.
    most
        The limit of games; by default all games of the match.

    Attributes
    ----------
    games
        The number of games in the rounds so far, which have the lowest numbers.
    repeated
        The number of these rounds that only repeated earlier games.

    Raises
    ------
    InputError
        If the players would repeat the same games, or for an SPRT there are no pairs, or shared wins are lost.
    """

    def __init__(self, setup: Setup, rule: Sprt | Until, *, most: int | None = None, ties: Ties = SHARED) -> None:
        self.setup, self.rule, self._ties = setup, rule, ties
        self.most = most or setup.games or MOST_GAMES
        self.games = self.repeated = 0
        self._size = len(seatings(load(setup.game), len(setup.players)))
        self._chance = by_chance(setup.players)
        self._waiting: dict[int, GameRecord] = {}
        self._seen: set[object] = set()
        self._in_a_row = 0
        if isinstance(rule, Sprt) and (len(setup.players) != 2 or self._size != 2):
            raise InputError(
                Message(
                    "an SPRT is for two players who swap the two seats of a game; {} players of {} have {} "
                    "seatings: --until width=0.05 fits",
                    len(setup.players),
                    setup.game,
                    self._size,
                )
            )
        if isinstance(rule, Sprt) and ties == "lost":
            raise InputError(
                Message(
                    "an SPRT needs points that sum to 1 in every game, and with --ties lost they do not: "
                    "--until width=0.05 fits"
                )
            )
        if not (setup.opening_plies or setup.openings) and all(map(_is_deterministic, setup.specs)):
            raise InputError(
                Message("these players would repeat the same games: give --opening-plies 4 or --openings FILE")
            )

    def add(self, game: GameRecord) -> None:
        """Add a game; it counts when its round and all earlier rounds are complete."""
        self._waiting[game.number] = game
        while (
            not self.over
            and self._next_round.stop <= self.most
            and all(number in self._waiting for number in self._next_round)
        ):
            self._count([self._waiting.pop(number) for number in self._next_round])

    @property
    def _next_round(self) -> range:
        return range(self.games, self.games + self._size)

    def _count(self, games: list[GameRecord]) -> None:
        courses = {course(game) for game in games}
        self.games += len(games)
        if courses <= self._seen and not self._chance:
            self.repeated += 1
            self._in_a_row += 1
            return
        self._in_a_row = 0
        self._seen |= courses
        results = [result_of(game, self._ties) for game in games]
        if isinstance(self.rule, Until):
            self.rule.update(results)
        else:
            for score in pair_scores(results):
                self.rule.update(score)

    @property
    def name(self) -> str:
        """The name of the rule: ``"sprt"`` or ``"until"``."""
        return "until" if isinstance(self.rule, Until) else "sprt"

    @property
    def rounds(self) -> int:
        """The number of counted rounds."""
        return self.games // self._size - self.repeated

    @property
    def decided(self) -> bool:
        """Whether the question is answered."""
        return self.rule.done if isinstance(self.rule, Until) else self.rule.decision is not None

    @property
    def exhausted(self) -> bool:
        """Whether no new games are expected."""
        return self._in_a_row >= EXHAUSTED

    @property
    def over(self) -> bool:
        """Whether no more games are needed."""
        return self.decided or self.exhausted

    def wants(self, number: int) -> bool:
        """Whether the decision depends, or may still depend, on the game with a number."""
        return number < (self.games if self.over else self.most)

    @property
    def title(self) -> str:
        """The state of the rule in a few words."""
        if isinstance(self.rule, Until):
            widest = f"{self.widest:.3f}" if self.rule.shares else "unknown"
            return Sentence("widest interval {}, wanted {:g}, {} rounds", widest, self.rule.width, self.rounds)
        low, high = self.rule.bounds
        return Sentence("LLR {:+z.2f} ({:.2f} to {:.2f}), {} pairs", self.rule.llr, low, high, self.rounds)

    @property
    def widest(self) -> float:
        """The width of the widest interval at the last look; 1 before the first."""
        shares = self.rule.shares if isinstance(self.rule, Until) else []
        return max((row.high - row.low for row in shares), default=1.0)

    def to_dict(self) -> dict[str, Any]:
        """Return the state of the rule as plain values."""
        if isinstance(self.rule, Until):
            return {
                "width": self.rule.width,
                "widest": self.widest,
                "done": self.decided,
                "rounds": self.rounds,
                "repeated": self.repeated,
            }
        return {
            "llr": self.rule.llr,
            "lower": self.rule.bounds[0],
            "upper": self.rule.bounds[1],
            "decision": self.rule.decision,
            "elo0": self.rule.elo0,
            "elo1": self.rule.elo1,
            "model": self.rule.model,
            "pairs": self.rounds,
            "scores": self.rule.counts,
            "repeated": self.repeated,
        }


def _is_deterministic(player: PlayerSpec) -> bool:
    return player.searches and player.limits.seconds is None
