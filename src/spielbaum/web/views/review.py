"""A reviewed game: a graph of expected scores, a mark for every move, and the turning point."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.game import Game
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.session.review import BLUNDER, INACCURACY, MISTAKE, Mark, ReviewedMove, shares_at_end, turning_point
from spielbaum.web.http.translations import Translations
from spielbaum.web.live.reviewing import PlayedGame
from spielbaum.web.views.players import in_turn, player_name

WIDTH, HEIGHT = 600, 180
"""The size of the graph in its own units."""

MARKS: tuple[Mark, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")

MOODS = {"best": "win", "good": "good", "inaccuracy": "even", "mistake": "bad", "blunder": "loss"}
"""The colours of marks."""

SIGNS = {"best": "", "good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The symbols of chess annotation."""

Address = Callable[[int], str]


def review_page(
    t: Translations, played: PlayedGame, moves: Sequence[ReviewedMove], *, over: bool, shown: int, address: Address
) -> dict[str, Any]:
    """Return the template context of a complete or partial review.

    The board shows the ply ``shown``; ``address`` maps a ply to the URL of its page.
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
        "moves": [_row(t, game, number, move, shown, address) for number, move in enumerate(moves, 1)],
        "players": _players(t, game, moves) if done else [],
        "turn": _turn(t, game, moves, address) if done else None,
        "marks": MARKS,
    }


def _graph(
    t: Translations, played: PlayedGame, moves: Sequence[ReviewedMove], *, over: bool, shown: int, address: Address
) -> dict[str, Any]:
    """Return a line per player, and a point per position with its title and URL."""
    game, plies = played.game, len(played.actions)
    shares = [move.shares for move in moves]
    if over:
        shares.append(shares_at_end(game, played.states[-1]))
    duel = game.is_duel
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
            "mood": MOODS[moves[ply - 1].mark or ""] if ply and moves[ply - 1].mark in MARKS[2:] else "",
            "title": _point_title(t, game, moves, ply, one),
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


def _told(game: Game, moves: Sequence[ReviewedMove], ply: int) -> int:
    """Return the player whose line has the point of a ply: the first if there is one line, else the last mover."""
    return 0 if game.is_duel or not ply else moves[ply - 1].seat


def _point_title(t: Translations, game: Game, moves: Sequence[ReviewedMove], ply: int, shares: Sequence[float]) -> str:
    parts = ", ".join(f"{player_name(t, game, seat)} {_per_cent(t, share)}" for seat, share in enumerate(shares))
    if not ply:
        return t("review.start-point", shares=parts)
    move = moves[ply - 1]
    mark = t(f"review.{move.mark}") if move.mark else t("review.unsearched")
    return t("review.point", ply=ply, move=move.text, mark=mark, shares=parts)


def _row(t: Translations, game: Game, number: int, move: ReviewedMove, shown: int, address: Address) -> dict[str, Any]:
    return {
        "ply": number,
        "name": player_name(t, game, move.seat),
        "colour": player_colour(game, move.seat),
        "text": move.text,
        "mood": MOODS.get(move.mark or "", ""),
        "sign": SIGNS.get(move.mark or "", ""),
        "called": t(f"review.{move.mark}") if move.mark else t("review.unsearched"),
        "better": "" if move.best == move.text else move.best,
        "loss": _per_cent(t, move.loss) if move.loss and move.mark not in ("best", None) else "",
        "certainty": t("review.proven") if move.proven else t("review.depth", depth=move.depth),
        "current": number == shown,
        "address": address(number),
    }


def _players(t: Translations, game: Game, moves: Sequence[ReviewedMove]) -> list[dict[str, Any]]:
    """Return the number of each player's moves per mark, and their mean loss."""
    found = []
    for seat in in_turn(game):
        own = [move for move in moves if move.seat == seat]
        counts = Counter(move.mark for move in own)
        losses = [move.loss for move in own if move.loss is not None]
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


def _turn(t: Translations, game: Game, moves: Sequence[ReviewedMove], address: Address) -> dict[str, str]:
    """Return the turning point of the game as a sentence with a link."""
    number = turning_point(moves)
    if number is None:
        return {"sentence": t("review.no-turn"), "address": "", "link": ""}
    move = moves[number]
    loss, player = _per_cent(t, move.loss or 0.0), player_name(t, game, move.seat)
    sentence = t("review.turn", ply=number + 1, move=move.text, player=player, loss=loss, better=move.best)
    return {"sentence": sentence, "address": address(number + 1), "link": t("review.go-there")}


def _per_cent(t: Translations, share: float) -> str:
    return t("review.per-cent", share=t.number(round(100 * share)))
