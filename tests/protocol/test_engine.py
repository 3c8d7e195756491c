"""The engine behind the protocol, without a process: commands, options, clocks, scores."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from learned import LINEAR
from spielbaum import Limits, Searcher, games
from spielbaum.errors import InputError
from spielbaum.game import Game
from spielbaum.game.notation import format_state, parse_action
from spielbaum.learning.models import write_model
from spielbaum.protocol import Engine, Settings
from spielbaum.protocol.commands import parse_command, parse_go, parse_position, parse_setoption
from spielbaum.protocol.info import Scale, multipv_lines
from spielbaum.protocol.time_management import FOREVER, limits_for, time_budget
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.search.driver.multipv import BestLines

GAME = replace(games.load("tic-tac-toe"), compiled=False)
CHESS = games.load("chess")


class Listener:
    """Whoever hears what an engine says."""

    def __init__(self, game: Game, algorithm: str | None = None, limits: Limits | None = None) -> None:
        self.lines: list[str] = []
        self._news = threading.Condition()
        self.engine = Engine(game, Settings.of(game, algorithm), limits or Limits(), self._hear)

    def _hear(self, line: str) -> None:
        with self._news:
            self.lines.append(line)
            self._news.notify_all()

    def ask(self, *said: str, until: str | None = None) -> list[str]:
        """Say some lines and return what was answered up to a line that begins so; at once without one."""
        before = len(self.lines)
        for line in said:
            assert self.engine.execute(line)
        with self._news:
            if until is not None:
                begins = (until, f"{until} ")
                assert self._news.wait_for(
                    lambda: any((line + " ").startswith(begins[1]) for line in self.lines[before:]), timeout=60
                ), self.lines
            return self.lines[before:]


@pytest.fixture
def listener() -> Iterator[Listener]:
    made = Listener(GAME)
    yield made
    assert made.engine.close(seconds=60)


def test_both_handshakes_declare_the_same_options(listener: Listener) -> None:
    uci, ugi = listener.ask("uci", until="uciok"), listener.ask("ugi", until="ugiok")
    assert uci[:-1] == ugi[:-1]
    assert uci[1] == "id author the authors of Spielbaum"
    assert "option name Evaluation type combo default open-lines var open-lines var none" in uci
    assert not any("Quiescence" in line or "Threads" in line for line in uci)  # no noisy actions; interpreted


def test_unknown_words_and_commands_are_ignored(listener: Listener) -> None:
    assert listener.ask("joho isready", until="readyok") == ["readyok"]
    assert listener.ask("", "   ", "what is this", "\x00", "stop", "ponderhit", "ucinewgame", "register later") == []
    assert listener.ask("debug on", "what is this") == ["info string unknown command 'what is this'"]
    assert listener.ask("debug off", "what is this") == []


def test_queries_tell_the_outcome_of_the_game(listener: Listener) -> None:
    assert listener.ask("query p1turn", "query gameover", "query result") == [
        "response true", "response false", "response none",
    ]  # fmt: skip
    listener.ask("position startpos moves 0 3 1 4 2")
    assert listener.ask("query gameover", "query result") == ["response true", "response p1win"]
    listener.ask("position fen XXOOOXXOX X")
    assert listener.ask("query result") == ["response draw"]
    assert listener.ask("query weather") == ["info string a query is for gameover, p1turn or result"]


def test_an_impossible_position_leaves_none(listener: Listener) -> None:
    for wrong in ("startpos moves 4 4", "fen nonsense", "startpos moves x", "", "fen", "somewhere", "fen moves 4"):
        listener.ask("position startpos moves 4")
        (answer,) = listener.ask(f"position {wrong}")
        assert answer.startswith("info string ")
        assert len(answer) < 320
        none = "info string there is no position: the last one was invalid"
        assert listener.ask("query p1turn") == [none]
        assert listener.ask("go depth 2", until="bestmove") == [none, "bestmove 0000"]
    assert "move 2" in listener.ask("position startpos moves 4 4")[0]
    listener.ask("position startpos moves 4")
    assert listener.ask("query p1turn") == ["response false"]
    heard = listener.ask("go infinite", "position x", "go", until="bestmove 0000")
    assert [line == "bestmove 0000" for line in heard if line.startswith("bestmove")] == [False, True]


def test_a_mate_is_reported_although_the_search_is_selective() -> None:
    """Every line ends within the depth, so that the value is a utility, but a pruned search does not prove it."""
    listener = Listener(replace(games.load("chess"), compiled=False), "best")
    heard = listener.ask("position fen k7/2K5/8/8/8/8/8/7R w - - 110 90", "go depth 2", until="bestmove")
    assert " score mate 1 " in heard[-2]
    assert heard[-1] == "bestmove h1a1"
    assert listener.engine.close(seconds=60)


DEAD_KINGS = "8/8/8/8/8/2k5/8/2K5 w - - 0 90 moves c1d1 c3d3"
ROOK = "8/8/8/8/8/2k5/5R2/2K5 w - -"
SHUFFLED = "startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 5


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("game", "position", "answers", "scores"),
    [
        ("chess", f"fen {ROOK} 98 90 moves f2f3 c3d4 c1d2", {"d4c5", "d4e5", "d4c4", "d4d5", "d4e4"}, {"cp 0"}),
        ("chess", f"fen {ROOK} 180 90 moves f2f3", {"c3b4", "c3c4", "c3d4"}, {"cp 0"}),
        ("chess", "fen 8/8/8/8/8/2k2n2/5R2/2K5 w - - 120 90", {"f2f3"}, {"cp 476"}),  # progress
        ("chess", "fen k7/2K5/8/8/8/8/8/7R w - - 110 90", {"h1a1"}, {"mate 1"}),  # mate comes before the claim
        ("chess", f"fen {DEAD_KINGS}", {"d1c1", "d1e1"}, {"cp 0"}),
        ("chess", SHUFFLED, None, None),
        ("chess", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", {"0000"}, {"cp 0"}),
        ("chess", "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 110 90", {"0000"}, {"mate 0"}),
        ("draughts:quiet=2", "fen B:WK5:BK28 moves 28-32 5-9", {"32-28", "32-27"}, {"cp 0"}),
        ("draughts:quiet=2", "fen B:WK5:BK28:H9", {"28-32", "28-24"}, {"cp 0"}),
    ],
)
def test_play_continues_after_an_unclaimed_draw(
    game: str, position: str, answers: set[str] | None, scores: set[str] | None
) -> None:
    """As arbiters and programs do; a line that ends in such a draw is worth one."""
    listener = Listener(replace(games.load(game), compiled=False), "pvs(replacement=two-deep,history,quiescence)")
    heard = listener.ask(f"position {position}", "go depth 2", until="bestmove")
    assert not [line for line in heard if "string" in line]
    assert answers is None or heard[-1].split()[1] in answers
    assert scores is None or any(f" score {score} " in heard[-2] for score in scores), heard
    assert answers or heard[-1] != "bestmove 0000"
    assert listener.engine.close(seconds=60)


def test_a_notation_may_have_spaces_and_moves_follow(listener: Listener) -> None:
    listener.ask("position fen XOX.X.O.. X   moves 3 5")
    assert listener.ask("query p1turn", "query gameover") == ["response true", "response false"]


def test_one_bestmove_for_each_go(listener: Listener) -> None:
    heard = listener.ask("position startpos moves 0 3 1 4", "go depth 9", until="bestmove")
    assert heard[-1] == "bestmove 2"
    assert heard[-2].startswith("info depth 1 score mate 1 nodes ")
    assert " pv 2" in heard[-2]
    assert listener.ask("position startpos moves 0 3 1 4 2", "go depth 4", until="bestmove")[-1] == "bestmove 0000"
    heard = listener.ask("position startpos", "go infinite", "stop", until="bestmove")
    assert heard[-1].split()[1] in list("012345678")
    heard = listener.ask("go depth nine depth 1", until="bestmove")
    assert heard[0] == "info string go does not know depth nine"


def test_infinite_and_ponder_wait_for_stop(listener: Listener) -> None:
    listener.ask("position startpos moves 0 3 1 4")
    heard = listener.ask("go infinite", until="info depth 1")
    assert listener.ask("isready", until="readyok") == ["readyok"]
    assert not any(line.startswith("bestmove") for line in heard)
    assert listener.ask("stop", until="bestmove")[-1] == "bestmove 2"
    assert listener.ask("go ponder movetime 1", until="info depth 1")[-1].startswith("info")
    assert listener.ask("ponderhit", until="bestmove")[-1] == "bestmove 2"


def test_mates_are_counted_in_moves_by_uci_and_in_plies_by_ugi(listener: Listener) -> None:
    listener.ask("position startpos moves 0 1 4")  # a fork to come: X wins in three plies
    assert " score mate -2 " in listener.ask("uci", "go depth 9", until="bestmove")[-2]
    assert " score mate -4 " in listener.ask("ugi", "go depth 9", until="bestmove")[-2]


def test_searchmoves_restricts_the_search(listener: Listener) -> None:
    listener.ask("position startpos moves 0 3 1 4")  # 2 wins, and 5 would be a reply
    for order in ("searchmoves 5 8 depth 3", "p1time 500 searchmoves 8 5", "depth 2 searchmoves 8 searchmoves 5 5"):
        heard = listener.ask(f"go {order}", until="bestmove")
        assert heard[-1].split()[1] == "5"
        assert not any("string" in line for line in heard)
        assert all(" pv 5" in line or " pv 8" in line for line in heard[:-1])
    heard = listener.ask("go searchmoves 8 infinite", until="info depth 1")
    assert listener.ask("stop", until="bestmove")[-1].split()[1] == "8"


def test_illegal_searchmoves_are_reported_once(listener: Listener) -> None:
    listener.ask("position startpos moves 0 3 1 4")
    heard = listener.ask("go searchmoves 0 x 5 99 depth 2", until="bestmove")
    assert [line for line in heard if "string" in line] == ["info string searchmoves: skipping illegal moves: 0 x 99"]
    assert heard[-1].split()[1] == "5"
    for none in ("x y", ""):
        heard = listener.ask(f"go searchmoves {none} depth 2", until="bestmove")
        (told,) = [line for line in heard if "string" in line]
        assert told.startswith("info string searching all moves: no move of searchmoves is legal")
        assert heard[-1] == "bestmove 2"


def several(heard: list[str]) -> dict[int, list[tuple[int, str]]]:
    """Places and first moves of the lines of each depth, in the order in which they were sent."""
    found: dict[int, list[tuple[int, str]]] = {}
    for line in heard:
        words = line.split()
        if "multipv" in words:
            place, move = int(words[words.index("multipv") + 1]), words[words.index("pv") + 1]
            found.setdefault(int(words[2]), []).append((place, move))
    return found


def test_multipv_reports_every_depth(listener: Listener) -> None:
    listener.ask("ugi", "setoption name multipv value 3", "position fen XO....... X", until="ugiok")
    heard = listener.ask("go depth 4", until="bestmove")
    told = several(heard)
    assert [[place for place, _ in lines] for lines in list(told.values())[:3]] == [[1, 2, 3]] * 3
    assert [place for place, _ in told[4]] == [1, 2, 3]
    assert all(len({move for _, move in lines}) == 3 for lines in told.values())
    assert heard[-1].split()[1] == told[4][0][1]
    ordinary = listener.ask("setoption name MultiPV value 1", "go depth 4", until="bestmove")
    assert "multipv" not in " ".join(ordinary)

    def score(line: str) -> str:
        return line[line.index("score") : line.index("nodes")]

    assert score(heard[-4]) == score(ordinary[-2])


def test_multipv_has_no_more_lines_than_moves(listener: Listener) -> None:
    listener.ask("setoption name MultiPV value 64", "position fen XOXOOX.X. O")
    told = several(listener.ask("go depth 1", until="bestmove"))
    assert [place for place, _ in told[1]] == [1, 2]
    told = several(listener.ask("go depth 1 searchmoves 8", until="bestmove"))
    assert told == {1: [(1, "8")]}
    listener.ask("position fen XXXOO.... O")
    assert listener.ask("go depth 3", until="bestmove")[-1] == "bestmove 0000"


def test_multipv_scores(listener: Listener) -> None:
    listener.ask("setoption name MultiPV value 9", "position startpos moves 0 3 1 4")
    heard = listener.ask("uci", "go depth 6", until="bestmove")
    last = {line.split()[line.split().index("pv") + 1]: line for line in heard if "hashfull" in line}
    assert " multipv 1 score mate 1 " in last["2"]
    assert " score mate -1 " in last["8"]
    assert list(last) == ["2", *(move for move in last if move != "2")]
    assert len(last) == 5


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alpha-beta", "alpha-beta-negamax", "pvs", "mtdf"])
def test_multipv_is_the_same_with_every_algorithm(listener: Listener, algorithm: str) -> None:
    listener.ask(f"setoption name Algorithm value {algorithm}", "setoption name MultiPV value 4")
    told = several(listener.ask("go depth 3 searchmoves 0 1 2 4 8", until="bestmove"))[3]
    rows = Searcher(GAME, "minimax").multipv(limits=Limits(depth=3), lines=4, root_moves=[0, 1, 2, 4, 8]).lines
    assert told[-4:] == [(place, row.action_text) for place, row in enumerate(rows, 1)]


def test_multipv_and_overhead_keep_the_searcher(listener: Listener) -> None:
    before = listener.engine._searcher
    listener.ask("setoption name MultiPV value 5", "setoption name Move Overhead value 7")
    assert listener.engine._searcher is before
    assert (listener.engine._settings.lines, listener.engine._settings.overhead) == (5, 7)
    assert "whole number from 1 to 64" in listener.ask("setoption name MultiPV value 65")[0]


def test_multipv_lines_of_different_depths() -> None:
    rows = (
        ActionLine(3, "4", 30, 5, False, (3, 4), ("4", "5"), "lower"),
        ActionLine(2, "3", 1, 3, True, (2, 1, 0), ("3", "2", "1")),
        ActionLine(1, "2", 10, 5, False, (1,), ("2",)),
    )
    scale = Scale(player=0, unit=1000, win=1000, certain=True, plies=True)
    told = multipv_lines(scale, BestLines(rows, 70, 1.0, False), fill=2)
    assert told[0] == "info depth 6 multipv 1 score cp 30 lowerbound nodes 70 nps 70 time 1000 hashfull 2 pv 4 5"
    assert told[1].startswith("info depth 3 multipv 2 score cp 1 ")
    assert told[2].startswith("info depth 5 multipv 3 score cp 10 ")
    won = replace(rows[1], value=1000, distance=3)
    assert "multipv 1 score mate 3 " in multipv_lines(scale, BestLines((won, rows[2]), 1, 1.0, True))[0]
    won = replace(rows[1], value=1, distance=3)
    assert "multipv 1 score mate 3 " in multipv_lines(scale, BestLines((won,), 1, 1.0, True))[0]
    unknown = replace(won, distance=None)
    assert "multipv 1 score cp 1000 " in multipv_lines(scale, BestLines((unknown,), 1, 1.0, True))[0]


def test_mtdf_is_refused_with_a_model_that_has_no_whole_numbers(listener: Listener, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    write_model(LINEAR, path)
    listener.ask(f"setoption name Model value {path}")
    learned = listener.engine._searcher
    (answer,) = listener.ask("setoption name Algorithm value mtdf")
    assert answer == "info string mtdf needs whole numbers, which the values of a learned evaluation are not"
    assert listener.engine._searcher is learned
    assert listener.ask("go depth 2", until="bestmove")[-1].split()[1] == "4"
    listener.ask("setoption name Model value", "setoption name Algorithm value mtdf")
    whole = listener.engine._searcher
    assert (str(whole.choice), whole.evaluation) == (
        "mtdf:replacement=two-deep,history=true,killers=true",
        "open-lines",
    )
    assert "needs whole numbers" in listener.ask(f"setoption name Model value {path}")[0]
    assert listener.engine._searcher is whole
    started = Engine(GAME, Settings.of(GAME, evaluation=str(path)), Limits(), listener.lines.append)
    assert started.execute("uci")
    assert started.close(seconds=60)
    (declared,) = [line for line in listener.lines if line.startswith("option name Algorithm")]
    common = "var pvs var minimax var negamax var alpha-beta var alpha-beta-negamax"
    assert declared.endswith(f"{common} var best-first var descent var scout var unbounded-minimax var mcts")


def test_options_change_the_search(listener: Listener) -> None:
    assert listener.ask("setoption name algorithm value MINIMAX", "setoption name Hash value 2") == []
    assert listener.engine._searcher.choice == parse_algorithm("minimax")
    assert listener.ask("setoption name Algorithm value pvs") == []
    assert listener.engine._searcher.choice == parse_algorithm("pvs:replacement=two-deep,history=true,killers=true")
    assert listener.ask("setoption name Replacement value none", "setoption name Evaluation value none") == []
    assert listener.engine._searcher.choice == parse_algorithm("pvs:replacement=none,history=true,killers=true")
    assert listener.engine._searcher.evaluation is None


def test_every_declared_algorithm_can_be_chosen(listener: Listener) -> None:
    """Also where one of its options has the name of another one's, but other values."""
    (declared,) = [line for line in listener.ask("uci", until="uciok") if line.startswith("option name Algorithm")]
    for name in [*declared.split(" var ")[1:], "pvs"]:
        assert listener.ask(f"setoption name Algorithm value {name}") == []
        assert listener.engine._searcher.algorithm.name == name
    assert listener.engine._searcher.choice == parse_algorithm("pvs:replacement=two-deep,history=true,killers=true")
    with pytest.raises(InputError, match="killers"):
        Settings.of(GAME, "mcts:killers=true")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name Hash value much", "a whole number from 1 to 65536, not 'much'"),
        ("name Hash value 0", "a whole number from 1"),
        ("name Hash", "not ''"),
        ("name Algorithm value max-min", "one of pvs, "),
        ("name Ponder value maybe", "true or false"),
        ("name Model value missing.json", "missing.json"),
        ("name Book File value /dev/zero", "cannot read"),
        ("name Nothing value 1", "unknown option 'nothing'"),
        ("", "setoption name NAME"),
    ],
)
def test_invalid_options_are_refused(listener: Listener, text: str, reason: str) -> None:
    before = listener.engine._searcher
    (answer,) = listener.ask(f"setoption {text}")
    assert reason in answer
    assert listener.engine._searcher is before


