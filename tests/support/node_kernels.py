"""Calls of kernels in Node: the same kernel as WebAssembly, with the same memory."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import memmove, string_at
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielbaum.kernel import target, words
from spielbaum.kernel.cache import from_file
from spielbaum.kernel.calling import flat, kind_of, shaped, words_format, words_in
from spielbaum.kernel.patching import patched
from spielbaum.kernel.region import NAME as REGION
from spielbaum.kernel.wasm_linker import Object, layout_of, link
from spielbaum.kernel.words import WORD
from spielbaum.kernel.workspace import Record
from spielbaum.search.proof.solver import Solver
from spielbaum.search.searcher import Searcher
from spielbaum.session.preparing import PROOF

NODE = shutil.which("node")

PAGE = 1 << 16
STACK, DATA = 8 << 20, 8 << 20
"""The end of the stack, which begins at 0, and the start of the data."""

_SCRIPT = Path(__file__).with_suffix(".mjs")


@dataclass
class Part:
    """A part of memory that a kernel uses: its address on this machine, and its content before and after a call."""

    address: int
    before: bytes
    after: bytes = b""


@dataclass
class Call:
    """A call of a kernel on this machine: its arguments, its memory, and its value."""

    arguments: tuple[Any, ...]
    parts: list[Part]
    value: Any
    kernel: Callable[..., Any]
    seconds: float
    nodes: int

    def repeat(self) -> float:
        """Repeat it with the memory as before, and return the seconds of the processor that it takes."""
        for part in self.parts:
            memmove(part.address, part.before, len(part.before))
        start = time.thread_time()
        value = self.kernel(*self.arguments)
        seconds = time.thread_time() - start
        assert value == self.value
        return seconds


class Recorder:
    """Stands for a kernel, and keeps its longest call.

    Parameters
    ----------
    kernel
        The compiled kernel.
    """

    def __init__(self, kernel: Callable[..., Any]) -> None:
        self.kernel = kernel
        self.longest: Call | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel, and keep the call."""
        records: list[Any] = [one for one in arguments if isinstance(one, Record)]
        used = {word for one in records for word in one.memory.cast("q")} | {*flat(arguments)}
        places = [(one.address, len(one.memory)) for one in records]
        places += [(address, one.nbytes) for address, one in _arrays.items() if address in used]
        parts = [Part(address, string_at(address, size)) for address, size in places]
        before, start = sum(one.nodes for one in records), time.perf_counter()
        value = self.kernel(*arguments)
        seconds, nodes = time.perf_counter() - start, sum(one.nodes for one in records) - before
        if self.longest is None or seconds > self.longest.seconds:
            for part in parts:
                part.after = string_at(part.address, len(part.before))
            self.longest = Call(arguments, parts, value, self.kernel, seconds, nodes)
        return value


_arrays: dict[int, memoryview] = {}
"""The arrays whose addresses were taken, by these; they live as long as the process."""


@contextmanager
def noted_arrays() -> Iterator[None]:
    """Note the arrays that kernels may use, in this block."""
    address_of = words.address_of

    def noted(taken: memoryview) -> int:
        address = address_of(taken)
        _arrays[address] = taken
        return address

    with patched(words, address_of=noted):
        yield


def longest_call(game: str, algorithm: str, *, table: str = "1MB", **limits: Any) -> Call:
    """Return the longest call of the kernel in a search or a proof of a game."""
    with noted_arrays():
        searcher: Any = Solver(game, table=table) if algorithm == PROOF else Searcher(game, algorithm, table=table)
        searcher.compile()
        recorder = searcher._kernel = Recorder(searcher._kernel)
        if algorithm == PROOF:
            searcher.solve(with_action=False)
        else:
            searcher.search(**limits)
    assert recorder.longest is not None
    return recorder.longest


@dataclass
class Answer:
    """What a call in Node gave: its value, its memory with the addresses of this machine, and its seconds."""

    status: int
    value: Any
    parts: list[bytes]
    seconds: list[float]
    pauses: int


