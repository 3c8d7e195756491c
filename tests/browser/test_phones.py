"""On the narrowest phones, nothing is wider than the screen, boards and trees come first, and all can be pressed."""

import pytest

from pages import new_game, play, tree, why
from serving import Server
from touching import unpressable
from visiting import begin_at
from windows import NewWindow

SCREEN = 780
TOUCHED = {"has_touch": True, "is_mobile": True}
WIDTH = "() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)"
FIRST = """() => Math.min(...[...document.querySelectorAll('#board, #tree, .board-frame')]
  .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().top + scrollY))"""


@pytest.mark.parametrize(("width", "lang"), [(360, "de-DE"), pytest.param(390, "en-GB", marks=pytest.mark.long)])
def test_pages_fit_and_show_the_board_first(new_window: NewWindow, server: Server, width: int, lang: str) -> None:
    page = new_window(viewport={"width": width, "height": SCREEN}, locale=lang, refusals=True, **TOUCHED)

    def fits() -> None:
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert page.evaluate(WIDTH) <= width, page.url
        if page.locator("#board, #tree, .board-frame").count():
            assert page.evaluate(FIRST) < SCREEN * 0.55, page.url

    for show in (new_game, play, why, tree):
        show(page)
        assert unpressable(page) == [], show
        fits()
    watched = begin_at(server.url, "chinese-checkers", "human", "medium")
    page.goto(watched)
    page.click(".display summary")
    page.check("#signs")  # the menu fits, too
    page.uncheck("#signs")
    fits()
    page.goto(page.locator("#watch-link").input_value())
    fits()
    for path in ("/", "/stored", "/stored/game/1", "/embed/tree/connect-four?depth=2"):
        page.goto(path)
        fits()
