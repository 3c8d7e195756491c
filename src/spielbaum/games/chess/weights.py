"""Weights of the positional evaluation of chess, in hundredths of a pawn.

They are learned: ``python benchmarks/chess_tuning.py`` plays games, labels positions, fits, and writes this module.
"""

from spielbaum.games.chess.features import SideFeatures


def both(middle: int, end: int) -> int:
    """Return the values for middle game and endgame as one integer."""
    return middle + 65536 * end


def _of_board(text: str) -> tuple[int, ...]:
    """Return the values of the squares of two boards, middle game and endgame, from the first row, the lowest."""
    rows = [[int(word) for word in line.split()] for line in text.strip().splitlines()]
    return tuple(both(row[file], row[8 + file]) for row in reversed(rows) for file in range(8))


TEMPO = 43
"""The bonus of the side to move."""

WEIGHTS = SideFeatures(
    pawns=both(95, 105),
    knights=both(158, 232),
    bishops=both(206, 241),
    rooks=both(211, 480),
    queens=both(689, 809),
    bishop_pair=both(43, 26),
    knights_by_pawns=both(13, 12),
    bishops_by_pawns=both(10, 16),
    rooks_by_pawns=both(15, 14),
    queens_by_pawns=both(10, 42),
    pawnless_knights=both(408, -146),
    pawnless_bishops=both(245, -66),
    pawnless_rooks=both(105, -48),
    pawnless_queens=both(265, -143),
    knight_mobility=both(7, 2),
    bishop_mobility=both(6, 1),
    rook_mobility=both(6, 2),
    queen_mobility=both(5, -2),
    trapped_pieces=both(-3, -27),
    outposts=both(23, 10),
    bishop_pawns=both(-1, -8),
    rooks_on_open_files=both(28, 15),
    doubled_pawns=both(-15, -13),
    isolated_pawns=both(-1, -12),
    backward_pawns=both(-4, 1),
    connected_pawns=both(11, 4),
    passed_pawns=both(-19, 17),
    passed_rows=both(4, 6),
    blocked_rows=both(-2, -3),
    clear_rows=both(-1, 7),
    escort=both(0, 5),
    rooks_behind=both(10, 30),
    pawn_threats=both(80, 66),
    push_threats=both(22, 18),
    minor_threats=both(55, 42),
    rook_threats=both(103, -19),
    hanging_pieces=both(33, 57),
    hanging_pawns=both(22, 43),
    shelter=both(10, 4),
    bare_files=both(-21, 1),
    storm=both(-13, 13),
    attackers=both(13, 4),
    siege=both(-14, 5),
    siege_squared=both(6, -2),
    knight_checks=both(64, 5),
    bishop_checks=both(19, 28),
    rook_checks=both(63, 10),
    queen_checks=both(21, 17),
)

