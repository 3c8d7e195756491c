"""Games and states in other processes: pickled by the game's source, refused if its file has changed."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cloudpickle
import pytest

import spielbaum
from race_file import RACE, RULES
from spielbaum import Game, load, registry, search
from spielbaum.errors import GameError
from spielbaum.game import State
from spielbaum.game_file import file_of, import_file

pytestmark = pytest.mark.interpreted

WITH_GOAL = RULES.replace(
    "def is_terminal(state): return state.count >= 5\n",
    """
def game(goal: int = 5):
    def is_terminal(state): return state.count >= goal
    return Game(name="race", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
                is_terminal=is_terminal, utility=utility, zero_sum=True)
""",
)

WITH_A_BOARD = '''"""A board whose picture, names of squares and features are filled in."""
from typing import NamedTuple
import random
from spielbaum import Game, SearchHints, View

class Place(NamedTuple):
    board: tuple[int, ...]
    to_move: int

def initial(): return Place((0,) * 9, 0)
def to_move(state): return state.to_move
def actions(state): return (square for square in range(9) if not state.board[square])
def result(state, action):
    board = tuple(state.to_move + 1 if square == action else piece for square, piece in enumerate(state.board))
    return Place(board, 1 - state.to_move)
def is_terminal(state): return 0 not in state.board
def utility(state): return (state.board[4] * 2 - 3, 3 - state.board[4] * 2)
game = Game(name="middle", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, hints=SearchHints(symmetries="square"))
'''

THERE = """
import pickle, sys
game, state, result = pickle.loads(sys.stdin.buffer.read())
import spielbaum
assert type(state) is type(game.initial()) and result is game.result
sys.stdout.buffer.write(pickle.dumps((spielbaum.search(game, state, depth=2).value, game.spec, state)))
"""
"""The script of another process that has not imported Spielbaum when it reads the pickle."""


DERIVED = """
from dataclasses import replace
import spielbaum
def draw(state): return "<svg/>"
game = replace(spielbaum.load("nim"), name="mine", view=spielbaum.View(draw=draw))
"""


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that writes a game's file and returns its path."""

    def write(text: str, name: str = "race.py") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def moved(game: Game) -> State:
    """Return a state that is not the start."""
    return game.result(game.initial(), next(iter(game.actions(game.initial()))))


def there(*sent: Any) -> Any:
    """Return the output of another process, or raise its stderr."""
    done = subprocess.run([sys.executable, "-c", THERE], input=pickle.dumps(sent), capture_output=True, timeout=60)
    if done.returncode:
        raise RuntimeError(done.stderr.decode())
    return pickle.loads(done.stdout)


@pytest.mark.parametrize("name", [*registry.names(), "connect-four:width=5,height=4", "figure:max-n"])
def test_a_shipped_game_is_pickled_by_its_name(name: str) -> None:
    game = load("figure:alpha-beta" if name == "figure" else name)
    copied, state = pickle.loads(pickle.dumps((game, moved(game))))
    assert copied is game
    assert state == moved(game)
    changed = replace(game, doc="Another one.", compiled=False, evaluations={"none of theirs": len, **game.evaluations})
    copied = pickle.loads(pickle.dumps(changed))
    assert (copied.doc, copied.compiled, dict(copied.evaluations)) == ("Another one.", False, dict(changed.evaluations))
    assert (copied.actions, copied.view, copied.options) == (game.actions, game.view, game.options)


@pytest.mark.parametrize(
    ("text", "options"), [(RACE, ""), (WITH_GOAL, ""), (WITH_GOAL, ":goal=3"), (WITH_A_BOARD, "")], ids=str
)
def test_a_game_from_a_file_is_pickled_to_another_process(text: str, options: str, written: Callable[..., str]) -> None:
    game = load(written(text, "a.race in parts.py") + options)
    state = moved(game)
    assert there(game, state, game.result) == (search(game, state, depth=2).value, game.spec, state)
    assert pickle.loads(pickle.dumps(game)) is game
    changed = replace(game, zero_sum=False)
    assert pickle.loads(pickle.dumps(changed)) == changed


def test_a_function_that_refers_to_the_package_is_pickled_for_a_cluster() -> None:
    assert pickle.loads(pickle.dumps(spielbaum)) is spielbaum
    called = cloudpickle.loads(cloudpickle.dumps(lambda: spielbaum.search("nim", depth=1).value))
    assert called() == spielbaum.search("nim", depth=1).value


def test_a_state_is_pickled_after_its_file_was_reloaded(written: Callable[..., str]) -> None:
    path = written(RACE)
    state = moved(load(path))
    assert load(path) is load(path)
    assert type(pickle.loads(pickle.dumps(state))) is type(load(path).initial())


def test_pickles_of_an_edited_file_are_refused(written: Callable[..., str]) -> None:
    path = written(RACE)
    game = load(path)
    state = moved(game)
    sent = pickle.dumps(game)
    written(RACE.replace("yield 2", "yield 3"))
    assert pickle.loads(sent) is game  # this process still has the old one
    assert list(load(path).actions(load(path).initial())) == [1, 3]
    with pytest.raises(RuntimeError, match=r"GameError: .*race\.py has changed since"):
        there(game, state, game.result)
    Path(path).unlink()
    with pytest.raises(RuntimeError, match=r"GameError: there is no file '.*race\.py'"):
        there(game, state, game.result)


def test_a_game_of_a_module_is_pickled_as_a_variable_of_the_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game_of_a_module.py").write_text(WITH_A_BOARD, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = __import__("game_of_a_module")
    assert pickle.loads(pickle.dumps(module.game)) is module.game
    other = Game(
        **{name: getattr(module, name) for name in vars(module) if name in Game.__annotations__}, name="x", players=2
    )
    copied = pickle.loads(pickle.dumps(other))
    assert search(copied, depth=2).value == search(other, depth=2).value
    assert copied.view.cells is not None  # restored
    del sys.modules["game_of_a_module"]


@pytest.mark.parametrize("name", ["100% of a.b.py", "nim.py", "a:b %2E.py"])
def test_the_name_of_a_module_holds_the_path_of_its_file(name: str, written: Callable[..., str]) -> None:
    path = Path(written("", name))
    assert file_of(import_file(path).__name__) == path.resolve()
    assert file_of("spielbaum.game") is file_of("json") is None


def test_a_file_that_failed_is_executed_again(written: Callable[..., str]) -> None:
    path = written(RACE + "1 / 0\n")
    for _ in range(2):
        with pytest.raises(GameError, match="ZeroDivisionError"):
            load(path)


def test_a_game_that_a_file_derives_from_another_is_not_its_base(written: Callable[..., str]) -> None:
    nim = load("nim")
    derived = load(written(DERIVED))
    for game in (nim, derived):
        copied = pickle.loads(pickle.dumps(replace(game, doc="Another one.")))
        assert (copied.doc, copied.name, copied.view) == ("Another one.", game.name, game.view)


def test_keys_made_of_parts_are_rebuilt_when_unpickled() -> None:
    game = load("nim")
    changed = replace(game, hints=replace(game.hints, second_key=None))
    copied = pickle.loads(pickle.dumps(changed))
    assert copied.hints.proof.parts is game.hints.proof.parts
    assert copied.hints.proof.key(copied.initial()) == game.hints.proof.key(game.initial())
