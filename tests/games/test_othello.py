"""Othello against OpenSpiel and known figures."""

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import U64, Solver, check_game, games, perft
from spielbaum.errors import InputError, PositionError
from spielbaum.formats import ggf
from spielbaum.game import Game
from spielbaum.game.notation import format_action, parse_action, parse_state, play_line
from spielbaum.games.othello.evaluations import FEATURE_NAMES, WEIGHTS, make_features
from spielbaum.games.othello.hints import MIRRORED, UNREMEMBERED, make_proof
from spielbaum.games.othello.notation import boards_of, split_actions
from spielbaum.games.othello.rules import PASS, Board, State, make_count
from spielbaum.kernel import popcount
from spielbaum.players import parse_player
from spielbaum.position_text import read_either, read_states
from spielbaum.session import Session
from tiers import all_but, at_night, examples

PERFT = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]
PERFT_SIX = [4, 12, 56, 244, 1364]
GAME = games.load("othello")


def random_games(size: int, number: int, seed: int) -> Iterator[tuple[Game, list[int], State]]:
    """Yield the states of random games, with the actions that led there."""
    generator, game = random.Random(seed), games.load(f"othello:size={size}")
    for _ in range(number):
        state, line = game.initial(), list[int]()
        yield game, line, state
        while not game.is_terminal(state):
            line.append(generator.choice(list(game.actions(state))))
            state = game.result(state, line[-1])
            yield game, line, state


def test_every_state_of_random_games_matches_open_spiel() -> None:
    rival: Any = None
    states = passes = 0
    for game, line, state in random_games(8, 40, seed=7):
        if not line:
            rival = pyspiel.load_game("othello").new_initial_state()
        else:
            rival.apply_action(line[-1])
        states, passes = states + 1, passes + (line[-1:] == [PASS])
        drawn = [row.split()[1:9] for row in str(rival).splitlines() if row[:1].isdigit()]
        ours = [row.split()[1:] for row in game.view.board(state).splitlines()[:8]]
        assert [["xo-".index(square) for square in row] for row in drawn] == [
            ["XO.".index(square) for square in row] for row in ours
        ]
        assert game.is_terminal(state) == rival.is_terminal()
        if rival.is_terminal():
            assert list(game.utility(state)) == rival.returns()
            continue
        assert game.to_move(state) == rival.current_player()
        assert sorted(game.actions(state)) == rival.legal_actions()
        assert make_count(Board(8))(state) == len(rival.legal_actions())
        for action in rival.legal_actions():
            wanted = rival.action_to_string(action)
            assert game.notation.format_action(state, action) == ("pass" if action == PASS else wanted)
    assert states > 2000
    assert passes > 10


@pytest.mark.slow
def test_perft() -> None:
    assert perft(GAME, depth=len(PERFT)) == PERFT


@pytest.mark.interpreted
def test_perft_of_six_by_six() -> None:
    assert perft(games.load("othello:size=6"), depth=len(PERFT_SIX)) == PERFT_SIX


def flips(board: dict[tuple[int, int], int], size: int, row: int, column: int, player: int) -> set[tuple[int, int]]:
    """Return the squares turned over, square by square."""
    found = set()
    for down, over in [(d, o) for d in (-1, 0, 1) for o in (-1, 0, 1) if d or o]:
        line, (r, c) = [], (row + down, column + over)
        while board.get((r, c)) == 1 - player:
            line.append((r, c))
            r, c = r + down, c + over
        found |= set(line) if board.get((r, c)) == player else set()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 6, 8])
def test_rules_match_squares_one_by_one(size: int) -> None:
    for game, _, state in random_games(size, 4, seed=size):
        black, white = boards_of(state)
        board = {divmod(s, size): 0 if black >> s & 1 else 1 for s in range(size * size) if (black | white) >> s & 1}
        wanted = {
            player: [
                size * r + c
                for r in range(size)
                for c in range(size)
                if (r, c) not in board and flips(board, size, r, c, player)
            ]
            for player in (0, 1)
        }
        assert game.is_terminal(state) == (not wanted[0] and not wanted[1])
        if not game.is_terminal(state):
            assert list(game.actions(state)) == (wanted[state.to_move] or [PASS])
        for square in wanted[state.to_move]:
            turned = flips(board, size, *divmod(square, size), state.to_move) | {divmod(square, size)}
            mine = [divmod(s, size) for s in range(size * size) if game.result(state, square).other >> s & 1]
            assert set(mine) == turned | {place for place, owner in board.items() if owner == state.to_move}


