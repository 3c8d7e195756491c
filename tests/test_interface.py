"""The Python interface: public names, ``search`` as a function, and actions as numbers."""

import inspect
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import spielbaum
from race_file import RACE
from spielbaum.cli import run
from spielbaum.errors import InputError, SpielbaumError
from spielbaum.game.notation import format_state, parse_action

FOUR = "connect-four:width=4,height=4"

ORDERS = (
    "import spielbaum",
    "import spielbaum; from spielbaum import search",
    "import spielbaum.search",
    "import spielbaum.search.core.limits",
    "import spielbaum; from spielbaum.search.core.result import Result",
    "import spielbaum; import importlib; importlib.import_module('spielbaum.search.proof.solver')",
    "import spielbaum; from spielbaum.search import core; assert core.__name__ == 'spielbaum.search.core'",
)
IS_A_FUNCTION = """
import types, sys
assert isinstance(spielbaum.search, types.FunctionType), spielbaum.search
from spielbaum import search
assert search is spielbaum.search
assert isinstance(sys.modules["spielbaum.search"], types.ModuleType)
for name in [name for name in sys.modules if name.partition(".")[0] == "spielbaum"]:
    del sys.modules[name]
"""


def test_search_is_a_function_in_every_import_order() -> None:
    program = "".join(f"exec({order + IS_A_FUNCTION!r}, {{}})  # {order}\n" for order in ORDERS)
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_every_module_can_be_imported_by_its_full_name() -> None:
    """The import system looks up submodules as attributes, although ``spielbaum.search`` is a function."""
    modules = [module.name for module in pkgutil.walk_packages(spielbaum.__path__, "spielbaum.")]
    in_pyodide = ("spielbaum.browser.application", "spielbaum.browser.workers", "spielbaum.kernel.wasm_loader")
    modules = [name for name in modules if not name.startswith(("spielbaum.store.migrations.", *in_pyodide))]
    assert len(modules) > 300
    found: dict[str, Any] = {}
    for name in modules:
        exec(f"import {name} as module", found)
        assert sys.modules[name].__name__ == name


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
def test_actions_are_those_of_the_game() -> None:
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


def start_text(game: Any) -> str:
    start = spielbaum.start(game)
    return format_state(start.game, start.state)


TAKES_A_GAME: dict[str, Callable[..., object]] = {
    "search": lambda game, state=None: spielbaum.search(game, state, depth=2).value,
    "Searcher": lambda game, state=None: spielbaum.Searcher(game).search(state, depth=2).value,
    "Solver": lambda game, state=None: spielbaum.Solver(game, table="1MB").solve(state).value,
    "format_action": lambda game, state=None: spielbaum.format_action(game, state, 1),
    "legal_actions": lambda game, state=None: spielbaum.legal_actions(game, state),
    "parse_action": lambda game, state=None: spielbaum.parse_action(game, state, "1"),
    "parse_state": lambda game: spielbaum.parse_state(game, start_text(game)),
    "perft": lambda game, state=None: spielbaum.perft(game, state, depth=2),
    "check_game": lambda game, state=None: spielbaum.check_game(game, games=3).states,
    "draw": lambda game, state=None: spielbaum.draw(game, state).svg,
    "record_tree": lambda game, state=None: spielbaum.record_tree(game, state, depth=2),
    "start": lambda game, state=None: spielbaum.start(game, state).moves,
    "tree": lambda game, state=None: spielbaum.tree(game, state, depth=2).svg(),
}
"""A call of each public name that takes a game."""
WITHOUT_A_STATE = ("check_game", "parse_state", "start")
RECORDS = ("Position", "Result", "Tree")
"""Classes with a field ``game``."""


def test_all_public_names_that_take_a_game_are_called_above() -> None:
    found = [getattr(spielbaum, name) for name in spielbaum.__all__]
    assert {one.__name__ for one in found if callable(one) and takes_a_game(one)} == set(TAKES_A_GAME)


def takes_a_game(function: Callable[..., object]) -> bool:
    try:
        return function.__name__ not in RECORDS and "game" in inspect.signature(function).parameters
    except ValueError:  # of a type of Numba's
        return False


@pytest.mark.interpreted
@pytest.mark.parametrize("name", sorted(TAKES_A_GAME.keys() - set(WITHOUT_A_STATE)))
def test_a_position_is_accepted_as_a_state(name: str) -> None:
    position, call = spielbaum.start("tic-tac-toe", "O...X.... X"), TAKES_A_GAME[name]
    assert call("tic-tac-toe", position) == call("tic-tac-toe", position.state)
    with pytest.raises(InputError, match="the position is one of nim, not of tic-tac-toe"):
        call("tic-tac-toe", spielbaum.start("nim"))


