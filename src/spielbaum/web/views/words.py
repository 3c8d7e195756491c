"""The texts of a game in the language of the page: its rules, its endings, and remarks on moves."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from inspect import cleandoc
from typing import Any

from spielbaum.game import NULL_MOVE, Game, Remark, State
from spielbaum.game.endings import ending_of, remark_on
from spielbaum.game.notation import parse_action
from spielbaum.language import Translations
from spielbaum.registry import docstring_of, rules_file
from spielbaum.search.driver.action_values import ActionLine

MOST_WRITTEN = 8
"""The most moves of a line that are written so, unless it is picked."""


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of rules; ``drawn`` if its line breaks are kept, as in a board drawn as text."""

    text: str
    drawn: bool = False


@dataclass(frozen=True)
class Rules:
    """The rules of a game; ``foreign`` if they are in English and the page is not."""

    paragraphs: tuple[Paragraph, ...]
    foreign: bool


def rules_of(t: Translations, game: Game) -> Rules:
    """Return the rules of a built-in game, or the docstring of a game file."""
    path = rules_file(game, t.language)
    text = path.read_text(encoding="utf-8") if path else docstring_of(game)
    return Rules(tuple(_paragraphs(text)), foreign=path is None and t.language != "en")


def _paragraphs(text: str) -> list[Paragraph]:
    found: list[Paragraph] = []
    for block in re.split(r"\n[ \t]*\n", text.strip("\n")):
        drawn = block.startswith((" ", "\t"))
        if drawn and found and found[-1].drawn:
            found[-1] = Paragraph(f"{found[-1].text}\n\n{cleandoc(block)}", drawn=True)
        elif drawn:
            found.append(Paragraph(cleandoc(f"\n{block}"), drawn=True))
        elif words := " ".join(block.split()).replace("``", "").replace("::", ":"):
            found.append(Paragraph(words))
    return found


def remark_words(t: Translations, remark: Remark) -> str:
    """Return a remark in the language of the page if it is translated, with numbers in its format."""

    def shown(value: Any) -> str:
        if isinstance(value, tuple):
            return " : ".join(map(shown, value))
        return t.number(round(value, 3) if isinstance(value, float) else value) if _is_number(value) else str(value)

    text = t.sentences.get(remark.text, remark.text)
    return text.format_map({name: shown(value) for name, value in remark.values.items()}) if remark.values else text


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@lru_cache(4096)
def written_move(game: Game, state: State, text: str) -> str:
    """Return a move as people write it, such as SAN; by default its notation."""
    write = game.view.move_text
    return text if write is None else write(state, parse_action(game, state, text))


def written_rows(
    game: Game, state: State, rows: Sequence[ActionLine], lines: int, picked: str = ""
) -> tuple[ActionLine, ...]:
    """Return rows with moves as people write them; the lines of some first rows, and of a picked move, too."""
    write = game.view.move_text
    if write is None:
        return tuple(rows)
    found = []
    for number, row in enumerate(rows):
        before, texts = state, list(row.pv_text)
        wanted = len(row.pv) if row.action_text == picked else MOST_WRITTEN if number < lines else 1
        for ply, action in enumerate(row.pv[:wanted]):
            if action == NULL_MOVE:
                break
            texts[ply] = write(before, action)
            before = game.result(before, action)
        found.append(replace(row, action_text=texts[0], pv_text=tuple(texts)))
    return tuple(found)


def with_reason(t: Translations, result: str, ending: Remark | None) -> str:
    """Return the result of a game with its reason: ``Blue has won: checkmate``."""
    return result if ending is None else t("status.because", result=result, reason=remark_words(t, ending))


def ending_at(game: Game, state: State) -> Remark | None:
    """Return the remark on the end of a game; None if the state is not terminal."""
    return ending_of(game, state) if game.is_terminal(state) else None


def sentence_on(t: Translations, game: Game, state: State, move: str) -> str:
    """Return the remark of a game on a move as a sentence; empty if there is none."""
    remark = remark_on(game, state, parse_action(game, state, move)) if game.view.remark else None
    words = "" if remark is None else remark_words(t, remark)
    return words and f"{words[0].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"
