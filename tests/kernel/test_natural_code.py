"""Functions as people write them: loops left early in every way, and lists, sets and dictionaries."""

import linecache
import threading
from collections.abc import Callable
from itertools import count
from types import FunctionType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiled_alone import compiled_alone
from spielbaum.errors import GameError
from spielbaum.kernel import region
from spielbaum.kernel.compile import compile_kernel
from spielbaum.kernel.system_memory import resident
from tiers import at_night, examples

Block = list[str]
GENERATORS = ("single", "several", "nested")
INPUTS = (0, 1, 2, 5, 13, 30)
_numbers = count()


def indented(block: Block) -> Block:
    return ["    " + line for line in block]


conditions = st.builds(
    "({} * {} + total) % {} {} {}".format,
    st.sampled_from(["a", "total", "x"]), st.integers(1, 7), st.integers(2, 5), st.sampled_from(["==", "<", ">", "!="]),
    st.integers(0, 3),
)  # fmt: skip

sources = st.one_of(
    st.builds("range({} % {})".format, st.sampled_from(["a", "x", "total"]), st.integers(1, 6)),
    st.builds("[i * {} for i in range(a % 5)]".format, st.integers(1, 4)),
    st.builds("{}({} % 7)".format, st.sampled_from(GENERATORS), st.sampled_from(["a", "x", "total"])),
)  # fmt: skip

leaving = st.sampled_from([["break"], ["continue"], ["return total + x"], ["return -x"]])
counting = st.sampled_from([["total = (total * 3 + x) % 1009"], ["total += x"], ["x = (x + total) % 7"]])


