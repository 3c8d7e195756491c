"""Notebooks: a real IPython shell displays states, results and drawings as pictures."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from spielbaum import draw, games
from spielbaum.errors import InputError

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


SCRIPTS = {
    "the extension may be loaded by hand and twice": """
run("import spielbaum")
run("%load_ext spielbaum")  # the shell ran before the import
run("%reload_ext spielbaum")
assert "image/svg+xml" in run("nim = spielbaum.games.load('nim'); nim.initial()")
""",
    "states of registered games and results are displayed": """
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
""",
    "states of a game defined in a cell are displayed": f"""
run("import spielbaum")
run({OWN!r})
assert run("game.initial()")["image/svg+xml"].count("data-place") == 2
assert "image/svg+xml" not in run("Heap(0, 0)")  # cells raises there
run("import dataclasses; game = dataclasses.replace(game, name='again', view=spielbaum.View())")
assert "data-place" not in run("game.initial()")["image/svg+xml"]  # the latest game
""",
    "states that are dataclasses or have their own pictures": """
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
""",
}
"""Scripts of one shell, each after a reset; it began before the first of them imported Spielbaum."""

SHELL = """
import json, sys, traceback
from IPython.core.interactiveshell import InteractiveShell
shell, said = InteractiveShell.instance(), {}
def run(cell):
    outcome = shell.run_cell(cell)
    outcome.raise_error()
    data, _ = shell.display_formatter.format(outcome.result)
    return data
for name, script in json.loads(sys.stdin.read()).items():
    shell.reset()
    try:
        exec(script)
        said[name] = ""
    except Exception:
        said[name] = traceback.format_exc()
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    """Return the errors of all scripts, run in a new process with an IPython shell."""
    done = subprocess.run(
        [sys.executable, "-c", SHELL], input=json.dumps(SCRIPTS), capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert "Traceback" not in done.stdout.rpartition("\n{")[0]
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("name", SCRIPTS)
def test_in_a_shell(name: str, said: dict[str, str]) -> None:
    assert said[name] == ""


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
