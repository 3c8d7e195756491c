"""How often players choose actions that a table proves right."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from spielbaum.cli.commands.tabulate import Memory, memory_of
from spielbaum.cli.shared.options import EvaluationOption, Json, LimitOptions, PositionSeed, Verbose
from spielbaum.cli.shared.output import QUIET, console, countdown, plain, print_json, table
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.measuring.truth import Answers
    from spielbaum.players import PlayerSpec
    from spielbaum.search.core.progress import Progress

File = Annotated[Path, Argument(metavar="FILE", help="A table, written by spielbaum tabulate.")]
Players = Annotated[str, Option("--players", metavar="P1,P2,…", help="Algorithms with options and limits.")]
Sample = Annotated[
    int | None,
    Option("--sample", metavar="N", min=1, help="The number of positions, drawn at random; by default 1000."),
]
GameOption = Annotated[
    str | None, Option("--game", metavar="GAME", help="The game, if it is a file; otherwise the table names it.")
]


def truth(
    file: File,
    *,
    players: Players,
    evaluation: EvaluationOption = None,
    limiting: LimitOptions,
    sample: Sample = None,
    seed: PositionSeed = None,
    memory: Memory = None,
    game: GameOption = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Count how often players choose actions that a table proves right.

    An action is right if it keeps what the player can force alone, or what a coalition with others can force, or if an
    equilibrium begins with it. Only positions that also have wrong actions count.
    """
    from spielbaum.errors import InputError, Message
    from spielbaum.measuring.truth import SAMPLE, ask, questions
    from spielbaum.players import parse_players
    from spielbaum.registry import load
    from spielbaum.tablebase import Tables
    from spielbaum.tablebase.file import read_file

    found = read_file(file)
    tables = Tables(load(game or found.facts.game), found, str(file))
    specs = [player.within(limiting.limits, evaluation) for player in parse_players(players)]
    if not specs:
        raise InputError(Message("--players needs at least one player, such as max-n(depth=3),paranoid(depth=3)"))
    answers: tuple[Answers, ...] = ()
    interrupted = False
    with countdown(tr("{}: preparing", tables.game.spec), total=None) as advance:
        asked = questions(tables, sample=sample or SAMPLE, seed=seed or 0, memory=memory_of(memory))

        def tell(player: "PlayerSpec", _done: "Progress | None") -> None:
            advance(0, str(player), len(asked))

        try:
            for now in ask(tables, asked, specs, tell=tell):
                answers = now
                advance(1, tables.game.spec, len(asked))
        except KeyboardInterrupt:
            if not answers:
                raise
            interrupted = True
    if json:
        rows = [_row(answer) for answer in answers]
        print_json({"game": tables.game.spec, "table": str(file), "positions": len(asked), "rows": rows})
    else:
        _show(tables.game.spec, len(asked), answers)
    if interrupted:
        raise KeyboardInterrupt


def _row(answer: "Answers") -> dict[str, Any]:
    """Return the counts of a player."""
    from spielbaum.statistics import part_of

    row: dict[str, Any] = {"player": answer.player or None, "positions": len(answer.lost)}
    for criterion, right in answer.right.items():
        share = sum(right) / len(right) if right else None
        row[criterion] = {"asked": len(right), "right": sum(right), "share": share}
        if answer.player and criterion != "coalition":  # the coalitions of one position are not independent
            part = part_of([chance == 1 for chance in right])
            row[criterion] |= {"low": part.low, "high": part.high}
    return {**row, "lost": answer.lost_mean}


def _show(game: str, positions: int, answers: "tuple[Answers, ...]") -> None:
    out = console()
    out.print(tr("[bold]{}[/]: right actions in {:,} positions", plain(game), positions), "")
    shown = table("player", ">alone", ">95 %", ">equilibrium", ">95 %", ">coalition", ">lost on average")
    for answer in answers:
        row = _row(answer)
        cells = [
            cell
            for criterion in ("alone", "equilibrium")
            for cell in (_share(row[criterion]), _interval(row[criterion]))
        ]
        name = plain(answer.player) or f"[{QUIET}]{tr('at random')}[/]"
        shown.add_row(name, *cells, _share(row["coalition"]), f"{row['lost']:.4f}")
    out.print(shown, "")
    row = _row(answers[0])
    asked = (row[criterion]["asked"] for criterion in ("alone", "equilibrium", "coalition"))
    out.print(tr("questions: {:,} alone, {:,} of equilibria, {:,} of coalitions", *asked))


def _share(counts: dict[str, Any]) -> str:
    return "–" if counts["share"] is None else f"{counts['share']:.1%}"


def _interval(counts: dict[str, Any]) -> str:
    return f"{counts['low']:.0%}–{counts['high']:.0%}" if counts["asked"] and "low" in counts else ""
