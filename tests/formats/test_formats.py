"""Games in files: what is written is read again, and what others have written is read."""

import random
import re
import sys
from importlib import import_module
from io import StringIO
from pathlib import Path

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf

from spielbaum import games
from spielbaum.arena.openings import read_openings
from spielbaum.errors import InputError
from spielbaum.formats import PlayedGame, read_games, write_games
from spielbaum.formats.epd import read_line, read_lines
from spielbaum.formats.files import each_game
from spielbaum.formats.tagged import read_tagged, write_tagged
from spielbaum.game import Game
from spielbaum.game.notation import format_action, format_state, states_of_line
from spielbaum.position_text import parse_position
from tiers import examples

HEX = str(Path(__file__).parents[2] / "examples" / "hex.py")
ROUND_TRIPS = [
    ("chess", "pgn"), ("connect-four", "pgn"), ("nim", "pgn"), ("draughts", "pgn"), ("othello:size=6", "pgn"),
    ("chameleon-chess", "pgn"), ("go:size=5", "pgn"), ("go:size=5", "sgf"), ("othello", "sgf"), ("tic-tac-toe", "sgf"),
    ("mnk:width=7,height=5,line=4", "sgf"), (HEX, "sgf"), ("draughts", "pdn"),
]  # fmt: skip


def played_at_random(game: Game, seed: int, *, skipped: int = 0, plies: int = 40) -> PlayedGame:
    """Return a random game, from a position after some random plies."""
    generator, state = random.Random(seed), game.initial()
    moves, start = list[str](), None
    for ply in range(skipped + plies):
        if game.is_terminal(state):
            break
        if ply == skipped and ply:
            moves, start = [], format_state(game, state)
        action = generator.choice(list(game.actions(state)))
        moves.append(format_action(game, state, action))
        state = game.result(state, action)
    shares = {0: (1, 0), 1: (0, 1), 2: (0.5, 0.5)}.get(seed) if game.players == 2 else (0, 0.5, 0.5, 0)
    names = ('A "B" \\C', "D [x]") if game.players == 2 else tuple("abcd")
    tags = {"Event": "Test", "Round": str(seed + 1)}
    return PlayedGame(start=start, moves=tuple(moves), players=names, shares=shares, tags=tags)


@pytest.mark.parametrize(("name", "form"), ROUND_TRIPS)
def test_write_and_read_round_trip(name: str, form: str, tmp_path: Path) -> None:
    game, path = games.load(name), tmp_path / f"games.{form}"
    skipped = 0 if name.startswith(("go", "othello")) and form == "sgf" else 3  # a ko, or passes, are more than stones
    written = [played_at_random(game, seed, skipped=skipped * (seed == 3)) for seed in range(4)]
    write_games(game, written, path)
    found = read_games(game, path)
    for one, other in zip(written, found, strict=True):
        assert (other.start, other.moves) == (one.start, one.moves)
        assert (other.players, other.shares) == (one.players, one.shares)
        assert other.tags.items() >= {"Event": "Test", "Round": one.tags["Round"]}.items()
    assert len({played.line for played in found}) == 4
    assert len(path.read_text(encoding="utf-8").splitlines()[-1]) <= 80


def test_python_chess_and_sgfmill_read_what_is_written(tmp_path: Path) -> None:
    board, othello = games.load("chess"), games.load("othello")
    played = PlayedGame(moves=("e2e4", "e7e5", "e1e2"), shares=(0.5, 0.5), comments=("best by test", "", ""))
    write_games(board, [played], tmp_path / "one.pgn")
    text = (tmp_path / "one.pgn").read_text(encoding="utf-8")
    assert "1. e4 { best by test } 1... e5 2. Ke2 1/2-1/2" in text
    assert chess.pgn.read_game(StringIO(text)).end().board().fullmove_number == 2
    assert read_games(board, tmp_path / "one.pgn")[0].comments == played.comments
    for form, game in (("pgn", games.load("nim")), ("sgf", othello)):
        write_games(game, [played_at_random(game, 0)], tmp_path / f"other.{form}")
    listed = chess.pgn.read_game(StringIO((tmp_path / "other.pgn").read_text(encoding="utf-8")))
    assert (listed.errors, listed.headers["Game"]) == ([], "nim")
    found = sgf.Sgf_game.from_bytes((tmp_path / "other.sgf").read_bytes())
    assert (found.get_size(), found.get_player_name("w")) == (8, "D [x]")
    assert [node.get_move()[0] for node in found.get_main_sequence()[1:3]] == ["b", "w"]


