"""Compiling LaTeX, where it is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from spielbaum.pictures.latex import document
from spielbaum.pictures.latex.document import PACKAGES


def compiled(folder: Path, body: str) -> str:
    """Return the log of pdflatex of a document with a body; skip the test where TeX or a package is missing."""
    if not shutil.which("pdflatex"):
        pytest.skip("pdflatex is not installed")
    found = subprocess.run(["kpsewhich", *(f"{name}.sty" for name in PACKAGES)], capture_output=True, text=True)
    if found.stdout.count("\n") < len(PACKAGES):
        pytest.skip(f"the packages {', '.join(PACKAGES)} are not all installed")
    (folder / "page.tex").write_text(document(body), encoding="utf-8")
    asked = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    made = subprocess.run(asked, cwd=folder, capture_output=True, encoding="latin-1", timeout=200)
    assert made.returncode == 0, made.stdout[-2000:]
    return made.stdout
