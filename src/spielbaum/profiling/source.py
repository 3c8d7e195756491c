"""The source of a game's functions as syntax trees, and changed copies of it."""

import ast
import linecache
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any

from spielbaum.compiler.source import NoSourceError, definition_of
from spielbaum.errors import CompileError, SpielbaumError
from spielbaum.game import Game
from spielbaum.game_file import file_of
from spielbaum.kernel.call_graph import reachable_functions
from spielbaum.kernel.captures import cell_value
from spielbaum.kernel.intrinsics import is_intrinsic
from spielbaum.profiling.rules import Rule
from spielbaum.registry import USER_GAMES, GameSpec, load

OWN = Path(__file__).parent.parent


@dataclass(eq=False)
class Function:
    """A function of a game, with its source.

    Attributes
    ----------
    function, node
        The function, and its syntax tree.
    rules
        The names of the rule functions that reach it.
    """

    function: FunctionType
    node: ast.FunctionDef
    rules: list[str]

    @property
    def name(self) -> str:
        """Its name."""
        return self.function.__name__

    def found(self, name: str) -> Any:
        """Return the value of a name that is not local: captured, global or built in; None if there is none."""
        code = self.function.__code__
        if name in code.co_varnames or name in code.co_cellvars:
            return None
        for cell_name, cell in zip(code.co_freevars, self.function.__closure__ or (), strict=True):
            if cell_name == name:
                return cell_value(cell)
        names = self.function.__globals__
        builtin = names["__builtins__"]
        return names.get(name, (builtin if isinstance(builtin, dict) else vars(builtin)).get(name))

    def called(self, call: ast.expr) -> Any:
        """Return the function that a call by a name, or by an attribute of a module, calls; None if unknown."""
        if not isinstance(call, ast.Call):
            return None
        callee = call.func
        if isinstance(callee, ast.Name):
            return self.found(callee.id)
        if isinstance(callee, ast.Attribute) and isinstance(callee.value, ast.Name):
            return getattr(self.found(callee.value.id), callee.attr, None)
        return None


def functions_of(rules: Sequence[Rule]) -> list[Function]:
    """Return the functions of the author's files that rule functions reach, in the order of their lines."""
    reached: dict[FunctionType, list[str]] = {}
    for rule in rules:
        for function in _reached(rule.function):
            reached.setdefault(function, []).append(rule.name)
    found = []
    for function, names in reached.items():
        node = _definition(function) if _is_authors(function) else None
        if node is not None:
            found.append(Function(function, node, names))
    return sorted(found, key=lambda one: (one.function.__code__.co_filename, one.node.lineno))


def _reached(function: Any) -> Sequence[FunctionType]:
    if not isinstance(function, FunctionType):
        return ()
    try:
        return reachable_functions(function, is_intrinsic)
    except CompileError:  # a name that is not defined
        return (function,)


def _is_authors(function: FunctionType) -> bool:
    """Return whether a function is one of a game."""
    path = Path(function.__code__.co_filename)
    return not path.is_relative_to(OWN) or path.is_relative_to(OWN / "games")


def _definition(function: FunctionType) -> ast.FunctionDef | None:
    try:
        node = definition_of(function)
    except NoSourceError:
        return None
    return node if isinstance(node, ast.FunctionDef) else None


@dataclass
class Change:
    """A change of the source.

    Attributes
    ----------
    replaced
        What stands in the place of a node: a node, several statements, or none.
    before
        Statements before a statement.
    top
        Statements at the top of the file.
    """

    replaced: Mapping[ast.AST, ast.AST | Sequence[ast.stmt]]
    before: Mapping[ast.AST, Sequence[ast.stmt]] = field(default_factory=dict)
    top: Sequence[ast.stmt] = ()

    def of(self, tree: ast.AST) -> Any:
        """Return a changed copy of a tree."""
        places = {_key(node): made for node, made in self.replaced.items()}
        earlier = {_key(node): made for node, made in self.before.items()}

        def copied(node: Any) -> Any:
            if isinstance(node, list):
                return [item for inner in node for item in listed(inner)]
            if not isinstance(node, ast.AST):
                return node
            if _key(node) in places:
                return places[_key(node)]
            return type(node)(**{name: copied(value) for name, value in ast.iter_fields(node)})

        def listed(node: Any) -> list[Any]:
            made = copied(node)
            return [*earlier.get(_key(node), ()), *(made if isinstance(made, list | tuple) else [made])]

        return copied(tree)


def _key(node: Any) -> object:
    """Return what identifies a node in any tree of the same file."""
    if not hasattr(node, "lineno"):
        return id(node)
    return type(node), node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def changed_game(game: Game, change: Change) -> Game | None:
    """Return the game of a file with changed source; None if the game is not from a file, or the change breaks it.

    The changed file is in a temporary folder; modules are imported from the folder of the original.
    """
    path = file_of(getattr(game.actions, "__module__", None) or "")
    if path is None:
        return None
    tree = change.of(ast.parse(path.read_text(encoding="utf-8")))
    after_docstring = 1 if ast.get_docstring(tree) else 0
    tree.body[after_docstring:after_docstring] = change.top
    with TemporaryDirectory() as folder:
        changed = Path(folder) / path.name
        changed.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")
        spec = GameSpec(path.stem, {name: str(value) for name, value in game.options.items()}, changed)
        sys.path.append(str(path.parent))
        try:
            with redirect_stdout(StringIO()):
                made = load(spec)
            linecache.getlines(str(changed.resolve()))  # where the compiler finds the source
            return made
        except SpielbaumError:
            return None
        finally:
            sys.path.remove(str(path.parent))
            USER_GAMES.pop(str(spec), None)
