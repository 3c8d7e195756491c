"""Chameleon Chess against reference figures: eleven starts, and positions with what every move leads to.

``chameleon_chess.json`` holds perft of each start to depth 5, and 34 positions with perft to depth 3 and what each
move leads to; ``#`` marks the end of the game. The figures come from two implementations that agree on them.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from spielbaum import games, perft
from spielbaum.checking.check import check_game
from spielbaum.errors import InputError, PositionError
from spielbaum.game import Evaluation
from spielbaum.game.notation import format_action, parse_state
from spielbaum.games.chameleon_chess import notation
from spielbaum.games.chameleon_chess.rules import NAMES, SQUARES, State, board_of, edges
from tiers import all_but, at_night

DATA = json.loads(Path(__file__).with_name("chameleon_chess.json").read_text(encoding="utf-8"))
FOUR = games.load("chameleon-chess")
START = "Bb3YgYrYbYy/Br7/Bg7/By7/7Gr/7Gb/7Gy/RrRgRyRb3Gg R a1h8"


@pytest.mark.slow
@pytest.mark.parametrize("players", DATA["starts"])
def test_perft_of_the_starts(players: str) -> None:
    assert perft(games.load(f"chameleon-chess:players={players}"), depth=5) == DATA["starts"][players]


@pytest.mark.parametrize("known", DATA["positions"], ids=lambda known: known["position"])
def test_every_move_of_a_position(known: dict[str, Any]) -> None:
    state = parse_state(FOUR, known["position"])
    moves = {}
    for action in FOUR.actions(state):
        after = FOUR.result(state, action)
        end = " #" if FOUR.is_terminal(after) else ""
        moves[format_action(FOUR, state, action)] = notation.format_state(after) + end
    assert moves == known["moves"]
    assert list(moves) == list(known["moves"])  # the order breaks ties


@pytest.mark.parametrize("known", DATA["positions"], ids=lambda known: known["position"])
def test_perft_of_positions(known: dict[str, Any]) -> None:
    assert perft(FOUR, parse_state(FOUR, known["position"]), depth=3) == known["perft"]


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("players", all_but(["RY"], ["RGYB", "RGB", "RY", "YB"]))
def test_the_game_keeps_the_contract(players: str) -> None:
    report = check_game(games.load(f"chameleon-chess:players={players}"), games=10 if at_night() else 2)
    assert report.ok, report.failures


def test_the_text_of_the_initial_position() -> None:
    assert notation.format_state(FOUR.initial()) == START
    assert parse_state(FOUR, START) == FOUR.initial()


def test_there_are_sixteen_squares_of_each_colour() -> None:
    assert {colour: SQUARES.count(colour) for colour in NAMES} == dict.fromkeys(NAMES, 16)


def turned(text: str) -> str:
    """Turn a position by a quarter and every colour with it, which maps the game onto itself."""
    ranks, owner, area = text.split()
    colour = str.maketrans("RGYBrgyb", "BRGYbrgy")
    board = [["." for _ in range(8)] for _ in range(8)]
    for row, rank in enumerate(ranks.split("/")):
        column, rest = 0, rank
        while rest:
            if rest[0].isdigit():
                column, rest = column + int(rest[0]), rest[1:]
            else:
                board[column][7 - row] = rest[:2].translate(colour)
                column, rest = column + 1, rest[2:]
    lines = []
    for line in board:
        joined = "".join(line)
        for length in range(8, 0, -1):
            joined = joined.replace("." * length, str(length))
        lines.append(joined)
    left, low, right, high = "abcdefgh".index(area[0]), int(area[1]), "abcdefgh".index(area[2]), int(area[3])
    corners = f"{'abcdefgh'[low - 1]}{8 - right}{'abcdefgh'[high - 1]}{8 - left}"
    return f"{'/'.join(lines)} {owner.translate(colour)} {corners}"


def test_a_quarter_turn_maps_the_game_onto_itself() -> None:
    for known in DATA["positions"] if at_night() else DATA["positions"][::3]:
        state, other = parse_state(FOUR, known["position"]), parse_state(FOUR, turned(known["position"]))
        assert perft(FOUR, state, depth=2) == perft(FOUR, other, depth=2)


def obvious_points(state: State, owner: int) -> tuple[int, int, int]:
    """Pawns, roles and moves of an owner, read off the written position."""
    ranks = notation.format_state(state).split()[0].split("/")
    pawns = roles = 0
    for row, rank in enumerate(ranks):
        column, rest = 0, rank
        while rest:
            if rest[0].isdigit():
                column, rest = column + int(rest[0]), rest[1:]
                continue
            if rest[0] == NAMES[owner]:
                pawns += 1
                distance = (NAMES.index(SQUARES[8 * row + column]) - NAMES.index(rest[1].upper())) % 4
                roles += {0: 1, 1: 5, 2: 2, 3: 3}[distance]
            column, rest = column + 1, rest[2:]
    return pawns, roles, sum(1 for _ in FOUR.actions(state._replace(owner=owner)))


def test_evaluations_are_those_of_the_thesis() -> None:
    generator = random.Random(1)
    for _ in range(20 if at_night() else 6):
        state = FOUR.initial()
        while not FOUR.is_terminal(state):
            points = [obvious_points(state, owner) for owner in range(4)]
            expected = {
                "count-pawns": [p for p, _, _ in points],
                "count-pawns-10-roles": [10 * p + r for p, r, _ in points],
                "count-pawns-100-roles": [100 * p + r for p, r, _ in points],
                "count-pawns-100-moves": [100 * p + m for p, _, m in points],
            }
            for name, values in expected.items():
                evaluation = FOUR.evaluations[name]
                assert isinstance(evaluation, Evaluation)
                assert evaluation.terminal
                assert list(evaluation.function(state)) == values
            state = FOUR.result(state, generator.choice(list(FOUR.actions(state))))


def test_shares_are_parts_of_one_whole() -> None:
    generator = random.Random(2)
    share = FOUR.evaluations["share-of-strength"]
    assert isinstance(share, Evaluation)
    assert not share.terminal
    assert share.function(FOUR.initial()) == (0.25,) * 4
    for _ in range(5):
        state = FOUR.initial()
        while not FOUR.is_terminal(state):
            shares = list(share.function(state))
            alive = [owner for owner in range(4) if board_of(state, owner)]
            assert sum(shares) == pytest.approx(1)
            assert [owner for owner in range(4) if shares[owner] > 0] == alive
            state = FOUR.result(state, generator.choice(list(FOUR.actions(state))))
        assert list(share.function(state)) == pytest.approx(list(FOUR.utility(state)))


def obvious_actions(state: State) -> list[int]:
    """Walk from square to square, as the rules say it."""
    steps = {
        "bishop": [(1, 1), (-1, 1), (1, -1), (-1, -1)],
        "rook": [(1, 0), (-1, 0), (0, 1), (0, -1)],
        "knight": [(2, 1), (1, 2), (-2, 1), (-1, 2), (2, -1), (1, -2), (-2, -1), (-1, -2)],
    }
    steps["queen"] = steps["bishop"] + steps["rook"]
    owners = {square: found for square in range(64) if (found := notation.pawn_on(state, square))}
    top, bottom, left, right = edges(state.area)
    found = []
    for square, (_, pawn) in sorted(owners.items(), key=lambda item: item[1]):
        if owners[square][0] != state.owner:
            continue
        role = ["knight", "queen", "bishop", "rook"][(NAMES.index(SQUARES[square]) - state.owner - pawn) % 4]
        for down, over in steps[role]:
            for distance in range(1, 2 if role == "knight" else 8):
                row, column = square // 8 + down * distance, square % 8 + over * distance
                target = 8 * row + column
                if not (top <= row <= bottom and left <= column <= right):
                    break
                if target in owners and owners[target][0] == state.owner:
                    break
                found.append(pawn << 6 | target)
                if target in owners:
                    break
    return found


def test_moves_are_those_of_a_walk_over_the_board() -> None:
    generator = random.Random(3)
    for _ in range(20):
        state = FOUR.initial()
        while not FOUR.is_terminal(state):
            assert list(FOUR.actions(state)) == obvious_actions(state)
            state = FOUR.result(state, generator.choice(list(FOUR.actions(state))))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"area": 5 << 6 | 5 << 9 | 1}, "beyond the board"),
        ({"area": -1}, "beyond the board"),
        ({"kind_low": 1 << 30}, "the boards differ"),
        ({"owner_high": 0}, "on two squares"),
        ({"area": 0}, "outside the area"),
        ({"owner": 4}, "no pawn"),
    ],
)
def test_fields_that_do_not_fit_together(changes: dict[str, int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        notation.validate(FOUR.initial()._replace(**changes))


def test_the_default_evaluation_is_that_of_the_thesis() -> None:
    assert next(iter(FOUR.evaluations)) == "count-pawns-100-roles"


def test_players_may_be_named_in_any_order() -> None:
    game = games.load("chameleon-chess:players=BY")
    assert game.view.player_names == ("Y", "B")
    assert game.player_name(game.to_move(game.initial())) == "B"
    assert perft(game, depth=5) == DATA["starts"]["YB"]


def test_the_last_owner_wins() -> None:
    state = parse_state(FOUR, "8/8/8/8/8/2Rr5/1Br6/Rg7 R a1c3")
    winners = [FOUR.result(state, action) for action in FOUR.actions(state)]
    finished = [after for after in winners if FOUR.is_terminal(after)]
    assert finished
    assert all(tuple(FOUR.utility(after)) == (1, 0, 0, 0) and not board_of(after, 3) for after in finished)


@pytest.mark.parametrize("players", ["R", "RR", "RX", "RGYBR"])
def test_impossible_players(players: str) -> None:
    with pytest.raises(InputError, match="two to four different letters"):
        games.load(f"chameleon-chess:players={players}")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("8/8/8/8/8/8/8/8 R a1h8", "no pawn"),
        ("Rr7/8/8/8/8/8/8/8 B a1h8", "no pawn"),
        ("Rr7/Rr7/8/8/8/8/8/8 R a1h8", "two squares"),
        ("Rr6/8/8/8/8/8/8/8 R a1h8", "rank 8"),
        ("Rr7/8/8/8/8/8/8 R a1h8", "eight ranks"),
        ("Rx7/8/8/8/8/8/8/8 R a1h8", "rank 8"),
        ("Rr7/8/8/8/8/8/8/8 R a1c3", "outside the area"),
        ("8/8/8/8/8/8/8/Rr7 R a1b8", "three rows"),
        ("nonsense", "eight ranks"),
    ],
)
def test_impossible_positions(position: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=sentence):
        parse_state(FOUR, position)


def test_an_owner_who_does_not_take_part_is_refused() -> None:
    with pytest.raises(PositionError, match="does not take part"):
        parse_state(games.load("chameleon-chess:players=RY"), START)
