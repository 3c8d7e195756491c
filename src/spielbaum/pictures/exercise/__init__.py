"""Worksheets: small trees to search by hand, as SVG, HTML and Markdown, with their solutions."""

from spielbaum.pictures.exercise.sheet import sheet_html as sheet_html
from spielbaum.pictures.exercise.sheet import sheet_markdown as sheet_markdown
from spielbaum.pictures.exercise.sheet import sheet_svg as sheet_svg
