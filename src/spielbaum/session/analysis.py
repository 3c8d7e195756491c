"""The analysis of a position: the value of every move, best first, and how sure the values are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any, Self

from spielbaum.book import Book
from spielbaum.game import COUNT, Evaluation, Game, State, Unit
from spielbaum.game.notation import format_line
from spielbaum.search.core.result import Number
from spielbaum.search.driver.action_values import ActionLine, Outcome
from spielbaum.session.review import shares_of
from spielbaum.tablebase import Known

MOST_TRAIL, RECENT = 8, 3
"""The most entries of a trail, and those that tell whether the value still swings."""

Rank = tuple[int, float, float, int]


@dataclass(frozen=True)
class Scale:
    """The meaning of the values of a search.

    Attributes
    ----------
    game
        The game.
    mover
        The player to move; single numbers are from this player's point of view.
    evaluation
        The evaluation of the search, if there is one.
    """

    game: Game
    mover: int
    evaluation: Evaluation | None

    @property
    def duel(self) -> bool:
        """Whether the game is a two-player zero-sum game."""
        return self.game.is_duel

    @property
    def unit(self) -> Unit:
        """The unit of estimates."""
        return (self.evaluation.unit if self.evaluation else None) or COUNT

    @property
    def counts(self) -> bool:
        """Whether the margin of a win matters."""
        return self.game.view.unit is not None


def rank(scale: Scale, row: ActionLine) -> Rank:
    """Return the sort key of rows, best first: wins (shortest first), others, losses (longest first)."""
    if row.value is None:
        return (3, 0, 0, 0)
    away = float(row.distance or 0)
    if row.outcome in ("win", "loss") and not scale.counts:
        return (0, away, 0, 0) if row.outcome == "win" else (2, -away, 0, 0)
    own = row.value[scale.mover] if isinstance(row.value, tuple) else row.value
    return (1, -float(f"{own:.6g}"), 0, 0 if row.is_known else 1)


@dataclass(frozen=True)
class PositionAnalysis:
    """The value of every move of a position.

    Attributes
    ----------
    rows
        The moves, best first.
    algorithm
        The algorithm that found them; empty for a book.
    nodes, seconds
        The cost of the search.
    final
        Whether a longer search would find nothing new, or nothing better than a win whose distance is known.
    trail
        The analyses that this one followed, and itself: for each its depth, its best move, and the expected share of
        the player to move.
    """

    rows: tuple[ActionLine, ...]
    algorithm: str = ""
    nodes: int = 0
    seconds: float = 0.0
    final: bool = False
    trail: tuple[tuple[int, str, float], ...] = ()

    @classmethod
    def of(
        cls,
        game: Game,
        state: State,
        rows: Sequence[ActionLine],
        *,
        algorithm: str,
        nodes: int,
        seconds: float,
        final: bool = False,
    ) -> Self:
        """Return the analysis with the rows of a search.

        An estimate becomes the mean of those at the last two depths, since they swing between odd and even depths.
        """
        rows = [row if row.earlier is None else replace(row, value=_mean(row.value, row.earlier)) for row in rows]
        scale = Scale(game, game.to_move(state), game.evaluation())
        ranked = tuple(sorted(rows, key=partial(rank, scale)))
        known = all(row.proven or (row.outcome is not None and not scale.counts) for row in ranked)
        won = ranked[0].outcome == "win" and ranked[0].distance_exact and not scale.counts
        final = final or won or (known and not lacks_distances(game, ranked))
        made = cls(ranked, algorithm, nodes, seconds, final)
        shares = made.shares(game, state)
        if made.best is None or shares is None:
            return made
        return replace(made, trail=((made.depth, made.best.action_text, round(shares[scale.mover], 3)),))

    @property
    def depth(self) -> int:
        """The depth to which all moves were searched; if all are proven, the depth of the longest proof."""
        open_ended = [row.depth for row in self.rows if not row.is_known]
        return min(open_ended) if open_ended else max((row.depth for row in self.rows), default=0)

    @property
    def best(self) -> ActionLine | None:
        """The best move; None if there was no time for any."""
        return self.rows[0] if self.rows and self.rows[0].value is not None else None

    def shares(self, game: Game, state: State) -> tuple[float, ...] | None:
        """Return the expected share of each player, from 0 to 1; None if no move has a value."""
        return None if self.best is None else shares_of(game, game.to_move(state), self.best, game.evaluation())

    def after(self, before: Self | None) -> Self:
        """Return the analysis with the trail of the one that it replaces."""
        return self if before is None else replace(self, trail=(*before.trail, *self.trail)[-MOST_TRAIL:])

    @property
    def same_since(self) -> int | None:
        """The depth from which on the best move has been the same; None if only one depth is known."""
        own = [depth for depth, best, _ in self.trail if self.best and best == self.best.action_text]
        changed = [depth for depth, best, _ in self.trail if not self.best or best != self.best.action_text]
        since = [depth for depth in own if not changed or depth > max(changed)]
        return min(since) if since and min(since) < self.depth else None

    @property
    def swing(self) -> tuple[float, float]:
        """The least and the largest expected share of the player to move in the last analyses."""
        shares = [share for _, _, share in self.trail[-RECENT:]]
        return (min(shares), max(shares)) if shares else (0.0, 0.0)

    def is_deeper_than(self, other: Self | None) -> bool:
        """Return whether this analysis replaces another of the same position."""
        if other is None:
            return True
        return (self.final, self.depth, self.seconds) > (other.final, other.depth, other.seconds)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as values of JSON.

        Raises
        ------
        TypeError
            If an action has no form in JSON that is read back as the same action.
        """
        rows = [{name: _plain(getattr(row, name)) for name in _ROW} for row in self.rows]
        return {
            "rows": rows,
            "algorithm": self.algorithm,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "final": self.final,
            "trail": self.trail,
        }

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Self:
        """Return the analysis that ``to_dict`` describes."""
        rows = tuple(ActionLine(**{name: _tuples(value) for name, value in row.items()}) for row in found["rows"])
        return cls(**{**found, "rows": rows, "trail": _tuples(found["trail"])})


