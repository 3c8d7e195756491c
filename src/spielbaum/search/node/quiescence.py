"""Quiescence search: at the depth limit noisy actions, such as captures, are followed until none is left.

An estimate is worth little in the middle of an exchange. So a state at the depth limit is not estimated as it stands:
whoever is to move may *stand pat*, which makes the estimate a lower bound, or try the noisy actions, and the opponent
may answer likewise. Where the game forbids standing pat (in chess, in check) all actions are tried.

L. R. Harris, The heuristic search and the game of chess, IJCAI (1975); D. F. Beal, A generalised quiescence search
algorithm, Artificial Intelligence 43 (1990).
"""

from collections.abc import Callable
from math import inf
from typing import Any

from spielbaum.game import Action, State
from spielbaum.kernel import Workspace
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import ALPHA_BETA, MAX_LISTED_ACTIONS, OUT_OF_MEMORY
from spielbaum.search.node.hooks import Book
from spielbaum.search.node.options import Aids
from spielbaum.search.node.ordering import insert

Horizon = Callable[[State, Any, int, float, float, int, Workspace], float]
"""``(state, ended, viewer, alpha, beta, depth, ws) -> value`` of a node where the game or the depth comes to its end;
``viewer`` is the player from whose view values are."""

LAST_PLY = MAX_PLY - 1
"""No line is followed further."""


def make_horizon(rules: Rules, book: Book, aids: Aids, *, negates: bool) -> Horizon:
    """Return what an alpha-beta search does at its leaves; without quiescence it is ``leaf``.

    Parameters
    ----------
    rules, book
        The game, and the verbs of the search.
    aids
        Whether there is a quiescence search, and in which order it tries actions.
    negates
        Whether values are from the view of the player to move, and not of the root player.
    """
    leaf = book.leaf

    def estimated(
        state: State, ended: Any, viewer: int, _alpha: float, _beta: float, depth: int, ws: Workspace
    ) -> float:
        return leaf(state, ended, viewer, depth, ws)

    return _make_quiescence(rules, book, aids, negates=negates) if aids.quiescence else estimated


def _make_quiescence(rules: Rules, book: Book, aids: Aids, *, negates: bool) -> Horizon:
    to_move, result, may_stand_pat = rules.to_move, rules.result, rules.may_stand_pat or _always
    ends, enter, leaf, _, improve, back_up, cutoff, leave, _, stand_pat, stay = book
    listed = _make_listed(rules, aids)

    def quiescence(
        state: State, ended: Any, viewer: int, alpha: float, beta: float, depth: int, ws: Workspace
    ) -> float:
        # 1. A finished game has its utility. What does not end is estimated, or reported.
        ply = ws.depth - depth
        if ended or ws.stop or ws.unlimited or ply >= LAST_PLY:
            return leaf(state, ended, viewer, depth, ws)
        ours = to_move(state) == ws.root_player
        sign = 1.0 if negates or ours else -1.0
        low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
        # 2. Standing pat: the estimate is a lower bound, and enough is enough at beta.
        calm, best = may_stand_pat(state), -inf
        if calm:
            best = sign * stand_pat(state, viewer, depth, ws)
        first, end = ws.frame[ply], ws.frame[ply]
        if best < high and not ws.stop:
            end = listed(state, calm, ply, ws)
        if first == end:
            return stay(sign * best)
        # 3. The noisy actions; all of them where standing pat is forbidden.
        ws.leaves -= calm
        for i in range(first, end):
            if best >= high:
                cutoff(ALPHA_BETA, sign * best, sign * high, depth, ws)
                break
            action, floor = ws.action[i], max(low, best)
            child = result(state, action)
            mover = to_move(child)
            turn = sign if not negates else 1.0 if (mover == ws.root_player) == ours else -1.0
            least, most = (floor, high) if turn > 0 else (-high, -floor)
            enter(child, mover, least, most, ws)
            below = ends(child, depth - 1, ws)
            value = turn * quiescence(child, below, mover if negates else viewer, least, most, depth - 1, ws)
            if ws.stop:
                break
            if value > best:
                best = value
                if low < value < high:
                    improve(action, depth, ws)
            if ply > 0:
                back_up(action, sign * value, sign * floor, sign * best, depth, ws)
        return leave(sign * best)

    return quiescence


def _make_listed(rules: Rules, aids: Aids) -> Callable[[State, bool, int, Workspace], int]:
    actions, noisy = rules.actions, rules.noisy
    rank_of = rules.order if rules.order is not None and aids.order == "static" else _no_rank
    assert noisy is not None

    def listed(state: State, calm: bool, ply: int, ws: Workspace) -> int:
        """List the actions that are tried, those of the largest rank first, and return where the list ends."""
        first = ws.frame[ply]
        end = first
        for action in actions(state):
            if calm and not noisy(state, action):
                continue
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            insert(action, float(rank_of(state, action)), first, end, ws)
            end += 1
        ws.frame[ply + 1] = end
        return end  # type: ignore[no-any-return]

    return listed


def _always(_state: State) -> bool:
    return True


def _no_rank(_state: State, _action: Action) -> float:
    return 0.0
