"""The house: which package may import which."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "spielbaum"
MODULES = sorted(SOURCE.rglob("*.py"))

# Each floor may import from the floors below it, and from itself. The rooms of ``learning`` are on two floors: the
# registry reads models, and fitting one needs the arena.
FLOORS = [
    {"errors"},
    {"files"},
    {"language"},
    {"watchdog"},
    {"plugins"},
    {"compiler"},
    {"kernel"},
    {"spec"},
    {"game"},
    {"game_file"},
    {"checking/trial"},
    {"adapters"},
    {"registry"},
    {"checking"},
    {"learning/models"},
    {"games", "search"},
    {"algorithms", "clients"},
    {"book"},
    {"tablebase"},
    {"players"},
    {"bridges"},
    {"formats"},
    {"position_text"},
    {"texts"},
    {"measuring"},
    {"profiling"},
    {"statistics"},
    {"arena"},
    {"learning/fitting"},
    {"learning"},
    {"exercises"},
    {"store", "pictures"},
    {"report"},
    {"search_pool"},
    {"notebook"},
    {"position"},
    {"session"},
    {"protocol"},
    {"grading"},
    {"web"},
    {"browser"},
    {"cli"},
    {"__main__"},
]
STRANGERS = {("games", "search"), ("search", "games"),
             ("games", "checking"), ("store", "pictures"), ("pictures", "store")}  # fmt: skip
ONLY_IN = {"numba": {"kernel"}, "llvmlite": {"kernel"}, "click": {"cli"}, "rich": {"cli"},
           "numpy": {"bridges", "kernel", "statistics", "learning"},
           "pyspiel": {"adapters", "bridges"}, "open_spiel": {"adapters", "bridges"},
           "pettingzoo": {"bridges"}, "gymnasium": {"bridges"},
           "sklearn": {"learning"}, "sqlalchemy": {"store"}, "polars": {"store"},
           "matplotlib": {"pictures"}, "alembic": set(), "babel": {"language"},
           "distributed": {"arena"}, "dask": {"arena"}, "chess": {"clients"}, "sgfmill": {"formats"},
           "pypdf": {"exercises"},
           "js": {"browser", "kernel"}, "pyodide": {"browser", "kernel"}, "pyodide_js": {"browser", "kernel"},
           "starlette": {"browser", "web"}, "uvicorn": {"web"}, "jinja2": {"grading", "report", "web"}}  # fmt: skip
ROOMS = {
    "game": [
        "fields",
        "facts",
        "board",
        "remark",
        "settlement",
        "action_fields",
        "default_view",
        "hints",
        "hashes",
        "groups",
        "default_features",
        "weighted_sum",
        "symmetries",
        "default_groups",
        "parts",
        "pickling",
        "record",
        "stated",
        "endings",
        "zobrist",
        "numbering",
        "repetition",
        "notation",
        "signatures",
        "text_board",
        "line",
        "click_path",
    ],
    "search": [
        "core",
        "table",
        "node",
        "simulation",
        "driver",
        "families",
        "algorithms",
        "validation",
        "perft",
        "prepared",
        "searcher",
        "choosing",
        "proof",
        "trace",
    ],
    "pictures": ["svg", "latex", "board", "plot", "tree", "growth", "exercise"],
    "compiler": [
        "types",
        "values",
        "library",
        "source",
        "code",
        "emitter",
        "bools",
        "choices",
        "constants",
        "advice",
        "fusion",
        "matches",
        "sequences",
        "convert",
        "hash_tables",
        "tables",
        "sets",
        "containers",
        "operators",
        "comparisons",
        "dictionaries",
        "sorting",
        "iteration",
        "methods",
        "builtin_functions",
        "reductions",
        "expressions",
        "conditions",
        "comprehensions",
        "statements",
        "compiler",
    ],
    "grading": [
        "diagnosis",
        "assignment",
        "pacman",
        "crashes",
        "submission",
        "sandbox",
        "guards",
        "request",
        "interfaces",
        "player",
        "kinds",
        "reading",
        "child",
        "results",
        "collecting",
        "verdicts",
        "notebook",
        "runner",
        "here",
        "formats",
        "pages",
        "writing",
    ],
    "web": ["settings", "http", "live", "views", "pages", "server", "app", "prerender"],
    "cli": ["shared", "render", "commands", "app"],
}
"""The rooms of the larger packages; each may import only from those before it."""


def place(path: Path) -> str:
    return floor_name(path.relative_to(SOURCE).with_suffix("").parts)


def floor_name(parts: Sequence[str]) -> str:
    room = "/".join(parts[:2])
    return room if any(room in names for names in FLOORS) else parts[0]


def floor(name: str) -> int:
    return next(i for i, names in enumerate(FLOORS) if name in names)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path, *, of_types: bool = True) -> set[str]:
    """Return what a module imports; ``of_types`` says whether also what only its annotations need."""
    found, left = set(), list[ast.AST](tree_of(path).body)
    while left:
        node = left.pop()  # statements alone: no expression imports anything
        if not of_types and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        left += [inner for part in ("body", "orelse", "finalbody", "handlers", "cases") for inner in _part(node, part)]
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found | named_modules(path)


NAMED = re.compile(r"spielbaum(\.[a-z_]\w*)+")


@cache
def named_modules(path: Path) -> set[str]:
    """Return our modules named in the strings of a module, except for entry-point groups."""
    groups = [node.value for node in tree_of(path).body if isinstance(node, ast.Assign) and _is_group(node.targets[0])]
    strings = (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Constant) and node not in groups)
    return {node.value for node in strings if isinstance(node.value, str) and _is_ours(node.value)}


def _is_group(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "ENTRY_POINTS"


def _is_ours(name: str) -> bool:
    if not NAMED.fullmatch(name):
        return False
    path = SOURCE.joinpath(*name.split(".")[1:])
    return path.is_dir() or path.with_suffix(".py").is_file()


def _part(node: ast.AST, name: str) -> list[ast.AST]:
    inner = getattr(node, name, [])
    return inner if isinstance(inner, list) else []


def test_imports_go_down() -> None:
    wrong = [f"{path.relative_to(SOURCE)} {fault}" for path in MODULES for fault in wrong_imports(path)]
    assert not wrong, "\n".join(wrong)


def wrong_imports(path: Path) -> Iterator[str]:
    here = place(path)
    for name in imports(path):
        parts = name.split(".")
        if parts[0] in ONLY_IN and here.partition("/")[0] not in ONLY_IN[parts[0]]:
            yield f"imports {name} outside {ONLY_IN[parts[0]]}"
        if parts[0] != "spielbaum" or here == "__init__" or len(parts) < 2:
            continue
        other = floor_name(parts[1:])
        if not _is_module(other):
            continue
        if floor(other) > floor(here):
            yield f"imports {name} from a floor above"
        if (here, other) in STRANGERS:
            yield f"imports {name}, and {here} and {other} do not import each other"


DOCS = ROOT / "docs"
PAGES = [DOCS / "glossary.md", DOCS / "design.md", *sorted(DOCS.glob("decisions/*.md"))]


def test_files_that_pages_name_are_there() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        named = [f"{match[1]}/{match[2]}" for match in re.finditer(r"`(\w+)/([\w/]+\.py)`", text)]
        assert len(named) > 5 or page.parent.name == "decisions", page
        assert [name for name in named if not (SOURCE / name).exists() and not (ROOT / name).exists()] == [], page


@pytest.mark.parametrize("package", ROOMS)
def test_rooms_import_from_those_before_them(package: str) -> None:
    rooms = ROOMS[package]
    found = {
        path.name.removesuffix(".py")
        for path in (SOURCE / package).iterdir()
        if path.name.isidentifier() or path.suffix == ".py"
    }
    assert found - {"__init__", "__pycache__", "static", "templates", "texts"} == set(rooms)
    for path in sorted((SOURCE / package).rglob("*.py")):
        here = path.relative_to(SOURCE / package).parts[0].removesuffix(".py")
        if here == "__init__":
            continue
        for name in imports(path, of_types=package != "compiler"):  # its emitter and its compiler hold each other
            parts = name.split(".")
            if parts[:2] == ["spielbaum", package] and len(parts) > 2 and parts[2] in rooms:
                assert rooms.index(parts[2]) <= rooms.index(here), f"{path} imports {name} from a room above"


def _is_module(name: str) -> bool:
    return any(name in names for names in FLOORS)


def test_dask_is_imported_inside_one_function_only() -> None:
    own = [path for path in MODULES if {name.split(".")[0] for name in imports(path)} & {"distributed", "dask"}]
    assert [path.name for path in own] == ["worker_pool.py"]
    functions = [node for node in ast.walk(tree_of(own[0])) if _imports_dask(node)]
    assert [function.name for function in functions] == ["_dask"]


DOCUMENTED = {
    "numba", "numba.types", "numba.extending", "numba.core.cgutils", "numba.core.errors", "numba.core.compiler",
    "numba.core.compiler_machinery", "llvmlite", "llvmlite.ir", "llvmlite.binding",
}  # fmt: skip
"""The modules of Numba and llvmlite that their manuals describe."""
DOCUMENTED_IN = {
    "numba.core": {"cgutils", "errors", "ir"},
    "numba.core.compiler": {"CompilerBase", "DefaultPassBuilder"},
    "numba.core.compiler_machinery": {"FunctionPass", "PassManager", "register_pass"},
    "numba.core.untyped_passes": {"IRProcessing"},
}
"""What they describe of a module of which they do not describe everything."""


def test_private_names_of_numba_are_imported_in_one_module_only() -> None:
    modules = [*MODULES, *(ROOT / "benchmarks").glob("*.py")]
    wrong = {path.name: names for path in modules if (names := sorted(private_names(path)))}
    assert wrong == {}


def private_names(path: Path) -> Iterator[str]:
    for module, name in imported_names(path):
        allowed = DOCUMENTED_IN.get(module)
        if module.split(".")[0] in ("numba", "llvmlite") and (
            name.startswith("_") or (name not in allowed if allowed else module not in DOCUMENTED)
        ):
            yield f"{module}.{name}"


def imported_names(path: Path) -> Iterator[tuple[str, str]]:
    """Yield modules and names that a module imports, also inside functions."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