def compiled(game: str, *algorithms: str) -> list[Path]:
    """Return the files of searches of a game as WebAssembly; ``"proof"`` stands for a proof."""
    program = (
        "import sys; from spielbaum.session.preparing import file_of; "
        "[print(file_of(sys.argv[1], one).path) for one in sys.argv[2:]]"
    )
    environment = {**os.environ, target.SETTING: target.WASM32}
    answer = subprocess.run(
        [sys.executable, "-c", program, game, *algorithms], env=environment, check=True, capture_output=True, text=True
    )
    return [Path(line) for line in answer.stdout.splitlines()]


def run_module(module: bytes, call: tuple[int, int, int], folder: Path) -> int:
    """Call a linked module with an empty memory in Node, and return what it returns.

    Raises
    ------
    subprocess.CalledProcessError
        If it traps.
    """
    (folder / "module").write_bytes(module)
    order = {"pages": 2 * DATA // PAGE, "parts": [], "call": call, "runs": 1}
    status: int = _run(order, folder)["status"]
    return status


def _run(order: dict[str, Any], folder: Path) -> dict[str, Any]:
    assert NODE is not None
    whole = {"stack": STACK, "module": str(folder / "module"), "out": str(folder / "out"), **order}
    (folder / "order").write_text(json.dumps(whole))
    command = [NODE, str(_SCRIPT), str(folder / "order")]
    said: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return said


def call_in_node(file: Path, call: Call, *, runs: int = 1, between: int = 0) -> Answer:
    """Repeat a call in Node.

    Parameters
    ----------
    file
        The kernel.
    call
        What was called here.
    runs
        How often it is called, each time with the memory as before the call.
    between
        The nodes between two pauses; 0 for no pauses.
    """
    header, code = from_file(file.read_bytes())
    linked = Object(code)
    region = DATA + -(-layout_of(linked).size // PAGE) * PAGE
    end = region + (1 << 24)
    moved: dict[int, int] = {}
    for part in call.parts:
        moved[part.address] = end
        end += -(-len(part.before) // PAGE) * PAGE
    kinds, returns = [kind_of(one) for one in call.arguments], header["returns"]
    numbers = [moved.get(word, word) if isinstance(word, int) else word for word in flat(call.arguments)]
    first = WORD * words_in(tuple(kinds))
    size = first + WORD * (words_in(returns) + 1)
    block = words_format(kinds).pack(*numbers).ljust(size, b"\0")
    with tempfile.TemporaryDirectory() as folder:
        found = {"call": linked.function(header["symbol"]), "region": linked.function(REGION)}
        exports = {name: place for name, place in found.items() if place is not None}
        Path(folder, "module").write_bytes(link(linked, exports, data=DATA, stack_limit=PAGE))
        contents = [*((moved[part.address], _moved(part.before, moved)) for part in call.parts), (end, block)]
        rows = []
        for place, (address, content) in enumerate(contents):
            name = str(Path(folder, f"{place}")) if content.strip(b"\0") else None
            if name is not None:
                Path(name).write_bytes(content)
            rows.append([address, len(content), name])
        order = {
            "pages": end // PAGE + 1 + len(block) // PAGE + 1, "parts": rows, "region": region, "between": between,
            "call": [end + len(block), end + len(block) + 8, end], "runs": runs,
        }  # fmt: skip
        said, out = _run(order, Path(folder)), Path(folder, "out").read_bytes()
    back = {there: here for here, there in moved.items()}
    parts, at = [], 0
    for part in call.parts:
        parts.append(_moved(out[at : at + len(part.before)], back))
        at += len(part.before)
    value = shaped(returns, iter(words_format([returns]).unpack_from(out, at + first)))
    return Answer(said["status"], value, parts, said["seconds"], said["pauses"])


def _moved(content: bytes, places: dict[int, int]) -> bytes:
    """Return memory in which addresses of the parts are replaced."""
    numbers = array("q", content)
    for place, number in enumerate(numbers):
        if number in places:
            numbers[place] = places[number]
    return numbers.tobytes()
