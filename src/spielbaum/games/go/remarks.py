"""Remarks of Go: the areas at the end, and the number of captured stones."""

from collections.abc import Callable, Sequence

from spielbaum import Remark
from spielbaum.games.go.goban import Goban
from spielbaum.games.go.long_numbers import AnyState, areas, stones_on
from spielbaum.games.go.rules import Rules


def make_ending(rules: Rules) -> Callable[[AnyState], Remark]:
    """Return the hook ``ending``."""

    def ending(state: AnyState) -> Remark:
        return area_remark(rules, [area.bit_count() for area in areas(rules.goban, *stones_on(rules.goban, state))])

    return ending


def area_remark(rules: Rules, counts: Sequence[int]) -> Remark:
    """Return the remark on the area of each player."""
    return Remark(
        "area of Black {black}, of White {white} and komi {komi}",
        values={"black": counts[0], "white": counts[1], "komi": rules.double_komi / 2},
    )


def make_remark(captured: Callable[[AnyState, int], int]) -> Callable[[AnyState, int], Remark | None]:
    """Return the hook ``remark``."""

    def remark(state: AnyState, action: int) -> Remark | None:
        count = captured(state, action)
        if not count:
            return None
        return Remark("one stone is captured" if count == 1 else "{count} stones are captured", values={"count": count})

    return remark


def make_reasons(captured: Callable[[AnyState, int], int]) -> Callable[[AnyState, int], list[Remark]]:
    """Return the hook ``reasons``: the stones that a move captures."""

    def reasons(state: AnyState, action: int) -> list[Remark]:
        count = captured(state, action)
        text = "captures a stone" if count == 1 else "captures {count} stones"
        return [Remark(text, values={"count": count}, worth=count)] if count else []

    return reasons


def make_captured(goban: Goban, result: Callable[[AnyState, int], AnyState]) -> Callable[[AnyState, int], int]:
    """Return ``captured(state, action)``: the number of stones that a move takes off the board."""

    def captured(state: AnyState, action: int) -> int:
        other = 1 - state.plies & 1
        before, after = (stones_on(goban, one)[other] for one in (state, result(state, action)))
        return before.bit_count() - after.bit_count()

    return captured
