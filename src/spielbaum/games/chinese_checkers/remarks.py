"""Remarks of Chinese Checkers: a full goal, or the end of the turns."""

from collections.abc import Callable

from spielbaum import Remark
from spielbaum.games.chinese_checkers.rules import NOBODY, State, make_winner
from spielbaum.games.chinese_checkers.star import Race


def make_ending(race: Race, needed: int, turns: int) -> Callable[[State], Remark]:
    """Return the hook ``ending``; ``turns`` are those of each player."""
    winner = make_winner(race, needed)

    def ending(state: State) -> Remark:
        home = winner(state)
        if home == NOBODY:
            return Remark("no player is home after {turns} turns each", values={"turns": turns})
        return Remark("the goal is full", [race.names[cell] for cell in race.goals[home]])

    return ending
