"""Commands in a game besides moves, in one window and in two."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from serving import PROGRAM, Server
from touching import Player
from windows import NewWindow

WON_AT_TWO = "XX.OO...."


def board_of(page: Page) -> str:
    """Return the notation of the position on the page."""
    return page.locator("#notation").input_value()


@pytest.mark.long
def test_a_reload_keeps_the_game(page: Page) -> None:
    player = Player(page)
    player.begin("tic-tac-toe", ["human", "novice"])
    player.touch("4")
    player.settle()
    moves, board = player.moves, board_of(page)
    assert len(moves) == 2
    page.reload()
    player.settle()
    assert (player.moves, board_of(page)) == (moves, board)
    player.touch()
    player.settle()
    assert player.moves[:2] == moves
    assert len(player.moves) == 4


def test_an_outdated_answer_does_not_overwrite_a_newer_move(new_window: NewWindow) -> None:
    page = new_window()
    player = Player(page)
    address = player.begin("tic-tac-toe", ["human", "novice"])

    def hold_up(route: Route) -> None:
        old = route.fetch(max_redirects=0)
        while page.request.get(address).text().count('<li><a class="c') < 2:
            continue
        route.fulfill(response=old)

    page.route("**/touch", hold_up)
    with page.expect_response("**/touch"):  # the window learns of the engine's move first
        player.touch("0")
    player.wait_for_moves(2)
    player.settle()


def test_a_second_window_sees_the_moves_of_the_first(new_window: NewWindow) -> None:
    first, second = Player(new_window()), Player(new_window())
    address = first.begin("tic-tac-toe", ["human"])
    second.page.goto(address)
    first.touch("4")
    second.wait_for_moves(1)
    assert second.moves == ["4"]
    second.touch("0")
    first.wait_for_moves(2)
    assert first.moves == ["4", "0"]
    first.press("#undo")
    expect(second.page.locator("#moves li")).to_have_count(1)


def test_a_late_move_is_refused_with_a_message(new_window: NewWindow) -> None:
    first, late = Player(new_window()), Player(new_window(refusals=True))
    late.page.route("**/events", lambda route: route.fulfill(content_type="text/event-stream", body=""))
    address = first.begin("tic-tac-toe", ["human"])
    late.page.goto(address)
    first.touch("4")
    late.touch("0")
    expect(late.page.locator("#message")).to_contain_text("has moved on")
    assert late.moves == ["4"]


@pytest.mark.long
def test_undo_and_redo(page: Page) -> None:
    player = Player(page)
    player.begin("tic-tac-toe", ["human"])
    start = board_of(page)
    player.touch("4")
    player.touch("0")
    moves = player.moves
    board = board_of(page)
    player.press("#undo")
    assert player.moves == moves[:1]
    player.press("#undo")
    assert board_of(page) == start
    expect(page.locator("#undo")).to_have_count(0)
    player.press("#redo")
    player.press("#redo")
    assert (player.moves, board_of(page)) == (moves, board)
    expect(page.locator("#redo")).to_have_count(0)


@pytest.mark.long
def test_undo_also_takes_back_the_engines_reply(page: Page) -> None:
    player = Player(page)
    player.begin("tic-tac-toe", ["human", "novice"])
    player.touch("4")
    player.settle()
    player.press("#undo")
    player.settle()
    assert player.moves == []


def test_a_hint_names_a_move_and_marks_it_in_the_list(page: Page) -> None:
    player = Player(page)
    page.goto(f"/new/tic-tac-toe?position={WON_AT_TWO}&seat-1-who=human")
    page.click("#begin")
    player.settle()
    page.click("#hint")
    expect(page.locator("#hint-text")).to_have_text("Hint: 2. It wins at once (proven). It completes 3 in a row.")
    expect(page.locator("#actions .hinted")).to_have_text("2")
    player.touch("2")
    expect(page.locator("#status")).to_have_text("X has won: three in a row")


def test_move_now_ends_the_search(page: Page) -> None:
    player = Player(page)
    page.goto("/new/connect-four?seat-1-who=algorithm&seat-1-algorithm=alpha-beta&seat-1-seconds=30")
    page.click("#begin")
    player.touch()
    expect(page.locator("#engine dd").first).to_have_text(re.compile(r"[1-9]"))
    page.click("#now")
    player.settle()
    assert len(player.moves) == 2


@pytest.mark.long
def test_a_seat_is_taken_over_and_returned(page: Page) -> None:
    player = Player(page)
    player.begin("tic-tac-toe", ["human", "novice"])
    page.click("#seats summary")
    page.select_option("#seat-1-who", "human")
    player.press("#seats button")
    player.touch("4")
    expect(page.locator("#status")).to_have_text("O to move")
    page.select_option("#seat-1-who", "novice")
    player.press("#seats button")
    player.settle()
    assert len(player.moves) == 2


def test_edited_seats_are_kept_while_engines_move(page: Page) -> None:
    player = Player(page)
    player.begin("dots-and-boxes", ["novice"])
    page.click("#seats summary")
    page.select_option("#seat-1-who", "human")
    player.wait_for_moves(len(player.moves) + 2)
    assert page.locator("#seat-1-who").input_value() == "human"
    player.press("#seats button")
    player.settle()
    expect(page.locator("#players li").nth(1)).to_contain_text("human")


@pytest.mark.long
def test_a_second_touch_unselects(page: Page) -> None:
    player = Player(page)
    player.begin("promotion", ["human"])
    player.touch("a1")
    assert page.locator("#touch [name=chosen]").input_value() == "a1"
    player.touch("a1")
    assert page.locator("#touch [name=chosen]").input_value() == ""


def test_a_flipped_board_stays_flipped(page: Page) -> None:
    player = Player(page)
    player.begin("chameleon-chess", ["human"], options={"players": "RB"})

    def corner() -> tuple[bool, bool]:
        first, last = (page.locator(f"#board [data-place={name}]").first.bounding_box() for name in ("a1", "b3"))
        assert first
        assert last
        return first["x"] < last["x"], first["y"] > last["y"]

    player.touch("a1")
    assert corner() == (True, True)
    player.press("#flip")
    player.touch("a1")
    assert corner() == (False, False)
    player.touch("a1")
    page.reload()
    player.settle()
    assert corner() == (False, False)


@pytest.mark.long
def test_earlier_positions_are_shown(page: Page) -> None:
    player = Player(page)
    player.begin("tic-tac-toe", ["human"])
    start = board_of(page)
    player.touch("4")
    player.touch("0")
    now = board_of(page)
    player.press("#go-first")
    assert board_of(page) == start
    expect(page.locator("#status")).to_have_text("At the start")
    expect(page.locator("#board .target")).to_have_count(9)  # another move would be a variation
    player.press("#go-forward")
    expect(page.locator("#moves [aria-current]")).to_contain_text("4")
    player.press("#now-again")
    assert board_of(page) == now


@pytest.mark.long
def test_a_new_game_starts_from_the_position(page: Page) -> None:
    player = Player(page)
    old = player.begin("connect-four", ["human"], options={"width": 5, "height": 4})
    player.touch()
    player.touch()
    board = board_of(page)
    page.click("#share summary")
    page.click("#from-here")
    page.wait_for_url("**/new/**")
    assert page.locator("#position").input_value() == board
    assert page.locator("#option-width").input_value() == "5"
    page.select_option("#seat-1-who", "human")
    page.click("#begin")
    page.wait_for_url("**/game/**")
    assert page.url != old
    assert (board_of(page), player.moves) == (board, [])


@pytest.mark.long
def test_the_link_opens_the_same_game_elsewhere(new_window: NewWindow) -> None:
    host, guest = Player(new_window()), Player(new_window())
    host.begin("tic-tac-toe", ["human"])
    host.touch("4")
    guest.page.goto(host.page.locator("#link").input_value())
    assert guest.moves == ["4"]
    guest.touch("0")
    host.wait_for_moves(2)


@pytest.mark.long
def test_a_downloaded_game_continues_in_the_terminal(page: Page, server: Server, tmp_path: Path) -> None:
    player = Player(page)
    player.begin("tic-tac-toe", ["human"])
    for place in ("4", "0", "8"):
        player.touch(place)
    page.click("#share summary")
    with page.expect_download() as download:
        page.click("#download")
    assert download.value.suggested_filename == "tic-tac-toe.json"
    path = tmp_path / "game.json"
    download.value.save_as(path)
    resumed = subprocess.run(
        [*PROGRAM, "play", "--resume", str(path)],
        input="2\nquit\n",
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "SPIELBAUM_JIT": "0"},
        check=False,
    )
    assert resumed.returncode == 0, resumed.stderr
    assert "O> 2" in resumed.stdout
    assert json.loads(path.read_text("utf-8"))["moves"] == ["4", "0", "8", "2"]


def test_ambiguous_touches_are_resolved_by_the_list(page: Page) -> None:
    player = Player(page)
    player.begin("promotion", ["human"])
    for file in "ab":
        player.touch(f"{file}1")
        expect(page.locator("#message")).to_have_count(0)
        player.touch(f"{file}2")
        expect(page.locator("#message")).to_contain_text("Choose one from the list")
        player.press(f"#actions button >> text={file}1{file}2q")
    assert player.finished
    assert player.moves == ["a1a2q", "b1b2q"]
