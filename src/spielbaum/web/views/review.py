"""A reviewed game: a graph of expected scores, a mark for every move, and the turning point."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.game import Game, State
from spielbaum.game.click_path import Clicks, after_clicks
from spielbaum.game.notation import format_action
from spielbaum.language import Translations
from spielbaum.pictures import Look
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.session.analysis import PositionAnalysis
from spielbaum.session.review import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    Mark,
    ReviewedMove,
    review_move,
    shares_at_end,
    turning_point,
)
from spielbaum.web.live.reviewing import PlayedGame
from spielbaum.web.views.boards import as_buttons, board_picture
from spielbaum.web.views.moves import Touch
from spielbaum.web.views.players import in_turn, player_name
from spielbaum.web.views.reasons import reason_sentences
from spielbaum.web.views.words import written_move, written_rows

WIDTH, HEIGHT = 600, 180
"""The size of the graph in its own units."""

MARKS: tuple[Mark, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
"""The marks that are counted: a forced move says nothing."""

FAULTS = MARKS[2:]
"""The marks of moves that can be tried again."""

MOODS = {"best": "win", "good": "good", "inaccuracy": "even", "mistake": "bad", "blunder": "loss"}
"""The colours of marks."""

SIGNS = {"best": "", "good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The symbols of chess annotation."""

MOST_LISTED = 400
"""The most moves that are listed beside the board."""

Address = Callable[[int], str]


def review_page(
    t: Translations,
    played: PlayedGame,
    moves: Sequence[ReviewedMove],
    *,
    over: bool,
    shown: int,
    address: Address,
    retry: Address | None = None,
) -> dict[str, Any]:
    """Return the template context of a complete or partial review.

    The board shows the ply ``shown``; ``address`` maps a ply to the URL of its page, and ``retry`` to that on which its
    move is tried again.
    """
    game, plies = played.game, len(played.actions)
    done = len(moves) == plies
    return {
        "sentence": "",
        "done": len(moves),
        "plies": plies,
        "complete": done,
        "note": t(
            "review.searched",
            seconds=played.seconds,
            inaccuracy=round(100 * INACCURACY),
            mistake=round(100 * MISTAKE),
            blunder=round(100 * BLUNDER),
        ),
        "graph": _graph(t, played, moves, over=over and done, shown=shown, address=address),
        "moves": [_row(t, played, number, move, shown, address, retry) for number, move in enumerate(moves, 1)],
        "players": _players(t, game, moves) if done else [],
        "turn": _turn(t, played, moves, address, retry) if done else None,
        "marks": MARKS,
    }


def _graph(
    t: Translations, played: PlayedGame, moves: Sequence[ReviewedMove], *, over: bool, shown: int, address: Address
) -> dict[str, Any]:
    """Return a line per player, and a point per position with its title and URL."""
    game, plies = played.game, len(played.actions)
    shares, duel = [move.shares for move in moves], game.is_duel
    if over:
        shares.append(shares_at_end(game, played.states[-1]))
    elif duel and len(moves) == plies and moves[-1].loss is not None:
        shares.append(_after(moves[-1]))
    columns = [WIDTH * ply / max(1, plies) for ply in range(plies + 1)]
    lines = [
        {
            "name": player_name(t, game, seat),
            "colour": player_colour(game, seat),
            "points": " ".join(f"{columns[ply]:.1f},{HEIGHT * (1 - one[seat]):.1f}" for ply, one in enumerate(shares)),
        }
        for seat in ((0,) if duel else in_turn(game))
    ]
    points = [
        {
            "ply": ply,
            "x": f"{columns[ply]:.1f}",
            "y": f"{HEIGHT * (1 - one[_told(game, moves, ply)]):.1f}",
            "mood": MOODS[moves[ply - 1].mark or ""] if ply and moves[ply - 1].mark in FAULTS else "",
            "title": _point_title(t, played, moves, ply, one),
            "address": address(ply),
        }
        for ply, one in enumerate(shares)
    ]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "even": f"{HEIGHT * (1 - 1 / game.players):.1f}",
        "lines": lines,
        "points": points,
        "shown": f"{columns[min(shown, plies)]:.1f}",
        "label": t("review.graph-of-one", player=lines[0]["name"]) if duel else t("review.graph"),
    }


def _after(move: ReviewedMove) -> tuple[float, ...]:
    """Return the expected shares of two players after a move, from the search of the position before it."""
    own = move.shares[move.seat] - (move.loss or 0.0)
    return (own, 1 - own) if move.seat == 0 else (1 - own, own)


def _told(game: Game, moves: Sequence[ReviewedMove], ply: int) -> int:
    """Return the player whose line has the point of a ply: the first if there is one line, else the last mover."""
    return 0 if game.is_duel or not ply else moves[ply - 1].seat


def _point_title(
    t: Translations, played: PlayedGame, moves: Sequence[ReviewedMove], ply: int, shares: Sequence[float]
) -> str:
    game = played.game
    parts = ", ".join(f"{player_name(t, game, seat)} {_per_cent(t, share)}" for seat, share in enumerate(shares))
    if not ply:
        return t("review.start-point", shares=parts)
    move = moves[ply - 1]
    mark = t(f"review.{move.mark}") if move.mark else t("review.unsearched")
    written = written_move(game, played.states[ply - 1], move.text)
    return t("review.point", ply=ply, move=written, mark=mark, shares=parts)


