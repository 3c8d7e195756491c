"""Tables of all positions of a small game: what every player, and every coalition, can force."""

from spielbaum.tablebase.facts import TableFacts as TableFacts
from spielbaum.tablebase.tables import Entry as Entry
from spielbaum.tablebase.tables import Known as Known
from spielbaum.tablebase.tables import Tables as Tables
from spielbaum.tablebase.tables import read_known as read_known
from spielbaum.tablebase.tables import read_tables as read_tables
from spielbaum.tablebase.tabulate import Progress as Progress
from spielbaum.tablebase.tabulate import Tabulation as Tabulation
from spielbaum.tablebase.tabulate import tabulate as tabulate
