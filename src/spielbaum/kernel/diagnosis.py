"""Diagnosis: why a game cannot be compiled, in one sentence with function, file and line, and what to write instead.

The byte code is examined first, without the compiler. The compiler's messages are searched only
for the place and for known causes; otherwise the line itself is shown. The rest is for
``--verbose``.
"""

import builtins
import dis
import linecache
import re
from collections.abc import Iterator, Sequence
from inspect import CO_GENERATOR
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType

from spielbaum.errors import CompileError, Message
from spielbaum.kernel.captures import is_of_a_game, lines_of, place, undefined, uses

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_BLOCK = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')

_OUTSIDE = {
    "print": Message("take it out, or see it with SPIELBAUM_JIT=0"),
    "input": Message("a game asks nobody"),
    "open": Message("read the file where the game is made, into a tuple"),
    "breakpoint": Message("take it out, or use it with SPIELBAUM_JIT=0"),
    "exec": Message("write the code itself"),
    "eval": Message("write the code itself"),
}
"""Builtins that reach out of a kernel, some of which Numba would compile, and what to do instead."""

_CONSTRUCTS = {
    "IMPORT_NAME": "imports {0} within the function: import it at the top of the file",
    "GET_YIELD_FROM_ITER": "uses 'yield from': write a loop that yields one after the other",
    "UNPACK_EX": "unpacks with a star: take what is needed by its place, as in board[0] and board[1:]",
    "LIST_TO_TUPLE": "makes a tuple of a list with a star: add tuples, or write tuple([...])",
    "LOAD_BUILD_CLASS": "makes a class within the function: make it at the top of the file",
    "BEFORE_WITH": "uses 'with', which cannot be compiled",
    "LOAD_SPECIAL": "uses 'with', which cannot be compiled",
    "STORE_GLOBAL": "changes the global {0}: a game remembers nothing, put it into the state",
    "DELETE_GLOBAL": "changes the global {0}: a game remembers nothing, put it into the state",
    "CHECK_EXC_MATCH": "catches an exception, which cannot be compiled: ask before, with if",
    "MATCH_CLASS": "matches a class, which cannot be compiled: write if",
    "MATCH_MAPPING": "matches a dictionary, which cannot be compiled: write if",
    "MATCH_SEQUENCE": "matches a sequence, which cannot be compiled: write if",
}
"""Byte code that cannot be compiled, of Python 3.11 to 3.14, and what to write instead."""

_UNKNOWN = {
    "iter": "give what it goes over: the list, the tuple or the range itself",
    "next": "write a loop that ends at the first",
    "setattr": "make a new state",
    "getattr": "write the attribute itself",
    "isinstance": "let each variable hold one type only",
}
"""Builtins that are blamed if no other cause is found."""

_OWN: tuple[tuple[str, str], ...] = (
    (r"((?:what \w.*|a state|a vector) must be (?:a tuple of )?\d+ (?:tuples of \d+ )?numbers, not .+)", "{0}"),
    (r"(a number of 128 bits stands where one of 64 is wanted: .+)", "{0}"),
)
"""Sentences of this package within messages of the compiler."""

_CAUSES: tuple[tuple[str, str], ...] = (
    *_OWN,
    (
        r"function '(\w+)': File[^\n]*\s+With argument\(s\): '\([^\n]*uint128",
        "a number of 128 bits has no {0!r}: shift it, or take a word, U64(...)",
    ),
    (r"Unknown attribute '_replace' of type (.+)", "it uses _replace: make a new state with all its fields"),
    (r"Unknown attribute '(\w+)' of type (?:reflected )?(\w+)", "{1} has no attribute {0!r}"),
    (r"Can't unify return type from the following types: (.+)", "it returns different types, {0}; make them the same"),
    (r"Cannot unify (.+) and (.+) for '\$", "it gives {0} in one place and {1} in another; make them the same"),
    (r"Cannot unify (.+) and (.+) for '([\w.]+?)(?:\.\d+)?'", "{2!r} is {0} in one place and {1} in another"),
    (r"Untyped global name '(\w+)': Cannot determine", "it uses {0!r}, which cannot be compiled"),
    (r"Cannot infer the type of variable '(\w+?)(?:\.\d+)?'", "what {0!r} holds is not known: give it a first value"),
)  # fmt: skip

_TYPES: tuple[tuple[str, str], ...] = (
    (r"Literal\[\w+\]\((.*?)\)", r"\1"),
    (r"(?:reflected )?list\((.+?)\)<iv=[^>]*>", r"a list of \1"),
    (r"(?:reflected )?list\((.+?)\)", r"a list of \1"),
    (r"UniTuple\((\w+) x (\d+)\)", r"a tuple of \2 \1"),
    (r"OptionalType\((.+)\)", r"\1 or None"),
    (r"\bTuple\((.*?)\)", r"(\1)"),
    (r"\buint128\b", "U128"),
    (r"\bu?int(?:64|32|8)\b", "int"),
    (r"\bfloat(?:64|32)\b", "float"),
    (r"\bboolean\b", "bool"),
    (r"\bunicode_type\b", "str"),
    (r"\bnone\b", "None"),
    (r"(?<!\ba) tuple of (\d+) int", r" a tuple of \1 int"),
)
"""The compiler's names of types, and Python's."""


def refuse_undefined_names(functions: Sequence[FunctionType]) -> None:
    """Raise an error for an undefined name, or a builtin that reaches out of a game.

    Raises
    ------
    CompileError
        With the place.
    """
    for function in functions:
        for use in uses(function.__code__):
            if not use.is_global or use.name in function.__globals__:
                continue
            if not hasattr(builtins, use.name):
                raise undefined(function, use.line, use.name)
            if use.name in _OUTSIDE and is_of_a_game(function):
                instead = _OUTSIDE[use.name]
                refused = Message("uses {!r}, which cannot be compiled: {}", use.name, instead)
                raise CompileError(Message("{} {}", place(function, use.line), refused))


