"""Engines play each other, and spectators see their progress."""

import re

from playwright.sync_api import Page, expect

from touching import Player

SEATS = "".join(
    f"&seat-{seat}-who=algorithm&seat-{seat}-algorithm=alpha-beta&seat-{seat}-seconds=20" for seat in (0, 1)
)
NUMBERS = "() => [...document.querySelectorAll('#engine.live dd, #engine .live dd')].map(one => one.textContent)"
CHANGED = f"""before => {{
  const now = ({NUMBERS})();
  return now.length && now.every((text, i) => i === 2 || text !== before[i]);
}}"""


def test_engines_are_watched_paused_and_resumed(page: Page) -> None:
    player = Player(page)
    page.goto(f"/new/tic-tac-toe?{SEATS}".replace("seconds=20", "depth=4"))
    page.click("#begin")
    player.wait_for_moves(2)
    page.click("#pause")
    expect(page.locator("#go-on")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("paused")
    held = len(player.moves)
    page.reload()
    expect(page.locator("#go-on")).to_be_visible()
    assert len(player.moves) == held
    page.click("#go-on")
    player.wait_for_moves(9)
    expect(page.locator("#status")).to_have_text("Drawn: the board is full")
    expect(page.locator("#engine dd")).to_have_count(3)


def test_depth_and_nodes_change_while_an_engine_thinks(page: Page) -> None:
    page.goto(f"/new/connect-four?{SEATS}")
    page.click("#begin")
    page.wait_for_function(f"() => ({NUMBERS})().length === 3")
    before = page.evaluate(NUMBERS)
    page.wait_for_function(CHANGED, arg=before)
    after = page.evaluate(NUMBERS)
    assert [int(text.replace(",", "")) for text in after[:2]] > [int(text.replace(",", "")) for text in before[:2]]
    expect(page.locator("#engine .balance .value")).to_have_count(2)
    expect(page.locator("#engine .line")).to_contain_text(re.compile(r"Best line \d"))
    page.click("#now")
    Player(page).wait_for_moves(1)


def test_four_players_have_a_bar_each(page: Page) -> None:
    player = Player(page)
    player.begin("chameleon-chess", ["novice"])
    player.wait_for_moves(1)
    expect(page.locator("#engine .bars li")).to_have_count(4)
    page.click("#pause")
    expect(page.locator("#go-on")).to_be_visible()
