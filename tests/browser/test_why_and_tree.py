"""The tabs beside the board: every move with its value, and the tree of a small search."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from touching import Player

MIDGAME = "XOX.X.O.."
SCALE = "() => document.querySelector('.tv-node').parentNode.getCTM().a"


def midgame(page: Page) -> Player:
    """Open a game of tic-tac-toe with four empty squares."""
    page.goto(f"/new/tic-tac-toe?position={MIDGAME}&seat-1-who=human")
    page.click("#begin")
    page.wait_for_url("**/game/**")
    return Player(page)


def tab(page: Page, number: int) -> None:
    page.click(f".tabs a >> nth={number}")


def test_why_shows_every_move_and_the_line_of_the_picked_one(page: Page) -> None:
    midgame(page)
    tab(page, 1)
    rows = page.locator(".values tbody tr")
    expect(rows).to_have_count(4)
    assert sorted(rows.locator("a").all_inner_texts()) == ["3", "5", "7", "8"]
    expect(page.locator(".values .best a")).to_have_text(["8"])
    rows.filter(has=page.get_by_role("link", name="3", exact=True)).locator("a").click()
    expect(page.locator("#refutation")).to_contain_text("After 3")
    expect(page.locator("#line a")).to_have_text([re.compile("3$"), re.compile("8$")])
    page.locator(".values .best a").click()
    expect(page.locator("#refutation")).to_contain_text("best move")
    tab(page, 0)
    expect(page.locator("#board [role=button]")).not_to_have_count(0)


@pytest.mark.long
def test_why_explains_an_earlier_position_too(page: Page) -> None:
    player = midgame(page)
    player.touch("8")
    player.press("#go-back")
    tab(page, 1)
    expect(page.locator(".values tbody tr")).to_have_count(4)


def nodes(page: Page) -> Locator:
    """Return the drawn nodes."""
    return page.locator(".tv-node")


def walk_about(page: Page) -> None:
    """Step, fold and zoom, with mouse and keyboard."""
    expect(page.locator(".tree-viewer")).to_have_attribute("data-ready", "true")
    sentence, slider = page.locator(".tv-sentence"), page.locator(".tv-steps input")
    last = int(slider.get_attribute("max") or 0)
    assert last > 3
    expect(sentence).to_contain_text(f"{last} ")
    root = nodes(page).first
    drawn = nodes(page).count()
    root.focus()
    page.keyboard.press("ArrowLeft")
    assert int(slider.input_value()) == last - 1
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert 0 < int(slider.input_value()) <= last
    page.locator(".tv-steps button").last.click()
    root.focus()
    page.keyboard.press("Enter")
    expect(nodes(page)).to_have_count(1)
    assert root.get_attribute("aria-expanded") == "false"
    root.click()
    expect(nodes(page)).to_have_count(drawn)
    bar = page.locator(".tv-bar button")
    bar.nth(2).click()
    fitting = page.evaluate(SCALE)
    bar.first.click()
    page.wait_for_function(f"scale => ({SCALE})() > scale", arg=fitting)
    bar.nth(2).click()
    page.wait_for_function(f"scale => ({SCALE})() === scale", arg=fitting)


def test_the_tree_is_explored(page: Page) -> None:
    midgame(page)
    tab(page, 3)
    walk_about(page)
    expect(page.locator(".tv-panel")).to_contain_text("root")


@pytest.mark.long
def test_two_algorithms_stand_side_by_side(page: Page) -> None:
    Player(page).begin("tic-tac-toe", ["human"])
    tab(page, 3)
    page.select_option("#algorithm-1", "minimax")
    page.select_option("#algorithm-2", "alpha-beta")
    page.fill("#depth", "2")
    page.click(".ask button")
    expect(page.locator(".tv-tree h2")).to_have_count(2)
    page.locator(".tv-steps button").last.click()
    left, right = page.locator(".tv-counts").all_inner_texts()
    assert "72 evaluated, 0 pruned" in left
    assert int(re.search(r"(\d+) pruned", right)[1]) > 0


@pytest.mark.long
def test_a_tree_of_four_players_has_their_values(page: Page) -> None:
    page.goto("/new/mnk?players=3")
    page.click("#begin")
    page.wait_for_url("**/game/**")
    page.goto(f"{page.url}/tree?algorithm=max-n&depth=2")
    expect(page.locator(".tv-chip").first).to_be_visible()


def test_a_finished_game_has_neither_tree_nor_values(page: Page) -> None:
    player = midgame(page)
    for place in ("3", "8"):
        player.touch(place)
    assert player.finished
    tab(page, 1)
    expect(page.locator("#analysis")).to_contain_text("The game is over")
    tab(page, 3)
    expect(page.locator("#error")).to_contain_text("The game is over")
