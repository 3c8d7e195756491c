"""The texts of the viewer of growing trees."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

ENGLISH: Mapping[str, Any] = MappingProxyType(
    {
        "language": "en",
        "phases": "The four steps of a simulation",
        "selection": "Selection",
        "expansion": "Expansion",
        "playout": "Playout",
        "backup": "Back-up",
        "controls": "Controls",
        "play": "play",
        "pause": "pause",
        "first": "to the beginning",
        "back": "one step back",
        "forward": "one step forward",
        "pace": "pace",
        "pace-steps": "step by step",
        "pace-simulations": "one simulation at a time",
        "pace-fast": "fast",
        "again": "New random numbers",
        "again-hint": "Run the search again with other random numbers",
        "playouts": "Playouts",
        "exploration": "Exploration C",
        "count": "{count} simulations",
        "count-one": "1 simulation",
        "shapes": "The tree after 1, 10, 100 and 1,000 simulations",
        "after": "{count} simulations",
        "after-one": "1 simulation",
        "table": "The moves at the root",
        "tree": "The tree. Arrow keys step, P plays.",
        "table-move": "Move",
        "table-visits": "Visits",
        "table-value": "Value",
        "table-bound": "Upper bound",
        "table-strip": "Value, and exploration on top",
        "proven": "proven",
        "untried": "not visited yet: comes first",
        "root": "the root",
        "legend": "Each disc is divided among the players by the results below it. Under it: its visits, "
        "the mean value for the player who moves there (0 the worst result, 1 the best), and after ↑ the "
        "upper bound, value + C\u00a0·\u00a0√(ln\u00a0N\u00a0/\u00a0n), with N visits of the node above "
        "and n of its own. Each simulation follows the largest upper bound. The move with the most "
        "visits (★) is played. A square is the end of the game. Click a disc to see its position.",
        "none": "No simulation yet. Press play, or step forward.",
        "rest": "After {count} simulations {player} would play {action} (visits: {visits}, value: {value}).",
        "rest-proven": "After {count} simulations the value is proven, so the search ends: {player} "
        "plays {action}, value {value}.",
        "rest-one": "{count} simulations.",
        "node": "{path}: visits {visits}, value {value} for {player}, upper bound {bound}.",
        "said-selection": "{player} chooses {action}: value {value} + exploration {explore} = {bound}, "
        "the largest upper bound.",
        "said-untried": "{player} chooses {action}: a move without a visit comes before all others. Of "
        "several, chance decides.",
        "said-expansion": "{path} was visited before, so its moves join the tree. Chance picks {action}.",
        "said-expansion-root": "The moves of the root join the tree. Chance picks {action}.",
        "said-playout": "Random moves to the end of the game: {moves}. Result: {result}.",
        "said-over": "The game is over here, so there is nothing to play out. Result: {result}.",
        "said-proven": "The value is proven here, so there is nothing to play out. Result: {result}.",
        "said-backup": "The result, {result}, goes back up: {count} nodes count one more visit and take "
        "it into their means.",
        "result-win": "{player} wins",
        "result-even": "a draw",
        "result-vector": "{vector}",
        "films_note": "Boards are shown for the first {count} simulations only, to keep the file small.",
    }
)
"""The English texts; a page in another language has the same keys."""
