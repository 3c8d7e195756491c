"""A tree from a paper or a textbook, with a known result; its name follows the colon: ``figure:hypermax``.

``figures.json`` has the trees and their sources. Leaves are written as in ``tree``.
"""

import json
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from spielbaum import Game
from spielbaum.errors import UnknownNameError
from spielbaum.games.tree import from_data


@cache
def figures() -> dict[str, dict[str, Any]]:
    """Return the figures by name: tree, players, title, source and algorithms."""
    text = files("spielbaum.games").joinpath("figures.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def game(name: str = "alpha-beta-twenty-seven") -> Game:
    """Return the tree of a figure.

    Raises
    ------
    UnknownNameError
        If there is no such figure.
    """
    if name not in figures():
        raise UnknownNameError("figure", name, figures())
    known = figures()[name]
    return replace(
        from_data(known["tree"], known["players"], vectors=known["vector_leaves"]),
        name="figure",
        algorithms=tuple(known["algorithms"]),
        doc=f"A figure of a paper or textbook: {known['title']}.",
    )