def test_every_private_name_of_numba_is_used() -> None:
    room = "spielbaum.kernel.numba_internals"
    used = {name for path in MODULES for module, name in imported_names(path) if module == room}
    listed = tree_of(SOURCE / "kernel" / "numba_internals.py").body
    (names,) = [
        node.value for node in listed if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "NAMES"
    ]
    assert {path.rpartition(".")[2] for path in ast.literal_eval(names)} - used == set()


def test_matplotlib_only_prints_plots() -> None:
    own = [path for path in MODULES if {name.split(".")[0] for name in imports(path)} & {"matplotlib"}]
    assert [str(path.relative_to(SOURCE)) for path in own] == ["pictures/plot/printing.py"]


def _imports_dask(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and "distributed" in {
        inner.module.split(".")[0] for inner in ast.walk(node) if isinstance(inner, ast.ImportFrom) and inner.module
    }


def test_every_module_function_and_class_has_a_docstring() -> None:
    for path in MODULES:
        tree = tree_of(path)
        assert ast.get_docstring(tree), path
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                assert ast.get_docstring(node), f"{node.name} in {path.name}"


def test_no_file_names_a_machine_or_a_registry_host() -> None:
    words = re.compile(r"/(?:work|root|home)/\w|pythonhosted|registry\.npmjs")
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *MODULES, *ROOT.glob("benchmarks/*")]:
        if path.is_file():
            assert not words.search(path.read_text(encoding="utf-8")), path


def test_the_design_links_every_decision() -> None:
    text = (DOCS / "design.md").read_text(encoding="utf-8")
    assert re.findall(r"\(decisions/([\w-]+\.md)\)", text) == sorted(page.name for page in DOCS.glob("decisions/*.md"))


def test_no_test_module_imports_another() -> None:
    word = re.compile(r"^\s*(from|import)\b.*\btest_", re.MULTILINE)  # candidates only are parsed
    for path in (ROOT / "tests").rglob("*.py"):
        if word.search(path.read_text(encoding="utf-8")):
            assert not {name for name in imports(path) if name.split(".")[0].startswith("test_")}, path
