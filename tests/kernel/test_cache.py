"""The cache: damaged and foreign kernels are not used; loaded ones do what compiled ones do."""

import json
import os
import pickle
import random
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum.kernel import cache, compile_kernel, private, process_lock
from spielbaum.kernel import compile as compiling
from spielbaum.kernel.cache import MAGIC, DamagedError, as_file, from_file
from tiers import at_night

pytestmark = pytest.mark.passes

SECRET = 41
needs_owners = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners of files")


def _entry(n: int) -> int:
    return SECRET + n


def answer() -> tuple[int, int]:
    """Return the result of a fresh kernel, and whether it was loaded from disk."""
    compiling._KERNELS.clear()
    value = compile_kernel(_entry)(1)
    (kernel,) = compiling._KERNELS.values()
    return value, kernel.loaded


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of kernels, with one kernel in it."""
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(private, "_told", set())
    monkeypatch.setattr(compiling, "_KERNELS", {})
    assert answer() == (42, 0)
    return tmp_path / "cache" / "kernels"


def test_every_flipped_bit_and_every_truncation_is_detected() -> None:
    content = as_file({"name": "some"}, b"machine code")
    assert from_file(content) == ({"name": "some"}, b"machine code")
    flipped = [
        content[:i] + bytes([content[i] ^ 1 << bit]) + content[i + 1 :] for i in range(len(content)) for bit in range(8)
    ]
    for damaged in (*flipped, *(content[:length] for length in range(len(content))), content + b"\0"):
        with pytest.raises(DamagedError):
            from_file(damaged)


class Mark:
    """Makes a file when it is unpickled."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (Path(self.path),)


def test_a_damaged_file_is_replaced(kernels: Path, tmp_path: Path) -> None:
    (file,) = kernels.glob("*.kernel")
    whole, chance, mark = file.read_bytes(), random.Random(16), tmp_path / "mark"
    damages: list[bytes] = [b"", MAGIC, whole[:-1], whole[: len(whole) // 2], b"something else\n" + whole[15:]]
    damages += [pickle.dumps(Mark(str(mark))), MAGIC + pickle.dumps(Mark(str(mark))), as_file({"key": {}}, b"")]
    for _ in range(40 if at_night() else 4):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        damages.append(bytes(damaged))
    for damaged in damages:
        file.write_bytes(damaged)
        assert answer() == (42, 0)
        (file,) = kernels.glob("*.kernel")
        assert from_file(file.read_bytes())[0]["key"]["content"] in file.name
    assert not mark.exists()


def test_kernels_run_without_a_writable_directory(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (blocked := kernels / "file").write_text("not a directory")
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(blocked))
    for _ in range(2):
        assert answer() == (42, 0)


def test_a_renamed_kernel_and_one_of_another_version_are_not_used(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = kernels.glob("*.kernel")
    header, code = from_file(file.read_bytes())
    file.write_bytes(as_file({**header, "key": {**header["key"], "content": "another"}}, code))
    assert answer() == (42, 0)
    monkeypatch.setattr(cache, "REVISION", -1)
    assert answer() == (42, 0)
    assert len(list(kernels.glob("*.kernel"))) == 2


def _writable_directory(kernels: Path, _file: Path) -> None:
    kernels.chmod(0o777)


def _writable_file(_kernels: Path, file: Path) -> None:
    file.chmod(0o620)


def _link(kernels: Path, file: Path) -> None:
    file.rename(kernels.parent / "elsewhere")
    file.symlink_to(kernels.parent / "elsewhere")


def _given_away(_kernels: Path, file: Path) -> None:
    _give_away(file)


def _given_away_directory(kernels: Path, _file: Path) -> None:
    _give_away(kernels)


def _give_away(path: Path) -> None:
    try:
        os.chown(path, 12345, -1)
    except PermissionError:
        pytest.skip("may not give files away")


@needs_owners
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_writable_directory, "others may write to {kernels}: take that from them with chmod go-w"),
        (_writable_file, "others may write to {file}: take that from them with chmod go-w"),
        (_given_away_directory, "{kernels} belongs to another user"),
        (_given_away, "{file} belongs to another user"),
        (_link, "{file} is a link"),
    ],
)
def test_what_may_be_anothers_is_not_used(
    kernels: Path, change: Callable[[Path, Path], None], told: str, caplog: pytest.LogCaptureFixture
) -> None:
    (file,) = kernels.glob("*.kernel")
    change(kernels, file)
    before = file.read_bytes(), file.lstat()[:7]
    for _ in range(2):
        assert answer() == (42, 0)
    assert (file.read_bytes(), file.lstat()[:7]) == before
    assert list(kernels.glob("*.kernel")) == [file]
    (record,) = caplog.records
    assert f"compiled kernels are not kept: {told.format(kernels=kernels, file=file)}" in record.getMessage()


