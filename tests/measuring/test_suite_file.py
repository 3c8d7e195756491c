"""Suites in files: with and without a header, and errors with file, line and column."""

from pathlib import Path

import pytest

from spielbaum import games
from spielbaum.errors import InputError
from spielbaum.measuring import read_suite

GAME = games.load("tic-tac-toe")


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "suite.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_positions_with_known_moves_and_values(tmp_path: Path) -> None:
    text = "\ufeffposition,value,best,comment\nXX.OO....,1,2,wins\n\nX........ O,,4 4,\nXOXOO....\n"
    first, second, third = read_suite(GAME, written(tmp_path, text))
    assert (first.text, first.best, first.value) == ("XX.OO.... X", ("2",), 1)
    assert (second.text, second.best, second.value) == ("X........ O", ("4", "4"), None)
    assert (third.text, third.best, third.value) == ("XOXOO.... X", (), None)


def test_moves_and_no_header(tmp_path: Path) -> None:
    text = '"0, 3, 1, 4",2,1\nX........\n'
    assert [(found.text, found.best) for found in read_suite(GAME, written(tmp_path, text))] == [
        ("XX.OO.... X", ("2",)),
        ("X........ O", ()),
    ]
    assert [found.text for found in read_suite(GAME, written(tmp_path, "Moves\n0 3 1 4\n"))] == ["XX.OO.... X"]


def test_a_value_for_each_player(tmp_path: Path) -> None:
    three = games.load("mnk:players=3")
    (found,) = read_suite(three, written(tmp_path, 'moves,value\n"",\na1,0.5 0.5 0\n'.replace('"",\n', "")))
    assert found.value == (0.5, 0.5, 0)
    with pytest.raises(InputError, match="line 2, column value: a value is one number or 3"):
        read_suite(three, written(tmp_path, "moves,value\na1,1 2\n"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no position"),
        ("position,best\n", "holds no position"),
        ("position,bst\nX........,4\n", "line 1, column 2: unknown column 'bst': did you mean 'best'"),
        ("position,best,best\n", "line 1, column 3: 'best' appears twice"),
        ("position,best\nX........,0\n", "line 2, column best: action '0' is not legal"),
        ("position\n\nX.......\n", "line 3, column position: position 'X.......'"),
        ("moves\nX........\n", "line 2, column moves: move 1"),
        ("position\nXXXOO....\n", "line 2, column position: the game is over"),
        ("position,best\n,4\n", "line 2, column position: it is empty"),
        ("0 1,2,many\n", "line 1, column value: 'many' is no number"),
        ("0 1,2,inf\n", "line 1, column value: 'inf' is no number"),
        ("0 1,2,1,a,b\n", "line 1, column 5: there are only 4 columns"),
        ("nonsense\n", "line 1, column 1: neither moves"),
        ('0 1\n"0 1', "line 2: unexpected end"),
    ],
)
def test_errors_name_line_and_column(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_suite(GAME, written(tmp_path, text))
    assert words in str(caught.value)
    assert "suite.csv" in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_suite(GAME, tmp_path / "none.csv")
    path = tmp_path / "latin.csv"
    path.write_bytes(b"0 1,,,sch\xf6n\n")
    with pytest.raises(InputError, match="UTF-8"):
        read_suite(GAME, path)
