"""Every command: the JSON that scripts rely on, and the output for people."""

import json
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from spielbaum import registry
from spielbaum.search.algorithms.registry import algorithm_names

pytestmark = pytest.mark.interpreted

ANALYZE_KEYS = {
    "game", "position", "algorithm", "action", "value", "kind", "depth", "actions", "principal_variation",
    "nodes", "leaves", "cutoffs", "seconds",
}  # fmt: skip
COMPARE_KEYS = {
    "algorithm", "action", "value", "nodes", "max_nodes", "min_nodes", "leaves", "cutoffs", "seconds", "reduction",
}  # fmt: skip

Run = Callable[..., Any]
Write = Callable[..., str]


def document(answer: Any) -> Any:
    """Return the document of a successful command: one line on stdout, nothing on stderr."""
    assert answer.code == 0, answer.err
    assert answer.err == ""
    assert answer.out.count("\n") == 1
    return json.loads(answer.out)


def test_without_a_command_it_shows_its_help_and_fails(spielbaum: Run) -> None:
    answer = spielbaum()
    assert (answer.code, "analyze" in answer.out) == (2, True)


# games, algorithms


def test_games_lists_the_registry(spielbaum: Run) -> None:
    rows = document(spielbaum("games", "--json"))["games"]
    assert [row["name"] for row in rows] == registry.names()
    for row in rows:
        assert set(row) >= {"name", "players", "title", "options", "evaluations"}
    four = next(row for row in rows if row["name"] == "connect-four")
    assert four["players"] == 2
    assert four["title"] == "Connect Four: drop discs into columns; four in a row wins."
    assert four["options"] == {"width": 7, "height": 6, "keys": "computed"}
    assert four["evaluations"] == ["lines", "threats"]


def test_algorithms_lists_all_with_their_options(spielbaum: Run) -> None:
    rows = document(spielbaum("algorithms", "--json"))["algorithms"]
    assert [row["name"] for row in rows] == algorithm_names()
    assert next(row for row in rows if row["name"] == "alpha-beta")["options"]["fail"] == "soft"


@pytest.mark.parametrize("command", ["games", "algorithms"])
def test_lists_for_people_name_everything(spielbaum: Run, command: str) -> None:
    answer = spielbaum(command)
    assert answer.code == 0
    for name in registry.names() if command == "games" else algorithm_names():
        assert name in answer.out


# show


def test_show_the_start(spielbaum: Run) -> None:
    shown = document(spielbaum("show", "tic-tac-toe", "--json"))
    assert set(shown) >= {"position", "to_move", "actions", "terminal", "utility"}
    assert shown["position"] == "......... X"
    assert shown["to_move"] == 0
    assert shown["actions"] == list("012345678")
    assert shown["terminal"] is False
    assert shown["utility"] is None


def test_show_a_finished_game(spielbaum: Run) -> None:
    shown = document(spielbaum("show", "tic-tac-toe", "--moves", "0 3 1 4 2", "--json"))
    assert shown["position"] == "XXXOO.... O"
    assert shown["terminal"] is True
    assert shown["actions"] == []
    assert shown["utility"] == [1, -1]


@pytest.mark.parametrize(
    ("arguments", "position", "to_move"),
    [
        (("--position", "XOX.X.O..", "--to-move", "X"), "XOX.X.O.. X", 0),
        (("--position", "XOX.X.O.."), "XOX.X.O.. O", 1),
        (("--position", "XOX.X.O.. X", "--moves", "3"), "XOXXX.O.. O", 1),
        (("--moves", "4,0"), "O...X.... X", 0),
        (("--position", '{"crosses": 16, "noughts": 1, "to_move": 0}'), "O...X.... X", 0),
    ],
)
def test_show_a_state(spielbaum: Run, arguments: tuple[str, ...], position: str, to_move: int) -> None:
    shown = document(spielbaum("show", "tic-tac-toe", *arguments, "--json"))
    assert (shown["position"], shown["to_move"]) == (position, to_move)


def test_show_draws_the_board_for_people(spielbaum: Run) -> None:
    answer = spielbaum("show", "tic-tac-toe", "--position", "XO..X....")
    assert answer.code == 0
    assert [line.strip() for line in answer.out.splitlines()[:3]] == ["X O 2", "3 X 5", "6 7 8"]
    assert "XO..X.... O" in answer.out


