"""Tic-tac-toe: three in a row on a board of three by three."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from spielbaum import Cell, Evaluation, Features, Game, Notation, Remark, View
from spielbaum.errors import Message
from spielbaum.game import Term
from spielbaum.games._boards import symbols_on
from spielbaum.games._lines import placing_reasons
from spielbaum.kernel import popcount

# Squares and their bits, row by row:   0 1 2
#                                       3 4 5
#                                       6 7 8
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
FULL = 0o777
ROWS = (0, 1, 2, 3, 4, 5, 6, 7, 8)
CENTRE_CORNERS_EDGES = (4, 0, 2, 6, 8, 1, 3, 5, 7)
WOOD = ("#d9bf94", "#c9aa78")
SIGNS = ("cross", "nought")


class State(NamedTuple):
    """A bit board for each player, and the player to move."""

    crosses: int
    noughts: int
    to_move: int  # 0 crosses, 1 noughts


def initial() -> State:
    """Return the empty board, crosses to move."""
    return State(0, 0, 0)


def to_move(state: State) -> int:
    """Return the player to move."""
    return state.to_move


def actions_by_rows(state: State) -> Iterator[int]:
    """Yield the empty squares row by row."""
    for square in ROWS:
        if not (state.crosses | state.noughts) >> square & 1:
            yield square


def actions_by_centre(state: State) -> Iterator[int]:
    """Yield the empty squares: the centre, the corners, the edges."""
    for square in CENTRE_CORNERS_EDGES:
        if not (state.crosses | state.noughts) >> square & 1:
            yield square


def result(state: State, square: int) -> State:
    """Return the board with one more stone."""
    if state.to_move == 0:
        return State(state.crosses | 1 << square, state.noughts, 1)
    return State(state.crosses, state.noughts | 1 << square, 0)


def has_line(stones: int) -> bool:
    """Return whether some stones have three in a row."""
    for line in LINES:  # noqa: SIM110, compiled code knows no generator expressions
        if stones & line == line:
            return True
    return False


def is_terminal(state: State) -> bool:
    """Return whether a player has three in a row or the board is full."""
    return has_line(state.crosses) or has_line(state.noughts) or state.crosses | state.noughts == FULL


def utility(state: State) -> tuple[int, int]:
    """Return 1 for the winner and -1 for the loser, or 0 for both."""
    if has_line(state.crosses):
        return 1, -1
    if has_line(state.noughts):
        return -1, 1
    return 0, 0


def open_lines(state: State) -> tuple[int, int]:
    """Return 3 X2 + X1 - (3 O2 + O1), and its negative.

    Xn is the number of lines with exactly n crosses and no nought, On that with exactly n noughts and no cross.

    Source: S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, exercise on tic-tac-toe in
    "Adversarial search".
    """
    points = 0
    for line in LINES:
        crosses, noughts = popcount(state.crosses & line), popcount(state.noughts & line)
        if noughts == 0 and crosses < 3:
            points += 3 * (crosses == 2) + (crosses == 1)
        elif crosses == 0 and noughts < 3:
            points -= 3 * (noughts == 2) + (noughts == 1)
    return points, -points


def terms(state: State) -> list[Term]:
    """Return the lines that `open_lines` counts, and their weights."""
    (crosses_one, crosses_two, _), (noughts_one, noughts_two, _) = features(state)
    return [Term("lines-1", (crosses_one, noughts_one), 1), Term("lines-2", (crosses_two, noughts_two), 3)]


def features(state: State) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return X1, X2 and X3 for crosses, and O1, O2 and O3 for noughts, as for `open_lines`."""
    return _lines_of(state.crosses, state.noughts), _lines_of(state.noughts, state.crosses)


def _lines_of(own: int, other: int) -> tuple[int, int, int]:
    """Return the number of lines with exactly one, two and three of some stones and none of the others."""
    one = two = three = 0
    for line in LINES:
        if not other & line:
            stones = popcount(own & line)
            one += stones == 1
            two += stones == 2
            three += stones == 3
    return one, two, three


