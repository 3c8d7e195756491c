"""Prob-Max^n: Max^n against opponents whose aims are only known by their probabilities.

Every opponent is of one of several *types*. A type says what a player wants of a leaf: a large own entry, as in Max^n;
a large lead over the best other player; a small entry of the root player; or a large own entry by another evaluation
of the game. The root player is of the first type. Of the others only the probabilities of the types are known, and they
are the same for all.

A node has a number for each player and type: the expected value of the player, if it is of that type. The player to
move chooses a child for each type it might be. Its own number is that of the child it chooses; the numbers of the
others are means over its types. With one type it is Max^n.

N. R. Sturtevant, M. Zinkevich and M. Bowling, Prob-Max^n: playing N-player games with opponent models, AAAI (2006).
"""

import re
from collections.abc import Callable
from fractions import Fraction
from math import inf, lcm
from typing import NamedTuple

from spielbaum.errors import InputError, Message
from spielbaum.game import State, Vector
from spielbaum.kernel import Numbers, component, with_entry
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import MAX_SET, OUT_OF_MEMORY, Workspace
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors
from spielbaum.search.node.node import make_vector_tree
from spielbaum.search.node.repetition import make_worth

OWN, MARGIN, SPITE = "own", "margin", "spite"
NEARLY = 1e-9

TIE = 1e-9
"""Relative rounding error within which two means are equal; of equal means the first counts."""


class Opponents(NamedTuple):
    """The types of players, the root player's first, and their probabilities as whole numbers with a common sum."""

    types: tuple[str, ...]
    parts: tuple[int, ...]

    @property
    def number(self) -> int:
        """The sum of the parts."""
        return sum(self.parts)


def parse_opponents(text: str) -> Opponents:
    """Read a mixture of types, such as ``0.7own+0.3spite``.

    Raises
    ------
    InputError
        If it cannot be read, names a type twice, or its parts do not sum to 1.

    Examples
    --------
    >>> parse_opponents("0.7own+0.3spite")
    Opponents(types=('own', 'spite'), parts=(7, 3))
    >>> parse_opponents("1spite")
    Opponents(types=('own', 'spite'), parts=(0, 1))
    """
    found = {OWN: Fraction(0)}
    for part in text.split("+"):
        read = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)([A-Za-z_][\w-]*)", part.strip())
        if read is None or found.get(read[2]):
            raise InputError(
                Message("opponents is a mixture of different types, such as 0.7own+0.3spite, not {!r}", text)
            )
        found[read[2]] = Fraction(read[1])
    whole = float(sum(found.values()))
    if abs(whole - 1) > NEARLY:
        raise InputError(Message("the parts of opponents={} sum to {:g}, not to 1", text, whole))
    common = lcm(*(part.denominator for part in found.values()))
    return Opponents(tuple(found), tuple(int(part * common) for part in found.values()))


