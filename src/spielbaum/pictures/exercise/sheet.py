"""A worksheet and its solution: the texts, the picture, the fields for answers; as SVG and as Markdown."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from spielbaum.errors import UnknownNameError
from spielbaum.exercises.answers import Answers
from spielbaum.exercises.estimates import Estimates
from spielbaum.exercises.exercise import Exercise, algorithm_of, has_cuts
from spielbaum.exercises.marking import solution_of
from spielbaum.exercises.values import inner_nodes
from spielbaum.exercises.worksheet import sheet_record, solution_record
from spielbaum.exercises.written import players_of
from spielbaum.game import Cell, Game, State
from spielbaum.game.notation import format_state
from spielbaum.game.text_board import board_text, cell_text
from spielbaum.language import LANGUAGES, Translations, translations_for
from spielbaum.pictures.board.board import draw_board
from spielbaum.pictures.latex import escaped
from spielbaum.pictures.svg.blocks import EMPTY, Block, beside, document, paragraph, picture, rows, stacked, words
from spielbaum.pictures.svg.theme import LIGHT
from spielbaum.pictures.tree.node import TreeLook, plain_signs, player_glyph
from spielbaum.pictures.tree.svg import tree_block
from spielbaum.pictures.tree.tikz import tree_tikz
from spielbaum.search.core.result import value_text
from spielbaum.search.trace.record import TreeNode, TreeRecord

LEAST_WIDTH, MOST_WIDTH = 640, 900
MOST_FEATURES = 8
"""The most features of an evaluation that the task names."""

BOARD, SQUARE = 150, 6
"""The size of boards, in pixels, and of a square in LaTeX, in millimetres."""

BLANK = "_____"


class Field(NamedTuple):
    """A field for an answer, with the name that it has in a form, and a label."""

    name: str
    label: str


@dataclass(frozen=True)
class Sheet(ABC):
    """A worksheet in a language.

    Attributes
    ----------
    t
        The texts of the language.
    """

    t: Translations

    @property
    @abstractmethod
    def number(self) -> int | None:
        """Its number; None if there is one only."""

    @property
    @abstractmethod
    def subject(self) -> str:
        """What is practised."""

    @property
    @abstractmethod
    def task(self) -> str:
        """What is to be done."""

    @property
    @abstractmethod
    def answers(self) -> Answers:
        """The right answers."""

    @property
    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """The fields for answers."""

    @property
    def blanks(self) -> list[str]:
        """The lines below the picture, with blanks for answers."""
        return []

    @property
    def results(self) -> list[str]:
        """The lines below the picture of the solution."""
        return []

    @abstractmethod
    def drawn(self, *, solved: bool, wrong: Mapping[str, str] = MappingProxyType({})) -> Block:
        """Return the picture; ``wrong`` are answers that are shown with a cross."""

    @abstractmethod
    def latex(self, *, solved: bool) -> str:
        """Return the picture as LaTeX."""

    @abstractmethod
    def bullets(self, *, solved: bool) -> Iterator[str]:
        """Yield the picture as lines of Markdown."""

    def title(self, *, solved: bool = False) -> str:
        """Return the title."""
        title = self.subject
        if self.number is not None:
            title = f"{self.t('sheet.number', seed=str(self.number))}: {title}"
        return f"{title}. {self.t('sheet.solution')}" if solved else title


@dataclass(frozen=True)
class TreeSheet(Sheet):
    """A worksheet on a tree."""

    exercise: Exercise

    @property
    def number(self) -> int | None:
        """Its number; None if there is one only."""
        return self.exercise.seed

    @property
    def subject(self) -> str:
        """The algorithm, as a title."""
        return self._named("titles")

    @property
    def task(self) -> str:
        """What is to be done."""
        exercise, game = self.exercise, self.exercise.search.game
        algorithm = algorithm_of(exercise.algorithm)
        alpha, beta = exercise.window or (0, 0)
        values = {"algorithm": self._named("names"), "alpha": alpha, "beta": beta}
        if not players_of(exercise.root):
            plain = "negamax" if exercise.search.for_mover else "minimax"
            cuts = "negamax-cuts" if exercise.search.for_mover else "number"
            return self.t(
                f"sheet.tasks.{'window' if exercise.window else cuts if algorithm.prunes else plain}", **values
            )
        same = game.utility_sum if game.utility_sum is not None else game.max_utility_sum
        facts = {"last": game.players - 1, "sum": same or 0, "most": game.max_utility or 0}
        kinds = {"paranoid": "paranoid", "hypermax": "hypermax"}
        of_own = "other" if exercise.rule != "own" else "vector" if has_cuts(self.exercise.algorithm) else "max-n"
        kind = kinds.get(algorithm.name, of_own)
        sentences = [self.t(f"sheet.tasks.{kind}", **values, **facts)]
        if kind == "hypermax" and game.utility_sum != 0:
            sentences.append(self.t("sheet.mean"))
        if kind == "vector":
            of_sum = "same-sum" if game.utility_sum is not None else "most-sum"
            sentences.append(self.t(f"sheet.{of_sum}", **facts))
            if "immediate" in exercise.algorithm or algorithm.name == "max-n-is":
                sentences.append(self.t("sheet.most", **facts))
        return " ".join([*sentences, self.t("sheet.asked")])

    @property
    def answers(self) -> Answers:
        """The right answers."""
        return solution_of(self.exercise)

    @property
    def fields(self) -> tuple[Field, ...]:
        """A field for each inner node, one for all cuts, and one for the best action."""
        values = [Field(f"v-{node.name}", node.name) for node in inner_nodes(self.exercise.root)]
        cuts = [Field("cuts", self.t("sheet.cuts-label"))] if has_cuts(self.exercise.algorithm) else []
        action = [] if self.exercise.window else [Field("action", self.t("sheet.action-label"))]
        return (*values, *cuts, *action)

    @property
    def blanks(self) -> list[str]:
        """Blanks for the value of the root and the best action."""
        return [self.t("sheet.window_answer" if self.exercise.window else "sheet.answer", value=BLANK, action=BLANK)]

    @property
    def results(self) -> list[str]:
        """The value of the root and the best action, and the number of leaves if branches are cut."""
        search, (visited, pruned) = self.exercise.search, self.exercise.leaves
        line = "sheet.window_answer" if self.exercise.window else "sheet.answer"
        value = value_text(search.record.value, search.nodes[self.exercise.root.name].bound)
        text = self.t(line, value=value, action=search.record.action)
        return (
            [text, self.t("sheet.counts", evaluated=visited, pruned=pruned)]
            if has_cuts(self.exercise.algorithm)
            else [text]
        )

    def drawn(self, *, solved: bool, wrong: Mapping[str, str] = MappingProxyType({})) -> Block:
        """Return the tree, with a legend; ``wrong`` are answers that are shown with a cross."""
        record = self._record(solved=solved)
        look = self._look(record, solved=solved)
        nodes = [replace(node, action=_crossed(node.action or "", wrong)) for node in record.nodes]
        tree = tree_block(nodes, look)
        signs = [
            beside([player_glyph(look, player), words(self._mover(player), size=11, align=0)], gap=6)
            for player in range(look.game.players)
        ]
        return stacked([tree, rows(signs, max(tree.width, LEAST_WIDTH))], gap=20, align=0)

    def latex(self, *, solved: bool) -> str:
        """Return the tree as a ``forest``."""
        record = self._record(solved=solved)
        return tree_tikz(
            record, self.exercise.search.game, look=self._look(record, solved=solved), most=len(record.nodes)
        )

    def bullets(self, *, solved: bool) -> Iterator[str]:
        """Yield the tree as nested bullets, one line for each node."""
        record = self._record(solved=solved)
        children = record.children()
        waiting: list[tuple[TreeNode, int]] = [(record.nodes[0], 0)]
        while waiting:
            node, depth = waiting.pop()
            text = self._bullet(node)
            pruned = f"~~{text}~~ ({self.t('sheet.pruned')})"
            yield f"{'  ' * depth}- {pruned if node.end == 'pruned' else text}"
            waiting += [(child, depth + 1) for child in reversed(children.get(node.id, []))]

    def _record(self, *, solved: bool) -> TreeRecord:
        record = solution_record(self.exercise) if solved else sheet_record(self.exercise)
        root = replace(record.nodes[0], action=self.exercise.root.name)
        return replace(record, nodes=(root, *record.nodes[1:]))

    def _look(self, record: TreeRecord, *, solved: bool) -> TreeLook:
        look = replace(TreeLook.of(record, self.exercise.search.game), vectors=players_of(self.exercise.root) > 0)
        if not solved:
            return replace(look, blank=True, windows=False, line=frozenset())
        line = look.line if self.exercise.window is None else frozenset()
        return replace(look, windows=not look.vectors and has_cuts(self.exercise.algorithm), line=line)

    def _named(self, kind: str) -> str:
        """Return the algorithm in words, which its record knows where the catalogue does not."""
        title = "" if self.exercise.window else algorithm_of(self.exercise.algorithm).title
        return self.t.named(f"sheet.{kind}", self.exercise.algorithm, title)

    def _mover(self, player: int) -> str:
        if players_of(self.exercise.root):
            return self.t("sheet.player", name=self.exercise.search.game.player_name(player))
        return ("MAX", "MIN")[player]

    def _bullet(self, node: TreeNode) -> str:
        name = f"{node.action}: "
        if node.to_move is None or not node.inner:
            return f"{name}{value_text(node.value)}"
        written = BLANK.replace("_", "\\_") if node.value is None else value_text(node.value, node.bound)
        value = "" if node.end == "pruned" else f", {self.t('sheet.value')} {written}"
        reason = f" ({plain_signs(self.t.said(node.reason or ''))})" if node.end == "cut" else ""
        return f"{name}{self._mover(node.to_move)}{value}{reason}"


@dataclass(frozen=True)
class PositionSheet(Sheet):
    """A worksheet on an evaluation."""

    estimates: Estimates

    @property
    def number(self) -> int | None:
        """Its number; None if there is one only."""
        return self.estimates.seed

    @property
    def subject(self) -> str:
        """The evaluation, as a title."""
        return self.t("sheet.evaluation", evaluation=self.estimates.name, game=self.estimates.game.spec)

    @property
    def task(self) -> str:
        """What is to be done, with the features that count."""
        sheet, game = self.estimates, self.estimates.game
        kind = "vectors" if sheet.vectors else "positions"
        said = self.t(f"sheet.tasks.{kind}", evaluation=sheet.name, player=self.t.named("player", game.shown_name(0)))
        terms = sheet.terms(next(iter(sheet.states)))
        if not 0 < len(terms) <= MOST_FEATURES:
            return said
        counted = ", ".join(f"{self._feature(term.feature)} × {self.t.number(term.weight)}" for term in terms)
        return f"{said} {self.t('sheet.counted', features=counted)}"

    @property
    def answers(self) -> Answers:
        """The right answers."""
        return Answers(self.number, {name: value_text(value) for name, value in self.estimates.values.items()})

    @property
    def fields(self) -> tuple[Field, ...]:
        """A field for each position."""
        return tuple(Field(f"v-{name}", name) for name in self.estimates.states)

    def drawn(self, *, solved: bool, wrong: Mapping[str, str] = MappingProxyType({})) -> Block:
        """Return the boards, with their letters and values; ``wrong`` are answers that are shown with a cross."""
        boards = [
            stacked(
                [
                    words(_crossed(name, wrong, self._caption(name)), size=13, bold=True),
                    picture(draw_board(self.estimates.game, state), BOARD),
                    words(self._value(name, solved=solved), size=14, bold=solved),
                ],
                gap=8,
            )
            for name, state in self.estimates.states.items()
        ]
        return rows(boards, MOST_WIDTH, gap=36, align=0)

    def latex(self, *, solved: bool) -> str:
        """Return the boards: grids if the game has squares, else texts."""
        cells = []
        for name, state in self.estimates.states.items():
            caption, value = escaped(self._caption(name)), escaped(self._value(name, solved=solved))
            if not solved:
                value = r"\rule{2cm}{0.4pt}"
            board = _latex_board(self.estimates.game, state)
            cells.append(
                rf"\begin{{tabular}}{{@{{}}l@{{}}}}\textbf{{{caption}}}\\[1ex]{board}\\\rule{{0pt}}{{5ex}}{value}\end{{tabular}}"
            )
        return "\\raggedright " + "\\hspace{2.5em}\n".join(cells) + "\n"

    def bullets(self, *, solved: bool) -> Iterator[str]:
        """Yield the positions as text."""
        for name, state in self.estimates.states.items():
            value = self._value(name, solved=solved).replace("_", "\\_")
            yield f"- {self._caption(name)} `{format_state(self.estimates.game, state)}`: {value}"

    def _feature(self, name: str) -> str:
        """Return a feature in words, with its name."""
        said = self.t.named("feature", name)
        return name if said == name else f"{said} ({name})"

    def _caption(self, name: str) -> str:
        """Return the letter of a position, and the player to move."""
        game = self.estimates.game
        mover = self.t.named("player", game.shown_name(game.to_move(self.estimates.states[name])))
        return f"{name}) {self.t('sheet.to-move', player=mover)}"

    def _value(self, name: str, *, solved: bool) -> str:
        return value_text(self.estimates.values[name]) if solved else BLANK


def _crossed(name: str, wrong: Mapping[str, str], label: str | None = None) -> str:
    """Return a label, by default a name, with the wrong answer if there is one."""
    label = name if label is None else label
    return f"{label} ✗ {wrong[name]}".strip() if name in wrong else label


def _latex_board(game: Game, state: State) -> str:
    cells = game.view.cells(state) if game.view.cells else ()
    if cells:
        grounds = {cell.ground for squares in cells for cell in squares if cell.ground}
        nodes = [
            rf"\node[{_latex_ground(cell, grounds)}] at ({column * SQUARE:.1f}mm,{-row * SQUARE:.1f}mm) "
            rf"{{{escaped(_piece(game, cell))}}};"
            for row, squares in enumerate(cells)
            for column, cell in enumerate(squares)
        ]
        style = rf"every node/.style={{minimum size={SQUARE}mm, inner sep=0pt}}"
        return "\n".join([rf"\begin{{tikzpicture}}[{style}]", *nodes, r"\end{tikzpicture}"])
    board = board_text(game, state) or format_state(game, state)
    lines = r"\\".join(escaped(line).replace(" ", "~") for line in board.splitlines())
    return rf"\texttt{{\begin{{tabular}}{{@{{}}l@{{}}}}{lines}\end{{tabular}}}}"


def _latex_ground(cell: Cell, grounds: Set[str]) -> str:
    """Return the look of a square; its colour is shown if a board has more than two."""
    if not cell.ground or len(grounds) <= 2:
        return "draw" if cell.ground else ""
    red, green, blue = bytes.fromhex(cell.ground[1:])
    return f"draw, fill={{rgb,255:red,{red};green,{green};blue,{blue}}}, fill opacity=0.4, text opacity=1"


def _piece(game: Game, cell: Cell) -> str:
    """Return the piece on a square as text, or what is written beside the board."""
    return cell_text(game, cell) if cell.owner is not None or not cell.ground else ""


def sheet_of(exercise: Exercise | Estimates, language: str = "en") -> Sheet:
    """Return the worksheet of an exercise in a language.

    Raises
    ------
    UnknownNameError
        If there is no such language.
    """
    if language not in LANGUAGES:
        raise UnknownNameError("language", language, LANGUAGES)
    t = translations_for(language)
    return PositionSheet(t, exercise) if isinstance(exercise, Estimates) else TreeSheet(t, exercise)


def sheet_svg(exercise: Exercise | Estimates, language: str = "en", *, solved: bool = False) -> str:
    """Return a worksheet, or its solution, as SVG.

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
    sheet = sheet_of(exercise, language)
    body = sheet.drawn(solved=solved)
    width = max(body.width, LEAST_WIDTH)
    quiet = LIGHT["ink"]
    name = EMPTY if solved else words(f"{sheet.t('sheet.name')}: {'_' * 24}", align=0)
    head = stacked(
        [
            beside([words(sheet.title(solved=solved), size=17, bold=True, align=0), name], gap=40),
            paragraph(sheet.task, width, size=12, fill=quiet, align=0),
        ],
        gap=6,
        align=0,
    )
    said = sheet.results if solved else sheet.blanks
    lines = [paragraph(line, width, size=12, fill=quiet, align=0) for line in said]
    whole = stacked([head, body, stacked(lines, gap=3, align=0)], gap=20, align=0)
    return document(whole, title=sheet.title(solved=solved)) + "\n"


