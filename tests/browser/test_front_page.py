"""The start page by keyboard and on a phone, with animated trees."""

from playwright.sync_api import expect

from windows import NewWindow


def test_the_start_page_leads_to_games_an_animated_tree_and_a_game_to_copy(new_window: NewWindow) -> None:
    page = new_window()
    page.goto("/")
    page.get_by_role("link", name="Understand an algorithm").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Understand an algorithm")
    page.locator("[data-lesson=twenty-seven]").click()
    tree = page.locator("#tree")
    expect(tree).to_contain_text("Press play")
    tree.get_by_role("button", name="play").click()
    expect(tree).not_to_contain_text("Press play")
    page.goto("/own")
    expect(page.get_by_role("region", name="my_game.py")).to_contain_text("def result(state, square):")


def test_the_start_page_has_at_most_three_screens_on_a_phone(new_window: NewWindow) -> None:
    page = new_window(viewport={"width": 390, "height": 844})
    page.goto("/")
    height, width = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert height <= 3 * 844
    assert width <= 390
