"""Compiling plain functions, and keeping what was compiled: other processes hit, edits miss, nothing gets mixed up."""

import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from spielbaum import Searcher, games
from spielbaum.errors import CompileError
from spielbaum.kernel.call_graph import reachable_functions
from spielbaum.kernel.compile import compile_kernel
from spielbaum.kernel.hashing import content_hash

GAME = '''
"""Count down: take one or two."""
from typing import NamedTuple
from spielbaum import Game

MOST = 2
GOAL = {goal}

class State(NamedTuple):
    left: int
    to_move: int

def initial(): return State(12, 0)
def to_move(state): return state.to_move
def worth(left): return left * {worth}
def actions(state):
    for taken in range(1, min(MOST, state.left) + 1):
        yield taken
def result(state, taken): return State(state.left - taken, 1 - state.to_move)
def is_terminal(state): return state.left == 0
def utility(state): return (-GOAL, GOAL) if state.to_move == 0 else (GOAL, -GOAL)
def evaluate(state): return (worth(state.left), -worth(state.left))

game = Game(name="count-down", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, evaluations={{"left": evaluate}}, zero_sum=True)
'''

RUN = """
import json, sys
from spielbaum import Limits, Searcher, games
import spielbaum.kernel.compile as c
out = []
for spec, algorithm in json.loads(sys.argv[1]):
    result = Searcher(games.load(spec), algorithm).search(limits=Limits(depth=3))
    out.append([result.value, result.nodes])
kernels = list(c._KERNELS.values())
hits = sum(k.loaded for k in kernels)
misses = sum(k.compiled for k in kernels)
imported = sorted({"numba", "numpy"} & set(sys.modules))
print(json.dumps({"values": out, "hits": hits, "misses": misses, "imported": imported}))
"""


def run(work: list[tuple[str, str]], cache: Path, **environment: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(work)],
        env={**os.environ, "SPIELBAUM_CACHE_DIR": str(cache), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def write(path: Path, *, goal: int = 100, worth: int = 1) -> str:
    path.write_text(GAME.format(goal=goal, worth=worth), encoding="utf-8")
    return str(path)


class Kept(NamedTuple):
    """What the first process found, and where its one kernel is kept."""

    file: str
    cache: Path
    found: Any

    def copy(self, place: Path) -> Path:
        """Return another directory with that kernel."""
        return Path(shutil.copytree(self.cache, place))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder = tmp_path_factory.mktemp("kept")
    file, cache = write(folder / "mygame.py"), folder / "cache"
    found = run([(file, "negamax")], cache)
    assert (found["hits"], found["misses"]) == (0, 1)
    return Kept(file, cache, found)


@pytest.mark.passes
@pytest.mark.slow
def test_another_process_hits_and_an_edit_misses_with_games_of_equal_names(kept: Kept, tmp_path: Path) -> None:
    cache = kept.copy(tmp_path / "cache")
    work = [(file, "negamax") for file in (kept.file, write(tmp_path / "mygame.py", worth=2))]
    edited = run(work, cache)
    assert (edited["hits"], edited["misses"]) == (1, 1)
    assert edited["values"][0] == kept.found["values"][0]
    assert edited["values"][1][0] == 2 * edited["values"][0][0]
    again = run(work, cache)
    assert again == {**edited, "hits": 2, "misses": 0, "imported": []}


@pytest.mark.passes
@pytest.mark.long
@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta"])
def test_another_process_hits_and_an_edit_of_a_helper_or_a_constant_misses(tmp_path: Path, algorithm: str) -> None:
    cache, file = tmp_path / "cache", tmp_path / "mygame.py"
    first = run([(write(file), algorithm)], cache)
    assert (first["hits"], first["misses"]) == (0, 1)
    again = run([(str(file), algorithm)], cache)
    assert (again["hits"], again["misses"]) == (1, 0)
    assert again["values"] == first["values"]
    helper = run([(write(file, worth=2), algorithm)], cache)
    assert (helper["hits"], helper["misses"]) == (0, 1)
    assert helper["values"][0][0] == 2 * first["values"][0][0]
    constant = run([(write(file, goal=-5), algorithm)], cache)
    assert (constant["hits"], constant["misses"]) == (0, 1)


RECURSIVE_HELPER = """
def bits(number, found):
    return found if number == 0 else bits(number // 2, found + number % 2)

def utility(state):
    value = bits(1000, 0) - 5
    return (value, -value) if state.to_move == 0 else (-value, value)
"""


@pytest.mark.passes
@pytest.mark.long
def test_a_recursive_helper_called_with_a_literal_runs_in_every_process(tmp_path: Path) -> None:
    cache, file = tmp_path / "cache", tmp_path / "mygame.py"
    write(file)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("game = Game(", RECURSIVE_HELPER + "\ngame = Game("), encoding="utf-8")
    first, again = (run([(str(file), "negamax")], cache) for _ in range(2))
    assert (first["misses"], again["hits"]) == (1, 1)
    assert first["values"] == again["values"]


