"""A review progresses on the page, and links to the turning point."""

from playwright.sync_api import Page, expect

from serving import Server
from visiting import begin_at, post


def test_a_review_shows_the_turning_point(page: Page, server: Server) -> None:
    game = server.url + begin_at(server.url, "tic-tac-toe", "human", "human")
    for revision, action in enumerate("0482637"):
        assert post(f"{game}/move", data={"revision": revision, "action": action}).status_code == 303
    page.goto(game)
    page.get_by_role("link", name="Review").click()
    expect(page.locator("#turn")).to_contain_text("Turning point, move 4: 2 cost O 50 points", timeout=60_000)
    expect(page.locator("#review-moves tbody tr")).to_have_count(7)
    page.locator("#go-to-turn").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board")).to_have_attribute("data-ply", "4")
    expect(page.locator("#review-moves [aria-current]")).to_contain_text("blunder")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board")).to_have_attribute("data-ply", "3")