CHESS = """[Event "Book"]
[White "A"]
[Black "B"]
[Result "*"]

1. e4 {the usual} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6! ; Spanish
3. Bb5 *

[Event "Ends"]
[SetUp "1"]
[FEN "8/8/8/8/8/5k2/5p2/5K2 b - - 3 60"]

60... Ke3 61. Kg2 0-1
"""


def test_a_book_of_chess(tmp_path: Path) -> None:
    game, path = games.load("chess"), tmp_path / "book.pgn"
    path.write_text(CHESS, encoding="utf-8")
    spanish, ending = read_games(game, path)
    assert spanish.moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    assert (spanish.line, ending.line, ending.shares, ending.moves) == (1, 9, (0, 1), ("f3e3", "f1g2"))
    assert ending.start == "8/8/8/8/8/5k2/5p2/5K2 b - - 3 60"
    openings = read_openings(game, path)
    assert openings[0].actions == spanish.moves
    assert openings[1].start == "8/8/8/8/8/4k3/5pK1/8 b - - 5 61"
    assert [len(opening.actions) for opening in read_openings(game, path, plies=2)] == [2, 0]


def test_positions_of_epd(tmp_path: Path) -> None:
    game, path = games.load("chess"), tmp_path / "suite.epd"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    lines = ["# two", f'{start} bm e4; id "x; hmvc 7;";', "", f"{start} 4 7", f'{start} 0 2 am f3, g4;c0 ""; noop']
    path.write_text("\n".join(lines), encoding="utf-8")
    assert [opening.start for opening in read_openings(game, path)] == [
        f"{start} {two}" for two in ("0 1", "4 7", "0 2")
    ]
    first, _, third = read_lines(game, path.read_text(encoding="utf-8"))
    assert (first.moves(game, "bm"), first.text("id"), third.moves(game, "am")) == (
        ("e2e4",),
        "x; hmvc 7;",
        ("f2f3", "g2g4"),
    )
    assert read_line(f"{start} hmvc 5; fmvn 9; ce 20;")[0] == f"{start} 5 9"
    for line, said in (
        ("bm e4; )", "not ')'"),
        ('id "x', "not 'id \"x"),
        ("hmvc x;", "clock is"),
        ("4 7 8", "not '8'"),
    ):
        path.write_text(f"{start}\n{start} {line}\n", encoding="utf-8")
        with pytest.raises(InputError, match=rf"suite\.epd, line 2: .*{re.escape(said)}"):
            read_openings(game, path)


SGF = [
    ("othello", "(;GM[2]SZ[8];B[d3];W[c3](;B[c4])(;B[b3]))", ["d3", "c3", "c4"]),
    ("othello", "(;GM[2];B[dc];W[cc];B[cd])", ["d3", "c3", "c4"]),
    ("go:size=9", "garbage (;FF[4]GM[1]SZ[9]KM[6.5]C[a \\] b];B[aa];W[];B[tt];W[II])", None),
    ("go:size=5", "(;SZ[5]\n;B[ea]\n;W[ae])", ["E5", "A1"]),
    (HEX, "(;GM[11]SZ[5:5];B[a1];W[E5])", ["a5", "e1"]),
]


@pytest.mark.parametrize(("name", "text", "moves"), SGF)
def test_sgf_of_other_programs(name: str, text: str, moves: list[str] | None, tmp_path: Path) -> None:
    game, path = games.load(name), tmp_path / "one.sgf"
    path.write_text(text, encoding="utf-8")
    if moves is None:
        with pytest.raises(InputError, match=r"one\.sgf, line 1: W\[II\] is not a point of the board"):
            read_games(game, path)
        return
    (played,) = read_games(game, path)
    assert list(played.moves) == moves
    assert parse_position(game, text) == states_of_line(game, game.initial(), moves)[-1]


