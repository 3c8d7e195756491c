"""The rules of chess, against known numbers of lines of play and against python-chess."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chess_play import played, state_of
from spielbaum import games, perft
from spielbaum.game.notation import play_line
from spielbaum.games.chess.fen import format_state
from spielbaum.games.chess.hooks import is_capture, may_stand_pat, noisy, order
from spielbaum.games.chess.moves import actions, count_actions, in_check, noisy_actions
from spielbaum.games.chess.notation import format_action, parse_action, san
from spielbaum.games.chess.rules import (
    initial,
    is_insufficient,
    is_terminal,
    key,
    position_key,
    result,
    utility,
)
from spielbaum.games.chess.state import State
from spielbaum.kernel import AsState, compile_kernel, pack, shape_of
from tiers import at_night

DATA = json.loads(Path(__file__).with_name("chess.json").read_text(encoding="utf-8"))
CHESS = games.load("chess")
POSITIONS, WHOLE_SAN = 10_000 if at_night() else 1_000, 100
"""How many positions are compared with python-chess, and at every which of them the texts of all moves are."""

as_state = AsState(initial())


def in_bulk(state: State, depth: int) -> int:
    """Return the number of lines of play; the last ply is counted without being made."""
    if depth == 1:
        return count_actions(state)
    lines = 0
    for action in actions(state):
        lines += in_bulk(as_state(result(state, action)), depth - 1)
    return lines


def _entry(fields: Any, depth: int) -> int:
    return in_bulk(as_state(fields), depth)


@pytest.fixture(scope="module")
def compiled() -> Callable[[State, int], int]:
    kernel = compile_kernel(_entry)
    return lambda state, depth: int(kernel(pack(state, shape_of(initial())), depth))


@pytest.mark.slow
@pytest.mark.parametrize("known", DATA["perft"], ids=lambda known: known["position"])
def test_perft_in_bulk(known: dict[str, Any], compiled: Callable[[State, int], int]) -> None:
    state = state_of(known["position"])
    assert [compiled(state, depth + 1) for depth in range(len(known["counts"]))] == known["counts"]


@pytest.mark.interpreted
@pytest.mark.parametrize("known", DATA["perft"], ids=lambda known: known["position"])
def test_perft_move_by_move(known: dict[str, Any]) -> None:
    depth = 4 if at_night() else 2
    assert perft(CHESS, state_of(known["position"]), depth=depth) == known["counts"][:depth]


@pytest.mark.quick
@pytest.mark.parametrize(
    ("position", "move", "after"),
    [
        ("7k/8/8/8/8/8/r7/R6K w - - 5 9", "a1a2", "7k/8/8/8/8/8/R7/7K b - - 0 9"),
        ("7k/8/8/3pP3/8/8/8/7K w - d6 0 2", "e5d6", "7k/8/3P4/8/8/8/8/7K b - - 0 2"),
        ("7k/8/8/8/3Pp3/8/8/7K b - d3 0 2", "e4d3", "7k/8/8/8/8/3p4/8/7K w - - 0 3"),
        ("7k/8/8/8/8/8/8/R3K3 w Q - 3 2", "e1c1", "7k/8/8/8/8/8/8/2KR4 b - - 4 2"),
    ],
)
def test_a_move_of_two_pieces(position: str, move: str, after: str) -> None:
    assert format_state(play_line(CHESS, state_of(position), move)) == after


@pytest.mark.slow
def test_random_play_against_python_chess() -> None:
    ends = 0
    for number, (state, theirs, ours) in enumerate(played(POSITIONS, seed=1)):
        legal = {move.uci(): move for move in theirs.legal_moves}
        assert sorted(ours) == sorted(legal), theirs.fen()
        assert count_actions(state) == len(ours)
        assert format_state(state) == theirs.fen(en_passant="legal")
        assert in_check(state) == theirs.is_check()
        assert is_insufficient(state) == theirs.is_insufficient_material()
        over = not legal or theirs.halfmove_clock >= 100 or theirs.is_insufficient_material()
        assert is_terminal(state) == over
        if over:
            assert utility(state) == ((0, 0) if not theirs.is_checkmate() else (-1, 1) if theirs.turn else (1, -1))
            ends += 1
        compared = sorted(ours) if number % WHOLE_SAN == 0 else sorted(ours)[number % max(1, len(ours)) :][:1]
        for text in compared:
            assert san(state, ours[text]) == theirs.san(legal[text])
            assert parse_action(state, theirs.san(legal[text])) == ours[text]
            assert is_capture(state, ours[text]) == theirs.is_capture(legal[text])
    assert ends > POSITIONS // 500


@pytest.mark.parametrize(
    ("position", "outcome"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", (0, 0)),  # stalemate
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", (1, -1)),
        ("8/8/8/8/8/6k1/6q1/7K w - - 100 80", (-1, 1)),  # a mate with the last of a hundred half-moves counts
        ("7k/8/6K1/8/8/8/8/R7 w - - 100 80", (0, 0)),
        ("7k/8/6K1/8/8/8/8/8 w - - 0 1", (0, 0)),
        ("7k/8/6K1/8/8/8/8/N7 w - - 0 1", (0, 0)),
        ("6bk/8/6K1/8/8/8/8/1B6 w - - 0 1", (0, 0)),  # bishops on squares of one colour
    ],
)
def test_ends_of_the_game(position: str, outcome: tuple[int, int]) -> None:
    state = state_of(position)
    assert is_terminal(state)
    assert utility(state) == outcome


@pytest.mark.parametrize(
    "position",
    [
        "7k/8/6K1/8/8/8/8/R7 w - - 99 80",
        "7k/8/6K1/8/8/8/8/NN6 w - - 0 1",
        "5b1k/8/6K1/8/8/8/8/1B6 w - - 0 1",
        "7k/8/6K1/8/8/8/P7/8 w - - 0 1",
    ],
)
def test_games_that_go_on(position: str) -> None:
    assert not is_terminal(state_of(position))


def line(state: State, moves: str) -> State:
    for text in moves.split():
        state = result(state, parse_action(state, text))
    return state


def test_the_position_key_follows_the_rule_of_repetition() -> None:
    start = initial()
    again = line(start, "Nf3 Nf6 Ng1 Ng8")
    assert position_key(again) == position_key(start)
    assert key(again) == key(start)
    assert position_key(line(start, "Nf3 Nf6 Ng1")) != position_key(line(start, "Nf3 Nf6 Rg1"))
    lost = line(state_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "Rb1 Rb8 Ra1 Ra8")
    assert position_key(lost) != position_key(state_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
    mirrored = line(start, "e4 e5"), line(start, "e3 e5 e4")
    assert position_key(mirrored[0]) != position_key(mirrored[1])


def test_en_passant_is_part_of_the_key_only_if_it_is_legal() -> None:
    free, held = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    assert format_state(line(state_of(free), "e4")).split()[3] == "e3"
    assert format_state(line(state_of(held), "e4")).split()[3] == "-"
    pinned = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"  # both pawns would leave the rank of king and rook
    assert format_state(line(state_of(pinned), "e4")).split()[3] == "-"


def test_the_key_of_the_table_has_the_clock_only_if_it_may_end_the_game() -> None:
    early, later, late, latest = (state_of(f"7k/8/6K1/8/8/8/8/R7 w - - {clock} 80") for clock in (0, 50, 80, 81))
    assert key(early) == key(later) == position_key(late)
    assert len({key(early), key(late), key(latest)}) == 3


def test_order_is_most_valuable_victim_least_valuable_attacker() -> None:
    state = state_of("3q3k/8/r3P3/1P6/8/3R4/8/6QK w - - 0 1")
    best = sorted(actions(state), key=lambda action: -order(state, action))
    assert [format_action(state, action) for action in best[:2]] == ["d3d8", "b5a6"]
    assert order(state, parse_action(state, "Kg2")) == 0


def test_noisy_moves() -> None:
    state = state_of("3q3k/4P3/r7/1Pp5/8/3R4/8/6QK w - c6 0 1")
    loud = {format_action(state, action) for action in actions(state) if noisy(state, action)}
    assert loud == {"b5c6", "b5a6", "d3d8", "e7e8q", "e7d8q", "e7d8r", "e7d8b", "e7d8n", "g1c5"}
    assert may_stand_pat(state)
    assert not may_stand_pat(line(state, "e8=Q"))


def test_noisy_moves_are_listed_as_they_are_named() -> None:
    met = 0
    for state, _, _ in played(1_000, seed=9):
        loud = [action for action in actions(state) if noisy(state, action)]
        assert list(noisy_actions(state)) == loud
        met += len(loud)
    assert met > 1_000
    for row in DATA["perft"]:
        state = state_of(row["position"])
        assert list(noisy_actions(state)) == [action for action in actions(state) if noisy(state, action)]


def test_castling_needs_its_right_and_a_free_unthreatened_way() -> None:
    def castles(position: str) -> set[str]:
        state = state_of(position)
        return {san(state, action) for action in actions(state)} & {"O-O", "O-O-O"}

    assert castles("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1") == {"O-O", "O-O-O"}
    assert castles("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1") == {"O-O-O"}
    assert castles("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1") == {"O-O", "O-O-O"}  # b1 may be attacked
    assert castles("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1") == {"O-O"}
    assert castles("4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1") == {"O-O", "O-O-O"}  # the rook may be attacked
    assert castles("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1") == set()
    taken = line(state_of("4k3/6b1/8/8/8/8/8/R3K2R b KQ - 0 1"), "Bxa1")
    assert format_state(taken).split()[2] == "K"
