"""``spielbaum site``: what is written, and what is refused. ``tests/browser/test_site.py`` visits a site."""

import json
import tarfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from spielbaum.browser import site
from spielbaum.browser.runtime import RUNTIME
from spielbaum.games._skeleton import skeleton
from spielbaum.session.preparing import Prepared

Run = Callable[..., Any]


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """A folder with small files in place of Pyodide's."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in RUNTIME:
        (folder / name).write_bytes(b"\0asm")
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": {"python": "3.14"}, "packages": {"numpy": {}}}))
    (folder / "python_stdlib.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    return folder


@pytest.fixture(autouse=True)
def _kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels that are not compiled: nim has one, and the others a fault."""
    kernel = tmp_path / "kernel"
    kernel.write_bytes(b"code")

    def prepare(games: Sequence[str]) -> Iterator[Prepared]:
        for game in games:
            if game == "go":
                raise KeyboardInterrupt
            if game == "nim":
                yield Prepared(game, "pvs", True, True, 1.0, "counters", "0123", str(kernel))
            else:
                yield Prepared(game, "pvs", False, True, 1.0, reason="it uses a set")

    monkeypatch.setattr(site, "prepare_for_browser", prepare)
    monkeypatch.setattr(site, "PACKAGES", ("markupsafe",))


def test_a_site_has_the_application_and_its_kernels(spielbaum: Run, tmp_path: Path, pyodide: Path) -> None:
    out = tmp_path / "a" / "b"
    answer = spielbaum("site", str(out), "nim", "chess", "--pyodide", str(pyodide), "--title", "A & B", "--json")
    assert answer.code == 0
    assert answer.document["games"] == ["nim", "chess"]
    assert answer.document["kernels"] == [{"game": "nim", "player": "pvs", "evaluation": "counters", "bytes": 24}]
    assert answer.document["interpreted"] == [
        {"game": "chess", "player": "pvs", "evaluation": None, "reason": "it uses a set"}
    ]
    files = [path for path in out.rglob("*") if path.is_file()]
    assert answer.document["files"] == len(files)
    assert answer.document["compressed"] == sum(path.stat().st_size for path in files)
    assert (out / "kernels" / "0123.kernel.gz").is_file()
    assert "<title>A &amp; B</title>" in (out / "index.html").read_text()
    assert json.loads((out / "site.json").read_text())["kernels"] == ["0123"]
    assert [path.name for path in out.parent.iterdir()] == ["b"]


def test_a_file_is_shipped_with_its_modules_and_nothing_else(spielbaum: Run, tmp_path: Path, pyodide: Path) -> None:
    own, out = tmp_path / "mine.py", tmp_path / "out"
    (tmp_path / "beside_mine.py").write_text("SIZE = 3\n")
    own.write_text("import beside_mine\n" + skeleton("mine")[0])
    assert spielbaum("site", str(out), str(own), "--pyodide", str(pyodide)).code == 0
    assert json.loads((out / "site.json").read_text())["games"] == ["/games/mine.py"]
    with tarfile.open(out / "python" / "packages.tar.gz") as archive:
        assert {"games/mine.py", "games/beside_mine.py", "packages/spielbaum/errors.py"} <= set(archive.getnames())

    (tmp_path / "data.txt").write_text("3")
    own.write_text("open(__file__.replace('mine.py', 'data.txt'))\n" + skeleton("mine")[0])
    answer = spielbaum("site", str(tmp_path / "other"), str(own), "--pyodide", str(pyodide))
    assert answer.code == 2
    assert "a site has mine.py and its modules, but no other files" in answer.err
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no-such-game"], "unknown game 'no-such-game'"),
        (["missing.py"], "missing.py"),
        (["unsound.py"], "result in unsound.py"),
        (["nim", "--pyodide", "/nowhere"], "/nowhere has not the files of Pyodide"),
    ],
)
def test_bad_input_is_one_sentence(
    spielbaum: Run,
    tmp_path: Path,
    pyodide: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("unsound.py").write_text(
        skeleton("unsound")[0].replace("replaced(state.board, square,", "replaced(0, square,")
    )
    answer = spielbaum("site", str(tmp_path / "out"), "--pyodide", str(pyodide), *arguments)
    assert answer.code == 2
    assert sentence in answer.err
    assert len(answer.err.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_nothing_but_a_site_is_replaced(spielbaum: Run, tmp_path: Path, pyodide: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    command = ("site", str(out), "nim", "--pyodide", str(pyodide))
    assert spielbaum(*command).code == 0
    (out / "old.txt").write_text("of the earlier site")

    answer = spielbaum(*command)
    assert answer.code == 2
    assert "--force replaces it" in answer.err
    assert (out / "old.txt").exists()
    answer = spielbaum("site", str(out), "chess", "--pyodide", str(pyodide), "--force")
    assert answer.code == 0
    assert "chess is interpreted, which is slow: it uses a set" in answer.err
    assert not (out / "old.txt").exists()

    (out / "site.json").write_text("{}")
    answer = spielbaum(*command, "--force")
    assert answer.code == 2
    assert "is not empty, and not a site" in answer.err
    assert spielbaum("site", str(out / "site.json"), "nim").code == 2


def test_after_ctrl_c_there_is_no_folder(spielbaum: Run, tmp_path: Path, pyodide: Path) -> None:
    assert spielbaum("site", str(tmp_path / "out"), "nim", "go", "--pyodide", str(pyodide)).code == 130
    assert not (tmp_path / "out").exists()
