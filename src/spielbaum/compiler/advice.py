"""What to write instead of functions of Python that cannot be compiled."""

import re
import sys
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from spielbaum.errors import Message

_BY_NAME = {
    "functools.partial": "write a function",
    "functools.lru_cache": "take the decorator off, compiled code is fast without it",
    "functools.cache": "take the decorator off, compiled code is fast without it",
    "collections.OrderedDict": "write a dictionary, which keeps its order",
    "array.array": "write a list",
    "builtins.str": "use numbers, or a tuple as a key",
    "builtins.repr": "use numbers, or a tuple as a key",
    "builtins.chr": "use numbers",
    "builtins.ord": "use numbers, or TEXT.index(letter)",
    "builtins.format": "use numbers",
    "builtins.bin": "write n.bit_count(), or a loop over bits",
    "builtins.hex": "use numbers",
    "builtins.hash": "compare the values themselves",
    "builtins.id": "compare the values themselves",
    "builtins.type": "write isinstance(value, int)",
    "builtins.hasattr": "let each variable hold values of one type",
    "builtins.getattr": "write the attribute itself: state.name",
    "builtins.setattr": "make a new state: state._replace(name=value)",
    "builtins.vars": "write the fields themselves",
    "builtins.eval": "write the code itself",
    "builtins.exec": "write the code itself",
    "builtins.input": "a game asks for no input, its players choose actions",
    "builtins.open": "read the file at the top of the file of the game, into a tuple",
    "builtins.bytes": "write a tuple",
    "builtins.bytearray": "write a list",
    "builtins.object": "write a number for it",
    "builtins.slice": "write items[start:stop]",
    "builtins.super": "call the function itself",
    "itertools.cycle": "write while True, and an index modulo the length",
    "itertools.groupby": "write a loop that compares each item with the one before",
}
_BY_MODULE = {
    "random": "rules are not random, the same state always has the same actions and results",
    "time": "rules do not depend on the time",
    "datetime": "rules do not depend on the time",
    "numpy": "write a list, and loops",
    "itertools": "write loops",
    "heapq": "write a list, with min(...) and remove",
    "bisect": "write a loop",
    "re": "use numbers",
    "string": "use numbers",
    "json": "use numbers",
    "os": "a game is its rules only",
    "sys": "a game is its rules only",
    "logging": "take it out, or see it with SPIELBAUM_JIT=0",
}

MUTATORS = frozenset({
    "add", "append", "appendleft", "clear", "discard", "extend", "extendleft", "insert", "pop", "popitem", "popleft",
    "remove", "reverse", "rotate", "setdefault", "sort", "update",
})  # fmt: skip
"""Methods that change a container."""

TEXTS = Message("which cannot be compiled, except in the message of an error: use numbers, or a tuple as a key")
OF_TEXTS = frozenset(name for name in dir(str) if not name.startswith("_"))


REASON = re.compile(r"^\S+ in [^,]+, line \d+, ")
"""The place with which a sentence begins."""


def is_helper(function: FunctionType) -> bool:
    """Return whether a plain function is one of this package for the rules of games, such as ``replaced``."""
    module = function.__module__ or ""
    return module.startswith("spielbaum.") and not module.startswith(("spielbaum.games.", "spielbaum.game_file."))


def is_foreign(function: FunctionType) -> bool:
    """Return whether a plain function is one of a library, whose source is not the author's."""
    root = (function.__module__ or "").partition(".")[0]
    return root in sys.stdlib_module_names or root in _BY_MODULE


def instead_of(value: Any) -> str:
    """Return the end of a sentence that refuses a call: what is called, and what to write instead.

    Parameters
    ----------
    value
        The object that is called.
    """
    kind = value if isinstance(value, type) else type(value)
    name = getattr(value, "__qualname__", kind.__qualname__)
    module = getattr(value, "__module__", None) or getattr(getattr(value, "__self__", None), "__module__", None)
    if isinstance(getattr(value, "__self__", None), ModuleType):
        module = value.__self__.__name__
    module = str(module or kind.__module__).removeprefix("_")
    if module == "functools" and hasattr(value, "cache_info"):
        name = "cache"
    found = _BY_NAME.get(f"{module}.{name}") or _BY_NAME.get(f"{kind.__module__.removeprefix('_')}.{kind.__qualname__}")
    found = found or _BY_MODULE.get(module.partition(".")[0])
    if found:
        return f"which cannot be compiled: {found}"
    if isinstance(value, type):
        return f"the class {name}, whose objects cannot be compiled: make it a NamedTuple"
    if isinstance(value, ModuleType):
        return "a module: call one of its functions"
    if isinstance(value, BuiltinFunctionType | FunctionType | MethodType):
        return "which cannot be compiled: write it as a function in the file of the game"
    return f"an object of the class {kind.__qualname__}, which cannot be called here: write a function"
