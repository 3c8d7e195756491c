"""Our games as environments of PettingZoo for reinforcement learning, in which agents act in turn (AEC)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from spielbaum.bridges.action_numbers import number_actions
from spielbaum.bridges.course import Course
from spielbaum.bridges.observations import Kind, Observation, observe
from spielbaum.errors import InputError, Message
from spielbaum.game import Game, State
from spielbaum.game.notation import format_state
from spielbaum.players import Bench, PlayerSpec, as_player, refuse_unfit
from spielbaum.registry import load

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise InputError(Message("environments need PettingZoo: pip install 'spielbaum[pettingzoo]'")) from error

ILLEGAL = -1.0
"""The reward of an agent for an illegal action, which ends the game."""


def env(
    game: Game | str,
    *,
    observation: Kind | Callable[[State, int], Any] | None = None,
    distinct_actions: int | None = None,
    most_legal: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """Return a game as an environment with action masks, in PettingZoo's usual wrappers.

    An observation is a dictionary: ``"observation"``, an array of zeros and ones, and ``"action_mask"`` with the legal
    actions, all zeros for an agent that is not to move. Rewards are the utilities at the end of the game. Agents are
    ``player_0``, ``player_1`` and so on.

    Parameters
    ----------
    game
        The game, or a text for ``load``; the environment can be pickled only if it was made from a text.
    observation
        ``"planes"``: the board as planes, rows and columns, the observer's pieces first. ``"fields"``: all bits of the
        state. Or a function of state and player that returns an array of numbers of a fixed shape. If None, planes if
        the game draws pieces, otherwise fields.
    distinct_actions, most_legal
        The numbering of actions, if the game does not state it, as in ``number_actions``.
    render_mode
        ``"ansi"`` for ``render()`` to return the board as text.

    Raises
    ------
    InputError
        If the number of actions is unknown, or the observation is not supported.

    Examples
    --------
    >>> made = env("nim:heaps=2-1")
    >>> made.reset()
    >>> made.observe("player_0")["action_mask"].nonzero()[0].tolist()
    [1, 2, 65]
    """
    made = GameEnv(game, observation, distinct_actions, most_legal, render_mode)
    guarded = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class GameEnv(AECEnv, EzPickle):
    """A game as an environment without wrappers; ``env`` adds them.

    Attributes
    ----------
    game : Game
        The game.
    course : Course
        The game so far: its ``state`` and ``history``.
    numbers : ActionNumbers
        The numbers of the actions in PettingZoo.
    """

    def __init__(
        self,
        game: Game | str,
        observation: Kind | Callable[[State, int], Any] | None = None,
        distinct_actions: int | None = None,
        most_legal: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, observation, distinct_actions, most_legal, render_mode)
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise InputError(Message("boards are rendered as text, by render_mode='ansi', not by {!r}", render_mode))
        self.game = load(game) if isinstance(game, str) else game
        self.numbers = number_actions(self.game, distinct_actions=distinct_actions, most_legal=most_legal)
        self.metadata = {"name": self.game.spec, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{player}" for player in range(self.game.players)]
        self.agents = list(self.possible_agents)
        self.course = Course(self.game, (self.game.initial(),))
        box, self._encode = _space_of(self.game, observation)
        self.observation_spaces = {agent: _with_mask(box, self.numbers.size) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.numbers.size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game; the seed has no effect, as nothing is random."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.course = Course(self.game, (self.game.initial(),))
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent and its action mask."""
        mask = np.zeros(self.numbers.size, np.int8)
        if not self.course.is_over and agent == self.agent_selection:
            mask[self.numbers.legal(self.course.state)] = 1
        return {"observation": self._encode(self.course.state, self.possible_agents.index(agent)), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Make the selected agent's action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.course = self.course.after(self.numbers.action_of(self.course.state, int(action)))
        if self.course.is_over:
            self.rewards = dict(zip(self.possible_agents, self.course.utility, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text; None without ``render_mode="ansi"``."""
        if self.render_mode is None:
            return None
        board = self.game.view.board
        return board(self.course.state) if board else format_state(self.game, self.course.state)

    def close(self) -> None:
        """Do nothing."""

    def _select(self) -> None:
        over = self.course.is_over
        self.agent_selection = self.agents[0 if over else int(self.game.to_move(self.course.state))]


def policy(environment: Any, player: PlayerSpec | str, *, seed: object = 0) -> Callable[[], int]:
    """Return a function that returns a player's action in an environment.

    Parameters
    ----------
    environment
        The environment of ``env``.
    player
        A player, or its text as on the command line: ``"pvs(depth=4)"``, ``"random"``.
    seed
        The random seed of its play.

    Raises
    ------
    SpielbaumError
        If there is no such player, or it cannot play the game.

    Examples
    --------
    >>> made = env("nim:heaps=2-1")
    >>> made.reset()
    >>> policy(made, "pvs")()
    1
    """
    made: GameEnv = environment.unwrapped
    spec = as_player(player)
    refuse_unfit(made.game, spec)
    chosen = Bench(made.game, [spec]).seat(0, seed)

    def choose() -> int:
        state = made.course.state
        return made.numbers.number_of(state, chosen.choose(state, made.course.history).action)

    return choose


def _space_of(game: Game, observation: Kind | Callable[[State, int], Any] | None) -> tuple[Any, Callable[..., Any]]:
    """Return the space of observations, and the function of state and player that makes them."""
    if callable(observation):
        first, own = np.asarray(observation(game.initial(), 0)), observation
        return spaces.Box(-np.inf, np.inf, first.shape, np.float32), lambda *seen: np.asarray(own(*seen), np.float32)
    observed: Observation = observe(game, observation)
    return spaces.Box(0, 1, observed.shape, np.int8), observed.encode


def _with_mask(observed: Any, size: int) -> Any:
    return spaces.Dict({"observation": observed, "action_mask": spaces.Box(0, 1, (size,), np.int8)})
