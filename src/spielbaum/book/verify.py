"""The second pass over a book: recompute every value from its successors, and some by another search.

It relies only on the keys of the first pass: it generates the positions again and compares. Exact values are proved
without the proof hints of the game, its key included, so that mistakes in bounds, candidates and keys are found.
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
from spielbaum.errors import Sentence
from spielbaum.game import Game, SearchHints, State
from spielbaum.game.notation import format_state
from spielbaum.search.proof.solver import Solver

SAMPLE = 20
"""The default number of positions that are searched again."""


@dataclass(frozen=True)
class Fault:
    """A position with a wrong value in the book; None if it is missing."""

    position: str
    ply: int
    book: float | None
    found: float | None

    def __str__(self) -> str:
        """Return a sentence."""
        if self.book is None:
            return Sentence("{} (ply {}) is missing", self.position, self.ply)
        return Sentence(
            "{} (ply {}) has the value {:g} instead of {:g}", self.position, self.ply, self.book, self.found
        )


@dataclass(frozen=True, kw_only=True)
class Verification:
    """The result of the second pass.

    Attributes
    ----------
    positions
        The number of positions.
    recomputed
        The number of values recomputed from successors.
    searched
        The number of positions searched again.
    strange
        The number of positions in the book that were not generated.
    faults
        The wrong values.
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
        The number of searched positions to search again; searches with a time limit are not repeated.
    seed
        The random seed of the sample.
    table
        The table size of these searches.
    progress
        Called with the number of completed searches and their total.
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
