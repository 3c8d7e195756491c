"""Weights of the positional evaluation of chess, in hundredths of a pawn.

They are learned: ``python benchmarks/chess_tuning.py`` plays, asks and fits, and writes this module.
"""

from spielbaum.games.chess.features import SideFeatures


def both(middle: int, end: int) -> int:
    """Return the values for middle game and endgame as one integer."""
    return middle + 65536 * end


def _of_board(text: str) -> tuple[int, ...]:
    """Return the values of the squares of two boards, middle game and endgame, from the first row, the lowest."""
    rows = [[int(word) for word in line.split()] for line in text.strip().splitlines()]
    return tuple(both(row[file], row[8 + file]) for row in reversed(rows) for file in range(8))


TEMPO = 10
"""What it is worth to be on the move."""

WEIGHTS = SideFeatures(
    pawns=both(85, 105),
    knights=both(325, 300),
    bishops=both(335, 315),
    rooks=both(470, 525),
    queens=both(980, 985),
    bishop_pair=both(25, 45),
    knight_mobility=both(4, 3),
    bishop_mobility=both(5, 4),
    rook_mobility=both(2, 4),
    queen_mobility=both(1, 3),
    trapped_pieces=both(0, 0),
    outposts=both(0, 0),
    bishop_pawns=both(0, 0),
    rooks_on_open_files=both(0, 0),
    rooks_on_half_open_files=both(18, 8),
    doubled_pawns=both(-8, -18),
    isolated_pawns=both(-12, -12),
    backward_pawns=both(0, 0),
    connected_pawns=both(0, 0),
    passed_pawns=both(2, 12),
    passed_rows=both(2, 4),
    blocked_rows=both(0, 0),
    escort=both(0, 0),
    pawn_threats=both(0, 0),
    minor_threats=both(0, 0),
    rook_threats=both(0, 0),
    loose_pieces=both(0, 0),
    shelter=both(12, 0),
    far_shelter=both(0, 0),
    bare_files=both(0, 0),
    storm=both(0, 0),
    attackers=both(0, 0),
    siege=both(9, 0),
    siege_squared=both(0, 0),
    knight_checks=both(0, 0),
    line_checks=both(0, 0),
)

# fmt: off
SQUARES = (
_of_board("""
    0   12   24   36   36   24   12    0        24   24   24   24   24   24   24   24
    0   10   20   30   30   20   10    0        20   20   20   20   20   20   20   20
    0    8   16   24   24   16    8    0        16   16   16   16   16   16   16   16
    0    6   12   18   18   12    6    0        12   12   12   12   12   12   12   12
    0    4    8   12   12    8    4    0         8    8    8    8    8    8    8    8
    0    2    4    6    6    4    2    0         4    4    4    4    4    4    4    4
    0    0    0    0    0    0    0    0         0    0    0    0    0    0    0    0
    0   -2   -4   -6   -6   -4   -2    0        -4   -4   -4   -4   -4   -4   -4   -4
"""),  # pawns
_of_board("""
  -21  -14   -7    0    0   -7  -14  -21       -15  -10   -5    0    0   -5  -10  -15
  -14   -7    0    7    7    0   -7  -14       -10   -5    0    5    5    0   -5  -10
   -7    0    7   14   14    7    0   -7        -5    0    5   10   10    5    0   -5
    0    7   14   21   21   14    7    0         0    5   10   15   15   10    5    0
    0    7   14   21   21   14    7    0         0    5   10   15   15   10    5    0
   -7    0    7   14   14    7    0   -7        -5    0    5   10   10    5    0   -5
  -14   -7    0    7    7    0   -7  -14       -10   -5    0    5    5    0   -5  -10
  -21  -14   -7    0    0   -7  -14  -21       -15  -10   -5    0    0   -5  -10  -15
"""),  # knights
_of_board("""
   -9   -6   -3    0    0   -3   -6   -9        -6   -4   -2    0    0   -2   -4   -6
   -6   -3    0    3    3    0   -3   -6        -4   -2    0    2    2    0   -2   -4
   -3    0    3    6    6    3    0   -3        -2    0    2    4    4    2    0   -2
    0    3    6    9    9    6    3    0         0    2    4    6    6    4    2    0
    0    3    6    9    9    6    3    0         0    2    4    6    6    4    2    0
   -3    0    3    6    6    3    0   -3        -2    0    2    4    4    2    0   -2
   -6   -3    0    3    3    0   -3   -6        -4   -2    0    2    2    0   -2   -4
  -19  -16  -13  -10  -10  -13  -16  -19        -6   -4   -2    0    0   -2   -4   -6
"""),  # bishops
_of_board("""
    0    2    4    6    6    4    2    0         0    0    0    0    0    0    0    0
   12   14   16   18   18   16   14   12        10   10   10   10   10   10   10   10
    0    2    4    6    6    4    2    0         0    0    0    0    0    0    0    0
    0    2    4    6    6    4    2    0         0    0    0    0    0    0    0    0
    0    2    4    6    6    4    2    0         0    0    0    0    0    0    0    0
    0    2    4    6    6    4    2    0         0    0    0    0    0    0    0    0
    0    2    4    6    6    4    2    0         0    0    0    0    0    0    0    0
    0    2    4    6    6    4    2    0         0    0    0    0    0    0    0    0
"""),  # rooks
_of_board("""
   -9   -4    1    6    6    1   -4   -9        -6   -4   -2    0    0   -2   -4   -6
    6   11   16   21   21   16   11    6         6    8   10   12   12   10    8    6
   -3    2    7   12   12    7    2   -3        -2    0    2    4    4    2    0   -2
    0    5   10   15   15   10    5    0         0    2    4    6    6    4    2    0
    0    5   10   15   15   10    5    0         0    2    4    6    6    4    2    0
   -3    2    7   12   12    7    2   -3        -2    0    2    4    4    2    0   -2
   -6   -1    4    9    9    4   -1   -6        -4   -2    0    2    2    0   -2   -4
  -19  -14   -9   -4   -4   -9  -14  -19        -6   -4   -2    0    0   -2   -4   -6
"""),  # queens
_of_board("""
  -54  -46  -66  -86  -86  -70  -42  -54       -30  -20  -10    0    0  -10  -20  -30
  -54  -46  -66  -86  -86  -70  -42  -54       -20  -10    0   10   10    0  -10  -20
  -54  -46  -66  -86  -86  -70  -42  -54       -10    0   10   20   20   10    0  -10
  -54  -46  -66  -86  -86  -70  -42  -54         0   10   20   30   30   20   10    0
  -54  -46  -66  -86  -86  -70  -42  -54         0   10   20   30   30   20   10    0
  -28  -20  -40  -60  -60  -44  -16  -28       -10    0   10   20   20   10    0  -10
   -2    6  -14  -34  -34  -18   10   -2       -20  -10    0   10   10    0  -10  -20
   24   32   12   -8   -8    8   36   24       -30  -20  -10    0    0  -10  -20  -30
"""),  # kings
)
"""Of each kind of piece, from pawn to king, what a square is worth."""
