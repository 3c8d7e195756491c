"""The texts of the tree viewer."""

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
        "help": "Drag to move, wheel to zoom, click or Enter to fold; ← → step, P plays, C goes to the next cutoff, "
        "↑ ↓ walk.",
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
        "at_node": "at {node}",
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
        "visits": "visits: {count}",
        "hidden": "{count} nodes folded",
        "play": "play",
        "pause": "pause",
        "speed": "speed",
        "next_cut": "next cutoff",
        "step_count": "{step} of {steps}",
        "live": "α and β at this step",
        "counter_nodes": "nodes",
        "counter_leaves": "leaves",
        "counter_cuts": "cutoffs",
        "counter_pruned": "branches pruned",
        "rest_more": "{count} more",
        "rest_pruned": "{count} more, pruned",
        "rest_both": "{count} more, {pruned} of them pruned",
        "sum": "sum",
        "again": "searched again",
        "player_number": "player {player}",
        "told_none": "Press play, or step: the search begins at the root.",
        "told_leaf": "Leaf {place}: {value}.",
        "told_estimate": "The search goes no deeper {place}: estimated at {value}.",
        "told_known": "Known already {place}: {value}.",
        "told_least": "{player} gets at least {value} {place}.",
        "told_most": "{player} concedes at most {value} {place}.",
        "told_own": "{player} gets at least {value} {place}: {vector}.",
        "told_alpha": "α rises from {old} to {new}.",
        "told_beta": "β falls from {old} to {new}.",
        "told_alpha_stays": "That is no more than the {bound} that {player} has elsewhere.",
        "told_beta_stays": "That is no less than the {bound} that {player} concedes elsewhere.",
        "told_window_stays": "The window stays [{alpha}, {beta}].",
        "told_beta_window": "β-cut {place}: the window ends at {bound}, {player} would get at least {value} here.",
        "told_alpha_window": "α-cut {place}: the window begins at {bound}, "
        "{player} would concede at most {value} here.",
        "told_beta_cut": "β-cut {place}: {rival} already has {bound} {where}, "
        "{player} would get at least {value} here.",
        "told_alpha_cut": "α-cut {place}: {rival} already has {bound} {where}, "
        "{player} would concede at most {value} here.",
        "told_limit_cut": "Cut {place}: {player} has {value}, and there is nothing better.",
        "told_immediate_cut": "Immediate pruning {place}: {player} has {value}, the most there is.",
        "told_shallow_cut": "Shallow pruning {place}: {rival} already has {floor}, {player} has at least {value} here, "
        "and {floor} + {value} ≥ {sum}.",
        "told_deep_cut": "Deep pruning {place}: {rival}, further up, already has {floor}, "
        "{player} has at least {value} here, and {floor} + {value} ≥ {sum}.",
        "told_hypermax_cut": "Hypermax cut {place}: what the players have for certain adds up to {sum}, "
        "and no vector adds up to more than {bound}.",
        "told_null_move_cut": "Null move {place}: {player} would still have {value} after a pass, "
        "and {bound} is enough.",
        "told_reverse_futility_cut": "Reverse futility {place}: {value} by the estimate less the margin, "
        "and {bound} is enough for {player}.",
        "told_futility_cut": "Futility {place}: {value} by the estimate and the margin, "
        "and {player} has {bound} already; quiet actions are left out.",
        "told_beam_cut": "Beam {place}: after {value} actions the others are left out.",
        "told_probcut_cut": "ProbCut {place}: a search of {value} plies says what one of {bound} "
        "would very probably say.",
        "told_last_branch_cut": "Cut {place}: the players from one further up to here have {value} together, "
        "and there is no more than {bound}.",
        "told_speculative_cut": "Cut {place}: the players from one further up to here have {value} together, "
        "and there is no more than {bound}.",
        "told_pruned_one": "One branch is pruned.",
        "told_pruned": "{count} branches are pruned.",
        "told_again": "{node} is worth more than {bound}: it is searched again, to find out how much.",
        "told_best": "{player} chooses {action} {place}: {value}.",
        "told_final": "The value {place} is {value}.",
        "told_no_more": "All actions are searched {place}: {player} gets no more than {value}.",
        "told_no_less": "All actions are searched {place}: {player} cannot concede less than {value}.",
        "told_root": "The search is over: {player} chooses {action}, the value is {value}.",
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
"""The English texts; a page in another language has the same keys."""
