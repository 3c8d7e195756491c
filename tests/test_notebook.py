"""Notebooks: a real IPython shell displays states, results and drawings as pictures."""

import subprocess
import sys
from pathlib import Path

import pytest

from spielbaum import draw, games
from spielbaum.errors import InputError

HEAD = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
def run(cell):
    outcome = shell.run_cell(cell)
    outcome.raise_error()
    data, _ = shell.display_formatter.format(outcome.result)
    return data
"""
OWN = """
from typing import NamedTuple
class Heap(NamedTuple):
    left: int
    to_move: int
def initial(): return Heap(5, 0)
def to_move(state): return state.to_move
def actions(state): return iter([1])
def result(state, action): return Heap(state.left - action, 1 - state.to_move)
def is_terminal(state): return state.left == 0
def utility(state): return (1, -1)
def cells(state): return [[spielbaum.Cell(ground="#c8b48a", name=str(i)) for i in range(10 // state.left)]]
game = spielbaum.Game(name="heap", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
                      is_terminal=is_terminal, utility=utility, view=spielbaum.View(cells=cells))
"""


def shell(script: str) -> None:
    """Run a script in a new process with an IPython shell."""
    done = subprocess.run([sys.executable, "-c", HEAD + script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_states_of_registered_games_and_results_are_displayed() -> None:
    shell(
        """
data = run("import spielbaum; game = spielbaum.games.load('connect-four'); game.initial()")
assert data["image/svg+xml"].startswith("<svg"), data
assert data["text/plain"] == "State(own=0, occupied=0)"
assert "image/svg+xml" not in run("type(game.initial())(own=1, occupied=0)")  # an impossible board
assert "image/svg+xml" not in run("(0, 0)")
data = run("game = spielbaum.games.load('tic-tac-toe'); spielbaum.search(game, limits=spielbaum.Limits(depth=2))")
assert data["text/html"].startswith("<table>"), data
assert run("spielbaum.draw(game, game.initial())")["image/svg+xml"].startswith("<svg")
data = run("spielbaum.start(game).play('4')")
assert 'data-place="4"' in data["image/svg+xml"]
assert data["text/plain"] == "start('tic-tac-toe').play('4')"
"""
    )


def test_states_of_a_game_defined_in_a_cell_are_displayed() -> None:
    shell(
        f"""
run("import spielbaum")
run({OWN!r})
assert run("game.initial()")["image/svg+xml"].count("data-place") == 2
assert "image/svg+xml" not in run("Heap(0, 0)")  # cells raises there
run("import dataclasses; game = dataclasses.replace(game, name='again', view=spielbaum.View())")
assert "data-place" not in run("game.initial()")["image/svg+xml"]  # the latest game
"""
    )


def test_states_that_are_dataclasses_or_have_their_own_pictures() -> None:
    shell(
        """
run("import spielbaum, dataclasses")
run("@dataclasses.dataclass(frozen=True)\\nclass Left:\\n    count: int")
run("nim = spielbaum.games.load('nim:heaps=3')")
run("places = lambda state: nim.view.places(type(nim.initial())(state.count, 0))")
run("game = dataclasses.replace(nim, compiled=False, initial=lambda: Left(3), to_move=lambda state: 0,"
    "is_terminal=lambda state: False, notation=spielbaum.Notation(), view=spielbaum.View(places=places))")
assert run("Left(2)")["image/svg+xml"].count("data-place") == 2
class Own:
    def _repr_svg_(self): return "<svg id='own'/>"
shell.user_ns["Own"] = Own
assert run("Own()")["image/svg+xml"] == "<svg id='own'/>"
assert "image/svg+xml" not in run("Own")
"""
    )


def test_the_extension_may_be_loaded_by_hand_and_twice() -> None:
    shell(
        """
run("import spielbaum")
run("%load_ext spielbaum")  # the shell ran before the import
run("%reload_ext spielbaum")
assert "image/svg+xml" in run("nim = spielbaum.games.load('nim'); nim.initial()")
"""
    )


def test_nothing_extra_is_imported_outside_notebooks() -> None:
    script = "import sys, spielbaum; assert 'spielbaum.notebook' not in sys.modules and 'IPython' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_a_drawing_is_saved(tmp_path: Path) -> None:
    game = games.load("tic-tac-toe")
    drawing = draw(game, game.result(game.initial(), 4), before=game.initial())
    drawing.save(tmp_path / "board.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == drawing.svg + "\n"
    assert 'class="place changed" data-place="4"' in drawing.svg
    with pytest.raises(InputError, match=r"cannot write '.*board\.svg': "):
        drawing.save(tmp_path / "absent" / "board.svg")
