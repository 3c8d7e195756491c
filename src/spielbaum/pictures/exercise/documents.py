"""Many worksheets in one document, with a key for the teacher: a page for a browser or a printer, and LaTeX."""

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from string import Template

from spielbaum.exercises.estimates import Estimates
from spielbaum.exercises.exercise import Exercise
from spielbaum.pictures.exercise.sheet import Sheet, key_line, sheet_markdown, sheet_of, sheet_svg
from spielbaum.pictures.latex import document, escaped
from spielbaum.pictures.svg.theme import FONT

Exercises = Sequence[Exercise | Estimates]

_FORM = r"""\renewcommand*{\LayoutTextField}[2]{#1~\raisebox{-0.6ex}{#2}\hspace{1.2em}}
"""


def sheets_html(exercises: Exercises, language: str = "en", *, key: bool = True) -> str:
    """Return worksheets as a page that prints each on one sheet of paper, and saves the answers that are typed in.

    Parameters
    ----------
    exercises
        The worksheets.
    language
        ``en`` or ``de``.
    key
        Whether the key for the teacher and all solutions follow.
    """
    sheets = [sheet_of(one, language) for one in exercises]
    parts = [
        f"<section>\n{sheet_svg(one, language)}{_form(sheet)}</section>\n"
        for one, sheet in zip(exercises, sheets, strict=True)
    ]
    parts += [_key_section(sheets), *_solutions(exercises, language)] if key else []
    return _page(sheets, language, "".join(parts), filled=True)


def key_html(exercises: Exercises, language: str = "en") -> str:
    """Return the key of worksheets and all solutions as a page."""
    sheets = [sheet_of(one, language) for one in exercises]
    return _page(sheets, language, "".join([_key_section(sheets), *_solutions(exercises, language)]), filled=False)


def solution_html(exercise: Exercise | Estimates, language: str = "en") -> str:
    """Return the solution of a worksheet as a page that prints on one sheet of paper."""
    return _page([sheet_of(exercise, language)], language, "".join(_solutions([exercise], language)), filled=False)


def sheets_latex(exercises: Exercises, language: str = "en", *, key: bool = True, form: bool = False) -> str:
    """Return worksheets as a document of LaTeX, each on a page.

    Parameters
    ----------
    exercises
        The worksheets; a single one for a form.
    language
        ``en`` or ``de``.
    key
        Whether the key for the teacher and all solutions follow.
    form
        Whether the PDF has fields for answers, which are saved with it.
    """
    sheets = [sheet_of(one, language) for one in exercises]
    parts = [_latex_sheet(sheet, form=form) for sheet in sheets]
    return _latex(parts + (_latex_key(sheets) if key else []), form=form)


def key_latex(exercises: Exercises, language: str = "en") -> str:
    """Return the key of worksheets and all solutions as a document of LaTeX."""
    return _latex(_latex_key([sheet_of(one, language) for one in exercises]))


def sheets_markdown(exercises: Exercises, language: str = "en", *, key: bool = True) -> str:
    """Return worksheets as Markdown, with all solutions behind them if ``key``."""
    parts = [sheet_markdown(one, language) for one in exercises]
    parts += [sheet_markdown(one, language, solved=True) for one in exercises] if key else []
    return "\n".join(parts)


def key_markdown(exercises: Exercises, language: str = "en") -> str:
    """Return all solutions of worksheets as Markdown."""
    return "\n".join(sheet_markdown(one, language, solved=True) for one in exercises)


def _page(sheets: Sequence[Sheet], language: str, body: str, *, filled: bool) -> str:
    title = sheets[0].title() if len(sheets) == 1 else sheets[0].subject
    folder = files(__package__)
    script = f"<script>\n{folder.joinpath('sheets.js').read_text('utf-8')}</script>\n" if filled else ""
    page = Template(folder.joinpath("sheets.html").read_text("utf-8"))
    return page.substitute(language=language, title=escape(title), body=body, font=FONT, script=script)


def _form(sheet: Sheet) -> str:
    t = sheet.t
    fields = "".join(
        f'<label>{escape(field.label)} <input name="{field.name}" autocomplete="off"></label>\n'
        for field in sheet.fields
    )
    number = "" if sheet.number is None else f' data-sheet="{sheet.number}"'
    name = f'<label>{escape(t("sheet.name"))} <input name="student" autocomplete="name"></label>\n'
    return f"<form{number}>\n{fields}{name}<button>{escape(t('sheet.save'))}</button>\n</form>\n"