@pytest.mark.parametrize("name", registry.names())
def test_show_reads_what_it_wrote(spielbaum: Run, name: str) -> None:
    first = document(spielbaum("show", name, "--json"))
    second = document(spielbaum("show", name, "--position", first["position"], "--json"))
    assert second == first
    moved = document(spielbaum("show", name, "--moves", first["actions"][-1], "--json"))
    assert document(spielbaum("show", name, "--position", moved["position"], "--json")) == moved


def test_show_a_game_file(spielbaum: Run, race: Write) -> None:
    shown = document(spielbaum("show", race(), "--moves", "1 2", "--json"))
    assert json.loads(shown["position"]) == {"count": 3, "to_move": 0}
    assert shown["actions"] == ["1", "2"]


# perft


@pytest.mark.compiled
def test_perft_of_tic_tac_toe(spielbaum: Run) -> None:
    shown = document(spielbaum("perft", "tic-tac-toe", "--depth", "9", "--json"))
    assert shown == {"perft": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]}


def test_perft_in_bulk_and_one_by_one(spielbaum: Run) -> None:
    arguments = ("perft", "mnk:width=5,height=4", "--depth", "4", "--json")
    assert document(spielbaum(*arguments)) == document(spielbaum(*arguments, "--no-bulk"))


def test_perft_from_a_state(spielbaum: Run) -> None:
    # Four squares are empty; one of the four moves wins at once, the others leave three squares each.
    arguments = ("perft", "tic-tac-toe", "--position", "XOX.X.O..", "--to-move", "X", "--depth", "2", "--json")
    assert document(spielbaum(*arguments)) == {"perft": [4, 9]}


def test_perft_for_people_is_a_table(spielbaum: Run) -> None:
    answer = spielbaum("perft", "tic-tac-toe", "--depth", "4")
    assert answer.code == 0
    assert [line.split()[:2] for line in answer.out.splitlines()[1:]] == [
        ["1", "9"], ["2", "72"], ["3", "504"], ["4", "3,024"],
    ]  # fmt: skip


# analyze


def test_analyze_tic_tac_toe(spielbaum: Run) -> None:
    result = document(spielbaum("analyze", "tic-tac-toe", "--json"))
    assert set(result) >= ANALYZE_KEYS
    assert (result["game"], result["position"], result["algorithm"]) == ("tic-tac-toe", "......... X", "alpha-beta")
    assert (result["action"], result["value"], result["kind"]) == ("0", 0, "exact")
    assert (result["nodes"], result["principal_variation"][0]) == (18297, "0")
    assert isinstance(result["seconds"], float)
    assert [row["action"] for row in result["actions"]] == list("012345678")
    for row in result["actions"]:
        assert set(row) >= {"action", "value", "bound"}
        assert row["bound"] in ("exact", "lower", "upper")


def test_analyze_gives_exact_values_of_all_actions_without_pruning(spielbaum: Run) -> None:
    arguments = ("--position", "XOX.X.O..", "--to-move", "X", "--algorithm", "minimax", "--json")
    result = document(spielbaum("analyze", "tic-tac-toe", *arguments))
    assert [(row["action"], row["value"], row["bound"]) for row in result["actions"]] == [
        ("3", 1, "exact"),
        ("5", 1, "exact"),
        ("7", 0, "exact"),  # threatens only square 8
        ("8", 1, "exact"),
    ]


def test_analyze_says_what_kind_of_value_it_found(spielbaum: Run) -> None:
    deep = document(spielbaum("analyze", "tic-tac-toe", "--depth", "2", "--json"))
    assert (deep["kind"], deep["depth"], deep["value"]) == ("heuristic", 2, 1)
    ended = document(spielbaum("analyze", "tic-tac-toe", "--moves", "0 3 1 4", "--depth", "1", "--json"))
    assert (ended["action"], ended["value"]) == ("2", 100)
    window = document(spielbaum("analyze", "tic-tac-toe", "--window", "0,1", "--json"))
    assert (window["kind"], window["value"]) == ("bound", 0)


