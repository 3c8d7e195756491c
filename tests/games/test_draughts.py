"""English draughts against OpenSpiel, whose actions are single jumps, and known figures."""

import random
from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import Limits, Searcher, check_game, games, perft
from spielbaum.errors import InputError, PositionError
from spielbaum.game.click_path import click_path_of
from spielbaum.game.notation import parse_action, parse_state, play_line
from spielbaum.games.draughts.evaluations import CENTRE, FEATURE_NAMES, WEIGHTS, features
from spielbaum.games.draughts.notation import NUMBERS, path_of, split_actions
from spielbaum.games.draughts.rules import BITS, State, jumps_in, make_count, noisy, repetition_key, sides
from tiers import at_night

PERFT = [7, 49, 302, 1469, 7361, 36768, 179740, 845931]
GAME = games.load("draughts")
COUNT = make_count()


def random_games(number: int, seed: int) -> Iterator[State]:
    """Yield the states of random games."""
    generator = random.Random(seed)
    for _ in range(number):
        state = GAME.initial()
        yield state
        while not GAME.is_terminal(state):
            state = GAME.result(state, generator.choice(list(GAME.actions(state))))
            yield state


def drawn(state: State) -> str:
    """Return the board as OpenSpiel draws it: the first player below."""
    symbols = {".": ".", "b": "o", "B": "8", "w": "+", "W": "*"}
    rows = [line[3:].ljust(15)[::2] for line in GAME.view.board(state).splitlines()]
    return "\n".join("".join(symbols.get(letter, ".") for letter in reversed(row)) for row in reversed(rows))


def rival_board(state: Any) -> str:
    return "\n".join(line[1:9] for line in str(state).splitlines()[:8])


def rival_turns(state: Any) -> Iterator[Any]:
    """Yield the states after all whole turns of OpenSpiel."""
    mover = state.current_player()
    for action in state.legal_actions():
        after = state.child(action)
        if not after.is_terminal() and after.current_player() == mover:
            yield from rival_turns(after)
        else:
            yield after


@pytest.mark.slow
def test_turns_are_the_step_sequences_of_open_spiel() -> None:
    generator = random.Random(11)
    states = chains = lost = 0
    games_played = 60 if at_night() else 15
    for _ in range(games_played):
        state, rival = GAME.initial(), pyspiel.load_game("checkers").new_initial_state()
        while not rival.is_terminal():
            assert drawn(state) == rival_board(rival)
            assert GAME.to_move(state) == rival.current_player()
            actions = list(GAME.actions(state))
            ours = {drawn(GAME.result(state, action)) for action in actions}
            turns = {rival_board(turn): turn for turn in rival_turns(rival)}
            assert ours == set(turns), GAME.notation.format_state(state)
            assert len(set(actions)) == len(actions) == COUNT(state)
            states, chains = states + 1, chains + any(jumps_in(action) > 1 for action in actions)
            action = generator.choice(actions)
            state = GAME.result(state, action)
            rival = turns[drawn(state)]
        if any(rival.returns()):
            lost += 1
            assert GAME.is_terminal(state)
            assert list(GAME.utility(state)) == rival.returns()
    assert states > 40 * games_played
    assert chains > 1.5 * games_played
    assert lost > games_played / 2


@pytest.mark.slow
def test_perft() -> None:
    depth = len(PERFT) if at_night() else 7
    assert perft(GAME, depth=depth) == PERFT[:depth]


