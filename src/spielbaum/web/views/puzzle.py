"""The page of a puzzle: the board, the meaning of a click, and the verdict on a move."""

from collections.abc import Mapping
from typing import Any

from spielbaum.game.click_path import Clicks, after_clicks
from spielbaum.game.notation import format_action, format_state, parse_action
from spielbaum.pictures import Look
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.web.exercises.puzzle import Puzzle
from spielbaum.web.http.translations import Translations
from spielbaum.web.views.boards import board_picture
from spielbaum.web.views.moves import Touch, touched
from spielbaum.web.views.players import player_name

ANSWERS = ("chosen", "place", "action", "solve")
"""The fields of an answer: the places clicked before and now, or the move as text, or a request for the solution."""


def tried(puzzle: Puzzle, fields: Mapping[str, str]) -> Touch:
    """Return the meaning of an answer.

    Raises
    ------
    InputError
        If the move is illegal.
    """
    if fields.get("solve"):
        return Touch(puzzle.solution.action)
    if fields.get("action"):
        return Touch(parse_action(puzzle.game, puzzle.state, fields["action"]))
    if not fields.get("place"):
        return Touch()
    return touched(puzzle.game, puzzle.state, fields.get("chosen", "").split(), fields["place"])


def puzzle_view(t: Translations, puzzle: Puzzle, fields: Mapping[str, str]) -> dict[str, Any]:
    """Return the template context of a puzzle and the answer in the fields of its form."""
    game, state = puzzle.game, puzzle.state
    action, chosen, _ = tried(puzzle, fields)
    solved = action is not None and action == puzzle.solution.action
    clicks = Clicks((), ()) if solved else after_clicks(game, state, chosen)
    shown = state if action is None or not solved else game.result(state, action)
    look = Look(before=state if solved else None, targets=clicks.targets, chosen=tuple(chosen), attributes=_as_buttons)
    listed = clicks.actions if len(clicks.actions) > 1 else [line.action for line in puzzle.lines]
    return {
        "board": board_picture(t, game, shown, look),
        "chosen": " ".join(chosen),
        "task": t("puzzle.task", player=player_name(t, game, game.to_move(state))),
        "verdict": "" if action is None else _verdict(t, puzzle.line_of(action)),
        "state": "" if action is None else "right" if solved else "wrong",
        "moves": [] if solved else [format_action(game, state, one) for one in listed],
        "several": len(clicks.actions) > 1,
        "position": format_state(game, state),
    }


def _as_buttons(_name: str) -> Mapping[str, str]:
    return {"role": "button", "tabindex": "0", "focusable": "true"}


def _verdict(t: Translations, line: ActionLine) -> str:
    """Return the outcome of a move and its principal variation."""
    timed = line.distance if line.distance_exact else None
    outcome = t(
        f"puzzle.{line.outcome}{'' if timed is None else '-in'}",
        move=line.action_text,
        plies=0 if timed is None else timed,
    )
    answer = t("puzzle.line", line=" ".join(line.pv_text)) if len(line.pv_text) > 1 else ""
    wrong = "" if line.outcome == "win" else t("puzzle.again")
    return " ".join(filter(None, (outcome, answer, wrong)))
