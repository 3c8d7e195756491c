"""Our games and players in OpenSpiel, by its own tests."""

import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from spielbaum import games, search
from spielbaum.errors import GameError, InputError, UnknownNameError
from spielbaum.game import Game
from spielbaum.game.notation import format_state, parse_action
from spielbaum.registry import names
from tiers import all_but

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import evaluate_bots, minimax  # noqa: E402

from spielbaum.bridges.openspiel import as_bot, as_pyspiel  # noqa: E402

SMALL = {
    "blokus": "blokus:size=6,largest=3",
    "chinese-checkers": "chinese-checkers:arm=1,turns=20",
    "focus": "focus:turns=5",
    "go": "go:size=3",
    "othello": "othello:size=4",
    "random-tree": "random-tree:players=3",
}
NEEDS = {"draughts": {"most_legal": 128}}
SHIPPED = [name for name in names() if name != "tree"]
LONG = ("chameleon-chess", "chess")


@pytest.mark.parametrize("name", all_but([name for name in SHIPPED if name not in LONG], SHIPPED))
def test_random_simulations_of_openspiel_pass(name: str) -> None:
    """They clone, serialise and observe states, and look at masks, returns and the names of actions."""
    made = as_pyspiel(SMALL.get(name, name), **NEEDS.get(name, {}))
    pyspiel.random_sim_test(made, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "nim:heaps=2-1", "random-tree:players=3,depth=3", "figure:max-n"])
