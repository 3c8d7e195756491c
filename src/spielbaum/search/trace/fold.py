"""Folding a tree to a number of nodes; the principal variation and the first cutoffs are kept."""

from collections.abc import Iterator
from dataclasses import replace

from spielbaum.search.trace.describe import fold_counts, fold_text
from spielbaum.search.trace.record import TreeNode, TreeRecord

_LEAVES = ("terminal", "leaf", "known")


def fold_tree(record: TreeRecord, most: int) -> TreeRecord:
    """Return the tree with at most ``most`` nodes; the others are counted at their nearest kept ancestor.

    Parameters
    ----------
    record
        The tree.
    most
        The largest number of nodes, including those that count others; roots are always kept.

    Examples
    --------
    >>> from spielbaum import games, record_tree
    >>> small = fold_tree(record_tree(games.load("figure:alpha-beta-twenty-seven")), 12)
    >>> len(small.nodes), small.nodes[-1].reason
    (12, '4 nodes folded, 3 of them leaves, 2 pruned actions folded')
    """
    if len(record.nodes) <= most:
        return record
    kept = kept_nodes(record, most)
    counts: dict[int, list[int]] = {}
    owners: list[int] = []  # for every node the nearest kept ancestor
    numbers: dict[int | None, int | None] = {None: None}
    nodes: list[TreeNode] = []
    for node in record.nodes:
        owners.append(node.id if node.id in kept else owners[node.parent or 0])
        if node.id in kept:
            numbers[node.id] = len(nodes)
            nodes.append(replace(node, id=len(nodes), parent=numbers[node.parent]))
        else:
            below = counts.setdefault(owners[-1], [0, 0, 0])
            counts[owners[-1]] = [had + more for had, more in zip(below, _counts(node), strict=True)]
    for owner, below in counts.items():
        text = fold_text(*below)
        nodes.append(TreeNode(len(nodes), numbers[owner], None, None, None, None, "folded", text))
    return replace(record, nodes=tuple(nodes), events=())


def kept_nodes(record: TreeRecord, most: int) -> set[int]:
    """Return the nodes that ``fold_tree`` keeps; parents of kept nodes are kept."""
    children = record.children()
    missing = {node.id: len(children.get(node.id, ())) for node in record.nodes}
    kept = {root.id for root in children.get(None, ())}
    room = most - sum(1 + (missing[root] > 0) for root in kept)
    for node in _by_importance(record, children):
        path = []
        while node.id not in kept:
            path.append(node)
            assert node.parent is not None
            node = record.nodes[node.parent]
        cost = 0
        for step in reversed(path):
            assert step.parent is not None
            cost += 1 + (missing[step.id] > 0) - (missing[step.parent] == 1)
        if cost > room:
            continue
        room -= cost
        for step in path:
            kept.add(step.id)
            missing[step.parent or 0] -= 1
    return kept


def _by_importance(record: TreeRecord, children: dict[int | None, list[TreeNode]]) -> Iterator[TreeNode]:
    """Yield the principal variation, its siblings, the cutoffs with their children, and the rest level by level."""
    line = record.principal_variation()
    yield from (record.nodes[place] for place in line)
    for place in line:
        yield from children.get(place, ())
    for node in record.nodes:
        if node.end == "cut":
            yield node
            yield from children.get(node.id, ())
    level = children.get(None, [])
    while level:
        level = [child for node in level for child in children.get(node.id, ())]
        yield from level


def _counts(node: TreeNode) -> tuple[int, int, int]:
    if node.end == "folded":
        return fold_counts(node.reason or "")
    return (0, 0, 1) if node.end == "pruned" else (1, int(node.end in _LEAVES), 0)
