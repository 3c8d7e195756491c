"""Opponent move abstraction: statistics of the root player's actions, whatever the others reply.

With many players the second turn of the root player lies deep in the tree, and each of its nodes is visited rarely. But
what an action is worth there often depends little on the replies. So nodes that the same sequence of the root player's
own actions leads to share a mean, beside the mean that each of them has for itself. The estimate is a mixture of both,
in which the weight of the shared mean falls with the visits of the node, as in RAVE.

H. Baier and M. Kaisers, Guiding multiplayer MCTS by focusing on yourself, IEEE Conference on Games (2020).
"""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

from spielbaum.game import Action, Vector
from spielbaum.kernel import U64, always_inline, bits_of, float_of, read_word, scrambled, signed, write_word
from spielbaum.search.simulation.nodes import VALUES, VISITS, Fields, number, player_of
from spielbaum.search.simulation.values import Values
from spielbaum.search.simulation.workspace import OWN_PLACES, TreeWorkspace

MOST_PROBES = 16
"""The places that are tried for a sequence; if other sequences fill them all, it has no statistics."""

SEQUENCE, TIMES, VALUE = range(3)
"""What is kept of a sequence: its hash, or 0; its simulations; the sum of their values for the root player."""


class OwnActions(NamedTuple):
    """The hooks of opponent move abstraction.

    Attributes
    ----------
    begin
        ``(child, node, player, action, ws)``: initialise a new node below another one, at which the player moves.
    is_known
        ``(child, player, ws) -> bool``: whether a child has a shared mean.
    mixed
        ``(value, child, times, player, ws) -> number``: the value of a child with these visits, and its shared mean.
    update
        ``(ply, value, ws)``: add a simulation whose leaf of the tree is at this ply.
    restore
        ``(child, player, ws)``: add what a node holds from an earlier search.
    """

    begin: Callable[[int, int, int, Action, TreeWorkspace], None]
    is_known: Callable[[int, int, TreeWorkspace], bool]
    mixed: Callable[[float, int, int, int, TreeWorkspace], float]
    update: Callable[[int, Vector, TreeWorkspace], None]
    restore: Callable[[int, int, TreeWorkspace], None]


def make_own_actions(fields: Fields, values: Values, *, oma: bool) -> OwnActions:
    """Return the hooks; without opponent move abstraction they do nothing."""
    if not oma:
        return OwnActions(_begin_nothing, _never, _as_it_is, _update_nothing, _restore_nothing)
    own, word, vectors = values.own, fields.own, fields.width > 1

    def begin(child: int, node: int, player: int, action: Action, ws: TreeWorkspace) -> None:
        sequence = read_word(ws.table, node + word)
        if player == ws.root_player:
            sequence = longer(sequence, action)
        write_word(ws.table, child + word, sequence)

    @always_inline
    def is_known(child: int, player: int, ws: TreeWorkspace) -> bool:
        return player == ws.root_player and place_of_sequence(read_word(ws.table, child + word), ws) >= 0

    def mixed(value: float, child: int, times: int, player: int, ws: TreeWorkspace) -> float:
        if player != ws.root_player:
            return value
        place = place_of_sequence(read_word(ws.table, child + word), ws)
        if place < 0:
            return value
        share = sqrt(ws.oma / (3 * times + ws.oma))
        return value + share * (float_of(ws.own[place, VALUE]) / ws.own[place, TIMES] - value)

    def update(leaf: int, value: Vector, ws: TreeWorkspace) -> None:
        mine = own(value, ws.root_player, ws)
        for ply in range(leaf):
            if player_of(ws.line[ply], ws) == ws.root_player:
                add(read_word(ws.table, ws.line[ply + 1] + word), 1, mine, ws)

    def restore(child: int, player: int, ws: TreeWorkspace) -> None:
        times = read_word(ws.table, child + VISITS)
        if player == ws.root_player and times > 0:
            mine = number(child + VALUES + (player if vectors else 0), ws)
            add(read_word(ws.table, child + word), times, mine, ws)

    return OwnActions(begin, is_known, mixed, update, restore)


@always_inline
def longer(sequence: int, action: Action) -> int:
    """Return the hash of a sequence of actions with another one at its end."""
    found = signed(scrambled(U64(sequence ^ signed(scrambled(U64(action + 1))))))
    return found if found != 0 else 1


@always_inline
def place_of_sequence(sequence: int, ws: TreeWorkspace) -> int:
    """Return the place of the statistics of a sequence; -1 if there are none."""
    place = sequence & (OWN_PLACES - 1)
    for _ in range(MOST_PROBES):
        if ws.own[place, SEQUENCE] == sequence:
            return place
        if ws.own[place, SEQUENCE] == 0:
            return -1
        place = (place + 1) & (OWN_PLACES - 1)
    return -1


def add(sequence: int, times: int, value: float, ws: TreeWorkspace) -> None:
    """Add simulations to the statistics of a sequence, if there is a place for it."""
    place = sequence & (OWN_PLACES - 1)
    for _ in range(MOST_PROBES):
        if ws.own[place, SEQUENCE] == 0:
            ws.own[place, SEQUENCE] = sequence
        if ws.own[place, SEQUENCE] == sequence:
            ws.own[place, TIMES] += times
            ws.own[place, VALUE] = bits_of(float_of(ws.own[place, VALUE]) + value)
            return
        place = (place + 1) & (OWN_PLACES - 1)


def _begin_nothing(_child: int, _node: int, _player: int, _action: Action, _ws: TreeWorkspace) -> None:
    pass


def _never(_child: int, _player: int, _ws: TreeWorkspace) -> bool:
    return False


def _as_it_is(value: float, _child: int, _times: int, _player: int, _ws: TreeWorkspace) -> float:
    return value


def _update_nothing(_leaf: int, _value: Vector, _ws: TreeWorkspace) -> None:
    pass


def _restore_nothing(_child: int, _player: int, _ws: TreeWorkspace) -> None:
    pass