def refuse_changing_defaults(functions: Sequence[FunctionType]) -> None:
    """Raise an error for a mutable default.

    Raises
    ------
    CompileError
        With the place.
    """
    for function in functions:
        code = function.__code__
        named = code.co_varnames[: code.co_argcount][-len(function.__defaults__ or ()) :]
        for name, value in zip(named, function.__defaults__ or (), strict=False):
            if isinstance(value, list | dict | set | bytearray):
                kept = Message(
                    "has the default {}={}, a {} that is kept from call to call: a game remembers nothing",
                    *(name, repr(value), type(value).__name__),
                )
                raise CompileError(Message("{} {}", place(function), kept))


def explain(error: BaseException, functions: Sequence[FunctionType]) -> str:
    """Return one sentence: which function cannot be compiled, where it is, and why.

    Parameters
    ----------
    error
        The error of Numba.
    functions
        The functions to be compiled.
    """
    text = _ANSI.sub("", str(error))
    of_games = [function for function in functions if is_of_a_game(function)]
    function, line = _place_in_text(text, of_games) or _place_by_trial(of_games) or (None, 0)
    for suspect in of_games if function is None else [function]:
        for at, told in _constructs(suspect.__code__):
            return f"{place(suspect, at)} {told}"
    for suspect in of_games if function is None else []:
        for use in uses(suspect.__code__):
            if use.is_global and use.name in _UNKNOWN and use.name not in suspect.__globals__:
                where = str(place(suspect, use.line))
                return f"{where} uses {use.name!r}, which cannot be compiled there: {_UNKNOWN[use.name]}"
    cause = _cause(text, function, line)
    if function is None and cause.startswith("what "):
        return cause
    where = "a function of the game" if function is None else str(place(function, line))
    return f"{where} cannot be compiled: {cause} (--verbose shows the compiler's words)"


def is_sentence(error: BaseException) -> bool:
    """Return whether an error of the compiler is a sentence of this package already."""
    return isinstance(error, CompileError) or any(re.search(pattern, str(error)) for pattern, _ in _OWN)


def without_value(functions: Sequence[FunctionType]) -> str:
    """Return a sentence about a function of a game that returns nothing on some path."""
    for function in filter(is_of_a_game, functions):
        steps = list(_steps(function.__code__))
        given = [
            before.opname == "LOAD_CONST" and before.argval is None
            for before, step in pairwise(steps)
            if step.opname == "RETURN_VALUE"
        ]
        given += [step.argval is None for step in steps if step.opname == "RETURN_CONST"]
        if any(given) and not function.__code__.co_flags & CO_GENERATOR:
            return f"{place(function)} returns nothing in some case: return a value in each"
    return "a function of the game returns nothing in some case: return a value in each"


def _place_in_text(text: str, functions: Sequence[FunctionType]) -> tuple[FunctionType, int] | None:
    """Return the innermost place in a message of Numba, which comes first."""
    for match in _BLOCK.finditer(text):
        path, line = Path(match["file"]).resolve(), int(match["line"])
        around = [
            f for f in functions if Path(f.__code__.co_filename).resolve() == path and line in lines_of(f.__code__)
        ]
        if around:
            return max(around, key=lambda function: function.__code__.co_firstlineno), line
    return None


def _place_by_trial(functions: Sequence[FunctionType]) -> tuple[FunctionType, int] | None:
    """Return the first function with byte code that Numba does not support."""
    try:
        from spielbaum.kernel.numba_internals import run_frontend
    except ImportError:
        return None
    for function in functions:
        try:
            run_frontend(function)
        except Exception:
            return function, 0
    return None


def _steps(code: CodeType) -> Iterator[dis.Instruction]:
    return (step for step in dis.get_instructions(code) if step.opname not in ("EXTENDED_ARG", "CACHE", "NOP"))


def _constructs(code: CodeType) -> Iterator[tuple[int, str]]:
    """Yield lines that cannot be compiled, whatever the types, and what to write instead."""
    line = code.co_firstlineno
    for step in _steps(code):
        line = (step.positions and step.positions.lineno) or line
        operation = step.argrepr.removeprefix("INTRINSIC_") if step.opname == "CALL_INTRINSIC_1" else step.opname
        if operation in _CONSTRUCTS:
            yield line, _CONSTRUCTS[operation].format(step.argval)
        if isinstance(step.argval, CodeType) and step.argval.co_flags & CO_GENERATOR:
            if step.argval.co_name == "<genexpr>":
                yield line, "uses a generator expression: write a loop, or a list in [ ]"
            else:
                yield line, "has a function with 'yield' in it: make it a function at the top of the file"


def _cause(text: str, function: FunctionType | None, line: int) -> str:
    for pattern, sentence in _CAUSES:
        match = re.search(pattern, text)
        if match:
            groups = ((group or "").partition(" Raised from")[0].strip(" .,") for group in match.groups())
            return _shortened(sentence.format(*map(_python_types, groups)))
    linecache.checkcache()
    source = linecache.getline(function.__code__.co_filename, line).strip() if function and line else ""
    beyond = "is more than the compiler understands" if source else "the compiler does not understand it"
    return f"{_shortened(source, 80)!r} {beyond}" if source else beyond


def _python_types(text: str) -> str:
    for pattern, name in _TYPES:
        text = re.sub(pattern, name, text)
    return text.strip()


def _shortened(sentence: str, longest: int = 200) -> str:
    return sentence if len(sentence) <= longest else sentence[:longest] + " ..."
