"""Lists that are never made, because they are only gone over, and lists that are filled without branches.

In ``for square in squares_of(board, player)`` and in ``not squares_of(board, player)`` the list is gone over once. If
the function only returns a list comprehension, it is translated as the generator expression with the same elements. A
loop that stops early then makes no element in vain.

P. Wadler, Deforestation: transforming programs to eliminate trees, Theoretical Computer Science 73 (1990).
"""

import ast
from functools import lru_cache
from types import FunctionType
from typing import Any

from spielbaum.compiler.emitter import Emitter, Scope, as_value
from spielbaum.compiler.source import definition_of
from spielbaum.compiler.types import is_mutable
from spielbaum.compiler.values import Closure, Constant, Fused, Generator, Lazy, Value, Variable

_HARMLESS = (ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
"""Operators that raise nothing, if both sides are numbers."""


def gone_over(emitter: Emitter, node: ast.expr) -> Any:
    """Return the value of an expression that is gone over once: of a list comprehension, the elements without the list.

    Parameters
    ----------
    node
        The expression.
    """
    if isinstance(node, ast.ListComp) and raises_nothing(node) and not reads_containers(emitter, node):
        first = emitter.held(gone_over(emitter, node.generators[0].iter), node)
        return Fused(_as_generator(node), (("first", first),), emitter.scope)
    if isinstance(node, ast.Call) and not any(isinstance(part, ast.Starred) for part in node.args):
        found = _of_call(emitter, node)
        if found is not None:
            return found
    return emitter.compiler.expression(emitter, node)


def _of_call(emitter: Emitter, node: ast.Call) -> Any:
    """Return the elements of the list that a function returns, if that is all it does."""
    if not isinstance(node.func, ast.Name) or emitter.find(node.func.id) is not None:
        return None
    function = emitter.compiler.expression(emitter, node.func)
    plain = getattr(function, "value", None)
    if not isinstance(plain, FunctionType) or plain in emitter.inlined or any(key.arg is None for key in node.keywords):
        return None
    definition = definition_of(plain)
    if not isinstance(definition, ast.FunctionDef) or (made := _only_returns(definition)) is None:
        return None
    arguments = [as_value(emitter, emitter.compiler.expression(emitter, part), part)
                 for part in node.args]  # fmt: skip
    named = {
        str(key.arg): as_value(emitter, emitter.compiler.expression(emitter, key.value), key.value)
        for key in node.keywords
    }
    bound = emitter.compiler.bound(emitter, plain, definition, arguments, named, node)
    closure = Closure(made, Scope(("top", id(plain)), plain, None, set()), {})
    if closure in emitter.inlined or not all(_is_fixed(value) for _, value in bound):
        return emitter.compiler.call(emitter, function, arguments, named, node)
    return Fused(closure, tuple((name, emitter.held(value, node)) for name, value in bound))


def _is_fixed(value: Any) -> bool:
    """Return whether nothing can change a value while it is gone over."""
    return isinstance(value, Constant) or (isinstance(value, Value) and not is_mutable(value.type))


def reads_containers(emitter: Emitter, node: ast.AST) -> bool:
    """Return whether an expression reads a variable that holds a container, which may change meanwhile."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            key = emitter.find(part.id)
            found = None if key is None else emitter.variables.get(key)
            if isinstance(found, Variable) and is_mutable(found.type):
                return True
            if found is not None and isinstance(found, Lazy | Generator):
                return True
    return False


@lru_cache(1024)
def _only_returns(definition: ast.FunctionDef) -> ast.FunctionDef | None:
    """Return the generator with the same elements, if a function only returns a list comprehension; else None."""
    body = definition.body[1:] if ast.get_docstring(definition) is not None else definition.body
    if len(body) != 1 or not isinstance(body[0], ast.Return) or not isinstance(body[0].value, ast.ListComp):
        return None
    if not raises_nothing(body[0].value):
        return None
    yielded = ast.copy_location(ast.YieldFrom(_as_generator(body[0].value)), body[0])
    made = ast.FunctionDef(definition.name, definition.args, [ast.copy_location(ast.Expr(yielded), body[0])], [], None)
    return ast.copy_location(made, definition)


@lru_cache(1024)
def _as_generator(node: ast.ListComp) -> ast.GeneratorExp:
    return ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)


def raises_nothing(node: ast.ListComp | ast.GeneratorExp) -> bool:
    """Return whether a later element of a comprehension raises nothing that its first one does not raise."""
    targets = {part.id for generator in node.generators for part in ast.walk(generator.target)
               if isinstance(part, ast.Name)}  # fmt: skip
    parts = [node.elt, *(test for generator in node.generators for test in generator.ifs)]
    inner = [generator.iter for generator in node.generators[1:]]
    return all(_is_harmless(part, targets) for part in parts) and all(_is_harmless(part, targets) for part in inner)


def _is_harmless(node: ast.expr, targets: set[str]) -> bool:
    if isinstance(node, ast.Name | ast.Constant):
        return True
    if isinstance(node, ast.Compare):
        return all(_is_harmless(part, targets) for part in (node.left, *node.comparators))
    if isinstance(node, ast.BoolOp):
        return all(_is_harmless(part, targets) for part in node.values)
    if isinstance(node, ast.UnaryOp | ast.Attribute):
        return _is_harmless(node.operand if isinstance(node, ast.UnaryOp) else node.value, targets)
    if isinstance(node, ast.BinOp) and isinstance(node.op, _HARMLESS):
        return _is_harmless(node.left, targets) and _is_harmless(node.right, targets)
    if isinstance(node, ast.Tuple):
        return all(_is_harmless(part, targets) for part in node.elts)
    if isinstance(node, ast.IfExp):
        return all(_is_harmless(part, targets) for part in (node.test, node.body, node.orelse))
    reads = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return isinstance(node, ast.Subscript) and not reads & targets
