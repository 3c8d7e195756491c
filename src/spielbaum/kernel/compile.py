"""Compile a plain function, with the plain functions it calls, into one kernel.

The kernel computes what the interpreter would: same source, same nodes, same numbers. It runs without
the GIL, and allocates only in the workspace and in its region (:mod:`spielbaum.kernel.region`).

A kernel that was compiled by another process is loaded from disk, without Numba.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from spielbaum.compiler.source import NoSourceError
from spielbaum.errors import CompileError, GameError, InputError, Sentence
from spielbaum.kernel import cache
from spielbaum.kernel.call_graph import reachable_functions
from spielbaum.kernel.calling import Compiled, Entry, Kind, kind_of
from spielbaum.kernel.captures import is_of_a_game, lines_of, remembered_captures
from spielbaum.kernel.diagnosis import (
    explain,
    is_sentence,
    refuse_changing_defaults,
    refuse_undefined_names,
    without_value,
)
from spielbaum.kernel.hashing import content_hash
from spielbaum.kernel.intrinsics import is_intrinsic
from spielbaum.kernel.machine_code import load
from spielbaum.kernel.natural import may_be_known_to_numba
from spielbaum.kernel.numba_internals import SETTING
from spielbaum.kernel.process_lock import process_lock
from spielbaum.kernel.region import SIZE, Region
from spielbaum.kernel.self_test import mode
from spielbaum.kernel.shipped import Name, file_of, is_shipped
from spielbaum.kernel.target import IN_BROWSER, is_foreign
from spielbaum.watchdog import delayed_interrupts, patience

FULL = f"the lists that functions of the game hold on one line of play take all {SIZE >> 20} MB that they may have"

_KERNELS: dict[str, "Kernel"] = {}


def checks_enabled() -> bool:
    """Return whether compiled code checks indexes and divisors; ``SPIELBAUM_CHECKS=0`` turns it off."""
    return os.environ.get("SPIELBAUM_CHECKS", "1") != "0"


def _is_wanted() -> bool:
    return os.environ.get("SPIELBAUM_JIT", "1") != "0" and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def jit_enabled(name: Name | None = None) -> bool:
    """Return whether games are compiled; ``SPIELBAUM_JIT=0`` or ``NUMBA_DISABLE_JIT`` turns it off.

    Parameters
    ----------
    name
        The name of a kernel: in a browser only shipped ones are there.
    """
    return _is_wanted() and (not IN_BROWSER or (name is not None and is_shipped(name)))


def compile_kernel(entry: Callable[..., Any], name: Name | None = None) -> "Kernel":
    """Return the compiled ``entry``.

    Parameters
    ----------
    entry
        A plain function. Its captures, globals and closure variables, must be plain functions, numbers, tuples,
        NamedTuple classes or NumPy arrays.
    name
        Says everything that it depends on; a browser loads the kernel by its name.

    Raises
    ------
    CompileError
        If it captures anything else, or an undefined name.
    """
    function = cast(FunctionType, entry)
    if IN_BROWSER:
        return _KERNELS.setdefault(repr(name), ShippedKernel(function, name))
    checked = checks_enabled()
    with remembered_captures():
        functions = reachable_functions(function, is_intrinsic)
        refuse_changing_defaults(functions)
        content = content_hash(functions, checked=checked)
    if content not in _KERNELS:
        refuse_undefined_names(functions)
        _KERNELS[content] = Kernel(function, functions, content, checked=checked)
    return _KERNELS[content]


class Kernel:
    """A compiled function.

    It is compiled at the first call with arguments of given kinds, or loaded from disk if a kernel with equal content
    is there.

    Parameters
    ----------
    function, functions
        The function, and all that it reaches.
    content
        Their hash.
    checked
        Whether indexes and divisors are checked, as in the interpreter.

    Attributes
    ----------
    compiled, loaded : int
        How often it was compiled, and loaded from disk, for different kinds of arguments.
    """

    def __init__(
        self, function: FunctionType, functions: Sequence[FunctionType], content: str, *, checked: bool
    ) -> None:
        self._function, self._functions, self._content, self._checked = function, functions, content, checked
        self._entries: dict[tuple[Kind, ...], Entry] = {}
        self._lock = threading.Lock()
        self.compiled = self.loaded = 0

    def __call__(self, *arguments: Any) -> Any:
        """Call the function.

        Raises
        ------
        CompileError
            If the source cannot be compiled.
        GameError
            If a function returns None, lists take too much memory, or a function raises an exception, which
            is the cause then.
        """
        kinds = tuple([kind_of(argument) for argument in arguments])
        entry = self._entries.get(kinds) or self._entry(kinds)
        try:
            return entry(*arguments)
        except MemoryError as error:
            raise GameError(FULL) from error
        except Exception as error:
            sentence = self._explained(error)
            if sentence is None:
                raise
            raise GameError(sentence) from error

    def _explained(self, error: Exception) -> str | None:
        """Return a sentence about an exception of compiled code; None for another exception."""
        if isinstance(error, TypeError) and "got None" in str(error):
            return without_value(self._functions)
        if "function" not in error.__dict__:
            return None
        if isinstance(error, GameError):  # raised by Spielbaum's own functions, such as those that pack actions
            return str(error)
        number = error.__dict__["function"]
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        if number is None or not is_of_a_game(self._functions[number]):
            return Sentence("a function of the game raises {}", what)
        function = self._functions[number]
        code = function.__code__
        line = str([code.co_firstlineno, *lines_of(code)][error.__dict__["line"]])
        return Sentence("{} in {}, line {}, raises {}", function.__name__, Path(code.co_filename).name, line, what)

    @property
    def region(self) -> Region | None:
        """The memory for lists of its first copy, to measure what a call uses; None without one, or before a call."""
        return next((entry.region for entry in self._entries.values()), None)

    @property
    def seconds(self) -> float | None:
        """The time it took to compile it, possibly in another process; None if unknown, or before a call."""
        return next((entry.seconds for entry in self._entries.values()), None)

    def is_kept(self, *arguments: Any) -> bool:
        """Return whether it has been compiled, here or on disk, for arguments of these kinds."""
        kinds = tuple([kind_of(argument) for argument in arguments])
        with self._lock:
            found = self._entries.get(kinds) or self._from_disk(kinds)
            if found:
                self._entries[kinds] = found
        return found is not None

    def file(self, *arguments: Any) -> tuple[Path, bool]:
        """Compile it for arguments of these kinds without calling it, unless it is kept.

        Returns
        -------
        path, is_new
            Its file in the cache, and whether it was compiled.

        Raises
        ------
        CompileError
            If the source cannot be compiled, or not for this target.
        OSError, NotPrivateError
            If there is no directory to keep it in.
        """
        kinds = tuple([kind_of(argument) for argument in arguments])
        path = cache.path_of(self._content, kinds)
        is_new = not path.exists()
        if is_new:
            with patience(), self._turn(), delayed_interrupts():
                self._keep(kinds)
        if not path.exists():
            raise CompileError(f"nothing can be kept in {path.parent}: set SPIELBAUM_CACHE_DIR to another directory")
        return path, is_new

    def _entry(self, kinds: tuple[Kind, ...]) -> Entry:
        """Return the entry for arguments of given kinds, which is compiled once on a machine."""
        with self._lock:
            if kinds not in self._entries:
                found = self._from_disk(kinds)
                if found is None:
                    # A KeyboardInterrupt here would free modules of LLVM twice.
                    with patience(), self._turn(), delayed_interrupts():
                        found = self._from_disk(kinds) or self._from_source(kinds)
                self._entries[kinds] = found
            return self._entries[kinds]

    def _turn(self) -> AbstractContextManager[None]:
        """Return a lock that other processes hold while they compile what this one may load."""
        keeps_nothing = os.environ.get(SETTING) == "stock"
        return nullcontext() if keeps_nothing else process_lock(f"compiling-{self._content[:2]}")

    def _from_disk(self, kinds: tuple[Kind, ...]) -> Entry | None:
        with patience():  # LLVM may take long on a busy machine
            entry = cache.load_entry(self._content, kinds)
        self.loaded += entry is not None
        return entry

    def _compiled(self, kinds: tuple[Kind, ...]) -> Compiled:
        """Compile it: natural rule functions by the compiler of rules, all others by Numba.

        What one of them refuses, the other tries, if it may know it.
        """
        from spielbaum.kernel.native_rules import RuleFunctions, UnknownTypeError

        if mode() == "stock":
            if is_foreign():
                raise CompileError(
                    "kernels for WebAssembly need our passes over Numba: install another release of Numba"
                )
            from spielbaum.kernel.stock_compiler import compile_function
        else:
            from spielbaum.kernel.numba_compiler import compile_function

        left: set[FunctionType] = set()
        refusal: Exception | None = None
        has_all = False
        while True:
            rules = RuleFunctions(self._content, self._functions, left, has_all=has_all)
            try:
                return compile_function(
                    self._function, self._functions, self._content, kinds, rules, checked=self._checked
                )
            except Exception as error:
                if rules.refused is not None:
                    function, reason = rules.refused
                    left.add(function)
                    if isinstance(reason, UnknownTypeError | NoSourceError):
                        continue
                    if has_all or not may_be_known_to_numba(function):
                        raise refusal or reason from None
                    refusal = refusal or reason
                elif has_all or refusal is not None or is_sentence(error):
                    raise refusal or error from None
                else:
                    has_all = True

    def _from_source(self, kinds: tuple[Kind, ...]) -> Entry:
        made, seconds = self._keep(kinds)
        if made.loaded is not None:
            return Entry(made.loaded, kinds, made.returns, seconds=seconds)
        copy = partial(load, made.code, made.symbol, made.needs)
        return Entry(copy(), kinds, made.returns, copy, seconds=seconds)

    def _keep(self, kinds: tuple[Kind, ...]) -> tuple[Compiled, float]:
        """Compile it, write it to disk, and return it with the seconds it took."""
        start = time.perf_counter()
        try:
            made = self._compiled(kinds)
        except Exception as error:  # messages of the compiler mean nothing to the author of a game
            if isinstance(error, CompileError | InputError):
                raise
            raise CompileError(explain(error, self._functions), str(error)) from None
        self.compiled += 1
        seconds = time.perf_counter() - start
        if is_foreign():
            self._refuse_foreign(made)
        if made.loaded is None:
            cache.save(
                self._content,
                kinds,
                made.code,
                symbol=made.symbol,
                returns=made.returns,
                needs=made.needs,
                seconds=seconds,
            )
        return made, seconds

    def _refuse_foreign(self, made: Compiled) -> None:
        """Raise an error if code for another machine cannot be loaded there."""
        from spielbaum.kernel.webassembly import missing_in

        name = self._function.__code__.co_name
        if made.loaded is not None:
            raise CompileError(f"{name} cannot be compiled for WebAssembly: its code needs the compiler beside it")
        missing = missing_in(made.code)
        if missing:
            raise CompileError(f"{name} cannot be compiled for WebAssembly, which has no {', '.join(missing)}")


class ShippedKernel(Kernel):
    """A kernel that was compiled elsewhere, and is loaded by its name."""

    def __init__(self, function: FunctionType, name: Name | None) -> None:
        super().__init__(function, (), "", checked=True)
        self._name = name

    def _turn(self) -> AbstractContextManager[None]:
        return nullcontext()

    def _from_disk(self, kinds: tuple[Kind, ...]) -> Entry | None:
        content = None if self._name is None else file_of(self._name)
        if content is None:
            return None
        try:
            entry = cache.load_shipped(content, kinds)
        except ValueError as error:
            raise CompileError(f"the kernel of {' '.join(self._name or ())} does not fit: {error}") from None
        self.loaded += 1
        return entry

    def _from_source(self, _kinds: tuple[Kind, ...]) -> Entry:
        raise CompileError("nothing can be compiled in a browser, and this kernel was not shipped")

    def _explained(self, error: Exception) -> str | None:
        if not self._functions and "function" in error.__dict__:
            self._functions = reachable_functions(self._function, is_intrinsic)
        return super()._explained(error)
