"""How the actions of a playout are chosen: at random, by the game's order, or by a small search of two or three plies.

The small searches describe the others as the policies of the tree do: each maximises its own value (Max^n), all are
against the player to move (paranoid), or only one of them replies, and the others make their expected moves
(best-reply search). With the probability ε an action is random, so that playouts differ.

J. A. M. Nijssen and M. H. M. Winands, Playout search for Monte-Carlo tree search in multi-player games, Advances in
Computer Games (2011).
"""

from collections.abc import Callable
from math import inf
from typing import Literal

from spielbaum.errors import Message, UnsupportedGameError
from spielbaum.game import Action, State, Vector
from spielbaum.kernel import always_inline, component
from spielbaum.search.core.game_view import Rules, paranoid_view
from spielbaum.search.core.pausing import is_over
from spielbaum.search.core.workspace import MAX_LISTED_ACTIONS, OUT_OF_MEMORY, RUNNING
from spielbaum.search.simulation.random_numbers import random_below
from spielbaum.search.simulation.workspace import TreeWorkspace

PlayoutPolicy = Literal["random", "order", "max-n", "paranoid", "brs", "none"]
"""How the actions of playouts are chosen: uniformly, by the game's order, or by a search that describes the others; or
that there are no playouts, but estimates."""

ChooseAction = Callable[[State, TreeWorkspace], Action]
"""``(state, ws) -> action``; the game is not over in that state."""

FINE = 1 << 30
"""The number of equally likely draws behind a probability."""


def make_choose_action(rules: Rules, policy: PlayoutPolicy, *, plies: int, breadth: int) -> ChooseAction:
    """Return the choice of actions in playouts.

    Parameters
    ----------
    rules
        The game, with the values that players maximise for themselves.
    policy
        How actions are chosen.
    plies, breadth
        The depth of a small search, and how many actions it considers of each state, the first ones in the game's
        order; 0 for all.
    """
    choose_random = make_random_action(rules)
    if policy in ("random", "none"):
        return choose_random
    if rules.order is None and (policy == "order" or breadth):
        raise UnsupportedGameError(
            Message(
                "playouts by the order of actions need one, and {} has none: give the game "
                "hints=SearchHints(order=...)",
                rules.name,
            )
        )
    choose_best = _make_first_in_order(rules) if policy == "order" else _make_search(rules, policy, plies, breadth)

    def choose(state: State, ws: TreeWorkspace) -> Action:
        if random_below(FINE, ws) < ws.epsilon * FINE or _is_over(ws):
            return choose_random(state, ws)
        return choose_best(state, ws)

    return choose


@always_inline
def _is_over(ws: TreeWorkspace) -> bool:
    """Return whether a limit is reached, in which case a small search estimates all states that are left."""
    return ws.stop != RUNNING or (ws.nodes >= ws.pause_at and is_over(ws))


def make_random_action(rules: Rules) -> ChooseAction:
    """Return the choice of a legal action, uniformly at random."""
    list_actions = _make_list_actions(rules)

    @always_inline
    def random_action(state: State, ws: TreeWorkspace) -> Action:
        return ws.action[random_below(list_actions(state, 0, ws), ws)]

    return random_action


def _make_list_actions(rules: Rules) -> Callable[[State, int, TreeWorkspace], int]:
    """Return ``list_actions(state, start, ws) -> end``: it lists the actions from a place of ``ws.action``."""
    actions = rules.actions

    @always_inline
    def list_actions(state: State, start: int, ws: TreeWorkspace) -> int:
        end = start
        for action in actions(state):
            if end == MAX_LISTED_ACTIONS:
                ws.stop = OUT_OF_MEMORY
                break
            ws.action[end] = action
            end += 1
        return end

    return list_actions


def _make_first_in_order(rules: Rules) -> ChooseAction:
    """Return the choice of the action with the highest rank, one of equal ones at random."""
    list_actions, order = _make_list_actions(rules), rules.order
    assert order is not None

    def first_in_order(state: State, ws: TreeWorkspace) -> Action:
        best_rank, equal = -inf, 0
        for i in range(list_actions(state, 0, ws)):
            rank = float(order(state, ws.action[i]))
            if rank > best_rank:
                best_rank, equal = rank, 0
            if rank == best_rank:
                ws.action[equal] = ws.action[i]
                equal += 1
        return ws.action[random_below(equal, ws)]

    return first_in_order


