"""Scores, arrows and hints over the board, and stepping through a line by buttons and keys."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from touching import Player
from windows import NewWindow

LOST = "/new/tic-tac-toe?position=XO..X....&seat-1-who=human"
WIDTH = "() => document.documentElement.scrollWidth - window.innerWidth"


def begin(page: Page, address: str) -> None:
    page.goto(address)
    page.click("#begin")
    page.wait_for_url("**/game/**")


def badges(page: Page) -> list[str]:
    return page.locator(".score-layer .score text").all_text_contents()


def test_why_shows_scores_and_the_line_on_the_board(new_window: NewWindow) -> None:
    page = new_window(bypass_csp=True, viewport={"width": 390, "height": 844}, locale="de-DE", color_scheme="dark")
    begin(page, LOST)
    page.goto(f"{page.url}/why")
    expect(page.locator("#verdict")).to_contain_text("8 hält am längsten, 4 Halbzüge")
    expect(page.locator(".score-layer .score")).to_have_count(6)
    assert sorted(badges(page)) == ["V2"] * 5 + ["V4"]
    table = page.locator(".values tbody tr")
    expect(table.first).to_contain_text("verliert in 4 Halbzügen")
    expect(table.nth(1)).to_contain_text("2 Halbzüge früher")
    table.first.locator("a").click()
    expect(page.locator("#line a")).to_have_count(4)
    expect(page.locator(".score.picked text")).to_have_text("V4")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#line [aria-current]")).to_contain_text("8")
    expect(page.locator(".score-layer .score-frame.step")).to_have_count(1)
    expect(page.locator(".score-layer .score")).to_have_count(0)
    page.click("#line-last")
    expect(page.locator("#line-forward")).to_have_count(0)
    expect(page).to_have_url(re.compile("step=4"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#refutation [role=status]")).to_have_text("Nach 3 von 4 Zügen dieser Zugfolge")
    assert page.evaluate(WIDTH) <= 0
    assert Axe().run(page).response["violations"] == []


def test_scores_can_be_switched_on_and_a_hint_is_an_arrow_with_a_reason(page: Page) -> None:
    begin(page, LOST)
    knob = page.locator("#scores-switch")
    expect(knob).to_have_attribute("aria-checked", "false")
    assert badges(page) == []
    knob.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".score-layer .score")).to_have_count(6)
    expect(knob).to_have_attribute("aria-checked", "true")
    expect(page.locator("#scores")).to_contain_text("Every move of O loses")
    expect(page.locator(".score:has(.star) text")).to_have_text(["L4"])
    Player(page).touch("8")
    expect(page.locator(".score-layer .score")).to_have_count(5)
    expect(page.locator("#scores")).to_contain_text("wins in 3 plies")
    page.click("#hint")
    expect(page.locator("#hint-text")).to_contain_text("(proven). It makes two threats at once. After 2,")
    expect(page.locator(".score-layer .hint")).to_have_count(1)
    page.click("#scores-switch")
    expect(page.locator(".score-layer .score")).to_have_count(0)
    begin(page, "/new/domineering?rows=3&columns=3&seat-1-who=human")
    page.click("#scores-switch")
    expect(page.locator(".score-layer .score-arrow")).to_have_count(6)
    page.locator("#board .target").first.click()
    expect(page.locator("#board .chosen")).to_have_count(1)
    expect(page.locator(".score-layer .score-arrow")).to_have_count(0)
    expect(page.locator(".score-layer .score")).not_to_have_count(0)


def test_the_values_of_a_position_do_not_wait_for_those_of_an_earlier_one(new_window: NewWindow) -> None:
    page = new_window()
    begin(page, "/new/tic-tac-toe?seat-1-who=human")
    page.click("[data-sheet=why]")
    expect(page.locator("#analysis .values tbody tr")).to_have_count(9)
    page.route("**/analysis?ply=1", lambda _route: None)  # is not answered
    page.keyboard.press("4")
    expect(page.locator("#game")).to_have_attribute("data-version", "1.0")
    page.keyboard.press("0")
    expect(page.locator("#analysis .values tbody tr")).to_have_count(7)
