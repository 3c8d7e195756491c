"""Live trees, made when the documentation is built.

They are pages of ``spielbaum tree --html``, made by the library itself, so that they are never out of date.
"""

from typing import Any

from spielbaum import start, tree
from spielbaum.exercises.written import game_of, read_tree
from spielbaum.language import using_language
from spielbaum.pictures.growth import growth_html
from spielbaum.pictures.tree.html import tree_html
from spielbaum.pictures.tree.unvisited import with_unvisited
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.trace.growth import record_growth
from spielbaum.search.trace.recorder import record_tree

LIVE = {
    "alpha-beta": ("figure:alpha-beta-twenty-seven", ("alpha-beta",), "Alpha-beta looks at 16 of 27 leaves"),
    "alpha-beta-de": ("figure:alpha-beta-twenty-seven", ("alpha-beta",), "Alpha-Beta besucht 16 von 27 Blättern"),
    "race": ("figure:alpha-beta-twenty-seven", ("minimax", "alpha-beta", "pvs"), "Three algorithms, one value"),
    "deep-pruning": (
        "figure:deep-pruning-upper",
        ("max-n", "max-n:deep"),
        "Deep pruning goes wrong with three players",
    ),
    "hypermax": ("figure:hypermax", ("hypermax", "max-n"), "Hypermax does not choose as Max^n does"),
    "shallow-pruning": (
        "[[5, 3, 2], [[3, 6, 1], [2, 7, 1]]]",
        ("max-n:shallow",),
        "Shallow pruning: 6 of 10 are taken",
    ),
}
"""Trees by the names of their pages, ``assets/live/NAME.html``: a figure or lists, the algorithms, the title.

Names that end in ``-de`` are those of German pages.
"""


TRAP = ("tic-tac-toe", "0 4 8", 300, "Monte-Carlo tree search finds a trap")
"""A game, the moves before the search, the number of simulations, and the title of ``assets/live/simulations.html``."""


def live_simulations() -> str:
    """Return the page of a tree that grows by simulations."""
    name, moves, number, title = TRAP
    position = start(name).play(*moves.split())
    choice = parse_algorithm("mcts:solver=false")
    growth = record_growth(position.game, position.state, choice, simulations=number, history=position.history)
    return growth_html(growth, position.game, position.states, title=title)


def live_tree(name: str) -> str:
    """Return the page of an interactive tree, which shows all of its nodes from the start."""
    text, algorithms, title = LIVE[name]
    game = game_of(read_tree(text, vectors=text.startswith("[")))
    root = game.initial()
    records = {
        title if len(algorithms) == 1 else algorithm: with_unvisited(record_tree(game, algorithm=algorithm), game, root)
        for algorithm in algorithms
    }
    with using_language("de" if name.endswith("-de") else "en"):
        return tree_html(records, game, root, begins=True, root="A", title=title)


def deck(language: str) -> str:
    """Return a deck of slides in a language."""
    name, algorithms, _title = LIVE["alpha-beta"]
    with using_language(language):
        return tree(name, algorithm=algorithms).slides()


def on_files(files: Any, config: Any) -> Any:
    """Add the pages of the trees."""
    from mkdocs.structure.files import File

    for name in LIVE:
        files.append(File.generated(config, f"assets/live/{name}.html", content=live_tree(name)))
    files.append(File.generated(config, "assets/live/simulations.html", content=live_simulations()))
    files.append(File.generated(config, "assets/live/slides.html", content=deck("en")))
    files.append(File.generated(config, "assets/live/slides-de.html", content=deck("de")))
    return files


if __name__ == "__main__":  # python docs/hooks/live_trees.py NAME > NAME.html
    import sys

    sys.stdout.write(live_tree(sys.argv[1]))
