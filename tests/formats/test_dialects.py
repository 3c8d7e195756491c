"""Files as other programs write them: every word counts, a fault has its line, and the other games go in."""

import random
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import games
from spielbaum.errors import InputError
from spielbaum.formats import PlayedGame
from spielbaum.formats.files import each_game, games_text
from spielbaum.game import Game
from spielbaum.game.notation import format_action
from tiers import examples

pytestmark = pytest.mark.interpreted

CHESS = games.load("chess")
RESULTS = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5), "*": None}
COMMENTS = [
    "{good}",
    '{ 1-0 (e4) [Event "x"] ; }',
    "{two\nlines}",
    "; to the end of the line 1. d4 {\n",
    "$1",
    "!?",
    "+-",
]
VALUES = ["?", r'A "B\" C', "x]", "a\u00a0b"]
VARIATIONS = ["(1. d4 d5 1-0)", "(2. c3 (2. c4 {x)}) 2... Kxx9)", "(\n\n3. --)"]
GARBAGE = ["Sf3", "♘f3", "nf6", "o-o", "Ke9", "e4e", "Qq", "--", "[", ")", "}", '"', "1-", "[%clk 1:00]", "0-0-0-0"]


class Written(NamedTuple):
    """A game of chess as its moves, its result, and the words that another program writes."""

    moves: list[str]
    result: str
    words: list[str]


def pgn_of(dice: random.Random, *, tagged: bool) -> Written:
    """Return a random game in a dialect of PGN; python-chess writes the moves."""
    board, moves, words = chess.Board(), list[str](), list[str]()
    if tagged:
        words += [f'[{name} "{dice.choice(VALUES)}"]\n' for name in ("Event", "Site")]
        if dice.random() < 0.3:
            board.set_fen("r3k2r/1P4p1/8/8/8/8/1p4P1/R3K2R b KQkq - 3 20")
            words += [f'[FEN "{board.fen()}"]\n', '[Variant "From Position"]\n']
    result = dice.choice(list(RESULTS)) if tagged else dice.choice(list(RESULTS)[:3])
    if tagged and dice.random() < 0.7:
        words.append(f'[Result "{result}"]\n')
    words += ["\n"] if tagged else []
    dots = dice.choice([".", ". ", " .", " ", ""]) if tagged else dice.choice([".", ". "])
    for ply in range(dice.randint(0 if tagged else 1, 12)):
        if board.is_game_over():
            break
        move = dice.choice(list(board.legal_moves))
        if dots and (board.turn or not ply):
            words.append(f"{board.fullmove_number}{dots}" if board.turn else f"{board.fullmove_number}...")
        moves.append(move.uci())
        san = board.san(move)
        words.append(dice.choice([san, san, san.rstrip("+#"), f"{san}!", san.replace("O", "0"), board.lan(move)]))
        board.push(move)
        words += dice.sample(COMMENTS, dice.choice([0, 0, 0, 1, 2])) + dice.sample(
            VARIATIONS, dice.choice([0, 0, 0, 1])
        )
        words += ["\n% not of the game ) {\n"] if dice.random() < 0.1 else []
    named = any(word.startswith("[Result") for word in words)
    if not tagged or not named or not moves or dice.random() < 0.7:
        words.append(result)
    return Written(moves, result, words)


def text_of(dice: random.Random, words: list[str]) -> tuple[str, list[int]]:
    """Return words as a text, with the line of each."""
    text, lines = "", list[int]()
    for word in words:
        glued = word.endswith("\n") or text.endswith(("\n", ".")) or not text
        text += "" if glued else dice.choice([" ", " ", " ", "\n", "  "])
        lines.append(text.count("\n") + 1)
        text += word
    return text, lines


def read(game: Game, text: str, form: str, dice: random.Random) -> list[PlayedGame | InputError]:
    """Return the games of a file with this text, in some encoding and with some ends of lines."""
    data = text.replace("\n", dice.choice(["\n", "\r\n", "\r"])).encode(dice.choice(["utf-8", "utf-8-sig", "utf-16"]))
    with TemporaryDirectory() as folder:
        path = Path(folder, f"x.{form}")
        path.write_bytes(data)
        return list(each_game(game, path))


@given(st.randoms(), st.booleans())
@examples(150)
def test_pgn_of_other_programs(dice: random.Random, spoiled: bool) -> None:
    tagged = [dice.random() < 0.6 for _ in range(dice.randint(1, 3))]
    written = [pgn_of(dice, tagged=flag) for flag in tagged]
    bad = dice.randrange(len(written)) if spoiled else -1
    text, fault = dice.choice(["", "\n", "% esc\n"]), 0
    for number, one in enumerate(written):
        words = list(one.words)
        places = [place for place, word in enumerate(words) if word[0].isalpha() or word.startswith("0-0")]
        if number == bad and places:
            words[dice.choice(places)] = garbage = dice.choice(GARBAGE)
        part, lines = text_of(dice, words)
        if number == bad and places:
            fault = text.count("\n") + lines[words.index(garbage)]
        text += part + dice.choice(["\n", "\n\n", " \n\n\n"] if not number + 1 < len(tagged) else ["\n\n", "\n \n\n"])
    found = read(CHESS, text, "pgn", dice)
    assert len(found) == len(written) or fault, text
    left = iter(found)
    for number, one in enumerate(written):
        if number == bad and fault:
            assert any(isinstance(other, InputError) and f"line {fault}:" in str(other) for other in found), (
                text,
                found,
            )
            continue
        same = (tuple(one.moves), RESULTS[one.result])
        assert any(isinstance(game, PlayedGame) and (game.moves, game.shares) == same for game in left), (text, found)


