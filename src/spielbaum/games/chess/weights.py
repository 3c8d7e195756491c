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


TEMPO = 36
"""What it is worth to be on the move."""

WEIGHTS = SideFeatures(
    pawns=both(115, 85),
    knights=both(275, 219),
    bishops=both(242, 202),
    rooks=both(268, 453),
    queens=both(492, 828),
    bishop_pair=both(63, 37),
    knight_mobility=both(10, -4),
    bishop_mobility=both(9, 5),
    rook_mobility=both(9, 1),
    queen_mobility=both(5, 2),
    trapped_pieces=both(3, -28),
    outposts=both(44, 1),
    bishop_pawns=both(4, -3),
    rooks_on_fully_open_files=both(0, -9),
    rooks_on_open_files=both(28, 2),
    doubled_pawns=both(-6, -32),
    isolated_pawns=both(-5, -1),
    backward_pawns=both(1, 7),
    connected_pawns=both(10, 2),
    passed_pawns=both(-13, 4),
    passed_rows=both(-3, 8),
    blocked_rows=both(4, -3),
    escort=both(-3, 6),
    pawn_threats=both(59, 38),
    minor_threats=both(52, 4),
    rook_threats=both(93, 44),
    loose_pieces=both(-7, 31),
    shelter=both(12, -1),
    far_shelter=both(-1, 6),
    bare_files=both(-20, -2),
    storm=both(-5, 5),
    attackers=both(7, 6),
    siege=both(0, -10),
    siege_squared=both(5, -1),
    knight_checks=both(26, 20),
    line_checks=both(25, 11),
)

# fmt: off
SQUARES = (
_of_board("""
    0    0    0    0    0    0    0    0         0    0    0    0    0    0    0    0
  164  189  209  235  235  209  189  164         3    1  -19  -30  -30  -19    1    3
  -30  -10    5   26   26    5  -10  -30        19   21    4   -2   -2    4   21   19
  -59  -44  -35  -19  -19  -35  -44  -59         8   14    1   -1   -1    1   14    8
  -59  -49  -44  -33  -33  -44  -49  -59        -4    6   -3   -1   -1   -3    6   -4
  -58  -53  -53  -47  -47  -53  -53  -58       -16   -3   -8   -3   -3   -8   -3  -16
  -57  -57  -62  -61  -61  -62  -57  -57       -12    6    4   13   13    4    6  -12
    0    0    0    0    0    0    0    0         0    0    0    0    0    0    0    0
"""),  # pawns
_of_board("""
  -40  -21  -13   -6   -6  -13  -21  -40        18    3   11    0    0   11    3   18
   -4   14   22   29   29   22   14   -4        -6  -17   -5  -13  -13   -5  -17   -6
  -17    1   10   16   16   10    1  -17        12    4   19   15   15   19    4   12
  -24   -6    3    9    9    3   -6  -24         6    1   19   19   19   19    1    6
  -17    1    9   16   16    9    1  -17       -10  -11   10   12   12   10  -11  -10
  -11    7   15   22   22   15    7  -11        -6   -3   21   27   27   21   -3   -6
  -20   -2    6   13   13    6   -2  -20       -25  -19    9   18   18    9  -19  -25
  -22   -4    4   11   11    4   -4  -22       -53  -44  -13    0    0  -13  -44  -53
"""),  # knights
_of_board("""
  -21   -4    9   13   13    9   -4  -21        23   24   -2    0    0   -2   24   23
  -55  -40  -29  -28  -28  -29  -40  -55       -12   -8  -31  -25  -25  -31   -8  -12
  -30  -18  -10  -11  -11  -10  -18  -30        14   22    3   12   12    3   22   14
   -1    9   14   11   11   14    9   -1        -7    4  -12    1    1  -12    4   -7
   -2    5    8    2    2    8    5   -2         4   19    6   23   23    6   19    4
   11   16   16    7    7   16   16   11       -12    6   -3   17   17   -3    6  -12
   26   29   27   16   16   27   29   26       -34  -13  -18    5    5  -18  -13  -34
   13   13    8   -5   -5    8   13   13       -26   -2   -4   23   23   -4   -2  -26
"""),  # bishops
_of_board("""
  -24  -17   -3  -14  -14   -3  -17  -24        17   22   10   21   21   10   22   17
   10   18   31   21   21   31   18   10         8   13    1   12   12    1   13    8
  -19  -11    2   -8   -8    2  -11  -19         0    5   -6    4    4   -6    5    0
  -14   -6    7   -3   -3    7   -6  -14         5   10   -2    9    9   -2   10    5
   -3    5   18    8    8   18    5   -3        -8   -3  -15   -4   -4  -15   -3   -8
  -19  -11    3   -7   -7    3  -11  -19        -7   -2  -13   -2   -2  -13   -2   -7
  -17   -9    5   -5   -5    5   -9  -17        -8   -4  -15   -4   -4  -15   -4   -8
    5   13   27   17   17   27   13    5       -11   -6  -18   -7   -7  -18   -6  -11
"""),  # rooks
_of_board("""
  -25  -32  -32   -7   -7  -32  -32  -25       -22   25   36    6    6   36   25  -22
  -21  -29  -29   -5   -5  -29  -29  -21       -38   11   23   -6   -6   23   11  -38
   -5  -15  -16    7    7  -16  -15   -5         4   54   68   40   40   68   54    4
    7   -3   -5   17   17   -5   -3    7        31   83   98   71   71   98   83   31
   -4  -15  -19    3    3  -19  -15   -4       -35   17   34    9    9   34   17  -35
   14    2   -3   17   17   -3    2   14       -76  -22   -4  -27  -27   -4  -22  -76
   32   19   13   33   33   13   19   32      -100  -45  -25  -48  -48  -25  -45 -100
   34   20   14   32   32   14   20   34       -88  -31  -11  -32  -32  -11  -31  -88
"""),  # queens
_of_board("""
  737  708  654  531  536  598  704  748        64   92  126  158  160  114   76   60
  -10  -28  -71 -183 -178 -127  -32    1       -57  -33   -4   23   26  -16  -49  -61
  -75  -82 -115 -216 -211 -170  -86  -64       -20   -1   23   46   49   11  -17  -24
  136  139  118   27   32   62  135  147       -68  -54  -34  -15  -13  -46  -70  -72
 -131 -116 -127 -207 -202 -183 -120 -120       -40  -30  -15   -1    1  -27  -46  -44
 -114  -89  -89 -158 -153 -145  -93 -103       -19  -14   -3    6    9  -15  -30  -23
 -154 -118 -108 -166 -161 -164 -122 -144       -10   -9   -3    2    4  -15  -25  -14
 -163 -116  -95 -142 -137 -151 -120 -152         4    0    2    2    5  -10  -16    0
"""),  # kings
)
"""Of each kind of piece, from pawn to king, what a square is worth."""
