"""A whole game by keyboard: typing columns and squares, and stepping through moves with arrow keys."""

from playwright.sync_api import Page, expect

from touching import Player


def test_columns_are_typed_and_arrow_keys_step_through_the_game(page: Page) -> None:
    player = Player(page)
    player.begin("connect-four", ["human"])
    page.locator("#keys summary").press("Enter")
    expect(page.locator("#keys dt kbd", has_text="1")).to_have_text("1")
    page.keyboard.type("4")
    player.wait_for_moves(1)
    page.keyboard.type("3454")  # faster than the server answers
    player.wait_for_moves(5)
    assert player.moves == ["4", "3", "4", "5", "4"]
    board = page.locator("#board")
    page.locator("h1").click()
    for key, ply in (("ArrowLeft", 4), ("ArrowLeft", 3), ("ArrowRight", 4), ("ArrowRight", 5), ("ArrowRight", 5)):
        page.keyboard.press(key)
        expect(board).to_have_attribute("data-ply", str(ply))
    page.evaluate("document.documentElement.toggleAttribute('data-hall', true)")
    for key, ply in (("PageUp", 4), ("PageDown", 5)):  # of a presenter, in a hall
        page.keyboard.press(key)
        expect(board).to_have_attribute("data-ply", str(ply))
    page.evaluate("document.documentElement.toggleAttribute('data-hall', false)")
    page.uncheck("#keys-on")
    page.keyboard.type("1")
    page.locator("#keys-on").check()
    page.keyboard.type("7")
    player.wait_for_moves(6)
    assert player.moves[5:] == ["7"]
    page.locator("#notation").evaluate("field => field.closest('details').open = true")
    page.focus("#notation")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("1")
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    expect(board).to_have_attribute("data-ply", "5")  # keys in a field neither move nor step
    assert len(player.moves) == 6


def test_squares_are_typed_and_a_short_name_waits_for_a_longer_one(page: Page) -> None:
    player = Player(page)
    player.begin("chess", ["human"])
    page.keyboard.type("e2e4")
    player.wait_for_moves(1)
    assert player.moves == ["e4"]
    player.begin("draughts", ["human"])
    page.keyboard.type("11")
    expect(page.locator("#board .chosen")).to_have_attribute("data-place", "11")
    page.keyboard.type("15")
    player.wait_for_moves(1)
    assert player.moves == ["11-15"]
