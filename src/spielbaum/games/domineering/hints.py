"""The hints of Domineering: evaluations, move ordering, bounds, keys, and hints for proofs.

D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, Solving 8 × 8 Domineering, Theoretical Computer Science
230 (2000): safe moves, and symmetric positions in the table.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from spielbaum import U64, Evaluation, ProofHints, SearchHints, Unit
from spielbaum.game.hashes import MASK, ODD, mixed, otherwise_mixed, with_keys
from spielbaum.games._bitboards import make_folds, make_reflections
from spielbaum.games._sums.bounds import MOVE, SumBound
from spielbaum.games.domineering.outlast import make_outlast
from spielbaum.games.domineering.patterns import LONGEST_LINE, make_around
from spielbaum.games.domineering.rules import Board, State, make_along_rows, make_places, make_useful
from spielbaum.games.domineering.sums import make_own_lines, make_sums
from spielbaum.kernel import clear_lowest, lowest_index, popcount

PLACE = 24
"""The weight of a place in move scores."""

HISTORY = 60
"""The bonus in a proof for an action that always succeeded recently, in 24ths of a place."""


class Hooks(NamedTuple):
    """The evaluations and hints for a board."""

    evaluations: dict[str, Evaluation]
    hints: SearchHints


def make_hooks(size: Board) -> Hooks:
    """Return the evaluations and hints for a board."""
    full, step, word = size.full, size.step, size.word
    folded, otherwise_folded = make_folds(size.wide)
    places, useful, own_lines = make_places(size), make_useful(size), make_own_lines(size)
    sum_of, hashes_of = make_sums(size)
    upright, across = make_along_rows(size)
    known = {board.size: make_outlast(board.size) for board in (upright, across)}
    upright_outlasts, upright_lead = known[upright.size]
    across_outlasts, across_lead = known[across.size]
    upright_seen, across_seen = upright.seen, across.seen
    upside_down, left_to_right = make_reflections(size.rows, size.columns, size.word)

    def safe_places(free: U64, player: int) -> U64:
        """Return the places that no domino of the opponent can touch."""
        others = places(free, 1 - player)
        return places(word(free & ~(others | others << (step if player else 1))), player)

    def moves(state: State) -> tuple[int, int]:
        """Return the difference in places for a domino."""
        free = word(~state.occupied & word(full))
        ahead = popcount(places(free, 0)) - popcount(places(free, 1))
        return ahead, -ahead

    def safe_moves(state: State) -> tuple[int, int]:
        """Return the same, with safe places counted twice."""
        free = word(~state.occupied & word(full))
        ahead = moves(state)[0] + popcount(safe_places(free, 0)) - popcount(safe_places(free, 1))
        return ahead, -ahead

    def free_after(state: State, square: int) -> U64:
        pair = word(3) if state.to_move else word(1 | word(1) << step)
        return word(~(state.occupied | pair << square) & word(full))

    def make_order(safe: int, lost: int) -> Callable[[State, int], int]:
        def order(state: State, square: int) -> int:
            """Return the places and safe places that a move leaves its player, less those of the opponent."""
            player, free = state.to_move, free_after(state, square)
            kept = popcount(places(free, player)) + safe * popcount(safe_places(free, player))
            return kept - lost * popcount(places(free, 1 - player))

        return order

    promise = make_order(safe=2, lost=1)

    def order(state: State, square: int) -> int:
        """Return the score of a move by the places that are left, in 24ths of a place."""
        return PLACE * promise(state, square)

    def lead(free: U64, player: int) -> int:
        """Return a player's certain lead, in eighths of a move."""
        return across_lead(across_seen(free)) if player else upright_lead(upright_seen(free))

    def order_open(state: State, square: int) -> int:
        """Return the same, plus the player's certain lead after the move."""
        return order(state, square) + PLACE * lead(free_after(state, square), state.to_move) // MOVE

    def with_patterns() -> Callable[[State, int], int]:
        around = make_around(size)

        def order_learned(state: State, square: int) -> int:
            """Return the same, plus the weights of the squares around."""
            return order_open(state, square) + around(state.occupied, state.to_move, square)

        return order_learned

    def outlasts(free: U64, player: int, begins: bool, small: SumBound) -> bool:
        """Return whether a player is known to make the last move."""
        if player:
            return across_outlasts(across_seen(free), begins, small)
        return upright_outlasts(upright_seen(free), begins, small)

    def bounds(state: State) -> tuple[int, int]:
        """Return 1 or -1 twice if one player is known to make the last move."""
        whole = sum_of(word(~state.occupied & word(full)))
        own, others = (whole.across, whole.upright) if state.to_move else (whole.upright, whole.across)
        if outlasts(whole.rest, state.to_move, True, own):
            return 1, 1
        return (-1, -1) if outlasts(whole.rest, 1 - state.to_move, False, others) else (-1, 1)

    def least_image(free: U64) -> U64:
        """Return the least image under reflections; useless squares count as occupied."""
        board = word(~useful(free) & word(full))
        flipped = upside_down(board)
        return min(board, flipped, left_to_right(board), left_to_right(flipped))

    def key(state: State) -> int:
        board = folded(least_image(word(~state.occupied & word(full))))
        return mixed(U64(mixed(board) + state.to_move & MASK))

    def second_key(state: State) -> int:
        board = otherwise_folded(least_image(word(~state.occupied & word(full))))
        return otherwise_mixed(U64(board + state.to_move * ODD & MASK))

    def both_proof_keys(state: State) -> tuple[int, int]:
        """Return two hashes of the sum of all components, in any order."""
        lock, place = hashes_of(sum_of(word(~state.occupied & word(full))))
        player = U64(state.to_move)
        return mixed(U64(lock + player & MASK)), otherwise_mixed(U64(place + player * ODD & MASK))

    def candidates(state: State) -> Iterator[int]:
        """Yield all moves except those in own lines, and one of these: a player moves in an integer last."""
        free = word(~state.occupied & word(full))
        lines = own_lines(free, state.to_move)
        left, spare = places(word(free & ~lines), state.to_move), places(lines, state.to_move)
        if spare:
            left = word(left | word(1) << lowest_index(spare))
        while left:
            yield lowest_index(left)
            left = word(clear_lowest(left))

    squares, unit = size.rows * size.columns, Unit("move", "moves")
    large = squares > 64 and size.columns <= LONGEST_LINE
    above_all_moves = 10 ** len(str(4 * squares))
    proof = ProofHints(
        candidates=candidates,
        order=order,
        order_open=with_patterns() if large else order_open,
        history=HISTORY,
    )
    proof = with_keys(proof, both_proof_keys)
    return Hooks(
        evaluations={
            "safe-moves": Evaluation(safe_moves, above_all_moves, maximum=4 * squares),
            "moves": Evaluation(moves, above_all_moves, maximum=4 * squares, unit=unit),
        },
        hints=SearchHints(
            key=key,
            key_kind="hash",
            second_key=second_key,
            order=make_order(safe=1, lost=2),
            bounds=bounds,
            proof=proof,
        ),
    )
