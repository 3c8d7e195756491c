"""Inference of types: what was inferred once is not inferred again.

Numba repeats all rules of a function until no type changes any more, and at every recursive call it infers the whole
function anew for its type so far: that took more than half of the time of a kernel. Here a rule whose types are what
they were is left out, an operation on some types is looked up once a kernel, and a function of which nothing new is
known has the type that it had. The types are Numba's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import ir, typeinfer, types
from numba.core.errors import ForceLiteralArg, TypingError
from numba.core.typeinfer import ConstraintNetwork, TypeInferer
from numba.core.utils import chain_exception

_FOUND: dict[Any, Any] = {}
"""The signatures of operations on some types, while a kernel is compiled; the lock of Numba's compiler guards it."""

_AGAIN = {
    "Propagate", "ArgConstraint", "BuildTupleConstraint", "ExhaustIterConstraint", "PairFirstConstraint",
    "PairSecondConstraint", "StaticGetItemConstraint", "CallConstraint", "IntrinsicCallConstraint", "GetAttrConstraint",
    "SetItemConstraint", "StaticSetItemConstraint",
}  # fmt: skip
"""Rules that say the same about the same types."""


class _Rules(ConstraintNetwork):  # type: ignore[misc]
    """The rules of a function."""

    def __init__(self) -> None:
        super().__init__()
        self._names: dict[int, tuple[str, ...]] = {}
        self._seen: dict[int, list[Any]] = {}

    def propagate(self, typeinfer: Any) -> list[Any]:
        """Apply the rules once, and return what they complain about."""
        with typeinfer.warnings.catch_warnings():
            return self._applied(typeinfer)

    def _applied(self, typeinfer: Any) -> list[Any]:
        errors = []
        for place, rule in enumerate(self.constraints):
            if place not in self._names:
                self._names[place] = tuple(_variables(vars(rule))) if type(rule).__name__ in _AGAIN else ()
            names, seen = self._names[place], self._seen.get(place)
            if seen is not None and seen == _types_of(names, typeinfer):
                continue
            is_recursive = type(rule).__name__ == "CallConstraint" and _is_recursive(rule, typeinfer)
            if is_recursive and typeinfer._skip_recursion:  # it would only complain
                continue
            complaints = _complaints(rule, typeinfer)
            errors += complaints
            if names and not complaints and not is_recursive:
                now = _types_of(names, typeinfer)
                if all(kind is not None and kind.is_precise() for kind in now):
                    self._seen[place] = now
        return errors


def _complaints(rule: Any, inferer: Any) -> list[Any]:
    """Apply a rule, and return what it complains about as Numba would."""
    try:
        rule(inferer)
    except ForceLiteralArg as error:
        return [error]
    except TypingError as error:
        return [chain_exception(TypingError(str(error), loc=rule.loc, highlighting=False), error)]
    return []


def _variables(value: Any) -> Iterator[str]:
    """Yield the names of all variables that a rule is about, and perhaps other words."""
    if isinstance(value, ir.Var):
        yield value.name
    elif isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _variables([*value.values()])
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _variables(item)
    elif isinstance(value, typeinfer.IntrinsicCallConstraint):
        yield from _variables(vars(value))


def _types_of(names: tuple[str, ...], inferer: Any) -> list[Any]:
    """Return the types that variables have by now; what is no variable has none."""
    known = inferer.typevars
    return [known[name].type for name in names if name in known]


def _is_recursive(call: Any, inferer: Any) -> bool:
    function = inferer.typevars.get(call.func)
    return function is not None and isinstance(function.type, types.RecursiveCall)


class _Inferer(TypeInferer):  # type: ignore[misc]
    """The types of one function."""

    def __init__(self, context: Any, func_ir: Any, warnings: Any) -> None:
        super().__init__(context, func_ir, warnings)
        self.constraints = _Rules()
        self._returned: list[tuple[Any, Any]] = []

    def return_types_from_partial(self) -> Any:
        """Return the type of what the function returns, as far as it is known."""
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
def inferred_once() -> Iterator[None]:
    """Infer so whatever is compiled in this block."""
    before, typeinfer.TypeInferer = typeinfer.TypeInferer, _Inferer
    try:
        yield
    finally:
        typeinfer.TypeInferer = before
        if before is not _Inferer:
            _FOUND.clear()
