"""The command ``solve``: its document, its table for people, and what it refuses."""

import json
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]


def solve(spielbaum: Run, *words: str) -> dict[str, Any]:
    answer = spielbaum("solve", *words, "--json")
    assert answer.code == 0, answer.err
    assert answer.err == ""
    found: dict[str, Any] = json.loads(answer.out)
    assert set(found) >= {"value", "score", "action", "nodes", "seconds"}
    return found


@pytest.mark.interpreted("quick")
def test_solve_proves_the_value(spielbaum: Run) -> None:
    found = solve(spielbaum, "tic-tac-toe")
    assert (found["value"], found["score"], found["action"]) == (0, 0, "0")
    assert found["nodes"] > 0


@pytest.mark.interpreted
def test_strong_proves_the_score(spielbaum: Run) -> None:
    found = solve(spielbaum, "connect-four:width=5,height=4", "--moves", "1 1 2 1 3 1", "--strong")
    assert (found["value"], found["score"]) == (1, 7)
    assert solve(spielbaum, "dots-and-boxes:rows=2,columns=2", "--table", "2^12")["value"] == 1


@pytest.mark.slow
def test_threads_prove_the_same(spielbaum: Run) -> None:
    assert solve(spielbaum, "tic-tac-toe", "--threads", "2", "--table", "2^12")["value"] == 0


def test_a_finished_game_has_no_action(spielbaum: Run) -> None:
    found = solve(spielbaum, "tic-tac-toe", "--position", "XXXOO....")
    assert (found["value"], found["action"], found["nodes"]) == (-1, None, 0)


@pytest.mark.interpreted
def test_the_winner_for_people(spielbaum: Run) -> None:
    answer = spielbaum("solve", "domineering:rows=4,columns=4", "--strong")
    assert answer.code == 0
    assert "vertical wins" in answer.out
    assert "nodes" in answer.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--threads", "0"), "threads must be at least 1, 0 is not"),
        (("--table", "0"), "a table needs at least"),
        (("--table", "much"), "a table size is a number with a unit"),
        (("--table", "900000GB"), "larger than the memory of this machine"),
        (("--table", "9" * 400 + "MB"), "larger than any memory"),
    ],
)
def test_bad_input_is_one_sentence(spielbaum: Run, words: tuple[str, ...], sentence: str) -> None:
    answer = spielbaum("solve", "tic-tac-toe", *words)
    assert answer.code == 2
    assert sentence in answer.err
    assert answer.err.count("\n") == 1
    assert answer.out == ""


def test_games_for_more_players_are_refused(spielbaum: Run) -> None:
    answer = spielbaum("solve", "chameleon-chess")
    assert answer.code == 2
    assert "two players" in answer.err
