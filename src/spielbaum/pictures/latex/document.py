"""A document of LaTeX around pictures and tables, and their width."""

from collections.abc import Sequence

PACKAGES = ("booktabs", "forest", "pgfplots")
"""The packages that tables, trees and curves need."""


def document(body: str, *, packages: Sequence[str] = PACKAGES, options: str = "a4paper", before: str = "") -> str:
    r"""Return a document that pdflatex and lualatex compile.

    Parameters
    ----------
    body
        What is between ``\begin{document}`` and ``\end{document}``.
    packages
        Names of packages to load, with options in brackets if they need any: ``[margin=2cm]geometry``.
    options
        Those of the class ``article``.
    before
        More of the preamble.
    """
    used = "\n".join(map(_loading, packages))
    if "pgfplots" in packages:
        before = f"\\pgfplotsset{{compat=1.16}}\n{before}"
    return rf"""\documentclass[{options}]{{article}}
\usepackage[T1]{{fontenc}}
\usepackage{{lmodern}}
{used}
{before}\begin{{document}}
{body.rstrip()}
\end{{document}}
"""


def _loading(package: str) -> str:
    r"""Return the line that loads a package.

    Examples
    --------
    >>> print(_loading("[margin=2cm]geometry"))
    \usepackage[margin=2cm]{geometry}
    """
    options, bracket, name = package.rpartition("]")
    return rf"\usepackage{options}{bracket}{{{name}}}"


def fitted(body: str) -> str:
    r"""Return a picture or a table that is scaled down if it is wider than the line; it needs the package graphicx."""
    return f"""\\setbox0=\\hbox\\bgroup
{body}\\egroup
\\noindent\\ifdim\\wd0>\\linewidth\\resizebox{{\\linewidth}}{{!}}{{\\usebox0}}\\else\\usebox0\\fi
"""