def loops(inside: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    def loop(source: str, body: Block, last: Block, otherwise: Block) -> Block:
        tail = ["else:", *indented(otherwise)] if otherwise else []
        return [f"for x in {source}:", *indented([*body, *last]), *tail]

    return st.builds(loop, sources, inside, st.one_of(st.just([]), leaving), st.one_of(st.just([]), inside))


def branches(inside: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    def branch(condition: str, body: Block, otherwise: Block) -> Block:
        tail = ["else:", *indented(otherwise)] if otherwise else []
        return [f"if {condition}:", *indented(body), *tail]

    return st.builds(branch, conditions, st.one_of(inside, leaving), st.one_of(st.just([]), inside, leaving))


blocks = st.recursive(
    counting,
    lambda inside: st.lists(st.one_of(counting, loops(inside), branches(inside)), min_size=1, max_size=3).map(
        lambda parts: [line for part in parts for line in part]
    ),
    max_leaves=8,
)

GIVEN = """
def single(n):
    held = [i * i for i in range(n)]
    for i in held:
        yield i

def several(n):
    seen = {n % 3, 1}
    for i in range(n):
        if i in seen:
            yield i
        else:
            for j in [i, i + 1]:
                if j % 2:
                    yield j
                    if j > 4:
                        return

def nested(n):
    for i in single(n):
        for j in several(i % 5):
            yield i + j
"""


def plain_function(source: str) -> FunctionType:
    """Return the function f of a source."""
    file = f"<natural code {next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    names: dict[str, Any] = {}
    exec(compile(source, file, "exec"), names)
    return names["f"]  # type: ignore[no-any-return]


def compiled_and_plain(source: str) -> tuple[Callable[..., Any], FunctionType]:
    """Return the function f of a source, compiled and as it stands."""
    plain = plain_function(source)
    return compile_kernel(plain), plain


def in_a_loop(block: Block) -> Block:
    """Make a block whole: what leaves a loop stands in one."""
    return ["for x in several(a % 4 + 1):", *indented(block)]


@given(written=st.lists(blocks, min_size=4, max_size=8))
@examples(10)
def test_loops_that_are_left_in_every_way(written: list[Block]) -> None:
    lines: Block = []
    for number, block in enumerate(written):
        lines += [f"def f{number}(a):", *indented(["total = x = 0", *in_a_loop(block), "return total"])]
    lines += ["def f(a):", "    return " + ", ".join(f"f{number}(a)" for number in range(len(written)))]
    plain = plain_function(GIVEN + "\n".join(lines) + "\n")
    compiled = compile_kernel(plain) if at_night() else compiled_alone(plain, 0)
    for a in INPUTS:
        assert compiled(a) == plain(a)


CONTAINERS = """
import math
from collections import Counter, defaultdict
from enum import Enum
from functools import reduce
from itertools import pairwise, product

class Way(Enum):
    ROW = "row"
    COLUMN = "column"

WEIGHTS = {Way.ROW: 3, Way.COLUMN: 5}
AROUND = ({1, 2}, frozenset({0, 1000}), set())

def several(n):
    held = [i for i in range(n)]
    for i in held:
        yield i
    yield -1

def first(n):
    for i in several(n % 10 + 2):
        if i > 1:
            return i
    return -1

def of_sets(n):
    seen = {n, n + 1}
    for i in range(n % 30):
        seen.add(i * 7)
    return len(seen)

def of_dictionaries(n):
    found = {}
    for i in range(n % 30):
        found[i * 3] = i
    total = 0
    for key in found:
        total += found[key] * key
    return total

def of_rows(n):
    board = [[0] * 5 for _ in range(5)]
    board[n % 5][2] = n
    board[1].append(3)
    total = 0
    for row in board:
        total += sum(row) * len(row)
    return total

def in_order(n):
    found = [(n * 7919 + i * 31) % 101 for i in range(10)]
    total = 0
    for place, number in enumerate(sorted(found)):
        total += place * number
    found.sort(reverse=True)
    found.pop()
    found.insert(2, found.pop(0))
    found.reverse()
    return total + found[0] - found[-1] + len(found[2:5])

def of_tuples(n):
    found = [(i, i * n) for i in range(4)]
    found += [(1, 2)]
    total = 0
    for i, j in found:
        total += i * j
    return total

def odd(cells, n):
    cells.append(n)
    return [cell for cell in cells if cell % 2]

def noted(cells, n):
    for i in range(9):
        cells.append(n + i)
    return len(cells)

def handed_on(n):
    cells = [1, 2, 3]
    noted(cells, n)
    others = [n] * 20
    noted(others, n)
    odd(cells, n)
    return 100 * len(odd(cells, n + 1)) + len(cells)

def paths(n):
    seen, queue = {0}, [0]
    while queue:
        place = queue.pop(0)
        for other in (place + 3, place + 5, place - 7):
            if 0 <= other < 40 and other not in seen:
                seen.add(other)
                queue.append(other)
    return len(seen) + n

def of_the_library(n):
    counts = Counter((n * i) % 5 for i in range(12))
    near = defaultdict(list)
    for way, (left, right) in product(Way, pairwise(range(n % 4 + 2))):
        near[left].append(WEIGHTS[way] * right)
    found = int(100 * math.tanh(n / 9)) + round(math.exp(n % 5)) + math.comb(n % 9, 3) + int(math.log(n + 1) * 50)
    found += len(AROUND[n % 3] & {0, 1, n}) + sorted(range(n % 50), key=abs)[-1:].count(7)
    return found + counts[n % 5] + reduce(max, near[0], 0)

def one(n):
    whole = (of_the_library(n), first(n), of_sets(n), of_dictionaries(n), of_rows(n), in_order(n))
    return (*whole, of_tuples(n), handed_on(n), paths(n))

def f(times):
    total = 0
    for n in range(times):
        for number in one(n):
            total = (total * 31 + number) % 1000003
    return total
"""


def test_memory_of_lists_sets_and_dictionaries_is_freed() -> None:
    compiled, plain = compiled_and_plain(CONTAINERS)
    assert compiled(1000) == plain(1000)
    before = resident() or pytest.skip("only Linux says how much memory a process has")
    compiled(100_000)
    assert (resident() or 0) - before < 1 << 20


def test_concurrent_calls_have_separate_memory() -> None:
    compiled, _ = compiled_and_plain(CONTAINERS)
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(compiled(20_000))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [compiled(20_000)] * 3


def test_a_list_without_end() -> None:
    compiled, _ = compiled_and_plain(
        "def f(n):\n    found = [n]\n    while found:\n        found += found\n    return n\n"
    )
    with pytest.raises(GameError, match="lists that functions of the game hold on one line of play take all 256 MB"):
        compiled(1)
    assert compiled_and_plain(CONTAINERS)[0](100) == compiled_and_plain(CONTAINERS)[1](100)


def test_address_space_that_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    mapped = region.mmap.mmap

    def limited(place: int, size: int, **options: int) -> Any:
        if size > 16 << 20:
            raise OSError("no memory")
        return mapped(place, size, **options)

    monkeypatch.setattr(region.mmap, "mmap", limited)
    compiled, plain = compiled_and_plain(
        "def f(n):\n    numbers = [i for i in range(n)]\n    return len(numbers) + 7\n"
    )
    assert compiled(1000) == plain(1000)
    with pytest.raises(GameError):
        compiled(4 << 20)
