"""Numbers of 128 bits: compiled as in plain Python, kept whole on every way, and refused where 64 are wanted."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from changing import changed
from spielbaum import U64, U128, Game, Searcher, SearchHints, Solver, check_game, perft, registry
from spielbaum.errors import CompileError, GameError
from spielbaum.game.notation import format_state, parse_state
from spielbaum.kernel import (
    AsIntegers,
    AsState,
    clear_lowest,
    compile_kernel,
    each_bit,
    lowest_bit,
    lowest_index,
    pack,
    popcount,
    shape_of,
)
from spielbaum.kernel.calling import Wide
from spielbaum.search.core.keys import make_hash, make_other_hash, proof_keys
from spielbaum.search.core.packing import make_packed, packing_of
from spread import Spread, spread
from tiers import examples

WORD, ALL = 2**64 - 1, 2**128 - 1
CAPTURED = 1 << 100 | 5
TABLE = tuple(1 << 7 * i | 1 for i in range(16))
PAIRS = ((1, 1 << 70), (3, 12), (9, 1 << 127), (2, 1 << 63))


def calculated(one: int, other: int, places: int) -> tuple[Any, ...]:
    """Do all that may be done with wide numbers."""
    numbers = one & other, one | other, one ^ other, one + other & ALL, one - other & ALL, one * other & ALL
    shifted = one << places & ALL, one >> places, U128(1) << places & ALL
    compared = one < other, one <= other, one > other, one >= other, one == other, one != other, one == 0, not one
    mixed = one & ~0xFF | 1 << 90, one & CAPTURED | TABLE[places & 15], ~one & ALL, -one & ALL, one - 1 & ALL
    board, sum_of_bits, bits = one, 0, 0
    for distance, mask in PAIRS:
        board ^= board >> distance & mask
    for square in each_bit(one):
        sum_of_bits += square
    while board:
        board = clear_lowest(board)
        bits += 1
    words = U64(one & WORD), U64(one >> 64)
    counted = popcount(one), one.bit_count(), one.bit_length(), lowest_bit(one), lowest_index(one | 1 << 127)
    return numbers, shifted, compared, mixed, sum_of_bits, bits, words, counted, min(one, other, 3), max(other, one)


wide_numbers = st.one_of(st.integers(0, ALL), st.integers(0, 127).map(lambda n: 1 << n), st.integers(0, 9))
compiled = compile_kernel(calculated)


@pytest.mark.slow
@examples(400)
@given(one=wide_numbers, other=wide_numbers, places=st.integers(0, 140))
def test_all_operations_agree(one: int, other: int, places: int) -> None:
    assert compiled(Wide(one), Wide(other), places) == calculated(one, other, places)


class Fields(NamedTuple):
    small: int
    board: U128
    flag: bool
    squares: tuple[int, ...]
    other: U128
    last: U64


START = Fields(0, U128(0), False, (0, 0), U128(0), U64(0))
SHAPE = shape_of(START)
as_state, as_integers = AsState(START), AsIntegers(SHAPE)

states = st.builds(
    Fields,
    st.integers(-(2**63), 2**63 - 1),
    wide_numbers,
    st.booleans(),
    st.tuples(*[st.integers(-(2**63), 2**63 - 1)] * 2),
    wide_numbers,
    st.integers(0, WORD),
)


def there_and_back(fields: Any) -> tuple[Any, ...]:
    state = as_state(fields)
    numbers = as_integers(as_state((state.small, state.board, state.flag, state.squares, state.other, state.last)))
    return state.board, state.other, numbers[1], numbers[2], numbers[6], numbers[7], numbers[8]


kernel = compile_kernel(there_and_back)


@examples(100)
@given(states)
def test_a_state_comes_in_and_out_whole(state: Fields) -> None:
    assert SHAPE.size == len(as_integers(state)) == 9
    assert SHAPE.first_numbers == (0, 1, 3, 4, 6, 8)
    numbers = [number % 2**64 for number in as_integers(state)]
    assert numbers[1] | numbers[2] << 64 == state.board
    assert numbers[6] | numbers[7] << 64 == state.other
    board, other, *words = kernel(pack(state, SHAPE))
    assert (board, other) == (state.board, state.other)
    assert [word % 2**64 for word in words] == [numbers[i] for i in (1, 2, 6, 7, 8)]


@examples(200)
@given(states, st.sampled_from(("board", "other")), st.integers(0, 127))
def test_hashes_depend_on_every_bit(state: Fields, field: str, bit: int) -> None:
    changed = state._replace(**{field: getattr(state, field) ^ 1 << bit})
    for make in (make_hash, make_other_hash):
        assert make(SHAPE)(state) != make(SHAPE)(changed)


class Two(NamedTuple):
    board: U128
    to_move: int


def counting(most: int) -> Game:
    """Add 1 or 2 to a board that begins high."""
    return Game(
        name="counting",
        players=2,
        initial=lambda: Two(U128(most), 0),
        to_move=lambda state: state.to_move,
        actions=lambda _state: [1, 2],
        result=lambda state, action: Two(U128(state.board + action), 1 - state.to_move),
        is_terminal=lambda state: state.board > most + 4,
        utility=lambda state: (1, -1) if state.to_move else (-1, 1),
        zero_sum=True,
        max_utility=1,
    )


@examples(200)
@given(*(st.tuples(wide_numbers, st.integers(0, 1)) for _ in range(2)))
def test_packed_wide_states_share_no_key(one: Any, other: Any) -> None:
    packing = packing_of(counting(7))
    assert packing is not None
    key = make_packed(packing, shape_of(counting(7).initial()), lambda _state: 0)
    low, high, _ = packing.width
    for board, _ in (one, other):
        assert (key(Two(board, 0)) != 0) == (board & WORD < 1 << low and board >> 64 < 1 << high)
    assert one == other or key(Two(*one)) != key(Two(*other)) or key(Two(*one)) == 0


def test_keys_of_wide_states_are_hashes() -> None:
    for most, sure in ((7, "certain"), (2**64, "certain"), (2**127, "hash")):
        assert proof_keys(counting(most), compiled=False).sure == sure
    assert proof_keys(spread(), compiled=False).sure == "hash"


@pytest.mark.parametrize("most", [2**64, 2**100])
@pytest.mark.interpreted
def test_a_proof_does_not_confuse_words(most: int) -> None:
    assert Solver(counting(most)).solve().value == Solver(counting(0)).solve().value


@pytest.mark.slow
def test_a_wide_game_is_searched_as_the_same_game_in_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each square 15 bits from the next: the values, the lines and the nodes are those of tic-tac-toe."""
    algorithm = "alpha-beta(replacement=new)"
    compiled = Searcher(spread(), algorithm).search(depth=5)
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    interpreted = Searcher(spread(), algorithm).search(depth=5)
    narrow = Searcher(changed(registry.load("tic-tac-toe"), {"evaluations": {}}), algorithm).search(depth=5)
    assert compiled.nodes == interpreted.nodes == narrow.nodes
    assert compiled.pv == interpreted.pv == narrow.pv
    assert perft(spread(), depth=5)[-1] == 9 * 8 * 7 * 6 * 5


