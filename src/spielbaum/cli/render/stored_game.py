"""The output of ``spielbaum show --game ID``: a stored game of a tournament."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielbaum.cli.shared.output import QUIET, console, plain, print_json, table
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.arena.records import GameRecord
    from spielbaum.arena.replay import Step
    from spielbaum.game import Game, State


def show_stored(number: int, database: str | None, ply: int | None, svg: Path | None, *, json: bool) -> None:
    """Show the moves of a stored game, and the board at the end or after some plies."""
    from spielbaum.arena.replay import replay
    from spielbaum.errors import InputError, Message
    from spielbaum.registry import load
    from spielbaum.store import Store
    from spielbaum.store.database import refuse_missing

    if database is not None:
        refuse_missing(database)
    with Store(database) as store:
        tournament, record = store.game(number)
    if not {"game", "players"} <= tournament.setup.keys():
        raise InputError(Message("the database {} does not say who played game {}, and what", store.name, number))
    game = load(tournament.setup["game"])
    players = tournament.setup["players"]
    steps = list(replay(game, record))
    last = len(steps) - 1
    if ply is not None and ply > last:
        raise InputError(Message("game {} has {} plies, not {}", number, last, ply))
    at = last if ply is None else ply
    if svg is not None:
        write_svg(game, steps[at].state, steps[at - 1].state if at else None, svg)
        if str(svg) == "-":
            return
    names = ["–" if player is None else players[player] for player in record.seating]
    if json:
        print_json({"id": number, "tournament": tournament.id, **_document(game, record, names, steps, at)})
    else:
        _print_moves(game, record, names, steps)
        _print_end(game, record, names, steps, at)


def _document(game: "Game", record: "GameRecord", names: list[str], steps: "list[Step]", at: int) -> dict[str, Any]:
    from spielbaum.game.notation import format_state

    return {
        "number": record.number,
        "game": record.game,
        "seats": [None if record.seating[seat] is None else name for seat, name in enumerate(names)],
        "start": record.start,
        "moves": [step.to_dict() for step in steps[1:]],
        "end": record.end,
        "reason": record.reason,
        "utility": record.utility,
        "winners": list(record.survivors),
        "seed": record.seed,
        "versions": record.versions,
        "tags": record.tags,
        "started": record.started,
        "seconds": record.seconds,
        "ply": at,
        "position": format_state(game, steps[at].state),
    }


def _print_moves(game: "Game", record: "GameRecord", names: list[str], steps: "list[Step]") -> None:
    from spielbaum.search.core.result import value_text

    shown = table(">ply", "to move", "player", "action", ">value", ">depth", ">nodes", ">seconds")
    for step in steps[1:]:
        assert step.seat is not None
        known = step.move
        shown.add_row(
            str(step.ply),
            plain(game.player_name(step.seat)),
            plain(names[step.seat]) if known else f"[{QUIET}]{tr('opening')}[/]",
            plain(step.action),
            plain(value_text(known.value)) if known else "",
            "–" if known is None or known.depth is None else str(known.depth),
            f"{known.nodes:,}" if known else "",
            f"{known.seconds:.3f}" if known else "",
        )
    console().print(shown)


def _print_end(game: "Game", record: "GameRecord", names: list[str], steps: "list[Step]", at: int) -> None:
    from spielbaum.arena.records import PLIES
    from spielbaum.cli.render.board import draw_board
    from spielbaum.game.notation import format_state

    out = console()
    out.print()
    draw_board(out, game, steps[at].state, before=steps[at - 1].state if at else None)
    out.print(
        tr(
            "\n[{}]position[/] {}, after {} of {} plies",
            QUIET,
            plain(format_state(game, steps[at].state)),
            at,
            len(steps) - 1,
        )
    )
    winners = ", ".join(f"{game.player_name(seat)} ({names[seat]})" for seat in record.survivors)
    how = tr("won by") if len(record.survivors) < len(record.seats) else tr("shared by")
    ended = tr(", ended by the tournament before the rules did") if record.end == PLIES else ""
    ended = f": {record.reason}" if record.reason else ended
    out.print(f"[{QUIET}]{tr('game'):<8}[/] {plain(record.game)}, {how} {plain(winners)}{plain(ended)}")


def write_svg(game: "Game", state: "State", before: "State | None", path: Path) -> None:
    """Write the board, on which the last move is marked, to a file, or to stdout for ``-``."""
    from spielbaum.pictures import Look, draw_board
    from spielbaum.pictures.svg.files import write_text

    write_text(path, draw_board(game, state, look=Look(before=before)) + "\n")
