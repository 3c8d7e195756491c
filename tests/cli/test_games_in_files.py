"""Games in foreign formats on the command line: written by reports, used as openings, and read as positions."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum import games
from spielbaum.arena.records import GameRecord
from spielbaum.formats import read_games
from spielbaum.store import Store, importing

pytestmark = pytest.mark.interpreted


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_stored_games_are_written_and_used_as_openings(spielbaum: Callable[..., Any]) -> None:
    asked = (
        "--players",
        "random,random(seed=3)",
        "--max-plies",
        "16",
        "--database",
        "t.db",
        "--workers",
        "1",
        "--json",
    )
    for game in ("chess", "tic-tac-toe"):
        assert spielbaum("tournament", game, *asked, "--workers", "1").code == 0
    assert spielbaum("report", "t.db", "--tournament", "1", "--pgn", "chess.pgn").code == 0
    written = spielbaum("report", "t.db", "--tournament", "2", "--pgn", "-", "--sgf", "t.sgf")
    assert written.out.count("[Event ") == 2
    assert "{ 1. " in written.out
    first = read_games(games.load("chess"), "chess.pgn")[0]
    assert (first.players, first.shares, len(first.moves)) == (("random", "random(seed=3)"), (0.5, 0.5), 16)
    assert spielbaum("report", "t.db", "--pdn", "x.pdn").err.startswith("spielbaum: PDN is for draughts")
    assert "--json and --pgn - both want stdout" in spielbaum("report", "t.db", "--pgn", "-", "--json").err
    more = ("--openings", "chess.pgn", "--opening-plies", "6", "--games", "4")
    assert spielbaum("match", "chess", *asked, *more, "--workers", "1").code == 0
    again = spielbaum("report", "t.db", "--tournament", "3", "--pgn", "-").out
    Path("again.pgn").write_text(again, encoding="utf-8")
    assert {played.moves[:6] for played in read_games(games.load("chess"), "again.pgn")} == {
        played.moves[:6] for played in read_games(games.load("chess"), "chess.pgn")
    }
    over = spielbaum("tournament", "tic-tac-toe", *asked, "--openings", "t.sgf")
    assert (over.code, "t.sgf, line 1: the game is over at" in over.err) == (2, True)
    assert "match --opening-plies K" in over.err


def test_a_game_in_sgf_is_read_as_a_position(spielbaum: Callable[..., Any]) -> None:
    game = "(;GM[4]SZ[3];B[bb];W[aa])"
    shown = spielbaum("show", "tic-tac-toe", "--position", game, "--json").document
    assert shown["position"] == "O...X.... X"
    assert spielbaum("analyze", "tic-tac-toe", "--position", game, "--depth", "2", "--json").code == 0
    refused = spielbaum("show", "tic-tac-toe", "--position", "(;GM[4];B[zz])")
    assert (refused.code, "line 1: B[zz] is not a point of the board" in refused.err) == (2, True)


def test_a_game_is_saved_and_resumed_in_foreign_formats(spielbaum: Callable[..., Any]) -> None:
    seats = ("--seats", "random(seed=1),random(seed=2)", "--json")
    for game, file in (("chess", "a.pgn"), ("tic-tac-toe", "a.sgf"), ("draughts", "a.pdn"), ("nim", "b.pgn")):
        first = spielbaum("play", game, *seats, "--max-plies", "4", "--save", file).document
        more = spielbaum("play", game, "--resume", file, "--json", "--max-plies", "6").document
        assert more["moves"][:4] == first["moves"]
        assert list(read_games(games.load(game), file)[0].moves) == more["moves"]
    assert "which game is a.pgn of?" in spielbaum("play", "--resume", "a.pgn").err
    Path("two.pgn").write_text('1. e4 *\n\n[Event "x"]\n\n1. d4 *\n', encoding="utf-8")
    assert "two.pgn has 2 games" in spielbaum("play", "chess", "--resume", "two.pgn").err


PLAYED = [
    ("chess", "pgn", "random,alpha-beta(depth=1)"),
    ("connect-four:width=4,height=4", "pgn", "random,alpha-beta(depth=1)"),
    ("chameleon-chess", "pgn", "random,random(seed=1)"),
    ("tic-tac-toe", "sgf", "random,pvs(depth=2)"),
    ("draughts", "pdn", "random,pvs(depth=1)"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "form", "players"), PLAYED)
def test_written_text_is_read_unchanged(game: str, form: str, players: str, spielbaum: Callable[..., Any]) -> None:
    """Games that ended by the rules and others, with values, and with empty seats in Chameleon Chess."""
    more = ("--max-plies", "14", "--workers", "1", "--json")
    command = ("tournament", game) if game == "chameleon-chess" else ("match", game, "--games", "6")
    assert spielbaum(*command, "--players", players, "--database", "a.db", *more).code == 0
    assert spielbaum("report", "a.db", f"--{form}", f"a.{form}").code == 0
    kept = spielbaum("import", game, f"a.{form}", "--database", "b.db", "--json")
    assert (kept.code, kept.err) == (0, "")
    assert kept.document["new"] == kept.document["games"] > 5
    assert spielbaum("report", "b.db", f"--{form}", f"b.{form}").code == 0
    assert Path(f"b.{form}").read_bytes() == Path(f"a.{form}").read_bytes()
    rows = {row["player"]: row for row in spielbaum("report", "b.db", "--json").document["tournaments"][0]["rows"]}
    for row in spielbaum("report", "a.db", "--json").document["tournaments"][0]["rows"]:
        same = ("games", "wins", "draws", "losses", "share")
        assert {name: rows[row["player"]][name] for name in same} == {name: row[name] for name in same}
    with Store("a.db") as first, Store("b.db") as second:
        for one, other in zip(first.games(1), second.games(1), strict=True):
            assert [move.action for move in other.moves] == [*one.opening, *(move.action for move in one.moves)]
            if form != "pgn" or game == "chess":  # comments hold values
                shown = [None if move.value is None else f"{move.value:.6g}" for move in one.moves]
                assert [None if move.value is None else f"{move.value:.6g}" for move in other.moves] == shown
                assert [move.depth for move in other.moves] == [
                    m.depth if m.value is not None else None for m in one.moves
                ]


GAMES_OF_CHESS = """[Event "A"]
[White "Anna"]
[Black "Ben"]
[Date "2026.01.02"]
[WhiteElo "1500"]
[Result "1-0"]

