"""Compiled kernels kept on disk between processes.

Numba's own cache never hits for closures, for its key holds a random id. Here the key is a hash of the content of the
function and of everything it captures. It stands in the file name, in the index key and in the symbol names, so that an
edit to any helper misses, another process hits, and two kernels of one process never share a symbol.

The directory is ``SPIELBAUM_CACHE_DIR``, or the user's cache directory. Where it cannot be written nothing is kept.
"""

import os
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.runtime import rtsys
from platformdirs import user_cache_dir

import spielbaum

REVISION = 6
"""Raised whenever the same sources are compiled to something else; kernels of other revisions are not used."""

KEPT_KERNELS = 1000
"""The longest unused files beyond this number are removed."""


def cache_directory() -> Path:
    """Return the directory in which kernels are kept."""
    return Path(os.environ.get("SPIELBAUM_CACHE_DIR") or user_cache_dir("spielbaum", appauthor=False)) / "kernels"


class _Locator(_CacheLocator):  # type: ignore[misc]
    """One directory for all kernels; the content hash tells them apart."""

    def __init__(self, py_func: Any) -> None:
        self._py_file = py_func.__code__.co_filename
        self._hash = py_func.__qualname__.rpartition("_")[2]

    def get_cache_path(self) -> str:
        return str(cache_directory())

    def get_source_stamp(self) -> str:
        return f"{spielbaum.__version__} {REVISION}"

    def get_disambiguator(self) -> str:
        return str(self._hash)

    @classmethod
    def from_function(cls, py_func: Any, _py_file: str) -> "_Locator | None":
        locator = cls(py_func)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        return locator


class _Impl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_Locator]  # noqa: RUF012

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        name: str = super().get_filename_base(fullname, abiflags)
        return name.replace(" ", "_")


class ContentCache(FunctionCache):  # type: ignore[misc]
    """A kernel cache whose key is the content.

    Parameters
    ----------
    py_func
        The copied entry function; its ``__qualname__`` ends in the content hash.

    Raises
    ------
    RuntimeError
        If the directory cannot be written.
    """

    _impl_class = _Impl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the stored kernel, or None; a damaged file is as good as none.

        Numba would first load all its typing rules, a quarter of a second; finished machine code needs only the
        runtime.
        """
        try:
            rtsys.initialize(target_context)
            return self._load_overload(sig, target_context)
        except Exception:
            self._discard()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a kernel; a full or vanished disk only means that it will be compiled again."""
        try:
            super().save_overload(sig, data)
            _remove_oldest(Path(self.cache_path))
        except OSError:
            pass

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), self._impl.locator.get_disambiguator()

    def _discard(self) -> None:
        for path in Path(self.cache_path).glob(f"*{self._impl.locator.get_disambiguator()}*"):
            path.unlink(missing_ok=True)


def _remove_oldest(directory: Path) -> None:
    files = sorted(directory.glob("*.nb[ic]"), key=lambda path: path.stat().st_atime, reverse=True)
    for path in files[2 * KEPT_KERNELS :]:
        path.unlink(missing_ok=True)
