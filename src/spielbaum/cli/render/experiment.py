"""The progress of a running experiment: games, time left, and the shares so far with their intervals."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from spielbaum.cli.shared.output import plain, table
from spielbaum.language import tr

if TYPE_CHECKING:
    from rich.table import Table

    from spielbaum.arena.records import GameRecord
    from spielbaum.statistics.results import Result
    from spielbaum.store import Store, StoredExperiment

SHOWN_CELLS = 6
"""The number of cells shown, those that changed last."""

PATIENCE = 200
"""The pause before shares are computed again, as a multiple of the time that it took, so that it costs little."""

FREQUENCY = 1
"""How often per second the screen is drawn, which takes some milliseconds."""

Tell = Callable[[int, Sequence["GameRecord"]], None]


@contextmanager
def watching(stored: "StoredExperiment", store: "Store") -> Iterator[Tell]:
    """Show the progress of an experiment on stderr; yield ``tell(number of a cell, new games)``."""
    errors = Console(stderr=True)
    if not errors.is_terminal:
        yield lambda *_: None
        return
    scores = Scores(stored)
    for cell in stored.cells:
        scores.note(cell.number, store.games(cell.tournament.id))
    name = plain(stored.name)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn(f"{{task.completed}}/{{task.total}} {tr('games')}"),
    )
    times = (TaskProgressColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    progress = Progress(*columns, *times, console=errors)
    done, total = (sum(getattr(cell.tournament, count) for cell in stored.cells) for count in ("done", "games"))
    task = progress.add_task(tr("{}: preparing the players", name), total=total, completed=done)
    due = 0.0
    with Live(Group(progress), console=errors, transient=True, refresh_per_second=FREQUENCY) as live:

        def tell(number: int, games: Sequence["GameRecord"]) -> None:
            nonlocal due
            progress.update(task, advance=len(games), description=name)
            scores.note(number, games)
            if (start := time.monotonic()) >= due:
                live.update(Group(progress, scores.table()))
                due = start + PATIENCE * (time.monotonic() - start)

        yield tell


class Scores:
    """The results so far.

    Parameters
    ----------
    stored
        The experiment.
    """

    def __init__(self, stored: "StoredExperiment") -> None:
        self._cells = {cell.number: cell for cell in stored.cells}
        self._results: dict[int, list[Result]] = {number: [] for number in self._cells}
        self._seen: dict[int, set[int]] = {number: set() for number in self._cells}
        self._recent: list[int] = []

    def note(self, number: int, games: "Iterator[GameRecord] | Sequence[GameRecord]") -> None:
        """Count the games of a cell, without those that repeat another unless a player is random."""
        from spielbaum.arena.outcomes import by_chance, course, result_of

        chance = by_chance(self._cells[number].tournament.setup["players"])
        for game in games:
            mark = hash(course(game))
            if chance or mark not in self._seen[number]:
                self._seen[number].add(mark)
                self._results[number].append(result_of(game))
        self._recent = [*(other for other in self._recent if other != number), number][-SHOWN_CELLS:]

    def table(self) -> "Table":
        """Return a table of the cells that changed last."""
        from spielbaum.statistics.shares import shares

        shown = table("game", "limits", "player", ">games", ">share", ">95 %")
        for number in sorted(self._recent):
            cell = self._cells[number]
            for place, row in enumerate(shares(self._results[number], cell.labels)):
                factors = (cell.factors["game"], cell.factors["limits"]) if place == 0 else ("", "")
                known = (f"{row.share:.3f}", f"{row.low:.3f}–{row.high:.3f}") if row.games else ("–", "–")
                shown.add_row(*map(plain, (*factors, row.player, row.games, *known)))
        return shown