1. e4 {[%clk 0:03:00] good} e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "Ben"]
[Black "Anna"]
[Result "0-1"]
[Termination "time forfeit"]

1. d4 d5 0-1

[White "Ben"]
[Result "*"]

1. d4 *

[Result "1-0"]

1. d4 Ke4 1-0

[White "Anna"]
[Black "Clara"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2

[White "Clara"]
[Black "Ben"]
[Result "0-1"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 0-1
"""


def test_faulty_games_are_reported_and_the_others_imported(spielbaum: Callable[..., Any]) -> None:
    Path("games.pgn").write_text(GAMES_OF_CHESS, encoding="utf-8")
    kept = spielbaum("import", "chess", "games.pgn", "--database", "t.db", "--title", "Club", "--json")
    assert kept.code == 2
    assert kept.document["faults"] == [
        {"game": 3, "error": "line 17: the game is not over, and the file has no result"},
        {"game": 4, "error": kept.document["faults"][1]["error"]},
    ]
    assert "game 4, line 24: move 2: action 'Ke4': no king can go to e4" in kept.err
    assert (kept.document["games"], kept.document["new"], kept.document["title"]) == (4, 4, "Club")
    with Store("t.db") as store:
        mate, lost, drawn, told = store.games(1)
        assert store.tournaments()[0].setup["players"] == ["Anna", "Ben", "Clara"]
    assert [(game.number, game.seating, game.end) for game in (mate, lost, drawn, told)] == [
        (0, (0, 1), "finished"), (1, (1, 0), "told"), (4, (0, 2), "repetition"), (5, (2, 1), "told"),
    ]  # fmt: skip
    assert [game.survivors for game in (mate, lost, drawn, told)] == [(0,), (1,), (0, 1), (1,)]
    assert [game.utility for game in (mate, lost, drawn, told)] == [(1, -1), None, (0, 0), None]
    assert (mate.started, mate.tags, mate.reason) == (
        "2026-01-02",
        {"Event": "A", "Date": "2026.01.02", "WhiteElo": "1500"},
        None,
    )
    assert (mate.moves[0].comment, lost.reason) == ("[%clk 0:03:00] good", "as its file says, by time forfeit")
    shown = spielbaum("show", "--game", "1", "--database", "t.db", "--json").document
    assert (shown["tags"], shown["moves"][0]["comment"]) == (mate.tags, mate.moves[0].comment)
    assert "won by black (Anna): as its file says" in spielbaum("show", "--game", "2", "--database", "t.db").out


def test_tags_of_sgf_are_stored(spielbaum: Callable[..., Any]) -> None:
    """Komi, ranks and results are kept; the second and the third game are reported with their own lines."""
    games_of_go = (
        "(;FF[4]GM[1]SZ[5]KM[2.5]PB[Anna]BR[3d]PW[Ben]RE[W+R]DT[2026-05-01];B[cc]C[good];W[cd])\n\n"
        "(;GM[1]SZ[5]PB[Anna]PW[Ben]RE[0];B[cc];W[cd];B[];W[])\n(;GM[1]SZ[9];B[cc])\n"
    )
    Path("go.sgf").write_text(games_of_go, encoding="utf-8")
    kept = spielbaum("import", "go:size=5,plies=-1", "go.sgf", "--database", "t.db")
    assert (kept.code, "go.sgf, game 3, line 4: its board is of size 9" in kept.err) == (2, True)
    with Store("t.db") as store:
        resigned, counted = store.games(1)
    assert (resigned.reason, resigned.survivors, resigned.started) == (
        "as its file says, by resignation",
        (1,),
        "2026-05-01",
    )
    assert (counted.end, counted.reason, counted.survivors) == ("told", "as its file says", (0, 1))  # we count it for B
    again = spielbaum("report", "t.db", "--sgf", "-").out
    assert [again.count(text) for text in ("KM[2.5]", "BR[3d]", "RE[W+R]", "RE[0]", "C[good]")] == [1] * 5


def test_a_game_that_goes_on_after_an_unclaimed_draw_is_imported(spielbaum: Callable[..., Any]) -> None:
    """The fifty-move rule, threefold repetition, and insufficient material."""
    parts = [
        ('[FEN "8/8/8/8/8/2k5/5R2/2K5 w - - 98 90"]\n[Variant "From Position"]', "90. Rf3+ Kd4 91. Kd2"),
        ("", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4"),
        ('[FEN "8/8/8/8/8/2k5/8/K7 w - - 0 9"]', "9. Kb1 Kd3"),
    ]
    texts = (f'{tags}\n[Result "1-0"]\n\n{moves} 1-0' for tags, moves in parts)
    Path("a.pgn").write_text("\n\n".join(texts), encoding="utf-8")
    assert spielbaum("import", "chess", "a.pgn", "--database", "t.db").code == 0
    with Store("t.db") as store:
        kept = list(store.games(1))
    assert [(len(game.moves), game.survivors, game.end) for game in kept] == [(n, (0,), "told") for n in (3, 9, 2)]
    assert kept[0].position == "8/8/8/8/3k4/5R2/3K4/8 b - - 101 91"
    assert "after 3 of 3 plies" in spielbaum("show", "--game", "1", "--database", "t.db").out
    assert spielbaum("report", "t.db", "--pgn", "b.pgn").code == 0
    assert [one.moves for one in read_games(games.load("chess"), "b.pgn")] == [
        tuple(move.action for move in game.moves) for game in kept
    ]


def test_imported_games_are_written_with_any_content(spielbaum: Callable[..., Any]) -> None:
    """Foreign files contain non-breaking spaces, line breaks and control characters."""
    tag = "a\u00a0b\u200b\u2028c\x07"
    Path("a.pgn").write_text(f'[Event "{tag}"]\n[White "{tag}"]\n[Result "1-0"]\n\n1. e4 {{ {tag} }} 1-0\n', "utf-8")
    Path("a.sgf").write_text(f"(;GM[4]SZ[3]EV[{tag}\nd]PB[e\nf]RE[B+];B[bb])", "utf-8")
    for game, file in (("chess", "a.pgn"), ("tic-tac-toe", "a.sgf")):
        assert spielbaum("import", game, file, "--database", "t.db").code == 0
    for number, form in ((1, "pgn"), (2, "sgf"), (2, "pgn")):
        written = spielbaum("report", "t.db", "--tournament", str(number), f"--{form}", f"b.{form}")
        assert (written.code, written.err) == (0, "")
    assert read_games(games.load("tic-tac-toe"), "b.sgf")[0].players == ("e f", "?")
    assert read_games(games.load("tic-tac-toe"), "b.pgn")[0].tags["Event"].startswith("a\u00a0b")


def test_a_file_is_imported_once_and_an_import_is_resumed(
    spielbaum: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("--players", "random,random(seed=3)", "--games", "10", "--workers", "1", "--json")
    assert spielbaum("match", "nim", *asked, "--database", "a.db").code == 0
    assert spielbaum("report", "a.db", "--pgn", "nim.pgn").code == 0
    monkeypatch.setattr(importing, "BATCH", 3)
    add_all, calls = Store.add_all, list[int]()

    def stopped(store: Store, tournament: int, games: list[GameRecord]) -> int:
        calls.append(len(games))
        if len(calls) == 3:
            raise KeyboardInterrupt
        return add_all(store, tournament, games)

    monkeypatch.setattr(Store, "add_all", stopped)
    command = ("import", "nim", "nim.pgn", "--database", "b.db", "--json")
    assert spielbaum(*command).code == 130
    with Store("b.db") as store:
        assert store.done(1) == set(range(6))
    assert [spielbaum(*command).document["new"] for _ in range(2)] == [4, 0]
    assert calls == [3, 3, 3, 3, 1]
    Path("nim.pgn").rename("other.pgn")
    again = spielbaum("import", "nim", "other.pgn", "--database", "b.db", "--title", "other")
    assert (again.code, "10 games of nim, 0 of them new, are nim.pgn, tournament 1 of" in again.out) == (0, True)
    with Store("b.db") as store:
        assert [(kept.games, kept.done) for kept in store.tournaments()] == [(10, 10)]
    learned = spielbaum("learn", "tic-tac-toe", "--from", "b.db", "--output", "m.json")
    assert "there are no games of tic-tac-toe in" in learned.err


def test_a_model_is_learned_from_games_of_a_file(spielbaum: Callable[..., Any]) -> None:
    asked = ("--players", "random,random(seed=3)", "--games", "40", "--opening-plies", "2", "--workers", "1", "--json")
    assert spielbaum("match", "tic-tac-toe", *asked, "--database", "a.db").code == 0
    assert spielbaum("report", "a.db", "--sgf", "t.sgf").code == 0
    assert spielbaum("import", "tic-tac-toe", "t.sgf", "--database", "b.db").code == 0
    learned = spielbaum("learn", "tic-tac-toe", "--from", "b.db", "--output", "m.json", "--json")
    assert (learned.code, learned.err) == (0, "")
    assert Path("m.json").exists()


@pytest.mark.parametrize(
    ("game", "file", "text", "said"),
    [
        ("chess", "none.pgn", None, "cannot read 'none.pgn'"),
        ("chess", "x.txt", "", "files of games are .pgn, .sgf or .pdn, not 'x.txt'"),
        ("chess", "x.sgf", "(;B[aa])", "SGF is for two players whose moves are points of a board"),
        ("nim", "x.pgn", "", "there is no game in x.pgn that can be imported"),
        ("nim", "x.pgn", "{ 1. a1 }\n1. a2 {no end", "x.pgn, game 1, line 2: a comment is not closed"),
        ("mnk:players=3", "x.pgn", '[Shares "0.7 0.3 0"]\n\n{ 1. a1 } *', "line 1: winners must have equal parts"),
    ],
)
def test_files_that_cannot_be_imported_leave_no_tournament(
    game: str, file: str, text: str | None, said: str, spielbaum: Callable[..., Any]
) -> None:
    if text is not None:
        Path(file).write_text(text, encoding="utf-8")
    refused = spielbaum("import", game, file, "--database", "t.db")
    assert (refused.code, said in refused.err, "Traceback" in refused.err) == (2, True, False)
    with Store("t.db") as store:
        assert store.tournaments() == []
