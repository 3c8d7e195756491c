"""Which functions the compiler of rules takes: those that use what Numba does not understand, or is slow at."""

import ast
import dis
from collections.abc import Sequence
from functools import cache, partial
from types import CodeType, FunctionType, MethodType

from spielbaum.compiler import NoSourceError, definition_of
from spielbaum.compiler.source import CACHED, Definition, body_of
from spielbaum.kernel.call_graph import reachable_functions
from spielbaum.kernel.captures import captured, is_of_a_game
from spielbaum.kernel.intrinsics import is_intrinsic
from spielbaum.kernel.members import Members, names_in

_NODES = (
    ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.Dict, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.YieldFrom,
    ast.Match, ast.Starred, ast.JoinedStr,
)  # fmt: skip
_BUILTINS = frozenset({"list", "set", "frozenset", "dict", "sorted", "next", "any", "all", "deque", "map", "filter"})
_KINDS = (list, dict, set, frozenset, str, CACHED, partial, MethodType)


def is_natural(function: FunctionType) -> bool:
    """Return whether a function, or one that it calls, uses lists, generators or tables as anyone writes Python."""
    if _is_of_a_search(function):
        return False
    try:
        return any(_is_natural(called) for called in reachable_functions(function, is_intrinsic))
    except NoSourceError:
        return False


_OF_NUMBA = frozenset({
    "bin", "chr", "complex", "format", "getattr", "hasattr", "hash", "hex", "ord", "round", "sort", "sorted", "str",
})  # fmt: skip
_LIBRARIES = ("cmath", "numba", "numpy", "operator", "scipy")


def may_be_known_to_numba(function: FunctionType) -> bool:
    """Return whether a function that the compiler of rules refuses uses what only Numba knows: texts, NumPy."""
    return any(
        not _OF_NUMBA.isdisjoint(names_in(called.__code__) | _operations(called.__code__))
        or any(used.library.partition(".")[0] in _LIBRARIES for used in captured(called))
        for called in reachable_functions(function, is_intrinsic)
        if is_rule(called)
    )


def _operations(code: CodeType) -> set[str]:
    return {"format"} if any(step.opname.startswith("FORMAT") for step in dis.get_instructions(code)) else set()


def natural_functions(functions: Sequence[FunctionType]) -> frozenset[FunctionType]:
    """Return the functions of a kernel that the compiler of rules takes: also those that call methods of its values."""
    members = Members()
    for function in functions:
        members.add(function)
    names = members.names()
    return frozenset(function for function in functions if is_natural(function) or (names and _reads(function, names)))


def _reads(function: FunctionType, names: set[str]) -> bool:
    """Return whether a rule function, or one that it calls, reads an attribute with one of the names."""
    if _is_of_a_search(function):
        return False
    try:
        return any(
            is_rule(called) and definition_of(called) and not names.isdisjoint(names_in(called.__code__))
            for called in reachable_functions(function, is_intrinsic)
        )
    except NoSourceError:
        return False


def _is_of_a_search(function: FunctionType) -> bool:
    """Return whether a function belongs to an algorithm, which keeps its numbers in a workspace."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return "ws" in names or "_ws" in names or not is_rule(function)


def is_rule(function: FunctionType) -> bool:
    """Return whether a function is one of a game, or of a module whose functions wrap those of games."""
    return is_of_a_game(function) or bool(function.__globals__.get("WRAPS_RULES"))


def _is_natural(function: FunctionType) -> bool:
    """Return whether a function itself does."""
    return is_rule(function) and (
        _has_natural_source(function.__code__, function)
        or any(_is_natural_value(used.value) for used in captured(function) if not used.library)
    )


_SEEN: dict[CodeType, bool] = {}


def _has_natural_source(code: CodeType, function: FunctionType) -> bool:
    if code not in _SEEN:
        _SEEN[code] = _reads_naturally(definition_of(function))
    return _SEEN[code]


def _reads_naturally(definition: Definition) -> bool:
    for statement in body_of(definition):
        for node in ast.walk(statement):
            if isinstance(node, (*_NODES, ast.FunctionDef)):
                return True
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _BUILTINS:
                return True
            if isinstance(node, ast.Constant) and node.value is None:
                return True
    return False


def _is_natural_value(value: object) -> bool:
    """Return whether a captured object is a table that Numba does not understand."""
    if isinstance(value, tuple):
        inner = [len(item) for item in value if isinstance(item, tuple)]
        return len(set(inner)) > 1 or any(callable(item) or _is_natural_value(item) for item in value)
    return isinstance(value, _KINDS)


@cache
def revision() -> str:
    """Return a hash of the source of the compiler: kernels that it made are of use to the same one only."""
    import hashlib
    from pathlib import Path

    import spielbaum.compiler

    digest = hashlib.sha256()
    for path in sorted(Path(str(spielbaum.compiler.__file__)).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