def obvious_features(game: Game, state: State, player: int) -> list[int]:
    """Return the features of a player, square by square."""
    size = int(game.options["size"])
    discs = boards_of(state)
    board = {divmod(s, size): 0 if discs[0] >> s & 1 else 1 for s in range(64) if (discs[0] | discs[1]) >> s & 1}
    own, last = {place for place, owner in board.items() if owner == player}, size - 1
    corners = {(0, 0), (0, last), (last, 0), (last, last)}

    def near(place: tuple[int, int]) -> set[tuple[int, int]]:
        r, c = place
        around = {(r + d, c + o) for d in (-1, 0, 1) for o in (-1, 0, 1)} - {place}
        return {(r, c) for r, c in around if 0 <= r < size and 0 <= c < size}

    anchored = set()
    for r, c in corners:
        for down, over in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            step = 0
            while (r + step * down, c + step * over) in own:
                anchored.add((r + step * down, c + step * over))
                step += 1
    moves = [
        p for p in range(size * size) if divmod(p, size) not in board and flips(board, size, *divmod(p, size), player)
    ]
    return [
        len(own),
        len(moves),
        sum(bool(near(place) - set(board)) for place in own),
        len(own & corners),
        sum(bool(near(place) & corners - set(board)) for place in own),
        len(anchored),
    ]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_features_are_those_of_squares_one_by_one(size: int) -> None:
    features = make_features(Board(size))
    for game, _, state in random_games(size, 6, seed=size + 1):
        counted = features(state)
        assert [list(numbers) for numbers in counted] == [obvious_features(game, state, player) for player in (0, 1)]
        assert len(counted[0]) == len(FEATURE_NAMES)
        assert game.evaluation("discs").function(state)[0] == counted[0][0] - counted[1][0]
        assert game.evaluation("mobility").function(state)[0] == counted[0][1] - counted[1][1]


def test_weights_go_by_the_number_of_discs() -> None:
    evaluate, features = GAME.evaluation().function, make_features(Board(8))
    phases = set()
    for _, _, state in random_games(8, 3, seed=5):
        black, white = features(state)
        discs = black[0] + white[0]
        phase = 0 if discs <= 21 else 1 if discs <= 51 else 2
        phases.add(phase)
        points = sum(w * (b - o) for w, b, o in zip(WEIGHTS[phase], black, white, strict=True))
        assert tuple(evaluate(state)) == (points, -points)
        assert abs(points) < GAME.evaluation().utility_weight
    assert phases == {0, 1, 2}


@pytest.mark.interpreted
def test_the_second_player_wins_on_four_by_four_by_eight_discs() -> None:
    solution = Solver(games.load("othello:size=4,score=margin")).solve(strong=True)
    assert (solution.value, solution.score) == (-1, -8)


def value_by_all_lines(game: Game, state: State, known: dict[State, int]) -> int:
    """Return the utility of the player to move, from all lines of play."""
    if state not in known:
        if game.is_terminal(state):
            known[state] = int(game.utility(state)[state.to_move])
        else:
            known[state] = max(-value_by_all_lines(game, game.result(state, a), known) for a in game.actions(state))
    return known[state]


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("score", "size", "empty"),
    all_but([("win", 4, 7), ("margin", 6, 6)], [("win", 4, 7), ("win", 6, 6), ("margin", 4, 7), ("margin", 6, 6)]),
)
def test_proofs_match_all_lines_of_play(score: str, size: int, empty: int) -> None:
    game = games.load(f"othello:size={size},score={score}")
    solver, known, found = Solver(game, table=1 << 16), dict[State, int](), set[int]()
    for _, _, state in random_games(size, 12, seed=5):
        if size * size - popcount(U64(state.own | state.other)) <= empty:
            solution = solver.solve(state, strong=True)
            found.add(solution.low)
            assert (solution.low, solution.high) == (value_by_all_lines(game, state, known),) * 2
            if solution.action is not None:
                after = value_by_all_lines(game, game.result(state, solution.action), known)
                assert -after == solution.low
    assert len(found) > (1 if score == "win" else 8)


