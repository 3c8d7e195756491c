"""Worksheets to be done by hand, as SVG, HTML, Markdown and LaTeX, with their solutions."""

from spielbaum.pictures.exercise.documents import key_html as key_html
from spielbaum.pictures.exercise.documents import key_latex as key_latex
from spielbaum.pictures.exercise.documents import key_markdown as key_markdown
from spielbaum.pictures.exercise.documents import sheets_html as sheets_html
from spielbaum.pictures.exercise.documents import sheets_json as sheets_json
from spielbaum.pictures.exercise.documents import sheets_latex as sheets_latex
from spielbaum.pictures.exercise.documents import sheets_markdown as sheets_markdown
from spielbaum.pictures.exercise.documents import solution_html as solution_html
from spielbaum.pictures.exercise.sheet import sheet_markdown as sheet_markdown
from spielbaum.pictures.exercise.sheet import sheet_svg as sheet_svg
from spielbaum.pictures.exercise.sheet import solution_picture as solution_picture
