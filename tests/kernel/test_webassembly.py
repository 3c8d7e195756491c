"""Kernels as WebAssembly: in V8 they compute what machine code does, and a browser finds them by name."""

from pathlib import Path

import pytest

from node_kernels import NODE, call_in_node, compiled, longest_call
from spielbaum import games
from spielbaum.errors import CompileError
from spielbaum.kernel import cache, compile_kernel, shipped
from spielbaum.kernel import compile as compiling
from spielbaum.kernel.cache import as_file, from_file, load_shipped
from spielbaum.kernel.region import NAME as REGION
from spielbaum.kernel.wasm_linker import Object
from spielbaum.registry import names
from spielbaum.search.core.kernel_name import kernel_name
from spielbaum.search.core.workspace import layout
from spielbaum.session.preparing import PROOF, kernels_of, prepare_for_browser

IN_NODE = pytest.mark.skipif(NODE is None, reason="node is not installed")

BETWEEN = 20
"""The nodes between two pauses."""

WIDE_LISTS = str(Path(__file__).parents[1] / "support/wide_lists.py")


def agrees_in_node(game: str, algorithm: str, **limits: int) -> Object:
    """Compare a call in V8 with that of machine code: value and all memory, with and without pauses."""
    here, (file,) = longest_call(game, algorithm, **limits), compiled(game, algorithm)
    there = call_in_node(file, here)
    assert there.status == 0
    assert there.value == here.value
    assert there.parts == [part.after for part in here.parts]
    interrupted = call_in_node(file, here, between=BETWEEN)
    assert interrupted.value == here.value
    differing = sum(
        one[at : at + 8] != part.after[at : at + 8]
        for one, part in zip(interrupted.parts, here.parts, strict=True)
        for at in range(0, len(one), 8)
    )
    assert differing <= 1  # when it would pause next
    assert (interrupted.pauses > there.pauses) == (here.nodes > BETWEEN)
    return Object(from_file(file.read_bytes())[1])


@IN_NODE
def test_a_search_agrees_with_machine_code() -> None:
    agrees_in_node("connect-four", "alpha-beta", depth=8)


@IN_NODE
def test_a_search_with_lists_and_a_wide_board_agrees_with_machine_code() -> None:
    code = agrees_in_node(WIDE_LISTS, "alpha-beta", depth=5)
    assert code.imported_functions == ["spielbaum_pause"]  # no function for wide numbers
    assert code.function(REGION) is not None


@IN_NODE
@pytest.mark.long
@pytest.mark.parametrize("game", sorted({*names()} - {"figure", "tree"}))
def test_the_kernels_of_shipped_games_agree_with_machine_code(game: str) -> None:
    for kernel, evaluation in kernels_of(games.load(game)):
        if evaluation is not None or (kernel == PROOF and game not in ("nim", "tic-tac-toe")):
            continue
        limits = {"nodes": 20_000} if str(kernel).startswith("mcts") else {"depth": 3}
        agrees_in_node(game, str(kernel), **({} if kernel == PROOF else limits))


def test_a_game_of_the_same_name_has_another_kernel(tmp_path: Path) -> None:
    file = tmp_path / "wide_lists.py"
    source = Path(WIDE_LISTS).read_text("utf-8")
    file.write_text(source, "utf-8")
    own, copied = (kernel_name("search", games.load(path)) for path in (WIDE_LISTS, str(file)))
    file.write_text(source.replace("SQUARES = 100", "SQUARES = 90"), "utf-8")
    edited = kernel_name("search", games.load(str(file)))
    assert own == copied
    assert own[:2] == edited[:2] == ("search", "wide-lists")
    assert own != edited


def test_the_evaluation_is_a_part_of_the_name() -> None:
    chess = games.load("chess")
    named = {kernel_name("search", chess, one, "pvs") for one in (None, *chess.evaluations.values())}
    assert len(named) == 1 + len(chess.evaluations)


@pytest.fixture
def in_a_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of shipped kernels of a process that compiles nothing."""
    monkeypatch.setattr(compiling, "IN_BROWSER", True)
    monkeypatch.setattr(compiling, "_KERNELS", {})
    monkeypatch.setenv(shipped.SETTING, str(tmp_path))
    shipped.file_of.cache_clear()
    return tmp_path


def seven(number: int) -> int:
    """Return a number times 7."""
    return number * 7


def test_a_kernel_that_is_not_shipped_is_not_compiled_in_a_browser(in_a_browser: Path) -> None:
    assert not compiling.jit_enabled()
    assert not compiling.jit_enabled(("test", "seven"))
    with pytest.raises(CompileError, match="nothing can be compiled in a browser"):
        compile_kernel(seven, ("test", "seven"))(6)
    assert not list(in_a_browser.iterdir())


def test_a_shipped_kernel_is_loaded_by_its_name(in_a_browser: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = ("test", "seven")
    with monkeypatch.context() as at_home:
        at_home.setattr(compiling, "IN_BROWSER", False)
        made, _is_new = compile_kernel(seven, name).file(1)
        assert compile_kernel(seven, name).file(1) == (made, False)
        compiling._KERNELS.clear()
    (in_a_browser / f"{shipped.hash_of(name)}.kernel").write_bytes(made.read_bytes())
    assert compiling.jit_enabled(name)
    kernel = compile_kernel(seven, name)
    assert kernel(6) == 42
    assert (kernel.loaded, kernel.compiled) == (1, 0)
    with pytest.raises(CompileError, match="test seven does not fit: it was compiled for other arguments"):
        kernel(1.5)


def test_a_kernel_of_another_release_is_refused(in_a_browser: Path) -> None:
    key = {"revision": cache.REVISION - 1, "spielbaum": "0", "arguments": ["int64"]}
    with pytest.raises(ValueError, match="another release compiled it"):
        load_shipped(as_file({"key": key, "symbol": "", "needs": [], "returns": "int64"}, b""), ("int64",))


@pytest.mark.slow
@pytest.mark.compiled
def test_what_a_browser_needs_is_prepared_and_a_game_that_has_a_fault_says_why(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.py"
    faulty.write_text(Path(WIDE_LISTS).read_text("utf-8").replace("taken = ", "taken = {}.nothing or "), "utf-8")
    found = list(prepare_for_browser(["nim:heaps=1-2", str(faulty)]))
    ready, failed = ([one for one in found if one.ready == is_ready] for is_ready in (True, False))
    assert [one.algorithm for one in ready] == [str(one.algorithm) for one in kernels_of(games.load("nim:heaps=1-2"))]
    assert {one.game for one in failed} == {str(faulty)}
    assert all(one.reason is not None and "nothing" in one.reason for one in failed)
    for one in ready:
        assert one.path is not None
        assert one.hash is not None
        assert Object(from_file(Path(one.path).read_bytes())[1]).function("spielbaum_call") is not None


def test_pauses_are_a_part_of_the_workspace() -> None:
    assert {"node_limit", "pause_at"} <= {*layout(1)}
