"""Our games as Python games of OpenSpiel."""

import ctypes
import re
from typing import Any

import numpy as np

from spielbaum.adapters.openspiel.library import pyspiel
from spielbaum.bridges.action_numbers import ActionNumbers, number_actions
from spielbaum.bridges.course import Course
from spielbaum.bridges.observations import Kind, Observation, observe
from spielbaum.errors import GameError, InputError, Message
from spielbaum.game import Game, State
from spielbaum.game.notation import format_action, format_state
from spielbaum.registry import load

PLIES = 10_000
"""The default limit on the plies of a game; all shipped games end earlier."""

PREFIX = "spielbaum_"

_REGISTERED: dict[str, "SpielbaumGame"] = {}


def as_pyspiel(
    game: Game | str,
    *,
    register: bool = True,
    plies: int = PLIES,
    max_utility: float | None = None,
    distinct_actions: int | None = None,
    most_legal: int | None = None,
    observation: Kind | None = None,
) -> "SpielbaumGame":
    """Return a game as a Python game of OpenSpiel.

    Parameters
    ----------
    game
        The game, or the text that ``load`` takes.
    register
        Whether to register it for ``pyspiel.load_game`` under its spec, such as ``spielbaum_nim_heaps_3_4``. Pickling
        and other round trips through text need it.
    plies
        The limit on the plies of a game; a longer game raises an error.
    max_utility
        The largest absolute utility of any player, if the game does not state it.
    distinct_actions, most_legal
        The numbering of actions, if the game does not state it, as in ``number_actions``.
    observation
        The content of observation tensors, as in ``observe``; a game that supports neither kind has no tensors.

    Raises
    ------
    InputError
        If a bound is missing.

    Examples
    --------
    >>> str(as_pyspiel("nim:heaps=2-1"))
    'spielbaum_nim_heaps_2_1()'
    """
    game = load(game) if isinstance(game, str) else game
    numbers = number_actions(game, distinct_actions=distinct_actions, most_legal=most_legal)
    largest = game.max_utility if max_utility is None else max_utility
    if largest is None:
        raise InputError(Message("{} does not state its largest utility: give max_utility", game.spec))
    try:
        observed = observe(game, observation)
    except InputError:
        if observation is not None:
            raise
        observed = None
    made = SpielbaumGame(game, numbers, plies, float(largest), observed)
    if register:
        _register(made)
    return made


def _register(made: "SpielbaumGame") -> None:
    name = made.get_type().short_name
    if name not in _REGISTERED:

        def creator(_parameters: Any) -> "SpielbaumGame":
            return _REGISTERED[name]

        ctypes.pythonapi.Py_IncRef(ctypes.py_object(creator))  # OpenSpiel releases it after the end of Python
        pyspiel.register_game(made.get_type(), creator)
    _REGISTERED[name] = made  # the last one of a name


class SpielbaumGame(pyspiel.Game):
    """A game of Spielbaum as a game of OpenSpiel, made by ``as_pyspiel``.

    Attributes
    ----------
    game : Game
        The game.
    numbers : ActionNumbers
        The numbers of its actions in OpenSpiel.
    """

    def __init__(
        self, game: Game, numbers: ActionNumbers, plies: int, max_utility: float, observed: Observation | None
    ) -> None:
        total = 0.0 if game.zero_sum else game.utility_sum
        utility = pyspiel.GameType.Utility
        kind = utility.GENERAL_SUM if total is None else utility.CONSTANT_SUM if total else utility.ZERO_SUM
        super().__init__(
            pyspiel.GameType(
                short_name=PREFIX + re.sub(r"\W+", "_", game.spec).strip("_"),
                long_name=game.doc or game.spec,
                dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
                chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
                information=pyspiel.GameType.Information.PERFECT_INFORMATION,
                utility=kind,
                reward_model=pyspiel.GameType.RewardModel.TERMINAL,
                max_num_players=game.players,
                min_num_players=game.players,
                provides_information_state_string=True,
                provides_information_state_tensor=False,
                provides_observation_string=True,
                provides_observation_tensor=observed is not None,
                parameter_specification={},
            ),
            pyspiel.GameInfo(
                num_distinct_actions=numbers.size,
                max_chance_outcomes=0,
                num_players=game.players,
                min_utility=0.0 if game.non_negative else -max_utility,
                max_utility=max_utility,
                utility_sum=total,
                max_game_length=plies,
            ),
            {},
        )
        self.game, self.numbers, self.plies, self.observed = game, numbers, plies, observed

    def new_initial_state(self) -> "SpielbaumState":
        """Return the initial state."""
        return SpielbaumState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer of states for OpenSpiel."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SpielbaumObserver(self.game, self.observed, params)
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class _States:
    """The states of a game so far, which OpenSpiel copies and pickles without the game."""

    def __init__(self, course: Course) -> None:
        self.course = course

    def __deepcopy__(self, memo: object) -> "_States":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _Unpickled, (self.course.states,)


