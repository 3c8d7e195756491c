"""What Chinese Checkers says in words of its end: whose goal is full, or that the turns are over."""

from collections.abc import Callable

from spielbaum import Remark
from spielbaum.games.chinese_checkers.rules import NOBODY, State, make_winner
from spielbaum.games.chinese_checkers.star import Race


def make_ending(race: Race, needed: int, turns: int) -> Callable[[State], Remark]:
    """Return the hook ``ending``; the arguments are those of ``make_rules``, and the turns of each player."""
    winner = make_winner(race, needed)

    def ending(state: State) -> Remark:
        home = winner(state)
        if home == NOBODY:
            return Remark("after {turns} turns of each nobody is home", values={"turns": turns})
        return Remark("the goal is full", [race.names[cell] for cell in race.goals[home]])

    return ending
