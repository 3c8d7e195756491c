"""Texts, tables and documents for LaTeX; trees are in ``pictures.tree.tikz``, curves in ``pictures.plot.pgfplots``."""

from spielbaum.pictures.latex.document import document as document
from spielbaum.pictures.latex.table import latex_table as latex_table
from spielbaum.pictures.latex.text import escaped as escaped
from spielbaum.pictures.latex.text import math as math
