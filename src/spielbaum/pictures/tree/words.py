"""The words of the tree viewer."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

ENGLISH: Mapping[str, Any] = MappingProxyType(
    {
        "language": "en",
        "view": "View",
        "zoom_in": "zoom in",
        "zoom_out": "zoom out",
        "fit": "fit",
        "theme": "light or dark",
        "boards": "boards",
        "help": "Drag to move, wheel to zoom, click or Enter to fold; ← → step through the search, ↑ ↓ walk.",
        "step": "step of the search",
        "steps": "steps of the search",
        "first": "first step",
        "back": "one step back",
        "forward": "one step forward",
        "last": "last step",
        "step_of": "Step {step} of {steps}: {text}",
        "step_none": "the search has not begun",
        "step_l": "leaf {value} {place}",
        "step_b": "{sign} {value} {place}",
        "step_c": "{sign} {value}, cut {place}",
        "step_f": "= {value} {place}",
        "for_player": "{value} for player {player}",
        "after": "after {path}",
        "at_root": "at the root",
        "counts": "value {value}, action {action}; leaves: {evaluated} evaluated, {pruned} pruned; {steps} steps",
        "unknown": "?",
        "folded_note": "Shown are {shown} of {all} nodes. +N stands for N folded nodes: click to see them.",
        "boards_note": "Boards are shown at the first {shown} nodes only, to keep the file small.",
        "node": "Node",
        "root": "root",
        "line": "actions",
        "to_move": "to move",
        "value": "value",
        "window": "window at entry",
        "floor": "what the player above has already, and the most there is",
        "end": "ended by",
        "reason": "reason",
        "below": "nodes below",
        "moves": "{player} to move",
        "worth": "value {value}",
        "hidden": "{count} nodes folded",
        "ends": {
            "done": "all actions searched",
            "cut": "cut",
            "terminal": "end of the game",
            "leaf": "evaluated",
            "known": "known",
            "pruned": "pruned",
            "folded": "no room",
            "stopped": "stopped",
        },
    }
)
"""What the viewer says; a page in another language passes a dictionary with the same keys."""