# fmt: off
SQUARES = (
_of_board("""
    0    0    0    0    0    0    0    0         0    0    0    0    0    0    0    0
    9   38   50   57   57   50   38    9        60   52   49   43   43   49   52   60
   -6   19   26   30   30   26   19   -6        10    4    3    1    1    3    4   10
  -17    4    8    7    7    8    4  -17        -4   -7   -5   -6   -6   -5   -7   -4
  -23   -6   -7  -11  -11   -7   -6  -23       -21  -22  -18  -16  -16  -18  -22  -21
  -24  -11  -15  -24  -24  -15  -11  -24       -27  -26  -19  -14  -14  -19  -26  -27
  -25  -16  -24  -37  -37  -24  -16  -25       -18  -15   -6    1    1   -6  -15  -18
    0    0    0    0    0    0    0    0         0    0    0    0    0    0    0    0
"""),  # pawns
_of_board("""
 -136 -120 -116 -114 -114 -116 -120 -136       -12   -7  -11   -8   -8  -11   -7  -12
  -10    6   11   14   14   11    6  -10       -18  -11  -13   -8   -8  -13  -11  -18
   28   45   50   54   54   50   45   28       -14   -5   -5    1    1   -5   -5  -14
   16   34   40   45   45   40   34   16         7   17   19   27   27   19   17    7
   15   34   41   46   46   41   34   15         5   17   21   31   31   21   17    5
   -8   11   19   25   25   19   11   -8        -3   12   17   29   29   17   12   -3
  -16    5   13   21   21   13    5  -16       -29  -13   -6    8    8   -6  -13  -29
  -36  -15   -6    2    2   -6  -15  -36       -33  -15   -7    9    9   -7  -15  -33
"""),  # knights
_of_board("""
  -87  -64  -57  -54  -54  -57  -64  -87         1    1    2   11   11    2    1    1
  -49  -28  -23  -21  -21  -23  -28  -49        -9  -10  -10   -1   -1  -10  -10   -9
   -2   18   21   22   22   21   18   -2        -7   -8   -8    0    0   -8   -8   -7
    9   27   29   27   27   29   27    9         7    5    5   12   12    5    5    7
    8   24   25   21   21   25   24    8         1   -1   -2    5    5   -2   -1    1
    9   24   22   17   17   22   24    9         9    6    4   10   10    4    6    9
   19   32   29   22   22   29   32   19        -6  -10  -12   -6   -6  -12  -10   -6
   -9    2   -3  -11  -11   -3    2   -9         6    2    0    5    5    0    2    6
"""),  # bishops
_of_board("""
   -2   -8    1   13   13    1   -8   -2        24   34   29   22   22   29   34   24
   19   13   24   37   37   24   13   19        11   21   15    8    8   15   21   11
   17   12   24   38   38   24   12   17        -5    5   -1   -9   -9   -1    5   -5
  -11  -14   -2   13   13   -2  -14  -11         6   15    9    1    1    9   15    6
  -26  -28  -15    1    1  -15  -28  -26         5   14    7   -1   -1    7   14    5
  -19  -20   -6   11   11   -6  -20  -19       -10   -1   -8  -17  -17   -8   -1  -10
  -35  -35  -20   -2   -2  -20  -35  -35       -13   -4  -11  -21  -21  -11   -4  -13
   -9   -9    8   27   27    8   -9   -9       -31  -23  -30  -40  -40  -30  -23  -31
"""),  # rooks
_of_board("""
    6   -1  -10  -16  -16  -10   -1    6       -19   11   32   55   55   32   11  -19
   -2   -7  -15  -19  -19  -15   -7   -2        13   39   57   77   77   57   39   13
    2   -1   -7   -9   -9   -7   -1    2        -3   19   34   50   50   34   19   -3
    4    3   -2   -2   -2   -2    3    4        25   45   56   69   69   56   45   25
   -6   -5   -8   -7   -7   -8   -5   -6         0   16   24   34   34   24   16    0
   -3   -1   -2    1    1   -2   -1   -3       -14   -2    2    9    9    2   -2  -14
   14   18   19   23   23   19   18   14       -87  -78  -78  -74  -74  -78  -78  -87
    1    7    9   15   15    9    7    1       -81  -75  -78  -78  -78  -78  -75  -81
"""),  # queens
_of_board("""
  -95  -88 -117 -174 -148 -145  -84  -87       -37  -14    6   26   21    9  -22  -42
  -16   -8  -35  -91  -65  -63   -3   -8        -2   18   35   53   48   39   10   -8
   84   94   68   14   40   40   98   92       -17    1   16   31   26   20   -7  -22
   29   40   15  -37  -11  -12   44   36       -12    3   15   28   23   19   -5  -18
  -41  -28  -51 -102  -76  -79  -24  -33        -2   10   20   30   25   24    2   -8
  -18   -3  -25  -74  -48  -52    1  -10        -3    7   14   22   17   18   -1   -9
   65   81   61   13   39   33   85   72       -18  -11   -6   -1   -6   -2  -19  -24
  106  124  106   60   86   78  128  114       -44  -39  -36  -34  -38  -33  -47  -49
"""),  # kings
)
"""The piece-square tables, from pawn to king."""
