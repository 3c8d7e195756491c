"""The application in the documentation: links to it, and, with ``SPIELBAUM_DOCS=whole``, itself and the notebooks."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

WHOLE = os.environ.get("SPIELBAUM_DOCS") == "whole"
"""Whether the application and the notebooks are built, too; which takes minutes."""

SERVER = "http://127.0.0.1:8000"
"""Where ``spielbaum serve`` answers; ``extra: application:`` in ``mkdocs.yml`` names another place."""

PLAY, NOTEBOOKS = "try-it/play", "try-it/notebooks"
"""The folders of the application and of the notebooks."""

MISSING = """!!! note "Not in this copy"

    This copy of the documentation was built without the application and the notebooks. `nox -s site` builds both.
"""


def on_page_markdown(markdown: str, page: Any, config: Any, **_others: Any) -> str:
    """Add a link to the application to the page of each game, and say on ``try-it.md`` if it is missing."""
    if page.file.src_uri == "try-it.md":
        return markdown if WHOLE else f"{markdown}\n{MISSING}"
    folder, _, name = page.file.src_uri.partition("/")
    name = name.removesuffix(".md")
    if folder != "games" or name == "index":
        return markdown
    address = config.extra.get("application", SERVER)
    note = f"**Play it:** with `spielbaum serve` running, at [{address}/new/{name}]({address}/new/{name})."
    if WHOLE:
        note = f'**Play it** <a href="../../{PLAY}/#/new/{name}">in this browser</a>.'
    head, gap, rest = markdown.partition("\n\n")
    return f"{head}\n\n{note}{gap}{rest}"


def on_post_build(config: Any, **_others: Any) -> None:
    """Write the application and the notebooks."""
    if WHOLE:
        site, build = Path(config.site_dir), Path(config.docs_dir) / "lite" / "build.py"
        subprocess.run([sys.executable, "-m", "spielbaum", "site", site / PLAY, "--force"], check=True)
        subprocess.run([sys.executable, build, site / NOTEBOOKS], check=True)