def solution_picture(exercise: Exercise | Estimates, wrong: Mapping[str, str]) -> str:
    """Return the picture of a solution alone, as SVG.

    Parameters
    ----------
    exercise
        The exercise.
    wrong
        The wrong answers, by the names of nodes or positions; each is shown with a cross.
    """
    sheet = sheet_of(exercise)
    return document(sheet.drawn(solved=True, wrong=wrong), title=sheet.title(solved=True))


def sheet_markdown(exercise: Exercise | Estimates, language: str = "en", *, solved: bool = False) -> str:
    """Return a worksheet, or its solution, as Markdown: a tree is a nested list."""
    sheet = sheet_of(exercise, language)
    lines = [line.replace("_", "\\_") for line in (sheet.results if solved else sheet.blanks)]
    body = "\n".join(sheet.bullets(solved=solved))
    return "\n\n".join([f"# {sheet.title(solved=solved)}", sheet.task, body, *lines]) + "\n"


def key_line(sheet: Sheet) -> str:
    """Return the right answers of a worksheet in a line."""
    answers = sheet.answers
    parts = [", ".join(f"{name} {value}" for name, value in answers.values.items())]
    if answers.cuts:
        parts.append(f"{sheet.t('sheet.cuts-label')}: {', '.join(answers.cuts)}")
    if answers.action:
        parts.append(f"{sheet.t('sheet.action-label')}: {answers.action}")
    return "; ".join(parts)
