"""Why a game cannot be compiled, in one sentence with file, function and line.

What can be seen without the compiler is looked for first. Numba's own words are searched only for the place, and
for a cause that is worth telling; the rest is for ``--verbose``.
"""

import builtins
import re
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType

from spielbaum.errors import CompileError
from spielbaum.kernel.captures import place, undefined, uses

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_BLOCK = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+):\s*\ndef (?P<function>\w+)')
_OWN = Path(__file__).resolve().parent.parent

_CAUSES: tuple[tuple[str, str], ...] = (
    (r"((?:what \w+ returns|a state|a vector) must be a tuple of \d+ numbers, not .+)", "{0}"),
    (r"Unknown attribute '(\w+)' of type (\w+)", "{1} has no attribute {0!r}"),
    (r"Can't unify return type from the following types: (.+)", "it returns different types, {0}; make them the same"),
    (r"Cannot unify (.+) and (.+) for '\$", "it returns {0} in one place and {1} in another; make them the same"),
    (r"Cannot unify (.+) and (.+) for '([\w.]+?)(?:\.\d+)?'", "{2!r} is {0} in one place and {1} in another"),
    (r"The '?([\w() ]+?)'? construct is not supported", "it uses '{0}', which cannot be compiled"),
    (r"Use of unsupported opcode \((\w+)\)", "it uses a feature of Python that cannot be compiled ({0})"),
    (r"The use of (.+?) is not supported", "it uses {0}, which cannot be compiled"),
    (r"Untyped global name '(\w+)': Cannot determine", "it uses {0!r}, which cannot be compiled"),
    (r">>> (\w+)\((.*)\)", "{0}({1}) cannot be compiled"),
    (r"(?:Invalid use of|Cannot resolve) (.+)", "{0} cannot be compiled"),
)  # fmt: skip


def refuse_undefined_names(functions: Sequence[FunctionType]) -> None:
    """Raise an error for a name that is not defined.

    Raises
    ------
    CompileError
        With a sentence that names the place.
    """
    for function in functions:
        for use in uses(function.__code__):
            if use.is_global and use.name not in function.__globals__ and not hasattr(builtins, use.name):
                raise undefined(function, use.line, use.name)


def refuse_changing_defaults(functions: Sequence[FunctionType]) -> None:
    """Raise an error for a default that a function could change from call to call.

    Raises
    ------
    CompileError
        With a sentence that names the place.
    """
    for function in functions:
        code = function.__code__
        named = code.co_varnames[: code.co_argcount][-len(function.__defaults__ or ()) :]
        for name, value in zip(named, function.__defaults__ or (), strict=False):
            if isinstance(value, list | dict | set | bytearray):
                where = f"{function.__name__} in {Path(code.co_filename).name}, line {code.co_firstlineno},"
                raise CompileError(
                    f"{where} has the default {name}={value!r}, a {type(value).__name__} that is kept from call to "
                    "call: a game remembers nothing"
                )


def explain(error: BaseException, functions: Sequence[FunctionType]) -> str:
    """Return one sentence that says which function of which file cannot be compiled, and why.

    Parameters
    ----------
    error
        What Numba raised.
    functions
        All that were to be compiled.
    """
    text = _ANSI.sub("", str(error))
    where = _place_in_text(text) or _place_by_trial(functions) or "a function of the game"
    return f"{where} cannot be compiled: {_cause(text)} (--verbose shows the compiler's words)"


def _place_in_text(text: str) -> str | None:
    """Return the innermost place in the message of Numba, which names it first."""
    for match in _BLOCK.finditer(text):
        path = Path(match["file"]).resolve()
        if not path.is_relative_to(_OWN) or path.parent.name == "games":
            return f"{match['function']} in {path.name}, line {match['line']},"
    return None


def _place_by_trial(functions: Sequence[FunctionType]) -> str | None:
    """Return the first function whose byte code alone is more than Numba understands."""
    from numba.core.compiler import run_frontend

    for function in functions:
        try:
            run_frontend(function)
        except Exception:
            return place(function)
    return None


def _cause(text: str) -> str:
    for pattern, sentence in _CAUSES:
        match = re.search(pattern, text)
        if match:
            groups = (
                re.sub(r"Literal\[\w+\]\((.*?)\)", r"\1", group or "").partition(" Raised from")[0].strip(" .,")
                for group in match.groups()
            )
            return _shortened(sentence.format(*groups))
    noise = ("-", "File", "During", "Failed in")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return _shortened(next((line for line in lines if not line.startswith(noise)), "the compiler refuses it"))


def _shortened(sentence: str, longest: int = 200) -> str:
    return sentence if len(sentence) <= longest else sentence[:longest] + " ..."
