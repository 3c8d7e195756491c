"""``adapt``: adapts, in one call, the games that students write in courses.

Functions of a state such as CS50's, games of AIMA's ``Game`` and of easyAI's ``TwoPlayerGame`` and states in the manner
of CS188 are recognised by their functions; their libraries are not needed. Adapted games run interpreted.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from spielbaum.adapters import agents, aima, easyai, functions
from spielbaum.adapters.adapted import Evaluations
from spielbaum.adapters.contents import kind_of
from spielbaum.errors import GameError, Message
from spielbaum.game import Game

Make = Callable[[Any, str, Evaluations | None], Game]

ADAPTERS = (aima, easyai, agents)


def adapt(
    other: Any,
    *,
    name: str | None = None,
    evaluations: Evaluations | None = None,
    names: Mapping[str, str] | None = None,
) -> Game:
    """Return the game of a module or an object of another library.

    Parameters
    ----------
    other
        A module, an object or a class with CS50's ``initial_state, player, actions, result, terminal, utility``,
        ``player`` being optional; a ``Game`` of AIMA or a ``TwoPlayerGame`` of easyAI, or their classes; or a module
        with one of these.
    name
        The name of the game; by default that of the module or class.
    evaluations
        Functions of the original states by name; each returns a number for the first player, or one for each player.
    names
        The names of the functions by CS50's names, such as ``{"actions": "zuege"}``; usual ones are found without.

    Returns
    -------
    Game
        Its states have ``theirs``, the original state; ``state.moves.theirs[action]`` is the original move.

    Raises
    ------
    GameError
        If it is not a game of these kinds, or there are several.

    Examples
    --------
    >>> from easyAI.games import Nim
    >>> from spielbaum import search
    >>> result = search(adapt(Nim(piles=(1, 2))))
    >>> result.value, result.action_text
    (100, '2-2')
    """
    found = find_adaptable(other, names)
    if found is None:
        raise GameError(
            Message(
                "{} is not a game that can be adapted: functions of a state are {}, and {} unless players alternate; "
                "an object of AIMA has {}, {} and initial; one of easyAI {}; a state of CS188 {}",
                _name_of(other),
                ", ".join((functions.START, *functions.FUNCTIONS)),
                functions.PLAYER,
                ", ".join(aima.METHODS),
                aima.TERMINAL[0],
                ", ".join(easyai.METHODS),
                ", ".join(agents.METHODS),
            )
        )
    name = name or _name_of(found)
    make: Make | None = next((adapter.make for adapter in ADAPTERS if adapter.fits(found)), None)
    return make(found, name, evaluations) if make else functions.make(found, name, evaluations, names)


def find_adaptable(other: Any, names: Mapping[str, str] | None = None) -> Any:
    """Return the object that can be adapted: the argument, or the only game of a module; None if there is none.

    Raises
    ------
    GameError
        If a module has several games.
    """
    if _fits(other, names):
        return other
    if not isinstance(other, ModuleType):
        return None
    values = [value for key, value in vars(other).items() if not key.startswith("_") and _fits(value, names)]
    objects = [value for value in values if not isinstance(value, type)]
    classes = [value for value in values if isinstance(value, type) and value.__module__ == other.__name__]
    last = [kind for kind in classes if not any(kind in below.__mro__[1:] for below in classes)]
    chosen = objects or last
    if len(chosen) > 1:
        shown = ", ".join(map(_name_of, chosen))
        raise GameError(Message("several games can be adapted, {}: assign one to game", shown))
    return chosen[0] if chosen else None


def what_is_missing(module: ModuleType, names: Mapping[str, str] | None = None) -> list[str]:
    """Return the standard names of the functions that a module with most functions of a game lacks."""
    lacking = functions.missing(module, names)
    if len(lacking) > len(functions.FUNCTIONS) // 2 or any(value is Game for value in vars(module).values()):
        return []
    return lacking if functions.start_of(module, names) is not None else [*lacking, functions.START]


def _fits(other: Any, names: Mapping[str, str] | None) -> bool:
    found = any(adapter.fits(other) for adapter in ADAPTERS) or functions.fits(other, names)
    return found and not inspect.isabstract(other)


def _name_of(other: Any) -> str:
    """Return the name of an object in the style of game names.

    Examples
    --------
    >>> class ConnectFour: pass
    >>> _name_of(ConnectFour), _name_of(ConnectFour())
    ('connect-four', 'connect-four')
    """
    name = getattr(other, "__name__", None) or kind_of(other)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_|\.", "-", name.rpartition(".")[2]).lower()
