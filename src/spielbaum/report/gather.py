"""From a database to a report: the database counts games, and `spielbaum.statistics` computes the statistics."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from spielbaum.arena.branching import Width, widths_by_ply
from spielbaum.arena.outcomes import by_chance
from spielbaum.arena.standings import Standing
from spielbaum.errors import InputError, Message, Sentence, SpielbaumError, UnknownNameError
from spielbaum.registry import load
from spielbaum.report.curves import curves
from spielbaum.report.levels import experiment_result, places
from spielbaum.report.results import Depths, Report, Times, TournamentResult
from spielbaum.statistics import (
    Ratings,
    Result,
    SeatEffect,
    Share,
    Tally,
    cross_table,
    ratings,
    seat_effect,
    shares,
    tallies,
)
from spielbaum.statistics.results import GAME, SHARED, Ties
from spielbaum.store import Experiments, Store, StoredTournament
from spielbaum.store.summary import STEPS, Effort, circumstances, efforts, lines_of_play, summaries

FEWEST = 10
"""With fewer games there are no ratings, and no test of the seats."""

SAMPLE = 200
"""The most games of a tournament that are replayed to count legal actions."""


def gather(
    store: Store,
    wanted: Sequence[str] = (),
    *,
    experiments: Sequence[str] = (),
    ties: Ties = SHARED,
    advance: Callable[[str], None] = lambda _: None,
) -> Report:
    """Return the report of a database.

    Parameters
    ----------
    store
        The database.
    wanted
        Ids or titles of tournaments.
    experiments
        Titles of experiments; without tournaments and experiments, everything is reported.
    ties
        What a win counts that several players share.
    advance
        Called with the title of each tournament before it is read.

    Raises
    ------
    InputError
        If there is no tournament, or none of an id or title, or no experiment of a title.
    """
    known, tournaments, results = Experiments(store).all(), [], {}
    for stored in chosen(store, wanted, experiments):
        advance(stored.title)
        found, results[stored.id] = tournament_result(store, stored, ties)
        tournaments.append(replace(found, places=places(known, stored.id)))
    asked = [one for one in known if one.name in experiments or not (wanted or experiments)]
    said = tuple(experiment_result(one, results) for one in asked)
    return Report(store.name, tuple(tournaments), tuple(curves(tournaments)), said)


def chosen(store: Store, wanted: Sequence[str], experiments: Sequence[str] = ()) -> list[StoredTournament]:
    """Return the tournaments with some ids or titles, and those of some experiments, in the order of the database.

    Raises
    ------
    InputError
        If there is none.
    """
    known = store.tournaments()
    if not known:
        raise InputError(
            Message("there is no tournament in the database {}: play one, such as spielbaum match", store.name)
        )
    designs = {one.name: one for one in Experiments(store).all()} if experiments else {}
    for title in experiments:
        if title not in designs:
            raise UnknownNameError(Message("experiment in {}", store.name), title, list(designs))
    for text in wanted:
        if not any(text in (str(stored.id), stored.title) for stored in known):
            raise UnknownNameError(Message("tournament in {}", store.name), text, [str(stored.id) for stored in known])
    if not wanted and not experiments:
        return known
    own = {one.tournament.id for title in experiments for one in designs[title].cells}
    return [stored for stored in known if stored.id in own or {str(stored.id), stored.title} & set(wanted)]


def tournament_result(
    store: Store, stored: StoredTournament, ties: Ties = SHARED
) -> tuple[TournamentResult, list[Result]]:
    """Return the report on a tournament, and the results of its games without repeated ones.

    If a player is random, a game that repeats another counts like any other, as in `spielbaum.arena.standings`.
    """
    players = tuple(stored.setup["players"])
    results, sample, counts = _counted(store, stored, ties)
    when, notes = circumstances(store, stored.id), _notes(counts, stored, results)
    found_shares, cross = shares(results, players), cross_table(results, players)
    rated, seated = _ratings(results, players, notes), _seats(results, notes)
    if results and all(row.unit == GAME for row in found_shares):
        notes.append(Sentence("There are fewer than ten rounds, so games are treated as independent."))
    widths, spent = _branching(store, stored, sample, notes), efforts(store, stored.id)
    found = TournamentResult(
        id=stored.id,
        title=stored.title,
        game=str(stored.setup["game"]),
        players=players,
        setup=stored.setup,
        created=stored.created,
        first=when.first,
        last=when.last,
        versions=when.versions,
        wanted=stored.games,
        games=counts["games"],
        repeated=counts["repeated"],
        cut_off=counts["cut off"],
        standings=tuple(_standings(found_shares, results, spent)),
        cross=cross,
        ratings=rated,
        seats=seated,
        depths=tuple(_depths(players, spent)),
        times=tuple(_times(players, spent)),
        branching=tuple(widths),
        sampled=len(sample) if widths else 0,
        notes=tuple(notes),
    )
    return found, results


def _counted(store: Store, stored: StoredTournament, ties: Ties) -> tuple[list[Result], list[int], Counter[str]]:
    """Return the results of games that count, the ids of a sample of games, and the number of games of each kind."""
    results, sample, counts, step = [], [], Counter[str](), max(1, stored.done // SAMPLE)
    chance = by_chance(stored.setup["players"])
    for number, game in enumerate(summaries(store, stored.id)):
        counts["games"] += 1
        repeated = game.repeats is not None and not chance
        counts["repeated"] += repeated
        counts["cut off"] += not game.ended
        if not repeated:
            results.append(Result.won(game.seating, game.survivors, game.seed).settled(ties))
        if number % step == 0:
            sample.append(game.id)
    return results, sample, counts


def _notes(counts: Counter[str], stored: StoredTournament, results: Sequence[Result]) -> list[str]:
    notes: list[str] = []
    if counts["games"] < stored.games:
        notes.append(Sentence("{:,} of {:,} games are played.", counts["games"], stored.games))
    if counts["repeated"]:
        notes.append(Sentence("{:,} games repeat another one and are not counted twice.", counts["repeated"]))
    if counts["cut off"]:
        limit = stored.setup.get("max_plies")
        notes.append(Sentence("{:,} games were stopped undecided after {} plies.", counts["cut off"], limit))
    if len(results) < FEWEST:
        notes.append(
            Sentence("{} different games are too few to say who is stronger; ratings need {}.", len(results), FEWEST)
        )
    return notes


def _ratings(results: Sequence[Result], players: Sequence[str], notes: list[str]) -> Ratings | None:
    if len(results) < FEWEST:
        return None
    try:
        return ratings(results, players)
    except InputError as error:
        notes.append(Sentence("There are no ratings: {}.", error))
        return None


def _seats(results: Sequence[Result], notes: list[str]) -> SeatEffect | None:
    if len(results) < FEWEST:
        return None
    found = seat_effect(results)
    if not found.seats:
        notes.append(
            Sentence("The effect of seats is unknown: in no round did every player have every seat equally often.")
        )
        return None
    return found


def _standings(rows: Sequence[Share], results: Sequence[Result], spent: Sequence[Effort]) -> list[Standing]:
    counts = tallies(results, len(rows))
    return [_standing(row, counts[i], [group for group in spent if group.player == i]) for i, row in enumerate(rows)]


def _standing(share: Share, counts: Tally, spent: Sequence[Effort]) -> Standing:
    moves = sum(group.moves for group in spent)
    deep = Counter[int]()
    for group in spent:
        if group.depth is not None:
            deep[group.depth] += group.moves
    return Standing(
        player=share.player,
        games=share.games,
        wins=counts.wins,
        draws=counts.draws,
        losses=counts.losses,
        share=share.share,
        low=share.low,
        high=share.high,
        unit=share.unit,
        units=share.units,
        moves=moves,
        depth_mean=sum(depth * count for depth, count in deep.items()) / deep.total() if deep else None,
        depth_median=_median(deep) if deep else None,
        nodes_mean=sum(group.nodes for group in spent) / moves if moves else None,
        seconds_mean=sum(group.seconds for group in spent) / moves if moves else None,
    )


def _median(counts: Counter[int]) -> float:
    """Return the median of numbers, given their counts.

    Examples
    --------
    >>> _median(Counter({3: 2, 4: 1, 6: 1})), _median(Counter([5, 7, 9]))
    (3.5, 7.0)
    """
    middle, passed, found = Fraction(counts.total(), 2), 0, []
    for number, count in sorted(counts.items()):
        if passed <= middle <= passed + count:
            found.append(number)
        passed += count
    return sum(found) / len(found)


def _depths(players: Sequence[str], spent: Sequence[Effort]) -> list[Depths]:
    counts = Counter[tuple[int, int]]()
    for group in spent:
        if group.depth is not None:
            counts[group.player, group.depth] += group.moves
    return [Depths(players[player], depth, moves) for (player, depth), moves in sorted(counts.items())]


def _times(players: Sequence[str], spent: Sequence[Effort]) -> list[Times]:
    counts = Counter[tuple[int, int]]()
    for group in spent:
        counts[group.player, group.step] += group.moves
    ends: list[Any] = [*STEPS, None]
    return [Times(players[player], ends[step], moves) for (player, step), moves in sorted(counts.items())]


def _branching(store: Store, stored: StoredTournament, sample: Sequence[int], notes: list[str]) -> list[Width]:
    if not sample:
        return []
    try:
        return widths_by_ply(load(str(stored.setup["game"])), lines_of_play(store, sample))
    except SpielbaumError as error:
        notes.append(Sentence("Branching is not counted, since the games cannot be replayed: {}.", error))
        return []
