"""The rules of Focus.

S. Sackson, A Gamut of Games (1969); M. Gardner, Sixth Book of Mathematical Diversions from Scientific American (1971).

The action ``source << 6 | target`` moves as many pieces from the top of a stack as it is squares to the target;
``target << 6 | target`` places a piece from the reserve.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from spielbaum.games._rules import RuleFunctions
from spielbaum.games.focus.board import (
    ANY_STACK,
    BOARD,
    CROSSES,
    EMPTY,
    FULL,
    HIGHEST,
    PER_WORD,
    SIZE,
    STACK_BITS,
    WORDS,
    stack_of,
    start_of,
)
from spielbaum.kernel import clear_lowest, lowest_index, replaced

NOBODY = -1
PASS = 0
"""The action of a player who cannot move, after another has passed; in games such players are passed over."""
SQUARE_BITS = 6
ANY_SQUARE = (1 << SQUARE_BITS) - 1

PILE_BITS = 8
"""The bits of the number of pieces of one colour beside the board."""
ANY_PILE = (1 << PILE_BITS) - 1

OF_EACH = {2: 6, 3: 3, 4: 2}
"""The pieces of every opponent that win the short game, by the number of players."""
IN_ALL = {2: 6, 3: 10, 4: 10}
"""The pieces of all opponents together that win the short game, by the number of players."""

OPENINGS = {2: 0, 3: 3, 4: 0}
"""The turns at the start, by the number of players, in which a piece from the reserve is placed on an empty square."""


class State(NamedTuple):
    """The stacks, the squares that each player controls, the pieces beside the board, and the turn."""

    stacks: tuple[int, ...]  # four in a word
    tops: tuple[int, ...]  # for each player the squares with an own piece on top
    beside: tuple[int, ...]  # for each player the pieces in front of them by colour: the own ones are the reserve
    to_move: int
    winner: int  # NOBODY before the end, and in a draw
    plies: int


def stack_on(stacks: Sequence[int], square: int) -> int:
    """Return the stack on a square."""
    return stacks[square >> 2] >> STACK_BITS * (square & 3) & ANY_STACK


def height_of(stack: int) -> int:
    """Return the number of pieces of a stack."""
    return (stack.bit_length() - 1) >> 1


def with_change(stacks: Sequence[int], square: int, change: int) -> tuple[int, ...]:
    """Return the stacks with some bits of the one on a square reversed."""
    return replaced(stacks, square >> 2, stacks[square >> 2] ^ change << STACK_BITS * (square & 3))


def steps_of(action: int) -> int:
    """Return the number of pieces that an action moves, 0 for a piece from the reserve."""
    apart = abs((action >> SQUARE_BITS) - (action & ANY_SQUARE))
    return (apart & SIZE - 1) + apart // SIZE


def pieces_in(pile: int, player: int) -> int:
    """Return the number of pieces of a player's colour in a pile beside the board."""
    return pile >> PILE_BITS * player & ANY_PILE


def captured_in(pile: int, player: int, players: int) -> int:
    """Return the number of pieces of other colours in the pile of a player."""
    captured = 0
    for other in range(players):
        if other != player:
            captured += pieces_in(pile, other)
    return captured


def state_of(
    stacks: Mapping[int, Sequence[int]], beside: Sequence[Sequence[int]], to_move: int, plies: int, *, short: bool
) -> State:
    """Return a state; not compiled.

    Parameters
    ----------
    stacks
        The owners of the pieces from the bottom, by square.
    beside
        For each player the numbers of pieces in front of them, by colour.
    to_move
        The player to move.
    plies
        The turns so far.
    short
        Whether captured pieces win.
    """
    players = len(beside)
    words = [
        sum(stack_of(stacks.get(PER_WORD * word + i, ())) << STACK_BITS * i for i in range(PER_WORD))
        for word in range(WORDS)
    ]
    tops = tuple(
        sum(1 << square for square, pieces in stacks.items() if pieces[-1:] == (player,)) for player in range(players)
    )
    piles = tuple(sum(count << PILE_BITS * colour for colour, count in enumerate(pile)) for pile in beside)
    missing = make_missing(players)
    full = [player for player in range(players) if short and not missing(piles[player], player)]
    mobile = [player for player in range(players) if tops[player] or beside[player][player]]
    won = full or (mobile if len(mobile) == 1 else [])
    return State(tuple(words), tops, piles, won[0] if won else to_move, won[0] if won else NOBODY, plies)


def make_missing(players: int) -> Callable[[int, int], int]:
    """Return ``missing(pile, player)``: the least number of pieces that a player still has to capture to win."""
    of_each, in_all = OF_EACH[players], IN_ALL[players]

    def missing(pile: int, player: int) -> int:
        each = 0
        for other in range(players):
            if other != player:
                each += max(0, of_each - pieces_in(pile, other))
        return min(each, max(0, in_all - captured_in(pile, player, players)))

    return missing


