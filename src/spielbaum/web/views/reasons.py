"""The reasons for the value of a move, in the language of the page."""

from collections.abc import Sequence

from spielbaum.game import Game, State
from spielbaum.language import Translations
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.session.reasons import Reason, reasons_for
from spielbaum.web.views.words import remark_words


def reason_words(t: Translations, game: Game, state: State, row: ActionLine, rows: Sequence[ActionLine]) -> str:
    """Return the reasons for the value of a move: ``blocks 3 in a row; allows 5, which …``; empty without any."""
    return "; ".join(_words(t, reason) for reason in reasons_for(game, state, row, rows))


def reason_sentences(t: Translations, game: Game, state: State, row: ActionLine, rows: Sequence[ActionLine]) -> str:
    """Return the same as sentences: ``It blocks 3 in a row. After 4, 2 completes 3 in a row.``; empty without any."""
    said = []
    for reason in reasons_for(game, state, row, rows):
        words = _words(t, reason)
        line_first = reason.kind in ("then", "later")
        said.append(f"{words[0].upper()}{words[1:]}." if line_first else t("reason.it", reason=words))
    return " ".join(said)


def _words(t: Translations, reason: Reason) -> str:
    what = remark_words(t, reason.remark) if reason.remark else ""
    terms = ", ".join(t.named("feature", name, name.replace("-", " ")) for name in reason.terms)
    count, others = (*reason.numbers, 0, 0)[:2]
    line = " ".join(reason.line)
    return t(f"reason.{reason.kind}", what=what, terms=terms, move=reason.move, line=line, count=count, others=others)
