"""Positions of the nodes of a tree, for a narrow and regular layout.

C. Buchheim, M. Jünger and S. Leipert, Improving Walker's algorithm to run in linear time, Graph Drawing (2002). Names
are those of the paper. Nodes may have different widths, and nothing is recursive, so trees may be arbitrarily deep.

The paper's layout spaces subtrees from left to right. The mean of it and of the mirrored layout of the mirrored tree
has all properties of a tidy layout, and is symmetric.
"""

from collections.abc import Sequence

Children = Sequence[Sequence[int]]


def tidy_tree(children: Children, widths: Sequence[float], *, gap: float = 1) -> tuple[list[float], list[int]]:
    """Return the middle of each node's box, with the leftmost box starting at 0, and its depth.

    Parameters
    ----------
    children
        For each node the numbers of its children from left to right; node 0 is the root.
    widths
        The widths of the boxes.
    gap
        The gap between neighbours on a level.

    Examples
    --------
    >>> tidy_tree([[1, 2], [], []], [2, 4, 4], gap=1)
    ([4.5, 2.0, 7.0], [0, 1, 1])
    """
    mirrored = [below[::-1] for below in children]
    pairs = zip(_Walker(children, widths, gap).places(), _Walker(mirrored, widths, gap).places(), strict=True)
    xs = [(left - right) / 2 for left, right in pairs]
    edge = min(x - width / 2 for x, width in zip(xs, widths, strict=True))
    return [x - edge for x in xs], _depths(children)


def _preorder(children: Children) -> list[int]:
    """Return all nodes, parents before children and each subtree in one piece, from the right to the left."""
    order, waiting = [], [0]
    while waiting:
        order.append(waiting.pop())
        waiting.extend(children[order[-1]])
    return order


def _depths(children: Children) -> list[int]:
    depths = [0] * len(children)
    for v in _preorder(children):
        for child in children[v]:
            depths[child] = depths[v] + 1
    return depths


class _Walker:
    """The algorithm of the paper; ``-1`` means no node."""

    def __init__(self, children: Children, widths: Sequence[float], gap: float) -> None:
        nodes = len(children)
        self._children, self._widths, self._gap = children, widths, gap
        self._parent, self._number = [-1] * nodes, [0] * nodes
        for v, below in enumerate(children):
            for number, child in enumerate(below):
                self._parent[child], self._number[child] = v, number
        self._prelim, self._mod = [0.0] * nodes, [0.0] * nodes
        self._shift, self._change = [0.0] * nodes, [0.0] * nodes
        self._thread, self._ancestor = [-1] * nodes, list(range(nodes))

    def places(self) -> list[float]:
        """Return the middle of each node, that of the root being 0."""
        preorder = _preorder(self._children)
        default_ancestor = [below[0] if below else -1 for below in self._children]
        for v in reversed(preorder):  # the first walk: children before parents, from left to right
            self._place(v)
            if self._number[v]:
                parent = self._parent[v]
                default_ancestor[parent] = self._apportion(v, default_ancestor[parent])
        xs, moved = [0.0] * len(preorder), [0.0] * len(preorder)
        moved[0] = -self._prelim[0]
        for v in preorder:  # the second walk
            xs[v] = self._prelim[v] + moved[v]
            for child in self._children[v]:
                moved[child] = moved[v] + self._mod[v]
        return xs

    def _place(self, v: int) -> None:
        """Put a node beside its left sibling, or above the middle of its children."""
        middle, below = 0.0, self._children[v]
        if below:
            self._execute_shifts(v)
            middle = (self._prelim[below[0]] + self._prelim[below[-1]]) / 2
        if self._number[v]:
            w = self._left_sibling(v)
            self._prelim[v] = self._prelim[w] + self._distance(w, v)
            self._mod[v] = self._prelim[v] - middle
        else:
            self._prelim[v] = middle

    def _apportion(self, v: int, default_ancestor: int) -> int:
        """Move a subtree away from those on its left, and return the new default ancestor.

        ``i`` and ``o`` are the inner and outer contours, ``minus`` those of the left, ``plus`` those of the right.
        """
        prelim, mod = self._prelim, self._mod
        v_i_plus = v_o_plus = v
        v_i_minus, v_o_minus = self._left_sibling(v), self._children[self._parent[v]][0]
        s_i_plus = s_o_plus = mod[v]
        s_i_minus, s_o_minus = mod[v_i_minus], mod[v_o_minus]
        right, left = self._next_right(v_i_minus), self._next_left(v_i_plus)
        while right >= 0 and left >= 0:
            v_i_minus, v_i_plus = right, left
            v_o_minus, v_o_plus = self._next_left(v_o_minus), self._next_right(v_o_plus)
            self._ancestor[v_o_plus] = v
            shift = prelim[v_i_minus] + s_i_minus - prelim[v_i_plus] - s_i_plus + self._distance(v_i_minus, v_i_plus)
            if shift > 0:
                own = self._ancestor[v_i_minus]
                is_sibling = self._parent[own] == self._parent[v]
                self._move_subtree(own if is_sibling else default_ancestor, v, shift)
                s_i_plus += shift
                s_o_plus += shift
            s_i_minus += mod[v_i_minus]
            s_i_plus += mod[v_i_plus]
            s_o_minus += mod[v_o_minus]
            s_o_plus += mod[v_o_plus]
            right, left = self._next_right(v_i_minus), self._next_left(v_i_plus)
        if right >= 0 and self._next_right(v_o_plus) < 0:
            self._thread[v_o_plus] = right
            mod[v_o_plus] += s_i_minus - s_o_plus
        if left >= 0 and self._next_left(v_o_minus) < 0:
            self._thread[v_o_minus] = left
            mod[v_o_minus] += s_i_plus - s_o_minus
            return v
        return default_ancestor

    def _move_subtree(self, w_minus: int, w_plus: int, shift: float) -> None:
        share = shift / (self._number[w_plus] - self._number[w_minus])
        self._change[w_plus] -= share
        self._shift[w_plus] += shift
        self._change[w_minus] += share
        self._prelim[w_plus] += shift
        self._mod[w_plus] += shift

    def _execute_shifts(self, v: int) -> None:
        shift = change = 0.0
        for w in reversed(self._children[v]):
            self._prelim[w] += shift
            self._mod[w] += shift
            change += self._change[w]
            shift += self._shift[w] + change

    def _left_sibling(self, v: int) -> int:
        return self._children[self._parent[v]][self._number[v] - 1]

    def _next_left(self, v: int) -> int:
        return self._children[v][0] if self._children[v] else self._thread[v]

    def _next_right(self, v: int) -> int:
        return self._children[v][-1] if self._children[v] else self._thread[v]

    def _distance(self, v: int, w: int) -> float:
        return (self._widths[v] + self._widths[w]) / 2 + self._gap
