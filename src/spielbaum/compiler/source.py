"""The source of a function, as a syntax tree."""

import ast
import linecache
from functools import lru_cache
from types import CodeType, FunctionType


class NoSourceError(Exception):
    """The source of a function cannot be found."""


def definition_of(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    """Return the syntax tree of a function.

    Raises
    ------
    NoSourceError
        If its source is not there, or is not the source of this function.
    """
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if not lines:
        linecache.checkcache(code.co_filename)
        lines = linecache.getlines(code.co_filename, function.__globals__)
    for node in _functions("".join(lines)).get((code.co_name, code.co_firstlineno), ()):
        if _is_of(node, code):
            return node
    raise NoSourceError(code.co_filename)


@lru_cache(64)
def _functions(text: str) -> dict[tuple[str, int], list[ast.FunctionDef | ast.Lambda]]:
    """Return the functions of a file by name and first line."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return {}
    found: dict[tuple[str, int], list[ast.FunctionDef | ast.Lambda]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found.setdefault((node.name, first), []).append(node)
        elif isinstance(node, ast.Lambda):
            found.setdefault(("<lambda>", node.lineno), []).append(node)
    return found


def _is_of(node: ast.FunctionDef | ast.Lambda, code: CodeType) -> bool:
    """Return whether the parameters are those of the code, and for a lambda its column, too."""
    arguments = node.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    if list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) != names:
        return False
    if isinstance(node, ast.FunctionDef):
        return True
    columns = [column for _, _, column, _ in code.co_positions() if column]
    return not columns or node.body.col_offset <= min(columns) <= (node.body.end_col_offset or 0)
