"""Which functions the compiler of rules takes: those that use what Numba does not understand, or is slow at."""

import ast
import dis
import sys
from collections.abc import Sequence
from functools import cache, lru_cache, partial
from itertools import pairwise
from types import CodeType, FunctionType, MethodType

from spielbaum.compiler.source import CACHED, NoSourceError, body_of, definition_of
from spielbaum.kernel.call_graph import direct_calls, reachable_functions
from spielbaum.kernel.captures import Capture, captured, is_of_a_game
from spielbaum.kernel.intrinsics import is_intrinsic
from spielbaum.kernel.jitted import is_jitted
from spielbaum.kernel.members import Members, names_in

_OPERATIONS = {
    dis.opmap[name]
    for name in (
        "BUILD_LIST", "LIST_APPEND", "LIST_EXTEND", "BUILD_SET", "SET_ADD", "SET_UPDATE", "BUILD_MAP",
        "MAP_ADD", "DICT_UPDATE", "BUILD_CONST_KEY_MAP", "GET_YIELD_FROM_ITER", "SEND", "MATCH_SEQUENCE",
        "MATCH_CLASS", "UNPACK_EX", "LIST_TO_TUPLE", "FORMAT_VALUE", "FORMAT_SIMPLE", "BUILD_STRING", "IS_OP",
        "MAKE_FUNCTION", "POP_JUMP_IF_NONE", "POP_JUMP_IF_NOT_NONE", "POP_JUMP_FORWARD_IF_NONE",
        "POP_JUMP_FORWARD_IF_NOT_NONE", "POP_JUMP_BACKWARD_IF_NONE", "POP_JUMP_BACKWARD_IF_NOT_NONE",
    )
    if name in dis.opmap
}  # fmt: skip
"""Byte code of lists, sets, dictionaries, nested functions, texts, ``yield from``, stars and ``is``."""

_HAS_DOCSTRING = 0x4000000  # a flag of code since Python 3.14

_STARS = {dis.opmap[name] for name in ("BUILD_LIST", "LIST_EXTEND", "LIST_TO_TUPLE") if name in dis.opmap}

_NODES = (
    ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.Dict, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.YieldFrom,
    ast.Match, ast.JoinedStr, ast.FunctionDef, ast.Is, ast.IsNot,
)  # fmt: skip
_BUILTINS = frozenset({"list", "set", "frozenset", "dict", "sorted", "next", "any", "all", "deque", "map", "filter"})
_KINDS = (list, dict, set, frozenset, str, CACHED, partial, MethodType)


_OF_NUMBA = frozenset({
    "bin", "chr", "complex", "format", "getattr", "hasattr", "hash", "hex", "ord", "round", "sort", "sorted", "str",
})  # fmt: skip
_LIBRARIES = ("cmath", "numba", "numpy", "operator", "scipy")


def may_be_known_to_numba(function: FunctionType) -> bool:
    """Return whether a function that the compiler of rules refuses uses what only Numba knows: texts, NumPy."""
    return any(
        not _OF_NUMBA.isdisjoint(names_in(called.__code__) | _operations(called.__code__))
        or any(map(_is_for_numba, captured(called)))
        for called in reachable_functions(function, is_intrinsic)
        if is_rule(called)
    )


def _is_for_numba(used: Capture) -> bool:
    has_counterpart = hasattr(used.value, "native") or hasattr(used.value, "dtype") or is_jitted(used.value)
    is_of_kernel = isinstance(used.value, FunctionType) and not is_rule(used.value)
    return has_counterpart or is_of_kernel or used.library.partition(".")[0] in _LIBRARIES


def _operations(code: CodeType) -> set[str]:
    return {"format"} if any(step.opname.startswith("FORMAT") for step in dis.get_instructions(code)) else set()


def natural_functions(functions: Sequence[FunctionType]) -> frozenset[FunctionType]:
    """Return the functions of a kernel that the compiler of rules takes.

    They use lists, generators, tables or methods as anyone writes Python, or call a function that does.
    """
    members = Members()
    for function in functions:
        members.add(function)
    names = members.names()
    callers: dict[FunctionType, list[FunctionType]] = {}
    for function in functions:
        for called in direct_calls(function):
            callers.setdefault(called, []).append(function)
    found = [function for function in functions if is_rule(function) and _is_natural(function, names)]
    reached = set(found)
    for function in found:
        for caller in callers.get(function, ()):
            if caller not in reached:
                reached.add(caller)
                found.append(caller)
    return frozenset(function for function in found if is_rule(function) and not _has_workspace(function))


def _has_workspace(function: FunctionType) -> bool:
    """Return whether a function belongs to an algorithm, which keeps its numbers in a workspace."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return "ws" in names or "_ws" in names


def is_rule(function: FunctionType) -> bool:
    """Return whether a function is one of a game, or of a module whose functions wrap those of games."""
    return is_of_a_game(function) or bool(function.__globals__.get("WRAPS_RULES"))


def _is_natural(function: FunctionType, members: set[str]) -> bool:
    """Return whether a function itself uses what Numba does not know; ``members`` are names of methods of values."""
    return (
        (_has_natural_code(function.__code__) and _has_natural_source(function))
        or not members.isdisjoint(names_in(function.__code__))
        or any(_is_natural_value(used.value) for used in captured(function) if not used.library)
    )


@lru_cache(4096)
def _has_natural_code(code: CodeType) -> bool:
    operations = set(code.co_code[::2])
    natural = operations & _OPERATIONS
    if dis.opmap["CALL_FUNCTION_EX"] in operations:  # a call with a star makes a list
        natural -= _STARS
    return (
        bool(natural)
        or not _BUILTINS.isdisjoint(code.co_names)
        or any(isinstance(constant, str | frozenset) for constant in code.co_consts[_starts_with_docstring(code) :])
        or _uses_none(code)
    )


def _starts_with_docstring(code: CodeType) -> bool:
    """Return whether the first constant is the docstring, or None for want of one."""
    return sys.version_info < (3, 14) or bool(code.co_flags & _HAS_DOCSTRING)


def _uses_none(code: CodeType) -> bool:
    """Return whether None is a value, and not just an end of a slice, or what a function without ``return`` returns."""
    load, leave, cut = (dis.opmap[name] for name in ("LOAD_CONST", "RETURN_VALUE", "BUILD_SLICE"))
    steps = list(zip(code.co_code[::2], code.co_code[1::2], strict=True))
    nones = sum(
        operation == load and place < len(code.co_consts) and code.co_consts[place] is None and after != leave
        for (operation, place), (after, _) in pairwise(steps)
    )
    return nones > 2 * sum(operation == cut for operation, _ in steps)


@lru_cache(4096)
def _has_natural_source(function: FunctionType) -> bool:
    """Return whether a function of which the byte code looks natural is: calls and slices make lists and None, too."""
    try:
        body = body_of(definition_of(function))
    except NoSourceError:
        return False
    for statement in body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        for node in ast.walk(statement):
            if isinstance(node, _NODES) or (isinstance(node, ast.Name) and node.id in _BUILTINS):
                return True
            if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, str)):
                return True
            if isinstance(node, ast.Tuple) and any(isinstance(part, ast.Starred) for part in node.elts):
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
