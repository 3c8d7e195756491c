"""Chess, with all its rules."""

from typing import Literal

from spielbaum import Evaluation, Features, Game, Notation, Repetition, SearchHints, Unit, View
from spielbaum.games.chess.evaluations import MATE, MOST, material, positional, terms_of_material, terms_of_position
from spielbaum.games.chess.features import FEATURE_NAMES, features
from spielbaum.games.chess.fen import format_state, parse_state, validate
from spielbaum.games.chess.hooks import extends, gain, may_pass, may_stand_pat, noisy, null_move, order
from spielbaum.games.chess.moves import QUEEN, actions, count_actions, noisy_actions
from spielbaum.games.chess.notation import click_path, format_action, parse_action, san, split_actions
from spielbaum.games.chess.picture import COLOURS, board, cells, ending, from_cells, standing
from spielbaum.games.chess.reasons import reasons
from spielbaum.games.chess.rules import (
    initial,
    is_terminal,
    key,
    position_key,
    result,
    reversible,
    to_move,
    unclaimed,
    utility,
)
from spielbaum.games.chess.zobrist import with_keys

PAWNS = Unit("pawn", "pawns", size=100)

FOR_MATCHES = (
    "pvs(replacement=two-deep, killers, history, order=gain, quiescence, null_move, reductions, reverse_futility=90, "
    "futility=120, delta=100, extensions, late_move_pruning, loose, reuse)"
)
"""A selective search; margins are in hundredths of a pawn. docs/games/chess.md has its results."""

COMPUTED = Game(
    name="chess",
    players=2,
    initial=initial,
    to_move=to_move,
    actions=actions,
    result=result,
    is_terminal=is_terminal,
    utility=utility,
    unclaimed=unclaimed,
    zero_sum=True,
    max_utility=1,
    distinct_actions=QUEEN + 1 << 12,
    evaluations={
        "positional": Evaluation(positional, utility_weight=MATE, maximum=MOST, terms=terms_of_position, unit=PAWNS),
        "material": Evaluation(material, utility_weight=MATE, maximum=MOST, terms=terms_of_material, unit=PAWNS),
    },
    hints=SearchHints(
        key=key,
        key_kind="hash",
        order=order,
        count=count_actions,
        noisy=noisy,
        noisy_actions=noisy_actions,
        may_stand_pat=may_stand_pat,
        null_move=null_move,
        may_pass=may_pass,
        gain=gain,
        extends=extends,
    ),
    settings={"match": FOR_MATCHES},
    repetition=Repetition(key=position_key, reversible=reversible),
    notation=Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        parse_action=parse_action,
        split_actions=split_actions,
        validate=validate,
    ),
    view=View(
        board=board,
        cells=cells,
        click_path=click_path,
        ending=ending,
        reasons=reasons,
        from_cells=from_cells,
        standing=standing,
        standing_name="captured",
        move_text=san,
        player_names=("white", "black"),
        player_colours=COLOURS,
    ),
    features=Features(names=FEATURE_NAMES, function=features),
    doc=__doc__ or "",
)


def game(*, keys: Literal["computed", "zobrist"] = "computed") -> Game:
    """Return chess.

    Parameters
    ----------
    keys
        How the keys of the table and of the rule of repetition are made: computed for each position, or updated by
        each move.
    """
    return with_keys(COMPUTED) if keys == "zobrist" else COMPUTED
