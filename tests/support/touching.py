"""Playing in a window as a human does: setting up a game, touching what lights up, until the game is over."""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from playwright.sync_api import Page

SETTLED = "() => document.querySelector('#players .outcome') || document.querySelector('#actions')"
"""Whether the game is over, or waits for a human."""


class Player:
    """Whoever sits before a window."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0
        self.listed = 0

    def begin(
        self, key: str, seats: Sequence[str] = (), *, options: Mapping[str, object] | None = None, lang: str = ""
    ) -> str:
        """Set up a game and begin it; the last of the seats is that of all that are left. Return its address."""
        query = urlencode({**({"lang": lang} if lang else {}), **(options or {})})
        self.page.goto(f"/new/{key}?{query}")
        for number in range(self.page.locator("#setup .seat").count() if seats else 0):
            self.page.select_option(f"#seat-{number}-who", seats[min(number, len(seats) - 1)])
        self.page.click("#begin")
        self.page.wait_for_url(re.compile(r"/game/[\w-]+"))
        return self.page.url

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.page.locator("#players .outcome").count() > 0

    @property
    def moves(self) -> list[str]:
        """The moves that the page lists."""
        return [text.strip() for text in self.page.locator("#moves a").evaluate_all(MOVES)]

    def settle(self) -> None:
        """Wait until it is a human's turn, or the game is over."""
        self.page.wait_for_function(SETTLED)

    def wait_for_moves(self, number: int) -> None:
        """Wait until so many moves are made."""
        self.page.wait_for_function("number => document.querySelectorAll('#moves li').length >= number", arg=number)

    def touch(self, place: str | None = None) -> None:
        """Touch a place that is alight, any one without a name; or a move of the list where the board cannot tell."""
        self.settle()
        lit = self.page.locator("#board [role=button]").evaluate_all(LIT)
        if self.page.locator("#told").is_visible() or not lit:
            self.listed += 1
            self.press("#actions button >> nth=0")
            return
        name = place or lit[self.touches * 5 % len(lit)]
        self.touches += 1
        self.press(f'#board [role=button][data-place="{name}"] >> nth=0')

    def press(self, selector: str) -> None:
        """Press what changes the game, and wait until the page shows it."""
        before = self.page.locator("#game").element_handle()
        self.page.click(selector)
        self.page.wait_for_function("before => !before.isConnected", arg=before)

    def play_to_the_end(self, most: int) -> None:
        """Touch until the game is over, at most so often."""
        while self.touches + self.listed < most:
            self.settle()
            if self.finished:
                return
            self.touch()


MOVES = "links => links.map(link => link.lastChild.textContent)"
LIT = """places => {
  const chosen = document.querySelector('#touch [name=chosen]').value.split(' ');
  return places.map(place => place.dataset.place).filter(name => !chosen.includes(name));
}"""