BA = "(;GM[1]SZ[5]PB[{1}]CA[{0}]PW[{1}]RE[B+];B[ba])"


def test_sgf_encodings(tmp_path: Path) -> None:
    """Some of these bytes are brackets and backslashes of ASCII; one file may have games in several encodings."""
    names = [("GBK", "李\u5d5b\u8a5d"), ("Shift_JIS", "\u8868ソ"), ("utf-8", "ő"), ("ISO-8859-2", "ő")]
    games_of_go = [BA.format(code, name).encode(code) for code, name in names]
    wrong = [BA.format(code, "李").encode("gbk") for code in ("UTF-8", "no-such")]
    path = tmp_path / "x.sgf"
    path.write_bytes(b"\n".join([games_of_go[0], wrong[0], *games_of_go[1:], wrong[1], BA.format("GBK", "A").encode()]))
    found = list(each_game(games.load("go:size=5"), path))
    faults = [str(one) for one in found if isinstance(one, InputError)]
    assert faults == [f"line {line}: PB is not in the encoding of CA" for line in (2, 6)]
    kept = [one for one in found if isinstance(one, PlayedGame)]
    assert [one.players for one in kept] == [(name, name) for name in (*(name for _, name in names), "A")]
    write_games(games.load("go:size=5"), kept, path)
    assert [one.players for one in read_games(games.load("go:size=5"), path)] == [one.players for one in kept]


PRACTICE = [
    ("go:size=5", "(;SZ[5:5];B[aa];W[tt];B[];W[];B[tt])", ("A5", "pass", "pass"), ()),
    ("go:size=5", "(;SZ[ 5 ]C[intro];B[aa]C[one];C[two];W[]C[three];B[]W[]C[fo\\\nur\\]])",
     ("A5", "pass", "pass"), ("intro one two", "three", "four]")),
    ("go:size=5", "(;SZ[5];B[aa];B[bb])", ("A5", "pass", "B4"), ()),
    ("go:size=5", "(;GM[1];B[aa])", "line 1: its board is of size 19, since SZ is missing, and that of go:size=5", ()),
    ("go:size=5", "(;SZ[5];B[aa];W[];B[];W[bb])", "line 1: move 4: no action 'B4': the game is over", ()),
    ("go:size=5", "(;SZ[5];B[aa]\n;W)", "line 2: W has no value", ()),
    ("go:size=5", "(;SZ[5];B[aa]\n;w[bb])", "line 2: a property is written in capital letters", ()),
    ("go:size=5", "(;SZ[5];B[aa]\n[bb])", "line 1: B is one move, not 2", ()),
    ("go:size=5", "(;SZ[5];B[aa])\n;W[bb])", "line 1: the game is closed before its end", ()),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "moves", "comments"), PRACTICE)
def test_sgf_as_servers_write_it(name: str, text: str, moves: tuple[str, ...] | str, comments: tuple[str, ...]) -> None:
    (found,) = import_module("spielbaum.formats.sgf").each_game(games.load(name), text)
    if isinstance(found, InputError):
        assert isinstance(moves, str)
        assert str(found).startswith(moves)
    else:
        assert (found.moves, found.comments) == (moves, comments)


def test_setup_stones_and_omitted_passes(tmp_path: Path) -> None:
    go = games.load("go:size=5")
    state = parse_position(go, "(;GM[1]SZ[5]AB[aa:bb][ee]AW[ea]PL[W];W[cc])")
    assert format_state(go, state) == "XX2O/XX3/2O2/5/4X X - 0 2"
    assert format_state(go, parse_position(go, "(;SZ[5]HA[2]AB[bb][dd];W[cc])")).split()[1] == "X"
    othello = games.load("othello")
    passing = next(seed for seed in range(200) if "pass" in played_at_random(othello, seed, plies=60).moves)
    played = played_at_random(othello, passing, plies=60)
    write_games(othello, [played], tmp_path / "one.sgf")
    text = re.sub(r";\s*[BW]\[\]", "", (tmp_path / "one.sgf").read_text(encoding="utf-8"))
    (tmp_path / "two.sgf").write_text(text, encoding="utf-8")
    assert read_games(othello, tmp_path / "two.sgf")[0].moves == played.moves
    after = states_of_line(othello, othello.initial(), played.moves[:12])[-1]
    whole = PlayedGame(start=format_state(othello, after), moves=played.moves[12:14])
    write_games(othello, [whole], tmp_path / "three.sgf")
    assert read_games(othello, tmp_path / "three.sgf")[0].start == whole.start


