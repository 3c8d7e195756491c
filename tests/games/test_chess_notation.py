"""FEN, UCI and SAN: reading, writing, and refused texts."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chess_play import played, state_of
from spielbaum import games
from spielbaum.errors import PositionError
from spielbaum.game.click_path import after_clicks
from spielbaum.game.notation import parse_action as parse_legal
from spielbaum.game.notation import parse_state as read
from spielbaum.game.notation import play_line
from spielbaum.games.chess.fen import format_state, parse_state, square_name, square_number, validate
from spielbaum.games.chess.notation import san
from spielbaum.games.chess.rules import initial
from spielbaum.games.chess.state import START, State
from tiers import examples

CHESS = games.load("chess")
KINGS = "4k3/8/8/8/8/8/8/4K3"


def test_start() -> None:
    assert format_state(START) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert parse_state(format_state(START)) == initial()
    assert parse_state("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq") == initial()


def test_squares() -> None:
    assert [square_number(square_name(square)) for square in range(64)] == list(range(64))


def test_positions_of_play_are_read_back() -> None:
    for state, theirs, _ in played(600, seed=3):
        assert parse_state(format_state(state)) == state
        assert parse_state(theirs.fen(en_passant="fen")) == state  # the usual form names the square after every leap
        validate(state)


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Return FEN of two kings and up to thirty pieces anywhere, of which not all can be."""
    squares = draw(st.lists(st.integers(0, 63), min_size=2, max_size=32, unique=True))
    letters = ["K", "k"] + [draw(st.sampled_from("PNBRQpnbrq")) for _ in squares[2:]]
    signs = dict(zip(squares, letters, strict=True))
    ranks = ["".join(signs.get(8 * row + file, "1") for file in range(8)) for row in range(7, -1, -1)]
    castling = draw(st.sampled_from(["-", "KQkq", "Kq"]))
    return f"{'/'.join(ranks)} {draw(st.sampled_from('wb'))} {castling} - {draw(st.integers(0, 99))} 7"


@pytest.mark.slow
@examples(400)
@given(positions())
def test_every_position_is_refused_or_read_back(text: str) -> None:
    try:
        state = parse_state(text)
    except ValueError:
        return
    assert parse_state(format_state(state)) == state
    assert parse_state(format_state(state)).own.bit_count() <= 16


@examples(300)
@given(st.text(st.sampled_from("rnbqkpRNBQKP12345678/ wb-KQkqe36h0"), max_size=90))
def test_nonsense_is_refused_with_a_sentence(text: str) -> None:
    try:
        state = parse_state(text)
    except ValueError:
        return
    validate(state)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "FEN has six words"),
        (f"{KINGS}", "FEN has six words"),
        (f"{KINGS} w - - 0 1 more", "FEN has six words"),
        (f"{KINGS} x - - 0 1", "the side to move is w or b, not 'x'"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "there are eight ranks, joined by /, not 7"),
        ("4k3/8/8/8/8/8/9/4K3 w - - 0 1", "rank 2 is '9': pieces are PNBRQK or pnbrqk, gaps 1 to 8"),
        ("4k3/8/8/8/8/8/7/4K3 w - - 0 1", "rank 2 is '7', which is 7 squares and not eight"),
        ("4k3/8/8/8/8/8/PPPPPPPPP/4K3 w - - 0 1", "which is 9 squares and not eight"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king, not one"),
        ("4k3/8/8/8/4k3/8/8/4K3 w - - 0 1", "Black has 2 kings, not one"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on the first or the last rank"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn stands on the first or the last rank"),
        ("4k3/PPPPPPPP/P7/8/8/8/8/4K3 w - - 0 1", "White has 9 pawns, more than eight"),
        ("4k3/NNNNNNNN/NNNNNNNN/8/8/8/8/4K3 w - - 0 1", "White has 17 pieces, more than sixteen"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check, and White is to move"),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "Black is in check, and White is to move"),
        (f"{KINGS} w K - 0 1", "castling right K needs the king on e1 and a rook on h1"),
        (f"{KINGS} w qK - 0 1", "castling rights are some of KQkq in this order, or -, not 'qK'"),
        (f"{KINGS} w - e3 0 1", "the en passant square is on rank 6 or - when White moves, not 'e3'"),
        (f"{KINGS} w - e6 0 1", "en passant e6 needs a pawn on e5 that came from e7"),
        (f"{KINGS} w - - x 1", "the half-move clock is a whole number from 0 to 10000, not 'x'"),
        (f"{KINGS} w - - 0 0", "the number of the move is a whole number from 1 to 1000000, not '0'"),
    ],
)
def test_impossible_positions(position: str, reason: str) -> None:
    with pytest.raises(PositionError) as raised:
        read(CHESS, position)
    assert reason in str(raised.value)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"own": START.own | 1 << 48}, "the boards contradict one another"),
        ({"knights": START.knights | 1 << 30}, "the boards contradict one another"),
        ({"to_move": 2}, "to_move is 0 for White or 1 for Black, not 2"),
        ({"clock": -1}, "the clock is 0 to"),
        ({"pawns": -1}, "a board is a number of 64 bits"),
        ({"castling": START.castling | 1 << 30}, "only rooks in the corners may castle"),
        ({"en_passant": 1 << 44}, "no pawn can capture en passant"),
    ],
)
def test_impossible_numbers(change: dict[str, int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        validate(START._replace(**change))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("position", "text", "uci"),
    [
        (format_state(START), "e4", "e2e4"),
        (format_state(START), "Nf3!?", "g1f3"),
        (format_state(START), "e2-e4", "e2e4"),
        (format_state(START), "e2 e4", None),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+", "a7a8q"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8N", "a7a8n"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8Q", "a7a8q"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "e8c8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "0-0", "e8g8"),
        ("4k3/p7/8/8/8/2b5/8/2b3K1 b - - 0 1", "B3b2", "c3b2"),
    ],
)
def test_moves_are_read(position: str, text: str, uci: str | None) -> None:
    state = state_of(position)
    if uci is None:
        with pytest.raises(PositionError, match="a move is written as e2e4"):
            parse_legal(CHESS, state, text)
    else:
        assert CHESS.notation.format_action is not None
        assert CHESS.notation.format_action(state, parse_legal(CHESS, state, text)) == uci


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        (format_state(START), "Nf6", "no knight can go to f6"),
        (format_state(START), "Nbf3", "no knight from b can go to f3"),
        (format_state(START), "O-O", "castling is not possible on the king's side"),
        (format_state(START), "e2e5", "action 'e2e5' is not legal"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "no pawn can go to a8: write what it becomes, as in a8=Q"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "action 'a7a8' is not legal"),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", "it may be Nbd2 or Nfd2: say which"),
    ],
)
def test_impossible_moves(position: str, text: str, reason: str) -> None:
    with pytest.raises(PositionError) as raised:
        parse_legal(CHESS, state_of(position), text)
    assert reason in str(raised.value)


