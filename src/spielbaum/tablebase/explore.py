"""All positions that can be reached from a state, and the actions between them, as a graph in memory.

Positions are numbered breadth first. Two states are one position if all their fields are equal, so a state with a clock
in it is another position at each time. The memory is reserved at once and taken as it is used.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, cast

from spielbaum.checking.trial import refuse_unsound
from spielbaum.errors import InputError, Message, UnsupportedGameError
from spielbaum.game import Game, State, Vector
from spielbaum.kernel import (
    AsIntegers,
    AsState,
    Words,
    compile_kernel,
    jit_enabled,
    new_words,
    new_workspace,
    pack,
    read_word,
    shape_of,
    signed,
    words_of,
    write_word,
)
from spielbaum.kernel.calling import kind_of
from spielbaum.kernel.rows import FieldsAt
from spielbaum.kernel.words import WORD, address_of
from spielbaum.search.core.game_view import Rules, make_rules
from spielbaum.search.core.kernel_name import kernel_name
from spielbaum.search.core.keys import has_fields, make_hash
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.pausing import UNLIMITED, is_over, limit_nodes
from spielbaum.search.core.workspace import PLAYERS, Floats, layout
from spielbaum.watchdog import run_with_watchdog

MOST_OUTCOMES = 1 << 12
"""The most different vectors of utilities at the end of a game."""

WORDS_BESIDE = 3
"""The words of a position beside its state and its slots: key, first edge, and mover or outcome."""

SLOTS = 2
"""Slots of the hash table for each position, at most: their number is a power of two, and more than one for each."""

STOPPED, NO_ROOM, SHARED_KEY, MANY_OUTCOMES = range(1, 5)
"""Why an exploration ended early: the values of ``ws.stop``."""


class ExploreWorkspace(Protocol):
    """The workspace of an exploration.

    ``owner`` has the player to move of each position; of a finished one -1 minus the number of its outcome.
    """

    stop: int
    nodes: int
    node_limit: int
    pause_at: int
    start: int  # the address of the states
    states: Words
    keys: Words
    owner: Words
    first: Words
    edges: Words
    slots: Words
    slot_mask: int
    count: int
    most: int
    most_edges: int
    expanded: int
    edge_count: int
    outcome_count: int
    outcome: Annotated[Floats, MOST_OUTCOMES, PLAYERS]


@dataclass(frozen=True)
class Graph:
    """The positions that can be reached from a state.

    The edges of position ``n`` are ``edges[first[n]:first[n + 1]]``, in the order of its actions.

    Attributes
    ----------
    game, root
        The game, and the state from which it was explored, position 0.
    count, edge_count
        The number of positions and of edges.
    owner
        The player to move of each position; of a finished one -1 minus the number of its outcome.
    outcomes
        All vectors of utilities, in the order of their discovery.
    seconds
        The time it took, without compilation.
    """

    game: Game
    root: State
    count: int
    edge_count: int
    states: memoryview
    keys: memoryview
    owner: memoryview
    first: memoryview
    edges: memoryview
    outcomes: tuple[Vector, ...]
    seconds: float
    state_at: Callable[[int], State]

    def is_finished(self, number: int) -> bool:
        """Return whether the game is over at a position."""
        return bool(self.owner[number] < 0)


def explore(
    game: Game, root: State | None = None, *, memory: int, progress: Callable[[int], None] | None = None
) -> Graph:
    """Return all positions that can be reached from a state.

    Parameters
    ----------
    game
        The game.
    root
        The state; by default the initial one.
    memory
        The most bytes that the graph may take.
    progress
        Called about ten times a second with the number of positions so far.

    Raises
    ------
    UnsupportedGameError
        If states are not NamedTuples of whole numbers.
    InputError
        If the positions need more memory.
    KeyboardInterrupt
        At Ctrl-C.
    """
    if not has_fields(game):
        raise UnsupportedGameError(
            Message("a table needs states that are NamedTuples of whole numbers, and those of {} are not", game.spec)
        )
    root = game.initial() if root is None else root
    name = kernel_name("explore", game)
    compiled = game.compiled and jit_enabled(name)
    refuse_unsound(game, root, depth=MAX_PLY - 1, compiled=compiled)
    shape = shape_of(root)
    fields = pack(root, shape)
    fields_at = FieldsAt(kind_of(fields))
    kernel = make_explore(make_rules(game, compiled=compiled), game, fields_at)
    run = compile_kernel(kernel, name) if compiled else kernel
    given = fields if compiled else root
    run(given, _stopped(game.players, shape.size, compiled=compiled))  # which compiles it
    ws, arrays = _new_workspace(game.players, shape.size, memory, compiled=compiled)
    begun = time.monotonic()
    _, interrupted = run_with_watchdog(
        lambda: run(given, ws),
        lambda: setattr(ws, "stop", STOPPED),
        steps=lambda: int(ws.nodes),
        on_tick=None if progress is None else lambda: progress(int(ws.count)),
    )
    if interrupted or ws.stop == STOPPED:
        raise KeyboardInterrupt
    _refuse_incomplete(ws, game, memory)
    state_at, address, size = AsState(root), address_of(arrays["states"]), WORD * shape.size
    write_word(arrays["first"], ws.count, ws.edge_count)
    return Graph(
        game=game,
        root=root,
        count=int(ws.count),
        edge_count=int(ws.edge_count),
        **arrays,
        outcomes=tuple(
            tuple(float(ws.outcome[number, player]) for player in range(game.players))
            for number in range(ws.outcome_count)
        ),
        seconds=time.monotonic() - begun,
        state_at=lambda number: state_at(fields_at(address + number * size)),
    )


def _refuse_incomplete(ws: ExploreWorkspace, game: Game, memory: int) -> None:
    if ws.stop == NO_ROOM:
        raise InputError(
            Message(
                "the positions of {} need more than {:,} bytes, after {:,} of them: choose a smaller game or a later "
                "position, or give more with --memory",
                game.spec,
                memory,
                ws.count,
            )
        )
    if ws.stop == SHARED_KEY:
        raise InputError(Message("two positions of {} share a key of 64 bits, which no table can hold", game.spec))
    if ws.stop == MANY_OUTCOMES:
        raise InputError(Message("games of {} end in more than {:,} different ways", game.spec, MOST_OUTCOMES))


def _new_workspace(players: int, size: int, memory: int, *, compiled: bool) -> tuple[Any, dict[str, memoryview]]:
    """Return the workspace for positions of ``size`` words, and its arrays by name."""
    words = memory // WORD
    most = max(1, words // (size + WORDS_BESIDE + SLOTS + 1))
    slots = 1 << max(1, (SLOTS * most).bit_length() - 1)
    arrays = {
        "states": new_words(most * size),
        "keys": new_words(most),
        "owner": new_words(most),
        "first": new_words(most + 1),
        "edges": new_words(words),
    }
    ws = cast(Any, new_workspace(layout(players, ExploreWorkspace), compiled=compiled))
    limit_nodes(ws, UNLIMITED)
    for name, array in arrays.items():
        setattr(ws, name, words_of(array, compiled=compiled))
    slot = new_words(slots)
    ws.slots, ws.slot_mask, ws.kept = words_of(slot, compiled=compiled), slots - 1, (arrays, slot)
    ws.start, ws.most, ws.most_edges = address_of(arrays["states"]), most, words
    return ws, arrays


def _stopped(players: int, size: int, *, compiled: bool) -> ExploreWorkspace:
    """Return a workspace with which an exploration ends at once."""
    ws, _ = _new_workspace(players, size, WORD * (size + WORDS_BESIDE + SLOTS + 1), compiled=compiled)
    ws.stop = STOPPED
    return cast(ExploreWorkspace, ws)


def make_explore(rules: Rules, game: Game, fields_at: FieldsAt) -> Callable[[Any, Any], None]:
    """Return ``explore(fields, ws)``, which numbers the positions that can be reached from a state."""
    as_state, width = AsState(game.initial()), shape_of(game.initial()).size
    number_of, outcome_of = make_number_of(game), make_outcome_of(rules)
    actions, result, is_terminal, to_move = rules.actions, rules.result, rules.is_terminal, rules.to_move
    words_of_each = width + WORDS_BESIDE + SLOTS

    def expand(number: int, ws: ExploreWorkspace) -> None:
        state = as_state(fields_at(ws.start + number * width * WORD))
        write_word(ws.first, number, ws.edge_count)
        if is_terminal(state):
            write_word(ws.owner, number, -1 - outcome_of(state, ws))
            return
        write_word(ws.owner, number, to_move(state))
        for action in actions(state):
            if ws.edge_count + ws.count * words_of_each >= ws.most_edges:
                ws.stop = NO_ROOM
                return
            write_word(ws.edges, ws.edge_count, number_of(result(state, action), ws))
            ws.edge_count += 1

    def explore(fields: Any, ws: ExploreWorkspace) -> None:
        number_of(as_state(fields), ws)
        while ws.expanded < ws.count and not ws.stop:
            ws.nodes += 1
            if ws.nodes >= ws.pause_at:
                is_over(ws)
            expand(ws.expanded, ws)
            ws.expanded += 1

    return explore


def make_number_of(game: Game) -> Callable[[State, ExploreWorkspace], int]:
    """Return ``number_of(state, ws)``: the number of a position, a new one if it is met for the first time."""
    shape = shape_of(game.initial())
    as_integers, hashed, width = AsIntegers(shape), make_hash(shape), shape.size

    def is_at(integers: tuple[int, ...], number: int, ws: ExploreWorkspace) -> bool:
        same = 0
        for place in range(width):
            if read_word(ws.states, number * width + place) == integers[place]:
                same += 1
        return same == width

    def number_of(state: State, ws: ExploreWorkspace) -> int:
        integers, key = as_integers(state), signed(hashed(state))
        slot = key & ws.slot_mask
        known = read_word(ws.slots, slot)
        while known:
            if read_word(ws.keys, known - 1) == key:
                if not is_at(integers, known - 1, ws):
                    ws.stop = SHARED_KEY
                return known - 1
            slot = slot + 1 & ws.slot_mask
            known = read_word(ws.slots, slot)
        number = ws.count
        if number == ws.most:
            ws.stop = NO_ROOM
            return 0
        write_word(ws.slots, slot, number + 1)
        write_word(ws.keys, number, key)
        for place in range(width):
            write_word(ws.states, number * width + place, integers[place])
        ws.count += 1
        return number

    return number_of


def make_outcome_of(rules: Rules) -> Callable[[State, ExploreWorkspace], int]:
    """Return ``outcome_of(state, ws)``: the number of the utilities of a finished state, a new one for new ones."""
    utility, players = rules.utility, rules.players

    def outcome_of(state: State, ws: ExploreWorkspace) -> int:
        vector = utility(state)
        for number in range(ws.outcome_count):
            same = 0
            for player in range(players):
                if ws.outcome[number, player] == vector[player]:
                    same += 1
            if same == players:
                return number
        if ws.outcome_count == MOST_OUTCOMES:
            ws.stop = MANY_OUTCOMES
            return 0
        for player in range(players):
            ws.outcome[ws.outcome_count, player] = vector[player]
        ws.outcome_count += 1
        return ws.outcome_count - 1

    return outcome_of
