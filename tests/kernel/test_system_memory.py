"""What the system says of memory, and searches that end before there is none left."""

from pathlib import Path

import pytest

from spielbaum import Solver, load, search
from spielbaum.errors import SearchInterruptedError
from spielbaum.kernel.system_memory import is_short
from spielbaum.search.driver import running_search
from spielbaum.search.proof import proof

MEGABYTE = 1 << 20
PLENTY = "MemTotal: 16777216 kB\nMemFree: 1000 kB\nMemAvailable: 8388608 kB\n"


def system(root: Path, files: dict[str, object]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"{text}\n", "ascii")
    return root


GROUP = "sys/fs/cgroup"
USED = {"memory.max": 1024 * MEGABYTE, "memory.current": 1000 * MEGABYTE}
CACHED = "anon 5\ninactive_file {}\ntotal_inactive_file 7"


@pytest.mark.parametrize(
    ("files", "short"),
    [
        ({}, False),  # it does not say
        ({"proc/meminfo": PLENTY}, False),
        ({"proc/meminfo": PLENTY.replace("8388608", "102400")}, True),
        ({"proc/meminfo": "MemTotal: 524288 kB\nMemAvailable: 102400 kB\n"}, False),  # a small machine has no 256 MB
        ({f"{GROUP}/{name}": much for name, much in USED.items()}, True),
        ({f"{GROUP}/{name}": much for name, much in USED.items()} | {f"{GROUP}/memory.max": "max"}, False),
        (
            {f"{GROUP}/{name}": much for name, much in USED.items()}
            | {f"{GROUP}/memory.stat": CACHED.format(500 * MEGABYTE)},
            False,
        ),  # files may be dropped
        ({f"{GROUP}/a/b/{name}": much for name, much in USED.items()} | {"proc/self/cgroup": "0::/a/b"}, True),
        (
            {
                "proc/self/cgroup": "5:cpu:/x\n4:memory:/x\n0::/",
                f"{GROUP}/memory/x/memory.limit_in_bytes": 1024 * MEGABYTE,
                f"{GROUP}/memory/x/memory.usage_in_bytes": 1000 * MEGABYTE,
            },
            True,
        ),
    ],
)
def test_machines_and_containers(tmp_path: Path, files: dict[str, object], short: bool) -> None:
    groups = {"proc/self/cgroup": "0::/"}
    assert is_short(system(tmp_path, {**groups, **files})) is short


@pytest.mark.interpreted
def test_searches_end_with_what_they_know(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (running_search, proof):
        monkeypatch.setattr(module, "is_short", lambda: True)
    with pytest.warns(RuntimeWarning, match="the search was stopped: the machine is nearly out of memory"):
        found = search("connect-four", seconds=60)
    assert found.action is not None
    assert found.depth > 1
    with pytest.raises(SearchInterruptedError, match=r"nearly out of memory, after [\d,]+ nodes: the score is from"):
        Solver(load("connect-four"), table="1MB").solve()
