"""Results of single searches in words: the value in the engine panel, and the reason of a hint."""

from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.game import Evaluation, Game, is_learned_file, path_of
from spielbaum.language import Translations
from spielbaum.players import parse_player
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.result import Kind, Number
from spielbaum.session import Session, Turn
from spielbaum.session.analysis import Scale
from spielbaum.web.live.live_game import Hint
from spielbaum.web.views.players import algorithm_name
from spielbaum.web.views.reasons import reason_sentences
from spielbaum.web.views.verdicts import certainty, line_of, words_of
from spielbaum.web.views.words import written_rows

FEW = 4
"""The number of following moves in a hint."""


def search_words(
    t: Translations, game: Game, mover: int, evaluation: str | None, *, value: Number, kind: Kind, depth: int
) -> str:
    """Return the value of a search for the player to move: ``+1.3 pawns (estimate, depth 8)``."""
    scale = Scale(game, mover, offered_evaluation(game, evaluation))
    line = line_of(scale, text="", value=value, kind=kind, depth=depth)
    return t("engine.verdict", verdict=words_of(t, scale, line), certainty=certainty(t, line))


def offered_evaluation(game: Game, name: str | None) -> Evaluation | None:
    """Return an evaluation by name; of those in Python files only one that the server was started with.

    Names may be those of a stored or imported game, which must not choose what the server runs.

    Raises
    ------
    SpielbaumError
        If there is no such evaluation.
    """
    if name is not None and name not in game.evaluations and path_of(name) and not is_learned_file(name):
        raise InputError(Message("{} is not offered here", name))
    return find_evaluation(game, name)


def evaluation_of(game: Game, turn: Turn) -> Evaluation | None:
    """Return the evaluation used by a turn's search; None if it no longer exists."""
    try:
        return offered_evaluation(game, parse_player(turn.player).evaluation)
    except SpielbaumError:
        return None


def searched_by(game: Game, turn: Turn) -> str:
    """Return the algorithm that searched for a turn; ``best`` depends on the game and on the limits."""
    try:
        spec = parse_player(turn.player)
        offered_evaluation(game, spec.evaluation)
        return spec.for_game(game).name
    except SpielbaumError:  # its evaluation or its book no longer exists
        return turn.player.partition("(")[0]


def turn_words(t: Translations, game: Game, turn: Turn) -> str:
    """Return the value of a move's search in words; empty for a move without a search."""
    if turn.value is None or turn.kind is None:
        return ""
    try:
        evaluation = parse_player(turn.player).evaluation
        return search_words(t, game, turn.seat, evaluation, value=turn.value, kind=turn.kind, depth=turn.depth or 0)
    except SpielbaumError:  # the evaluation no longer exists
        return ""


def played_here(t: Translations, game: Game, turn: Turn) -> str:
    """Return an engine's value of a position when it moved there; empty for a move without a search."""
    said = turn_words(t, game, turn)
    return said and t("why.played", algorithm=algorithm_name(t, searched_by(game, turn)), move=turn.text, verdict=said)


def hint_text(t: Translations, session: Session, hint: Hint) -> str:
    """Return a hint, with a reason if the search gives one."""
    if hint.found is None or hint.found.best is None:
        return t("hint.none")
    game, rows = session.game, written_rows(session.game, session.state, hint.found.rows, 1)
    line = rows[0]
    scale = Scale(game, session.mover, game.evaluation())
    key = "hint.reason" if line.outcome in ("win", "loss") else "hint.value"
    sentences = [t(key, move=line.action_text, verdict=words_of(t, scale, line), certainty=certainty(t, line))]
    sentences += filter(None, [reason_sentences(t, game, session.state, line, rows)])
    if len(line.pv_text) > 1:
        sentences.append(t("hint.line", line=" ".join(line.pv_text[1 : FEW + 1])))
    return " ".join(sentences)
