"""The output of learning: the model, how well it predicts outcomes, and how it plays."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielbaum.cli.shared.output import BEST, QUIET, console, plain, table
from spielbaum.errors import Message
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.arena.records import GameRecord
    from spielbaum.learning.models import Model

WORDS = {
    "better": Message("is better"),
    "worse": Message("is worse"),
    "undecided": Message("may be better or worse"),
}

POOR = 0.1
"""The calibration error above which a model is called badly calibrated."""

BADLY = Message("its expectations are not met; more games may help, or features that say more about who wins")


def verdict(games: "list[GameRecord]", players: tuple[str, str]) -> dict[str, Any]:
    """Return the result of a new evaluation against another player, and its significance, as plain values."""
    from spielbaum.arena.comparisons import comparisons
    from spielbaum.arena.standings import standings

    own, _ = standings(games, players)
    found = next(iter(comparisons(games, players)), None)
    sure = "undecided" if found is None or found.low <= 0 <= found.high else "better" if found.low > 0 else "worse"
    row = {} if found is None else {"difference": found.difference, "low": found.low, "high": found.high}
    return {
        "player": players[1],
        "games": len(games),
        "share": own.share,
        "share_low": own.low,
        "share_high": own.high,
        **row,
        "verdict": sure,
    }


def print_model(model: "Model", path: Path) -> None:
    """Print a model and its scores."""
    from spielbaum.learning.models import Linear

    out = console()
    origin = model.origin
    same = tr(" ({:,} different ones)", origin["different"]) if origin["different"] < origin["games"] else ""
    kind = tr("{} from {:,} games{}, {:,} positions", model.method, origin["games"], same, origin["positions"])
    out.print(f"[bold]{plain(model.game)}[/]: {kind}\n")
    if isinstance(model.body, Linear):
        knots = model.body.knots
        columns = [f">{model.body.phase} {knot:g}" for knot in knots] or [">weight"]
        shown = table("feature", *columns)
        for i, name in enumerate(model.features):
            shown.add_row(plain(name), *(f"{row[i]:+z.4f}" for row in model.body.weights))
    else:
        shown = table("feature", ">bins", "cut at")
        for name, cuts in zip(model.features, model.body.thresholds, strict=True):
            shown.add_row(plain(name), str(len(cuts) + 1), ", ".join(f"{cut:g}" for cut in cuts))
    out.print(shown, "")
    if model.scores:
        _print_scores(model)
    elif model.options["held_out"]:
        out.print(tr("no games were held out, since too many begin alike: give more --opening-plies"), "")
    out.print(tr("[{}]written to[/] {}", QUIET, plain(path)))


def _print_scores(model: "Model") -> None:
    out, scores = console(), model.scores
    shown = table("part of the win", ">positions", ">expected", ">found")
    for row in scores["calibration"]:
        shown.add_row(
            f"{row['low']:.1f}–{row['high']:.1f}",
            f"{row['positions']:,}",
            f"{row['expected']:.3f}",
            f"{row['found']:.3f}",
        )
    out.print(tr("on {:,} held-out games:", scores["games"]), shown, "")
    facts = {tr("log loss"): "log_loss", tr("Brier score"): "brier", tr("calibration error"): "calibration_error"}
    out.print(", ".join(tr("{} {:.4f}", name, scores[key]) for name, key in facts.items()), "")
    if scores["calibration_error"] > POOR:
        out.print(tr("[bold]badly calibrated[/]: {}", BADLY), "")


def print_verdict(found: dict[str, Any]) -> None:
    """Print whether the new evaluation is better than its opponent."""
    out = console()
    style = BEST if found["verdict"] == "better" else "bold"
    interval = tr("{:.3f} ({:.3f}–{:.3f})", found["share"], found["share_low"], found["share_high"])
    ahead = (
        tr(", {:+z.3f} ({:+z.3f} to {:+z.3f}) ahead", found["difference"], found["low"], found["high"])
        if "low" in found
        else ""
    )
    out.print(
        tr(
            "\n[{}]the new evaluation {}[/]: share {}{}, in {} games against {}",
            style,
            WORDS[found["verdict"]],
            interval,
            ahead,
            found["games"],
            plain(found["player"]),
        )
    )
