"""The table of all algorithms in ``docs/algorithms/index.md``, made of their records.

``python tests/support/algorithm_index.py`` writes it anew.
"""

import re
from pathlib import Path

from spielbaum.search.algorithms.registry import Algorithm, listed_algorithms
from spielbaum.search.node.options import Options
from spielbaum.spec import options_of

PAGE = Path(__file__).parent.parent.parent / "docs" / "algorithms" / "index.md"
HEAD = (
    "| Algorithm | Needs of a game | Options | Takes a window | Returns | Described by |\n|---|---|---|---|---|---|\n"
)
TABLE = re.compile(r"\| Algorithm \| Needs of a game \|.*\n\|[-|]+\|\n(?:\|.*\n)+")


def index_table() -> str:
    """Return the table: a row for each algorithm, in the order of lists."""
    return HEAD + "".join(_row(algorithm) for algorithm in listed_algorithms())


def with_index(text: str) -> str:
    """Return a page with the table in its place."""
    return TABLE.sub(lambda _match: index_table(), text)


def _row(algorithm: Algorithm) -> str:
    name = f"[`{algorithm.name}`]({algorithm.page}.md)"
    window = "yes" if algorithm.windows else "no"
    cells = [name, _needs(algorithm), _options(algorithm), window, algorithm.returns, algorithm.paper or "–"]
    return f"| {' | '.join(cells)} |\n"


def _needs(algorithm: Algorithm) -> str:
    needs = ["two players", "zero sum"] if algorithm.players == "two" else []
    needs += ["integers"] if algorithm.whole else []
    needs += ["an evaluation"] if algorithm.family.needs_evaluation else []
    return ", ".join([*needs, *filter(None, [algorithm.needs])]) or "nothing"


def _options(algorithm: Algorithm) -> str:
    """Return the names of the options; those of all alpha-beta searches as a link."""
    shared = set(options_of(Options))
    names = list(algorithm.options)
    if shared <= set(names):
        names = [name for name in names if name not in shared]
        return ", ".join(["[search options](#search-options)", *(f"`{name}`" for name in names)])
    return ", ".join(f"`{name}`" for name in names) or "none"


if __name__ == "__main__":
    PAGE.write_text(with_index(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