@pytest.mark.parametrize(
    ("position", "actions"),
    [
        ("B:W6,7,14,15:B2", {"2x9x18", "2x11x18"}),  # two ways round
        ("B:W6,7,14,15:BK2", {"2x9x18x11x2", "2x11x18x9x2"}),  # a king comes back to where it began
        ("B:W26,27:B22", {"22x31"}),  # a man that is crowned stops
        ("B:W26,27:BK22", {"22x24"}),  # a king goes on
        ("B:W6,14,15:BK2,1", {"2x11", "1x17", "1x19"}),
        ("W:W30:B18,25,26", {"30x21", "30x14"}),
        ("W:W11:B1,2", {"11-7", "11-8"}),
        ("W:WK11:B1,2", {"11-7", "11-8", "11-15", "11-16"}),
    ],
)
def test_turns_of_known_positions(position: str, actions: set[str]) -> None:
    state = GAME.notation.parse_state(position)
    assert {GAME.notation.format_action(state, action) for action in GAME.actions(state)} == actions
    assert COUNT(state) == len(actions)
    assert GAME.hints.extends(state) == ("x" in min(actions))
    for action in GAME.actions(state):
        assert parse_action(GAME, state, GAME.notation.format_action(state, action)) == action
        assert noisy(state, action) == (jumps_in(action) > 0)


def test_all_squares_of_a_capture_are_touched() -> None:
    state = GAME.notation.parse_state("B:W6,7,14,15:BK2")
    assert [click_path_of(GAME, state, action) for action in GAME.actions(state)] == [
        ("2", "9", "18", "11", "2"),
        ("2", "11", "18", "9", "2"),
    ]


def test_a_capture_may_be_written_with_any_of_its_squares() -> None:
    state = GAME.notation.parse_state("B:W6,7,14,15:B2")
    first, second = GAME.actions(state)
    assert parse_action(GAME, state, "2x9x18") == parse_action(GAME, state, "2-9-18") == first
    assert parse_action(GAME, state, "2:11:18") == second
    with pytest.raises(PositionError, match="more than one capture: write 2x9x18 or 2x11x18"):
        parse_action(GAME, state, "2x18")


def test_a_crowned_man_is_a_king_and_a_captured_king_is_gone() -> None:
    state = play_line(GAME, GAME.notation.parse_state("B:WK26,32:B22"), "22x31")
    assert GAME.notation.format_state(state) == "W:W32:BK31"
    assert state.kings == 1 << BITS[30]


@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        ("W:W32:B27,28,23,24", (1, -1)),  # the last man cannot move: its neighbours are backed up
        ("B:W1,5:BK6", None),
        ("B:W1:B", (-1, 1)),
        ("W:W:B1", (1, -1)),
        ("B:W17,14,10:B9,13", None),
        ("W:W32:B27,28,23,24:H80", (1, -1)),  # even where that is also the end of the quiet plies
        ("W:WK29:BK18:H80", (0, 0)),
    ],
)
def test_a_player_who_cannot_move_loses(position: str, wanted: tuple[int, int] | None) -> None:
    state = GAME.notation.parse_state(position)
    assert GAME.is_terminal(state) == (wanted is not None)
    if wanted:
        assert GAME.utility(state) == wanted


def test_quiet_plies_are_counted_and_end_the_game() -> None:
    game = games.load("draughts:quiet=4")
    state = play_line(game, game.notation.parse_state("B:WK32,29:BK1,12"), "1-5 32-27 5-1")
    assert game.notation.format_state(state) == "W:WK27,29:BK1,12:H3"
    assert not game.is_terminal(state)
    assert play_line(game, state, "29-25").quiet == 0
    ended = play_line(game, state, "27-32")
    assert game.is_terminal(ended)
    assert game.utility(ended) == (0, 0)
    with pytest.raises(InputError, match="at least 1 ply"):
        games.load("draughts:quiet=0")


def test_the_repetition_key_has_pieces_and_player_only() -> None:
    start = GAME.notation.parse_state("B:WK32,29:BK1,12")
    there, back = play_line(GAME, start, "1-5 32-27"), play_line(GAME, start, "1-5 32-27 5-1 27-32 1-5 32-27")
    assert repetition_key(there) == repetition_key(back) != 0
    assert there != back
    assert repetition_key(start) != repetition_key(play_line(GAME, start, "12-16")) != 0
    seen: dict[tuple[int, ...], int] = {}
    for state in random_games(60, seed=3):
        key = repetition_key(state) % 2**64
        assert seen.setdefault(state[:4], key) == key != 0
    assert len(set(seen.values())) == len(seen) > 500


