"""Remarks on ends and moves, and the check of these hooks."""

from dataclasses import replace

import pytest

from spielbaum import Cell, Game, Remark, View, check_game
from spielbaum.errors import GameError
from spielbaum.game.endings import ending_of


def countdown(**view: object) -> Game:
    return Game(
        name="countdown",
        players=2,
        initial=lambda: 3,
        to_move=lambda state: state % 2,
        actions=lambda state: iter((1,)),
        result=lambda state, action: state - action,
        is_terminal=lambda state: state == 0,
        utility=lambda state: (4, 1.5),
        compiled=False,
        view=View(**view),  # type: ignore[arg-type]
    )


def test_an_end_without_a_remark_shows_its_utilities() -> None:
    ending = ending_of(countdown(), 0)
    assert ending is not None
    assert str(ending) == "pay-offs 4 : 1.5"


def test_a_plain_win_has_no_remark() -> None:
    assert ending_of(replace(countdown(), utility=lambda state: (1, -1)), 0) is None


def test_a_text_becomes_a_remark_and_other_values_are_refused() -> None:
    assert str(ending_of(countdown(ending=lambda state: "over and out"), 0)) == "over and out"
    with pytest.raises(GameError, match=r"view\.ending of game 'countdown' must give a text, a Remark or None, not 7"):
        ending_of(countdown(ending=lambda state: 7), 0)


@pytest.mark.parametrize(
    ("view", "fault"),
    [
        (
            {"cells": lambda state: [[Cell(str(state), name="a")]], "from_cells": lambda state, cells, player: 1},
            "from_cells makes a state with another board",
        ),
        ({"ending": lambda: "x"}, "takes 0 positional|too many positional"),
        ({"ending": lambda state: Remark("won", ["z9"])}, "marks 'z9', which is not a cell"),
        ({"remark": lambda state, action: Remark("{n} left", values={"m": 1})}, "without a value for 'n'"),
    ],
)
def test_the_check_finds_wrong_hooks(view: dict[str, object], fault: str) -> None:
    report = check_game(countdown(**view), games=1)
    assert report.failures
    assert any(word in str(report.failures[0]) for word in fault.split("|")), report.failures[0]
