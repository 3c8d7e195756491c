"""axe-core finds no fault on any page, light or dark, in both languages."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from pages import (
    PAGES,
    chapter,
    cuts,
    gallery,
    new_game,
    play,
    retry,
    simulations,
    stored_game,
    why,
)
from spielbaum.registry import names
from tiers import at_night
from touching import Player
from windows import NewWindow

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


BY_DAY = (gallery, chapter, cuts, new_game, play, why, retry, stored_game, simulations)
"""Other pages have the same parts: exercises those of ``cuts``, trees and puzzles those of ``chapter``."""

BOARDS = ("dots-and-boxes", "tree")
"""Games with lines, and without a board; ``play`` shows squares."""

GROUNDS = "all => all.map(one => getComputedStyle(one).backgroundColor)"


def findings(page: Page, part: str | None = None) -> list[str]:
    """Return the complaints of axe-core, each with its first element."""
    found = Axe().run(page, part, options={**RULES, "resultTypes": ["violations"]}).response["violations"]
    return [f"{one['impact']} {one['id']}: {one['nodes'][0]['html'][:200]} ({len(one['nodes'])})" for one in found]


def too_bright(page: Page) -> list[str]:
    """Return the backgrounds that are not dark."""
    grounds = page.locator("html, .panel, .tree-viewer").evaluate_all(GROUNDS)
    assert grounds
    return [ground for ground in grounds if max(map(int, re.findall(r"\d+", ground)[:3])) >= 80]


@pytest.mark.parametrize(
    ("lang", "scheme"), [pytest.param("en-GB", "light", marks=pytest.mark.long), ("de-DE", "dark")]
)
def test_axe_finds_nothing_on_any_page_and_dark_pages_are_dark(new_window: NewWindow, lang: str, scheme: str) -> None:
    page = new_window(refusals=True, bypass_csp=True, locale=lang, color_scheme=scheme)
    found: dict[str, list[str]] = {}
    for show in PAGES if at_night() else BY_DAY:
        show(page)
        found[show.__name__] = findings(page) + (too_bright(page) if scheme == "dark" else [])
    assert not any(found.values()), found


def test_axe_finds_nothing_at_any_board(new_window: NewWindow) -> None:
    page = new_window(bypass_csp=True)
    found: dict[str, list[str]] = {}
    for name in names() if at_night() else BOARDS:
        player = Player(page)
        player.begin(name, ["human", "novice"])
        player.touch()
        player.settle()
        found[name] = findings(page, "#game")
    assert not any(found.values()), found


def test_axe_finds_nothing_during_a_search_and_after_the_game(new_window: NewWindow) -> None:
    page = new_window(bypass_csp=True)
    page.goto("/new/connect-four?seat-1-who=algorithm&seat-1-algorithm=alpha-beta&seat-1-seconds=20")
    page.click("#begin")
    player = Player(page)
    player.touch()
    expect(page.locator("#engine .live .balance .value")).to_have_count(2)
    assert findings(page) == []
    page.goto("/new/tic-tac-toe?position=XX.OO....&seat-1-who=human")
    page.click("#begin")
    player.touch("2")
    assert player.finished
    assert findings(page) == []
