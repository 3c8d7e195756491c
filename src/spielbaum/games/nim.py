"""Nim: take any number of counters from one heap; the player who takes the last counter wins.

C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901): the player to move
loses if and only if the binary sum of the heaps without carry is 0.
"""

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from spielbaum import Cell, Game, Notation, Place, ProofHints, Remark, SearchHints, View
from spielbaum.errors import Message

HEAP_BITS = 6
HEAP = (1 << HEAP_BITS) - 1
MAX_HEAPS = 10
ROW = 16
"""The number of counters in a row of the picture."""


class State(NamedTuple):
    """The heaps, six bits each, the first lowest, and the player to move."""

    heaps: int
    to_move: int


def to_move(state: State) -> int:
    """Return the player to move."""
    return state.to_move


def actions(state: State) -> Iterator[int]:
    """Yield ``64 * heap + counters``, by heap and then by counters."""
    for heap in range(MAX_HEAPS):
        for counters in range(1, (state.heaps >> HEAP_BITS * heap & HEAP) + 1):
            yield heap << HEAP_BITS | counters


def result(state: State, action: int) -> State:
    """Return the heaps after a move."""
    heap, counters = action >> HEAP_BITS, action & HEAP
    return State(state.heaps - (counters << HEAP_BITS * heap), 1 - state.to_move)


def is_terminal(state: State) -> bool:
    """Return whether all counters are taken."""
    return state.heaps == 0


def last_wins(state: State) -> tuple[int, int]:
    """Return 1 for the player who has taken the last counter."""
    return (-1, 1) if state.to_move == 0 else (1, -1)


def last_loses(state: State) -> tuple[int, int]:
    """Return -1 for the player who has taken the last counter."""
    return (1, -1) if state.to_move == 0 else (-1, 1)


def heaps_left(state: State) -> Iterator[int]:
    """Yield the sizes of the heaps that are not empty: the value does not depend on their order."""
    left = state.heaps
    while left:
        if left & HEAP:
            yield left & HEAP
        left >>= HEAP_BITS


def sizes_of(state: State, count: int) -> list[int]:
    """Return the sizes of the first heaps."""
    return [state.heaps >> HEAP_BITS * heap & HEAP for heap in range(count)]


def make_notation(count: int) -> Notation:
    """Return the notation for ``count`` heaps."""

    def format_state(state: State) -> str:
        return f"{'-'.join(map(str, sizes_of(state, count)))} {state.to_move}"

    def parse_state(text: str) -> State:
        """Read the heaps, joined by hyphens, and then the player to move, by default the first."""
        heaps, _, mover = text.strip().partition(" ")
        if mover.strip() not in ("", "0", "1"):
            raise ValueError(Message("player 0 or 1 is to move, not {!r}", mover.strip()))
        packed = pack_heaps(heaps)
        if heaps.count("-") + 1 != count:
            raise ValueError(Message("there are {} heaps, not {}", count, heaps.count("-") + 1))
        return State(packed, int(mover or 0))

    def validate(state: State) -> None:
        if state.heaps < 0 or state.heaps >> HEAP_BITS * count or state.to_move not in (0, 1):
            raise ValueError(Message("there are {} heaps of at most {}, and 0 or 1 is to move", count, HEAP))

    def format_action(_state: State, action: int) -> str:
        return f"{ascii_lowercase[action >> HEAP_BITS]}{action & HEAP}"

    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        validate=validate,
    )


def make_view(count: int, misere: bool) -> View:
    """Return the view of ``count`` heaps: text, and rows of counters."""

    def board(state: State) -> str:
        return "\n".join(f"{ascii_lowercase[i]} {'|' * size or '-'}" for i, size in enumerate(sizes_of(state, count)))

    def places(state: State) -> list[Place]:
        """Return the heaps as rows of counters: a click on one takes it, and those to its right."""
        drawn, y = [], 0.5
        for i, size in enumerate(sizes_of(state, count)):
            heap = ascii_lowercase[i]
            drawn.append(Place(Cell(heap), 0.25, y, 0.5))
            for k in range(size):
                counter = Cell(name=f"{heap}{size - k}", piece="disc")
                drawn.append(Place(counter, 1 + k % ROW, y + k // ROW))
            y += max(1, -(-size // ROW))
        drawn.append(Place(Cell(f"{sum(sizes_of(state, count))} left"), 2, y, 3, 0.5))
        return drawn

    def ending(_state: State) -> Remark:
        return Remark("who takes the last counter loses" if misere else "who takes the last counter wins")

    def from_cells(_state: State, cells: Sequence[Cell], player: int) -> State:
        heaps = [cell.name[0] for cell in cells if cell.piece]
        return State(sum(heaps.count(ascii_lowercase[i]) << HEAP_BITS * i for i in range(count)), player)

    def reasons(state: State, action: int) -> list[Remark]:
        total = 0
        for size in sizes_of(result(state, action), count):
            total ^= size
        return [] if total or misere else [Remark("leaves a nim-sum of 0")]

    return View(board=board, places=places, ending=ending, reasons=reasons, from_cells=from_cells)


def pack_heaps(text: str) -> int:
    """Return the heaps of a text such as ``3-4-5`` as one number."""
    sizes = text.split("-")
    if not all(size.isdecimal() and int(size) <= HEAP for size in sizes) or len(sizes) > MAX_HEAPS:
        raise ValueError(Message("write 1 to {} heaps of 0 to {} counters, such as 3-4-5", MAX_HEAPS, HEAP))
    return sum(int(size) << HEAP_BITS * i for i, size in enumerate(sizes))


def game(heaps: str = "3-4-5", misere: bool = False) -> Game:
    """Return nim with the given heaps; with ``misere`` the player who takes the last counter loses."""
    start, count = State(pack_heaps(heaps), 0), heaps.count("-") + 1

    def initial() -> State:
        return start

    return Game(
        name="nim",
        players=2,
        initial=initial,
        to_move=to_move,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=last_loses if misere else last_wins,
        zero_sum=True,
        max_utility=1,
        utility_sum=0,
        distinct_actions=count << HEAP_BITS,
        hints=SearchHints(proof=ProofHints(parts=heaps_left)),
        notation=make_notation(count),
        view=make_view(count, misere),
    )
