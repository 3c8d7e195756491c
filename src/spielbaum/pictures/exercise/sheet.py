"""The worksheet of an exercise and its solution: as SVG, as a printable page, and as Markdown."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import escape

from spielbaum.errors import UnknownNameError
from spielbaum.exercises.worksheet import SUM, Worksheet
from spielbaum.language import LANGUAGES
from spielbaum.pictures.exercise.words import Words, words_for
from spielbaum.pictures.svg.blocks import Block, beside, document, paragraph, rows, stacked, words
from spielbaum.pictures.svg.theme import FONT, LIGHT
from spielbaum.pictures.tree.node import TreeLook, plain_signs, player_glyph
from spielbaum.pictures.tree.svg import tree_block
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.core.result import value_text
from spielbaum.search.trace.record import TreeNode, TreeRecord

LEAST_WIDTH = 640
BLANK = "_____"

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
@page {{ size: A4 landscape; margin: 12mm; }}
body {{ font-family: {font}; max-width: 1100px; margin: 0 auto; padding: 12px; color: #000; background: #fff; }}
svg {{ display: block; width: 100%; height: auto; max-height: 175mm; }}
@media print {{ body {{ padding: 0; max-width: none; }} svg {{ print-color-adjust: exact; }} }}
</style>
</head>
<body>
{picture}</body>
</html>
"""


def sheet_svg(exercise: Worksheet, language: str = "en", *, solved: bool = False) -> str:
    """Return the worksheet, or the solution, as SVG.

    Parameters
    ----------
    exercise
        The exercise.
    language
        ``en`` or ``de``.
    solved
        Whether to return the solution.

    Raises
    ------
    UnknownNameError
        If there is no such language.
    """
    texts = words_of(language)
    record = exercise.solution if solved else exercise.sheet
    look = _look(exercise, record, solved)
    tree = tree_block(record.nodes, look)
    width = max(tree.width, LEAST_WIDTH)
    quiet = LIGHT["ink"]
    name = "" if solved else f"{texts.name}: {'_' * 24}"
    lines = _answer(exercise, texts, solved)
    head = stacked(
        [
            beside([words(_title(exercise, texts, solved), size=17, bold=True, align=0), words(name, align=0)], gap=40),
            paragraph(_task(exercise, texts), width, size=12, fill=quiet, align=0),
        ],
        gap=6,
        align=0,
    )
    foot = stacked([paragraph(line, width, size=12, fill=quiet, align=0) for line in lines], gap=3, align=0)
    signs = rows(list(_legend(exercise, look, texts)), width)
    return document(stacked([head, tree, signs, foot], gap=20, align=0), title=_title(exercise, texts, solved)) + "\n"


def sheet_html(exercise: Worksheet, language: str = "en", *, solved: bool = False) -> str:
    """Return the worksheet, or the solution, as a page that prints on one sheet of paper."""
    title = escape(_title(exercise, words_of(language), solved))
    picture = sheet_svg(exercise, language, solved=solved)
    return _PAGE.format(language=language, title=title, picture=picture, font=FONT)


def sheet_markdown(exercise: Worksheet, language: str = "en", *, solved: bool = False) -> str:
    """Return the worksheet, or the solution, as Markdown: the tree as a nested list."""
    texts = words_of(language)
    record = exercise.solution if solved else exercise.sheet
    answer = [line.replace("_", "\\_") for line in _answer(exercise, texts, solved)]
    head = [f"# {_title(exercise, texts, solved)}", _task(exercise, texts)]
    tree = "\n".join(_bullets(record, exercise, texts))
    return "\n\n".join([*head, tree, *answer]) + "\n"


def words_of(language: str) -> Words:
    """Return the words of a language.

    Raises
    ------
    UnknownNameError
        If there are none.
    """
    if language not in LANGUAGES:
        raise UnknownNameError("language", language, LANGUAGES)
    return words_for(language)


def _look(exercise: Worksheet, record: TreeRecord, solved: bool) -> TreeLook:
    look = TreeLook.of(record, exercise.game)
    if not solved:
        return replace(look, blank=True, windows=False, line=frozenset())
    line = look.line if exercise.window is None else frozenset()
    return replace(look, windows=not look.vectors, line=line)


def _title(exercise: Worksheet, texts: Words, solved: bool) -> str:
    title = f"{texts.number.format(seed=exercise.seed)}: {_named(exercise, texts.titles)}"
    return f"{title}. {texts.solution}" if solved else title


def _task(exercise: Worksheet, texts: Words) -> str:
    alpha, beta = exercise.window or (0, 0)
    task = texts.tasks["window" if exercise.window else "vector" if exercise.game.players > 2 else "number"]
    return task.format(algorithm=_named(exercise, texts.names), alpha=alpha, beta=beta, sum=SUM)


def _named(exercise: Worksheet, words: Mapping[str, str]) -> str:
    """Return the algorithm of an exercise in words, which its record knows where the language does not."""
    known = words.get(exercise.algorithm)
    if known is not None or exercise.window:
        return known or ""
    return parse_algorithm(exercise.algorithm).algorithm.title


def _answer(exercise: Worksheet, texts: Words, solved: bool) -> list[str]:
    record = exercise.record
    line = texts.answer if exercise.window is None else texts.window_answer
    if not solved:
        return [line.format(value=BLANK, action=BLANK)]
    return [
        line.format(value=value_text(record.value, record.nodes[0].bound), action=record.action),
        texts.counts.format(evaluated=record.evaluated_leaves, pruned=record.pruned_leaves),
    ]


def _mover(exercise: Worksheet, player: int, texts: Words) -> str:
    if exercise.game.players == 2:
        return ("MAX", "MIN")[player]
    return texts.player.format(name=exercise.game.player_name(player))


def _legend(exercise: Worksheet, look: TreeLook, texts: Words) -> Iterator[Block]:
    for player in range(exercise.game.players):
        yield beside([player_glyph(look, player), words(_mover(exercise, player, texts), size=11, align=0)], gap=6)


def _bullets(record: TreeRecord, exercise: Worksheet, texts: Words) -> Iterator[str]:
    """Return the tree as nested bullets, one line for each node."""
    children = record.children()
    waiting: list[tuple[TreeNode, int]] = [(record.nodes[0], 0)]
    while waiting:
        node, depth = waiting.pop()
        text = _bullet(node, exercise, texts)
        yield f"{'  ' * depth}- {f'~~{text}~~ ({texts.pruned})' if node.end == 'pruned' else text}"
        waiting += [(child, depth + 1) for child in reversed(children.get(node.id, []))]


def _bullet(node: TreeNode, exercise: Worksheet, texts: Words) -> str:
    action = "" if node.action is None else f"{node.action}: "
    if node.to_move is None:
        return f"{action}{value_text(node.value)}"
    value = "" if node.end == "pruned" else f", {texts.value} {_written(node)}"
    reason = f" ({plain_signs(node.reason or '')})" if node.end == "cut" else ""
    return f"{action}{_mover(exercise, node.to_move, texts)}{value}{reason}"


def _written(node: TreeNode) -> str:
    return BLANK.replace("_", "\\_") if node.value is None else value_text(node.value, node.bound)
