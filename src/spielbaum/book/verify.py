"""The second pass over a book: every value is recomputed from those of its successors, and some by another search.

What it relies on of the first pass is the key of positions alone: it meets them again from the start, and compares.
Exact values are proved once more without what the game knows about proofs, its key included, so that a mistake in a
bound, a candidate or a key is found too.
"""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from spielbaum.book.book import Book
from spielbaum.book.build import positions_of
from spielbaum.book.keys import book_keys
from spielbaum.book.positions import Position
from spielbaum.book.values import make_proof, make_search
from spielbaum.game import Game, SearchHints, State
from spielbaum.game.notation import format_state
from spielbaum.search.proof.solver import Solver

SAMPLE = 20
"""So many positions are searched once more, unless another number is asked for."""


@dataclass(frozen=True)
class Fault:
    """A position whose value is not what it should be; None for one that is not in the book."""

    position: str
    ply: int
    book: float | None
    found: float | None

    def __str__(self) -> str:
        """Return a sentence."""
        if self.book is None:
            return f"{self.position} (ply {self.ply}) is missing"
        return f"{self.position} (ply {self.ply}) has the value {self.book:g}, and should have {self.found:g}"


@dataclass(frozen=True, kw_only=True)
class Verification:
    """What the second pass found.

    Attributes
    ----------
    positions
        How many were met.
    recomputed
        How many values were recomputed from successors.
    searched
        How many were searched once more.
    strange
        How many the book has that were not met.
    faults
        What is wrong.
    """

    positions: int
    recomputed: int
    searched: int
    strange: int
    faults: tuple[Fault, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults and not self.strange

    def to_dict(self) -> dict[str, Any]:
        """Return the document that ``spielbaum book verify --json`` prints."""
        return {"ok": self.ok, **asdict(self), "faults": [asdict(fault) for fault in self.faults]}


def verify_book(
    book: Book,
    *,
    sample: int = SAMPLE,
    seed: int = 0,
    table: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Verification:
    """Verify a book by a second pass.

    Parameters
    ----------
    book
        The book.
    sample
        How many of the positions that were searched are searched once more; a search with a time limit is not repeated.
    seed
        Decides which.
    table
        Size of the table of these searches.
    progress
        Called with how many of them are done, and of how many.
    """
    game, plan = book.game, book.facts.plan
    keys, found = book_keys(game, exact=plan.exact), positions_of(game, plan)
    rests = {key: rest for key in found.all if (rest := book.rest(key)) is not None}
    faults = [_fault(game, position, None, None) for key, position in found.all.items() if key not in rests]
    recomputed = 0
    for key, edges in found.edges.items():
        if key not in rests or any(edge.key is not None and edge.key not in rests for edge in edges):
            continue
        recomputed += 1
        offset = keys.offset(found.all[key].state)
        best, own = max(edge.value(rests) for edge in edges), rests[key] + offset
        if best != own:
            faults.append(_fault(game, found.all[key], own, best))
    known = [key for key in found.leaves if key in rests]
    chosen = [] if plan.seconds is not None else random.Random(seed).sample(known, min(sample, len(known)))
    find = _other_search(book, table) if chosen else None
    for done, key in enumerate(chosen, 1):
        assert find is not None
        state = found.all[key].state
        own, value = rests[key] + keys.offset(state), find(state)
        if value != own:
            faults.append(_fault(game, found.all[key], own, value))
        if progress is not None:
            progress(done, len(chosen))
    return Verification(
        positions=len(found.all),
        recomputed=recomputed,
        searched=len(chosen),
        strange=len(book) - len(rests),
        faults=tuple(faults),
    )


def _other_search(book: Book, table: str | None) -> Callable[[State], float]:
    game, plan = book.game, book.facts.plan
    if not plan.exact:
        return make_search(game, plan, table)
    return make_proof(Solver(replace(game, hints=SearchHints(order=game.hints.order)), table=table))


def _fault(game: Game, position: Position, own: float | None, found: float | None) -> Fault:
    return Fault(format_state(game, position.state), position.ply, own, found)