Candidates = Callable[[State, int, TreeWorkspace], int]
"""``(state, start, ws) -> end``: list the actions to search from a place of ``ws.action``."""


def _make_candidates(rules: Rules, breadth: int) -> Candidates:
    list_actions, order = _make_list_actions(rules), rules.order
    if not breadth or order is None:
        return list_actions

    def candidates(state: State, start: int, ws: TreeWorkspace) -> int:
        end = list_actions(state, start, ws)
        for i in range(start, end):
            ws.rank[i] = float(order(state, ws.action[i]))
        last = min(end, start + breadth)
        for i in range(start, last):
            bring_highest(i, end, ws)
        return last

    return candidates


def bring_highest(start: int, end: int, ws: TreeWorkspace) -> None:
    """Move the action with the highest rank to the first of some places; those before it move up by one."""
    best = start
    for i in range(start + 1, end):
        if ws.rank[i] > ws.rank[best]:
            best = i
    action, rank = ws.action[best], ws.rank[best]
    for i in range(best, start, -1):
        ws.action[i], ws.rank[i] = ws.action[i - 1], ws.rank[i - 1]
    ws.action[start], ws.rank[start] = action, rank


def _make_search(rules: Rules, policy: PlayoutPolicy, plies: int, breadth: int) -> ChooseAction:
    """Return the choice of the best action of a small search, one of equal ones at random."""
    makers = {"max-n": _make_max_n, "paranoid": _make_paranoid, "brs": _make_best_reply}
    value_of = makers[policy](rules, plies - 1, breadth)
    candidates, result, to_move = _make_candidates(rules, breadth), rules.result, rules.to_move

    def best_action(state: State, ws: TreeWorkspace) -> Action:
        player, end = to_move(state), candidates(state, 0, ws)
        best, best_value, equal = ws.action[0], -inf, 0
        ws.looks_ahead = 1
        for i in range(end):
            action = ws.action[i]
            value = value_of(result(state, action), player, best_value, end, ws)
            if value > best_value:
                best, best_value, equal = action, value, 1
            elif value == best_value:
                equal += 1
                if random_below(equal, ws) == 0:
                    best = action
        ws.looks_ahead = 0
        return best

    return best_action


ValueOf = Callable[[State, int, float, int, TreeWorkspace], float]
"""``(state, player, least, start, ws) -> value`` for the player who has just moved; exact if not below ``least``."""


def _make_max_n(rules: Rules, plies: int, breadth: int) -> ValueOf:
    candidates, count = _make_candidates(rules, breadth), _make_count(rules)
    result, to_move = rules.result, rules.to_move
    is_terminal, utility, evaluate = rules.is_terminal, rules.utility, rules.evaluate

    def search(state: State, left: int, start: int, ws: TreeWorkspace) -> Vector:
        count(state, ws)
        if is_terminal(state):
            return utility(state)
        best = evaluate(state)
        if left == 0 or _is_over(ws):
            return best
        player, best_value, end = to_move(state), -inf, candidates(state, start, ws)
        for i in range(start, end):
            value = search(result(state, ws.action[i]), left - 1, end, ws)
            if component(value, player) > best_value:
                best, best_value = value, component(value, player)
        return best

    def value_of(state: State, player: int, _least: float, start: int, ws: TreeWorkspace) -> float:
        return component(search(state, plies, start, ws), player)

    return value_of


