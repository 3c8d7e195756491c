"""The principal variation of a move, which can be stepped through on the board."""

from collections.abc import Callable
from typing import Any

from spielbaum.game import NULL_MOVE, Game, State
from spielbaum.game.click_path import click_path_of
from spielbaum.game.notation import after
from spielbaum.language import Translations
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.web.views.players import player_name


def shown_line(
    t: Translations, game: Game, state: State, row: ActionLine, step: int, address: Callable[[int], Any]
) -> dict[str, Any]:
    """Return the context of a line: its moves, links to the positions after them, and the position that is shown.

    It begins in ``state`` with the move of ``row``; ``step`` of its moves are shown. ``address`` maps a step to a URL.
    """
    states, steps, step = [state], [], min(step, len(row.pv))
    for number, (action, text) in enumerate(zip(row.pv, row.pv_text, strict=True), 1):
        player = game.to_move(states[-1])
        steps.append(
            {
                "text": text,
                "address": address(number),
                "current": number == step,
                "path": "" if action == NULL_MOVE else " ".join(click_path_of(game, states[-1], action)),
                "name": player_name(t, game, player),
                "colour": player_colour(game, player),
            }
        )
        states.append(after(game, states[-1], action))
    return {
        "steps": steps,
        "browse": [
            (name, None if goal is None else address(goal), sign) for name, goal, sign in browse(step, len(steps))
        ],
        "step": step,
        "caption": t("line.after", step=step, count=len(steps)) if step else "",
        "state": states[step],
        "before": states[step - 1] if step else None,
    }


def browse(place: int, last: int, first: int = 0) -> list[tuple[str, int | None, str]]:
    """Return the links from a place in a game, line or list to others: name, goal (None if there is none), symbol.

    Examples
    --------
    >>> browse(0, 2)
    [('first', None, '⇤'), ('back', None, '←'), ('forward', 1, '→'), ('last', 2, '⇥')]
    """
    back, forward = place > first, place < last
    return [
        ("first", first if back else None, "⇤"),
        ("back", place - 1 if back else None, "←"),
        ("forward", place + 1 if forward else None, "→"),
        ("last", last if forward else None, "⇥"),
    ]
