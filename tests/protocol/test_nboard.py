"""The NBoard protocol: a session with the started process, values against plain searches, and bad input."""

import random
import re
import threading
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speaking import Program
from spielbaum import Game, Limits, games, search
from spielbaum.book import Plan, build_book
from spielbaum.errors import InputError
from spielbaum.formats import ggf
from spielbaum.game import State
from spielbaum.game.notation import format_action, format_state, states_of_line
from spielbaum.protocol import Settings
from spielbaum.protocol.nboard import NBoardEngine
from tiers import examples

pytestmark = pytest.mark.interpreted

PAGE = (Path(__file__).parents[2] / "docs" / "nboard.md").read_text(encoding="utf-8")
SESSION = re.search(r"```text\n(> .*?)\n```", PAGE, re.DOTALL)
MARGIN = "othello:size=4,score=margin"
GAME = games.load(MARGIN)
SMALL = "(;GM[Othello]BO[4 -----O*--*O----- *]B[a2]W[a1]B[b1];)"


class Talk:
    """An engine, and what it says."""

    def __init__(self, game: Game | str, limits: Limits | None = None, book: str = "") -> None:
        self.heard: list[str] = []
        self._news = threading.Condition()
        self.game = games.load(game) if isinstance(game, str) else game
        settings = Settings.of(self.game, "alpha-beta")
        self.engine = NBoardEngine(self.game, settings if not book else _with_book(settings, book), limits or Limits(),
                                   self._hear)  # fmt: skip

    def _hear(self, line: str) -> None:
        with self._news:
            self.heard.append(line)
            self._news.notify_all()

    def say(self, *lines: str) -> list[str]:
        """Say lines, and return all that is said until the end of what they ask for, without counts of nodes."""
        with self._news:
            self.heard.clear()
        for line in lines:
            assert self.engine.execute(line)
        done = threading.Event()
        self.engine._worker.put(done.set)
        assert done.wait(60)
        return [line for line in self.heard if not line.startswith("nodestats")]


def _with_book(settings: Settings, book: str) -> Settings:
    return replace(settings, book=book)


def playout(game: Game, seed: int) -> tuple[list[State], list[str]]:
    """Return the states and the moves of a random game."""
    chance, states, moves = random.Random(seed), [game.initial()], list[str]()
    while not game.is_terminal(states[-1]):
        action = chance.choice(list(game.actions(states[-1])))
        moves.append(format_action(game, states[-1], action))
        states.append(game.result(states[-1], action))
    return states, moves


@cache
def exact(state: State) -> float:
    """Return the value of a position of the small game for the player to move, by plain minimax."""
    mover = GAME.to_move(state)
    if GAME.is_terminal(state):
        return float(GAME.utility(state)[mover])
    after = [GAME.result(state, action) for action in GAME.actions(state)]
    return max(exact(one) * (1 if GAME.to_move(one) == mover else -1) for one in after)


def test_the_session_of_the_page_runs_as_shown() -> None:
    assert SESSION is not None
    with Program(command="nboard") as program:
        for exchange in re.split(r"^> ", SESSION[1], flags=re.MULTILINE)[1:]:
            said, *answers = exchange.rstrip("\n").split("\n")
            program.say(said)
            for answer in answers:
                assert program.process.stdout is not None
                heard = program.process.stdout.readline().decode().rstrip("\n")
                assert without_times(f"< {heard}".rstrip()) == without_times(answer)
        program.say("quit")
        assert program.leave() == (0, "", "")


def without_times(line: str) -> str:
    return re.sub(r"(nodestats \d+ |=== \S+/)\d+\.\d\d$", r"\1T", line)


def test_hints_are_the_best_moves_with_their_values() -> None:
    talk = Talk("othello:size=6")
    text = "(;GM[Othello]BO[6 --------------O*----*O-------------- *]B[c2];)"
    heard = talk.say(f"set game {text}", "set depth 2", "hint 2")
    state = states_of_line(talk.game, talk.game.initial(), ["c2"])[-1]
    result = search(talk.game, state, algorithm="alpha-beta", depth=2)
    lines = [line.split() for line in heard if line.startswith("search")]
    assert [line[4] for line in lines] == ["1", "1", "2", "2"]
    assert float(lines[-2][2]) == pytest.approx(float(result.value) / 10, abs=0.01)  # type: ignore[arg-type]
    assert lines[-2][1].split("-")[0] == result.action_text.upper()  # type: ignore[union-attr]
    assert float(lines[-2][2]) >= float(lines[-1][2])
    assert lines[-2][1].split("-")[0] != lines[-1][1].split("-")[0]
    assert (heard[0], heard[1], heard[-1]) == ("set myname Spielbaum2", "status thinking", "status")


def test_values_at_the_end_are_discs() -> None:
    talk = Talk(MARGIN)
    talk.say(f"set game {SMALL}", "set depth 30")
    state = talk.engine._position.state
    best = exact(state)
    hints = [line.split() for line in talk.say("hint 1") if line.startswith("search")]
    assert (float(hints[-1][2]), hints[-1][4]) == (best, "100%")
    (move,) = [line for line in talk.say("go") if line.startswith("===")]
    word, value, _ = move.removeprefix("=== ").split("/")
    assert float(value) == best
    assert format_state(talk.game, talk.engine._position.state) == format_state(talk.game, state)  # go moves nothing
    talk.say(f"move {word}/{value}/0.1")
    assert len(talk.engine._position.moves) == 4
    analysis = [line.split()[1:] for line in talk.say("analyze") if line.startswith("analysis")]
    wanted = {ply: exact(one) for ply, one in enumerate(talk.engine._position.states) if ply > 1}
    assert {int(ply): float(value) for ply, value in analysis if int(ply) > 1} == wanted
    assert [int(ply) for ply, _ in analysis] == [4, 3, 2, 1, 0]


