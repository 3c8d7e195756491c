"""The memory of this process, and whether the machine is short of memory."""

import os
from ctypes import CDLL, Structure, c_size_t
from pathlib import Path

LEAST = 256 << 20
"""The bytes that a search leaves free, or a twentieth of all memory if that is less."""

SHORT = "the machine is nearly out of memory"

_SYSTEM = Path("/")


def resident(system: Path = _SYSTEM) -> int | None:
    """Return the resident memory of this process in bytes; None if unknown."""
    pages = _text(system / "proc/self/statm").split()
    return int(pages[1]) * os.sysconf("SC_PAGESIZE") if pages else None


class _Mallinfo(Structure):
    """``struct mallinfo2`` of glibc."""

    _fields_ = tuple(
        (name, c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
        )
    )  # fmt: skip


def allocated() -> int | None:
    """Return the bytes that the C library has allocated and not freed; None if unknown."""
    mallinfo = getattr(CDLL(None), "mallinfo2", None) if os.name == "posix" else None
    if mallinfo is None:
        return None
    mallinfo.restype = _Mallinfo
    known = mallinfo()
    return int(known.uordblks + known.hblkhd)


def is_short(system: Path = _SYSTEM) -> bool:
    """Return whether the machine, or the container, is nearly out of memory; False if unknown.

    Parameters
    ----------
    system
        The root of ``proc`` and ``sys``.
    """
    return any(left < min(LEAST, whole // 20) for left, whole in (_of_machine(system), *_of_groups(system)))


def _of_machine(system: Path) -> tuple[int, int]:
    """Return the free and the total memory, in bytes."""
    lines = map(str.split, _text(system / "proc/meminfo").splitlines())
    kilobytes = {words[0]: int(words[1]) for words in lines if len(words) > 1}
    return kilobytes.get("MemAvailable:", 0) << 10, kilobytes.get("MemTotal:", 0) << 10


def _of_groups(system: Path) -> list[tuple[int, int]]:
    """Return the same for the control groups of this process, of version 2 and 1."""
    found = []
    for line in _text(system / "proc/self/cgroup").splitlines():
        _, controllers, inside = line.split(":", 2)
        names = ("memory.max", "memory.current", "inactive_file")
        folder = system / "sys/fs/cgroup"
        if controllers:
            if "memory" not in controllers.split(","):
                continue
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
            folder = folder / "memory"
        for group in {folder, folder / inside.lstrip("/")}:
            limit, used = (_text(group / name).strip() for name in names[:2])
            if limit.isdigit() and used.isdigit():
                cached = dict(line.split() for line in _text(group / "memory.stat").splitlines()).get(names[2], "0")
                found.append((int(limit) - int(used) + int(cached), int(limit)))
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii")
    except OSError:
        return ""
