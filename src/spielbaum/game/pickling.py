"""Pickles games: by the call that loads them, by their changes to a loaded game, or by their fields."""

import sys
from collections.abc import Callable
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from importlib import import_module
from typing import Any, TypeVar
from weakref import ref

from spielbaum.game.parts import without_keys_of_parts

Record = TypeVar("Record")

GIVEN = "given"
"""The attribute of a game with the original values of groups that were filled in."""

_ORIGIN, _BASE = "origin", "base"
"""The attributes with the call that loads a game, and with the loaded game from which ``replace`` made it."""

_LOADED: list[ref[Any]] = []
"""The loaded games that are in use, in the order of loading."""


def set_origin(game: Record, load: Callable[..., Record], *arguments: Any) -> Record:
    """Record the call that loads a game in another process, and return the game."""
    vars(game)[_ORIGIN] = (load, arguments)
    _LOADED[:] = [*(known for known in _LOADED if known() is not None), ref(game)]
    return game


def set_base(game: Any) -> None:
    """Note the loaded game with which a game shares most, if it shares functions with one."""
    loaded = [one for known in _LOADED if (one := known()) is not None and _is_related(one, game)]
    if loaded:
        vars(game)[_BASE] = max(loaded, key=lambda one: _number_shared(one, game))


def reduced(game: Any) -> tuple[Any, ...]:
    """Return what ``__reduce__`` of a game returns.

    A game that was neither loaded nor made from a loaded one is pickled as a variable of its module, or else by its
    fields, whose functions must be module-level functions.
    """
    known = vars(game)
    if _ORIGIN in known:
        return known[_ORIGIN]  # type: ignore[no-any-return]
    fields = {own.name: known[own.name] for own in dataclass_fields(game)} | known.get(GIVEN, {})
    mappings = {name: dict(fields.pop(name)) for name in ("evaluations", "options", "settings")}
    if _BASE in known:
        base = known[_BASE]
        changed = {name: value for name, value in fields.items() if value is not getattr(base, name)}
        if "hints" in changed:  # keys of parts are rebuilt
            changed["hints"] = replace(game.hints, proof=without_keys_of_parts(game.hints.proof))
        theirs = [name for name, own in game.evaluations.items() if own == base.evaluations.get(name)]
        mappings["evaluations"] |= dict.fromkeys(theirs)  # evaluations of the base need not be picklable
        return _changed, (base, {**changed, **mappings})
    module = sys.modules.get(getattr(game.actions, "__module__", None) or "")
    if module is not None and module.__name__ != "__main__":
        for name, value in vars(module).items():
            if value is game:
                return _variable, (module.__name__, name)
    return _with_fields, (type(game), {**fields, **mappings})


def _is_related(one: Any, other: Any) -> bool:
    return one.actions is other.actions and (one.initial is other.initial or one.result is other.result)


def _number_shared(one: Any, other: Any) -> int:
    """Return the number of fields that are the same object in both games."""
    return sum(getattr(one, own.name) is getattr(other, own.name) for own in dataclass_fields(one))


def _variable(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def _changed(base: Any, fields: dict[str, Any]) -> Any:
    evaluations = {name: own or base.evaluations[name] for name, own in fields.pop("evaluations").items()}
    return replace(base, **fields, evaluations=evaluations)


def _with_fields(kind: type[Record], fields: dict[str, Any]) -> Record:
    return kind(**fields)