def make(rules: Rules, tracer: Tracer | None, *, opponents: str = "0.7own+0.3spite") -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; it has no window.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    opponents
        The probability of each type of opponent: ``own`` maximises its entry, ``margin`` its lead over the best other
        player, ``spite`` minimises the root player's entry; any other name is an evaluation of the game.
    """
    actions, result, players = rules.actions, rules.result, rules.players
    mixture = parse_opponents(opponents)
    types, part_of, all_parts = mixture.types, Numbers(tuple(map(float, mixture.parts))), float(mixture.number)
    tree, number = make_vector_tree(rules, tracer), len(types)
    note_types = _make_note_types(rules, types)
    unknown: Vector = (-inf,) * players

    def prob_max_n(state: State, depth: int, ws: Workspace) -> Vector:
        node, first = tree.enter(state, -inf, inf, depth, ws), ws.set_end
        # 1. Game over or depth limit: the value for each type.
        if node.ended:
            return leaf(node, tree.utility(node, ws), ws)
        if depth == 0:
            return leaf(node, tree.evaluate(node, ws), ws)
        if first + number * (number + 1) > MAX_SET:
            ws.stop = OUT_OF_MEMORY
            return unknown
        # 2. The player to move chooses a child for each type.
        best, player = unknown, node.player
        for i in range(number):
            ws.set_value[first + number * i + i, player] = -inf
        for action in actions(state):
            if tree.excluded(node, action, ws):
                continue
            child = ws.set_end = first + number * number
            value = prob_max_n(result(state, action), depth - 1, ws)
            if ws.stop:
                break
            for i in range(1, number):
                if exceeds(ws.set_value[child + i, player], ws.set_value[first + number * i + i, player]):
                    copy(child, first + number * i, ws)
            own, most = component(value, player), component(best, player)
            better = exceeds(own, most)
            if not better and not exceeds(most, own):
                value = with_entry(value, player, most)
            if better:
                copy(child, first, ws)
            best = tree.update(node, action, value, better, best, ws)
        # 3. The others expect the mean over its types.
        expect(first, player, ws)
        ws.set_end = first + number
        return tree.leave(row(first, ws))

    def leaf(node: Node, vector: Vector, ws: Workspace) -> Vector:
        first = ws.set_end
        if first + number > MAX_SET:
            ws.stop = OUT_OF_MEMORY
        else:
            note_types(node, vector, first, ws)
            ws.set_end = first + number
        return vector

    def expect(first: int, player: int, ws: Workspace) -> None:
        """Compute the expectations of a node from the chosen children, and put them into its first rows."""
        certain = player == ws.root_player
        for i in range(number):
            for other in range(players):
                added = 0.0
                for k in range(number):
                    part = (all_parts if k == 0 else 0.0) if certain else part_of[k]
                    if part > 0:
                        added += part * ws.set_value[first + number * k + i, other]
                ws.set_value[first + number * number + i, other] = added / all_parts
            ws.set_value[first + number * number + i, player] = ws.set_value[first + number * i + i, player]
        copy(first + number * number, first, ws)

    def copy(rows: int, to: int, ws: Workspace) -> None:
        for i in range(number):
            for player in range(players):
                ws.set_value[to + i, player] = ws.set_value[rows + i, player]

    def row(place: int, ws: Workspace) -> Vector:
        vector = unknown
        for player in range(players):
            vector = with_entry(vector, player, ws.set_value[place, player])
        return vector

    def search(state: State, _alpha: float, _beta: float, depth: int, ws: Workspace) -> Vector:
        ws.set_end = 0
        return prob_max_n(state, depth, ws)

    return search


def exceeds(one: float, other: float) -> bool:
    """Return whether a mean is larger than another by more than rounding."""
    return one - other > TIE * max(1.0, abs(one))


def _make_note_types(rules: Rules, types: tuple[str, ...]) -> Callable[[Node, Vector, int, Workspace], None]:
    """Return ``note_types(node, vector, first, ws)``: note what a leaf is worth to each type, one row per type."""
    players, number, seen_by = rules.players, len(types), _make_seen_by(rules, types)
    wants_margin, spites = tuple(kind == MARGIN for kind in types), tuple(kind == SPITE for kind in types)

    def note_types(node: Node, vector: Vector, first: int, ws: Workspace) -> None:
        for i in range(number):
            seen = seen_by(i, node, vector)
            for player in range(players):
                if spites[i]:
                    ws.set_value[first + i, player] = -component(seen, ws.root_player)
                elif wants_margin[i]:
                    ws.set_value[first + i, player] = component(seen, player) - best_other(seen, player)
                else:
                    ws.set_value[first + i, player] = component(seen, player)

    def best_other(vector: Vector, player: int) -> float:
        best = -inf
        for other in range(players):
            if other != player:
                best = max(best, component(vector, other))
        return best

    return note_types


SeenBy = Callable[[int, Node, Vector], Vector]
"""``(i, node, vector) -> vector`` of a leaf as type ``i`` evaluates it."""


def _make_seen_by(rules: Rules, types: tuple[str, ...]) -> SeenBy:
    seen_by: SeenBy = _as_it_is
    for i, kind in enumerate(types):
        if kind not in (OWN, MARGIN, SPITE):
            assert rules.with_evaluation is not None
            seen_by = _by_evaluation(rules.with_evaluation(kind), i, seen_by)
    return seen_by


def _by_evaluation(rules: Rules, of_type: int, otherwise: SeenBy) -> SeenBy:
    evaluate, worth = rules.evaluate, make_worth(rules)

    def seen_by(i: int, node: Node, vector: Vector) -> Vector:
        if i != of_type:
            return otherwise(i, node, vector)
        return worth(node.state, node.ended) if node.ended else evaluate(node.state)

    return seen_by


def _as_it_is(_i: int, _node: Node, vector: Vector) -> Vector:
    return vector


algorithm = Algorithm(
    name="prob-max-n",
    title="Prob-Max^n",
    doc="Max^n against opponents who want this or that with some probability",
    paper="N. R. Sturtevant, M. Zinkevich and M. Bowling (2006)",
    returns="what each player may expect",
    order=47,
    make=make,
    family=DepthFirstVectors,
    players="more",
    transform="none",
    windows=False,
    distances=False,
    benchmarks=(),
)