class _Unpickled:
    """The unpickled states without the game, which the OpenSpiel state supplies."""

    def __init__(self, states: tuple[State, ...]) -> None:
        self.states = states


class SpielbaumState(pyspiel.State):
    """A state of a game of Spielbaum with its history, as a state of OpenSpiel."""

    def __init__(self, game: SpielbaumGame) -> None:
        super().__init__(game)
        self._kept: _States | _Unpickled = _States(Course(game.game, (game.game.initial(),)))

    @property
    def course(self) -> Course:
        """The game so far, in states of Spielbaum."""
        if isinstance(self._kept, _Unpickled):
            self._kept = _States(Course(self.get_game().game, self._kept.states))
        return self._kept.course

    def current_player(self) -> int:
        """Return the player to move."""
        course = self.course
        return int(pyspiel.PlayerId.TERMINAL if course.is_over else course.game.to_move(course.state))

    def is_terminal(self) -> bool:
        """Return whether the game is over, also by repetition."""
        return self.course.is_over

    def returns(self) -> list[float]:
        """Return the utilities; zeros before the end."""
        return list(self.course.utility)

    def _legal_actions(self, _player: int) -> list[int]:
        return self.get_game().numbers.legal(self.course.state)  # type: ignore[no-any-return]

    def _apply_action(self, number: int) -> None:
        own, course = self.get_game(), self.course
        if len(course.history) >= own.plies:
            raise GameError(
                Message("a game of {} has more than {} plies: give as_pyspiel more plies", own.game.spec, own.plies)
            )
        self._kept = _States(course.after(own.numbers.action_of(course.state, number)))

    def _action_to_string(self, _player: int, number: int) -> str:
        own, state = self.get_game(), self.course.state
        return format_action(own.game, state, own.numbers.action_of(state, number))

    def __str__(self) -> str:
        """Return board, notation and, if repetition matters, actions: different states have different texts."""
        game, state = self.course.game, self.course.state
        lines = [game.view.board(state)] if game.view.board else []
        lines.append(format_state(game, state))
        if game.repetition:
            lines.append(" ".join(map(str, self.history())))
        return "\n".join(lines)


class SpielbaumObserver:
    """An observer of states for OpenSpiel: a tensor, and the notation as text.

    Attributes
    ----------
    tensor, dict
        Filled by ``set_from``; None and empty for observation as text only.
    """

    def __init__(self, game: Game, observed: Observation | None, params: Any = None) -> None:
        if params:
            raise InputError(Message("observations of {} take no parameters, unlike {}", game.spec, params))
        self._game, self._observed = game, observed
        self.tensor = None if observed is None else np.zeros(int(np.prod(observed.shape)), np.float32)
        self.dict = {} if observed is None else {"observation": self.tensor.reshape(observed.shape)}  # type: ignore[union-attr]

    def set_from(self, state: SpielbaumState, player: int) -> None:
        """Fill the tensor with the observation of a player."""
        if self._observed is not None:
            self.dict["observation"][...] = self._observed.encode(state.course.state, player)

    def string_from(self, state: SpielbaumState, _player: int) -> str:
        """Return the notation of a state, the same for all players."""
        return format_state(self._game, state.course.state)
