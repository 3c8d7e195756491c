"""Chess, with all its rules."""

from spielbaum import Evaluation, Game
from spielbaum.games.chess.evaluations import MATE, MOST, material, positional
from spielbaum.games.chess.features import FEATURE_NAMES, features
from spielbaum.games.chess.fen import format_state, parse_state, validate
from spielbaum.games.chess.hooks import noisy, order, quiet
from spielbaum.games.chess.moves import actions, count_actions
from spielbaum.games.chess.notation import format_action, parse_action, split_actions, touches
from spielbaum.games.chess.picture import COLOURS, board, cells
from spielbaum.games.chess.rules import initial, is_terminal, key, position_key, result, reversible, to_move, utility

game = Game(
    name="chess",
    players=2,
    initial=initial,
    to_move=to_move,
    actions=actions,
    result=result,
    is_terminal=is_terminal,
    utility=utility,
    evaluations={
        "positional": Evaluation(positional, utility_weight=MATE, maximum=MOST),
        "material": Evaluation(material, utility_weight=MATE, maximum=MOST),
    },
    zero_sum=True,
    max_utility=1,
    features=features,
    feature_names=FEATURE_NAMES,
    key=key,
    key_kind="hash",
    order=order,
    count=count_actions,
    noisy=noisy,
    quiet=quiet,
    repetition=position_key,
    reversible=reversible,
    validate=validate,
    parse_state=parse_state,
    format_state=format_state,
    format_action=format_action,
    parse_action=parse_action,
    split_actions=split_actions,
    board=board,
    cells=cells,
    touches=touches,
    player_names=("white", "black"),
    player_colours=COLOURS,
    doc=__doc__ or "",
)
