"""Why a stone is placed: the lines that it completes, blocks or threatens to complete."""

from collections.abc import Iterable, Sequence

from spielbaum import Remark
from spielbaum.kernel import popcount

COMPLETES = "completes {count} in a row"
BLOCKS = "blocks {count} in a row"
THREATENS = "threatens {count} in a row"
LIES_ON = "lies on {count} open lines"
TWO_THREATS = "makes two threats at once"


def placing_reasons(lines: Iterable[int], own: int, others: Sequence[int], square: int, length: int) -> list[Remark]:
    """Return what a stone on a square does; lines and stones are boards of bits."""
    stone, taken = 1 << square, own
    for other in others:
        taken |= other
    through = [line for line in lines if line & stone]
    if any(line & ~stone & own == line & ~stone for line in through):
        return [Remark(COMPLETES, values={"count": length})]
    found = []
    if any(line & ~stone & other == line & ~stone for line in through for other in others):
        found.append(Remark(BLOCKS, values={"count": length - 1}))
    left = [line & ~own & ~stone for line in through]
    threats = {rest for rest in left if popcount(rest) == 1 and not rest & taken}
    if len(threats) > 1:
        found.append(Remark(TWO_THREATS))
    elif threats:
        found.append(Remark(THREATENS, values={"count": length}))
    open_lines = sum(not line & (taken & ~own) for line in through)
    return found or ([Remark(LIES_ON, values={"count": open_lines})] if open_lines > 1 else [])