def make_rules(players: int, short: bool, longest: int) -> RuleFunctions:
    """Return the rules.

    Parameters
    ----------
    players
        The number of players, 2 to 4.
    short
        Whether enough captured pieces win.
    longest
        The plies after which the game is a draw.
    """
    everyone = range(players)
    openings = OPENINGS[players]
    beside = [[openings // players * (player == colour) for colour in everyone] for player in everyone]
    start = state_of(start_of(players), beside, 0, 0, short=short)
    missing = make_missing(players)
    loss = -1 if players == 2 else 0
    draws = (0,) * players if players == 2 else (1 / players,) * players
    wins = tuple(tuple(1 if player == other else loss for other in everyone) for player in everyone)

    def initial() -> State:
        return start

    def to_move(state: State) -> int:
        return state.to_move

    def actions(state: State) -> Iterator[int]:
        mover = state.to_move
        own, targets = state.tops[mover], 0
        if pieces_in(state.beside[mover], mover):
            targets = BOARD
            if state.plies < openings:
                own = 0
                for player in everyone:
                    targets &= ~state.tops[player]
        if not own | targets:
            yield PASS
        while own:
            source = lowest_index(own)
            own = clear_lowest(own)
            reached = CROSSES[SIZE * source + height_of(stack_on(state.stacks, source))]
            while reached:
                yield source << SQUARE_BITS | lowest_index(reached)
                reached = clear_lowest(reached)
        while targets:
            yield lowest_index(targets) * (ANY_SQUARE + 2)
            targets = clear_lowest(targets)

    def can_move(tops: Sequence[int], beside: Sequence[int], player: int) -> bool:
        return bool(tops[player] | pieces_in(beside[player], player))

    def following(player: int) -> int:
        return player + 1 if player < players - 1 else 0

    def result(state: State, action: int) -> State:
        mover, source, target = state.to_move, action >> SQUARE_BITS, action & ANY_SQUARE
        stacks, tops, pile = state.stacks, state.tops, state.beside[mover]
        if action == PASS:
            turn = following(mover)
            while not can_move(tops, state.beside, turn):
                turn = following(turn)
            return state._replace(to_move=turn, plies=state.plies + 1)
        # 1. The pieces leave the reserve, or their stack.
        if source == target:
            steps, pieces = 1, mover
            pile -= 1 << PILE_BITS * mover
        else:
            steps = steps_of(action)
            stack = stack_on(stacks, source)
            left = stack >> 2 * steps
            pieces = stack ^ left << 2 * steps
            stacks = with_change(stacks, source, stack ^ left)
            tops = replaced(tops, mover, tops[mover] ^ 1 << source)
            if left != EMPTY:
                tops = replaced(tops, left & 3, tops[left & 3] | 1 << source)
        # 2. They land on a stack, which is theirs now.
        stack = stack_on(stacks, target)
        if stack != EMPTY:
            tops = replaced(tops, stack & 3, tops[stack & 3] ^ 1 << target)
        tops = replaced(tops, mover, tops[mover] | 1 << target)
        higher = stack << 2 * steps | pieces
        # 3. Pieces below the fifth are removed.
        if higher >= 2 * FULL:
            removed = higher >> 2 * HIGHEST
            higher = FULL | higher & FULL - 1
            while removed != EMPTY:
                pile += 1 << PILE_BITS * (removed & 3)
                removed >>= 2
        stacks = with_change(stacks, target, stack ^ higher)
        beside = replaced(state.beside, mover, pile)
        # 4. The next player who can move is to move; without one, or with enough captures, the mover has won.
        turn = following(mover)
        while turn != mover and not can_move(tops, beside, turn):
            turn = following(turn)
        if turn == mover or (short and missing(pile, mover) == 0):
            return State(stacks, tops, beside, mover, mover, state.plies + 1)
        return State(stacks, tops, beside, turn, NOBODY, state.plies + 1)

    def null_move(state: State) -> State:
        return state._replace(to_move=following(state.to_move))

    def is_terminal(state: State) -> bool:
        return state.winner != NOBODY or state.plies >= longest

    def utility(state: State) -> tuple[float, ...]:
        return draws if state.winner == NOBODY else wins[state.winner]

    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility, null_move=null_move)


def order(state: State, action: int) -> int:
    """Return the pieces that an action moves, and those it lands on: the order of Nijssen's thesis."""
    return max(1, steps_of(action)) + height_of(stack_on(state.stacks, action & ANY_SQUARE))


def noisy(state: State, action: int) -> bool:
    """Return whether pieces are removed from the board."""
    return order(state, action) > HIGHEST
