"""axe-core finds no fault on any page, light or dark, in both languages."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from pages import (
    PAGES,
    cuts,
    exercise,
    gallery,
    lesson,
    new_game,
    order,
    play,
    puzzle,
    stored_game,
    tree,
    why,
)
from spielbaum.registry import names
from tiers import at_night
from touching import Player
from windows import NewWindow

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


BOARDS = ("chameleon-chess", "dots-and-boxes", "tree")
"""Games with squares, with lines, and without a board."""


def findings(page: Page, part: str | None = None) -> list[str]:
    """Return the complaints of axe-core, each with its first element."""
    found = Axe().run(page, part, options={**RULES, "resultTypes": ["violations"]}).response["violations"]
    return [f"{one['impact']} {one['id']}: {one['nodes'][0]['html'][:200]} ({len(one['nodes'])})" for one in found]


@pytest.mark.parametrize(
    ("lang", "scheme"), [pytest.param("en-GB", "light", marks=pytest.mark.long), ("de-DE", "dark")]
)
def test_axe_finds_nothing_on_any_page(new_window: NewWindow, lang: str, scheme: str) -> None:
    page = new_window(refusals=True, bypass_csp=True, locale=lang, color_scheme=scheme)
    found: dict[str, list[str]] = {}
    for show in (
        PAGES
        if at_night()
        else (gallery, lesson, exercise, cuts, order, puzzle, new_game, play, why, tree, stored_game)
    ):
        show(page)
        found[show.__name__] = findings(page)
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
