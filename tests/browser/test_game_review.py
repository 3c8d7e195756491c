"""A review progresses on the page, and links to the turning point."""

from playwright.sync_api import Page, expect

from touching import Player


def test_a_review_shows_the_turning_point(page: Page) -> None:
    player = Player(page)
    player.begin("tic-tac-toe", ["human", "human"])
    for place in "0482637":
        player.touch(place)
    page.get_by_role("link", name="Review").click()
    expect(page.locator("#turn")).to_contain_text("The turning point was move 4: 2 cost O 50 %", timeout=60_000)
    expect(page.locator("#review-moves tbody tr")).to_have_count(7)
    page.locator("#go-to-turn").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board")).to_have_attribute("data-ply", "4")
    expect(page.locator("#review-moves [aria-current]")).to_contain_text("blunder")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board")).to_have_attribute("data-ply", "3")