def test_keys_of_proofs_are_equal_for_all_eight_images() -> None:
    def turned(squares: U64) -> U64:
        return U64(sum(1 << s % 6 * 6 + 5 - s // 6 for s in range(36) if squares >> s & 1))

    def mirrored(squares: U64) -> U64:
        return U64(sum(1 << s // 6 * 6 + 5 - s % 6 for s in range(36) if squares >> s & 1))

    both_keys, keys, positions = make_proof(Board(6)).both_keys, set[int](), set[frozenset[tuple[int, int]]]()
    assert both_keys is not None
    for _, _, state in random_games(6, 6, seed=3):
        images = [(state.own, state.other)]
        for _ in range(3):
            images.append((turned(images[-1][0]), turned(images[-1][1])))
        images += [(mirrored(own), mirrored(other)) for own, other in images]
        found = {both_keys(State(own, other, state.to_move)) for own, other in images}
        empty = 36 - popcount(U64(state.own | state.other))
        if empty >= MIRRORED:
            assert len(found) == 1
            positions.add(frozenset(images))
            keys.add(next(iter(found))[0])
        elif empty >= UNREMEMBERED:
            assert len(found) == len(set(images))
        else:
            assert found == {(0, 0)}
    assert len(keys) == len(positions) > 50


def test_score_is_the_result_or_the_margin() -> None:
    text = "XXXX/XXXX/XXXX/XXXO O"
    for score, wanted in (("win", (1, -1)), ("margin", (14, -14))):
        game = games.load(f"othello:size=4,score={score}")
        state = game.notation.parse_state(text)
        assert game.is_terminal(state)
        assert game.utility(state) == wanted
        assert game.utility(game.notation.parse_state(text.replace(" O", " X"))) == wanted
    assert GAME.utility(GAME.notation.parse_state(f"{'/'.join(['XXXXOOOO'] * 8)} X")) == (0, 0)


@given(st.sampled_from([4, 6, 8]), st.data())
def test_positions_and_squares_are_read_back(size: int, data: st.DataObject) -> None:
    game = games.load(f"othello:size={size}")
    squares = data.draw(st.lists(st.sampled_from([0, 1, None]), min_size=size * size, max_size=size * size))
    own, other = (sum(1 << s for s, owner in enumerate(squares) if owner == player) for player in (0, 1))
    state = State(own, other, data.draw(st.sampled_from([0, 1])))
    assert game.notation.parse_state(game.notation.format_state(state)) == state
    long = "".join(row[2:].replace(" ", "") for row in game.view.board(state).splitlines()[:size])
    assert game.notation.parse_state(f"{long.replace('.', '-')} {'XO'[state.to_move]}") == state
    action = data.draw(st.sampled_from([*range(size * size), PASS]))
    assert game.notation.parse_action(state, game.notation.format_action(state, action).upper()) == action


def test_a_pass_is_the_only_action_and_has_a_score() -> None:
    state = GAME.notation.parse_state("XXXXXXX./XXXXXXX./XXXXXXX./XXXXXXX./XXXXXXX./XXXXXXX./XXXXXXX./XXXXXXO. X")
    assert [GAME.notation.format_action(state, action) for action in GAME.actions(state)] == ["h8"]
    state = state._replace(own=state.other, other=state.own, to_move=1)
    assert list(GAME.actions(state)) == [PASS]
    assert GAME.hints.order(state, PASS) == 0
    assert GAME.to_move(GAME.result(state, PASS)) == 0


def test_corners_are_tried_first_and_squares_beside_them_last() -> None:
    ranks = {GAME.notation.format_action(GAME.initial(), s): GAME.hints.order(GAME.initial(), s) for s in range(64)}
    assert [ranks[name] for name in ("h1", "d1", "d3", "b2", "a2")] == [3, 2, 1, 0, 0]


def test_transcripts_need_no_spaces() -> None:
    assert split_actions("f5d6C3 pass a10") == ["f5", "d6", "C3", "pass", "a10"]
    spaced, joined = (play_line(GAME, GAME.initial(), text) for text in ("f5 d6 c3", "F5D6C3"))
    assert spaced == joined
    with pytest.raises(PositionError, match="move 2: action 'z9'"):
        play_line(GAME, GAME.initial(), "f5z9")


@pytest.mark.interpreted
@given(st.integers(0, 2**32))
@examples(30)
def test_transcripts_of_others_omit_passes(seed: int) -> None:
    """Wherever a transcript is read: on the command line, as an opening, in files, and in a game to be played."""
    game, dice = games.load("othello:size=4"), random.Random(seed)
    states, moves = [game.initial()], list[str]()
    while not game.is_terminal(states[-1]):
        action = dice.choice(list(game.actions(states[-1])))
        moves.append(format_action(game, states[-1], action))
        states.append(game.result(states[-1], action))
    short = [move for move in moves if move != "pass"]
    assert read_states(game, position=None, moves="".join(short)) == states
    assert read_states(game, position=None, moves=" ".join(moves)) == states
    opening = moves[: dice.randrange(len(moves))]
    text = "".join(move for move in opening[:-1] if move != "pass") + "".join(opening[-1:])
    assert read_either(game, text)[1] == tuple(opening)
    assert [turn.text for turn in Session(game, (parse_player("human"),) * 2, moves=short).turns] == moves
    colours = [f"{'BW'[game.to_move(state)]}[{move}]" for state, move in zip(states, moves, strict=False)]
    kept = [word for word in colours if "pass" not in word]
    assert ggf.read(game, f"(;{''.join(kept)}B[pass]W[PA];)").moves == tuple(moves)
    for form, file in (("pgn", " ".join(short)), ("sgf", f"(;GM[2]SZ[4];{';'.join(kept)};B[];W[])")):
        (found,) = import_module(f"spielbaum.formats.{form}").each_game(game, file)
        assert found.moves == tuple(moves)
    with pytest.raises(PositionError, match="move 1: action 'a1'"):
        read_states(game, position=None, moves="a1")


def test_players_are_written_in_several_ways() -> None:
    for word in ("X", "b", "Black", "*"):
        assert parse_state(GAME, f"8/8/8/3OX3/3XO3/8/8/8 {word}") == GAME.initial()
    assert parse_state(GAME, "8/8/8/3OX3/3XO3/8/8/8", "white").to_move == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "then who moves, X or O, such as 8/8/8/3OX3/3XO3/8/8/8 X"),
        ("8/8/8/3OX3/3XO3/8/8/8", "then who moves"),
        ("8/8/8/3OX3/3XO3/8/8/8 Z", "then who moves"),
        ("8/8/8/3OX3/3XO3/8/8/7 X", "rows of 8 squares"),
        ("8/8/8/3OX3/3XO3/8/8/8/8 X", "64 squares, not 72"),
        ("8/8/8/3OA3/3XO3/8/8/8 X", "X, O or digits"),
        ("XO X", "64 squares, not 2"),
        ("8/8/8/8/8/8/8/XO6 X", "the centre are never empty"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        parse_state(GAME, text)


def test_impossible_states_are_refused() -> None:
    state = GAME.initial()
    with pytest.raises(ValueError, match="share a square"):
        GAME.notation.validate(state._replace(own=state.other))
    with pytest.raises(ValueError, match="0 or 1 is to move"):
        GAME.notation.validate(state._replace(to_move=2))
    small = games.load("othello:size=4")
    with pytest.raises(ValueError, match="outside the board"):
        small.notation.validate(small.initial()._replace(own=1 << 16))


def test_impossible_actions_are_refused() -> None:
    for text in ("a1", "i9", "pass", "e"):
        with pytest.raises(PositionError, match=r"not legal|write a square from a1 to h8, or pass"):
            parse_action(GAME, GAME.initial(), text)
    with pytest.raises(InputError, match="8, 6, 4"):
        games.load("othello:size=7")


@pytest.mark.interpreted
@pytest.mark.parametrize("options", ["size=4,score=margin", pytest.param("size=6", marks=pytest.mark.slow)])
def test_the_contract_is_kept_on_every_size(options: str) -> None:
    assert check_game(games.load(f"othello:{options}"), games=15 if at_night() else 2).failures == ()