def test_openspiel_playthrough(spec: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # it takes a second

    made = as_pyspiel(spec)
    text = generate_playthrough.playthrough(str(made), None, seed=1)
    assert f"NumDistinctActions() = {made.game.distinct_actions}" in text
    assert "IsTerminal() = True" in text
    actions = [int(line.split()[1]) for line in text.splitlines() if line.startswith("action: ")]
    assert generate_playthrough.playthrough(str(made), actions) == text


def test_pickled_game_is_the_same() -> None:
    """Legal actions, players and returns, of random games that end by the rule of repetition, too."""
    for spec, first in (("chess", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"), ("dots-and-boxes:rows=2,columns=2", "")):
        game, made = games.load(spec), as_pyspiel(spec, register=False)
        state, other, choice = game.initial(), made.new_initial_state(), random.Random(spec)
        for text in first.split():
            number = parse_action(game, state, text)
            assert not other.is_terminal()
            state, _ = game.result(state, number), other.apply_action(number)
        if first:
            assert not game.is_terminal(state)
            assert other.is_terminal()
            assert other.returns() == [0, 0]
            continue
        while not other.is_terminal():
            legal = sorted(game.actions(state))
            assert other.legal_actions() == legal
            assert other.current_player() == game.to_move(state)
            action = choice.choice(legal)
            state, _ = game.result(state, action), other.apply_action(action)
        assert game.is_terminal(state)
        assert other.returns() == list(game.utility(state))


@pytest.mark.interpreted
@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four:width=4,height=3", "dots-and-boxes:rows=1,columns=1"])
def test_their_minimax_finds_our_values(spec: str) -> None:
    value, _ = minimax.alpha_beta_search(as_pyspiel(spec))
    game = games.load(spec)
    assert value == search(game, evaluation="none").value


@pytest.mark.parametrize("spec", ["mnk:width=4,height=4,line=3", "chess", "random-tree"])
def test_states_have_different_texts(spec: str) -> None:
    """Algorithms of OpenSpiel tell states apart by their text."""
    made, choice = as_pyspiel(spec, register=False), random.Random(1)
    seen: dict[str, tuple[Any, ...]] = {}
    for _ in range(20):
        state = made.new_initial_state()
        for _ in range(8):
            if state.is_terminal():
                break
            what = state.course.states if made.game.repetition else (state.course.state,)
            assert seen.setdefault(str(state), what) == what
            state.apply_action(choice.choice(state.legal_actions()))


def test_texts_include_the_history_if_repetition_matters() -> None:
    made = as_pyspiel("chess", register=False)
    found = set[tuple[str, str]]()
    for line in ("g1f3 g8f6 b1c3", "b1c3 g8f6 g1f3"):
        state = made.new_initial_state()
        for move in line.split():
            player = state.current_player()
            actions = state.legal_actions()
            state.apply_action(next(one for one in actions if state.action_to_string(player, one) == move))
        found.add((format_state(made.game, state.course.state), str(state)))
    assert [len({pair[place] for pair in found}) for place in (0, 1)] == [1, 2]


def test_states_and_games_are_pickled_once_registered() -> None:
    made = as_pyspiel("connect-four:width=5,height=4")
    state = made.new_initial_state()
    for action in (2, 2, 3):
        state.apply_action(action)
    again = pickle.loads(pickle.dumps(state))
    assert (str(again), again.history()) == (str(state), [2, 2, 3])
    assert again.course.states == state.course.states
    assert str(pickle.loads(pickle.dumps(made))) == str(made)


def test_observation_tensors_are_planes_or_fields() -> None:
    planes, fields = as_pyspiel("tic-tac-toe"), as_pyspiel("tic-tac-toe", observation="fields", register=False)
    assert planes.observation_tensor_shape() == [4, 3, 3]
    state = planes.new_initial_state()
    state.apply_action(4)
    own, other = (np.reshape(state.observation_tensor(player), (4, 3, 3)) for player in (0, 1))
    assert own[0].tolist() == other[1].tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert own[1].sum() == other[0].sum() == own[3].sum() == 0
    assert other[3].sum() == own[2].sum() == 9
    assert set(fields.new_initial_state().observation_tensor(0)) <= {0.0, 1.0}


@pytest.mark.interpreted
@pytest.mark.parametrize("player", ["pvs(depth=3)", "mcts(simulations=50)"])
def test_our_players_beat_their_random_bot_in_both_games(player: str) -> None:
    for game in (pyspiel.load_game("connect_four"), as_pyspiel("connect-four:width=5,height=4")):
        won = 0.0
        for seed in range(2):
            bots = [as_bot(game, player), pyspiel.make_uniform_random_bot(1, seed)]
            won += evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(seed))[0]
            won += pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0]
        assert won > 0


@pytest.mark.interpreted
def test_a_bot_plays_the_move_of_the_search_with_index_numbers() -> None:
    made = as_pyspiel("draughts", most_legal=128, register=False)
    state = made.new_initial_state()
    bot = as_bot(made, "alpha-beta(depth=3)")
    for _ in range(4):
        found = search(made.game, state.course.state, algorithm="alpha-beta", depth=3).action
        number = bot.step(state)
        assert list(made.game.actions(state.course.state))[number] == found
        state.apply_action(number)


def test_missing_arguments_are_reported() -> None:
    with pytest.raises(InputError, match=r"^draughts does not state how many actions it has: give distinct_actions=N"):
        as_pyspiel("draughts")
    with pytest.raises(InputError, match=r"^most_legal must be a whole number of at least 1, not 0$"):
        as_pyspiel("draughts", most_legal=0)
    with pytest.raises(UnknownNameError, match="unknown player 'pvx'"):
        as_bot(pyspiel.load_game("tic_tac_toe"), "pvx(depth=2)")
    with pytest.raises(GameError, match="openspiel:kuhn_poker cannot be played here"):
        as_bot(pyspiel.load_game("kuhn_poker"), "pvs(depth=2)")
    with pytest.raises(InputError, match="a human plays with spielbaum play"):
        as_bot(pyspiel.load_game("tic_tac_toe"), "human")
    unbounded = Game(
        name="one", players=1, initial=lambda: 0, to_move=lambda state: 0, actions=lambda state: (1, 2),
        result=lambda state, action: state + action, is_terminal=lambda state: state > 3,
        utility=lambda state: (state,), compiled=False, distinct_actions=3,
    )  # fmt: skip
    with pytest.raises(InputError, match=r"^one does not state its largest utility: give max_utility$"):
        as_pyspiel(unbounded)
    with pytest.raises(InputError, match=r"^states of one have neither pieces on a board nor fields that are numbers"):
        as_pyspiel(unbounded, max_utility=5, observation="fields")
    state = as_pyspiel(unbounded, max_utility=5, plies=1, register=False).new_initial_state()
    state.apply_action(1)
    with pytest.raises(Exception, match="a game of one has more than 1 plies: give as_pyspiel more plies"):
        state.apply_action(1)


def test_python_exits_cleanly_after_registration() -> None:
    script = "from spielbaum.bridges.openspiel import as_pyspiel; print(as_pyspiel('nim'))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("spielbaum_nim()\n", "")
