"""What keeps a test from the rest of the machine: limits of the process, and bubblewrap where it is installed."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import spielbaum

SYSTEM = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/sbin", "/etc/alternatives", "/etc/ld.so.cache")
"""Where the libraries of a system are."""


@cache
def bubblewrap() -> str | None:
    """Return the path of bubblewrap; None if it is missing, or not allowed to make namespaces."""
    program = shutil.which("bwrap")
    if program is None:
        return None
    command = _wrapped(program, [], ["true"])
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return program if done.returncode == 0 else None


def start(module: str, readable: Iterable[Path]) -> "subprocess.Popen[bytes]":
    """Start a module in a process of its own, in a sandbox if there is one.

    Inside, there is neither a network nor any other process, nothing can be written, and of the files only the
    system's, Python's and ``readable`` are visible.

    Parameters
    ----------
    module
        The module, which reads its standard input and writes to its standard output.
    readable
        Files and folders that it reads.
    """
    command = [sys.executable, "-B", "-P", "-s", "-W", "ignore", "-m", module]
    program = bubblewrap()
    return subprocess.Popen(
        command if program is None else _wrapped(program, readable, command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_environment(),
        start_new_session=True,
    )


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process and those that it started."""
    if process.poll() is not None:
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):
        process.kill()


def _environment() -> dict[str, str]:
    """Return the environment of a test: no variable of the caller's but where programs are."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": str(Path(spielbaum.__file__).parent.parent),
        "PYTHONHASHSEED": "0",  # sets of texts are in the same order in every run
        "PYTHONIOENCODING": "utf-8",
        "HOME": os.devnull,
        "LC_ALL": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "SPIELBAUM_JIT": "0",
    }


def _wrapped(program: str, readable: Iterable[Path], command: Sequence[str]) -> list[str]:
    alone = ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    places = ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    closed = ["--remount-ro", "/tmp", "--remount-ro", "/"]
    return [program, *alone, *places, *_bound(readable), *closed, "--", *command]


def _bound(readable: Iterable[Path]) -> Iterator[str]:
    """Yield the options that show files of the machine, for reading."""
    for name in SYSTEM:
        if os.path.islink(name):
            yield from ("--symlink", os.readlink(name), name)
        elif os.path.exists(name):
            yield from ("--ro-bind", name, name)
    for path in _outermost([*_python(), *(path.absolute() for path in readable)]):
        yield from ("--ro-bind", str(path.resolve()), str(path))


def _python() -> list[Path]:
    """Return the folders of Python, of the installed packages and of this one."""
    packages = [path for path in map(Path, sys.path) if path.name in ("site-packages", "dist-packages")]
    programs = [Path(sys.executable).parent, Path(sys.executable).resolve().parent]
    paths = [Path(sys.prefix), Path(sys.base_prefix), *programs, *packages, Path(spielbaum.__file__).parent]
    return [path for path in paths if path.exists() and not _is_shown(path)]


def _is_shown(path: Path) -> bool:
    return any(path.is_relative_to(name) for name in SYSTEM)


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """Return paths without those inside others."""
    kept: list[Path] = []
    for path in sorted(set(paths)):
        if not any(path.is_relative_to(other) for other in kept):
            kept.append(path)
    return kept