APART = [
    ("1. e4 e5 1-0\n\n1. d4 d5 0-1", ["e2e4 e7e5", "d2d4 d7d5"]),
    ("1. e4 e5\n\n1. d4 d5", ["e2e4 e7e5", "d2d4 d7d5"]),
    ('[Event "a"]\n\n[Event "b"]\n\n1. e4 *', ["", "e2e4"]),
    ('[Event "a]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 *', ["line 1: ", "d2d4"]),
    ('1. e4 {no end\n\n[Event "b"]\n\n1. d4 {x} *', ["line 1: ", "d2d4"]),
    ('1. d4 * {[Event "a"]\n[Site "b"]\n\n1. e4 {x} *', ["d2d4", "line 1: ", "e2e4"]),
    ("1. e4 (1. d4\n\n1. d4 *", ["line 1: ", "d2d4"]),
    ('1. e4 (1. d4\n[Event "b"]\n\n1. d4 *', ["line 1: ", "d2d4"]),
    ("1. e4 [%clk 1:00] *\n1. d4 *", ["line 1: ", "d2d4"]),
    ("; of no game\n\n% nor this\n1. e4 * {of the game}\n; of no game", ["e2e4"]),
    ("1 e4 e5 2 Nf3 Nc6 3 Bc4 Bc5 4 0-0", ["e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"]),
    ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 1/2", ["e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"]),
    ("1. e4 d5 2. e5 f5 3. exf6 e.p. \u00b1 a6\x1a", ["e2e4 d7d5 e4e5 f7f5 e5f6 a7a6"]),
]  # fmt: skip


@pytest.mark.quick
@pytest.mark.parametrize(("text", "expected"), APART)
def test_pgn_text_is_split_into_games(text: str, expected: list[str]) -> None:
    for said, found in zip(expected, read(CHESS, text, "pgn", random.Random(0)), strict=True):
        if isinstance(found, InputError):
            assert str(found).startswith(said or "none")
        else:
            assert " ".join(found.moves) == said


def random_game(game: Game, dice: random.Random) -> PlayedGame:
    """Return a random game with a comment here and there."""
    state, moves, comments = game.initial(), list[str](), list[str]()
    for _ in range(dice.randint(2, 12)):
        if game.is_terminal(state):
            break
        action = dice.choice(list(game.actions(state)))
        moves.append(format_action(game, state, action))
        comments.append(dice.choice(["", "", "good, (d4) [x"]))
        state = game.result(state, action)
    said = tuple(comments) if any(comments) and game.name in ("chess", "draughts", "go", "othello") else ()
    return PlayedGame(moves=tuple(moves), players=("A", "B"), shares=(1, 0), tags={"Event": "E"}, comments=said)


SPOILED = [("chess", "pgn"), ("nim", "pgn"), ("draughts", "pdn"), ("othello", "sgf"), ("go:size=5", "sgf")]


@pytest.mark.parametrize(("name", "form"), SPOILED)
@given(dice=st.randoms())
@examples(60)
def test_a_damaged_game_does_not_affect_the_others(name: str, form: str, dice: random.Random) -> None:
    game = games.load(name)
    before, spoiled, after = (random_game(game, dice) for _ in range(3))
    text = games_text(game, [spoiled], f"x.{form}").strip()
    place = dice.randrange(len(text))
    text = text[:place] + dice.choice(["", *'()[]{}"%;*\\1.x ']) + text[place + dice.randint(0, 1) :]
    others = [games_text(game, [one], f"x.{form}").strip() for one in (before, after)]
    found = read(game, "\n\n".join([others[0], text, others[1], ""]), form, random.Random(0))
    kept = [(one.moves, one.shares, one.comments) for one in found if isinstance(one, PlayedGame)]
    assert (before.moves, before.shares, tuple(before.comments if any(before.comments) else ())) == kept[0], text
    assert (after.moves, after.shares, tuple(after.comments if any(after.comments) else ())) == kept[-1], text


MOVES = {"pdn": r"\d+[-x]\d+", "pgn": r"\b[abc]\d\b", "sgf": r"(?<=[BW]\[)\w+"}
NO_MOVES = [("draughts", "pdn", ["11-", "99-98", "x", "11.15"]), ("nim", "pgn", ["zz", "99", "(a1)"]),
            ("othello", "sgf", ["zz", "99", "d", "pas"])]  # fmt: skip


@pytest.mark.parametrize(("name", "form", "garbage"), NO_MOVES)
@given(dice=st.randoms())
@examples(40)
def test_an_invalid_move_is_reported_with_its_line(
    name: str, form: str, garbage: list[str], dice: random.Random
) -> None:
    game = games.load(name)
    text = games_text(game, [PlayedGame(moves=random_game(game, dice).moves)], f"x.{form}").replace(" ", "\n")
    bad = dice.choice(list(re.finditer(MOVES[form], text)))
    (found,) = read(game, text[: bad.start()] + dice.choice(garbage) + text[bad.end() :], form, dice)
    assert str(found).startswith(f"line {text.count(chr(10), 0, bad.start()) + 1}: "), (found, text)
