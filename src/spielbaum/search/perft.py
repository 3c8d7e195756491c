"""Perft: the number of lines of play of exactly n plies, the standard test of a move generator."""

from collections.abc import Callable, Iterator
from os import PathLike
from typing import Any, Protocol, cast

from spielbaum.checking.trial import refuse_unsound
from spielbaum.errors import InputError, Message, Sentence, validate_whole_number
from spielbaum.game import Game, State
from spielbaum.kernel import compile_kernel, jit_enabled, new_workspace, pack, shape_of, signed
from spielbaum.registry import as_game
from spielbaum.search.core.game_view import Rules, make_rules
from spielbaum.search.core.kernel_name import kernel_name
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.pausing import UNLIMITED, is_over, limit_nodes
from spielbaum.search.core.workspace import layout
from spielbaum.search.validation import root_state
from spielbaum.watchdog import run_with_watchdog


class PerftWorkspace(Protocol):
    """The workspace of a count."""

    stop: int  # whether it is to end
    node_limit: int
    pause_at: int
    nodes: int


def _workspace(*, compiled: bool) -> PerftWorkspace:
    ws = cast(PerftWorkspace, new_workspace(layout(1, PerftWorkspace), compiled=compiled))
    limit_nodes(ws, UNLIMITED)
    return ws


def make(
    rules: Rules, number_of_actions: Callable[[State], int] | None = None
) -> Callable[[State, int, PerftWorkspace], int]:
    """Return ``perft(state, depth, ws)``; the last ply is counted without being played.

    Parameters
    ----------
    rules
        The game.
    number_of_actions
        Counts the last ply in bulk; without it its actions are made one by one.
    """
    actions, result, is_terminal = rules.actions, rules.result, rules.is_terminal

    def one_by_one(state: State) -> int:
        count = 0
        for _action in actions(state):
            count += 1
        return count

    last_ply = number_of_actions or one_by_one

    def perft(state: State, depth: int, ws: PerftWorkspace) -> int:
        if depth == 0:
            return 1
        count = 0
        if ws.nodes >= ws.pause_at:
            is_over(ws)
        if is_terminal(state) or ws.stop:
            return count
        if depth == 1:
            count = signed(last_ply(state))
            ws.nodes += count
            return count
        for action in actions(state):
            count += perft(result(state, action), depth - 1, ws)
        return count

    return perft


def perft(
    game: Game | str | PathLike[str],
    state: State | None = None,
    *,
    depth: int,
    bulk: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> list[int]:
    """Return the number of lines of play of exactly 1, 2, ... ``depth`` plies.

    Terminal states have no successors.

    Parameters
    ----------
    game
        The game, or a name or path that ``load`` takes.
    state
        The root; the initial state if None.
    depth
        The largest number of plies.
    bulk
        Whether the last ply is counted by the game's ``count``, if it has one, and not action by action.
    progress
        ``(depth, lines counted so far)``, called about ten times a second.

    Raises
    ------
    InputError
        If the depth is below 1 or too large.
    GameError
        If a few playouts break the contract of the game.
    KeyboardInterrupt
        At Ctrl-C.

    Examples
    --------
    >>> perft("tic-tac-toe", depth=3)
    [9, 72, 504]
    """
    return list(perft_by_depth(game, state, depth=depth, bulk=bulk, progress=progress))


def perft_by_depth(
    game: Game | str | PathLike[str],
    state: State | None = None,
    *,
    depth: int,
    bulk: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[int]:
    """Return an iterator over the counts of ``perft``, which yields each as soon as it is known."""
    validate_whole_number(Sentence("the depth of perft"), depth)
    if not 1 <= depth < MAX_PLY:
        raise InputError(Message("the depth of perft must lie between 1 and {}, {} does not", MAX_PLY - 1, depth))
    game = as_game(game)
    root = root_state(game, state)
    name = kernel_name("perft", game, None, f"{bulk=}")
    compiled = game.compiled and jit_enabled(name)
    refuse_unsound(game, root, depth=depth, compiled=compiled)
    rules = make_rules(game, compiled=compiled)
    count_from, state_of = make(rules, game.hints.count if bulk else None), rules.state_of

    def entry(fields: Any, plies: int, ws: PerftWorkspace) -> int:
        return count_from(state_of(fields), plies, ws)

    kernel = compile_kernel(entry, name) if compiled else entry
    fields = pack(root, shape_of(root)) if compiled else root
    kernel(fields, 0, _workspace(compiled=compiled))  # which compiles it
    return (_count(kernel, fields, plies, compiled=compiled, progress=progress) for plies in range(1, depth + 1))


def _count(
    kernel: Callable[..., int], fields: Any, plies: int, *, compiled: bool, progress: Callable[[int, int], None] | None
) -> int:
    ws = _workspace(compiled=compiled)

    def report() -> None:
        if progress is not None:
            progress(plies, int(ws.nodes))

    count, interrupted = run_with_watchdog(
        lambda: kernel(fields, plies, ws),
        lambda: setattr(ws, "stop", 1),
        steps=lambda: int(ws.nodes),
        on_tick=report,
    )
    if interrupted:
        raise KeyboardInterrupt
    return int(count)
