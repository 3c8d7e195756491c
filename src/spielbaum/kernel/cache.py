"""Compiled kernels kept on disk between processes.

Numba's own cache never hits for closures, for its key holds a random id, and it unpickles what it finds. Here the key
is a hash of the content of the function and of everything it captures. It stands in the file name and in the symbol
names, so that an edit to any helper misses, another process hits, and two kernels of one process never share a symbol.

The directory is ``SPIELBAUM_CACHE_DIR``, or the user's cache directory. Where it cannot be written nothing is kept.
"""

import hashlib
import json
import os
import platform
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite import binding
from numba import types
from numba.core import config
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.environment import Environment, lookup_environment
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.runtime import rtsys
from numba.core.typing import signature

import spielbaum
from spielbaum.kernel import graph
from spielbaum.kernel.kept import as_file, from_file
from spielbaum.kernel.private import (
    NotPrivateError,
    cache_directory,
    open_private,
    private_directory,
    read_private,
    tell_once,
    write_private,
)

REVISION = 10
"""Raised whenever the same sources are compiled to something else; kernels of other revisions are not used."""

KEPT_KERNELS = 1000
"""The longest unused files beyond this number are removed."""

_NUMBERS = {str(kind): kind for kind in (*types.number_domain, types.boolean, types.none)}
"""What a kernel that is kept may return, also in tuples, by its name."""

_FILES = ("*.kernel", ".*.part", "*.nb[ic]")
"""Kernels, what a process left that was ended while it wrote, and kernels of revision 6 and before."""


class ContentCache(_Cache):  # type: ignore[misc]
    """A kernel cache whose key is the content.

    Parameters
    ----------
    content
        The content hash, which is a part of every symbol in the kernel.
    """

    def __init__(self, content: str) -> None:
        self._content = content

    @property
    def cache_path(self) -> str:
        """The directory."""
        return str(cache_directory())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the stored kernel, or None; a damaged file is removed and as good as none.

        Numba would first load all its typing rules, a quarter of a second; finished machine code needs only the
        runtime.
        """
        key = _key(self._content, sig, target_context)
        if key is None:
            return None
        path = None
        try:
            path = private_directory() / _name(key)
            content = read_private(path)
            rtsys.initialize(target_context)
            return _rebuilt(content, key, sig, target_context)
        except NotPrivateError as error:
            tell_once(error)
        except OSError:  # there is none
            pass
        except Exception:
            if path is not None:
                with suppress(OSError):
                    path.unlink()
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a kernel; a full or vanished disk only means that it will be compiled again."""
        key = _key(self._content, sig, data.target_context)
        content = None if key is None else _reduced(data, key)
        if key is None or content is None:
            return
        try:
            path = private_directory() / _name(key)
            if path.is_symlink() or path.exists():
                os.close(open_private(path, os.O_RDONLY))
            write_private(path, content)
            _remove_oldest(path.parent)
        except NotPrivateError as error:
            tell_once(error)
        except OSError:
            pass

    def enable(self) -> None:
        """Do nothing: it is always enabled."""

    def disable(self) -> None:
        """Do nothing."""

    def flush(self) -> None:
        """Do nothing: what is not used any more is removed in its time."""


def _key(content: str, argument_types: Any, target_context: Any) -> dict[str, Any] | None:
    """Return all that the machine code depends on, or None for arguments that cannot be told by a text."""
    arguments = [_argument(kind) for kind in argument_types]
    if not all(arguments):
        return None
    return {
        "content": content,
        "arguments": arguments,
        "revision": REVISION,
        "spielbaum": spielbaum.__version__,
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "python": [platform.python_implementation(), platform.python_version(), getattr(sys, "abiflags", "")],
        "processor": [str(part) for part in target_context.codegen().magic_tuple()],
        "boundscheck": str(config.BOUNDSCHECK),
    }


def _argument(kind: Any) -> str:
    """Return a text that no other type has, or nothing where there may be another one."""
    if isinstance(kind, types.UniTuple | types.Tuple):
        items = [_argument(item) for item in kind]
        return f"({' '.join(items)})" if all(items) else ""
    if isinstance(kind, types.Array):
        return str(kind) if isinstance(kind.dtype, types.Number | types.Boolean | types.Record) else ""
    simple = types.Number | types.Boolean | types.NoneType | types.Record
    return str(kind) if isinstance(kind, simple) else ""


