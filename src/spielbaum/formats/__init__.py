"""Reading and writing games in standard formats: PGN, SGF, PDN and EPD.

``read_games`` and ``write_games`` choose the format by the suffix of the file.
"""

from spielbaum.formats.files import read_games as read_games
from spielbaum.formats.files import write_games as write_games
from spielbaum.formats.played import PlayedGame as PlayedGame