@pytest.mark.interpreted
@pytest.mark.parametrize("name", TAKES_A_GAME)
def test_names_and_files_are_accepted_as_games(name: str, tmp_path: Path) -> None:
    call, path = TAKES_A_GAME[name], tmp_path / "race.py"
    path.write_text(RACE, encoding="utf-8")
    assert call("tic-tac-toe") == call(spielbaum.load("tic-tac-toe"))
    assert call(str(path)) == call(path) == call(spielbaum.load(path))


@pytest.mark.interpreted
@pytest.mark.parametrize("name", TAKES_A_GAME)
def test_wrong_games_and_states_are_refused_with_a_message(name: str) -> None:
    for other in (None, 3, spielbaum, b"nim"):
        with pytest.raises(InputError, match="a game is a Game, a name such as 'nim' or the path of a file, not "):
            TAKES_A_GAME[name](other)
    with pytest.raises(InputError, match="unknown game 'tictactoe': did you mean 'tic-tac-toe'"):
        TAKES_A_GAME[name]("tictactoe")
    for state in ("........X", 3, ()) if name not in WITHOUT_A_STATE else ():
        with pytest.raises(InputError, match="a state of tic-tac-toe is a State, not "):
            TAKES_A_GAME[name]("tic-tac-toe", state)


ARGUMENTS: dict[str, Callable[[Any], object]] = {
    "perft, depth": lambda given: spielbaum.perft("nim", depth=given),
    "check_game, games": lambda given: spielbaum.check_game("nim", games=given),
    "check_game, seed": lambda given: spielbaum.check_game("nim", games=1, seed=given),
    "record_tree, max_nodes": lambda given: spielbaum.record_tree("nim", depth=1, max_nodes=given),
    "record_tree, limits": lambda given: spielbaum.record_tree("nim", limits=given or 1),
    "record_tree, algorithm": lambda given: spielbaum.record_tree("nim", algorithm=given or 1),
    "tree, max_nodes": lambda given: spielbaum.tree("nim", depth=1, max_nodes=given),
    "tree, depth": lambda given: spielbaum.tree("nim", depth=given or -1),
    "tree, algorithm": lambda given: spielbaum.tree("nim", depth=1, algorithm=given or 1),
    "tree, algorithms": lambda given: spielbaum.tree("nim", depth=1, algorithm=[given]),
    "tree, history": lambda given: spielbaum.tree("nim", depth=1, history=given),
    "Solver, threads": lambda given: spielbaum.Solver("nim", threads=given),
    "Solver, table": lambda given: spielbaum.Solver("nim", table=given or 2.5),
    "draw, before": lambda given: spielbaum.draw("nim", before=given or 2.5),
    "tree, save": lambda given: spielbaum.tree("nim", depth=1).save(given or 1),
    "draw, save": lambda given: spielbaum.draw("tic-tac-toe").save(1 if given == "three" else given),
    "parse_action": lambda given: parse_action(spielbaum.load("nim"), spielbaum.load("nim").initial(), given),
    "multipv, lines": lambda given: spielbaum.Searcher("nim").multipv(depth=2, lines=given),
}


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ARGUMENTS)
def test_arguments_of_a_wrong_type_are_refused_with_a_message(name: str) -> None:
    for given in ("three", 2.5, True, None):
        with pytest.raises(SpielbaumError):
            ARGUMENTS[name](given)


@pytest.mark.interpreted
def test_tree_takes_limits_like_search() -> None:
    limits = spielbaum.Limits(depth=2)
    assert spielbaum.tree("nim", depth=2).records == spielbaum.tree("nim", limits=limits).records
    assert spielbaum.record_tree("nim", nodes=40) == spielbaum.record_tree("nim", limits=spielbaum.Limits(nodes=40))
    with pytest.raises(InputError, match="either as limits="):
        spielbaum.tree("nim", depth=3, limits=limits)


@pytest.mark.interpreted
def test_limits_given_twice_are_refused() -> None:
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
    """Compiled, since interpreted games have one thread."""
    assert_same("connect-four", {"depth": 3, "threads": 2}, ["--depth", "3", "--threads", "2"], capsys)


def assert_same(
    game: str, arguments: dict[str, object], options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyze", game, *options, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    found = spielbaum.search(game, **arguments).to_dict()  # type: ignore[arg-type]
    assert json.loads(json.dumps(found)).keys() == printed.keys()
    assert (found["algorithm"], found["action"]) == (printed["algorithm"], printed["action"])


def test_a_table_is_refused_by_an_algorithm_without_one() -> None:
    with pytest.raises(InputError, match="minimax has no table"):
        spielbaum.search("tic-tac-toe", algorithm="minimax", depth=2, table="1MB")