@pytest.mark.passes
@pytest.mark.slow
def test_a_different_place_or_comment_is_no_edit(kept: Kept, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere.py"
    moved.write_text("# a comment\n\n" + GAME.format(goal=100, worth=1), encoding="utf-8")
    found = run([(str(moved), "negamax")], kept.cache)
    assert found == {**kept.found, "hits": 1, "misses": 0, "imported": []}


@pytest.mark.passes
@pytest.mark.long
def test_many_games_of_equal_names_in_one_process(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    work = [(write(tmp_path / f"game{worth}.py", worth=worth), "alpha-beta-negamax") for worth in (1, 2, 3)]
    fresh = run(work, cache)
    assert [value for value, _ in fresh["values"]] == [w * fresh["values"][0][0] for w in (1, 2, 3)]
    kept = run(work, cache)
    assert kept["values"] == fresh["values"]
    assert kept["hits"] == 3
    mixed = run([(write(tmp_path / "new.py", worth=4), "alpha-beta-negamax"), *work], cache)
    assert mixed["values"][1:] == fresh["values"]
    assert (mixed["hits"], mixed["misses"]) == (3, 1)


@pytest.mark.passes
@pytest.mark.long
def test_a_damaged_kernel_is_compiled_again(kept: Kept, tmp_path: Path) -> None:
    cache = kept.copy(tmp_path / "cache")
    for path in (cache / "kernels").iterdir():
        path.write_bytes(path.read_bytes()[:100] + b"damaged")
    assert run([(kept.file, "negamax")], cache) == kept.found
    assert run([(kept.file, "negamax")], cache)["hits"] == 1


@pytest.mark.passes
@pytest.mark.slow
def test_the_environment_turns_compilation_off(kept: Kept) -> None:
    plain = run([(kept.file, "negamax")], kept.cache, SPIELBAUM_JIT="0")
    assert (plain["hits"], plain["misses"]) == (0, 0)
    assert plain["values"] == kept.found["values"]
    assert "numba" not in plain["imported"]


KERNELS = """
import sys
from spielbaum.kernel import compile_kernel, new_workspace

def plain(n, ws):
    ws.number[1] += n
    return (ws.number[1], n > 2)

def listed(n):
    return len([i for i in range(n)])

def filed(n):
    return len({n: 1, n + 1: 2})

ws = new_workspace({"number": ("f8", (2,))}, compiled=True)
print(compile_kernel(plain)(3, ws), *sorted({"numba", "numpy"} & set(sys.modules)))
print(compile_kernel(listed)(3), *sorted({"numba"} & set(sys.modules)))
print(compile_kernel(filed)(3), *sorted({"numba"} & set(sys.modules)))
"""


@pytest.mark.passes
@pytest.mark.slow
def test_a_kernel_on_disk_needs_no_numba(tmp_path: Path) -> None:
    script = tmp_path / "kernels.py"
    script.write_text(KERNELS, encoding="utf-8")
    first, again = (
        subprocess.run(
            [sys.executable, str(script)], env={**os.environ, "SPIELBAUM_CACHE_DIR": str(tmp_path)},
            capture_output=True, text=True, check=True, timeout=300,
        ).stdout.splitlines()
        for _ in range(2)
    )  # fmt: skip
    assert first == ["(3.0, True) numba numpy", "3 numba", "2 numba"]
    assert again == ["(3.0, True)", "3", "2"]


@pytest.mark.passes
def test_a_second_search_needs_neither_numba_nor_numpy(kept: Kept) -> None:
    assert kept.found["imported"] == ["numba", "numpy"]
    again = run([(kept.file, "negamax")], kept.cache)
    assert again == {**kept.found, "hits": 1, "misses": 0, "imported": []}


# Functions that call one another, as plain globals.


def _even(n: int) -> bool:
    return True if n == 0 else _odd(n - 1)


def _odd(n: int) -> bool:
    return False if n == 0 else _even(n - 1)


def _fold(numbers: tuple[int, ...]) -> int:
    total = 0
    for number in numbers:
        total = total * 10 + number
    return total


def _thrice(n: int) -> Iterator[int]:
    for i in range(3):
        yield n + i


def test_globals_closures_and_generators() -> None:
    base = 7

    def helper(n: int) -> int:
        return n * base

    def entry(n: int) -> int:
        total = _fold((n, 2, 3)) + helper(n) + (1 if _even(n) else 0)
        for i in _thrice(n):
            total += i
        return total

    kernel = compile_kernel(entry)
    for n in range(10):
        assert kernel(n) == entry(n)


def test_functions_that_return_a_constant() -> None:
    def nothing(_number: int) -> None:
        pass

    def never(_number: int) -> bool:
        return False

    def seven() -> int:
        return 7

    def most() -> int:
        return 2**64 - 1

    def zero(_number: int, scale: float = 1.0) -> float:
        return 0.0

    def minus_zero(_number: int) -> float:
        return -0.0

    def entry(number: int) -> Any:
        nothing(number)
        truth = number + 3 if never(number) else number
        return truth, seven(), most(), zero(number), minus_zero(_number=number), never(1)

    kernel = compile_kernel(entry)
    assert [*map(repr, kernel(4))] == [*map(repr, entry(4))]


def test_the_hash_sees_constants_code_and_captured_values() -> None:
    def make(k: int, text: str) -> Any:
        def inner(n: int) -> int:
            return n + k

        def entry(n: int) -> int:
            return inner(n) if text else -1000

        return entry

    def hashed(entry: Any) -> str:
        return content_hash(reachable_functions(entry, lambda _: False))

    assert hashed(make(1, "a")) == hashed(make(1, "a"))
    assert len({hashed(make(k, t)) for k in (1, 2, True) for t in ("a", "")}) == 6
    one, other = eval("lambda: -1000"), eval("lambda: -2000")
    assert one.__code__.co_code == other.__code__.co_code
    assert hashed(one) != hashed(other)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("return TABLE[0] + 'a', 0", "evaluate in broken.py, line 24, uses + with int and str"),
        ("return missing(state)", "evaluate in broken.py, line 24, uses the name 'missing', which is not defined"),
        (
            "return state.nothing, 0",
            "evaluate in broken.py, line 24, uses 'nothing'; the fields of State are left, to_move",
        ),
        pytest.param(
            "return 1, 'a'",
            "what evaluate in broken.py, line 23, returns must be a tuple of 2 numbers, not (int, str)",
            marks=pytest.mark.long,
        ),
        ("import math; return math.pi, 0", "evaluate in broken.py, line 24, imports math within the function"),
        ("with open('x') as file:\n        return 1, 0", "evaluate in broken.py, line 24, uses 'open'"),
        ("with state:\n        return 1, 0", "evaluate in broken.py, line 24, uses 'with'"),
    ],
)
def test_code_that_cannot_be_compiled_is_explained_in_a_sentence(tmp_path: Path, body: str, sentence: str) -> None:
    source = GAME.format(goal=100, worth=1)
    evaluate = "def evaluate(state): return (worth(state.left), -worth(state.left))"
    file = tmp_path / "broken.py"
    file.write_text(source.replace(evaluate, f"TABLE = [1, 2]\ndef evaluate(state):\n    {body}"), encoding="utf-8")
    with pytest.raises(CompileError) as caught:
        Searcher(games.load(str(file)), "negamax").compile()
    text = str(caught.value)
    assert sentence in text
    assert "\n" not in text
    assert len(text) < 400


