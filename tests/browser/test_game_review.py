"""A review progresses on the page, names what is under the pointer, and lets mistakes be tried again."""

import re

from playwright.sync_api import Page, expect

from serving import Server
from visiting import begin_at, post


def played(server: Server, key: str, actions: str) -> str:
    game = server.url + begin_at(server.url, key, "human", "human")
    for revision, action in enumerate(actions):
        assert post(f"{game}/move", data={"revision": revision, "action": action}).status_code == 303
    return game


def test_a_review_shows_the_turning_point_and_a_mistake_is_tried_again(page: Page, server: Server) -> None:
    game = played(server, "tic-tac-toe", "0482637")
    page.goto(f"{game}/review")
    turn = "Turning point, move 4: 2 cost O 50 points of winning chances. 1 was better."
    expect(page.locator("#turn")).to_contain_text(turn, timeout=60_000)
    expect(page.locator("#review-moves tbody tr")).to_have_count(7)
    page.locator("#go-to-turn").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board")).to_have_attribute("data-ply", "4")
    expect(page.locator("#review-moves [aria-current]")).to_contain_text("blunder")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board")).to_have_attribute("data-ply", "3")

    graph, named = page.locator(".review-graph > svg"), page.locator(".pointed-at")
    expect(named).to_have_text("Winning chances of X")
    box = graph.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 4 / 7, box["y"] + 9)
    expect(named).to_have_text("Move 4, 2, blunder: X 100%, O 0%")
    page.mouse.click(box["x"] + box["width"] * 4 / 7, box["y"] + 9)
    expect(page.locator("#board")).to_have_attribute("data-ply", "4")

    page.click("#retry-turn")
    verdict = page.locator("#verdict")
    expect(page.locator("#task")).to_have_text("Find a better move for O than 2")
    page.locator("#board [data-place='6']").click()
    expect(verdict).to_contain_text("6 costs 50 points of winning chances.")
    page.locator("#board [data-place='2']").click()
    expect(verdict).to_contain_text("2 was played in the game.")
    page.locator("#board [data-place='1']").click()
    expect(verdict).to_contain_text("Right, 1 is best.")
    expect(page.locator("#board [data-place='1']")).to_have_attribute("aria-label", re.compile("nought"))
    expect(page.locator("#solve")).to_have_count(0)


def test_the_refutation_is_played_on_the_board_of_the_game(page: Page, server: Server) -> None:
    page.goto(played(server, "tic-tac-toe", "04"))
    page.click("[data-sheet=why]")
    expect(page.locator("#eval-bar")).to_have_attribute("aria-label", re.compile("Winning chances: X 50%, O 50%"))
    page.click("#analysed-1")
    expect(page.locator("#refutation")).to_contain_text("After 1")
    page.click("#line-2")
    expect(page.locator("#board [data-place='1']")).to_have_attribute("aria-label", re.compile("cross"))
    expect(page.locator("#board [role=button]")).to_have_count(0)
    page.click("#line-first")
    expect(page.locator("#board [role=button]")).to_have_count(7)
    page.click("#line-6")
    expect(page.locator("#line [aria-current]")).to_have_id("line-6")
    page.click("#line-play")
    expect(page.locator("#line li:last-child [aria-current]")).to_have_count(1, timeout=20_000)
    expect(page.locator("#line-play")).to_have_attribute("aria-pressed", "false")
    page.click("[data-sheet=review]")
    expect(page.locator("#board [role=button]")).to_have_count(7)
    expect(page.locator("#eval-bar")).to_be_visible()
    expect(page.locator(".review-graph circle.point")).to_have_count(3, timeout=60_000)
    expect(page.locator("#board .score")).not_to_have_count(0)
    page.click("[data-sheet=play]")
    expect(page.locator("#board .score")).to_have_count(0)
