"""The reasons of cutoffs, with their words."""

from dataclasses import dataclass

MOST_REASONS = 24
"""The number of reasons for which a workspace has counters, including those of other packages."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason to leave a node before its last action.

    Attributes
    ----------
    name
        As in results.
    words
        The words of a trace, with ``{best}`` and ``{bound}`` for the numbers that were compared, and ``{secured}`` for
        the vector of what each player has secured.
    compares_values
        Whether those numbers are values; otherwise they count actions or plies.
    of_rival
        Whether the vector of the node is an upper bound for the player above.
    """

    name: str
    words: str
    compares_values: bool = True
    of_rival: bool = False


REASONS: list[Reason] = []
"""All reasons; their indices are those of ``ws.cutoffs``."""


def new_reason(name: str, words: str, *, compares_values: bool = True, of_rival: bool = False) -> int:
    """Add a reason and return its index, with which a kernel counts its cutoffs; see :class:`Reason`.

    The index of a name stays the same if its module is loaded again.
    """
    reason = Reason(name, words, compares_values, of_rival)
    known = [i for i, one in enumerate(REASONS) if one.name == name]
    if known:
        REASONS[known[0]] = reason
        return known[0]
    assert len(REASONS) < MOST_REASONS, "a workspace has no room for another reason"
    REASONS.append(reason)
    return len(REASONS) - 1


def find_reason(name: str) -> Reason:
    """Return a reason by its name."""
    return next(reason for reason in REASONS if reason.name == name)


ALPHA_BETA = new_reason("alpha-beta", "{best} >= {bound}, and no action is better")  # the other words: cut_text
IMMEDIATE = new_reason("immediate", "immediate: {best} >= {bound}, the most there is")
SHALLOW = new_reason(
    "shallow", "shallow: {best} >= {bound}, no more than that is left for a player above", of_rival=True
)
DEEP = new_reason("deep", "deep: {best} >= {bound}, no more than that is left for a player above", of_rival=True)
HYPERMAX = new_reason("hypermax", "hypermax: alpha {secured} has the sum {best} >= {bound}")
NULL_MOVE = new_reason("null-move", "null-move: {best} after a pass, and {bound} is enough")
REVERSE_FUTILITY = new_reason("reverse-futility", "reverse-futility: {best} by the estimate, and {bound} is enough")
FUTILITY = new_reason("futility", "futility: {best} by the estimate, and {bound} is there already")
BEAM = new_reason("beam", "beam: {best} of at most {bound} actions", compares_values=False)
LAST_BRANCH = new_reason("last-branch", "last-branch: {best} >= {bound}, the players up to one above have all there is")
SPECULATIVE = new_reason("speculative", "speculative: {best} >= {bound}, the players up to one above have all there is")
PROBCUT = new_reason("probcut", "probcut: {best} plies say so of {bound}", compares_values=False)