def test_analyze_a_finished_game(spielbaum: Run) -> None:
    result = document(spielbaum("analyze", "tic-tac-toe", "--moves", "0 3 1 4 2", "--json"))
    assert (result["action"], result["value"], result["kind"], result["actions"]) == (None, -1, "exact", [])
    assert (result["nodes"], result["leaves"], result["principal_variation"]) == (1, 1, [])


def test_analyze_with_a_node_limit_is_repeatable(spielbaum: Run) -> None:
    arguments = ("analyze", "connect-four", "--nodes", "5000", "--json")
    first, second = document(spielbaum(*arguments)), document(spielbaum(*arguments))
    del first["seconds"], second["seconds"]
    assert first == second
    assert first["kind"] == "heuristic"
    assert first["depth"] >= 2
    assert first["nodes"] <= 5000


def test_analyze_with_seconds_answers(spielbaum: Run) -> None:
    result = document(spielbaum("analyze", "connect-four", "--seconds", "0.2", "--json"))
    assert result["action"] in list("1234567")
    assert result["depth"] >= 1


@pytest.mark.slow
def test_analyze_takes_the_strongest_setting_for_a_table_or_a_budget(spielbaum: Run) -> None:
    strong = "pvs:replacement=two-deep,history=true,killers=true"
    for limit in (("--nodes", "500"), ("--table", "1MB", "--depth", "3")):
        assert document(spielbaum("analyze", "tic-tac-toe", *limit, "--json"))["algorithm"] == strong
    for limit in (("--depth", "3"), ("--nodes", "500", "--algorithm", "alpha-beta")):
        assert document(spielbaum("analyze", "tic-tac-toe", *limit, "--json"))["algorithm"] == "alpha-beta"


def test_analyze_takes_the_evaluation_that_is_named(spielbaum: Run) -> None:
    position = ("--position", "......./......./......./......./O....../XXX.OOX", "--depth", "0", "--json")
    lines = document(spielbaum("analyze", "connect-four", "--evaluation", "lines", *position))
    threats = document(spielbaum("analyze", "connect-four", "--evaluation", "threats", *position))
    default = document(spielbaum("analyze", "connect-four", *position))
    assert default["value"] == lines["value"]
    assert threats["value"] == lines["value"] - 10  # O is to move, and X has the gap on the foot


@pytest.mark.slow
@pytest.mark.compiled
def test_analyze_a_game_file_with_and_without_the_compiler(spielbaum: Run, race: Write) -> None:
    compiled = document(spielbaum("analyze", race(), "--json"))
    interpreted = document(spielbaum("analyze", race("zero_sum=True", "zero_sum=True, compiled=False"), "--json"))
    assert (compiled["action"], compiled["value"], compiled["kind"]) == ("2", 1, "exact")
    del compiled["seconds"], interpreted["seconds"]
    assert compiled == interpreted


def test_analyze_names_options_of_game_and_algorithm(spielbaum: Run) -> None:
    arguments = ("analyze", "tic-tac-toe:order=centre", "--algorithm", "alpha-beta(fail=hard)", "--json")
    result = document(spielbaum(*arguments))
    assert (result["game"], result["algorithm"]) == ("tic-tac-toe:order=centre", "alpha-beta:fail=hard")
    assert result["action"] == "4"


def test_analyze_for_people_shows_value_line_and_cost(spielbaum: Run) -> None:
    answer = spielbaum("analyze", "tic-tac-toe")
    assert answer.code == 0
    assert "0 (exact)" in answer.out
    assert "18,297" in answer.out
    assert "best" in answer.out


def test_analyze_only_some_actions(spielbaum: Run) -> None:
    arguments = ("analyze", "connect-four", "--depth", "6", "--json")
    whole = document(spielbaum(*arguments))
    assert whole["only"] is None
    assert len(whole["actions"]) == 7
    some = document(spielbaum(*arguments, "--actions", "7, 2,1"))
    assert some["only"] == [row["action"] for row in some["actions"]] == ["1", "2", "7"]
    alone = [document(spielbaum(*arguments, "--actions", action))["value"] for action in "127"]
    assert some["value"] == max(alone) < whole["value"]
    assert set(some) == set(whole)
    answer = spielbaum("analyze", "connect-four", "--depth", "6", "--actions", "1 2")
    assert "only    1 2" in answer.out
    assert [line.split()[0] for line in answer.out.splitlines()[2:4]] == ["1", "2"]


