"""Puzzles: exactly one move wins, which a simple search confirms."""

import pytest

from spielbaum import load
from spielbaum.errors import InputError
from spielbaum.exercises.puzzle import (
    GAMES,
    LEAST_MOVES,
    LEAST_PLIES,
    best_line,
    first_stage,
    make_puzzle,
    next_stage,
    read_puzzle,
)
from spielbaum.game import Game, State
from spielbaum.game.notation import format_state, parse_state


def worth(game: Game, state: State, player: int) -> float:
    """Return the minimax value for a player."""
    if game.is_terminal(state):
        return game.utility(state)[player]
    below = [worth(game, game.result(state, action), player) for action in game.actions(state)]
    return (max if game.to_move(state) == player else min)(below)


@pytest.mark.parametrize("name", ["tic-tac-toe", "dots-and-boxes:rows=2,columns=3", "connect-four:width=5,height=4"])
def test_exactly_one_move_of_a_puzzle_wins(name: str) -> None:
    game = load(name)
    for seed in (1, 2):
        puzzle = make_puzzle(game, seed)
        player, state = game.to_move(puzzle.state), puzzle.state
        found = {action: worth(game, game.result(state, action), player) for action in game.actions(state)}
        assert [action for action, value in found.items() if value > 0] == [puzzle.solution.action]
        assert {line.action: line.outcome == "win" for line in puzzle.lines} == {
            action: value > 0 for action, value in found.items()
        }
        assert len(found) >= LEAST_MOVES
        assert (puzzle.solution.distance or 0) >= LEAST_PLIES
        again = read_puzzle(game, parse_state(game, format_state(game, state)))
        assert again.lines == make_puzzle(game, seed).lines


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_won_whatever_winning_moves_are_made(name: str) -> None:
    game = load(name)
    puzzle = make_puzzle(game, 2, 2)
    player = game.to_move(puzzle.state)
    for choose in (best_line, lambda lines: next(line for line in reversed(lines) if line.outcome == "win")):
        stage = first_stage(puzzle)
        while not stage.is_won:
            assert game.to_move(stage.state) == player
            assert len(stage.lines) > 1
            stage = next_stage(puzzle, stage, choose(stage.lines).action)
        assert game.utility(stage.state)[player] > 0
        state = puzzle.state
        for action in stage.played:
            assert action in list(game.actions(state))
            state = game.result(state, action)
        assert state == stage.state


def test_traps_are_wrong_moves_with_a_single_refutation() -> None:
    game = load("tic-tac-toe")
    puzzle = read_puzzle(game, parse_state(game, "..OX..OX. X"))
    player, traps = game.to_move(puzzle.state), 0
    for line in puzzle.lines:
        after = game.result(puzzle.state, line.action)
        replies = [worth(game, game.result(after, reply), player) for reply in game.actions(after)]
        traps += line.outcome != "win" and len(replies) > 1 and sum(reply <= 0 for reply in replies) == 1
    assert puzzle.traps == traps == 2
    assert puzzle.level == 2
    nim = load("nim")
    assert read_puzzle(nim, parse_state(nim, "2-1-0 0")).traps == 1  # one counter left is no trap


def test_levels_are_measured() -> None:
    game = load("connect-four:width=5,height=4")
    assert [make_puzzle(game, 1, level).level for level in (1, 2)] == [1, 2]
    assert make_puzzle(load("othello:size=6"), 3, 3).level == 3


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_list_has_puzzles(name: str) -> None:
    game = load(name)
    assert make_puzzle(game, 1).state != make_puzzle(game, 2).state


@pytest.mark.parametrize(
    ("name", "position", "message"),
    [
        ("tic-tac-toe", "XXXOO.... O", "the game is over"),
        ("tic-tac-toe", "XOXXOO.X. O", "exactly one move wins, and at XOXXOO.X. O there are 0"),
        ("tic-tac-toe", "XX.X.OOO. X", "exactly one move wins, and at XX.X.OOO. X there are [2-9]"),
        ("mnk:players=3", "", "a puzzle needs a two-player zero-sum game"),
    ],
)
def test_invalid_puzzles_are_refused(name: str, position: str, message: str) -> None:
    game = load(name)
    with pytest.raises(InputError, match=message):
        read_puzzle(game, parse_state(game, position) if position else game.initial())


def test_a_position_too_large_to_solve_is_refused() -> None:
    game = load("connect-four")
    with pytest.raises(InputError, match="cannot be solved within 20,000 nodes"):
        read_puzzle(game, game.initial())
