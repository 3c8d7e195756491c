"""The Python interface: what ``spielbaum`` exports, ``search`` as a function, and actions as numbers."""

import inspect
import json
import subprocess
import sys
from importlib.resources import files

import pytest

import spielbaum
from spielbaum.cli import run
from spielbaum.errors import InputError

FOUR = "connect-four:width=4,height=4"

IS_A_FUNCTION = """
import types, sys
assert isinstance(spielbaum.search, types.FunctionType), spielbaum.search
from spielbaum import search
assert search is spielbaum.search
assert isinstance(sys.modules["spielbaum.search"], types.ModuleType)
"""


@pytest.mark.parametrize(
    "first",
    [
        "import spielbaum",
        "import spielbaum; from spielbaum import search",
        "import spielbaum.search",
        "import spielbaum.search.core.limits",
        "import spielbaum; from spielbaum.search.core.result import Result",
        "import spielbaum; import importlib; importlib.import_module('spielbaum.search.proof.solver')",
        "import spielbaum; from spielbaum.search import core; assert core.__name__ == 'spielbaum.search.core'",
    ],
)
def test_search_is_a_function_whatever_is_imported_first(first: str) -> None:
    subprocess.run([sys.executable, "-c", first + IS_A_FUNCTION], check=True, timeout=60)


def test_the_import_is_light() -> None:
    program = "import sys, spielbaum; dir(spielbaum); spielbaum.load, spielbaum.Limits, spielbaum.Result\n"
    program += "print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], check=True, timeout=60, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_search_has_a_signature() -> None:
    parameters = inspect.signature(spielbaum.search).parameters
    assert list(parameters)[:7] == ["game", "state", "algorithm", "depth", "seconds", "nodes", "simulations"]
    assert all(parameters[name].kind is inspect.Parameter.KEYWORD_ONLY for name in list(parameters)[2:])
    assert inspect.signature(spielbaum.search).return_annotation is spielbaum.Result


def test_dir_lists_what_is_public() -> None:
    assert dir(spielbaum) == sorted(spielbaum.__all__)
    assert all(getattr(spielbaum, name) is not None for name in dir(spielbaum))
    assert {"search", "load", "games", "Solver"} < set(dir(spielbaum))
    assert not {"sys", "Any", "import_module"} & set(dir(spielbaum))


def test_the_package_is_typed() -> None:
    assert files("spielbaum").joinpath("py.typed").is_file()


@pytest.mark.interpreted
def test_actions_are_the_game_s_own() -> None:
    game = spielbaum.load(FOUR)
    result = spielbaum.search(game, depth=5)
    assert result.action is not None
    assert result.action_text == game.notation.format_action(game.initial(), result.action)  # type: ignore[misc]
    assert (result.pv[0], result.pv_text[0]) == (result.action, result.action_text)
    assert [row.action for row in result.action_values] == list(game.actions(game.initial()))
    state = game.initial()
    for action, text in zip(result.pv, result.pv_text, strict=True):
        assert game.notation.format_action(state, action) == text  # type: ignore[misc]
        state = game.result(state, action)
    some = spielbaum.search(game, depth=3, root_moves=[0, 3])
    assert (some.root_moves, some.root_moves_text) == ((0, 3), ("1", "4"))
    lines = spielbaum.Searcher(game).multipv(depth=4, lines=2).lines
    assert all((line.action, line.action_text) == (line.pv[0], line.pv_text[0]) for line in lines)
    solution = spielbaum.Solver(game, table="1MB").solve()
    assert solution.action_text == game.notation.format_action(game.initial(), solution.action)  # type: ignore[misc, arg-type]


@pytest.mark.interpreted
def test_limits_are_given_once() -> None:
    with pytest.raises(InputError, match="either as limits="):
        spielbaum.search("tic-tac-toe", depth=3, limits=spielbaum.Limits(depth=3))
    one = spielbaum.search("tic-tac-toe", depth=3)
    assert one.nodes == spielbaum.search("tic-tac-toe", limits=spielbaum.Limits(depth=3)).nodes


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ({"depth": 3}, ["--depth", "3"]),
        ({"nodes": 500}, ["--nodes", "500"]),
        ({"depth": 3, "table": "1MB"}, ["--depth", "3", "--table", "1MB"]),
        (
            {"depth": 3, "table": "2^10", "algorithm": "pvs"},
            ["--depth", "3", "--table", "2^10", "--algorithm", "pvs"],
        ),
        ({"depth": 3, "threads": 2}, ["--depth", "3", "--threads", "2"]),
    ],
    ids=str,
)
@pytest.mark.parametrize("game", ["tic-tac-toe", "mnk:players=3"])
def test_the_algorithm_is_that_of_the_command_line(
    game: str, arguments: dict[str, object], options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    if "algorithm" in arguments and "players" in game:
        pytest.skip("an algorithm for two players")
    if "table" in arguments and "players" in game:
        options = [*options, "--algorithm", "max-n"]
        arguments = {**arguments, "algorithm": "max-n"}
    assert_same(game, arguments, options, capsys)


@pytest.mark.long
def test_threads_choose_the_same_algorithm_as_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Compiled, for interpreted games have one thread."""
    assert_same("connect-four", {"depth": 3, "threads": 2}, ["--depth", "3", "--threads", "2"], capsys)


def assert_same(
    game: str, arguments: dict[str, object], options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyze", game, *options, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = spielbaum.search(game, **arguments).to_dict()  # type: ignore[arg-type]
    assert json.loads(json.dumps(found)).keys() == told.keys()
    assert (found["algorithm"], found["action"]) == (told["algorithm"], told["action"])


def test_a_table_is_not_given_to_an_algorithm_without_one() -> None:
    with pytest.raises(InputError, match="minimax has no table"):
        spielbaum.search("tic-tac-toe", algorithm="minimax", depth=2, table="1MB")