@pytest.mark.parametrize(
    ("actions", "depth", "reason"),
    [("1 8", "2", "action '8' is not legal"), ("", "2", "root_moves is empty"), ("1", "0", "must be at least 1")],
)
def test_actions_that_cannot_be_searched(spielbaum: Run, actions: str, depth: str, reason: str) -> None:
    answer = spielbaum("analyze", "connect-four", "--depth", depth, "--actions", actions)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert reason in answer.err


# compare


def compared(spielbaum: Run, *arguments: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = document(spielbaum("compare", *arguments, "--json"))["rows"]
    for row in rows:
        assert set(row) >= COMPARE_KEYS
        assert row["max_nodes"] + row["min_nodes"] == row["nodes"]
        assert row["reduction"] == pytest.approx(1 - row["nodes"] / rows[0]["nodes"])
    return rows


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("order", "nodes"), [("rows", 18297), pytest.param("centre", 7275, marks=pytest.mark.long)])
def test_compare_tic_tac_toe_as_courses_do(spielbaum: Run, order: str, nodes: int) -> None:
    rows = compared(spielbaum, f"tic-tac-toe:order={order}", "--algorithms", "minimax,alpha-beta")
    assert [(row["algorithm"], row["nodes"], row["value"]) for row in rows] == [
        ("minimax", 549946, 0), ("alpha-beta", nodes, 0),
    ]  # fmt: skip
    assert rows[0]["reduction"] == 0
    assert rows[0]["cutoffs"] == 0
    assert rows[0]["leaves"] == 255168


@pytest.mark.parametrize(("order", "minimax", "alpha_beta"), [("rows", 40, 21), ("centre", 40, 18)])
def test_compare_the_end_game_of_courses(spielbaum: Run, order: str, minimax: int, alpha_beta: int) -> None:
    position = ("--position", "XOX.X.O..", "--to-move", "X")
    rows = compared(spielbaum, f"tic-tac-toe:order={order}", *position, "--algorithms", "minimax,alpha-beta")
    assert [(row["nodes"], row["value"]) for row in rows] == [(minimax, 1), (alpha_beta, 1)]


@pytest.mark.slow
def test_compare_splits_a_list_outside_parentheses(spielbaum: Run) -> None:
    algorithms = "alpha-beta(fail=hard, order=none),alpha-beta-negamax,negamax"
    rows = compared(spielbaum, "nim:heaps=1-2", "--algorithms", algorithms)
    assert [row["algorithm"] for row in rows] == ["alpha-beta:fail=hard,order=none", "alpha-beta-negamax", "negamax"]
    assert {row["value"] for row in rows} == {1}


@pytest.mark.slow
@pytest.mark.compiled
def test_compare_for_people_is_a_table(spielbaum: Run) -> None:
    answer = spielbaum("compare", "tic-tac-toe", "--algorithms", "minimax,alpha-beta")
    assert answer.code == 0
    assert "549,946" in answer.out
    assert "18,297" in answer.out
    assert "96.7%" in answer.out


# check


def test_check_of_a_sound_game(spielbaum: Run, race: Write) -> None:
    assert document(spielbaum("check", race(), "--games", "20", "--json")) == {"ok": True, "games": 20, "failures": []}
    answer = spielbaum("check", "tic-tac-toe", "--games", "20")
    assert answer.code == 0
    assert "sound: tic-tac-toe, 20 random games" in answer.out


def test_check_of_a_broken_game_answers_no(spielbaum: Run, race: Write) -> None:
    path = race("return (-1, 1) if", "return (0, 1) if")
    answer = spielbaum("check", path, "--json")
    assert answer.code == 1
    assert answer.err == ""
    report = json.loads(answer.out)
    assert report["ok"] is False
    (failure,) = report["failures"]
    assert set(failure) >= {"law", "moves", "detail"}
    assert failure["law"] == "utility"
    assert len(failure["moves"]) == 4
    assert "zero_sum=True" in failure["detail"]


