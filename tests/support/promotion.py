"""Each player moves its only pawn one step and chooses a promotion; two queens are a draw."""

from typing import NamedTuple

from spielbaum import Cell, Game, Notation, View

BECOMES = "qrn"


class State(NamedTuple):
    """The promotions of the pawns, -1 before promotion."""

    first: int = -1
    second: int = -1


def initial() -> State:
    return State()


def to_move(state: State) -> int:
    return 0 if state.first < 0 else 1


def actions(state: State) -> range:
    return range(3)


def result(state: State, action: int) -> State:
    if state.first < 0:
        return State(action, -1)
    return State(state.first, action)


def is_terminal(state: State) -> bool:
    return state.second >= 0


def utility(state: State) -> tuple[int, int]:
    return state.second - state.first, state.first - state.second


def format_action(state: State, action: int) -> str:
    file = "ab"[to_move(state)]
    return f"{file}1{file}2{BECOMES[action]}"


def click_path(state: State, action: int) -> tuple[str, str]:
    file = "ab"[to_move(state)]
    return f"{file}1", f"{file}2"


def cells(state: State) -> list[list[Cell]]:
    def cell(player: int, row: int) -> Cell:
        became = state[player]
        if became < 0:
            return Cell("P" if row == 1 else "", "#d9c093", player if row == 1 else None, f"{'ab'[player]}{row}")
        return Cell(
            BECOMES[became] if row == 2 else "", "#d9c093", player if row == 2 else None, f"{'ab'[player]}{row}"
        )

    return [[cell(0, row), cell(1, row)] for row in (2, 1)]


game = Game(
    name="promotion",
    players=2,
    initial=initial,
    to_move=to_move,
    actions=actions,
    result=result,
    is_terminal=is_terminal,
    utility=utility,
    zero_sum=True,
    max_utility=2,
    notation=Notation(format_action=format_action),
    view=View(cells=cells, click_path=click_path),
)
