"""The page of a ladder: claims first, then mean ranks, ratings against budgets, and every cell."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spielbaum.arena.ladder.claims import CONTRADICTED, OPEN, REPRODUCED, Claim, Verdict
from spielbaum.errors import Message
from spielbaum.language import current_language, tr
from spielbaum.pictures.plot import Axis, Point, Series, lines, lines_latex, style, whiskers, whiskers_latex
from spielbaum.pictures.svg.theme import DARK, LIGHT
from spielbaum.report.blocks import Data, Facts, Figure, Table, interval_text
from spielbaum.report.ladder import RATINGS, ClaimResult, LadderResult, LadderRow, LadderTable
from spielbaum.report.page import environment
from spielbaum.report.strength import UNITS
from spielbaum.statistics import Rank, Rating

FINDINGS = {
    REPRODUCED: Message("reproduced"),
    CONTRADICTED: Message("not reproduced"),
    OPEN: Message("open"),
}


class CellSection(NamedTuple):
    """A cell: its plot and its table."""

    title: str
    games: int
    blocks: Sequence[Figure | Table]


class GameSection(NamedTuple):
    """A game: its ratings against budgets, and its cells."""

    id: str
    title: str
    figures: Sequence[Figure]
    cells: Sequence[CellSection]


class ClaimSection(NamedTuple):
    """A claim: its sentences, and a row for each cell."""

    title: str
    sentences: Sequence[str]
    table: Table | None


def ladder_html(found: LadderResult) -> str:
    """Return the page of a ladder."""
    return (
        environment()
        .get_template("ladder.html")
        .render(
            title=found.heading,
            language=current_language(),
            overview=_facts(found),
            claims=[_claim(claim, number) for number, claim in enumerate(found.claims, 1)],
            ranks=[_ranks(found, limits) for limits in found.budgets],
            games=list(_games(found)),
            progress=_progress(found),
            light=LIGHT,
            dark=DARK,
            plots=style(),
        )
    )


def claim_sentences(found: ClaimResult) -> list[str]:
    """Return what the games say about a claim, a sentence for each cell."""
    if not found.verdicts:
        return [tr("not played yet")]
    return [
        tr(
            "{}, {}: {}. Share {:.3f} in {:,} games of both, lead {} ({}); by ratings {} Elo.",
            one.game,
            one.budget,
            FINDINGS[one.finding],
            one.share,
            one.games,
            _lead_text(one),
            interval_text(one.low, one.high),
            elo_text(one),
        )
        for one in found.verdicts
    ]


def published_text(claim: Claim) -> str:
    """Return the source of a claim, with its figure."""
    return ": ".join(filter(None, (claim.shown("source"), claim.shown("figure"))))


def behind_text(table: LadderTable, row: LadderRow) -> str:
    """Return the players that are surely behind one: ``all`` if all others are."""
    behind = row.rank.behind if row.rank else ()
    if len(behind) == len(table.rows) - 1:
        return tr("all others")
    return ", ".join(other.player for other in table.rows if other.player in behind)


def _facts(found: LadderResult) -> Facts:
    played = [one for one in found.tables if one.games]
    reached = sum(1 for one in played if one.widest is not None and one.widest <= one.goal)
    return [
        ("games played", tr("{:,}", found.games)),
        ("cells", tr("{} of {} played, {} with ratings as exact as asked", len(played), len(found.tables), reached)),
        ("hours of one processor", tr("{:.1f}", sum(one.seconds for one in played) / 3600)),
    ]


def _claim(found: ClaimResult, number: int) -> ClaimSection:
    claim = found.claim
    counts = {name: sum(one.finding == name for one in found.verdicts) for name in FINDINGS}
    sentences = [published_text(claim)]
    if not found.verdicts:
        return ClaimSection(claim.shown(), [*sentences, tr("not played yet")], None)
    sentences.append(
        tr("{} against {}: {} reproduced, {} not reproduced, {} open.", claim.ahead, claim.behind, *counts.values())
    )
    head = ["game", "limits", "finding", "games", "share", "lead", "95 % interval", "Elo"]
    rows = [_verdict_row(one) for one in found.verdicts]
    names = list(found.verdicts[0].to_dict())
    data = Data(f"claim-{number}", names, [list(one.to_dict().values()) for one in found.verdicts])
    caption = tr("Share of {} in its games with {}, its lead, and that in Elo in all games", claim.ahead, claim.behind)
    return ClaimSection(claim.shown(), sentences, Table(caption, head, rows, data))


def _verdict_row(one: Verdict) -> list[object]:
    interval = interval_text(one.low, one.high)
    finding = tr(FINDINGS[one.finding])
    return [one.game, one.budget, finding, one.games, one.share, tr("{}", _lead_text(one)), interval, elo_text(one)]


def _lead_text(one: Verdict) -> str:
    return f"{one.difference:+z.3f}".replace("-", "−")


def elo_text(one: Verdict) -> str:
    """Return the difference of two ratings with its interval; a dash if it is not known."""
    if one.elo is None or one.elo_low is None or one.elo_high is None:
        return "–"
    return tr("{:+z.0f} ({})", one.elo, interval_text(one.elo_low, one.elo_high, 0)).replace("-", "−")


def _ranks(found: LadderResult, limits: str) -> Table:
    """Return the ranks of all players in all games with a budget."""
    tables = [one for one in found.tables if one.limits == limits and any(row.rank for row in one.rows)]
    ranked = [{row.player: row.rank for row in one.rows if row.rank} for one in tables]
    rows, whole = [], []
    for player, mean, games in found.ranks(limits):
        places = [ranks.get(player) for ranks in ranked]
        rows.append([player, tr("{:.1f}", mean), games, *map(rank_text, places)])
        whole.append([player, mean, games, *(rank and rank.rank for rank in places)])
    caption = tr(
        "{}: ranks by rating, and in brackets the best and the worst rank that the games allow; all these intervals "
        "hold simultaneously with 95 %, by Holm's test of all pairs of players in all cells",
        limits,
    )
    head = ["player", "mean rank", "games", *(one.game for one in tables)]
    return Table(caption, head, rows, Data(f"ranks-{limits}", head, whole))


def _progress(found: LadderResult) -> Table:
    """Return how far every cell is from its goal."""
    rows = [
        [
            one.game,
            one.limits,
            one.games,
            None if one.widest is None else tr("±{:.0f}", one.widest),
            tr("±{:g}", one.goal),
            None if one.hours_left is None else tr("{:.1f}", one.hours_left),
        ]
        for one in found.tables
    ]
    whole = [[one.game, one.limits, one.games, one.widest, one.goal, one.hours_left] for one in found.tables]
    caption = tr(
        "The widest interval of a rating that is not surely apart from all others, and the hours of one processor that "
        "its cell still needs if intervals shrink with the root of the games"
    )
    data = Data("progress", ["game", "limits", "games", "widest", "goal", "hours left"], whole)
    return Table(caption, ["game", "limits", "games", "widest", "goal", "hours left"], rows, data)


def _games(found: LadderResult) -> Iterator[GameSection]:
    by_game: dict[str, list[LadderTable]] = defaultdict(list)
    for one in found.tables:
        if one.games:
            by_game[one.game].append(one)
    for number, (game, tables) in enumerate(by_game.items(), 1):
        cells = [CellSection(one.limits, one.games, _cell(one, f"{number}-{one.limits}")) for one in tables]
        yield GameSection(f"game-{number}", game, list(_curves(game, tables, number)), cells)


def _curves(game: str, tables: Sequence[LadderTable], number: int) -> Iterator[Figure]:
    """Yield the ratings against each kind of limit that has several sizes."""
    kinds: dict[str, list[LadderTable]] = defaultdict(list)
    for one in tables:
        if one.size is not None and any(row.rank for row in one.rows):
            kinds[one.kind].append(one)
    for kind, own in kinds.items():
        if len(own) < 2:
            continue
        points: dict[str, list[Point]] = defaultdict(list)
        far = _far_behind(own)
        for one in sorted(own, key=lambda one: one.size or 0):
            for row in one.rows:
                if row.rank and row.player not in far:
                    points[row.player].append(_point(one.size or 0, row.rank.rating))
        caption = tr("{}: {} against {}, with 95 % intervals.", game, tr("Elo points"), UNITS[kind])
        if far:
            caption += " " + tr("Not shown: {}, surely behind all others.", ", ".join(sorted(far)))
        series = [Series(player, found) for player, found in points.items()]
        flat = [point for found in points.values() for point in found]
        y = Axis.over(tr("Elo points"), [end for point in flat for end in (point.low, point.high) if end is not None])
        x = Axis.over(tr(UNITS[kind]), [point.x for point in flat], logarithmic=kind != "depth")
        rows = [[player, p.x, p.y, p.low, p.high] for player, found in points.items() for p in found]
        data = Data(f"ratings-{number}-{kind}", ["player", kind, "rating", "low", "high"], rows)
        yield Figure(lines(series, x, y, title=caption, apart=4), caption, data, lines_latex(series, x, y))


def _far_behind(tables: Sequence[LadderTable]) -> set[str]:
    """Return the player that is surely the last of more than two in all cells, which would squeeze all others."""
    last = [{row.player for row in one.rows if row.rank and row.rank.low == len(one.rows) > 2} for one in tables]
    return set.intersection(*last)


def _cell(one: LadderTable, name: str) -> list[Figure | Table]:
    """Return the ratings of a cell as a plot and as a table."""
    caption = tr("{}, {}: ratings in Elo points with 95 % intervals; their mean is 0.", one.game, one.limits)
    names = list(RATINGS)
    data = Data(f"ladder-{name}", names, [[row.to_dict()[column] for column in names] for row in one.rows])
    rows = [
        [
            row.player,
            *_rank_texts(row.rank),
            row.games,
            row.share if row.games else None,
            None if row.depth_mean is None else tr("{:.2f}", row.depth_mean),
            behind_text(one, row),
        ]
        for row in one.rows
        if row.games
    ]
    head = ["player", "rating", "95 % interval", "rank", "games", "share", "depth, mean", "surely ahead of"]
    table = Table(tr("{}, {}: {:,} games", one.game, one.limits, one.games), head, rows, data)
    points = [(row.player, _point(row.rank.rating.rating, row.rank.rating)) for row in one.rows if row.rank]
    if not points:
        return [table]
    axis = Axis.over(
        tr("Elo points"), [0, *(end for _, point in points for end in (point.low, point.high) if end is not None)]
    )
    svg = whiskers(points, axis, title=caption, mark=0)
    return [Figure(svg, caption, data, whiskers_latex(points, axis, mark=0)), table]


def _point(x: float, rating: Rating) -> Point:
    return Point(x, rating.rating, rating.low, rating.high)


def _rank_texts(rank: Rank | None) -> tuple[str, str, str]:
    """Return a rating, its interval, and its rank with the ranks that the games allow."""
    if rank is None:
        return "–", "–", "–"
    rating = rank.rating
    shown = tr("{:+z.0f}", rating.rating).replace("-", "−")
    return shown, interval_text(rating.low, rating.high, 0), rank_text(rank)


def rank_text(rank: Rank | None) -> str:
    """Return a rank, and in brackets the best and the worst that the games allow."""
    return "–" if rank is None else f"{rank.rank} ({rank.low}–{rank.high})"
