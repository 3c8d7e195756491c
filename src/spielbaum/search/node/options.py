"""The options that all alpha-beta searches share."""

from typing import Literal, NamedTuple

from spielbaum.errors import InputError, Message, UnsupportedGameError
from spielbaum.search.core.game_view import Rules
from spielbaum.search.table.slots import Replacement

Order = Literal["static", "gain", "none"]


class Options(NamedTuple):
    """The options of an alpha-beta search. Only quiescence, which searches beyond the depth limit, changes values.

    Attributes
    ----------
    order
        ``"static"`` sorts the actions by the game's ``order`` if it has one, larger ranks first; ``"none"`` keeps the
        game's order, in which equal ranks stay in any case. ``"gain"`` tries noisy actions by ``order``, then killers,
        then the other quiet actions, and last the noisy actions that lose material by the game's ``gain``.
    replacement
        The replacement scheme of the transposition table; ``"none"`` for no table.
    table_move
        Whether the best action of an entry is tried first.
    killers
        Whether the last two actions that cut off at a ply are tried first there.
    history
        Whether actions of equal rank are sorted by their cutoffs so far; with ``order="gain"`` actions that were tried
        before the one that cut off lose as much.
    pv
        Whether the principal variation of the previous iteration is tried first.
    deepening
        Internal iterative deepening: whether, with a depth limit, a shallower search finds the first action of nodes
        without a table move.
    etc
        Enhanced transposition cutoffs: whether all children are looked up in the table before the first is searched.
    bounds
        Whether the game's ``bounds`` narrow the window in searches to the end of the game.
    quiescence
        Whether noisy actions are searched beyond the depth limit until the position is quiet.
    reuse
        Whether entries of searches of earlier positions of the same game are used.
    verify
        Whether every table cutoff is verified by a search without a table, which takes much longer.
    """

    order: Order = "static"
    replacement: Replacement = "none"
    table_move: bool = True
    killers: bool = False
    history: bool = False
    pv: bool = False
    deepening: bool = False
    etc: bool = False
    bounds: bool = False
    quiescence: bool = False
    reuse: bool = False
    verify: bool = False

    @property
    def has_table_move(self) -> bool:
        """Whether a node may have a table move."""
        return (self.replacement != "none" and self.table_move) or self.pv or self.deepening

    @property
    def looks_ahead(self) -> bool:
        """Whether more than the table entry is used before the first action of a node."""
        return self.killers or self.history or self.pv or self.deepening or self.etc or self.bounds

    def sorts(self, rules: Rules) -> bool:
        """Return whether the actions of a node may be tried in another order than the game's."""
        ranked = self.order != "none" and rules.order is not None
        return ranked or self.has_table_move or self.killers or self.history

    def refuse_unfit(self, rules: Rules) -> None:
        """Raise an error if an option lacks what it needs.

        Raises
        ------
        InputError
            If it needs a table and there is none.
        UnsupportedGameError
            If the game lacks a hook.
        """
        if self.etc and self.replacement == "none":
            raise InputError(Message("etc=true needs a transposition table: add replacement=two-deep"))
        if self.order == "gain" and rules.gain is None:
            raise UnsupportedGameError(
                Message(
                    "order=gain needs to know what a noisy action gains, and {} does not say: give the game hints.gain",
                    rules.name,
                )
            )
        if self.reuse and self.replacement == "none":
            raise InputError(Message("reuse=true needs a transposition table: add replacement=two-deep"))
        if self.reuse and rules.follows_paths:
            raise InputError(
                Message(
                    "reuse=true: in {} values depend on draws by repetition, and so on the moves before: "
                    "leave it out, or add loose=true where the algorithm has it",
                    rules.name,
                )
            )
        if self.verify and self.replacement == "none":
            raise InputError(Message("verify=true needs a transposition table: add replacement=two-deep"))
        if self.verify and (self.quiescence or rules.repetition is not None):
            raise InputError(
                Message(
                    "verify=true compares with a plain search, without quiescence or draws by repetition: leave it out"
                )
            )
        if self.quiescence and rules.noisy is None:
            raise UnsupportedGameError(
                Message(
                    "quiescence=true needs to know which actions are noisy, and {} does not say: give the game noisy",
                    rules.name,
                )
            )
        if self.bounds and rules.bounds is None:
            raise UnsupportedGameError(
                Message(
                    "bounds=true needs bounds of the utility that can still be reached, and {} gives none here",
                    rules.name,
                )
            )


PLAIN = Options()
