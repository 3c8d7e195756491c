"""What a page says of a game in words: its rules, its end, and what a move did."""

import random
import re
from dataclasses import replace
from pathlib import Path

from starlette.testclient import TestClient

from spielbaum import Remark, games
from spielbaum.game.endings import PAY_OFFS, ending_of, remark_on
from spielbaum.game.notation import format_state, parse_state
from spielbaum.language import translations_for
from spielbaum.players import Choice, parse_player
from spielbaum.registry import rules_file
from spielbaum.session import Session
from spielbaum.web import Settings, make_app
from spielbaum.web.views.moves import written_moves
from spielbaum.web.views.words import remark_words, rules_of, sentence_on
from visiting import Begin

ENGLISH, GERMAN = translations_for("en"), translations_for("de")

OWN = '''"""Threes: a game of my own.

Say a number, and then::

    1  2
    3  4

You have won.
"""
'''


def test_remarks_on_endings_are_translated() -> None:
    names = [name for name in games.names() if games.load(name).view.ending]
    assert len(names) >= 11
    for name in names:
        game, remarks = games.load(name), []
        for seed in range(3):
            state, generator = game.initial(), random.Random(seed)
            while not game.is_terminal(state):
                action = generator.choice(list(game.actions(state)))
                remarks.append(remark_on(game, state, action))
                state = game.result(state, action)
            remarks.append(ending_of(game, state))
        assert remarks[-1]
        for remark in filter(None, remarks):
            assert remark.text in translations_for("de").sentences
            assert "{" not in remark_words(translations_for("de"), remark)


def test_a_remark_on_captured_stones_has_their_number() -> None:
    game = games.load("go:size=3")
    state = parse_state(game, "OO1/XX1/3 X")
    assert sentence_on(translations_for("en"), game, state, "C3") == "2 stones are captured."
    assert sentence_on(translations_for("de"), game, state, "C3") == "2 Steine werden vom Brett genommen."
    assert sentence_on(translations_for("de"), game, state, "pass") == ""


def test_pay_offs_are_formatted_for_the_language() -> None:
    assert remark_words(GERMAN, Remark(PAY_OFFS, values={"payoffs": (4, -1.5)})) == "Auszahlungen 4 : −1,5"


def test_a_won_game_shows_its_reason_and_rings_the_line(begin: Begin) -> None:
    visitor = begin("connect-four", "human", "human", position="112131")
    assert visitor.status() == "Yellow to move"
    assert 'rx="21"' not in visitor.page()
    visitor.act("move", action="4")
    assert visitor.status() == "Yellow has won: four in a row"
    assert visitor.status("?lang=de") == "Gelb hat gewonnen: vier in einer Reihe"
    page = visitor.page()
    assert "Yellow has won: four in a row" in page.partition('data-announce="')[2].partition('"')[0]
    assert len(re.findall(r'<ellipse rx="21" ry="21" fill="none"', page)) == 2 * 4
    assert "<ellipse" not in visitor.page("?ply=0").partition('id="board"')[2].partition("</svg>")[0]


def test_a_capture_is_remarked_below_the_status(begin: Begin) -> None:
    visitor = begin("go", "human", "human", option__size="3", position="OO1/XX1/3 X")
    visitor.act("move", action="C3")
    assert '<p class="remark" id="remark">2 stones are captured.</p>' in visitor.page()


def test_the_rules_are_translated(client: TestClient) -> None:
    for language, title in (("en", "Rules"), ("de", "Regeln")):
        path = rules_file(games.load("othello"), language)
        assert path is not None
        page = client.get("/new/othello", params={"lang": language}).text
        assert f"<h2>{title}</h2>" in page
        for paragraph in path.read_text(encoding="utf-8").strip().split("\n\n"):
            assert paragraph.replace("'", "&#39;") in page


def test_the_docstring_of_a_file_is_its_rules_and_keeps_drawings(tmp_path: Path) -> None:
    source = Path(games.__file__ or "").with_name("nim.py").read_text(encoding="utf-8")
    file = tmp_path / "threes.py"
    file.write_text(OWN + source.split('"""', 2)[2], encoding="utf-8")
    rules = rules_of(GERMAN, games.load(str(file)))
    paragraphs = [(paragraph.text, paragraph.drawn) for paragraph in rules.paragraphs]
    assert paragraphs == [
        ("Threes: a game of my own.", False),
        ("Say a number, and then:", False),
        ("1  2\n3  4", True),
        ("You have won.", False),
    ]
    assert rules.foreign
    with TestClient(make_app(Settings(database=f"sqlite:///{tmp_path}/plays.db", games=(str(file),)))) as client:
        page = client.get("/new/threes", params={"lang": "de"}).text
    assert '<div lang="en">' in page
    assert '<pre tabindex="0">1  2\n3  4</pre>' in page


def moves_numbered(players: str, seats_that_move: int, start: int = 0) -> list[str]:
    """Return the numbers that stand before the first moves of a game of chameleon chess."""
    game = games.load(f"chameleon-chess:players={players}")
    game = replace(game, view=replace(game.view, move_text=lambda state, action: str(action)))
    session, generator = Session(game, [parse_player("human")] * 4), random.Random(2)
    while len(session.turns) < start + seats_that_move:
        session.make(Choice(generator.choice(list(game.actions(session.state))), 0.0))
    if start:
        first = format_state(game, session.states[start])
        session = Session(game, session.seats, start=first, moves=[turn.text for turn in session.turns[start:]])
    return [number for number, _ in written_moves(session)]


def test_move_numbers_follow_turn_order() -> None:
    assert moves_numbered("RGYB", 9) == ["1.", "", "", "", "2.", "", "", "", "3."]
    assert moves_numbered("RGYB", 5, start=1) == ["1…", "", "", "2.", ""]
    assert moves_numbered("GYB", 7) == ["1.", "", "", "2.", "", "", "3."]  # nobody has the seat of red
