"""Exercises in a browser: entering values by keyboard, and striking out a branch by a click."""

from playwright.sync_api import expect

from windows import NewWindow


def test_values_are_entered_by_keyboard_and_a_branch_is_struck_out_by_a_click(new_window: NewWindow) -> None:
    page = new_window()
    page.goto("/exercise?kind=values&tree=[[3,12,8],[2,4,6]]")
    page.get_by_label("Value of B, MIN to move. Below it: b1 = 3, b2 = 12, b3 = 8").focus()
    for key in ("8", "Tab", "2", "Shift+Tab", "Shift+Tab", "3", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#verdict")).to_have_text("At B MIN picks the smallest of 3; 12; 8: 3, not 8.")
    expect(page.locator("#announce")).to_have_text("At B MIN picks the smallest of 3; 12; 8: 3, not 8.")
    expect(page.locator("#v-A")).to_be_focused()
    for key in ("Tab", "Control+a", "3", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#verdict")).to_have_text("All values are right.")

    page.goto("/exercise?kind=cuts&tree=[[3,12,8],[2,4,6]]")
    page.locator("#cut-c2").check()
    box = page.locator('.reach[data-for="cut-c3"]').bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5)
    expect(page.locator('.branch[data-branch="c3"]')).to_have_class("branch struck")
    page.locator("#check").click()
    expect(page.locator("#verdict")).to_have_text("All cuts are right, and none is missing.")


def test_a_puzzle_is_solved_on_the_board_by_keyboard(new_window: NewWindow) -> None:
    page = new_window()
    page.goto("/puzzle?game=tic-tac-toe&position=..OX..OX.%20X")
    page.locator('#board [data-place="0"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("0 loses. Try another move.")
    expect(page.locator('#board [data-place="0"]')).to_be_focused()
    page.locator('#board [data-place="4"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Right!")
