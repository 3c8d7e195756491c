"""The programs of notebooks."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from spielbaum.errors import InputError, Message, Sentence
from spielbaum.files import read_json

GRADERS = ("otter", "nbgrader", "spielbaum.grading")
"""What grades: a program does not need it, nor anything that is made with it."""


def program_of(cells: Iterable[str]) -> str:
    r"""Return the program of a notebook: imports, definitions and assignments, but no calls that only show something.

    Cells that are not Python, and what depends on a grader, are left out.

    Examples
    --------
    >>> program_of(["%matplotlib inline", "import otter\ngrader = otter.Notebook()", "def f():\n    return 1", "f()"])
    'def f():\n    return 1\n'
    """
    lines: list[str] = []
    left_out: set[str] = set()
    for cell in cells:
        try:
            tree = ast.parse("".join(line for line in cell.splitlines(keepends=True) if line[:1] not in ("%", "!")))
        except (SyntaxError, ValueError):
            lines.append(cell)  # the test reports the error with its line
            continue
        for statement in tree.body:
            if _is_of_grader(statement) or left_out & set(_names(statement, ast.Load)):
                left_out |= set(_names(statement, ast.Store)) | _imported(statement)
            elif not isinstance(statement, ast.Expr | ast.Assert):
                lines.append(ast.unparse(statement))
    return "\n".join(lines) + "\n"


def read_notebook(path: Path) -> str:
    """Return the program of a notebook file.

    Raises
    ------
    InputError
        If it is none.
    """
    document = read_json(path, said=Sentence("is no notebook"))
    try:
        return program_of("".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code")
    except (LookupError, TypeError):
        raise InputError(Message("{!r} is no notebook: it has no cells", str(path))) from None


def _is_of_grader(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import(names):
            return any(_is_grader(name.name) for name in names)
        case ast.ImportFrom(module):
            return _is_grader(module or "")
    return False


def _is_grader(module: str) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in GRADERS)


def _imported(statement: ast.stmt) -> set[str]:
    names = statement.names if isinstance(statement, ast.Import | ast.ImportFrom) else []
    return {(name.asname or name.name).partition(".")[0] for name in names}


def _names(statement: ast.stmt, use: type[ast.expr_context]) -> Iterator[str]:
    return (node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, use))
