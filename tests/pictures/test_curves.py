"""Curves as files."""

import sys
from pathlib import Path

import pytest

from spielbaum.errors import InputError
from spielbaum.pictures import Axes, Curve, Panel, draw_curves, refuse_unfit_file

PANELS = [
    Panel(name, [Curve("deep", [1024, 4096], [900, 80]), Curve("no table", [1024, 4096], [1e3, 1e3], quiet=True)])
    for name in ("alpha-beta", "pvs", "mtdf", "paranoid")
]
AXES = Axes("entries", "nodes", powers=True)


def drawn(path: Path) -> bytes:
    draw_curves(PANELS, path, title="connect-four, depth 9", axes=AXES)
    return path.read_bytes()


def test_svg_holds_its_texts_and_is_the_same_every_time(tmp_path: Path) -> None:
    first, second = drawn(tmp_path / "one.svg"), drawn(tmp_path / "two.svg")
    assert first == second
    for text in (b"connect-four, depth 9", b"alpha-beta", b"paranoid", b"no table", b"entries", b"nodes"):
        assert text in first


@pytest.mark.parametrize(("ending", "magic"), [(".png", b"\x89PNG"), (".PDF", b"%PDF")])
def test_other_formats(tmp_path: Path, ending: str, magic: bytes) -> None:
    assert drawn(tmp_path / f"plot{ending}").startswith(magic)


def test_files_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a picture is written as \.svg, \.png, \.pdf, not as 'plot\.bmp'"):
        refuse_unfit_file(tmp_path / "plot.bmp")
    with pytest.raises(InputError, match="there is no directory"):
        refuse_unfit_file(tmp_path / "absent" / "plot.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(InputError, match="is a directory"):
        refuse_unfit_file(tmp_path / "folder.svg")


@pytest.mark.parametrize("missing", [None, "removed"])
def test_without_matplotlib_one_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str | None
) -> None:
    if missing is None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
    else:
        monkeypatch.setattr("spielbaum.pictures.plot.curves.find_spec", lambda _name: None)
    with pytest.raises(InputError, match=r"pip install 'spielbaum\[plots\]'"):
        draw_curves(PANELS, tmp_path / "plot.svg", title="", axes=AXES)


def test_importing_pictures_imports_no_matplotlib() -> None:
    import subprocess

    code = "import sys, spielbaum.pictures; print('matplotlib' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60) == "False\n"