def test_a_game_in_pdn_is_played() -> None:
    tags = '[Event "Example"]\n[Result "1-0"]\n\n'
    text = tags + "1. 11-15 23-19 2.8-11 {the old fourteenth} 22-17 3... 4-8 $1 ; so\n17-13 1-0"
    assert split_actions(text) == ["11-15", "23-19", "8-11", "22-17", "4-8", "17-13"]
    state = play_line(GAME, GAME.initial(), text)
    assert GAME.notation.format_state(state).startswith("B:W13,19,21,")


def obvious_features(state: State, player: int) -> list[int]:
    """Return the features of a player, square by square."""
    places = {(i // 4, 2 * (i % 4) + (i // 4 % 2 == 0)): bit for i, bit in enumerate(BITS)}
    pieces = {
        place: (0 if state.black >> bit & 1 else 1, state.kings >> bit & 1)
        for place, bit in places.items()
        if (state.black | state.white) >> bit & 1
    }
    own = {place: king for place, (owner, king) in pieces.items() if owner == player}
    men = [place for place, king in own.items() if not king]
    forward = 1 if player == 0 else -1
    moves = 0
    for (row, column), king in own.items():
        for down in (1, -1) if king else (forward,):
            moves += sum(q in places and q not in pieces for q in ((row + down, column - 1), (row + down, column + 1)))
    gone = [row if player == 0 else 7 - row for row, _ in men]
    centre = [place for place in own if 2 <= place[0] <= 5 and 2 <= place[1] <= 5]
    return [len(men), len(own) - len(men), gone.count(0), sum(gone), len(centre), moves]


def test_features_and_evaluations_match_a_count_square_by_square() -> None:
    assert CENTRE.bit_count() == 8
    for state in random_games(15, seed=5):
        black, white = features(state)
        assert [list(black), list(white)] == [obvious_features(state, player) for player in (0, 1)]
        assert len(black) == len(FEATURE_NAMES) == len(WEIGHTS)
        points = sum(w * (b - o) for w, b, o in zip(WEIGHTS, black, white, strict=True))
        assert tuple(GAME.evaluation().function(state)) == (points, -points)
        assert GAME.evaluation("material").function(state)[0] == 2 * (black[0] - white[0]) + 3 * (black[1] - white[1])
        assert abs(points) < GAME.evaluation().utility_weight


def test_moves_are_ordered_by_captures_and_by_the_advance_of_men() -> None:
    def ranks(position: str) -> dict[str, float]:
        state = GAME.notation.parse_state(position)
        return {
            GAME.notation.format_action(state, action): GAME.hints.order(state, action)
            for action in GAME.actions(state)
        }

    assert ranks("B:W6,14,15:BK2,1") == {"2x11": 12, "1x17": 8, "1x19": 8}
    assert ranks("B:W31:B1,10,K13") == {"1-5": 0, "1-6": 0, "10-14": 1, "10-15": 1, "13-9": 0, "13-17": 0}
    assert ranks("W:W30,23,K13:B4") == {"30-25": 0, "30-26": 0, "23-18": 1, "23-19": 1, "13-9": 0, "13-17": 0}


def test_the_initial_position_has_value_0() -> None:
    for name in GAME.evaluations:
        assert tuple(GAME.evaluation(name).function(GAME.initial())) == (0, 0)


@pytest.mark.interpreted
def test_a_table_changes_no_value() -> None:
    plain, remembering = Searcher(GAME, "alpha-beta"), Searcher(GAME, "pvs:replacement=two-deep")
    states = [state for state in random_games(8, seed=9) if state.quiet and not GAME.is_terminal(state)]
    for state in states[:: 20 if at_night() else 40]:
        limits = Limits(depth=7 if at_night() else 4)
        assert plain.search(state, limits).value == remembering.search(state, limits).value


PLACES = st.dictionaries(st.sampled_from(range(32)), st.sampled_from(["black", "white"]), min_size=1, max_size=12)


@given(PLACES, st.sets(st.sampled_from(range(32))), st.sampled_from([0, 1]), st.integers(0, 79))
def test_positions_are_read_back(places: dict[int, str], kings: set[int], mover: int, quiet: int) -> None:
    black, white = (sum(1 << BITS[i] for i, side in places.items() if side == name) for name in ("black", "white"))
    crowned = sum(1 << BITS[i] for i, side in places.items() if i in kings or i < 4 or i > 27)
    state = State(black, white, crowned, mover, quiet)
    assert parse_state(GAME, GAME.notation.format_state(state)) == state
    for action in GAME.actions(state):
        text = GAME.notation.format_action(state, action)
        assert parse_action(GAME, state, text) == action
        path = path_of(action)
        assert sides(state)[0] >> path[0] & 1
        assert GAME.notation.parse_action(state, "x".join(NUMBERS[bit] for bit in path)) == action
        assert sides(GAME.result(state, action))[1] >> path[-1] & 1


def test_fields_come_in_any_order_and_squares_as_ranges() -> None:
    start = GAME.initial()
    for text in ("B:W21-32:B1-12", "b:b1-12:w21-32.", '"B : W 21-32 : B 1-12 : H0 : F1"'):
        assert parse_state(GAME, text) == start
    kings = parse_state(GAME, "W:WK1-3,21:BK5")
    assert GAME.notation.format_state(kings) == "W:WK1,K2,K3,21:BK5"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write who moves and where white and black stand"),
        ("B:W21", "write who moves"),
        ("X:W21:B1", "write who moves"),
        ("B:W21:W22:B1", "write who moves"),
        ("B:W21:B1:Z3", "write who moves"),
        ("B:W33:B1", "white stands on squares from 1 to 32, such as 21, K30 or 1-4, not on '33'"),
        ("B:W21:Bx", "black stands on squares from 1 to 32, .* not on 'X'"),
        ("B:W21:B9-5", "not on '9-5'"),
        ("B:W21:B1,1", "square 1 is named twice for black"),
        ("B:W21,1:B1", "two pieces stand on square 1"),
        ("B:W21-32,13:B1", "white has 13 pieces, more than 12"),
        ("B:W2:B5", "the white man on 2 would be a king there"),
        ("B:W20:B30", "the black man on 30 would be a king there"),
        ("B:W:B", "there are no pieces"),
        ("B:W21:B1:Hx", "number of plies in which nothing was decided, not 'X'"),
        ("B:W21:BK10:H10001", "0 to 10000 plies were quiet"),
        ("B:W21:BK10:H999999999999999999999", "after H stands the number of plies in which nothing was decided"),
        (f"B:W21:BK10:H{'1' * 5000}", "after H stands the number of plies in which nothing was decided"),
        (f"B:W21:B{'1' * 5000}", "black stands on squares from 1 to 32"),
        (f"B:W21:B1-{'1' * 5000}", "black stands on squares from 1 to 32"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        parse_state(GAME, text)


def test_impossible_states_are_refused() -> None:
    start = GAME.initial()
    for wrong, reason in (
        ({"to_move": 2}, "0 or 1 is to move"),
        ({"quiet": -1}, "0 or 1 is to move"),
        ({"white": start.black}, "two pieces share a square"),
        ({"black": 1 << 8}, "outside the board"),
        ({"kings": 1 << 14}, "a king is on no piece's square"),
    ):
        with pytest.raises(ValueError, match=reason):
            GAME.notation.validate(start._replace(**wrong))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("11-33", "no piece can go so"),
        ("e3-d4", "write a step as 11-15 and a capture as 15x22"),
        ("11", "write a step as"),
        ("1-6", "no piece can go so"),
    ],
)
def test_impossible_actions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        parse_action(GAME, GAME.initial(), text)


@pytest.mark.slow
@pytest.mark.interpreted
def test_contract_where_draws_come_soon() -> None:
    assert check_game(games.load("draughts:quiet=6"), games=8).failures == ()
