"""Positions, moves and pictures of Go."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import games
from spielbaum.errors import PositionError
from spielbaum.game.click_path import after_clicks, places_of
from spielbaum.game.notation import parse_action, parse_state, play_line
from spielbaum.games.go.notation import split_actions
from spielbaum.games.go.picture import stars_of
from spielbaum.games.go.rules import State
from spielbaum.pictures import Look, draw_board

GAME = games.load("go")
NINE = games.load("go:size=9")
FIVE = games.load("go:size=5")
KO = "5/1XO2/XO1O1/1XO2/5 X C3 0 8"


@given(st.integers(0, 10**9), st.integers(0, 150))
def test_positions_of_play_are_read_back(seed: int, plies: int) -> None:
    generator, state = random.Random(seed), NINE.initial()
    for _ in range(plies):
        if NINE.is_terminal(state):
            break
        state = NINE.result(state, generator.choice(list(NINE.actions(state))))
    text = NINE.notation.format_state(state)
    assert parse_state(NINE, text) == state
    assert parse_state(NINE, text.lower().replace(" x ", " b ").replace(" o ", " white ")) == state


def test_omitted_words_default_to_the_least_numbers_that_fit() -> None:
    rows = "/".join(["7"] * 7)
    for short, full in (
        ("X", "X - 0 0"),
        ("O", "O - 0 1"),
        ("Black -", "X - 0 0"),
        ("W - 1", "O - 1 1"),
        ("B - 1", "X - 1 2"),
        ("X - 2", "X - 2 2"),
    ):
        assert GAME.notation.format_state(parse_state(GAME, f"{rows} {short}")) == f"{rows} {full}"
    assert parse_state(GAME, rows, "white").plies == 1
    assert parse_state(GAME, rows.replace("7/", "...4/", 1), "black") == GAME.initial()


def test_the_board_is_read_from_the_top() -> None:
    state = parse_state(NINE, "X7O/9/9/9/9/9/9/9/9 X")
    assert NINE.view.board(state).splitlines()[0] == "9 X . . . . . . . O"
    assert NINE.view.board(state).splitlines()[-2:] == ["1 . . . . . . . . .", "  A B C D E F G H J"]
    assert {place.cell.name: place.cell.owner for place in places_of(NINE, state) if place.cell.owner is not None} == {
        "A9": 0,
        "J9": 1,
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write 5 rows of 5 points from the top, X, O or digits for empty points"),
        ("5/5/5/5 X", "write 5 rows of 5 points"),
        ("5/5/5/5/5/5 X", "write 5 rows of 5 points"),
        ("5/5/5/5/6 X", "write 5 rows of 5 points"),
        ("5/5/5/5/4A X", "write 5 rows of 5 points"),
        (f"5/5/5/5/{'9' * 5000} X", "write 5 rows of 5 points"),
        ("5/5/5/5/5", "after the rows come X or O to move"),
        ("5/5/5/5/5 Z", "after the rows come X or O to move"),
        ("5/5/5/5/5 X - 0 0 0", "after the rows come X or O to move"),
        ("5/5/5/5/5 X E6", "the ko is a point from A1 to E5 or -, not 'E6'"),
        ("5/5/5/5/5 X I1", "the ko is a point"),
        ("5/5/5/5/5 X - one", "passes and plies are numbers, not 'ONE'"),
        (f"5/5/5/5/5 X - 0 {'1' * 5000}", "passes and plies are numbers"),
        ("5/5/5/5/5 X - 0 1", "after 1 plies white is to move, not black"),
        ("5/5/5/5/5 O - 3 3", "0, 1 or 2 plies were passes, .* not 3"),
        ("5/5/5/5/5 X - 1 0", "not more than were played"),
        ("5/5/5/5/5 X - 0 52", "a game ends after 50 plies, and 52 were played"),
        ("XO3/O4/5/5/5 X", "the black stone on A5 has no liberty"),
        ("XXXXX/XXXXX/XXXXX/XXXXX/XXXXX X", "the black stone on A1 has no liberty"),
        ("OX3/X4/5/5/5 X", "the white stone on A5 has no liberty"),
        ("5/5/5/5/5 X C3 0 2", "no stone can have been taken off C3"),
        ("5/1XO2/X1XO1/1XO2/5 X C3 0 2", "no stone can have been taken off C3"),
        ("5/1XO2/XO3/1XO2/5 X C3 0 2", "no stone can have been taken off C3"),
        ("5/1OO2/1O1O1/1XO2/5 X C3 0 2", "no stone can have been taken off C3"),
        ("5/1XO2/XO1O1/1XO2/5 X B2 0 2", "no stone can have been taken off B2"),
        ("5/1XO2/XO1O1/1XO2/5 O C3 0 3", "no stone can have been taken off C3"),
        ("5/1XO2/XO1O1/1XO2/5 X C3 0 0", "no stone can have been taken off C3"),
        ("5/1XO2/XO1O1/1XO2/5 O C3 1 3", "after a pass no ko is left"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        parse_state(FIVE, text)


def test_impossible_states_are_refused() -> None:
    start = FIVE.initial()
    assert parse_state(FIVE, KO).ko == 12
    endless = games.load("go:size=5,plies=-1")
    assert parse_state(endless, "5/1XO2/XO1O1/1XO2/5 X C3 0 0").ko == 12
    for wrong, reason in (
        ({"black": 1, "white": 1}, "two stones share a point"),
        ({"black": 1 << 25}, "outside the board"),
        ({"black": -1}, "outside the board"),
        ({"white_high": 1}, "outside the board"),
        ({"ko": 25, "plies": 2}, "a ko lies on a point from 0 to 24, or is -1, not 25"),
        ({"ko": -2, "plies": 2}, "not -2"),
        ({"passes": -1}, "0, 1 or 2 plies were passes"),
        ({"plies": -2}, "0, 1 or 2 plies were passes"),
    ):
        with pytest.raises(ValueError, match=reason):
            FIVE.notation.validate(start._replace(**wrong))
    eight = games.load("go:size=8")
    eight.notation.validate(eight.initial()._replace(black=1 << 63))
    with pytest.raises(ValueError, match="the black stone on H8 has no liberty"):
        eight.notation.validate(eight.initial()._replace(black=1 << 63, white=1 << 62 | 1 << 55))
    with pytest.raises(PositionError, match="the white stone on J9 has no liberty"):
        parse_state(NINE, "7XO/8X/9/9/9/9/9/9/9 X")


def test_moves_are_read_as_in_the_go_text_protocol() -> None:
    assert split_actions("D4c3 PASS j9,") == ["D4", "c3", "PASS", "j9", ","]
    spaced, joined = (play_line(NINE, NINE.initial(), text) for text in ("j9 PASS a1", "J9passA1"))
    assert spaced == joined == State(1, 1 << 17, 0, 0, -1, 0, 3)
    names = [NINE.notation.format_action(NINE.initial(), action) for action in NINE.actions(NINE.initial())]
    assert (names[0], names[8], names[-2], names[-1]) == ("A1", "J1", "J9", "pass")
    for text in ("I5", "A10", "resign"):
        with pytest.raises(PositionError, match="write a point from A1 to J9, or pass"):
            parse_action(NINE, NINE.initial(), text)
    with pytest.raises(PositionError, match="'C3' is not legal"):
        parse_action(FIVE, parse_state(FIVE, KO), "C3")


def test_the_pass_is_touched_beside_the_board() -> None:
    start = FIVE.initial()
    assert after_clicks(FIVE, start, ["PASS"]).actions == (25,)
    for state, owner in ((start, None), (FIVE.result(start, 25), 0), (FIVE.result(FIVE.result(start, 0), 25), 1)):
        (place,) = [place for place in places_of(FIVE, state) if place.cell.name == "pass"]
        assert (place.cell.owner, place.cell.piece) == (owner, "" if owner is None else "stone")


def test_stones_are_drawn_and_the_last_one_is_marked() -> None:
    before = play_line(FIVE, FIVE.initial(), "C3 D4")
    after = play_line(FIVE, before, "B2")
    svg = draw_board(FIVE, after, look=Look(before=before))
    labels = ["B2, stone of black", "C3, stone of black", "D4, stone of white"]
    assert [label for label in re.findall('aria-label="([^"]*)"', svg) if "stone" in label] == [*labels[::-1]]
    assert svg.count('<circle r="21"') == 3
    assert re.findall('class="place changed" data-place="([^"]*)"', svg) == ["B2"]
    passed = draw_board(FIVE, FIVE.result(after, 25), look=Look(before=after))
    assert re.findall('class="place changed" data-place="([^"]*)"', passed) == ["pass"]


@pytest.mark.parametrize(("size", "stars"), [(2, 0), (3, 1), (6, 0), (7, 5), (8, 4), (9, 5)])
def test_star_points(size: int, stars: int) -> None:
    assert len(stars_of(size)) == stars
    grounds = [place for place in places_of(games.load(f"go:size={size}"), GAME.initial()) if place.shape == "disc"]
    assert len(grounds) == stars
