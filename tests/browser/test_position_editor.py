"""A position is edited by clicks, drags and keys; an invalid one is refused, a valid one is played."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from touching import Player
from windows import NewWindow


def place(page: Page, name: str) -> Locator:
    return page.locator(f"#edit-board [data-place='{name}']")


def test_a_position_is_edited_by_clicks_drags_and_keys_and_played(page: Page) -> None:
    page.goto("/new/chess?seat-1-who=human")
    page.click("#from-position summary")
    told, field = page.locator("#editor-message"), page.locator("#position")
    expect(told).to_have_text("This position can be played: White to move.")
    page.locator("#editor-tray label[title='Queen of White']").click()
    place(page, "e5").click()
    expect(told).to_have_text("White has 17 pieces, more than sixteen")
    assert (
        page.evaluate("document.getElementById('position').validationMessage")
        == "White has 17 pieces, more than sixteen"
    )
    expect(place(page, "e5")).to_have_attribute("aria-label", "e5, queen of White")
    place(page, "d1").focus()
    page.keyboard.press("Delete")
    expect(told).to_have_text("This position can be played: White to move.")
    expect(place(page, "d1")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(place(page, "d2")).to_be_focused()
    place(page, "d2").drag_to(place(page, "d4"))
    expect(field).to_have_value("rnbqkbnr/pppppppp/8/4Q3/3P4/8/PPP1PPPP/RNB1KBNR w KQkq - 0 1")
    page.select_option("#turn", "1")
    expect(told).to_have_text("This position can be played: Black to move.")
    page.click("#begin")
    page.wait_for_url("**/game/**")
    expect(page.locator("#status")).to_have_text("Black to move")
    assert Player(page).moves == []


def test_a_position_is_shown_while_it_is_typed_and_fits_on_a_phone(new_window: NewWindow) -> None:
    page = new_window(viewport={"width": 390, "height": 844}, locale="de-DE", color_scheme="dark", bypass_csp=True)
    page.goto("/new/connect-four")
    page.click("#more > summary")
    page.click("#from-position summary")
    told = page.locator("#editor-message")
    expect(told).to_contain_text("Gelb ist am Zug")
    page.locator("#position").press_sequentially("445")
    expect(told).to_contain_text("Rot ist am Zug")
    expect(page.locator("#position")).to_be_focused()
    expect(place(page, "5.6")).to_have_attribute("aria-label", "5.6, Scheibe, Gelb")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page, "#setup", options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    assert not [one["id"] for one in found.response["violations"]]
