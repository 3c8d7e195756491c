"""The source of a function, as a syntax tree."""

import ast
import linecache
from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from spielbaum.errors import CompileError

CACHED = type(lru_cache(lambda: None))
"""The class of functions that remember their values."""


Definition = ast.FunctionDef | ast.Lambda
"""The syntax tree of a function."""


class NoSourceError(CompileError):
    """The source of a function cannot be found."""


def undecorated(value: Any) -> Any:
    """Return the function behind ``@njit``, ``@cache`` or ``@lru_cache``, which change no value; others as they are."""
    if isinstance(value, CACHED):
        return value.__wrapped__
    return getattr(value, "py_func", value)


def definition_of(function: FunctionType) -> Definition:
    """Return the syntax tree of a function.

    Raises
    ------
    NoSourceError
        If its source is not there, or is not the source of this function.
    """
    code = function.__code__
    for is_read_again in (False, True):
        if is_read_again:
            linecache.checkcache(code.co_filename)
        lines = linecache.getlines(code.co_filename, function.__globals__)
        for made, node in _functions("".join(lines)).get((code.co_name, code.co_firstlineno), ()):
            if made == code and _is_of(node, code):
                return node
    raise NoSourceError(f"the source of {code.co_name} is not found in {code.co_filename}: write the game in a file")


@lru_cache(64)
def _functions(text: str) -> dict[tuple[str, int], list[tuple[CodeType, Definition]]]:
    """Return the functions of a file by name and first line."""
    try:
        tree = ast.parse(text)
        codes = list(_codes_in(compile(tree, "", "exec", dont_inherit=True)))
    except SyntaxError:
        return {}
    found: dict[tuple[str, int], list[tuple[CodeType, Definition]]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            key = node.name, first
        elif isinstance(node, ast.Lambda):
            key = "<lambda>", node.lineno
        else:
            continue
        found.setdefault(key, []).extend((code, node) for code in codes if (code.co_name, code.co_firstlineno) == key)
    return found


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes_in(constant)


def _is_of(node: Definition, code: CodeType) -> bool:
    """Return whether the parameters are those of the code, and for a lambda its column, too."""
    arguments = node.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    if list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) != names:
        return False
    if isinstance(node, ast.FunctionDef):
        return True
    columns = [column for _, _, column, _ in code.co_positions() if column]
    return not columns or node.body.col_offset <= min(columns) <= (node.body.end_col_offset or 0)


def parameters_of(definition: Definition) -> list[str]:
    """Return the names of the parameters of a function."""
    parameters = definition.args
    names = [argument.arg for argument in (*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs)]
    return [*names, parameters.vararg.arg] if parameters.vararg is not None else names


def is_generator(definition: Definition) -> bool:
    """Return whether a function has a ``yield`` of its own."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in _own_nodes(definition))


def _own_nodes(definition: Definition) -> list[ast.AST]:
    """Return the nodes of a function without those of nested functions."""
    left: list[ast.AST] = [*body_of(definition)]
    found = []
    while left:
        node = left.pop()
        found.append(node)
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            continue
        left.extend(ast.iter_child_nodes(node))
    return found


def body_of(definition: Definition) -> list[ast.stmt]:
    """Return the statements of a function; a lambda is one that returns its expression."""
    if isinstance(definition, ast.Lambda):
        return [ast.copy_location(ast.Return(definition.body), definition.body)]
    return definition.body


def local_names(definition: Definition) -> set[str]:
    """Return the names that a function assigns, and its parameters."""
    if isinstance(definition, ast.Lambda):
        return set(parameters_of(definition))
    own = _own_nodes(definition)
    outer = {name for node in own if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    return (set(parameters_of(definition)) | _stored(own)) - outer - _comprehension_names(definition)


def assigned_names(definition: Definition) -> set[str]:
    """Return the names that a function assigns, or one of its nested functions."""
    return _stored([node for part in body_of(definition) for node in ast.walk(part)])


def _stored(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the names that nodes assign."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef) or (isinstance(node, ast.MatchAs | ast.MatchStar) and node.name):
            names.add(str(node.name))
    return names


def _comprehension_names(definition: Definition) -> set[str]:
    """Return the names that only comprehensions assign."""
    inside: set[str] = set()
    outside: set[str] = set(parameters_of(definition))
    for node in _own_nodes(definition):
        if isinstance(node, ast.comprehension):
            inside |= {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
    for node in _own_nodes(definition):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.For | ast.NamedExpr | ast.FunctionDef):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            outside |= {
                part.id for target in targets if target for part in ast.walk(target) if isinstance(part, ast.Name)
            }
            if isinstance(node, ast.FunctionDef):
                outside.add(node.name)
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            outside.add(node.name)
    return inside - outside


_REPEATED = (ast.For, ast.While, ast.comprehension, ast.Lambda, ast.FunctionDef)


def most_uses(body: Sequence[ast.AST], name: str) -> int:
    """Return how often code uses one value of a variable, at most; a loop counts twice."""
    counts = _Uses(name)
    counts.after(body, 0)
    return counts.most


class _Uses:
    def __init__(self, name: str) -> None:
        self.name, self.most = name, 0

    def after(self, nodes: Sequence[ast.AST | None], uses: int) -> int:
        """Return the number of uses of the value that a variable has after some code, given that before it."""
        for place, node in enumerate(nodes):
            if isinstance(node, ast.If):
                uses = self.after([node.test], uses)
                if isinstance(node.body[-1], ast.Return | ast.Raise | ast.Break | ast.Continue):
                    self.after(node.body, uses)
                    return self.after([*node.orelse, *nodes[place + 1 :]], uses)
                uses = max(self.after(node.body, uses), self.after(node.orelse, uses))
            elif isinstance(node, ast.IfExp):
                uses = self.after([node.test], uses)
                uses = max(self.after([node.body], uses), self.after([node.orelse], uses))
            elif isinstance(node, ast.Assign | ast.AnnAssign) and self._is_set(node):
                self.after([node.value], uses)
                uses = 0
            elif isinstance(node, ast.Name):
                uses += node.id == self.name and isinstance(node.ctx, ast.Load)
                self.most = max(self.most, uses)
            elif isinstance(node, _REPEATED):
                once = [node.iter] if isinstance(node, ast.For | ast.comprehension) else []
                again = [child for child in ast.iter_child_nodes(node) if child not in once]
                uses = self.after([*again, *again], self.after(once, uses))
            elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
                first, *others = node.generators
                elements = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
                again = [*first.ifs, *others, *elements]
                uses = self.after([*again, *again], self.after([first.iter], uses))
            elif node is not None:
                uses = self.after(list(ast.iter_child_nodes(node)), uses)
        return uses

    def _is_set(self, node: ast.Assign | ast.AnnAssign) -> bool:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(target, ast.Name) and target.id == self.name for target in targets)
