"""Listing the algorithms."""

from spielbaum.cli.shared.options import Json
from spielbaum.cli.shared.output import BEST, console, described, plain, print_json, table


def algorithms(json: Json = False) -> None:
    """List the algorithms with their options."""
    from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm

    found = [find_algorithm(name) for name in algorithm_names()]
    if json:
        rows = [
            {"name": a.name, "title": a.doc, "options": {key: option.default for key, option in a.options.items()}}
            for a in found
        ]
        print_json({"algorithms": rows})
        return
    shown = table("algorithm", "what it is", "options")
    for algorithm in found:
        shown.add_row(
            f"[{BEST}]{algorithm.name}[/]",
            described(algorithm.name, algorithm.doc),
            plain(", ".join(map(str, algorithm.options.values()))),
        )
    console().print(shown)
