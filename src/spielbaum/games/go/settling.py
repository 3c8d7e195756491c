"""The agreement on dead stones at the end of a game: territory and result without them."""

from collections.abc import Callable, Collection

from spielbaum.game.settlement import Settlement
from spielbaum.games.go.long_numbers import AnyState, areas, connected, stones_on
from spielbaum.games.go.remarks import area_remark
from spielbaum.games.go.rules import Rules


def make_settle(rules: Rules) -> Callable[[AnyState, Collection[str]], Settlement]:
    """Return the hook ``settle``."""
    goban, double_komi = rules.goban, rules.double_komi
    names = [goban.name(point) for point in range(goban.points)]

    def settle(state: AnyState, places: Collection[str]) -> Settlement:
        marked = sum(1 << point for point, name in enumerate(names) if name in places)
        both = stones_on(goban, state)
        dead = [connected(goban, marked & own, own) for own in both]
        living = [own & ~lost for own, lost in zip(both, dead, strict=True)]
        area = areas(goban, *living)
        counts = [points.bit_count() for points in area]
        lead = counts[0] - counts[1] - double_komi / 2
        won = lead if rules.points else float((lead > 0) - (lead < 0))
        return Settlement(
            owners={
                name: player
                for player, points in enumerate(area)
                for point, name in enumerate(names)
                if points & ~living[player] & 1 << point
            },
            dead=frozenset(name for point, name in enumerate(names) if (dead[0] | dead[1]) >> point & 1),
            standing=tuple(map(str, counts)),
            utility=(won, -won),
            remark=area_remark(rules, counts),
        )

    return settle