def _make_paranoid(rules: Rules, plies: int, breadth: int) -> ValueOf:
    rules = paranoid_view(rules)
    candidates, count = _make_candidates(rules, breadth), _make_count(rules)
    result, to_move = rules.result, rules.to_move
    is_terminal, utility, evaluate = rules.is_terminal, rules.utility, rules.evaluate

    def search(state: State, player: int, left: int, alpha: float, beta: float, start: int, ws: TreeWorkspace) -> float:
        count(state, ws)
        if is_terminal(state):
            return component(utility(state), player)
        if left == 0 or _is_over(ws):
            return component(evaluate(state), player)
        end, maximises = candidates(state, start, ws), to_move(state) == player
        best = -inf if maximises else inf
        for i in range(start, end):
            value = search(result(state, ws.action[i]), player, left - 1, alpha, beta, end, ws)
            if maximises:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha > beta:
                break
        return best

    def value_of(state: State, player: int, least: float, start: int, ws: TreeWorkspace) -> float:
        return search(state, player, plies, least, inf, start, ws)

    return value_of


def _make_best_reply(rules: Rules, plies: int, breadth: int) -> ValueOf:
    rules = paranoid_view(rules)
    candidates, count = _make_candidates(rules, breadth), _make_count(rules)
    result, to_move = rules.result, rules.to_move
    is_terminal, utility, evaluate, opponents = rules.is_terminal, rules.utility, rules.evaluate, rules.players - 1
    put_expected_first = make_put_expected_first(rules)

    def search(
        state: State,
        player: int,
        left: int,
        others: int,
        replied: bool,
        alpha: float,
        beta: float,
        start: int,
        ws: TreeWorkspace,
    ) -> float:
        count(state, ws)
        if is_terminal(state):
            return component(utility(state), player)
        maximises = to_move(state) == player
        if maximises or others == 0:  # a turn of the player begins, or the one of all others together
            if left == 0 or _is_over(ws):
                return component(evaluate(state), player)
            left, others, replied = left - 1, 0 if maximises else opponents, False
        end = candidates(state, start, ws)
        if not maximises:
            put_expected_first(state, start, end, ws)
            end = start + 1 if replied else end
        best = -inf if maximises else inf
        for i in range(start, end):
            below, replies = result(state, ws.action[i]), replied or (not maximises and i > start)
            value = search(below, player, left, max(0, others - 1), replies, alpha, beta, end, ws)
            if maximises:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha > beta:
                break
        return best

    def value_of(state: State, player: int, least: float, start: int, ws: TreeWorkspace) -> float:
        return search(state, player, plies, 0, False, least, inf, start, ws)

    return value_of


def make_put_expected_first(rules: Rules) -> Callable[[State, int, int, TreeWorkspace], None]:
    """Return ``put_expected_first(state, start, end, ws)``.

    It swaps the expected action, the one that the game's ``order`` ranks first, with the first of those listed.
    """
    order = rules.order
    if order is None:
        return _leave_first

    def put_expected_first(state: State, start: int, end: int, ws: TreeWorkspace) -> None:
        best, best_rank = start, -inf
        for i in range(start, end):
            rank = float(order(state, ws.action[i]))
            if rank > best_rank:
                best, best_rank = i, rank
        ws.action[start], ws.action[best] = ws.action[best], ws.action[start]

    return put_expected_first


def make_rank(rules: Rules) -> Callable[[State, Action, TreeWorkspace], float]:
    """Return the rank of an action: by the game's ``order``, or without one by the estimate after it for its player."""
    order, result, to_move, estimate = rules.order, rules.result, rules.to_move, _make_max_n(rules, 0, 0)
    if order is None:

        def estimated(state: State, action: Action, ws: TreeWorkspace) -> float:
            ws.looks_ahead = 1
            value = estimate(result(state, action), to_move(state), -inf, 0, ws)
            ws.looks_ahead = 0
            return value

        return estimated

    def ranked(state: State, action: Action, _ws: TreeWorkspace) -> float:
        return float(order(state, action))

    return ranked


def _leave_first(_state: State, _start: int, _end: int, _ws: TreeWorkspace) -> None:
    pass


def _make_count(rules: Rules) -> Callable[[State, TreeWorkspace], None]:
    to_move = rules.to_move

    @always_inline
    def count(state: State, ws: TreeWorkspace) -> None:
        ws.nodes += 1
        ws.max_nodes += to_move(state) == ws.root_player

    return count
