"""Proving the value of a state."""

from typing import TYPE_CHECKING, Annotated

from spielbaum.cli.shared.options import GameArgument, Json, StateOptions, TableSize, Threads, Verbose
from spielbaum.cli.shared.output import BEST, console, plain, print_facts, print_json, status
from spielbaum.cli.shared.parameters import Option
from spielbaum.errors import Message
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.search.proof.proof import Solution, SolverProgress


def solve(
    game: GameArgument,
    *,
    state: StateOptions,
    strong: Annotated[
        bool, Option("--strong", help="Prove the score too: by how much, or how soon, the game is won.")
    ] = False,
    table_size: TableSize = None,
    threads: Threads = 1,
    verify: Annotated[
        bool, Option("--verify", help="Prove every table entry again without the table: very slow.")
    ] = False,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Prove who wins with perfect play, by null-window searches to the end of the game."""
    from spielbaum.search.proof.solver import Solver

    record, states = state.load(game)
    solver = Solver(record, table=table_size, threads=threads, verify=verify)
    with status(tr("{}: preparing", record.spec)) as tell:
        solution = solver.solve(states[-1], strong=strong, progress=lambda now: tell(_progress(record.spec, now)))
    if json:
        print_json(solution.to_dict())
    else:
        _print_solution(solution, record.player_name(record.to_move(states[-1])))


def _progress(game: str, progress: "SolverProgress") -> str:
    speed = progress.nodes / max(progress.seconds, 1e-9) / 1e6
    return tr(
        "{}: from {} to {}, at least {}? {:,} nodes, {:.1f} million/s, table {} full",
        game,
        progress.low,
        progress.high,
        progress.bound,
        progress.nodes,
        speed,
        _share(progress.fill),
    )


def _print_solution(solution: "Solution", player: str) -> None:
    ends = {1: Message("{} wins", player), 0: Message("{} draws", player), -1: Message("{} loses", player)}
    out = console()
    score = tr(", score {}", solution.score) if solution.score is not None else ""
    out.print(f"[bold]{plain(solution.game)}[/]: [{BEST}]{plain(tr(ends[solution.value]))}[/]{score}")
    speed = solution.nodes / max(solution.seconds, 1e-9) / 1e6
    facts = (
        ("action", plain(solution.action_text or "–")),
        ("nodes", tr("{:,} searched, {:,} decided by bounds or the table", solution.nodes, solution.decided)),
        ("time", tr("{:.3f} s, {:.2f} million nodes/s", solution.seconds, speed)),
        ("table", tr("{} full", _share(solution.fill))),
        ("keys", _sureness(solution)),
    )
    print_facts(facts)


def _share(part: float) -> str:
    """Return a share as a percentage, even if it is small.

    Examples
    --------
    >>> _share(0.5), _share(0.004), _share(0.00001), _share(0)
    ('50%', '0.4%', 'less than 0.1%', '0%')
    """
    if 0 < part < 0.001:
        return tr("less than 0.1%")
    return f"{part:.1%}" if 0 < part < 0.01 else f"{part:.0%}"


def _sureness(solution: "Solution") -> str:
    """Return how certain it is that no two positions were confused."""
    chance = tr("with a chance of at most {:.0e}", solution.key_collision)
    if solution.keys == "game":
        return tr("the game's own; if they are good hashes, any position was taken for another {}", chance)
    if solution.keys == "hash":
        return tr("hashes; any position was taken for another {}", chance)
    threads = tr(", but half an entry of another thread {}", chance) if solution.key_collision else ""
    return tr("certain: no position was taken for another{}", threads)