def test_check_shows_a_broken_game_to_people(spielbaum: Run, race: Write) -> None:
    answer = spielbaum("check", race("yield 2", "yield 1"))
    assert answer.code == 1
    assert "broken: race" in answer.out
    assert "distinct actions" in answer.out
    assert "none, at the start" in answer.out


@pytest.mark.interpreted
def test_check_with_a_profile(spielbaum: Run, race: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.profiling.profile.SECONDS", 0.01)
    monkeypatch.setattr("spielbaum.profiling.calls.SECONDS", 0.001)
    found = document(spielbaum("check", race(), "--games", "20", "--profile", "--json"))
    assert found["ok"]
    assert {row["name"] for row in found["functions"]} > {"to_move", "actions", "result", "is_terminal", "utility"}
    for row in found["functions"]:
        assert set(row) == {"name", "calls", "ns", "interpreted_ns", "share", "lists", "bytes"}
    assert found["nodes_per_second"]["interpreted"] > 0
    answer = spielbaum("check", race(), "--games", "20", "--profile")
    assert answer.code == 0
    assert "nodes/s interpreted" in answer.out
    assert "the search" in answer.out


def test_a_broken_game_has_no_profile(spielbaum: Run, race: Write) -> None:
    answer = spielbaum("check", race("yield 2", "yield 1"), "--profile", "--json")
    assert answer.code == 1
    assert set(json.loads(answer.out)) == {"ok", "games", "failures"}
    assert "--watch checks again" in spielbaum("check", race(), "--watch", "--profile").err


def test_a_profile_that_is_interrupted_leaves_the_check(
    spielbaum: Run, race: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("spielbaum.profiling.profile.Searcher", interrupt)
    answer = spielbaum("check", race(), "--games", "20", "--profile", "--json")
    assert (answer.code, answer.err.strip()) == (130, "spielbaum: interrupted")
    assert json.loads(answer.out) == {"ok": True, "games": 20, "failures": []}


# bench, help


def test_bench_counts_the_same_nodes_every_time(spielbaum: Run) -> None:
    first, second = (
        document(spielbaum("bench", "tic-tac-toe", "nim:heaps=1-2", "--algorithm", "alpha-beta", "--json"))["rows"]
        for _ in range(2)
    )
    assert [row["nodes"] for row in first] == [row["nodes"] for row in second]
    assert [row["game"] for row in first] == ["tic-tac-toe"] * 2 + ["nim:heaps=1-2"] * 2
    assert first[0]["nodes"] == 18297
    for row in first:
        assert set(row) >= {"game", "position", "algorithm", "depth", "nodes", "seconds", "nodes_per_second"}


@pytest.mark.parametrize("command", ["games", "algorithms", "show", "perft", "analyze", "compare", "check", "bench"])
def test_every_command_has_help_and_takes_json(spielbaum: Run, command: str) -> None:
    answer = spielbaum(command, "--help")
    assert answer.code == 0
    assert "--json" in answer.out
    assert command in spielbaum("--help").out


def test_version(spielbaum: Run) -> None:
    import spielbaum as package

    answer = spielbaum("--version")
    assert (answer.code, answer.out) == (0, f"spielbaum {package.__version__}\n")


def test_game_file_is_found_by_a_relative_path(spielbaum: Run, race: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(race()).parent)
    assert document(spielbaum("show", "./race.py", "--json"))["actions"] == ["1", "2"]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("tic-tac-toe", marks=[pytest.mark.long, pytest.mark.compiled]),
        "mnk:players=3",
        *(pytest.param(game, marks=pytest.mark.long) for game in ("connect-four", "chameleon-chess", "domineering")),
    ],
)
def test_any_game_takes_seconds_threads_and_a_table(spielbaum: Callable[..., Any], game: str) -> None:
    words = ("--seconds", "0.2", "--threads", "2", "--table", "4MB")
    found = document(spielbaum("analyze", game, *words, "--json"))
    assert found["depth"] >= 1
    assert found["action"]
    shown = spielbaum("analyze", game, *words).out
    assert ("cannot use more on this game" in shown) == found["algorithm"].startswith("max-n")


