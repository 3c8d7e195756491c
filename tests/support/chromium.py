"""Finding and starting the browser."""

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Executables in order of preference; the first draws no windows and takes half of the time."""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The last two are drawn below an address bar that is not shown; Playwright would name the others here.
    "--disable-features=HttpsUpgrades,MediaRouter,PaintHolding,WebUIOmniboxAimPopup,WebUIOmniboxPopup",
)


class NoBrowserError(Exception):
    """No browser was found on this machine."""


def start_chromium(playwright: Playwright) -> Browser:
    """Start the browser of this machine, without downloading one."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise NoBrowserError(f"no browser: none of {', '.join(NAMES)} is on the PATH")
    return playwright.chromium.launch(executable_path=found, args=list(QUIET))