def _name(key: dict[str, Any]) -> str:
    more = hashlib.sha256(json.dumps(key).encode()).hexdigest()[:16]
    return f"{key['content']}-{more}.kernel"


def _reduced(result: Any, key: dict[str, Any]) -> bytes | None:
    """Return the content of a file, or None for a kernel that needs more than machine code."""
    returned = _as_text(result.signature.return_type)
    library, described = result.library, result.fndesc
    environments = [result.environment, *result._find_referenced_environments()]
    if (
        returned is None
        or _as_type(returned) != result.signature.return_type
        or result.objectmode
        or result.lifted
        or result.reload_init
        or library.has_dynamic_globals
        or any(environment.consts for environment in environments)
    ):
        return None
    _, _, (machine_code, _) = library.serialize_using_object_code()
    header = {
        "key": key,
        "library": library.name,
        "symbol": described.mangled_name,
        "name": described.qualname,
        "unique name": described.unique_name,
        "returns": returned,
        "environments": list(dict.fromkeys(environment.env_name for environment in environments)),
    }
    return as_file(header, machine_code, _declared(described))


def _declared(described: Any) -> bytes:
    """Return bit code that tells no more than the names of what is called: a loaded kernel is never linked again."""
    names = (described.llvm_func_name, described.llvm_cpython_wrapper_name)
    return bytes(binding.parse_assembly("".join(f'define void @"{n}"() {{ ret void }}\n' for n in names)).as_bitcode())


def _rebuilt(content: bytes, key: dict[str, Any], argument_types: Any, target_context: Any) -> Any:
    """Return a kernel from the content of a file."""
    header, (machine_code, declared) = from_file(content)
    if header["key"] != key:
        raise ValueError("another kernel")
    returned = _as_type(header["returns"])
    described = _described(header, returned, argument_types)
    library = target_context.codegen().unserialize_library((header["library"], "object", (machine_code, declared)))
    environments = [_environment(name) for name in header["environments"]]
    function = target_context.get_executable(library, described, environments[0])
    for environment in environments:
        library.codegen.set_env(environment.env_name, environment)
    return CompileResult(
        typing_context=target_context.typing_context,
        target_context=target_context,
        entry_point=function,
        typing_error=None,
        type_annotation="",
        signature=signature(returned, *argument_types),
        objectmode=False,
        lifted=(),
        fndesc=described,
        library=library,
        call_helper=None,
        environment=environments[0],
        metadata=None,
        reload_init=[],
        referenced_envs=environments,
    )


def _described(header: dict[str, Any], returned: Any, argument_types: Any) -> Any:
    return PythonFunctionDescriptor(
        native=True,
        modname=graph.__name__,
        qualname=header["name"],
        unique_name=header["unique name"],
        doc="",
        typemap=None,
        restype=returned,
        calltypes=None,
        args=tuple(f"argument{number}" for number in range(len(argument_types))),
        kws=(),
        mangler=lambda *_, **__: header["symbol"],
        argtypes=tuple(argument_types),
        env_name=header["environments"][0],
    )


def _environment(name: str) -> Any:
    """Return what machine code has for the globals of a function."""
    environment = lookup_environment(name)
    if environment is None:
        environment = Environment(vars(graph))
        environment.env_name = name
        Environment._memo[name] = environment
    return environment


def _as_text(kind: Any) -> Any:
    """Return a type as values of JSON, None for one that is not among those that can be returned."""
    if isinstance(kind, types.UniTuple | types.Tuple):
        items = [_as_text(item) for item in kind]
        return None if None in items else items
    return str(kind) if _NUMBERS.get(str(kind)) == kind else None


def _as_type(text: Any) -> Any:
    if isinstance(text, list):
        return types.BaseTuple.from_types([_as_type(item) for item in text])
    return _NUMBERS[text]


def _remove_oldest(directory: Path) -> None:
    files = [path for pattern in _FILES for path in directory.glob(pattern)]
    times = {}
    for path in files:
        with suppress(OSError):
            times[path] = path.stat().st_atime
    for path in sorted(times, key=lambda path: times[path], reverse=True)[KEPT_KERNELS:]:
        with suppress(OSError):
            path.unlink()