def parse_state(text: str) -> State:
    """Read nine squares row by row, ``X``, ``O`` or ``.``, and then, if needed, the player to move."""
    squares, _, mover = text.strip().partition(" ")
    squares = squares.replace("/", "").upper()
    if len(squares) != 9 or set(squares) - set("XO."):
        raise ValueError(Message("write nine squares row by row, X, O or ., and then who moves: XOX.X.O.. X"))
    if mover.strip().upper() not in ("", "X", "O"):
        raise ValueError(Message("X or O moves, not {!r}", mover.strip()))
    crosses, noughts = (sum(1 << i for i, c in enumerate(squares) if c == symbol) for symbol in "XO")
    ahead = popcount(crosses) - popcount(noughts)
    return State(crosses, noughts, "XO".index(mover.strip().upper()) if mover.strip() else int(ahead > 0))


def validate(state: State) -> None:
    """Refuse positions that no game can reach."""
    if state.crosses & state.noughts or (state.crosses | state.noughts) & ~FULL or state.to_move not in (0, 1):
        raise ValueError(Message("a square holds one stone at most, and 0 or 1 is to move"))
    crosses, noughts = popcount(state.crosses), popcount(state.noughts)
    if not -1 <= crosses - noughts <= 1:
        raise ValueError(Message("{} crosses and {} noughts: neither side can be two stones ahead", crosses, noughts))
    if has_line(state.crosses) and has_line(state.noughts):
        raise ValueError(Message("both sides have three in a row"))


def format_state(state: State) -> str:
    """Return nine squares row by row, and the player to move."""
    return "".join("XO."[_owner(state, square)] for square in range(9)) + " " + "XO"[state.to_move]


def board(state: State) -> str:
    """Return the board as text, with numbers on empty squares."""
    squares = ["XO"[_owner(state, i)] if _owner(state, i) < 2 else str(i) for i in range(9)]
    return "\n".join(" ".join(squares[row : row + 3]) for row in (0, 3, 6))


def cells(state: State) -> list[list[Cell]]:
    """Return the board as cells, with numbers on empty squares."""
    squares = []
    for square in range(9):
        owner, ground, name = _owner(state, square), WOOD[square % 2], str(square)
        piece = Cell("XO"[owner], ground, owner, name, SIGNS[owner]) if owner < 2 else Cell(name, ground, name=name)
        squares.append(piece)
    return [squares[row : row + 3] for row in (0, 3, 6)]


def ending(state: State) -> Remark:
    """Return why the game is over: a line, or a full board."""
    for line in LINES:
        if line in (state.crosses & line, state.noughts & line):
            return Remark("three in a row", [str(square) for square in range(9) if line >> square & 1])
    return Remark("the board is full")


def reasons(state: State, square: int) -> list[Remark]:
    """Return what a stone on a square does."""
    own, other = (state.crosses, state.noughts)[:: -1 if state.to_move else 1]
    return placing_reasons(LINES, own, (other,), square, 3)


def from_cells(_state: State, cells: Sequence[Cell], player: int) -> State:
    """Return the state of a board."""
    return parse_state(f"{symbols_on(cells, 'XO')} {'XO'[player]}")


def _owner(state: State, square: int) -> int:
    return 0 if state.crosses >> square & 1 else 1 if state.noughts >> square & 1 else 2


def game(order: Literal["rows", "centre"] = "rows") -> Game:
    """Return tic-tac-toe; ``order`` is that of the actions: row by row, or centre, corners, edges."""
    return Game(
        name="tic-tac-toe",
        players=2,
        initial=initial,
        to_move=to_move,
        actions=actions_by_rows if order == "rows" else actions_by_centre,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        zero_sum=True,
        max_utility=1,
        utility_sum=0,
        distinct_actions=9,
        evaluations={"open-lines": Evaluation(open_lines, utility_weight=100, maximum=3 * len(LINES), terms=terms)},
        notation=Notation(format_state=format_state, parse_state=parse_state, validate=validate),
        view=View(
            board=board,
            cells=cells,
            ending=ending,
            reasons=reasons,
            from_cells=from_cells,
            placing=("cross", "nought"),
            player_names=("X", "O"),
        ),
        features=Features(names=("lines-1", "lines-2", "lines-3"), function=features),
    )
