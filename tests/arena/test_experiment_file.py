"""Experiment files: what they say, and faults that are named by file, line and key."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spielbaum.arena.experiment import read_experiment, template
from spielbaum.arena.ladder import read_ladder
from spielbaum.arena.tournament import Tournament
from spielbaum.book import Plan, build_book
from spielbaum.errors import InputError
from tiers import all_but

SMALL = """title = "small"
games = [
    "nim",
    {name = "connect-four", width = [4, 5], height = 4},
]
players = [
    "random",
    {algorithm = "alpha-beta", order = ["static", "none"]},
]
limits = [{depth = [1, 2]}, {nodes = 50, depth = 9}]
"""


@pytest.fixture
def write(tmp_path: Path):
    def written(text: str) -> Path:
        path = tmp_path / "small.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


def test_lists_mean_all_combinations(write) -> None:
    found = read_experiment(write(SMALL))
    games = ("nim", "connect-four:width=4,height=4", "connect-four:width=5,height=4")
    limits = ("depth=1", "depth=2", "depth=9, nodes=50")
    assert [(c.factors["game"], c.factors["limits"]) for c in found.cells] == [(g, x) for g in games for x in limits]
    assert found.title == "small"
    assert {cell.labels for cell in found.cells} == {("random", "alpha-beta(order=static)", "alpha-beta(order=none)")}
    assert found.cells[1].setup.players[1] == "alpha-beta(depth=2, order=static)"
    assert found.cells[0].setup.games is None


def test_pairs_and_rounds_and_openings(write) -> None:
    text = SMALL + 'meet = "pairs"\nrounds = 3\nseed = 7\nmax-plies = 0\nopenings = {plies = [1, 2]}\n'
    found = read_experiment(write(text))
    assert len(found.cells) == 3 * 3 * 2 * 3
    assert {(len(c.labels), c.setup.games, c.setup.seed, c.setup.max_plies) for c in found.cells} == {(2, 6, 7, None)}
    assert {(c.setup.opening_plies, c.setup.distinct) for c in found.cells} == {(1, True), (2, True)}


def test_limits_with_their_own_rounds(write) -> None:
    text = 'games = "nim"\nplayers = ["random", "minimax"]\nrounds = 9\n'
    found = read_experiment(write(text + "limits = [{depth = [1, 2], rounds = 4}, {depth = 3}]\n"))
    assert [(cell.factors["limits"], cell.setup.games) for cell in found.cells] == [
        ("depth=1", 8),
        ("depth=2", 8),
        ("depth=3", 18),
    ]


def test_one_a_seat_gives_every_player_of_a_group_one_seat(write) -> None:
    games = '["chameleon-chess:players=RY", "chameleon-chess:players=RGY", "chameleon-chess"]'
    players = '["max-n", "hypermax", "paranoid", "random"]'
    text = f'games = {games}\nplayers = {players}\nmeet = "one-a-seat"\nlimits = {{depth = 1}}\n'
    found = read_experiment(write(text))
    sizes = [len(cell.labels) for cell in found.cells]
    assert sizes == [2] * 6 + [3] * 4 + [4]
    assert [len(Tournament(cell.setup).pairings) for cell in found.cells] == [2] * 6 + [6] * 4 + [24]
    with pytest.raises(InputError, match=r"meet: chameleon-chess:players=RGY has 3 seats.* 3 players, not 2"):
        read_experiment(write(text.replace('"paranoid", "random"', "").replace('"max-n", ', '"max-n(depth=1)", ')))


def test_unfit_players_may_be_left_out(write) -> None:
    text = 'games = ["nim", "mnk:players=3"]\nplayers = ["minimax", "brs", "max-n", "random"]\nmeet = "pairs"\n'
    with pytest.raises(InputError, match=r"line 2: players: best-reply search lets players pass, and nim does not"):
        read_experiment(write(text))
    cells = read_experiment(write(text + 'unfit = "leave-out"\n')).cells
    found = {game: {label for cell in cells if cell.factors["game"] == game for label in cell.labels}
             for game in ("nim", "mnk:players=3")}  # fmt: skip
    assert found == {"nim": {"minimax", "max-n", "random"}, "mnk:players=3": {"brs", "max-n", "random"}}


def test_paths_are_relative_to_the_file(write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lines.txt").write_text("0 1\n# comment\n4\n", encoding="utf-8")
    text = 'games = "tic-tac-toe"\nplayers = ["random", "minimax(depth=2)"]\nopenings = {file = "lines.txt"}\n'
    monkeypatch.chdir("/")
    (cell,) = read_experiment(write(text)).cells
    assert cell.setup.openings == ("0 1", "4")
    assert cell.factors == {"game": "tic-tac-toe", "limits": "none", "openings": "file=lines.txt"}


@pytest.mark.slow
@pytest.mark.interpreted
def test_books_and_models_of_players_are_relative_to_the_file(
    write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_book("nim:heaps=2-3", Plan(plies=1), tmp_path / "nim.book")
    text = 'games = "nim:heaps=2-3"\nplayers = [\n  "random",\n  {algorithm = "pvs", book = "nim.book"},\n]\n'
    monkeypatch.chdir("/")
    (cell,) = read_experiment(write(text)).cells
    assert cell.setup.players[1] == f"pvs(book={tmp_path / 'nim.book'})"
    assert cell.labels[1] == "pvs(book=nim.book)"
    left_out = text.replace("[2-3", "").replace("book = ", "evaluation = ").replace("nim.book", "none.json")
    for faulty, said in (
        (text.replace('"nim.book"', '"none.book"'), f"cannot read '{tmp_path}/none.book': No such file or directory"),
        (text.replace("2-3", "2-4"), "is a book of nim:heaps=2-3, not of nim:heaps=2-4"),
        (left_out + 'unfit = "leave-out"\n', f"{tmp_path}/none.json"),
    ):
        with pytest.raises(InputError, match=re.escape(said)) as caught:
            read_experiment(write(faulty))
        assert str(caught.value).startswith(f"{tmp_path / 'small.toml'}, line 4: players: ")


def test_the_template_can_be_read(write) -> None:
    found = read_experiment(write(template()))
    assert len(found.cells) == 9
    assert len({cell.setup.key for cell in found.cells}) == 9


def test_key_of_a_setup(write) -> None:
    first = read_experiment(write(SMALL)).key
    assert read_experiment(write("# a comment\n" + SMALL)).key == first
    assert read_experiment(write(SMALL + "seed = 1\n")).key != first


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("title", "titel", 1, "titel: unknown key 'titel': did you mean 'title'"),
        ('"nim"', '"nimm"', 3, "games: unknown game 'nimm': did you mean 'nim'"),
        ("width = [4, 5]", "widht = 4", 4, "games: unknown option of game 'connect-four' 'widht'"),
        ("width = [4, 5]", "width = [[4]]", 4, "games: width must be a value or a list"),
        ('"random"', '"randon"', 7, "players: unknown player 'randon'"),
        ('"random"', '"human"', 7, "players: a human plays with"),
        ('"random"', "3", 7, "players: each entry must be a text or a table, not 3"),
        ('algorithm = "alpha-beta"', 'evaluation = "x"', 6, "players: a table of players needs an algorithm"),
        ('order = ["static", "none"]', 'evaluation = "x"', 8, "players: unknown evaluation"),
        ('order = ["static", "none"]', "order = 3", 8, "players: option 'order' of player 'alpha-beta' must be one of"),
        ("depth = [1, 2]", "depth = 0", 10, "limits: the depth must be at least 1"),
        ("depth = [1, 2]", "depht = 1", 10, "limits: unknown key 'depht'"),
        ("depth = [1, 2]", 'depth = "2"', 10, "limits: depth must be a whole number, not '2'"),
        ("depth = [1, 2]", "depth = [1, 1]", 10, "limits: the cell .* is given twice"),
        ("depth = [1, 2]", "seconds = -1", 10, "limits: seconds must be a number above 0"),
        ("depth = [1, 2]", "depth = 1, rounds = 0", 10, "limits: rounds must be at least 1, not 0"),
        ("depth = [1, 2]", "rounds = 2", 10, "limits: a table of limits names depth, nodes, seconds or simulations"),
        ("depth = [1, 2]", "depth = true", 10, "limits: depth must be a whole number, not True"),
        ('title = "small"', "seed = 'x'", 1, "seed: it must be a whole number, not 'x'"),
        ('title = "small"', "title = ' '", 1, "title: it must be one line of text, such as 'first', not ' '"),
        ('title = "small"', 'title = "a\\nb"', 1, "title: it must be one line of text"),
        ('title = "small"', "rounds = 10000000000", 1, "rounds: 10000000000 rounds are .* games in a cell, more than"),
        ('title = "small"', "rounds = 0", 1, "rounds: it must be at least 1, not 0"),
        ('title = "small"', "meet = 'all'", 1, "meet: it must be 'together' or 'pairs' or 'one-a-seat'"),
        ('title = "small"', "openings = {plies = 2, file = 'x'}", 1, "openings: .* not both"),
        ('title = "small"', "openings = {file = 'missing.txt'}", 1, "openings: cannot read the openings in .*missing"),
        ('title = "small"', "openings = {distinct = true}", 1, "openings: .* names plies or a file"),
        ("title = ", "title ", 1, "this is not TOML"),
    ],
)
def test_errors_name_file_line_and_key(write, old: str, new: str, line: int, words: str) -> None:
    assert old in SMALL
    with pytest.raises(InputError, match=rf"small\.toml, line {line}: {words}"):
        read_experiment(write(SMALL.replace(old, new)))


@pytest.mark.parametrize(
    ("key", "words"), [("max-plies = -3", "it must be at least 0, not -3"), ("seed = 'x'", "not 'x'")]
)
def test_an_error_is_reported_once(write, key: str, words: str) -> None:
    path = write(SMALL.replace('title = "small"', key))
    with pytest.raises(InputError, match=rf"^{re.escape(str(path))}, line 1: {key.partition(' ')[0]}: .*{words}$"):
        read_experiment(path)


def test_games_and_players_are_needed(write) -> None:
    with pytest.raises(InputError, match="games: an experiment needs games"):
        read_experiment(write("players = 'random'"))
    with pytest.raises(InputError, match="players: players are missing"):
        read_experiment(write("games = 'nim'"))
    with pytest.raises(InputError, match="cannot read missing"):
        read_experiment("missing.toml")


EXAMPLES = Path(__file__).parents[2] / "examples"


SIZES = [
    ("thesis-evaluations", 4, 4 * 24),
    ("thesis-normalisation", 24, 24 * 38),
    ("thesis-algorithms", 4, 4 * 720),
    ("thesis-time", 5, 5 * 240),
    ("breuker-replacement", 21, 21 * 100),
    ("strength-against-time", 3, 3 * 100),
    ("depth", 4, 4 * 56 * 5),
    ("sturtevant-chinese-checkers", 12, 3 * 10 * (6 + 14 + 30 + 62)),
    ("thesis-transforms", 30, 8 * 15 * (12 + 36)),
    ("thesis-verdict-nodes", 51, 72 * (20 + 20 + 10)),
    ("thesis-verdict-time", 51, 72 * (20 + 6 + 2)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "cells", "games"), all_but([SIZES[0], SIZES[4], SIZES[5]], SIZES))
def test_the_examples_are_ready_to_run(name: str, cells: int, games: int) -> None:
    found = read_experiment(EXAMPLES / f"{name}.toml").cells
    assert len(found) == cells
    assert sum(len(Tournament(cell.setup).pairings) for cell in found) == games


LADDERS = {"ladder", "ladder-thesis", "ladder-time", "n-player-mcts"}
DESIGNS = sorted(path for path in EXAMPLES.glob("*.toml") if path.stem not in LADDERS)
PLAYED = [EXAMPLES / "breuker-replacement.toml"]


@pytest.mark.slow
@pytest.mark.parametrize("path", all_but(PLAYED, DESIGNS), ids=lambda path: path.stem)
def test_every_example_is_played(path: Path, tmp_path: Path) -> None:
    script = Path(__file__).parents[1] / "support" / "examples_cut_short.py"
    done = subprocess.run(
        [sys.executable, str(script), str(path), str(tmp_path / "short.db")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SPIELBAUM_JIT": "0"},  # what is compiled is tried elsewhere
    )
    assert (done.returncode, done.stderr) == (0, "")
    cells, games, moved = map(int, done.stdout.split())
    assert games == moved == 2 * cells > 0


def test_examples_are_complete() -> None:
    assert len(DESIGNS) == 15


@pytest.mark.slow
@pytest.mark.parametrize("name", all_but(["ladder"], sorted(LADDERS)))
def test_the_ladders_are_ready_to_run(name: str) -> None:
    ladder = read_ladder(EXAMPLES / f"{name}.toml")
    assert all(len(cell.labels) >= 5 for cell in ladder.cells)
    for claim in ladder.claims:
        assert any(
            claim.concerns(cell.game, cell.budget) and {claim.ahead, claim.behind} <= set(cell.labels)
            for cell in ladder.cells
        ), f"nothing examines {claim.text!r}"