WRONG = [
    ("chess", "x.pgn", '[Event "x"]\n\n1. e4 e5\n2. Ke3 *\n', "line 4: move 3: action 'Ke3': no king can go to e3"),
    ("chess", "x.pgn", '[Event "x"]\n[FEN "8/8"]\n\n1. e4 *\n', "line 2: position '8/8'"),
    ("chess", "x.pgn", '[Variant "Atomic"]\n\n1. e4 *\n', "line 1: it is a game of Atomic, not of chess"),
    ("chess", "x.pgn", "1. e4 e5\n2. Sf3", "line 2: move 3: action 'Sf3': a move is written as e2e4"),
    ("chess", "x.pgn", "1. ♘f3", "line 1: move 1: action '♘f3'"),
    ("chess", "x.pgn", "1. e4\nnf6", "line 2: move 2: action 'nf6'"),
    ("chess", "x.pgn", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5\n4. o-o", "line 2: move 7: action 'o-o'"),
    ("chess", "x.pgn", "1. e4 1-0\n0-1", "line 2: the result 0-1 has no game"),
    ("chess", "x.pgn", '[White "A]\n1. e4 1-0', 'line 1: a tag is written [Name "value"]'),
    ("chess", "x.pgn", '[White "A"]\n[Result "1-0"]\n\n1. e4 0-1', "line 2: the result is 1-0 by its tag, but 0-1"),
    ("chess", "x.pgn", '[Result "won"]\n1. e4', "line 1: a result is 1-0, 0-1, 1/2-1/2 or *, not 'won'"),
    ("chess", "x.pgn", "1. e4 {no end\n", "line 1: a comment is not closed"),
    ("chess", "x.pgn", "1. e4\n(1. d4\n", "line 2: a variation is not closed"),
    ("chess", "x.pgn", "1. e4\n) e5\n", "line 2: a variation ends that has not begun"),
    ("chess", "x.pgn", "\n\n", "there is no game in"),
    ("nim", "x.pgn", '[Game "chess"]\n\n1. e4 *\n', "line 1: it is a game of chess, not of nim"),
    ("nim", "x.pgn", '[Game "nim"]\n\n{ 1. a1\n2. z9 } *\n', "line 4: move 2: action 'z9' is not legal"),
    ("mnk:players=3", "x.pgn", '[Shares "0 0 0 1"]\n\n{ 1. a1 } *', "line 1: shares are 3 numbers from 0 to 1"),
    ("mnk:players=3", "x.pgn", '[Event "x"]\n[Shares "a"]\n\n{ 1. a1 } *', "line 2: shares are 3 numbers"),
    ("nim", "x.pgn", '[Start "x"]\n\n1. a1 *\n', "line 1: position 'x'"),
    ("nim", "x.pdn", "", "PDN is for draughts, not for nim"),
    ("draughts", "x.pdn", '[GameType "20"]\n1. 32-28 *', "line 1: it is a game of type 20, not of 21"),
    ("draughts", "x.pdn", "1. 11-15\n23-20 *", "line 2: move 2: action '23-20'"),
    ("go", "x.sgf", "(;SZ[19];B[aa])", "line 1: its board is of size 19, and that of go has 7 columns and 7 rows"),
    ("go", "x.sgf", "(;GM[2];B[aa])", "line 1: it is a game of GM[2], and go is GM[1]"),
    ("go", "x.sgf", "nothing", "line 1: there is no game: SGF begins with (;"),
    ("go", "x.sgf", "\n(;B[aa]\n;W[bb", "line 3: the game is not closed, or cannot be read from here"),
    ("go", "x.sgf", "(;SZ[7];B[aa]\n;W[aa])", "line 2: move 2: action 'A7' is not legal"),
    ("go", "x.sgf", "(;SZ[7];B[aa]\n;AB[bb])", "line 2: stones are set up by AB after the first move"),
    ("go", "x.sgf", "(;SZ[7]PL[red])", "line 1: PL must be B or W, not 'red'"),
    ("mnk", "x.sgf", "(;B[aa];B[bb])", "line 1: move 2: X moves, and O is to move"),
    ("chess", "x.sgf", "(;B[aa])", "SGF is for two players whose moves are points of a board, not for chess"),
    ("connect-four", "x.sgf", "(;B[aa])", "not for connect-four: use PGN"),
    ("go", "x.txt", "", "files of games are .pgn, .sgf or .pdn, not"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "text", "said"), WRONG)
def test_errors_have_a_line(name: str, file: str, text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_games(games.load(name), path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_handicap_is_written_with_its_stones(tmp_path: Path) -> None:
    path = tmp_path / "handicap.sgf"
    for spec in ("go:size=9,handicap=2", "go:size=13,handicap=2"):
        game = games.load(spec)
        write_games(game, [PlayedGame(moves=("E5", "pass"))], path)
        assert "HA[2]" in path.read_text(encoding="utf-8")
        read = read_games(game, path)[0]
        assert (read.moves, read.start) == (("E5", "pass"), None)


def test_unsupported_games_are_refused(tmp_path: Path) -> None:
    go = games.load("go:size=5")
    ko = PlayedGame(start="1OX2/O1OX1/1OX2/5/5 X B4 0 8")
    with pytest.raises(InputError, match="is more than its stones: an SGF game cannot begin with it"):
        write_games(go, [ko], tmp_path / "ko.sgf")
    with pytest.raises(InputError, match="cannot read"):
        read_games(go, tmp_path / "none.sgf")
    assert not (tmp_path / "ko.sgf").exists()


def test_a_missing_library_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [module for module in sys.modules if module.partition(".")[0] in ("chess", "sgfmill")]:
        monkeypatch.delitem(sys.modules, module)
    for module in ("chess", "sgfmill"):
        monkeypatch.setitem(sys.modules, module, None)
    (tmp_path / "one.sgf").write_text("(;B[aa])", encoding="utf-8")
    with pytest.raises(InputError, match=re.escape("pip install 'spielbaum[sgf]'")):
        read_games(games.load("go"), tmp_path / "one.sgf")
    for name, move in (("nim", "a1"), ("chess", "e2e4")):  # PGN needs neither
        write_games(games.load(name), [PlayedGame(moves=(move,))], tmp_path / "one.pgn")
        assert read_games(games.load(name), tmp_path / "one.pgn")[0].moves == (move,)


TEXT = st.text(st.characters(blacklist_categories=["C", "Z"]), max_size=8)


@given(st.dictionaries(st.from_regex(r"[A-Z][a-z]{1,5}", fullmatch=True), TEXT, max_size=3),
       st.lists(st.from_regex(r"[a-z][a-z0-9-]{0,5}", fullmatch=True), max_size=30))  # fmt: skip
@examples(100)
def test_tags_and_words_round_trip(tags: dict[str, str], words: list[str]) -> None:
    text = write_tagged(tags, words, "1-0")
    first, second = read_tagged(text + write_tagged({"Event": "next"}, ["{ (nothing) }"], "*"))
    assert (first.tags, [word for word, _ in first.words], first.result) == (tags, words, "1-0")
    assert (second.tags, second.comments[0][0].strip(), second.line) == (
        {"Event": "next"},
        "(nothing)",
        text.count("\n") + 1,
    )
    lines = text.split("\n")
    assert all(word in lines[line - 1] for word, line in first.words)


@given(st.text('(;)[]{}BWGM12az\\\n ABPL"*-.$%', max_size=30))
@examples(200)
def test_any_text_is_read_or_refused(text: str) -> None:
    for form, name in (("pgn", "nim"), ("pgn", "chess"), ("sgf", "tic-tac-toe"), ("pdn", "draughts")):
        for found in import_module(f"spielbaum.formats.{form}").each_game(games.load(name), text):
            said = str(found) if isinstance(found, InputError) else "it is read"
            assert len(said) >= 10