@pytest.mark.compiled
def test_unusable_threads_are_refused(spielbaum: Callable[..., Any]) -> None:
    for words, sentence in (
        (("--threads", "0"), "threads must be at least 1, 0 is not"),
        (("--threads", "2", "--algorithm", "minimax"), "minimax searches with one thread; several can use"),
        (("--threads", "2", "--nodes", "100"), "a node limit makes a search repeatable"),
    ):
        answer = spielbaum("analyze", "tic-tac-toe", *words)
        assert answer.code == 2
        assert sentence in answer.err
        assert answer.err.count("\n") == 1


@pytest.mark.slow
def test_a_table_saves_nodes_and_changes_no_value(spielbaum: Callable[..., Any]) -> None:
    plain, has_table = (
        spielbaum("analyze", "connect-four:width=5,height=4", "--depth", "9", "--json", *more).document
        for more in ((), ("--table", "1MB"))
    )
    assert (plain["value"], plain["action"]) == (has_table["value"], has_table["action"])
    assert has_table["nodes"] < plain["nodes"]
    assert has_table["algorithm"].startswith("pvs:replacement=two-deep,history=true")


@pytest.mark.slow
def test_every_algorithm_that_can_have_a_table_gets_one(spielbaum: Callable[..., Any]) -> None:
    asked = ("compare", "tic-tac-toe", "--moves", "0 4", "--algorithms", "minimax,pvs,mtdf")
    rows = spielbaum(*asked, "--table", "2^16", "--depth", "7", "--json").document["rows"]
    assert [row["algorithm"] for row in rows] == ["minimax", "pvs:replacement=two-deep", "mtdf:replacement=two-deep"]
    assert len({row["value"] for row in rows}) == 1


@pytest.mark.long
def test_max_n_has_the_exponent_one(spielbaum: Callable[..., Any]) -> None:
    rows = spielbaum(
        "compare",
        "mnk:players=3",
        "--algorithms",
        "max-n,max-n(replacement=none),max-n-is",
        "--table",
        "16MB",
        "--json",
    ).document["rows"]
    assert [row["algorithm"] for row in rows] == [
        "max-n:replacement=two-deep",
        "max-n:replacement=none",
        "max-n-is:replacement=two-deep",
    ]
    assert rows[0]["nodes"] < rows[1]["nodes"] / 10
    assert len({(row["action"], *row["value"]) for row in rows}) == 1


