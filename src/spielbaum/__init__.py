"""Spielbaum: adversarial search in games of perfect information, for two and for N players.

Importing the package imports neither Numba nor NumPy; public names are loaded at first use.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spielbaum import algorithms as algorithms
    from spielbaum import games as games
    from spielbaum.adapters.adapt import adapt as adapt
    from spielbaum.checking.check import check_game as check_game
    from spielbaum.errors import SpielbaumError as SpielbaumError
    from spielbaum.game import Cell as Cell
    from spielbaum.game import Evaluation as Evaluation
    from spielbaum.game import Features as Features
    from spielbaum.game import Game as Game
    from spielbaum.game import Notation as Notation
    from spielbaum.game import Place as Place
    from spielbaum.game import ProofHints as ProofHints
    from spielbaum.game import Remark as Remark
    from spielbaum.game import Repetition as Repetition
    from spielbaum.game import SearchHints as SearchHints
    from spielbaum.game import Term as Term
    from spielbaum.game import Unit as Unit
    from spielbaum.game import View as View
    from spielbaum.game import grid as grid
    from spielbaum.game import weighted as weighted
    from spielbaum.kernel.bits import U64 as U64
    from spielbaum.kernel.bits import U128 as U128
    from spielbaum.kernel.boards import replaced as replaced
    from spielbaum.notebook import draw as draw
    from spielbaum.pictures.tree.tree import Tree as Tree
    from spielbaum.pictures.tree.tree import tree as tree
    from spielbaum.position import Position as Position
    from spielbaum.position import start as start
    from spielbaum.registry import load as load
    from spielbaum.search.choosing import search as search
    from spielbaum.search.core.limits import Limits as Limits
    from spielbaum.search.core.result import Result as Result
    from spielbaum.search.core.tracer import Tracer as Tracer
    from spielbaum.search.perft import perft as perft
    from spielbaum.search.proof.solver import Solver as Solver
    from spielbaum.search.searcher import Searcher as Searcher
    from spielbaum.search.trace.record import TreeRecord as TreeRecord
    from spielbaum.search.trace.recorder import record_tree as record_tree
    from spielbaum.texts import format_action as format_action
    from spielbaum.texts import legal_actions as legal_actions
    from spielbaum.texts import parse_action as parse_action
    from spielbaum.texts import parse_state as parse_state

try:
    from spielbaum._version import __version__ as _built
except ModuleNotFoundError:  # sources that were not built
    _built = "0.1.0.dev0"
__version__: str = _built

_HOMES = {
    "Cell": "spielbaum.game",
    "Evaluation": "spielbaum.game",
    "Features": "spielbaum.game",
    "Game": "spielbaum.game",
    "Limits": "spielbaum.search.core.limits",
    "Notation": "spielbaum.game",
    "Place": "spielbaum.game",
    "Position": "spielbaum.position",
    "ProofHints": "spielbaum.game",
    "Remark": "spielbaum.game",
    "Repetition": "spielbaum.game",
    "Result": "spielbaum.search.core.result",
    "SearchHints": "spielbaum.game",
    "Searcher": "spielbaum.search.searcher",
    "Solver": "spielbaum.search.proof.solver",
    "SpielbaumError": "spielbaum.errors",
    "Term": "spielbaum.game",
    "Tracer": "spielbaum.search.core.tracer",
    "Tree": "spielbaum.pictures.tree.tree",
    "TreeRecord": "spielbaum.search.trace.record",
    "U128": "spielbaum.kernel.bits",
    "U64": "spielbaum.kernel.bits",
    "Unit": "spielbaum.game",
    "View": "spielbaum.game",
    "adapt": "spielbaum.adapters.adapt",
    "check_game": "spielbaum.checking.check",
    "draw": "spielbaum.notebook",
    "format_action": "spielbaum.texts",
    "grid": "spielbaum.game",
    "legal_actions": "spielbaum.texts",
    "load": "spielbaum.registry",
    "parse_action": "spielbaum.texts",
    "parse_state": "spielbaum.texts",
    "perft": "spielbaum.search.perft",
    "record_tree": "spielbaum.search.trace.recorder",
    "replaced": "spielbaum.kernel.boards",
    "search": "spielbaum.search.choosing",
    "start": "spielbaum.position",
    "tree": "spielbaum.pictures.tree.tree",
    "weighted": "spielbaum.game",
}
__all__ = ["__version__", "algorithms", "games", *_HOMES]


def __getattr__(name: str) -> Any:
    if name in ("algorithms", "games"):
        return import_module(f"spielbaum.{name}")
    if name in _HOMES:
        found = getattr(import_module(_HOMES[name]), name)
        if name == "search":  # import spielbaum.search.core.limits as limits looks up core here
            found.__dict__ = vars(sys.modules["spielbaum.search"])
        return found
    raise AttributeError(f"module 'spielbaum' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


class _Package(ModuleType):
    """The class of this module, in which ``search`` stays the function when the package of that name is imported.

    The function has the attributes of the package, so that its modules can be imported by their full names.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "search" and isinstance(value, ModuleType):
            return  # the import system sets every submodule as an attribute
        super().__setattr__(name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the module by name, as cloudpickle does with ordinary modules."""
        return import_module, (self.__name__,)


sys.modules[__name__].__class__ = _Package


def load_ipython_extension(shell: Any) -> None:
    """Display states in a notebook; called at import if an IPython shell is running."""
    from spielbaum.notebook import display_states

    display_states(shell)


_shell_of = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)
if _shell_of() is not None:
    load_ipython_extension(_shell_of())
