"""Browser windows, with the errors that occur in them."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

NewWindow = Callable[..., Page]
PATIENCE = 20_000
"""Timeout of waits in milliseconds."""


class Windows:
    """Opens windows, and records script errors, policy violations, and requests to other hosts."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.wrong: list[str] = []
        self._contexts: list[BrowserContext] = []
        self._left: list[Page] = []

    def open(self, *, refusals: bool = False, **options: Any) -> Page:
        """Open a new window; with refusals the server may refuse requests."""
        wanted = {"base_url": self.url, "locale": "en-GB", "viewport": {"width": 1200, "height": 900}, **options}
        context = self.browser.new_context(**wanted)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda message: self._hear(message, refusals))
        page.on("request", self._see)
        return page

    def again(self) -> Page:
        """Return the window that was left, or a new one, whose process takes as long to start as three pages."""
        return self._left.pop() if self._left else self.open()

    def leave(self, page: Page) -> None:
        """Leave a window to the next test, with an empty session and on a page without a game."""
        for other in page.context.pages:
            if other is not page:
                other.close()
        page.goto("/api/openapi.json")
        page.evaluate("sessionStorage.clear()")
        self._left.append(page)

    def close(self) -> None:
        """Close all windows."""
        for context in self._contexts:
            context.close()

    def _hear(self, message: ConsoleMessage, refusals: bool) -> None:
        refused = refusals and "the server responded with a status of 4" in message.text
        if message.type in ("error", "warning") and not refused:
            self.wrong.append(message.text)

    def _see(self, request: Request) -> None:
        if not request.url.startswith((f"{self.url}/", "data:", "file:", "blob:")):
            self.wrong.append(f"a request to {request.url}")