def test_positions_are_written_and_read() -> None:
    state = Spread(U128(2**127), U128(1 << 7), 0)
    assert parse_state(spread(), format_state(spread(), state)) == state
    with pytest.raises(Exception, match="field 'crosses' must fit into 128 bits"):
        parse_state(spread(), format_state(spread(), state._replace(crosses=2**128)))


class Undeclared(NamedTuple):
    crosses: int
    noughts: U128
    to_move: int


class Tuples(NamedTuple):
    crosses: tuple[U128, ...]
    to_move: int


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        (Spread(U128(2**128), U128(0), 0), "does not fit into 128 bits, which are unsigned: keep it smaller, split it"),
        (
            Undeclared(2**64, U128(0), 0),
            "64 bits, of which one is the sign: keep it smaller, declare it U128, split it",
        ),
        (Tuples((U128(0),), 0), "compiled states hold int, bool, U64, U128 and tuples of the first three"),
    ],
)
def test_what_does_not_fit_is_refused(start: Any, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        Searcher(spread(initial=lambda: start)).search()


as_undeclared = AsState(Undeclared(0, U128(0), 0))


def cut_off(board: int) -> int:
    return as_undeclared((board, board, 0)).to_move  # type: ignore[no-any-return]


def divided(board: int) -> int:
    return board // 3


def note_squares(board: int, found: list[int]) -> int:
    for square in range(128):
        if board >> square & 1:
            found.append(square)
    return len(found)


def with_lists(board: int) -> int:
    found, others = [-1], [7] * 40
    total = note_squares(board, found) + note_squares(board >> 64, others)
    for square in found + others:
        total = (7 * total + square) % 1009
    return total


def test_lists_of_squares_keep_what_a_function_appends() -> None:
    board = 2**127 + 2**90 + 255
    assert compile_kernel(with_lists)(Wide(board)) == with_lists(board)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (cut_off, "128 bits stands where one of 64 is wanted: declare the field U128, or take a word"),
        (divided, "a number of 128 bits has no 'floordiv': shift it, or take a word"),
    ],
)
def test_nothing_is_truncated_silently(function: Any, sentence: str) -> None:
    with pytest.raises(CompileError, match=sentence):
        compile_kernel(function)(Wide(7))


def test_a_key_of_128_bits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = spread(hints=SearchHints(key=lambda state: state.crosses * 3 + state.noughts))
    with pytest.raises(CompileError, match="128 bits stands where one of 64 is wanted"):
        Solver(game).solve()
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    with pytest.raises(GameError, match=r"key of spread gives [0-9]+, which is not a whole number of 64 bits"):
        Solver(game).solve()


@pytest.mark.interpreted
def test_the_check_knows_wide_states() -> None:
    assert check_game(spread(), games=5).ok
