"""The record of a search with all values from the view of the player to move, as in negamax."""

import re
from dataclasses import dataclass, fields, replace

from spielbaum.errors import InputError, Message, Sentence
from spielbaum.search.core.result import BoundKind, Number, tidy
from spielbaum.search.trace.record import TreeNode, TreeRecord

_OTHER_WAY: dict[BoundKind, BoundKind] = {"lower": "upper", "upper": "lower"}
_CUT_BELOW = re.compile(r"beta (\S+) <= alpha (\S+)")


@dataclass(frozen=True, kw_only=True)
class MoverView(TreeRecord):
    """A tree whose values are for the player to move at each node; ``line`` is its principal variation."""

    line: tuple[int, ...] = ()

    def principal_variation(self) -> tuple[int, ...]:
        """Return the nodes of the principal variation."""
        return self.line


def for_mover(record: TreeRecord) -> MoverView:
    """Return a record with the signs of negamax: positive values are good for the player to move.

    In a terminal state the value is for the player who did not make the last move.

    Raises
    ------
    InputError
        If values are vectors.
    """
    if record.vectors:
        raise InputError(
            Message("values for the player to move need two players, and here every player has its own value")
        )
    movers: list[int] = []
    nodes = []
    for node in record.nodes:
        above = None if node.parent is None else movers[node.parent]
        movers.append(node.to_move if node.to_move is not None else 0 if above is None else 1 - above)
        turned = movers[-1] != record.root_player
        parent_turned = above is not None and above != record.root_player
        nodes.append(_turned(node) if turned else node)
        if node.reason and node.end == "pruned":
            nodes[-1] = replace(nodes[-1], reason=_reason(node.reason) if parent_turned else node.reason)
    kept = {part.name: getattr(record, part.name) for part in fields(TreeRecord) if part.name not in ("nodes", "steps")}
    return MoverView(**kept, nodes=tuple(nodes), steps=(), line=record.principal_variation())


def _turned(node: TreeNode) -> TreeNode:
    alpha, beta = node.window or (None, None)
    return replace(
        node,
        value=_negative(node.value),
        window=None if node.window is None else (_negative(beta), _negative(alpha)),  # type: ignore[arg-type]
        reason=_reason(node.reason) if node.reason else None,
        known=None if node.known is None else _OTHER_WAY.get(node.known, node.known),
    )


def _negative(value: Number | None) -> Number | None:
    return None if value is None or isinstance(value, tuple) else tidy(-value)


def _reason(reason: str) -> str:
    """Return the reason of a cutoff from the view of the other player."""
    found = _CUT_BELOW.search(reason)
    if found is None:
        return reason
    alpha, beta = (f"{-float(number):.6g}" for number in found.groups())
    turned = Sentence("alpha {} >= beta {}", alpha, beta)
    note = reason[: found.start()].removesuffix(": ")
    return Sentence("{}: {}", note, turned) if note else turned
