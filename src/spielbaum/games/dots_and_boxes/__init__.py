"""Dots and Boxes: draw lines between dots; a player who closes a box gets it and moves again."""

from spielbaum import Game, Remark, View
from spielbaum.errors import Message
from spielbaum.games.dots_and_boxes.chains import make_captures
from spielbaum.games.dots_and_boxes.hooks import BOXES, make_hooks
from spielbaum.games.dots_and_boxes.notation import make_board, make_notation
from spielbaum.games.dots_and_boxes.picture import make_from_cells, make_places
from spielbaum.games.dots_and_boxes.rules import NAMES, Board, State, make_counts, make_rules
from spielbaum.kernel import popcount

GIVES_CHAIN = "gives away a chain of {count} boxes"


def game(rows: int = 3, columns: int = 3) -> Game:
    """Return Dots and Boxes on a board of ``rows`` times ``columns`` boxes, with up to 60 lines: 5 × 5, or 1 × 19."""
    size = Board(rows, columns)
    if rows < 1 or columns < 1:
        raise ValueError(Message("rows and columns must be at least 1, not {} and {}", rows, columns))
    if size.lines > 60:
        raise ValueError(
            Message("a board has at most 60 lines, and one of {} * {} boxes has {}", rows, columns, size.lines)
        )
    rules, hooks = make_rules(size), make_hooks(size)

    def ending(state: State) -> Remark:
        lead = abs(state.margin)
        most = (rows * columns + lead) // 2
        return Remark("boxes {most} to {least}", values={"most": most, "least": most - lead})

    closed, _ = make_counts(size)
    captured = make_captures(size).captured

    def reasons(state: State, line: int) -> list[Remark]:
        lines = rules.result(state, line).lines
        count = popcount(closed(lines)) - popcount(closed(state.lines))
        if count:
            text = "closes a box" if count == 1 else "closes {count} boxes"
            return [Remark(text, values={"count": count}, worth=count)]
        count = popcount(closed(captured(lines))) - popcount(closed(captured(state.lines)))  # others were there before
        if count < 1:
            return []
        gives = "gives away a box" if count == 1 else "gives away {count} boxes" if count < 3 else GIVES_CHAIN
        return [Remark(gives, values={"count": count}, worth=-count)]

    return Game(
        name="dots-and-boxes",
        players=2,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        zero_sum=True,
        max_utility=rows * columns,
        utility_sum=0,
        distinct_actions=size.lines,
        evaluations=hooks.evaluations,
        hints=hooks.hints,
        notation=make_notation(size),
        view=View(
            board=make_board(size),
            places=make_places(size),
            ending=ending,
            reasons=reasons,
            from_cells=make_from_cells(size),
            player_names=tuple(NAMES),
            unit=BOXES,
        ),
    )
