"""The m,n,k game: k in a row on a board of m columns and n rows, for two to four players.

Squares are numbered row by row from the top left; square ``s`` is bit ``s``.
"""

from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from spielbaum import U64, Cell, Evaluation, Game, Notation, Remark, SearchHints, View
from spielbaum.errors import Message
from spielbaum.games._boards import in_rows, labelled_cells, labelled_text, symbols_on
from spielbaum.games._lines import placing_reasons
from spielbaum.games._rules import RuleFunctions
from spielbaum.kernel import popcount

NAMES = "XOYZ"
WOOD = ("#d9bf94", "#c9aa78")
SIGNS = ("cross", "nought", "triangle", "square")


class State(NamedTuple):
    """The stones of each player, in the order of their next moves: ``first`` is to move."""

    first: U64
    second: U64
    third: U64
    fourth: U64
    stones: int  # on the board, plus null moves; the player to move follows from it


class Lines(NamedTuple):
    """The four directions of lines: the distance of neighbours, and the squares on which a line may start."""

    steps: tuple[int, ...]
    begins: tuple[int, ...]


def lines_of(width: int, height: int, line: int) -> Lines:
    """Return the lines to the right, down, down to the right, and down to the left."""
    steps, begins = [], []
    for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        steps.append(down * width + right)
        begins.append(0)
        for square in range(width * height):
            column, row = square % width + (line - 1) * right, square // width + (line - 1) * down
            if 0 <= column < width and 0 <= row < height:
                begins[-1] |= 1 << square
    return Lines(tuple(steps), tuple(begins))


def _make_has_line(width: int, height: int, line: int) -> Callable[[int], bool]:
    """Return ``has_line(stones)``."""
    steps, begins = lines_of(width, height, line)

    def has_line(stones: int) -> bool:
        for i in range(4):
            lines = stones & U64(begins[i])
            for k in range(1, line):
                lines &= stones >> k * steps[i]
            if lines:
                return True
        return False

    return has_line


def make_rules(width: int, height: int, line: int, players: int) -> RuleFunctions:
    """Return the rules for a board, with ``count`` and ``null_move``."""
    squares = width * height
    full = U64((1 << squares) - 1)
    has_line = _make_has_line(width, height, line)
    everyone = tuple(range(players))

    def initial() -> State:
        return State(U64(0), U64(0), U64(0), U64(0), 0)

    def to_move(state: State) -> int:
        return state.stones % players

    def occupied(state: State) -> int:
        return state.first | state.second | state.third | state.fourth

    def last_mover(state: State) -> int:
        if players == 2:
            return state.second
        return state.third if players == 3 else state.fourth

    def actions(state: State) -> Iterator[int]:
        taken = occupied(state)
        for square in range(squares):
            if not taken >> square & 1:
                yield square

    def count(state: State) -> int:
        return squares - popcount(occupied(state))

    def result(state: State, square: int) -> State:
        mine = U64(state.first | U64(1) << square)
        if players == 2:
            return State(state.second, mine, U64(0), U64(0), state.stones + 1)
        if players == 3:
            return State(state.second, state.third, mine, U64(0), state.stones + 1)
        return State(state.second, state.third, state.fourth, mine, state.stones + 1)

    def null_move(state: State) -> State:
        if players == 2:
            return State(state.second, state.first, U64(0), U64(0), state.stones + 1)
        if players == 3:
            return State(state.second, state.third, state.first, U64(0), state.stones + 1)
        return State(state.second, state.third, state.fourth, state.first, state.stones + 1)

    def is_terminal(state: State) -> bool:
        return has_line(last_mover(state)) or occupied(state) == full

    if players == 2:

        def utility(state: State) -> tuple[float, ...]:
            if not has_line(state.second):
                return 0.0, 0.0
            return (1.0, -1.0) if state.stones & 1 else (-1.0, 1.0)
    else:
        share = 1 / players
        draws, wins = (share,) * players, tuple(tuple(float(p == q) for q in everyone) for p in everyone)

        def utility(state: State) -> tuple[float, ...]:
            if not has_line(last_mover(state)):
                return draws
            return wins[(state.stones - 1) % players]

    ends = ((0.0, 0.0), (1.0, -1.0), (-1.0, 1.0)) if players == 2 else (draws, *wins)
    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility, count, null_move, ends)


