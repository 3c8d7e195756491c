"""Our games as environments of PettingZoo, by its own tests."""

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

from spielbaum import Game, games
from spielbaum.errors import GameError, InputError
from spielbaum.game.notation import parse_action
from spielbaum.registry import names
from tiers import all_but

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from spielbaum.bridges.observations import observe
from spielbaum.bridges.pettingzoo import env, policy

SMALL = {
    "blokus": "blokus:size=6,largest=3",
    "chinese-checkers": "chinese-checkers:arm=1,turns=20",
    "focus": "focus:turns=5",
    "go": "go:size=3",
    "othello": "othello:size=4",
    "random-tree": "random-tree:players=3",
}
SHIPPED = [name for name in names() if name != "tree"]
LONG = ("chameleon-chess", "chess")
NEEDS = {"draughts": {"most_legal": 128}}
EXPECTED = ("Observation is not a NumPy array", "Observation space for each agent probably should be", "all zeros")
"""What PettingZoo warns of in all environments with masks but those that it knows by name, and of an empty board."""


@pytest.mark.parametrize("name", all_but([name for name in SHIPPED if name not in LONG], SHIPPED))
def test_the_tests_of_pettingzoo_pass(name: str) -> None:
    spec, needs = SMALL.get(name, name), NEEDS.get(name, {})
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(env(spec, **needs), num_cycles=50)
    assert [str(one.message) for one in said if not any(known in str(one.message) for known in EXPECTED)] == []
    seed_test(lambda: env(spec, **needs), num_cycles=20)


def played(made: Any, *policies: Any) -> dict[str, float]:
    made.reset()
    total = dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter():
        seen, reward, terminated, truncated, _ = made.last()
        total[agent] += reward
        over = terminated or truncated
        assert over or np.flatnonzero(seen["action_mask"]).tolist() == made.unwrapped.numbers.legal(
            made.unwrapped.course.state
        )
        made.step(None if over else policies[made.possible_agents.index(agent)]())
    return total


@pytest.mark.interpreted
@pytest.mark.parametrize("spec", ["tic-tac-toe", "dots-and-boxes:rows=2,columns=2", "mnk:width=4,height=3,players=3"])
def test_rewards_are_the_utilities(spec: str) -> None:
    """Of a game in which players move twice in a row, and of one for three, too."""
    made, game = env(spec), games.load(spec)
    policies = [policy(made, "random", seed=player) for player in range(game.players)]
    total = played(made, *policies)
    state = made.unwrapped.course.state
    assert game.is_terminal(state)
    assert list(total.values()) == list(game.utility(state))


@pytest.mark.interpreted
def test_pvs_does_not_lose_to_random_play() -> None:
    made = env("connect-four:width=5,height=4")
    results = [played(made, policy(made, "random", seed=s), policy(made, "pvs(depth=4)"))["player_1"] for s in range(3)]
    assert min(results) >= 0
    assert max(results) > 0


def test_a_draw_by_repetition_ends_the_game() -> None:
    made = env("chess", observation="fields")
    made.reset()
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"]:
        made.step(parse_action(made.unwrapped.game, made.unwrapped.course.state, text))
    assert made.terminations == {"player_0": True, "player_1": True}
    assert set(made.rewards.values()) == {0}


def test_an_illegal_action_ends_the_game() -> None:
    made = env("tic-tac-toe")
    made.reset()
    made.step(4)
    made.step(4)
    assert made.rewards["player_1"] == -1
    assert all(made.terminations.values())


def test_planes_and_fields() -> None:
    game = games.load("chess")
    shape, encode = observe(game)
    start = encode(game.initial(), 0)
    assert shape == start.shape == (14, 8, 8)
    assert start[:12].sum() == 32
    assert start[:6].sum() == 16
    assert (start[13] == 1).all()
    black = encode(game.initial(), 1)
    assert (black[:6] == start[6:12]).all()
    assert (black[13] == 0).all()
    fields, bits = observe(games.load("nim"), "fields")
    state = games.load("nim").initial()
    number = sum(int(bit) << place for place, bit in enumerate(bits(state, 0)[:64]))
    assert (fields, number) == ((129,), state.heaps)


def test_environments_are_pickled_by_their_text() -> None:
    made = pickle.loads(pickle.dumps(env("nim:heaps=2-1")))
    made.reset()
    assert made.unwrapped.game.spec == "nim:heaps=2-1"


def test_boards_are_rendered_as_text() -> None:
    made = env("tic-tac-toe", render_mode="ansi")
    made.reset()
    assert made.render().count("\n") >= 2
    with pytest.raises(InputError, match=r"^boards are rendered as text, by render_mode='ansi', not by 'human'$"):
        env("tic-tac-toe", render_mode="human")


def test_custom_observation() -> None:
    made = env("nim", observation=lambda state, player: [state.heaps, player])
    made.reset()
    assert made.observe("player_1")["observation"].tolist() == [games.load("nim").initial().heaps, 1]
    assert made.observation_space("player_1").contains(made.observe("player_1"))


def test_missing_and_wrong_arguments_are_reported() -> None:
    with pytest.raises(InputError, match=r"^draughts does not state how many actions it has: give distinct_actions=N"):
        env("draughts")
    with pytest.raises(InputError, match=r"^random-tree draws no pieces on squares, so it has no planes: observe its"):
        env("random-tree", observation="planes")
    with pytest.raises(InputError, match=r"^states are observed as planes or as fields, not as 'pixels'$"):
        env("nim", observation="pixels")  # type: ignore[arg-type]
    few = env("draughts", most_legal=3)
    few.reset()
    with pytest.raises(GameError, match=r"^draughts has 7 actions at .*: give a larger most_legal than 3$"):
        few.last()
    narrow = env("nim", distinct_actions=3)
    narrow.reset()
    with pytest.raises(GameError, match=r"^nim has the action 133 at .*, and its actions should be from 0 to 2$"):
        narrow.last()


def test_a_wrong_number_of_distinct_actions_breaks_a_law() -> None:
    from dataclasses import replace

    from spielbaum import check_game

    nim = replace(games.load("nim:heaps=2-1"), distinct_actions=65)
    failure = check_game(nim, games=1).failures[0]
    assert "action 65 is not in range(65), and the game states distinct_actions=65" in failure.detail
    with pytest.raises(GameError, match="distinct_actions of game 'nim' must be a whole number of at least 1, not 0"):
        replace(nim, distinct_actions=0)
    assert isinstance(nim, Game)