def test_importing_the_package_imports_neither_numba_nor_numpy() -> None:
    script = textwrap.dedent(
        """
        import sys, spielbaum
        from spielbaum import Game, Limits, Result, SpielbaumError, U64, games
        import spielbaum.cli.app, spielbaum.search.algorithms.alpha_beta
        games.load("connect-four")
        print([name for name in ("numba", "numpy") if name in sys.modules])
        """
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


LONG_SIGNED, LONG_UNSIGNED = tuple(range(-1000, 1000)), tuple(2**63 + 3 * i for i in range(1500))


PAIRS = ((1, 5), (9, 2**63), (3, 2**40))


def test_pairs_with_one_unsigned_number_are_read_alike() -> None:
    def entry(board: int) -> int:
        for distance, mask in PAIRS:
            board ^= (board >> distance) & mask
        return board & 255

    kernel = compile_kernel(entry)
    assert [kernel(board) for board in (0, 1, 1023, 2**62)] == [entry(board) for board in (0, 1, 1023, 2**62)]


def test_a_long_tuple_is_read_alike() -> None:
    def entry(place: int) -> int:
        return LONG_SIGNED[place] + (LONG_UNSIGNED[place] >> 62)

    kernel = compile_kernel(entry)
    assert [kernel(place) for place in (0, 1, 999, 1499)] == [entry(place) for place in (0, 1, 999, 1499)]