def _open_lines(width: int, height: int, line: int) -> Evaluation:
    """Return an evaluation: a line with stones of only one player counts for that player."""
    masks = tuple(
        sum(1 << square + i * step for i in range(line))
        for step, begins in zip(*lines_of(width, height, line), strict=True)
        for square in range(width * height)
        if begins >> square & 1
    ) or (0,)
    above_all_lines = 10 ** len(str(len(masks) * line * line))

    def open_lines(state: State) -> tuple[int, int]:
        """Return the sum of the squared numbers of stones over all lines with stones of only one player."""
        points = 0
        for mask in masks:
            own, other = popcount(state.first & U64(mask)), popcount(state.second & U64(mask))
            if other == 0:
                points += own * own
            elif own == 0:
                points -= other * other
        return (points, -points) if state.stones & 1 == 0 else (-points, points)

    return Evaluation(open_lines, above_all_lines, maximum=len(masks) * line * line)


def _make_rows(width: int, height: int, players: int) -> Callable[[State], list[str]]:
    """Return ``rows(state)``: the rows from the top, with the owner's letter or ``.`` for each square."""

    def owner(state: State, square: int) -> str:
        for seat in range(players):
            if state[seat] >> square & 1:
                return NAMES[(state.stones + seat) % players]
        return "."

    def rows(state: State) -> list[str]:
        return ["".join(owner(state, row * width + column) for column in range(width)) for row in range(height)]

    return rows


def _make_square_name(width: int, height: int) -> Callable[[int], str]:
    """Return ``square_name(square)``: a letter and the row from below, or a number on wide boards."""

    def square_name(square: int) -> str:
        return f"{ascii_lowercase[square % width]}{height - square // width}" if width <= 26 else str(square)

    return square_name


def make_notation(width: int, height: int, players: int, has_line: Callable[[int], bool]) -> Notation:
    """Return the notation for a board."""
    rows, square_name = _make_rows(width, height, players), _make_square_name(width, height)

    def format_state(state: State) -> str:
        return "/".join(rows(state))

    def parse_state(text: str) -> State:
        """Read the rows from the top, ``X``, ``O`` (``Y``, ``Z``) or ``.``, joined by ``/``."""
        text, _, mover = text.strip().upper().partition(" ")
        lines = text.split("/")
        symbols = NAMES[:players]
        if [len(row) for row in lines] != [width] * height or set(text) - set(symbols + "./"):
            shown = ", ".join(symbols)
            raise ValueError(
                Message("write {} rows of {} squares from the top, {} or ., joined by /", height, width, shown)
            )
        squares = "".join(lines)
        stones = {symbol: sum(1 << i for i, c in enumerate(squares) if c == symbol) for symbol in symbols}
        count = sum(map(popcount, stones.values()))
        if mover and mover != symbols[count % players]:
            raise ValueError(Message("after {} stones it is {} to move", count, symbols[count % players]))
        seats = [stones[symbols[(count + seat) % players]] for seat in range(players)]
        first, second, third, fourth = map(U64, seats + [0] * (4 - players))
        return State(first, second, third, fourth, count)

    def validate(state: State) -> None:
        boards = state[:4]
        taken = 0
        for stones in boards:
            if stones & taken or stones >> width * height or stones < 0:
                raise ValueError(Message("two stones share a square, or one lies outside the board"))
            taken |= stones
        if popcount(taken) != state.stones or any(boards[players:]):
            raise ValueError(
                Message("the board holds {} stones of {} players, not {}", popcount(taken), players, state.stones)
            )
        for seat in range(players):
            expected = (state.stones - (state.stones + seat) % players + players - 1) // players
            name, own = NAMES[(state.stones + seat) % players], popcount(boards[seat])
            if own != expected:
                raise ValueError(Message("of {} stones {} owns {}, not {}", state.stones, name, expected, own))
            if seat < players - 1 and has_line(boards[seat]):
                raise ValueError(Message("{} has a line already, and the game went on", name))

    def format_action(_state: State, square: int) -> str:
        return square_name(square)

    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        validate=validate,
    )


