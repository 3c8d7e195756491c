"""Stepping through a stored game with mouse and keyboard and without scripts, and continuing it."""

import re

from playwright.sync_api import Page, expect

from pages import stored_game
from touching import Player
from windows import NewWindow


def ply(page: Page) -> int:
    return int(page.locator("#board").get_attribute("data-ply"))


def test_arrow_keys_step_and_update_the_address(page: Page) -> None:
    stored_game(page)
    last = ply(page) + 1
    expect(page.locator("#go-back")).to_be_focused()  # the clicked link keeps the focus
    for key, expected in (("ArrowRight", last), ("ArrowRight", last), ("ArrowLeft", last - 1), ("ArrowLeft", last - 2)):
        page.keyboard.press(key)
        expect(page.locator("#board")).to_have_attribute("data-ply", str(expected))
    expect(page).to_have_url(re.compile(rf"\?ply={last - 2}$"))
    expect(page.locator("#announce")).to_contain_text(f"After move {last - 2}")
    expect(page.locator("#moves [aria-current=step] td").first).to_have_text(str(last - 2))
    page.reload()
    assert ply(page) == last - 2
    page.click("#ply-1")
    expect(page.locator("#status")).to_have_text("After move 1")
    for key, expected in (("ArrowRight", "2"), ("ArrowLeft", "1")):  # with the focus in the list of moves
        page.keyboard.press(key)
        expect(page.locator("#board")).to_have_attribute("data-ply", expected)
    page.click("#flip")
    expect(page.locator("#flip")).to_have_attribute("href", re.compile("ply=1$"))
    expect(page).to_have_url(re.compile(r"\?ply=1&flip=1$"))
    page.focus("#notation")
    page.keyboard.press("ArrowLeft")  # in a field it does not step
    page.focus("#go-forward")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board")).to_have_attribute("data-ply", "2")


def test_a_stored_game_is_stepped_through_and_continued_without_scripts(new_window: NewWindow) -> None:
    page = new_window(java_script_enabled=False)
    stored_game(page)
    page.click("#go-first")
    expect(page.locator("#status")).to_have_text("At the start")
    for number in (1, 2, 3):
        page.click("#go-forward")
        expect(page.locator("#board")).to_have_attribute("data-ply", str(number))
    position = page.locator("#notation").input_value()
    page.click("#from-here")
    page.click("#begin")
    page.click("#share summary")
    assert page.locator("#notation").input_value() == position


def test_a_stored_game_is_continued_and_shows_its_tree(page: Page) -> None:
    stored_game(page)
    page.click("#ply-4")
    expect(page.locator("#status")).to_have_text("After move 4")
    page.click(".tabs a >> nth=1")
    expect(page.locator("#tree")).to_have_attribute("data-ready", "true")
    page.go_back()
    page.click("#from-here")
    page.select_option("#seat-0-who", "human")
    page.select_option("#seat-1-who", "human")
    page.click("#begin")
    player = Player(page)
    player.touch()
    player.settle()
    assert len(player.moves) == 1