@needs_owners
def test_the_lock_is_not_opened_through_a_link(kernels: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("as it was")
    (kernels / "compiling.lock").symlink_to(tmp_path / "precious")
    with process_lock("compiling"):
        assert (tmp_path / "precious").read_text() == "as it was"


@needs_owners
def test_files_and_directories_are_private_to_the_user(kernels: Path) -> None:
    (file,) = kernels.glob("*.kernel")
    assert [stat.S_IMODE(path.stat().st_mode) for path in (kernels.parent, kernels, file)] == [0o700, 0o700, 0o600]


@pytest.mark.long
@needs_owners
def test_the_command_line_warns_once_that_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "kernels").mkdir(mode=0o777)
    (tmp_path / "kernels").chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-m", "spielbaum", "compare", "nim:heaps=1-2", "--algorithms", "negamax,minimax", "--json"],
        env={**os.environ, "SPIELBAUM_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert json.loads(done.stdout)
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"spielbaum: compiled kernels are not kept: others may write to {tmp_path}")


def test_a_full_disk_leaves_nothing_behind(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (file,) = kernels.glob("*.kernel")
    file.unlink()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        assert answer() == (42, 0)
    assert list(kernels.glob("*.kernel")) == []
    assert answer() == (42, 0)
    assert len(list(kernels.glob("*.kernel"))) == 1


def test_the_longest_unused_files_are_removed(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (file,) = kernels.glob("*.kernel")
    for number, name in enumerate(("a.kernel", "b.1.nbc", "b.nbi", "c.kernel")):
        (kernels / name).touch()
        os.utime(kernels / name, (number, number))
    (kernels / "compiling.lock").touch()
    monkeypatch.setattr(cache, "KEPT_KERNELS", 2)
    file.unlink()
    assert answer() == (42, 0)
    assert {path.name for path in kernels.iterdir() if path.suffix != ".lock"} == {file.name, "c.kernel"}
    assert (kernels / "compiling.lock").exists()


KINDS = """
import json
from typing import NamedTuple
import numpy as np
from spielbaum.kernel import U64, compile_kernel, new_workspace
import spielbaum.kernel.compile as compiling
from numba import njit

TABLE = (3, 1, 4, 1, 5, 9, 2, 6, 5)
ARRAY = np.arange(3.0)

class Pair(NamedTuple):
    a: int
    b: int

class OwnError(Exception):
    pass

def integer(n): return n + 1
def real(n): return n / 4
def truth(n): return n > 2
def word(n): return U64(n) << 63
def reals(n): return (n / 2, -0.0)
def mixed(n): return (n, n > 2, (n / 2, (n,)))
def nothing(n): ARRAY[0]
def record(ws): ws.number[1] += 1; return ws.number[1]
def array(n): return ARRAY[n - 1]
def listed(n): return len([i for i in range(n)])
def recursive(n): return 1 if n < 2 else n * recursive(n - 1)
def in_table(n): return TABLE[n * 100]
def in_tuple(n): return (n, n, n)[n + 7]
def own_error(n):
    if n > 2:
        raise ValueError("larger than", 2)
    return n
def divides(n): return 7 // (n - 3)
@njit
def strict(n):
    if n == 3:
        raise ZeroDivisionError("by three")
    return n
def decorated(n): return strict(n)
def named(n): return Pair(n, 2)

ws = new_workspace({"number": ("f8", (2,)), "count": ("i8", ())}, compiled=True)
plain = [integer, real, truth, word, reals, mixed, nothing, recursive, in_table, in_tuple, own_error, divides,
         decorated, named, array, listed]
out = []
for function, argument in [*((f, 3) for f in plain), (record, ws)]:
    try:
        value = compile_kernel(function)(argument)
    except Exception as error:
        value = [type(error).__name__, *error.args]
    kernel = list(compiling._KERNELS.values())[-1]
    out.append([function.__name__, repr(value), kernel.loaded])
print(json.dumps(out))
"""


@pytest.mark.parametrize("argument", ["text", [1], None.__class__, {1}], ids=str)
def test_a_kernel_takes_numbers_tuples_and_workspaces(argument: object) -> None:
    with pytest.raises(TypeError, match=f"numbers, tuples of them and workspaces, not a {type(argument).__name__}"):
        compile_kernel(_entry)(argument)


@pytest.mark.slow
def test_a_loaded_kernel_returns_and_raises_what_the_compiled_one_does(tmp_path: Path) -> None:
    script = tmp_path / "kinds.py"
    script.write_text(KINDS, encoding="utf-8")

    def run() -> tuple[dict[str, str], set[str]]:
        done = subprocess.run(
            [sys.executable, str(script)],
            env={**os.environ, "SPIELBAUM_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        return {name: value for name, value, _ in found}, {name for name, _, hits in found if hits}

    (first, none), (again, hits) = run(), run()
    assert none == set()
    assert again == first
    assert set(first) - hits == {"named"}
    assert first["named"].startswith("['CompileError'")
    assert (first["array"], first["listed"]) == ("2.0", "3")
    for name in ("in_table", "in_tuple"):
        assert re.fullmatch(rf".'GameError', '{name} in .*, raises IndexError: tuple index out of range'.", first[name])
    assert re.fullmatch(
        r".'GameError', .own_error in .*, raises ValueError: \('larger than', 2\).*", first["own_error"]
    )
    assert first["decorated"] == "['GameError', 'strict in kinds.py, line 40, raises ZeroDivisionError: by three']"
    assert first["mixed"] == "(3, True, (1.5, (3,)))"
    assert (first["nothing"], first["record"], first["word"]) == ("None", "1.0", str(1 << 63))


def test_machine_code_of_another_processor_is_not_loaded(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer() == (42, 1)
    monkeypatch.setattr(cache, "processor", lambda: ["another"])
    assert answer() == (42, 0)