def _row(
    t: Translations,
    played: PlayedGame,
    number: int,
    move: ReviewedMove,
    shown: int,
    address: Address,
    retry: Address | None,
) -> dict[str, Any]:
    game, before, mark = played.game, played.states[number - 1], move.mark
    return {
        "ply": number,
        "name": player_name(t, game, move.seat),
        "colour": player_colour(game, move.seat),
        "text": written_move(game, before, move.text),
        "mood": MOODS.get(mark or "", ""),
        "sign": SIGNS.get(mark or "", ""),
        "called": t(f"review.{mark}") if mark else t("review.unsearched"),
        "better": "" if move.best == move.text else written_move(game, before, move.best),
        "loss": _per_cent(t, move.loss) if move.loss and mark not in ("best", "forced", None) else "",
        "certainty": _certainty(t, move),
        "current": number == shown,
        "address": address(number),
        "retry": retry(number) if retry and mark in FAULTS else "",
    }


def _certainty(t: Translations, move: ReviewedMove) -> str:
    """Return how sure a mark is; empty for the only move, and after simulations, which have no depth."""
    if move.forced or not (move.proven or move.depth):
        return ""
    return t("review.proven") if move.proven else t("review.depth", depth=move.depth)


def _players(t: Translations, game: Game, moves: Sequence[ReviewedMove]) -> list[dict[str, Any]]:
    """Return the number of each player's moves per mark, and their mean loss."""
    found = []
    for seat in in_turn(game):
        own = [move for move in moves if move.seat == seat]
        counts = Counter(move.mark for move in own)
        losses = [move.loss for move in own if move.loss is not None and not move.forced]
        mean = sum(losses) / len(losses) if losses else 0.0
        found.append(
            {
                "name": player_name(t, game, seat),
                "colour": player_colour(game, seat),
                "counts": [t.number(counts[mark]) for mark in MARKS],
                "mean": t("review.per-cent", share=t.number(round(100 * mean, 1))),
            }
        )
    return found


def _turn(
    t: Translations, played: PlayedGame, moves: Sequence[ReviewedMove], address: Address, retry: Address | None
) -> dict[str, str]:
    """Return the turning point of the game as a sentence with links."""
    number = turning_point(moves)
    if number is None:
        return {"sentence": t("review.no-turn"), "address": "", "retry": ""}
    move, before = moves[number], played.states[number]
    sentence = t(
        "review.turn",
        ply=number + 1,
        move=written_move(played.game, before, move.text),
        player=player_name(t, played.game, move.seat),
        points=round(100 * (move.loss or 0.0)),
        better=written_move(played.game, before, move.best),
    )
    return {"sentence": sentence, "address": address(number + 1), "retry": retry(number + 1) if retry else ""}


def retry_page(
    t: Translations,
    played: PlayedGame,
    moves: Sequence[ReviewedMove],
    ply: int,
    found: PositionAnalysis,
    touch: Touch,
    *,
    helped: bool,
    flipped: bool,
) -> dict[str, Any]:
    """Return the template context of a mistake that is tried again: the board, and the verdict on the new move.

    Parameters
    ----------
    t, played, moves
        The messages, the game, and its reviewed moves.
    ply
        The number of the mistake, from 1.
    found
        The analysis of the position before it.
    touch
        The touched places, or the new move.
    helped
        Whether the best move was shown on request.
    flipped
        Whether the board is flipped.
    """
    game, state, mistake = played.game, played.states[ply - 1], moves[ply - 1]
    tried = None if touch.action is None else format_action(game, state, touch.action)
    judged = None if tried is None else review_move(game, state, tried, found.rows)
    solved = judged is not None and judged.mark in ("best", "good", "forced")
    clicks = Clicks((), ()) if solved else after_clicks(game, state, touch.chosen)
    shown = game.result(state, touch.action) if solved else state
    before = state if solved else played.states[ply - 2] if ply > 1 else None
    look = Look(
        before=before,
        targets=clicks.targets,
        chosen=tuple(touch.chosen),
        flipped=flipped,
        attributes=as_buttons,
    )
    listed = clicks.actions if len(clicks.actions) > 1 else list(game.actions(state))
    played_text = written_move(game, state, mistake.text)
    others = [number for number, move in enumerate(moves, 1) if move.mark in FAULTS and move.seat == mistake.seat]
    return {
        "board": board_picture(t, game, shown, look),
        "chosen": " ".join(touch.chosen),
        "task": t("retry.task", player=player_name(t, game, mistake.seat), move=played_text),
        "verdict": "" if judged is None else _retried(t, game, state, mistake, judged, found, helped=helped),
        "solved": solved,
        "state": "" if judged is None else "right" if solved else "wrong",
        "moves": [] if solved else [format_action(game, state, action) for action in listed[:MOST_LISTED]],
        "several": len(clicks.actions) > 1,
        "next": next((number for number in others if number > ply), None),
        "count": (others.index(ply) + 1 if ply in others else 1, max(1, len(others))),
    }


def _retried(
    t: Translations,
    game: Game,
    state: State,
    mistake: ReviewedMove,
    judged: ReviewedMove,
    found: PositionAnalysis,
    *,
    helped: bool,
) -> str:
    """Return the verdict on a move instead of a mistake."""
    place = [row.action_text for row in found.rows].index(judged.text)
    rows = written_rows(game, state, found.rows, 0, judged.text)
    move, because = written_move(game, state, judged.text), reason_sentences(t, game, state, rows[place], rows)
    because = because and f" {because}"
    if helped:
        return t("retry.shown", move=move, because=because)
    if judged.text == mistake.text:
        return t("retry.same", move=move)
    if judged.mark in ("best", "forced"):
        return t("retry.best", move=move, because=because)
    points = round(100 * (judged.loss or 0.0))
    key = "wrong" if judged.mark != "good" else "good-one" if points == 1 else "good"
    return t(f"retry.{key}", move=move, points=points, because=because)


def _per_cent(t: Translations, share: float) -> str:
    return t("review.per-cent", share=t.number(round(100 * share)))
