"""Searched trees: as SVG, as an interactive page, and for Graphviz, and for LaTeX."""

from spielbaum.pictures.tree.dot import tree_dot as tree_dot
from spielbaum.pictures.tree.html import tree_html as tree_html
from spielbaum.pictures.tree.html import viewer_data as viewer_data
from spielbaum.pictures.tree.slides import slides_html as slides_html
from spielbaum.pictures.tree.svg import tree_svg as tree_svg
from spielbaum.pictures.tree.tikz import tree_tikz as tree_tikz