def _mean(value: Number | None, earlier: Number) -> Number:
    if isinstance(value, tuple) and isinstance(earlier, tuple):
        return tuple((one + other) / 2 for one, other in zip(value, earlier, strict=True))
    assert isinstance(value, int | float)
    assert isinstance(earlier, int | float)
    return (value + earlier) / 2


def lacks_distances(game: Game, rows: Sequence[ActionLine]) -> bool:
    """Return whether the distance of a win or a loss is unknown, and would be shown."""
    return game.view.unit is None and any(row.outcome in ("win", "loss") and row.distance is None for row in rows)


def with_distances(rows: Sequence[ActionLine], timed: Sequence[ActionLine]) -> tuple[ActionLine, ...]:
    """Return rows of which those without a distance are replaced by those of another search that have one."""
    known = {row.action_text: row for row in timed if row.distance is not None}
    return tuple(known.get(row.action_text, row) if row.distance is None else row for row in rows)


def analysis_of_book(book: Known, state: State) -> PositionAnalysis | None:
    """Return the analysis of a position whose moves all are in a book or a table; None for another position.

    Its values must be exact, and a table that of a two-player game.
    """
    game = book.game
    exact = book.facts.plan.exact if isinstance(book, Book) else game.is_duel
    if not exact or (rows := book.action_values(state)) is None:
        return None
    found = []
    for row in rows:
        value = row.value
        assert isinstance(value, int | float)
        after = book.result(game.result(state, row.action))
        line = (row.action, *(after.pv if after else ()))
        outcome: Outcome = "win" if value > 0 else "loss" if value < 0 else "draw"
        texts = format_line(game, state, line)
        known: dict[str, Any] = {"outcome": outcome if game.is_duel else None, "utility": value}
        found.append(ActionLine(row.action, row.action_text, value, len(line), True, line, texts, **known))
    return PositionAnalysis.of(game, state, found, algorithm="", nodes=0, seconds=0.0, final=True)


_ROW = tuple(field.name for field in fields(ActionLine))


def _plain(value: Any) -> Any:
    """Return a value of JSON that ``_tuples`` reads back."""
    if type(value) is tuple:
        return [_plain(one) for one in value]
    if value is None or type(value) in (int, float, str, bool):
        return value
    raise TypeError(value)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value
