"""Chinese Checkers against OpenSpiel, whose actions are steps and single hops: sequences of them make whole turns."""

import random
from typing import Any

import pytest

from spielbaum import registry
from spielbaum.game import Game, State

pytestmark = pytest.mark.slow

pyspiel = pytest.importorskip("pyspiel")

END_OF_TURN = 121 * 6


def turns_of(state: Any) -> dict[tuple[int, ...], Any]:
    """Return the states after every whole turn, one for each board that can come of it."""
    mover, cells = state.current_player(), board_of(state)
    found: dict[tuple[int, ...], Any] = {}
    waiting, seen = [state.child(action) for action in state.legal_actions()], set()
    while waiting:
        after = waiting.pop()
        board = board_of(after)
        hopping = "hopping" in str(after)
        if (board, hopping) in seen:
            continue
        seen.add((board, hopping))
        if not hopping:
            if board != cells or END_OF_TURN in state.legal_actions():
                found[board] = after
            continue
        assert after.current_player() == mover
        waiting += [after.child(action) for action in after.legal_actions()]
    return found


def board_of(state: Any) -> tuple[int, ...]:
    """Return the owner of the peg on each cell, row by row, -1 for none."""
    rows = str(state).partition("Player")[0]
    return tuple(-1 if symbol == "." else int(symbol) - 1 for symbol in rows if symbol in ".123456")


def own_board(game: Game, state: State) -> tuple[int, ...]:
    text = "".join(line[2:] for line in game.view.board(state).splitlines()[:-1])
    return tuple(-1 if symbol == "." else "ABCDEF".index(symbol) for symbol in text if not symbol.isspace())


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_whole_turns_are_those_of_openspiel(players: int) -> None:
    """The rules differ where a game ends: OpenSpiel wants all pegs home, here one is enough in an arm that is full."""
    generator = random.Random(players)
    for filled, plies in (("any", 15), ("all", 200 if players == 2 else 30)):
        game = registry.load(f"chinese-checkers:players={players},filled={filled},turns=1000")
        theirs = pyspiel.load_game(f"chinese_checkers(players={players},max_moves={1000 * players})")
        state, other = game.initial(), theirs.new_initial_state()
        for _ in range(plies):
            assert own_board(game, state) == board_of(other)
            if filled == "all":
                assert game.is_terminal(state) == other.is_terminal()
            if game.is_terminal(state):
                break
            assert game.to_move(state) == other.current_player()
            turns = list(game.actions(state))
            children = turns_of(other)
            assert {own_board(game, game.result(state, turn)) for turn in turns} == set(children)
            assert len(turns) == len(children)
            best = max(game.hints.order(state, turn) for turn in turns)
            hurried = [turn for turn in turns if game.hints.order(state, turn) == best]
            state = game.result(state, generator.choice(turns if generator.random() < 0.2 else hurried))
            other = children[own_board(game, state)]
