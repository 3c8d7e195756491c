"""Remarks of Go: the areas at the end, and the number of captured stones."""

from collections.abc import Callable

from spielbaum import Remark
from spielbaum.games.go.goban import size_of
from spielbaum.games.go.rules import BLACK, WHITE, Rules, State, make_area, make_rules, make_stones


def make_ending(rules: Rules) -> Callable[[State], Remark]:
    """Return the hook ``ending``."""
    stones, area = make_stones(rules.goban), make_area(rules.goban)

    def ending(state: State) -> Remark:
        black, white = stones(state, BLACK), stones(state, WHITE)
        own, other = size_of(area(black, white)), size_of(area(white, black))
        return Remark(
            "area of Black {black}, of White {white} and komi {komi}",
            values={"black": own, "white": other, "komi": rules.double_komi / 2},
        )

    return ending


def make_remark(rules: Rules) -> Callable[[State, int], Remark | None]:
    """Return the hook ``remark``."""
    captured = _make_captured(rules)

    def remark(state: State, action: int) -> Remark | None:
        count = captured(state, action)
        if not count:
            return None
        return Remark("one stone is captured" if count == 1 else "{count} stones are captured", values={"count": count})

    return remark


def make_reasons(rules: Rules) -> Callable[[State, int], list[Remark]]:
    """Return the hook ``reasons``: the stones that a move captures."""
    captured = _make_captured(rules)

    def reasons(state: State, action: int) -> list[Remark]:
        count = captured(state, action)
        text = "captures a stone" if count == 1 else "captures {count} stones"
        return [Remark(text, values={"count": count}, worth=count)] if count else []

    return reasons


def _make_captured(rules: Rules) -> Callable[[State, int], int]:
    stones, result = make_stones(rules.goban), make_rules(rules).result

    def captured(state: State, action: int) -> int:
        other = 1 - state.plies & 1
        return size_of(stones(state, other)) - size_of(stones(result(state, action), other))

    return captured
