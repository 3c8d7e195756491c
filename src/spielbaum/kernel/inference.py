"""Type inference that does not repeat itself.

Numba applies all constraints of a function until no type changes, and at every recursive call it infers the whole
function again for its type so far: that took more than half of the time to compile a kernel. Here a constraint whose
types have not changed is skipped, an operation on given types is resolved once per kernel, and the return type of a
function is reused while nothing new is known about it. The types are the same as Numba's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba import types
from numba.core import ir
from numba.core.errors import ForceLiteralArg, TypingError

from spielbaum.kernel.numba_internals import (
    ArgConstraint,
    BuildTupleConstraint,
    CallConstraint,
    ConstraintNetwork,
    ExhaustIterConstraint,
    GetAttrConstraint,
    IntrinsicCallConstraint,
    PairFirstConstraint,
    PairSecondConstraint,
    Propagate,
    SetItemConstraint,
    StaticGetItemConstraint,
    StaticSetItemConstraint,
    TypeInferer,
    chain_exception,
    is_on,
    typeinfer,
)
from spielbaum.kernel.patching import patched

_FOUND: dict[Any, Any] = {}
"""The signatures of operations on given types while a kernel is compiled; Numba's compiler lock guards it."""

_AGAIN = {
    Propagate, ArgConstraint, BuildTupleConstraint, ExhaustIterConstraint, PairFirstConstraint, PairSecondConstraint,
    StaticGetItemConstraint, CallConstraint, IntrinsicCallConstraint, GetAttrConstraint, SetItemConstraint,
    StaticSetItemConstraint,
}  # fmt: skip
"""Constraints that depend on the types of their variables only."""


class Constraints(ConstraintNetwork):  # type: ignore[misc]
    """The constraints of a function."""

    def __init__(self) -> None:
        super().__init__()
        self._names: dict[int, tuple[str, ...]] = {}
        self._seen: dict[int, list[Any]] = {}

    def propagate(self, typeinfer: Any) -> list[Any]:
        """Apply the constraints once, and return the errors."""
        with typeinfer.warnings.catch_warnings():
            return self._applied(typeinfer)

    def _applied(self, typeinfer: Any) -> list[Any]:
        errors = []
        for place, constraint in enumerate(self.constraints):
            if place not in self._names:
                self._names[place] = tuple(_variables(vars(constraint))) if type(constraint) in _AGAIN else ()
            names, seen = self._names[place], self._seen.get(place)
            if seen is not None and seen == _types_of(names, typeinfer):
                continue
            is_recursive = type(constraint) is CallConstraint and _is_recursive(constraint, typeinfer)
            if is_recursive and typeinfer._skip_recursion:  # it would only fail
                continue
            failures = _failures(constraint, typeinfer)
            errors += failures
            if names and not failures and not is_recursive:
                now = _types_of(names, typeinfer)
                if all(kind is not None and kind.is_precise() for kind in now):
                    self._seen[place] = now
        return errors


def _failures(constraint: Any, inferer: Any) -> list[Any]:
    """Apply a constraint, and return its errors in Numba's form."""
    try:
        constraint(inferer)
    except ForceLiteralArg as error:
        return [error]
    except TypingError as error:
        return [chain_exception(TypingError(str(error), loc=constraint.loc, highlighting=False), error)]
    return []


def _variables(value: Any) -> Iterator[str]:
    """Yield the names of all variables of a constraint, and perhaps other strings."""
    if isinstance(value, ir.Var):
        yield value.name
    elif isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _variables([*value.values()])
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _variables(item)
    elif isinstance(value, IntrinsicCallConstraint):
        yield from _variables(vars(value))


def _types_of(names: tuple[str, ...], inferer: Any) -> list[Any]:
    """Return the current types of variables; other names are ignored."""
    known = inferer.typevars
    return [known[name].type for name in names if name in known]


def _is_recursive(call: Any, inferer: Any) -> bool:
    function = inferer.typevars.get(call.func)
    return function is not None and isinstance(function.type, types.RecursiveCall)


class Inferer(TypeInferer):  # type: ignore[misc]
    """The types of one function."""

    def __init__(self, context: Any, func_ir: Any, warnings: Any) -> None:
        super().__init__(context, func_ir, warnings)
        self.constraints = Constraints()
        self._returned: list[tuple[Any, Any]] = []

    def return_types_from_partial(self) -> Any:
        """Return the return type that is known so far."""
        known = [(name, variable.type) for name, variable in self.typevars.items() if variable.defined]
        for before, found in self._returned:
            if before == known:
                return found
        found = super().return_types_from_partial()
        self._returned.append((known, found))
        return found

    def resolve_call(self, function: Any, arguments: Any, keywords: Any) -> Any:
        """Return the signature of a call."""
        if type(function) is not types.Function or keywords:
            return super().resolve_call(function, arguments, keywords)
        key = function, arguments
        found = _FOUND.get(key)
        if found is None:
            found = _FOUND[key] = super().resolve_call(function, arguments, keywords)
        return found


@contextmanager
def types_inferred_once() -> Iterator[None]:
    """Infer the types of what is compiled in this block; Numba's compiler lock must be held."""
    try:
        with patched(typeinfer, TypeInferer=Inferer if is_on("inference") else TypeInferer):
            yield
    finally:
        _FOUND.clear()
