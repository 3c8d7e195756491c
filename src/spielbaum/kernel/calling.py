"""Calls of compiled code from Python, without Numba: through one block of 64-bit words.

::

    arguments, a word for each number and each address   results, a word for each number

The function has Numba's calling convention, ``int32 f(result *, error **, int64 block)``; it takes its arguments
from the block and writes its results there.
"""

import pickle
import struct
from collections.abc import Callable, Iterator, Sequence
from ctypes import Structure, addressof, c_int32, c_int64, c_void_p, string_at
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar, cast

from spielbaum.errors import GameError
from spielbaum.kernel.machine_code import Loaded
from spielbaum.kernel.region import Region
from spielbaum.kernel.words import WORD
from spielbaum.kernel.workspace import Record

Kind = Any
"""The kind of an argument or result: int64, uint64, uint128, float64, boolean, none, a record, or a tuple of kinds."""

_KINDS = {
    "int": "int64",
    "int64": "int64",
    "Unsigned": "uint64",
    "uint64": "uint64",
    "Wide": "uint128",
    "float": "float64",
    "float64": "float64",
    "bool": "boolean",
    "bool_": "boolean",
    "NoneType": "none",
}
"""Kinds by the name of a type of Python or NumPy."""

NO_FILE = ("", "")
"""The name and the file of a function in an exception, if the number of the function follows."""
LINE = 24
"""The bit at which the number of a line begins in the number of a place."""

_SIZES = {"none": 0, "uint128": 2}
_FORMATS = {"float64": "d", "uint64": "Q", "uint128": "QQ", "none": ""}
_OK, _ERROR = 0, 1
_LOW = (1 << 64) - 1

_E = TypeVar("_E", bound=BaseException)


class Unsigned(int):
    """A number that is unsigned in compiled code."""


class Wide(int):
    """A number that is unsigned and has 128 bits in compiled code: two words, the low one first."""

    @property
    def words(self) -> tuple[int, int]:
        """Its words."""
        return self & _LOW, self >> 64


class _Error(Structure):
    """Numba's record of an exception."""

    _fields_ = (
        ("pickled", c_void_p),
        ("size", c_int32),
        ("hash", c_void_p),
        ("unwrap", c_void_p),
        ("dynamic", c_int32),
    )


def kind_of(value: Any) -> Kind:
    """Return the kind of an argument.

    Raises
    ------
    TypeError
        If compiled code cannot take it.
    """
    if type(value) is tuple:
        return tuple(map(kind_of, value))
    if isinstance(value, Record):
        return value.kind
    kind = _KINDS.get(type(value).__name__)
    if kind is None:
        raise TypeError(f"a kernel takes numbers, tuples of them and workspaces, not a {type(value).__name__}")
    return "uint64" if kind == "int64" and value >> 63 > 0 else kind


def words_in(kind: Kind) -> int:
    """Return the number of words of an argument or a result."""
    if isinstance(kind, str):
        return _SIZES.get(kind, 1)
    return sum(map(words_in, kind))


class Entry:
    """Compiled code that can be called.

    Parameters
    ----------
    first
        The function.
    arguments, returns
        The kinds of its arguments and of its result.
    load
        Returns another copy of the function, for concurrent calls, if each copy has memory of
        its own. Without it concurrent calls wait.
    seconds
        The time it took to compile it, if known.
    """

    def __init__(
        self,
        first: Loaded,
        arguments: Sequence[Kind],
        returns: Kind,
        load: Callable[[], Loaded] | None = None,
        *,
        seconds: float | None = None,
    ) -> None:
        self.seconds = seconds
        self._first_copy, self._load = first, load
        self._is_shared = first.region is None
        self._idle: SimpleQueue[Loaded] = SimpleQueue()
        self._idle.put(self._first_copy)
        self._pack = words_format(arguments).pack_into
        self._unpack = words_format([returns]).unpack_from
        self._first = WORD * words_in(tuple(arguments))
        self._block = c_int64 * (words_in((*arguments, returns)) + 1)
        self._returns = returns

    def __call__(self, *arguments: Any) -> Any:
        """Call the function; other threads run meanwhile.

        Raises
        ------
        Exception
            What the compiled source raises.
        """
        block, unused, error = self._block(), c_int64(), c_void_p()
        self._pack(block, 0, *flat(arguments))
        copy = self._first_copy if self._is_shared else self._copy()
        try:
            status = copy.function(addressof(unused), addressof(error), addressof(block))
        finally:
            if not self._is_shared:
                self._idle.put(copy)
        if status != _OK:
            raise _exception(status, error.value)
        return shaped(self._returns, iter(self._unpack(block, self._first)))

    @property
    def region(self) -> Region | None:
        """The memory of its first copy for lists, which a call uses while no other call runs; None without one."""
        return self._first_copy.region

    def _copy(self) -> Loaded:
        """Return a copy of the function that no other call is using."""
        try:
            return self._idle.get(block=self._load is None)
        except Empty:
            assert self._load is not None
            return self._load()


class Compiled(NamedTuple):
    """A function that has just been compiled.

    Attributes
    ----------
    returns
        The kind of its result.
    code
        Machine code that another process may load; empty if that is not safe.
    symbol
        The name of the entry there.
    needs
        The undefined symbols of the machine code.
    loaded
        The only copy of the function, if there is no machine code to load.
    """

    returns: Kind
    code: bytes = b""
    symbol: str = ""
    needs: Sequence[str] = ()
    loaded: Loaded | None = None


def words_format(kinds: Sequence[Kind]) -> struct.Struct:
    """Return the format of the words of values of given kinds."""
    return struct.Struct("=" + _format(kinds))


def _format(kinds: Sequence[Kind]) -> str:
    return "".join(_FORMATS.get(kind, "q") if isinstance(kind, str) else _format(kind) for kind in kinds)


def flat(values: Sequence[Any]) -> Iterator[Any]:
    """Yield the words of values, and of the tuples in them."""
    for value in values:
        if type(value) is tuple:
            yield from flat(value)
        elif type(value) is Wide:
            yield from value.words
        else:
            yield value.address if isinstance(value, Record) else value


def shaped(kind: Kind, numbers: Iterator[Any]) -> Any:
    """Return a value of a kind, made of the next words."""
    if not isinstance(kind, str):
        return tuple([shaped(item, numbers) for item in kind])
    if kind == "none":
        return None
    if kind == "uint128":
        return next(numbers) | next(numbers) << 64
    return bool(next(numbers)) if kind == "boolean" else next(numbers)


def _exception(status: int, address: int | None) -> BaseException:
    """Return the exception that compiled code raised, as Numba stored it in the code."""
    if status == _ERROR and address is not None:
        error = _Error.from_address(address)
        kind, arguments, place = pickle.loads(string_at(error.pickled, error.size))
        if issubclass(kind, BaseException):
            known = () if error.dynamic or arguments is None else arguments
            raised = cast(Callable[..., BaseException], kind)(*known)
            return placed(raised, place[2] if place is not None and place[:2] == NO_FILE else None)
    return GameError("a function of the game raises an exception")


def placed(raised: _E, number: int | None) -> _E:
    """Return an exception of compiled code with the place that raised it, given by its number, if known.

    Its attribute ``function`` is the number of the function, or None; ``line`` that of the line among the lines of this
    function, from 1 on, or 0.
    """
    raised.__dict__["function"] = None if number is None else number & (1 << LINE) - 1
    raised.__dict__["line"] = (number or 0) >> LINE
    return raised
