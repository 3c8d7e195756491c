"""Imports game files as modules that any process can import by name, so that their objects can be pickled.

The name of the module holds the path of the file and a hash of its content. An edited file is another module, and
pickles from before the edit are refused.
"""

import hashlib
import os
import sys
import sysconfig
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from spielbaum.errors import GameError, Message

__path__: list[str] = []  # the modules of files are submodules of this one


def import_file(path: Path) -> ModuleType:
    """Return the module of a file in its present version, which is executed once.

    Raises
    ------
    Exception
        Whatever the file raises.
    """
    return import_module(_name_of(path))


def file_of(name: str) -> Path | None:
    """Return the file of a module; None if the module is not one of a game file.

    Examples
    --------
    >>> file_of("spielbaum.game_file.0123456789abcdef /games/nim%2Epy") == Path("/games/nim.py")
    True
    """
    _digest, _, path = name.removeprefix(f"{__name__}.").partition(" ")
    if not path or not name.startswith(f"{__name__}."):
        return None
    return Path(path.replace("%2E", ".").replace("%25", "%"))


def _name_of(path: Path) -> str:
    """Return the name of a file's module, in which the dots of the path are escaped."""
    resolved = path.resolve()
    written = str(resolved).replace("%", "%25").replace(".", "%2E")
    return f"{__name__}.{hashlib.sha256(resolved.read_bytes()).hexdigest()[:16]} {written}"


class _Finder(MetaPathFinder):
    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:  # noqa: ARG002
        """Return the spec of a game file's module; None for other modules."""
        file = file_of(name)
        if file is None:
            return None
        if not file.is_file():
            raise GameError(Message("there is no file {!r}, which holds the game of what is loaded here", str(file)))
        if _name_of(file) != name:
            raise GameError(
                Message("{} has changed since what is loaded here was made by it: load its game again", file)
            )
        return spec_from_file_location(name, file, loader=_FromSource(name, str(file)))


class _FromSource(SourceFileLoader):
    """Loads from source: cached bytecode could be stale if a file is edited to the same length within a second."""

    def get_code(self, fullname: str) -> CodeType | None:  # noqa: ARG002
        """Return the compiled source of the file."""
        return self.source_to_code(self.get_data(self.path), self.path)

    def exec_module(self, module: ModuleType) -> None:
        """Execute the file, which may import modules from its own folder."""
        folder = os.path.dirname(self.path)
        sys.path.insert(_after_the_library(), folder)
        try:
            super().exec_module(module)
        finally:
            sys.path.remove(folder)


def _after_the_library() -> int:
    """Return the index in ``sys.path`` behind the standard library, whose modules a game file must not hide."""
    library = sysconfig.get_paths()["stdlib"]
    places = [place for place, path in enumerate(sys.path) if path in (library, f"{library}/lib-dynload")]
    return max(places, default=-1) + 1


sys.meta_path.append(_Finder())
