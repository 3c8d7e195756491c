"""English draughts: step and jump diagonally, captures are forced; who cannot move loses."""

from spielbaum import Game
from spielbaum.games.draughts.evaluations import EVALUATIONS, FEATURE_NAMES, features, order
from spielbaum.games.draughts.notation import (
    format_action,
    format_state,
    make_validate,
    parse_action,
    parse_state,
    split_actions,
    touches,
)
from spielbaum.games.draughts.picture import COLOURS, board, cells
from spielbaum.games.draughts.rules import make_count, make_rules, need_not_capture, noisy, repetition_key, reversible


def game(quiet: int = 80) -> Game:
    """Return draughts; it is drawn after so many plies in which no man moves and nothing is captured."""
    if quiet < 1:
        raise ValueError(f"quiet must be at least 1 ply, not {quiet}")
    return Game(
        name="draughts",
        players=2,
        zero_sum=True,
        utility_sum=0,
        max_utility=1,
        evaluations=EVALUATIONS,
        features=features,
        feature_names=FEATURE_NAMES,
        order=order,
        count=make_count(),
        noisy=noisy,
        quiet=need_not_capture,
        repetition=repetition_key,
        reversible=reversible,
        player_names=("black", "white"),
        player_colours=COLOURS,
        **make_rules(quiet),
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        parse_action=parse_action,
        split_actions=split_actions,
        validate=make_validate(quiet),
        touches=touches,
        board=board,
        cells=cells,
    )
