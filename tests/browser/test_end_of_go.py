"""The end of a game of Go: territory is shown, and both players mark dead stones."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from touching import Player
from windows import NewWindow

ENDED = "1XO2/1XO1X/1XO2/OXO2/1XO2 X"


def test_both_mark_dead_stones_and_agree(new_window: NewWindow) -> None:
    page = new_window(bypass_csp=True)
    player = Player(page)
    player.begin("go", ["human"], options={"size": 5, "komi": "-0.5", "position": ENDED})
    player.press("#pass")
    player.press("#pass")
    expect(page.locator("#status")).to_have_text("Black has won: area of Black 6, of White 6 and komi −0.5")
    expect(page.locator("#board .owned")).to_have_count(0)
    player.press('#board [data-place="E4"]')
    expect(page.locator("#status")).to_have_text("White has won: area of Black 5, of White 16 and komi −0.5")
    expect(page.locator("#board .owned")).to_have_count(10)
    expect(page.locator('#board [data-place="E4"] .piece')).to_have_attribute("opacity", "0.5")
    expect(page.locator("#players .standing").last).to_contain_text("16")
    found = Axe().run(page).response["violations"]
    assert [node["html"] + node["failureSummary"] for one in found for node in one["nodes"]] == []
    player.press("#agree-0")
    expect(page.locator("#agree-0")).to_have_attribute("aria-pressed", "true")
    player.press("#agree-1")
    expect(page.locator("#settle")).to_contain_text("Both sides agree")
    page.reload()
    expect(page.locator("#settle")).to_contain_text("Both sides agree")
    player.press("#undo")
    expect(page.locator("#settle")).to_have_count(0)
    expect(page.locator("#board .owned")).to_have_count(0)
