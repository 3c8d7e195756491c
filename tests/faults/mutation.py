"""Mutations: an expression or statement of one function is replaced in its syntax tree.

What is old stands exactly once in the named function, in any layout. In both old and new, a name that is one capital
letter stands for any expression, and ``*A`` for all further arguments or operands: ``A <= node.alpha`` becomes
``A < node.alpha``. An old ``key=value`` is a keyword argument or an assignment. The rest of the file stays as it is,
byte for byte.
"""

import ast
import copy
from collections.abc import Iterator, Sequence
from typing import Any

Values = dict[str, Any]
"""What the placeholders stand for: nodes, or lists of nodes."""

_UNCOMPARED = {"ctx", "kind", "type_comment"}


def mutated(text: str, place: str, old: str, new: str) -> str:
    """Return the source of a module with one mutation.

    Parameters
    ----------
    text
        The source.
    place
        The last parts of the qualified name of a function, class or constant, such as ``moves`` or ``Clock.start``.
    old, new
        Expressions or statements, as above.

    Raises
    ------
    ValueError
        If there is no such place, or if what is old does not stand there exactly once.
    """
    scopes = [node for name, node in _named(ast.parse(text)) if f".{name}".endswith(f".{place}")]
    if not scopes:
        raise ValueError(f"there is no {place}")
    wanted = _parsed(old)
    found = {
        id(nodes[0]): (nodes, whole)
        for scope in scopes
        for nodes, whole in _pieces(scope, len(wanted), None)
        if _match(wanted, nodes, {})
    }
    if len(found) != 1:
        raise ValueError(f"{old!r} stands {len(found)} times in {place}")
    ((nodes, whole),) = found.values()
    values: Values = {}
    _match(wanted, nodes, values)
    made = [_Filled(values).visit(node) for node in _parsed(new)]
    if whole is not None:
        nodes, made = [whole], [_Exchanged(nodes[0], made[0]).visit(copy.copy(whole))]
    return _spliced(text, nodes, made)


def _named(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Yield functions, classes and assignments with their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield prefix + child.name, child
            yield from _named(child, f"{prefix}{child.name}.")
        elif not isinstance(child, ast.expr):
            if isinstance(child, ast.Assign | ast.AnnAssign):
                target = child.targets[0] if isinstance(child, ast.Assign) else child.target
                yield prefix + ast.unparse(target), child
            yield from _named(child, prefix)


def _parsed(text: str) -> list[ast.AST]:
    """Return an expression or statements."""
    body = ast.parse(text).body
    return [node.value if isinstance(node, ast.Expr) and len(body) == 1 else node for node in body]


def _pieces(node: ast.AST, length: int, whole: ast.JoinedStr | None) -> Iterator[tuple[list[ast.AST], ast.AST | None]]:
    """Yield every expression, keyword and run of statements; also the f-string around it, whose parts have no place."""
    for _, value in ast.iter_fields(node):
        children = [child for child in (value if isinstance(value, list) else [value]) if isinstance(child, ast.AST)]
        for i, child in enumerate(children):
            yield children[i : i + (length if isinstance(child, ast.stmt) else 1)], whole
            yield from _pieces(child, length, child if whole is None and isinstance(child, ast.JoinedStr) else whole)


def _match(wanted: Any, found: Any, values: Values) -> bool:
    """Return whether a pattern matches, and note what its placeholders stand for."""
    if isinstance(wanted, ast.Name) and _is_placeholder(wanted) and isinstance(found, ast.expr):
        return ast.dump(values.setdefault(wanted.id, found)) == ast.dump(found)
    if isinstance(wanted, ast.Assign) and isinstance(found, ast.keyword):
        return ast.unparse(wanted.targets[0]) == found.arg and _match(wanted.value, found.value, values)
    if isinstance(wanted, ast.AST):
        fields = [field for field in wanted._fields if field not in _UNCOMPARED]
        return type(wanted) is type(found) and all(
            _match(getattr(wanted, field), getattr(found, field), values) for field in fields
        )
    if isinstance(wanted, list):
        if wanted and isinstance(wanted[-1], ast.Starred) and _is_placeholder(wanted[-1].value):
            values[wanted[-1].value.id] = found[len(wanted) - 1 :]
            wanted, found = wanted[:-1], found[: len(wanted) - 1]
        return len(wanted) == len(found) and all(_match(a, b, values) for a, b in zip(wanted, found, strict=True))
    return type(wanted) is type(found) and bool(wanted == found)


def _is_placeholder(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and len(node.id) == 1 and node.id.isupper()


class _Filled(ast.NodeTransformer):
    """The replacement with what its placeholders stand for."""

    def __init__(self, values: Values) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> Any:
        return self._values.get(node.id, node)

    def visit_Starred(self, node: ast.Starred) -> Any:
        return self._values[node.value.id] if _is_placeholder(node.value) else self.generic_visit(node)


class _Exchanged(ast.NodeTransformer):
    """A tree in which one node is exchanged for another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self._new if node is self._old else self.generic_visit(node)


def _spliced(text: str, old: Sequence[Any], new: Sequence[Any]) -> str:
    """Return a text with other nodes in the place of some; columns count bytes."""
    lines = text.encode().splitlines(keepends=True)
    before = b"".join(lines[: old[0].lineno - 1]) + lines[old[0].lineno - 1][: old[0].col_offset]
    after = lines[old[-1].end_lineno - 1][old[-1].end_col_offset :] + b"".join(lines[old[-1].end_lineno :])
    if isinstance(old[0], ast.keyword):
        made = f"{old[0].arg}=({ast.unparse(new[0].value)})"
    elif isinstance(new[0], ast.expr):
        made = f"({ast.unparse(new[0])})"
    else:
        indent = "\n" + " " * old[0].col_offset
        made = indent.join("\n".join(map(ast.unparse, new)).splitlines())
    return (before + made.encode() + after).decode()
