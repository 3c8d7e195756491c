"""Playing in a browser window like a human: setting up a game and clicking marked squares until the game is over."""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from playwright.sync_api import Page

SETTLED = "() => document.querySelector('#players .outcome') || document.querySelector('#actions')"
"""A script that returns whether the game is over or waits for a human."""


class Player:
    """A player at a window."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0
        self.listed = 0

    def begin(
        self, key: str, seats: Sequence[str] = (), *, options: Mapping[str, object] | None = None, lang: str = ""
    ) -> str:
        """Set up and start a game; the last of the seats applies to all remaining ones. Return its address."""
        query = urlencode({**({"lang": lang} if lang else {}), **(options or {})})
        self.page.goto(f"/new/{key}?{query}")
        self.page.evaluate("document.getElementById('more').open = true")
        for number in range(self.page.locator("#setup .seat").count() if seats else 0):
            self.page.select_option(f"#seat-{number}-who", seats[min(number, len(seats) - 1)])
        self.page.click("#begin")
        self.page.wait_for_url(re.compile(r"/game/[\w-]+"))
        return self.page.url

    @property
    def finished(self) -> bool:
        """Return whether the game is over."""
        return self.page.locator("#players .outcome").count() > 0

    @property
    def moves(self) -> list[str]:
        """Return the moves listed on the page."""
        return [text.strip() for text in self.page.locator("#moves a").evaluate_all(MOVES)]

    def settle(self) -> None:
        """Wait until it is a human's turn, or the game is over."""
        self.page.wait_for_function(SETTLED)

    def wait_for_moves(self, number: int) -> None:
        """Wait until a number of moves have been made."""
        self.page.wait_for_function("number => document.querySelectorAll('#moves li').length >= number", arg=number)

    def touch(self, place: str | None = None) -> None:
        """Click a marked square, any one without a name; or a move of the list if clicks are ambiguous."""
        lit = self.page.wait_for_function(LIT).json_value()
        if not lit:
            self.listed += 1
            self.press("#actions button >> nth=0")
            return
        name = place or lit[self.touches * 5 % len(lit)]
        self.touches += 1
        self.press(f'#board [role=button][data-place="{name}"] >> nth=0')

    def press(self, selector: str) -> None:
        """Press a button that changes the game, and wait until the page shows the change, such as a selected piece."""
        before = self.page.locator("#game").element_handle()
        chosen = before.evaluate(CHOSEN)
        self.page.click(selector)
        self.page.wait_for_function(CHANGED, arg=[before, chosen])

    def play_to_the_end(self, most: int) -> None:
        """Click until the game is over, up to a limit."""
        while self.touches + self.listed < most:
            self.settle()
            if self.finished:
                return
            self.touch()


MOVES = "links => links.map(link => link.lastChild.textContent)"
LIT = f"""() => {{
  if (!({SETTLED})()) return null;
  if (document.querySelector('#message')?.checkVisibility()) return [];
  const chosen = document.querySelector('#touch [name=chosen]')?.value.split(' ') ?? [];
  const names = [...document.querySelectorAll('#board .target')].map(place => place.dataset.place);
  return names.filter(name => !chosen.includes(name));
}}"""
"""A script that returns the marked places once the game has settled, and none if there is a message."""

CHOSEN = "game => game.querySelector('#touch [name=chosen]')?.value"
"""A script that returns the names of the places that are selected."""

CHANGED = f"""([before, chosen]) =>
  !before.isConnected || (({CHOSEN})(before) !== chosen && !before.querySelector('.sending'))"""
"""A script that returns whether the game has been redrawn, or another piece selected."""

UNPRESSABLE = """elements => elements.filter(element => {
  element.scrollIntoView({block: 'center', behavior: 'instant'});
  const box = element.getClientRects()[0];
  if (!box) return false; // an analysis has deepened, and is drawn anew
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !hit || !(element.contains(hit) || hit.closest('label')?.control === element);
}).map(element => element.outerHTML.slice(0, 200))"""


def unpressable(page: Page) -> list[str]:
    """Return the visible links and controls that a click at their centre does not reach."""
    kinds = ("a:not(.skip)", "button:enabled", "input", "select", "summary")
    return list(page.locator(", ".join(f"{kind}:visible" for kind in kinds)).evaluate_all(UNPRESSABLE))
