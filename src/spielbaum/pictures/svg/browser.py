"""Pages as PDF, printed by a browser of this machine."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from spielbaum.errors import InputError, Message
from spielbaum.files import replacing

BROWSERS = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
    "microsoft-edge", "msedge", "chrome",
)  # fmt: skip
"""Programs that print pages, in order of preference: the first draws no windows."""

SECONDS = 120
"""The most that a browser takes to print a page."""


def print_page(page: str, path: Path) -> None:
    """Print a self-contained page to a PDF.

    Raises
    ------
    InputError
        If there is no browser, it does not print the page, or the file cannot be written.
    """
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise InputError(
            Message("a PDF needs Chromium, Chrome or Edge: write {} and print it there", path.with_suffix(".html").name)
        )
    with replacing(path) as target, TemporaryDirectory(prefix="spielbaum-") as folder:
        source = Path(folder) / "page.html"
        source.write_text(page, encoding="utf-8")
        options = [f"--user-data-dir={folder}/profile", "--headless", "--disable-gpu", "--window-size=1920,1080"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")  # Chromium refuses to run as root with it
        printing = [program, *options, "--no-pdf-header-footer", f"--print-to-pdf={target.absolute()}", source.as_uri()]
        try:
            subprocess.run(printing, capture_output=True, check=True, timeout=SECONDS)
        except (OSError, subprocess.SubprocessError) as error:
            raise InputError(Message("{} does not print the page: {}", Path(program).name, error)) from None
        if not target.exists() or not target.stat().st_size:
            raise InputError(Message("{} does not print the page: {}", Path(program).name, Message("it wrote nothing")))
