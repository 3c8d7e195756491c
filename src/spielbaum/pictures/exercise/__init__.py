"""Worksheets on pruning: small trees to search by hand, as SVG, HTML and Markdown, with their solutions."""

from spielbaum.pictures.exercise.exercise import NULL_WINDOW as NULL_WINDOW
from spielbaum.pictures.exercise.exercise import Exercise as Exercise
from spielbaum.pictures.exercise.exercise import exercise_shapes as exercise_shapes
from spielbaum.pictures.exercise.exercise import make_exercise as make_exercise
from spielbaum.pictures.exercise.sheet import sheet_html as sheet_html
from spielbaum.pictures.exercise.sheet import sheet_markdown as sheet_markdown
from spielbaum.pictures.exercise.sheet import sheet_svg as sheet_svg
