"""Games with programs that others wrote, and with our own on the other side."""

from pathlib import Path

import pytest

from programs import OURS, program
from spielbaum import games
from spielbaum.arena.play import play
from spielbaum.cli import run
from spielbaum.clients import EngineSettings
from spielbaum.clients.gtp import GtpClient
from spielbaum.game.notation import format_action, parse_state, states_of_line
from spielbaum.players import EnginePlayer, RandomPlayer, SearchPlayer, parse_player
from spielbaum.protocol import GtpEngine, Settings
from spielbaum.store import Store

pytestmark = [pytest.mark.slow, pytest.mark.interpreted]
FOOLS_MATE = ["f2f3", "e7e5", "g2g4"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("stockfish", "uci:{}(nodes=2000, Skill Level=20)"),
        ("gnuchess", "uci:{} --uci(depth=3)"),
        ("phalanx", "xboard:{}(time=0.2)"),
    ],
)
def test_a_chess_program_mates_and_plays_legal_moves_against_chance(name: str, text: str) -> None:
    game = games.load("chess")
    engine = EnginePlayer(game, parse_player(text.format(program(name))))
    states = states_of_line(game, game.initial(), FOOLS_MATE)
    assert format_action(game, states[-1], engine.choose(states[-1], states[:-1]).action) == "d8h4"
    for seat in (0, 1):
        record = play(game, {seat: engine, 1 - seat: RandomPlayer(game, seat)}, opening=3, max_plies=16)
        assert record.reason is None
    start = parse_state(game, "k7/8/1K6/8/8/8/8/7R w - - 0 1")
    assert format_action(game, start, engine.choose(start).action) == "h1h8"
    engine.close()


def test_our_engines_play_like_our_search() -> None:
    """Both sides of UGI and of GTP are ours here; what the engines answer must be what the search finds."""
    name, depth = "tic-tac-toe", 3
    game = games.load(name)
    search = SearchPlayer(game, parse_player(f"pvs(depth={depth})"))
    engines = [
        EnginePlayer(game, parse_player(f"ugi:{OURS} uci {name} --algorithm pvs(depth={depth})")),
        EnginePlayer(game, parse_player(f"gtp:{OURS} gtp {name} --algorithm pvs --depth {depth}(patience=61)")),
    ]
    states, chance = [game.initial()], RandomPlayer(game, 1)
    while not game.is_terminal(states[-1]):
        state, before = states[-1], states[:-1]
        wanted = search.choose(state, before).action
        assert [engine.choose(state, before).action for engine in engines] == [wanted, wanted]
        states.append(game.result(state, chance.choose(state).action))
    for engine in engines:
        engine.close()


GNUGO = "{} --mode gtp --level 1 --max-level 1 --chinese-rules --capture-all-dead --never-resign"
"""Without a highest level it thinks longer where it is given time."""


@pytest.mark.parametrize("size", [5, 7])
def test_score_of_a_finished_board_matches_gnugo(size: int) -> None:
    game = games.load(f"go:size={size},komi=6.5,plies=-1")
    settings = EngineSettings(protocol="gtp", command=GNUGO.format(program("gnugo")), seconds=5)
    client = GtpClient(game, settings)
    ours = GtpEngine(f"go:size={size},komi=6.5", Settings.of, parse_player("pvs(depth=1)").limits)
    states = [game.initial()]
    while not game.is_terminal(states[-1]) and len(states) < 6 * size * size:
        state = states[-1]
        action = client.choose(states)
        colour = ("black", "white")[game.to_move(state)]
        assert ours.execute(f"play {colour} {format_action(game, state, action)}") == "="
        states.append(game.result(state, action))
    theirs = client._ask("final_score", 20)
    client.close()
    assert ours.execute("final_score") == f"= {theirs}"
    assert (game.utility(states[-1])[0] > 0) == theirs.startswith("B")


def test_our_gtp_server_plays_gnugo_in_a_match(tmp_path: Path) -> None:
    ours = f"gtp:{OURS} gtp go --algorithm pvs --depth 2(time=20)"
    theirs = f"gtp:{GNUGO.format(program('gnugo'))}(time=20)"
    command = ["match", "go:size=5,plies=-1", "--players", f"{ours},{theirs}", "--games", "2", "--max-plies", "120"]
    assert run([*command, "--database", str(tmp_path / "games.db"), "--workers", "1"]) == 0
    with Store(str(tmp_path / "games.db")) as store:
        records = list(store.games(1))
    assert [record.reason for record in records] == [None, None]
    assert {record.end for record in records} <= {"finished", "repetition"}
    assert all(len(record.moves) > 10 for record in records)


def test_an_engine_plays_at_the_terminal_and_a_saved_game_starts_no_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "game.json"
    seats = f"random,uci:{program('stockfish')}(nodes=100)"
    assert run(["play", "chess", "--seats", seats, "--max-plies", "4", "--save", str(saved)]) == 0
    capsys.readouterr()
    assert run(["play", "--resume", str(saved), "--max-plies", "6"]) == 2
    assert "a saved game starts no program" in capsys.readouterr().err
    assert run(["play", "--resume", str(saved), "--max-plies", "6", "--seats", seats]) == 0