def test_a_move_is_sent_although_the_code_of_the_game_fails() -> None:
    def broken(state: object) -> tuple[int, int]:
        raise ZeroDivisionError("in the evaluation")

    listener = Listener(replace(GAME, evaluations={"broken": broken}))
    heard = listener.ask("go depth 2", until="bestmove")
    assert heard == ["info string ZeroDivisionError: in the evaluation", "bestmove 0"]
    assert listener.ask("isready", until="readyok") == ["readyok"]
    assert listener.engine.close(seconds=60)


def test_a_bestmove_is_sent_although_is_terminal_fails() -> None:
    def broken(state: object) -> bool:
        raise ZeroDivisionError("in the rules")

    listener = Listener(replace(GAME, is_terminal=broken))
    assert listener.ask("go wtime 100", until="bestmove") == [
        "info string ZeroDivisionError: in the rules", "bestmove 0000"
    ]  # fmt: skip
    assert listener.engine.close(seconds=60)


@pytest.mark.parametrize("name", [*games.names(), "chameleon-chess:players=RY"])
def test_every_two_player_game_is_played(name: str) -> None:
    game = games.load(name)
    if game.players != 2:
        pytest.skip("not for two")
    listener = Listener(replace(game, compiled=False), limits=Limits(nodes=60))
    state, moves = game.initial(), ""
    for _ in range(2):
        move = listener.ask("go", until="bestmove")[-1].split()[1]
        moves = f"{moves} {move}"
        state = game.result(state, parse_action(game, state, move))
        listener.ask(f"position startpos moves{moves}")
        assert listener.engine._current_position.state == state
        listener.ask(f"position fen {format_state(game, state)}")
        assert listener.engine._current_position.state == state
        listener.ask(f"position startpos moves{moves}")
    assert not any(line.startswith("info string") for line in listener.lines)
    assert listener.engine.close(seconds=60)


