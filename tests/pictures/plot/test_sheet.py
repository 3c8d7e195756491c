"""Plots side by side as files."""

import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from spielbaum.errors import InputError
from spielbaum.pictures.plot import Axis, Panel, Point, Series, refuse_unfit_file, sheet_svg, write_sheet
from spielbaum.pictures.plot.looks import DASHES, colours
from spielbaum.pictures.plot.printing import draw_panels, print_panels

SERIES = [
    Series("deep", [Point(1024, 900), Point(4096, 80)]),
    Series("no table", [Point(1024, 1e3), Point(4096, 1e3)], quiet=True),
]
X = Axis.over("entries", [1024, 4096], logarithmic=True, powers=True)
Y = Axis.over("nodes", [80, 900, 1000], logarithmic=True)
PANELS = [Panel(name, SERIES, X, Y) for name in ("alpha-beta", "pvs", "mtdf", "paranoid")]
TITLE = "connect-four, depth 9, $1 & <2>"


def drawn(path: Path, panels: Sequence[Panel] = PANELS) -> bytes:
    write_sheet(panels, path, title=TITLE)
    return path.read_bytes()


def test_svg_has_its_texts_and_is_reproducible(tmp_path: Path) -> None:
    first, second = drawn(tmp_path / "one.svg"), drawn(tmp_path / "two.svg")
    assert first == second
    texts = {text.text for text in ElementTree.fromstring(first).iter("{http://www.w3.org/2000/svg}text")}
    assert texts >= {TITLE, "alpha-beta", "paranoid", "no table", "entries", "nodes", "2^10", "2^12", "100", "1,000"}


def test_svg_is_drawn_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert drawn(tmp_path / "plot.svg").startswith(b"<svg ")


@pytest.mark.slow
@pytest.mark.parametrize(("ending", "magic"), [(".png", b"\x89PNG"), (".PDF", b"%PDF")])
def test_other_formats_are_reproducible(tmp_path: Path, ending: str, magic: bytes) -> None:
    first = drawn(tmp_path / f"plot{ending}", PANELS[:1])
    assert first.startswith(magic)
    assert first == drawn(tmp_path / f"again{ending}", PANELS[:1])


def test_a_printed_plot_has_the_texts_lines_and_colours_of_the_svg(tmp_path: Path) -> None:
    from matplotlib.image import imread
    from matplotlib.text import Text

    figure = draw_panels(PANELS, title=TITLE)
    texts = {text.get_text() for text in figure.findobj(Text)}
    assert texts >= {TITLE, "alpha-beta", "paranoid", "no table", "entries", "nodes", "2^10", "2^12", "100", "1,000"}
    assert len(figure.axes) == len(PANELS)
    for axes in figure.axes:
        loud, quiet = axes.get_lines()
        assert (list(loud.get_xdata()), list(loud.get_ydata())) == ([1024, 4096], [900, 80])
        assert (loud.get_color(), loud.get_marker(), loud.get_linestyle()) == (colours()["series-0"], "o", "-")
        assert (quiet.get_color(), quiet.get_marker(), quiet.get_linestyle()) == (colours()["plot-quiet"], "None", "--")
    print_panels(PANELS, tmp_path / "plot.png", title=TITLE)
    pixels = (255 * imread(tmp_path / "plot.png")[..., :3]).round()
    assert (pixels == (0xD5, 0x5E, 0x00)).all(axis=-1).any()


def test_whiskers_are_printed() -> None:
    series = [Series("a", [Point(1, 3, 2, 5), Point(2, 4)])]
    (axes,) = draw_panels([Panel("", series, Axis("x", 0, 3), Axis("y", 0, 9))], title="").axes
    ((lower, upper), (same, again)) = axes.collections[0].get_segments()
    assert (lower[1], upper[1]) == (2, 5)
    assert same[1] == again[1] == 4


def test_series_beyond_the_colours_differ_by_dashes_and_marks() -> None:
    many = [Series(str(i), [Point(1, 1 + i), Point(2, 3)]) for i in range(8)]
    svg = sheet_svg([Panel("", many, Axis("x", 0, 3), Axis("y", 0, 9))], title="Many")
    samples = [e for e in ElementTree.fromstring(svg).iter() if e.get("class", "").startswith("line ")]
    looks = [(e.attrib["class"], e.get("stroke-dasharray")) for e in samples]
    assert len(set(looks)) == len(many)
    assert {dash for _, dash in looks} == set(DASHES)


def test_invalid_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a picture is written as \.svg, \.png, \.pdf, \.tex, not as 'plot\.bmp'"):
        refuse_unfit_file(tmp_path / "plot.bmp")
    with pytest.raises(InputError, match="there is no directory"):
        refuse_unfit_file(tmp_path / "absent" / "plot.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(InputError, match="is a directory"):
        refuse_unfit_file(tmp_path / "folder.svg")


@pytest.mark.parametrize("missing", [None, "removed"])
def test_without_matplotlib_the_error_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str | None
) -> None:
    if missing is None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
    else:
        monkeypatch.setattr("spielbaum.pictures.plot.sheet.find_spec", lambda _name: None)
    with pytest.raises(InputError, match=r"pip install 'spielbaum\[plots\]'"):
        write_sheet(PANELS, tmp_path / "plot.png", title="")


def test_importing_pictures_imports_no_matplotlib() -> None:
    import subprocess

    code = "import sys, spielbaum.pictures.plot; print('matplotlib' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60) == "False\n"