def test_show_draws_the_board_with_the_last_move(spielbaum: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    answer = spielbaum("show", "tic-tac-toe", "--position", "X........", "--moves", "4 8", "--svg", str(path), "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.document["to_move"] == 1
    board = path.read_text(encoding="utf-8")
    assert 'class="place changed" data-place="8"' in board
    assert board.count("changed") == 1
    assert [found.name for found in tmp_path.iterdir()] == ["board.svg"]
    alone = spielbaum("show", "tic-tac-toe", "--position", "X........", "--moves", "4 8", "--svg", "-")
    assert (alone.code, alone.out) == (0, board)


def test_show_refuses_pictures_that_cannot_be_written(spielbaum: Run, tmp_path: Path) -> None:
    answer = spielbaum("show", "nim", "--svg", str(tmp_path / "absent" / "board.svg"))
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "cannot be written" in answer.err
    answer = spielbaum("show", "nim", "--svg", "-", "--json")
    assert (answer.code, answer.err) == (2, "spielbaum: --json and --svg - both want stdout: give --svg a file\n")


def test_show_refuses_a_picture_that_is_not_svg(spielbaum: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    made = "dataclasses.replace(games.load('nim'), name='mine', view=View(draw=lambda state: '<svg'))"
    path.write_text(f"import dataclasses\nfrom spielbaum import View, games\ngame = {made}\n", encoding="utf-8")
    answer = spielbaum("show", str(path), "--svg", "-")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("spielbaum: draw of game 'mine' returns no well-formed SVG: ")


def test_every_search_knows_the_moves_before_the_position(spielbaum: Run) -> None:
    """Threefold repetition saves Black, who is a queen down."""
    position = ("chess", "--position", "6k1/5ppp/8/8/8/8/Q4PPP/6K1 w - - 0 1")
    words = (*position, "--moves", "Kh1 Kh8 Kg1 Kg8 Kh1 Kh8 Kg1", "--depth", "2", "--json")
    found = spielbaum("analyze", *words, "--algorithm", "alpha-beta").document
    assert (found["action"], found["value"]) == ("h8g8", 0)
    tree = spielbaum("tree", *words, "--algorithm", "alpha-beta").document
    assert (tree["action"], tree["value"]) == ("h8g8", 0)
    rows = spielbaum("compare", *words, "--algorithms", "alpha-beta").document["rows"]
    assert [(row["action"], row["value"]) for row in rows] == [("h8g8", 0)]


KNIGHTS = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
"""The start of chess, repeated twice."""


def test_show_knows_a_draw_by_repetition(spielbaum: Run) -> None:
    shown = spielbaum("show", "chess", "--moves", KNIGHTS)
    assert "finished a draw by repetition, utility 0, 0" in shown.out
    found = spielbaum("show", "chess", "--moves", KNIGHTS, "--json").document
    assert (found["terminal"], found["utility"], found["actions"]) == (True, [0, 0], [])
    before = spielbaum("show", "chess", "--moves", KNIGHTS.removesuffix(" Ng8"), "--json").document
    assert (before["terminal"], before["utility"]) == (False, None)


@pytest.mark.parametrize("command", ["show", "analyze"])
def test_moves_after_a_draw_by_repetition_are_refused(spielbaum: Run, command: str) -> None:
    answer = spielbaum(command, "chess", "--moves", f"{KNIGHTS} e4 e5")
    assert answer.code == 2
    assert "move 9: no action 'e2e4': the game is a draw by repetition at rnbqkbnr/" in answer.err


@pytest.mark.parametrize("words", [(), ("--threads", "2", "--algorithm", "pvs"), ("--evaluation", "none")])
def test_analyze_answers_a_draw_by_repetition_as_a_finished_game(spielbaum: Run, words: tuple[str, ...]) -> None:
    found = spielbaum("analyze", "chess", "--moves", KNIGHTS, "--depth", "3", *words, "--json").document
    assert (found["action"], found["value"], found["kind"], found["nodes"]) == (None, 0, "exact", 1)
    assert found["actions"] == []


def test_a_draw_by_repetition_counts_by_the_evaluation_that_sees_finished_games(spielbaum: Run) -> None:
    line = "f8g7 k3j4 a3c5 g7f8 j4k3 c5a3"
    words = ("analyze", "chinese-checkers:arm=2,players=3", "--moves", f"{line} {line}", "--depth", "1", "--json")
    found = spielbaum(*words, "--algorithm", "max-n:transform=none").document
    assert found["action"] is None
    assert len(set(found["value"])) == 1
    assert found["value"][0] > 1


# While it takes long


def test_searches_before_an_interruption_are_shown(spielbaum: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupting(_description: str) -> Iterator[Callable[[str], None]]:
        yield lambda text: None if ": 0/9 actions" in text else signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("spielbaum.cli.commands.analyze.status", interrupting)
    answer = spielbaum("analyze", "tic-tac-toe", "--algorithm", "minimax")
    assert re.match(r"tic-tac-toe: minimax, [1-8] of 9 actions searched", answer.out)
    assert (answer.code, answer.err) == (130, "spielbaum: interrupted\n")


LONG = {
    "solve": ("solve", "mnk:width=4,height=3,line=4"),
    "check": ("check", "mnk:width=5,height=5,line=4", "--games", "60"),
    "match": ("match", "nim", "--players", "random(seed=1),random(seed=2)", "--games", "100", "--workers", "1"),
}
"""Commands that take a few seconds."""


@pytest.mark.parametrize("name", LONG)
def test_progress_is_reported_by_a_line_now_and_then(
    name: str, spielbaum: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("spielbaum.cli.shared.output.FIRST_LINE", 0.01)
    database = ("--database", str(tmp_path / "games.db")) if name == "match" else ()
    answer = spielbaum(*LONG[name], *database, "--json")
    assert answer.code == 0
    assert json.loads(answer.out)
    lines = answer.err.splitlines()
    assert lines
    assert all(re.fullmatch(r"(mnk:|nim|nodes).*, \d+ s", line) for line in lines)
