"""Published claims that one algorithm is ahead of another or equal, and what the games of a ladder say about them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from statistics import fmean
from typing import Any

from spielbaum.language import current_language
from spielbaum.statistics.comparisons import NORMAL
from spielbaum.statistics.ratings import Leads
from spielbaum.statistics.results import Result
from spielbaum.statistics.shares import difference

REPRODUCED, CONTRADICTED, OPEN = "reproduced", "not reproduced", "open"

AHEAD, EQUAL = "ahead", "equal"
MARGIN = 0.1
"""The lead below which players count as equal: shares of 0.55 and 0.45."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A published claim.

    Attributes
    ----------
    text, source
        The claim in a sentence, and where it was published.
    figure
        The published figure; empty if there is none.
    ahead, behind
        The players, as in the ladder.
    direction
        ``"ahead"``, or ``"equal"`` if the claim is that neither is.
    games, budgets
        Where the ladder examines it; everywhere if empty.
    translations
        Text, source and figure in other languages: by the name of the attribute and the language.
    """

    text: str
    source: str
    ahead: str
    behind: str
    direction: str = AHEAD
    figure: str = ""
    games: tuple[str, ...] = ()
    budgets: tuple[str, ...] = ()
    translations: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def shown(self, part: str = "text") -> str:
        """Return the text, the source or the figure in the language of the command, or as it was written."""
        return self.translations.get((part, current_language()), getattr(self, part))

    def concerns(self, game: str, budget: str) -> bool:
        """Return whether the claim is examined in a game with a budget."""
        return (not self.games or game in self.games) and (not self.budgets or budget in self.budgets)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the games of a cell say about a claim.

    Attributes
    ----------
    game, budget
        The cell.
    finding
        ``"reproduced"`` if the interval lies above 0, ``"not reproduced"`` if it lies below, else ``"open"``. If the
        claim is that players are equal: reproduced if it lies within `MARGIN`, not reproduced if it excludes 0.
    share
        The share of the win of the player that is said to be ahead, in the games of both; 0.5 without games.
    difference, low, high
        Its lead in these games, with its 95 % interval.
    games
        Their number.
    elo, elo_low, elo_high
        The difference of their ratings, from all games of the cell, with its 95 % interval; None if it is not known.
    """

    game: str
    budget: str
    finding: str
    share: float
    difference: float
    low: float
    high: float
    games: int
    elo: float | None = None
    elo_low: float | None = None
    elo_high: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as plain values."""
        return asdict(self)


def verdict(
    claim: Claim,
    game: str,
    budget: str,
    labels: Sequence[str],
    results: Sequence[Result],
    ratings: Leads | None = None,
) -> Verdict:
    """Return what the games between the two players of a claim say about it.

    Parameters
    ----------
    claim
        The claim.
    game, budget
        The cell.
    labels
        The players of the cell, two of them those of the claim: number 0 of the seatings is the first.
    results
        The games of the cell.
    ratings
        Its ratings.

    Examples
    --------
    >>> won = [Result.won((0, 1), (0,), block) for block in range(70)]
    >>> lost = [Result.won((0, 1), (1,), 70 + block) for block in range(30)]
    >>> claim = Claim(text="b is ahead of a", source="folklore", ahead="b", behind="a")
    >>> found = verdict(claim, "nim", "depth=2", ["a", "b"], won + lost)
    >>> found.finding, found.share, found.games
    ('not reproduced', 0.3, 100)
    """
    lead = difference(results, labels, player=claim.ahead, other=claim.behind)
    parts = _parts(results, labels.index(claim.ahead), labels.index(claim.behind))
    apart = lead.low > 0 or lead.high < 0
    reproduced = max(-lead.low, lead.high) < MARGIN if claim.direction == EQUAL else lead.low > 0
    finding = REPRODUCED if reproduced else CONTRADICTED if apart else OPEN
    return Verdict(
        game=game,
        budget=budget,
        finding=finding,
        share=fmean(parts) if parts else 0.5,
        difference=lead.difference,
        low=lead.low,
        high=lead.high,
        games=lead.games,
        **_elo(claim, ratings),
    )


def _elo(claim: Claim, ratings: Leads | None) -> dict[str, float]:
    """Return the difference of the ratings of the players of a claim, with its interval."""
    places = {row.name: place for place, row in enumerate(ratings.players)} if ratings else {}
    if ratings is None or not {claim.ahead, claim.behind} <= places.keys():
        return {}
    one, other = places[claim.ahead], places[claim.behind]
    pairs = list(combinations(range(len(places)), 2))
    width = NORMAL * ratings.errors[pairs.index((min(one, other), max(one, other)))]
    elo = ratings.players[one].rating - ratings.players[other].rating
    return {"elo": elo, "elo_low": elo - width, "elo_high": elo + width}


def _parts(results: Sequence[Result], one: int, other: int) -> list[float]:
    """Return a player's parts of the win in its games with another."""
    return [result.part(one) for result in results if {one, other} <= set(result.seating)]
