"""Scores on the board, stepping through a line, and hints with a reason."""

import re
import time

import pytest

from visiting import PATIENCE, Begin

pytestmark = pytest.mark.interpreted

LOST = "XO..X...."


def test_every_move_has_a_place_a_score_and_a_colour(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human", position=LOST)
    address = re.search(r'data-address="(/game/[^"]+/scores[^"]*)"', visitor.page())[1]
    page = visitor.client.get(address).text
    rows = re.findall(
        r'<li data-path="(\d)" data-short="(\w+)" data-mood="(\w+)" data-expected="\d+"(?: data-best)?>([^<]*)</li>',
        page,
    )
    assert rows[0] == ("8", "L4", "loss", "8 loses in 4 plies (proven).")
    assert page.count("data-best") == 1
    assert [row[0] for row in rows[1:]] == ["2", "3", "5", "6", "7"]
    assert {row[1] for row in rows[1:]} == {"L2"}
    assert "Every move of O loses; 8 lasts longest, 4 plies." in page
    assert "hält am längsten" in visitor.client.get(address + "?lang=de").text


def test_scores_while_an_engine_is_to_move_are_for_earlier_positions_only(begin: Begin) -> None:
    visitor = begin("nim", "human", "algorithm", **{"seat-1-algorithm": "alpha-beta", "seat-1-seconds": "20"})
    visitor.act("move", action=visitor.actions()[0])
    visitor.act("pause")
    assert "data-address" not in visitor.page()
    assert "scores-switch" not in visitor.page()
    assert "data-address" in visitor.page("?ply=0")


def test_a_finished_game_has_no_scores(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human", position="XX.OO.... X")
    visitor.act("move", action="2")
    assert "data-address" not in visitor.page()
    assert "there is no move to explain" in visitor.client.get(f"{visitor.path}/scores").text


def test_the_line_is_stepped_through_on_the_board_without_a_script(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human", position=LOST)
    first = visitor.client.get(f"{visitor.path}/why?move=2&show=1&seconds=1").text
    assert re.findall(r'<a [^>]*data-path="(\d)"', first) == ["2", "8"]
    assert not re.search(r'data-place="2"[^>]*aria-label="2, [^"]*O"', first)
    onward = re.search(r'href="([^"]*)"[^>]*id="line-forward"', first)[1].replace("&amp;", "&")
    second = visitor.client.get(onward).text
    assert "After 1 of 2 moves of this line" in second
    assert re.search(r'data-place="2"[^>]*aria-label="2, [^"]*O"', second)
    last = visitor.client.get(onward.replace("step=1", "step=9")).text
    assert "After 2 of 2 moves of this line" in last
    assert 'id="line-forward"' not in last


def test_why_notes_the_engines_choice_and_the_depth_of_the_tree(begin: Begin) -> None:
    own = {"seat-0-algorithm": "alpha-beta", "seat-0-depth": "1"}
    visitor = begin("tic-tac-toe", "algorithm", "human", **own)
    deadline = time.monotonic() + PATIENCE
    while not visitor.moves() and time.monotonic() < deadline:
        time.sleep(0.05)
    why = visitor.client.get(f"{visitor.path}/why?ply=0&show=1&seconds=1").text
    assert re.search(r"In the game, Alpha-beta considered 4 best here: \+4 \(estimate, depth 1\)\.", why)
    assert "The tree shows this position to depth 3. Where this table searches deeper, values may differ." in why
    assert "This tree ends at depth 3." in visitor.client.get(f"{visitor.path}/tree?ply=0").text
    assert re.search(r'<p class="worth">\+4 \(estimate, depth 1\)</p>', visitor.page())
