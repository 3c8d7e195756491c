"""The cost of searches: algorithms, tables and depths side by side, and the growth of trees.

A measurement searches the same positions with a list of settings, each an algorithm with a table and a depth. Values
that must agree are compared.
"""

from spielbaum.measuring.affordable import affordable_depth
from spielbaum.measuring.agreement import disagreements
from spielbaum.measuring.grid import Row, measure
from spielbaum.measuring.growth import Base, Growth, growths, mean_branching
from spielbaum.measuring.positions import random_positions
from spielbaum.measuring.ranges import parse_depths, parse_schemes, parse_sizes
from spielbaum.measuring.settings import Setting, plain_settings, table_settings
from spielbaum.measuring.suite import (
    Solution,
    SuitePosition,
    agreements,
    nodes_by_depth,
    read_suite,
    run_suite,
    totals,
)

__all__ = [
    "Base",
    "Growth",
    "Row",
    "Setting",
    "Solution",
    "SuitePosition",
    "affordable_depth",
    "agreements",
    "disagreements",
    "growths",
    "mean_branching",
    "measure",
    "nodes_by_depth",
    "parse_depths",
    "parse_schemes",
    "parse_sizes",
    "plain_settings",
    "random_positions",
    "read_suite",
    "run_suite",
    "table_settings",
    "totals",
]  # fmt: skip
