"""Listing the games."""

from spielbaum.cli.shared.options import Json
from spielbaum.cli.shared.output import BEST, console, described, plain, print_json, table


def games(json: Json = False) -> None:
    """List the games with their options and evaluations."""
    from spielbaum import registry

    rows = []
    for name in registry.names():
        game = registry.load(name)
        options = {key: option.default for key, option in registry.options(name).items()}
        rows.append(
            {
                "name": name,
                "players": game.players,
                "title": game.doc,
                "options": options,
                "evaluations": list(game.evaluations),
            }
        )
    if json:
        print_json({"games": rows})
        return
    shown = table("game", ">players", "what it is", "options", "evaluations")
    for row in rows:
        options_text = ", ".join(map(str, registry.options(str(row["name"])).values()))
        shown.add_row(
            f"[{BEST}]{row['name']}[/]",
            str(row["players"]),
            plain(described(str(row["name"]), str(row["title"]))),
            plain(options_text),
            ", ".join(row["evaluations"]),  # type: ignore[arg-type]
        )
    console().print(shown)