def test_only_games_for_two_are_played() -> None:
    three = games.load("mnk:players=3")
    with pytest.raises(InputError, match="games of two players"):
        Engine(three, Settings.of(three), Limits(), print)


def test_commands_are_parsed_leniently() -> None:
    assert parse_command("position  fen a  b ") is not None
    assert parse_setoption("name A  b value x  y") == ("a b", "x  y")
    assert parse_setoption("name Model value") == ("model", "")
    assert parse_position("fen 3-4-5 0 moves a1") == ("3-4-5 0", "a1")
    assert parse_go("searchmoves a b wtime 5 c").moves == ("a", "b")
    assert (parse_go("searchmoves").moves, parse_go("depth 1").moves) == ((), None)
    assert parse_go("depth 2 searchmoves 1 2 nodes 3").counts == {"depth": 2, "nodes": 3}
    parameters = parse_go("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 infinite depth x nodes")
    assert (parameters.clocks, parameters.increments, parameters.counts) == (
        {0: 1000, 1: 2000},
        {0: 10, 1: 20},
        {"movestogo": 5},
    )
    assert (parameters.infinite, parameters.skipped) == (True, ("depth", "x", "nodes"))


def test_go_parameters_become_limits() -> None:
    def limits(text: str, player: int = 0, defaults: Limits | None = None) -> Limits:
        return limits_for(parse_go(text), player, 0.05, defaults or Limits())

    assert limits("depth 5") == Limits(depth=5, seconds=FOREVER)
    assert limits("depth 0") == limits("depth -7") == Limits(depth=1, seconds=FOREVER)
    assert limits("depth 9999").depth == 511
    assert limits("mate 3") == Limits(depth=5, seconds=FOREVER)
    assert limits("nodes 0 movetime 1500") == Limits(nodes=1, seconds=1.5)
    assert limits("movetime 999999999999999") == Limits(seconds=FOREVER)
    assert limits("btime 60000", player=1).seconds == pytest.approx((60 - 0.05) / 30)
    assert limits("infinite") == limits("") == limits("searchmoves a b") == Limits(seconds=FOREVER)
    assert limits("", defaults=Limits(nodes=7)) == Limits(nodes=7, seconds=FOREVER)
    assert limits("infinite", defaults=Limits(nodes=7)) == Limits(seconds=FOREVER)


