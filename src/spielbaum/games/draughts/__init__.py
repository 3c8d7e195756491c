"""English draughts: pieces step and jump diagonally, captures are mandatory; a player who cannot move loses."""

from spielbaum import Features, Game, Notation, Remark, Repetition, SearchHints, View
from spielbaum.errors import Message
from spielbaum.games.draughts.evaluations import EVALUATIONS, FEATURE_NAMES, features, order
from spielbaum.games.draughts.notation import (
    click_path,
    format_action,
    format_state,
    parse_action,
    parse_state,
    split_actions,
    trail,
    validate,
)
from spielbaum.games.draughts.picture import COLOURS, board, cells, ending, from_cells
from spielbaum.games.draughts.rules import (
    State,
    can_jump,
    can_step,
    jumps_in,
    make_count,
    make_rules,
    may_stand_pat,
    noisy,
    repetition_key,
    reversible,
)


def reasons(_state: State, action: int) -> list[Remark]:
    """Return what a move does: the pieces that it takes."""
    count = jumps_in(action)
    text = "takes a piece" if count == 1 else "takes {count} pieces"
    return [Remark(text, values={"count": count}, worth=count)] if count else []


def game(quiet: int = 80) -> Game:
    """Return draughts; the game is drawn after ``quiet`` plies in which no man moves and nothing is captured."""
    if quiet < 1:
        raise ValueError(Message("quiet must be at least 1 ply, not {}", quiet))
    rules = make_rules(quiet)

    def unclaimed(state: State) -> State | None:
        return state._replace(quiet=quiet - 1) if can_step(state) or can_jump(state) else None

    return Game(
        name="draughts",
        players=2,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        unclaimed=unclaimed,
        zero_sum=True,
        max_utility=1,
        utility_sum=0,
        evaluations=EVALUATIONS,
        hints=SearchHints(order=order, count=make_count(), noisy=noisy, may_stand_pat=may_stand_pat, extends=can_jump),
        settings={"match": "pvs(replacement=two-deep, history, quiescence, loose, reuse)"},
        repetition=Repetition(key=repetition_key, reversible=reversible),
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
            from_cells=from_cells,
            player_names=("black", "white"),
            player_colours=COLOURS,
            trail=trail,
            reasons=reasons,
        ),
        features=Features(names=FEATURE_NAMES, function=features),
    )
