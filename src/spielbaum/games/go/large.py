"""Go on 13 × 13 and 19 × 19 points: the rules of ``rules.py`` on a board that is a tuple, made to be played.

The number of a point is that of ``goban.py``; the pass comes after the last one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from spielbaum import U64, Evaluation, Repetition, Unit
from spielbaum.game.hashes import MASK
from spielbaum.games._rules import RuleFunctions
from spielbaum.games.go.evaluations import IN_DANGER, UTILITY_WEIGHT
from spielbaum.games.go.goban import Goban
from spielbaum.games.go.rules import ENDLESS, NO_KO, PASSES, Rules

NOBODY, BLACK_STONE, WHITE_STONE = 0, 1, 2
OFF = -1
"""A neighbour beyond the edge."""


class LargeState(NamedTuple):
    """The points, each empty or with a stone, the point of a ko, passes and plies."""

    board: tuple[int, ...]
    ko: int  # the point where a stone is forbidden, or NO_KO
    passes: int  # the last plies in a row
    plies: int  # Black is to move if it is even; 0 or 1 without a limit


@cache
def beside_of(goban: Goban) -> tuple[int, ...]:
    """Return the four neighbours of each point, one point after the other."""
    size = goban.size
    found: list[int] = []
    for point in range(goban.points):
        row, column = divmod(point, size)
        found += [
            point - 1 if column else OFF,
            point + 1 if column < size - 1 else OFF,
            point - size if row else OFF,
            point + size if row < size - 1 else OFF,
        ]
    return tuple(found)


@cache
def make_breathes(goban: Goban) -> Callable[[Sequence[int], int, int], bool]:
    """Return ``breathes(board, point, ignored)``: whether a group has a liberty other than a point."""
    beside, points = beside_of(goban), goban.points

    def breathes(board: Sequence[int], point: int, ignored: int) -> bool:
        colour, seen, left = board[point], [0] * points, [point]
        seen[point] = 1
        while left:
            here = left.pop()
            for there in beside[4 * here : 4 * here + 4]:
                if there != OFF and board[there] == NOBODY and there != ignored:
                    return True
                if there != OFF and board[there] == colour and not seen[there]:
                    seen[there] = 1
                    left.append(there)
        return False

    return breathes


@cache
def make_lead(goban: Goban) -> Callable[[Sequence[int]], int]:
    """Return ``lead(board)``: the area of Black less that of White."""
    beside, points = beside_of(goban), goban.points

    def lead(board: Sequence[int]) -> int:
        found, seen = 0, [0] * points
        for start in range(points):
            if board[start] != NOBODY:
                found += 1 if board[start] == BLACK_STONE else -1
            elif not seen[start]:
                size, touched, left = 0, 0, [start]
                seen[start] = 1
                while left:
                    here = left.pop()
                    size += 1
                    for there in beside[4 * here : 4 * here + 4]:
                        if there != OFF and board[there] != NOBODY:
                            touched |= board[there]
                        elif there != OFF and not seen[there]:
                            seen[there] = 1
                            left.append(there)
                if touched == BLACK_STONE:
                    found += size
                elif touched == WHITE_STONE:
                    found -= size
        return found

    return lead


def make_rules(rules: Rules) -> RuleFunctions:
    """Return the rules for a board."""
    goban, double_komi, counts, longest = rules
    beside, breathes, lead = beside_of(goban), make_breathes(goban), make_lead(goban)
    last = goban.points
    kept_plies = 1 if longest == ENDLESS else -1

    def initial() -> LargeState:
        return LargeState((NOBODY,) * last, NO_KO, 0, 0)

    def to_move(state: LargeState) -> int:
        return state.plies & 1

    def is_legal(board: Sequence[int], own: int, point: int) -> bool:
        """Return whether a stone would have a liberty, or captures a group, on an empty point."""
        for there in beside[4 * point : 4 * point + 4]:
            if there != OFF and (board[there] == NOBODY or (board[there] == own) == breathes(board, there, point)):
                return True
        return False

    def actions(state: LargeState) -> Iterator[int]:
        board, own = state.board, (state.plies & 1) + 1
        for point in range(last):
            if board[point] == NOBODY and point != state.ko and is_legal(board, own, point):
                yield point
        yield last

    def take_off(board: list[int], point: int) -> int:
        """Remove a group, and return the number of its stones."""
        colour, left, count = board[point], [point], 0
        board[point] = NOBODY
        while left:
            here = left.pop()
            count += 1
            for there in beside[4 * here : 4 * here + 4]:
                if there != OFF and board[there] == colour:
                    board[there] = NOBODY
                    left.append(there)
        return count

    def result(state: LargeState, action: int) -> LargeState:
        plies = state.plies + 1 & kept_plies
        if action == last:
            return LargeState(state.board, NO_KO, state.passes + 1, plies)
        board, own = list(state.board), (state.plies & 1) + 1
        board[action] = own
        alone, taken, ko = True, 0, NO_KO
        for there in beside[4 * action : 4 * action + 4]:
            if there != OFF and board[there] == 3 - own and not breathes(board, there, OFF):
                taken += take_off(board, there)
                ko = there
            elif there != OFF and board[there] != 3 - own:
                alone = False
        return LargeState(tuple(board), ko if alone and taken == 1 else NO_KO, 0, plies)

    def is_terminal(state: LargeState) -> bool:
        return state.passes >= PASSES or (longest != ENDLESS and state.plies >= longest)

    def utility(state: LargeState) -> tuple[float, float]:
        margin = 2 * lead(state.board) - double_komi
        won = 0.5 * margin if counts else float((margin > 0) - (margin < 0))
        return won, -won

    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility)


def make_repetition(rules: Rules) -> Repetition:
    """Return the rule of repetition: the same stones, player to move, ko and passes."""
    points = rules.goban.points

    def key(state: LargeState) -> int:
        found = U64((state.plies & 1) + 2 * state.passes + 8 * (state.ko + 1))
        for point in range(points):
            found = U64(found * 1_000_003 + state.board[point] & MASK)
        return found

    return Repetition(key=key, times=2, whole=rules.longest == ENDLESS)


def make_evaluations(rules: Rules) -> Mapping[str, Evaluation]:
    """Return the evaluations, the default first."""
    goban = rules.goban
    beside, lead, points = beside_of(goban), make_lead(goban), goban.points
    unit = 1 if rules.points else 2
    komi = rules.double_komi / 2 if rules.points else rules.double_komi

    def without_atari(board: Sequence[int], colour: int) -> list[int]:
        """Return a board without the groups of one colour that have a single liberty."""
        left, seen = list(board), [0] * points
        for start in range(points):
            if board[start] != colour or seen[start]:
                continue
            group, done, liberty, several = [start], 0, OFF, False
            seen[start] = 1
            while done < len(group):
                here = group[done]
                done += 1
                for there in beside[4 * here : 4 * here + 4]:
                    if there != OFF and board[there] == NOBODY:
                        several = several or liberty not in (OFF, there)
                        liberty = there
                    elif there != OFF and board[there] == colour and not seen[there]:
                        seen[there] = 1
                        group.append(there)
            if not several:
                for point in group:
                    left[point] = NOBODY
        return left

    def influence(state: LargeState) -> tuple[float, float]:
        """Return the points nearer to Black less those nearer to White, without stones that can be captured now."""
        board = without_atari(state.board, 2 - (state.plies & 1))
        near, distance = [0] * points, [points] * points  # a colour, or both: neutral
        queue: list[int] = []
        for point in range(points):
            if board[point] != NOBODY:
                near[point], distance[point] = board[point], 0
                queue.append(point)
        done = 0
        while done < len(queue):
            here = queue[done]
            done += 1
            for there in beside[4 * here : 4 * here + 4]:
                if there != OFF and board[there] == NOBODY and near[here] != 3:
                    if distance[there] == points:
                        near[there], distance[there] = near[here], distance[here] + 1
                        queue.append(there)
                    elif distance[there] == distance[here] + 1:
                        near[there] |= near[here]
        found = 0
        for point in range(points):
            found += 1 if near[point] == BLACK_STONE else -1 if near[point] == WHITE_STONE else 0
        value = unit * found - komi
        return value, -value

    def area(state: LargeState) -> tuple[float, float]:
        """Return the area of Black less that of White."""
        value = unit * lead(state.board) - komi
        return value, -value

    weight = 1 if rules.points else UTILITY_WEIGHT
    largest = unit * goban.points + abs(komi)
    counted = Unit("point", "points", size=unit)
    return {f.__name__: Evaluation(f, weight, maximum=largest, unit=counted) for f in (influence, area)}


def make_order(rules: Rules) -> Callable[[LargeState, int], int]:
    """Return ``order(state, action)``: moves beside groups in atari first, then those with room, the pass last."""
    goban = rules.goban
    size, last, beside, breathes = goban.size, goban.points, beside_of(goban), make_breathes(goban)
    lines = [min(i, size - 1 - i, 3) for i in range(size)]
    inner = tuple(row + column for row in lines for column in lines)

    def order(state: LargeState, action: int) -> int:
        if action == last:
            return -IN_DANGER
        board, worth = state.board, inner[action]
        for there in beside[4 * action : 4 * action + 4]:
            if there != OFF:
                worth += 2 * (board[there] == NOBODY)
                if board[there] != NOBODY and not breathes(board, there, action):
                    worth += IN_DANGER
        return worth

    return order