def test_omitted_passes_are_inserted() -> None:
    game = games.load(MARGIN)
    states, moves = next(found for seed in range(100) if "pass" in (found := playout(game, seed))[1])
    colours = ["BW"[game.to_move(state)] for state in states[:-1]]
    pairs = list(zip(colours, moves, strict=True))
    whole = "".join(f"{colour}[{'PA' if move == 'pass' else move}]" for colour, move in pairs)
    short = "".join(f"{colour}[{move.upper()}//1.5]" for colour, move in pairs if move != "pass")
    for text in (whole, short):
        assert ggf.read(game, f"(;GM[Othello]{text};)").moves == tuple(moves)
    talk, place = Talk(game), moves.index("pass")
    before = "".join(f"{colour}[{move}]" for colour, move in pairs[:place])
    assert talk.say(f"set game (;{before};)", "go") == ["status thinking", "=== PA", "status"]
    talk.say("move pa")
    assert talk.engine._position.moves[-1] == "pass"
    over = talk.say(f"set game (;{whole};)", "go", "hint 1", "analyze")
    assert over[:4] == ["status thinking", "status the game is over"] * 2
    assert f"analysis {len(moves)} {float(game.utility(states[-1])[game.to_move(states[-1])]):.2f}" in over


def test_ping_is_answered_at_once_and_silences_earlier_requests() -> None:
    with Program(command="nboard") as program:
        program.say("nboard 2", "set depth 60", "hint 3")
        program.hear("search")
        program.say("go", "ping 7")
        program.hear("pong")
        program.say("set depth 1", "go")
        heard = program.hear("===")
        assert [line for line in heard if line.startswith("search")] == []
        assert re.fullmatch("=== (D3|C4|F5|E6)/-?[0-9.]+/[0-9.]+", heard[-1])
        program.say("set depth 60", "go", "quit")
        assert program.leave()[0] == 0
    with Program("--seconds", "0.2", command="nboard") as program:
        program.say("go")
        code, out, err = program.leave()  # at the end of the input what was asked is answered
        assert (code, err, out.count("===")) == (0, "", 1)


@pytest.mark.slow
def test_book_moves_are_reported_as_such(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    build_book(MARGIN, Plan(plies=4), path)
    talk = Talk(MARGIN, book=str(path))
    heard = talk.say(f"set game {SMALL}", "hint 2")
    state = talk.engine._position.state
    assert heard[1].split()[0] == "book"
    assert [len(line.split()) for line in heard[1:-1]] == [5] * min(2, len(list(talk.game.actions(state))))
    assert float(heard[1].split()[2]) == exact(state)


WRONG = [
    ("set game nothing", "status a game in GGF is written (;GM[Othello]"),
    ("set game (;GM[Amazons]BO[8];)", "status it is a game of Amazons, not of othello"),
    ("set game (;GM[Othello]BO[8 --- *];)", "status a position in GGF is its size"),
    ("set game (;GM[Othello]BO[4 -----O*--*O----- *];)", "status position"),
    ("set game (;GM[Othello]B[a1];)", "status move 1: action 'a1' is not legal"),
    ("set game (;GM[Othello]W[d3];)", "status move 1: white moves, and black is to move"),
    ("set depth deep", "status a depth must be a whole number from 1, not 'deep'"),
    ("set depth 0", "status a depth must be a whole number from 1, not '0'"),
    ("hint many", "status a number of moves must be a whole number from 1"),
    ("move z9", "status move 1: action 'z9'"),
]


@pytest.mark.parametrize(("line", "said"), WRONG)
def test_errors_are_reported_as_status_and_leave_no_position(line: str, said: str) -> None:
    talk = Talk("othello")
    (answer,) = talk.say(line)
    assert answer.startswith(said)
    assert "\n" not in answer
    if line.startswith(("set game", "move")):
        none = "status there is no position: the last one was invalid"
        assert talk.say("go", "hint 1", "move d3", "analyze") == [none] * 4
        assert talk.say("set game (;GM[Othello]B[d3];)", "move c3", "set depth 1", "go")[-2].startswith("=== ")
    else:
        assert talk.engine._position.moves == ()


def test_other_lines_are_ignored() -> None:
    talk = Talk("othello")
    assert talk.say("", "dance", "set contempt 5", "set", "_stop", "F5", "close", "learn") == ["learned"]
    assert not talk.engine.execute("quit")
    with pytest.raises(InputError, match="NBoard is for othello, not for nim"):
        Talk("nim")
    with Program("nim", command="nboard") as program:
        assert program.leave() == (2, "", "spielbaum: NBoard is for othello, not for nim\n")


@given(st.lists(st.text(max_size=40) | st.sampled_from(["set game (;B[d3];)", "move c3", "ping 1", "set game (;BO["])))
@examples(40)
def test_nonsense_is_answered_in_lines_of_the_protocol(lines: list[str]) -> None:
    talk = Talk("othello", Limits(depth=1))
    for line in talk.say(*(line for line in lines if line.strip() != "quit")):
        assert line.split(" ")[0] in ("status", "pong", "set", "learned", "search", "===", "analysis")
        assert "\n" not in line