def test_a_go_with_limits_ends() -> None:
    """Only without any does it search until ``stop``, or where it says so."""

    def seconds(text: str, player: int = 0) -> float:
        found = limits_for(parse_go(text), player, 0.05, Limits()).seconds
        assert found is not None
        return found

    assert seconds("btime 60000") == seconds("wtime 60000", player=1) == seconds("wtime 60000")
    unknown = ("winc 100", "binc 100", "movestogo 0", "movestogo 40", "depth nine", "wtime", "btime x", "movetime")
    assert {seconds(text) for text in unknown} == {1.0}
    for text in ("wtime 0", "wtime -5 btime 9", "wtime 1 movestogo 0", "movetime 0", "movetime -1", "wtime 9 winc -9"):
        assert seconds(text) == 0.001
    assert seconds("wtime 60000.75 movestogo -2") == seconds("wtime +60000") == seconds("wtime 60000 movestogo 0")
    assert seconds("wtime " + "9" * 5000) == FOREVER
    assert seconds("btime 60000 infinite") == seconds("infinite depth x") == FOREVER
    assert limits_for(parse_go("winc 9"), 0, 0.05, Limits(depth=3)) == Limits(depth=3, seconds=FOREVER)
    assert limits_for(parse_go("movestogo 9 depth 3"), 0, 0.05, Limits()) == Limits(depth=3, seconds=FOREVER)


def test_no_clock_runs_out() -> None:
    for increment in (0.0, 0.1, 2.0):
        for start in (1.0, 10.0, 300.0):
            left = start
            for _ in range(300):
                spent = time_budget(left, increment, None, 0.05) + 0.04
                assert spent < left or left < 0.05
                left += increment - spent
            assert left > 0 or increment == 0
    left = 60.0
    for moves in range(40, 0, -1):
        left -= time_budget(left, 0, moves, 0.05) + 0.05
    assert 0 < left < 20


def test_scores_are_in_the_unit_of_the_evaluation() -> None:
    scale = Scale(player=1, unit=1, win=1, certain=False, plies=True)
    assert scale.score((0.3, 0.7)) == "score cp 70"
    assert scale.score((0, 1)) == "score cp 100"
    assert scale.score((0, 1), 7, exact=True) == "score mate 7"
