"""What searches cost: algorithms, tables and depths side by side, and how fast trees grow.

A measurement is a list of cells, each an algorithm with a table and a depth, searched from the same positions. All that
must find the same value are held against each other.
"""

from spielbaum.measuring.affordable import affordable_depth
from spielbaum.measuring.agreement import disagreements
from spielbaum.measuring.cells import Cell, plain_cells, table_cells
from spielbaum.measuring.grid import Row, measure
from spielbaum.measuring.growth import Base, Growth, growths, mean_branching
from spielbaum.measuring.positions import random_positions
from spielbaum.measuring.ranges import parse_depths, parse_schemes, parse_sizes

__all__ = [
    "Base", "Cell", "Growth", "Row", "affordable_depth", "disagreements", "growths", "mean_branching", "measure",
    "parse_depths", "parse_schemes", "parse_sizes", "plain_cells", "random_positions", "table_cells",
]  # fmt: skip
