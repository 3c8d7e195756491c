"""Openings: new as long as there are new ones, the same everywhere, and files whose faults are named by line."""

from pathlib import Path

import pytest

from spielbaum import games
from spielbaum.arena.openings import Opening, random_openings, read_openings
from spielbaum.errors import InputError
from spielbaum.game.notation import format_state, parse_action, parse_state

GAME = games.load("tic-tac-toe")


def end_of(opening: Opening) -> str:
    state = parse_state(GAME, opening.start)
    for action in opening.actions:
        state = GAME.result(state, parse_action(GAME, state, action))
    assert not GAME.is_terminal(state)
    return format_state(GAME, state)


def test_openings_end_in_different_positions() -> None:
    found = random_openings(GAME, GAME.initial(), count=200, plies=4, seed=3)
    assert len(found) == len({end_of(opening) for opening in found}) == 200
    assert all(len(opening.actions) == 4 for opening in found)
    assert found == random_openings(GAME, GAME.initial(), count=200, plies=4, seed=3)
    assert found[:50] == random_openings(GAME, GAME.initial(), count=50, plies=4, seed=3)
    assert found != random_openings(GAME, GAME.initial(), count=200, plies=4, seed=4)


def test_openings_repeat_equally_often() -> None:
    found = random_openings(GAME, GAME.initial(), count=27, plies=1)
    assert [found.count(opening) for opening in found] == [3] * 27
    assert random_openings(GAME, GAME.initial(), count=3, plies=0) == [Opening(format_state(GAME, GAME.initial()))] * 3


def test_an_opening_file_has_moves_positions_and_comments(tmp_path: Path) -> None:
    first, second = random_openings(GAME, GAME.initial(), count=2, plies=3)
    path = tmp_path / "openings.txt"
    path.write_text(f"# two openings\n\n{' '.join(first.actions)} # as moves\n  {end_of(second)}\n", encoding="utf-8")
    assert read_openings(GAME, path) == [first, Opening(end_of(second))]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("# nothing\n", "has no opening"),
        ("\nnonsense\n", "openings.txt, line 2: neither moves .* nor a position"),
        ("OVER", "line 1: the game is over"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, content: str, words: str) -> None:
    state = GAME.initial()
    while not GAME.is_terminal(state):
        state = GAME.result(state, next(iter(GAME.actions(state))))
    path = tmp_path / "openings.txt"
    path.write_text(content.replace("OVER", format_state(GAME, state)), encoding="utf-8")
    with pytest.raises(InputError, match=words):
        read_openings(GAME, path)


def test_errors_name_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read the openings in .*missing\.txt"):
        read_openings(GAME, tmp_path / "missing.txt")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not UTF-8"):
        read_openings(GAME, tmp_path / "bytes")