def test_line_of_play_in_san_or_uci() -> None:
    ends = {play_line(CHESS, initial(), moves) for moves in ("e4 e5 Nf3", "e2e4 e7e5 g1f3", "e2e4, e5, Nf3")}
    assert [format_state(end) for end in ends] == ["rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"]


def test_san_tells_pieces_apart_as_far_as_needed() -> None:
    state = state_of("4k3/8/8/1N3N2/8/8/8/1N2K3 w - - 0 1")
    texts = {san(state, action) for action in CHESS.actions(state)}
    assert {"Nbd4", "Nfd4", "N1a3", "N5a3", "N1c3", "N5c3", "Nbd6+", "Nfd6+"} <= texts
    assert len(texts) == len(list(CHESS.actions(state)))


def test_promotion_is_chosen_after_its_clicks() -> None:
    state = state_of("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert len(after_clicks(CHESS, state, ["a7", "a8"]).actions) == 4
    assert after_clicks(CHESS, state, ["a7"]).targets == ("a8",)


def test_random_states_survive_json() -> None:
    generator = random.Random(2)
    for state, _, _ in played(40, seed=generator.randrange(100)):
        fields = ",".join(f'"{name}":{int(value)}' for name, value in zip(State._fields, state, strict=True))
        assert read(CHESS, f"{{{fields}}}") == state


def test_the_move_number_stops_at_the_largest_that_can_be_read() -> None:
    state = parse_state("4k3/8/8/8/8/8/8/R3K3 b - - 0 1000000")
    after = CHESS.result(state, next(iter(CHESS.actions(state))))
    assert after.number == 1_000_000
    assert parse_state(format_state(after)) == after


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *",
        "1.e4 e5 2.Nf3 Nc6 3.Bc4 {the Italian} 3... Bc5 4. 0-0 1-0",
        '[Event "Example"]\n[Result "1/2-1/2"]\n\n1. e4 $1 e5 ; open\n2. Nf3 Nc6 {so far} 3. Bc4 Bc5 4. O-O 1/2-1/2',
    ],
)
def test_moves_are_read_as_in_pgn(text: str) -> None:
    assert play_line(CHESS, CHESS.initial(), text) == play_line(
        CHESS, CHESS.initial(), "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"
    )
    with pytest.raises(PositionError, match=r"move 8: action '(1-0|1/2-1/2|[*])'"):  # two games are not one
        play_line(CHESS, CHESS.initial(), f"{text}\n\n1. a6 *")
