"""Looking at the syntax tree of a function: names, parents, lists that are made, and pieces of new source."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, TypeVar

_Node = TypeVar("_Node", bound=ast.AST)

_DOUBLED = re.compile(r"(?<=\w)\((\(.* for .* in .*\))\)")
"""A generator expression that is the only argument of a call, as ``ast.unparse`` writes it."""

LISTS = frozenset({"list", "tuple", "set", "frozenset", "sorted"})
"""Functions that make a list, or something like it, of all items."""

Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


class Body:
    """The syntax tree of a function, with parents and the uses of names.

    Parameters
    ----------
    node
        The definition of the function.
    """

    def __init__(self, node: ast.FunctionDef) -> None:
        self.node = node
        self.parents = {child: parent for parent in ast.walk(node) for child in ast.iter_child_nodes(parent)}
        self.names: dict[str, list[ast.Name]] = defaultdict(list)
        for name in self.all(ast.Name):
            self.names[name.id].append(name)
        arguments = node.args
        self.parameters = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}

    def all(self, *kinds: type[ast.AST]) -> Iterator[Any]:
        """Yield the nodes of some kinds, in the order of the source."""
        found: list[Any] = [node for node in ast.walk(self.node) if isinstance(node, kinds)]
        yield from sorted(found, key=lambda node: (node.lineno, node.col_offset))

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the parent of a node, its parent, and so on up to the function."""
        while node is not self.node:
            node = self.parents[node]
            yield node

    def statement(self, node: ast.AST) -> ast.stmt:
        """Return the statement that a node is in."""
        if isinstance(node, ast.stmt):
            return node
        return next(one for one in self.above(node) if isinstance(one, ast.stmt))

    def repeats(self, node: ast.AST) -> list[ast.AST]:
        """Return the loops and comprehensions that repeat a node; what they run over is evaluated once."""
        found: list[ast.AST] = []
        for one in self.above(node):
            if isinstance(one, Comprehension):
                first = one.generators[0].iter
                if node is not first and first not in self.above(node):
                    found.append(one)
            elif isinstance(one, ast.While) or (isinstance(one, ast.For) and not self._is_in(node, one.iter)):
                found.append(one)
        return found

    def _is_in(self, node: ast.AST, other: ast.AST) -> bool:
        return node is other or other in self.above(node)

    def loads(self, name: str) -> list[ast.Name]:
        """Return the reads of a name."""
        return [one for one in self.names[name] if isinstance(one.ctx, ast.Load)]

    def assigned_once(self, name: str) -> ast.Assign | None:
        """Return the statement ``name = ...`` if nothing else assigns it; else None."""
        stores = [one for one in self.names[name] if not isinstance(one.ctx, ast.Load)]
        if len(stores) != 1 or name in self.parameters:
            return None
        parent = self.parents[stores[0]]
        return parent if isinstance(parent, ast.Assign) and len(parent.targets) == 1 else None

    def value_of(self, node: ast.expr) -> tuple[ast.expr, ast.Assign | None]:
        """Return an expression, or what the name that it is was assigned, if it is read only here."""
        if isinstance(node, ast.Name) and len(self.loads(node.id)) == 1:
            assigned = self.assigned_once(node.id)
            if assigned is not None and not self.repeats(node):
                return assigned.value, assigned
        return node, None

    def changes(self, name: str) -> bool:
        """Return whether the value of a name may change during a call: a variable, not a parameter or a global."""
        return any(not isinstance(one.ctx, ast.Load) for one in self.names.get(name, ()))

    def is_local(self, name: str) -> bool:
        """Return whether the function assigns a name, or takes it as an argument."""
        return name in self.parameters or self.changes(name)


def is_call(node: ast.AST | None, *names: str) -> bool:
    """Return whether a node calls a function with one of some names, by one positional argument."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in names
        and len(node.args) == 1
        and not node.keywords
        and not isinstance(node.args[0], ast.Starred)
    )


def method_of(node: ast.AST | None, *names: str) -> ast.Call | None:
    """Return a call of a method with one of some names of a variable; None for anything else."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        return node if node.func.attr in names else None
    return None


def is_number(node: ast.AST, number: int) -> bool:
    """Return whether a node is a whole number."""
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == number


def text_of(node: ast.AST, most: int = 60) -> str:
    """Return the source of a node in one line, shortened."""
    text = _DOUBLED.sub(r"\1", " ".join(ast.unparse(node).split()))
    return text if len(text) <= most else f"{text[: most - 3]}..."


def expression(template: str, **parts: ast.expr) -> ast.expr:
    """Return the expression of a template, with parts for names in it.

    Examples
    --------
    >>> ast.unparse(expression("any(ITEMS)", ITEMS=ast.Name("found", ast.Load())))
    'any(found)'
    """
    return substituted(ast.parse(template, mode="eval").body, parts)


def statement(template: str, **parts: ast.expr) -> ast.stmt:
    """Return the statement of a template, with parts for names in it."""
    return substituted(ast.parse(template).body[0], parts)


def generator(node: ast.expr, item: str = "") -> ast.GeneratorExp | None:
    """Return a generator of the items of a list that an expression makes, or of another item for each; else None."""
    other = expression(item) if item else None
    if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
        return ast.GeneratorExp(other or node.elt, node.generators)
    if isinstance(node, ast.Call) and is_call(node, *LISTS):
        made = generator(node.args[0], item) or expression(f"({item or '_'} for _ in ITEMS)", ITEMS=node.args[0])
        assert isinstance(made, ast.GeneratorExp)
        return made
    return None


def substituted(node: _Node, values: Mapping[str, ast.expr]) -> _Node:
    """Return a copy of a node with values for names."""

    class _Names(ast.NodeTransformer):
        def visit_Name(self, name: ast.Name) -> ast.expr:
            return deepcopy(values[name.id]) if name.id in values else name

    made: _Node = _Names().visit(deepcopy(node))
    return made


def inlined(node: ast.expr, helper: ast.FunctionDef | None) -> ast.expr:
    """Return the expression that a call of a helper returns, if its body is one ``return``; else the call."""
    if helper is None or not isinstance(node, ast.Call) or node.keywords or helper.decorator_list:
        return node
    body = [one for one in helper.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    names = [one.arg for one in helper.args.args]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None or len(names) != len(node.args):
        return node
    own = {one.id for one in ast.walk(body[0].value) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    given = {one.id for argument in node.args for one in ast.walk(argument) if isinstance(one, ast.Name)}
    if own & given or own & set(names):
        return node
    return substituted(body[0].value, dict(zip(names, node.args, strict=True)))
