"""The page of a puzzle: the board, the meaning of a click, the verdict on a move, and what was played."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from spielbaum.errors import InputError, Message
from spielbaum.exercises.puzzle import Puzzle, Stage, best_line
from spielbaum.game import Action
from spielbaum.game.click_path import Clicks, after_clicks
from spielbaum.game.notation import format_action, format_state, parse_action
from spielbaum.language import Translations
from spielbaum.pictures import Look
from spielbaum.web.views.boards import as_buttons, board_picture
from spielbaum.web.views.moves import Touch, touched
from spielbaum.web.views.players import player_name
from spielbaum.web.views.words import ending_at

ANSWERS = ("chosen", "place", "action", "solve")
"""The fields of an answer: the places clicked before and now, or the move as text, or a request for the move."""

SEPARATOR = ";"
"""Stands between the moves of a line."""

MOST_MOVES = 200


class Progress(NamedTuple):
    """What was found so far: whether this puzzle was missed once, and how many were solved before in a row."""

    missed: bool
    streak: int


def read_line(puzzle: Puzzle, text: str) -> tuple[Action, ...]:
    """Return the moves of a line, from the first position of a puzzle on.

    Raises
    ------
    InputError
        If one of them is illegal.
    """
    state, played = puzzle.state, []
    for word in filter(None, text.split(SEPARATOR)[:MOST_MOVES]):
        if puzzle.game.is_terminal(state):
            raise InputError(Message("the game is over before {!r}", word))
        played.append(parse_action(puzzle.game, state, word))
        state = puzzle.game.result(state, played[-1])
    return tuple(played)


def tried(puzzle: Puzzle, stage: Stage, fields: Mapping[str, str]) -> Touch:
    """Return the meaning of an answer.

    Raises
    ------
    InputError
        If the move is illegal.
    """
    if stage.is_won:
        return Touch()
    if fields.get("solve"):
        return Touch(best_line(stage.lines).action)
    if fields.get("action"):
        return Touch(parse_action(puzzle.game, stage.state, fields["action"]))
    if not fields.get("place"):
        return Touch()
    return touched(puzzle.game, stage.state, fields.get("chosen", "").split(), fields["place"])


def puzzle_view(
    t: Translations,
    puzzle: Puzzle,
    stage: Stage,
    touch: Touch,
    after: Stage | None,
    progress: Progress,
    *,
    helped: bool,
) -> dict[str, Any]:
    """Return the template context of a puzzle, with the verdict on a move.

    Parameters
    ----------
    t, puzzle, stage
        The messages, the puzzle, and the position that was answered.
    touch
        The answer.
    after
        The position that it led to; None unless it wins.
    progress
        What was found before.
    helped
        Whether the move was shown on request.
    """
    game, player = puzzle.game, puzzle.game.to_move(puzzle.state)
    now = after or stage
    is_wrong = touch.action is not None and after is None
    missed = progress.missed or helped or is_wrong
    solved = now.is_won
    clicks = Clicks((), ()) if solved else after_clicks(game, now.state, touch.chosen)
    before = now.before if now.played else None
    ending = ending_at(game, now.state)
    look = Look(
        before=before,
        targets=clicks.targets,
        chosen=tuple(touch.chosen),
        ringed=ending.cells if ending else (),
        attributes=as_buttons,
    )
    listed = clicks.actions if len(clicks.actions) > 1 else [line.action for line in now.lines]
    wrong = format_action(game, stage.state, touch.action) if is_wrong and touch.action is not None else ""
    return {
        "board": board_picture(t, game, now.state, look),
        "chosen": " ".join(touch.chosen),
        "task": t("puzzle.task", player=player_name(t, game, player)),
        "verdict": _verdict(t, puzzle, stage, touch, after, missed=missed, helped=helped),
        "state": "wrong" if is_wrong else "right" if solved else "open" if touch.action is not None else "",
        "wrong": wrong,
        "solved": solved,
        "moves": [] if solved else [format_action(game, now.state, one) for one in listed],
        "several": len(clicks.actions) > 1,
        "position": format_state(game, puzzle.state),
        "line": SEPARATOR.join(_texts(puzzle, now.played)),
        "played": _texts(puzzle, now.played),
        "missed": missed,
        "streak": 0 if missed else progress.streak + solved,
        "level": puzzle.level,
        "difficulty": _difficulty(t, puzzle),
    }


def _texts(puzzle: Puzzle, played: Sequence[Action]) -> list[str]:
    state, texts = puzzle.state, []
    for action in played:
        texts.append(str(format_action(puzzle.game, state, action)))
        state = puzzle.game.result(state, action)
    return texts


def _difficulty(t: Translations, puzzle: Puzzle) -> str:
    """Return what was measured: the moves to the win, and the traps."""
    plies = puzzle.solution.distance
    found = [] if plies is None else [_counted(t, "moves", (plies + 1) // 2)]
    return ", ".join([*found, _counted(t, "traps", puzzle.traps)])


def _counted(t: Translations, what: str, count: int) -> str:
    return t(f"puzzle.{what}-{'none' if not count else 'one' if count == 1 else 'many'}", count=count)


def _verdict(
    t: Translations, puzzle: Puzzle, stage: Stage, touch: Touch, after: Stage | None, *, missed: bool, helped: bool
) -> str:
    """Return the verdict on a move, which never tells the solution."""
    if touch.action is None:
        return ""
    game, line = puzzle.game, stage.line_of(touch.action)
    if after is None:
        return t(f"puzzle.wrong-{line.outcome}", move=line.action_text)
    praise = t("puzzle.shown", move=line.action_text) if helped else t("puzzle.praise")
    replies = _texts(puzzle, after.played)[len(stage.played) + 1 :]
    if after.is_won:
        end = t("puzzle.forced", moves=" ".join(replies)) if replies else t("puzzle.solved")
        return f"{praise} {end}{'' if missed else ' ' + t('puzzle.first')}"
    if not replies:
        return f"{praise} {t('puzzle.again')}"
    other = player_name(t, game, game.to_move(game.result(stage.state, touch.action)))
    return f"{praise} {t('puzzle.reply', player=other, moves=' '.join(replies))}"