def _key_section(sheets: Sequence[Sheet]) -> str:
    t = sheets[0].t
    rows = "".join(
        f"<tr><th>{'' if sheet.number is None else sheet.number}</th><td>{escape(key_line(sheet))}</td></tr>\n"
        for sheet in sheets
    )
    return f"<section>\n<h1>{escape(t('sheet.key'))}</h1>\n<table>\n{rows}</table>\n</section>\n"


def _solutions(exercises: Exercises, language: str) -> list[str]:
    return [f"<section>\n{sheet_svg(one, language, solved=True)}</section>\n" for one in exercises]


def _latex(parts: Sequence[str], *, form: bool = False) -> str:
    packages = ["[landscape,margin=15mm]geometry", "forest", *(["hyperref"] if form else [])]
    before = "\\pagestyle{empty}\n\\setlength{\\parindent}{0pt}\n" + (_FORM if form else "")
    body = "\n\\newpage\n".join(parts)
    text = f"\\begin{{Form}}\n{body}\n\\end{{Form}}" if form else body
    return document(text, packages=packages, options="a4paper,12pt", before=before)


def _latex_sheet(sheet: Sheet, *, form: bool) -> str:
    name = rf"\hfill {escaped(sheet.t('sheet.name'))}: \rule{{6cm}}{{0.4pt}}"
    lines = [_latex_form(sheet)] if form else [_blanks(line) for line in sheet.blanks]
    return _latex_page(sheet.title(), "" if form else name, sheet.task, sheet.latex(solved=False), lines)


def _latex_page(title: str, aside: str, task: str, body: str, lines: Sequence[str]) -> str:
    head = rf"{{\Large\bfseries {escaped(title)}}}{aside}\par\medskip"
    return "\n".join(
        [head, rf"{escaped(task)}\par\bigskip", body, "\\par\\bigskip", *(f"{line}\\par" for line in lines)]
    )


def _latex_form(sheet: Sheet) -> str:
    """Return the fields of a form: values several in a row, and the others on lines of their own."""
    values = [_text_field(name, label, "4.5em") for name, label in sheet.fields if name.startswith("v-")]
    others = [_text_field(name, label, "16em") for name, label in sheet.fields if not name.startswith("v-")]
    if sheet.number is not None:
        given = f",value={sheet.number},default={sheet.number},readonly=true"
        others.append(_text_field("sheet", sheet.t("sheet.number-label"), "3em", given))
    return "\n".join([r"\raggedright\lineskip=8pt\lineskiplimit=8pt", *values, r"\par\medskip", *others])


def _text_field(name: str, label: str, width: str, more: str = "") -> str:
    """Return a field whose label does not leave it."""
    return rf"\mbox{{\TextField[name={name},width={width},bordercolor=0.6 0.6 0.6{more}]{{{escaped(label)}}}}}"


def _latex_key(sheets: Sequence[Sheet]) -> list[str]:
    """Return the pages of the key: all answers, then the solutions."""
    numbered = "\n".join(
        rf"\textbf{{{'' if sheet.number is None else sheet.number}}}\quad {escaped(key_line(sheet))}\par\smallskip"
        for sheet in sheets
    )
    pages = [f"{{\\Large\\bfseries {escaped(sheets[0].t('sheet.key'))}}}\\par\\medskip\n{numbered}"]
    for sheet in sheets:
        lines = [escaped(line) for line in sheet.results]
        pages.append(_latex_page(sheet.title(solved=True), "", sheet.task, sheet.latex(solved=True), lines))
    return pages


def _blanks(line: str) -> str:
    """Return a line of LaTeX with rules for its blanks."""
    return r"\rule{2cm}{0.4pt}".join(escaped(part) for part in line.split("_____"))


def sheets_json(exercises: Exercises, language: str = "en") -> list[dict[str, object]]:
    """Return worksheets and their answers as JSON."""
    return [_entry(one, sheet_of(one, language)) for one in exercises]


def _entry(exercise: Exercise | Estimates, sheet: Sheet) -> dict[str, object]:
    from spielbaum.exercises.written import text_of
    from spielbaum.game.notation import format_state

    if isinstance(exercise, Estimates):
        positions = {name: format_state(exercise.game, state) for name, state in exercise.states.items()}
        own: dict[str, object] = {"game": exercise.game.spec, "evaluation": exercise.name, "positions": positions}
    else:
        own = {"algorithm": exercise.algorithm, "tree": json.loads(text_of(exercise.root)), "window": exercise.window}
    return {"title": sheet.title(), "task": sheet.task, **own, "answers": sheet.answers.to_dict()}
