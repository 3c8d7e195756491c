"""Showing a state, or a stored game."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from spielbaum.cli.render.stored_game import show_stored, write_svg
from spielbaum.cli.shared.options import GAME, Database, Json, StateOptions, Verbose
from spielbaum.cli.shared.output import QUIET, console, plain, print_json, refuse_unfit_files
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.game import Game, State

Svg = Annotated[
    Path | None, Option("--svg", metavar="FILE", help="Draw the board to a file; - for stdout, and nothing else.")
]

Stored = Annotated[
    int | None,
    Option("--game", metavar="ID", min=1, help="Show a stored game; tournament --report games lists the ids."),
]
Ply = Annotated[int | None, Option("--ply", metavar="N", min=0, help="Show its board after N plies, with the opening.")]


def show(
    game: Annotated[str | None, GAME] = None,
    *,
    state: StateOptions,
    stored: Stored = None,
    ply: Ply = None,
    database: Database = None,
    svg: Svg = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Show a state: the board, the player to move, the legal actions; or a stored game and its moves."""
    from spielbaum.errors import InputError, Message

    refuse_unfit_files({"--svg": svg}, json=json)
    if stored is not None:
        if game is not None or state.given:
            raise InputError(Message("--game shows a stored game, without GAME, --position, --moves and --to-move"))
        show_stored(stored, database, ply, svg, json=json)
        return
    if game is None:
        raise InputError(Message("say which GAME to show, such as tic-tac-toe, or which stored game: --game ID"))
    if ply is not None or database is not None:
        raise InputError(Message("--ply and --database go with a stored game: --game ID"))
    _show_state(*state.load(game), svg, json=json)


def _show_state(record: "Game", states: "Sequence[State]", svg: Path | None, *, json: bool) -> None:
    from spielbaum.checking.trial import refuse_unsound
    from spielbaum.game.notation import format_state
    from spielbaum.game.repetition import RepetitionRule, ended_by_repetition
    from spielbaum.game.text_board import board_text
    from spielbaum.session.documents import state_document

    refuse_unsound(record, states[-1], depth=1, compiled=record.compiled)
    state, repeated = states[-1], RepetitionRule(record).is_draw(states)
    record = ended_by_repetition(record, states)
    if svg:
        write_svg(record, state, states[-2] if len(states) > 1 else None, svg)
        if str(svg) == "-":
            return
    document = state_document(record, [state])
    if json:
        print_json(document)
        return
    out = console()
    text = board_text(record, state)
    if text:
        out.print(plain(text), "")
    out.print(f"[{QUIET}]{tr('position'):<8}[/] {plain(format_state(record, state))}")
    if document["terminal"]:
        why = tr("a draw by repetition, ") if repeated else ""
        out.print(tr("[{}]finished[/] {}utility {}", QUIET, why, ", ".join(map(str, document["utility"]))))
    else:
        out.print(f"[{QUIET}]{tr('to move'):<8}[/] {plain(document['player'])}")
        out.print(f"[{QUIET}]{tr('actions'):<8}[/] {plain(' '.join(document['actions']))}")