def make_view(width: int, height: int, players: int, line: int, parse_state: Callable[[str], State]) -> View:
    """Return the view of a board."""
    rows, square_name = _make_rows(width, height, players), _make_square_name(width, height)

    def board(state: State) -> str:
        return labelled_text(rows(state), range(height, 0, -1), ascii_lowercase[:width])

    def cell(stone: str, square: int) -> Cell:
        ground, name = WOOD[sum(divmod(square, width)) % 2], square_name(square)
        if stone not in NAMES:
            return Cell("", ground, name=name)
        owner = NAMES.index(stone)
        return Cell(stone, ground, owner, name, SIGNS[owner])

    def cells(state: State) -> list[list[Cell]]:
        lines = [[cell(stone, i * width + k) for k, stone in enumerate(row)] for i, row in enumerate(rows(state))]
        return labelled_cells(lines, range(height, 0, -1), ascii_lowercase[:width])

    def ending(state: State) -> Remark:
        won = set[int]()
        for step, begins in zip(*lines_of(width, height, line), strict=True):
            for square in range(width * height):
                squares = [square + i * step for i in range(line)]
                if begins >> square & 1 and any(all(own >> s & 1 for s in squares) for own in state[:players]):
                    won.update(squares)
        if not won:
            return Remark("the board is full")
        return Remark("{count} in a row", [square_name(square) for square in sorted(won)], {"count": line})

    lines = [
        sum(1 << square + i * step for i in range(line))
        for step, begins in zip(*lines_of(width, height, line), strict=True)
        for square in range(width * height)
        if begins >> square & 1
    ]

    def reasons(state: State, square: int) -> list[Remark]:
        return placing_reasons(lines, int(state.first), [int(other) for other in state[1:players]], square, line)

    def from_cells(_state: State, cells: Sequence[Cell], _player: int) -> State:
        return parse_state("/".join(in_rows(symbols_on(cells, NAMES), width)))

    names = tuple(NAMES[:players])
    return View(
        board=board,
        cells=cells,
        ending=ending,
        reasons=reasons,
        from_cells=from_cells,
        player_names=names,
        placing=SIGNS[:players],
    )


def game(width: int = 3, height: int = 3, line: int = 3, players: int = 2) -> Game:
    """Return the game on a board of up to 64 squares; the utilities of three or four players sum to 1."""
    if width < 1 or height < 1 or width * height > 64:
        raise ValueError(
            Message("the board must have 1 to 64 squares, and {} * {} are {}", width, height, width * height)
        )
    if not 1 <= line <= max(width, height):
        raise ValueError(Message("a line of {} does not fit on a board of {} * {}", line, width, height))
    if not 2 <= players <= 4:
        raise ValueError(Message("2 to {} players can play, not {}", 4, players))
    rules = make_rules(width, height, line, players)
    notation = make_notation(width, height, players, _make_has_line(width, height, line))
    assert notation.parse_state is not None
    return Game(
        name="mnk",
        players=players,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        zero_sum=players == 2,
        max_utility=1,
        utility_sum=0 if players == 2 else 1,
        non_negative=players > 2,
        distinct_actions=width * height,
        evaluations={"open-lines": _open_lines(width, height, line)} if players == 2 else {},
        hints=SearchHints(count=rules.count, null_move=rules.null_move, leaf_values=rules.leaf_values),
        notation=notation,
        view=make_view(width, height, players, line, notation.parse_state),
    )
