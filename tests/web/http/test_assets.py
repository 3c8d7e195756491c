"""Static files are cached; colours come from the theme and have enough contrast."""

import re
from importlib.resources import files
from pathlib import Path

from starlette.testclient import TestClient

from spielbaum.pictures.svg.theme import DARK, LIGHT
from spielbaum.web.http.assets import theme_css


def test_static_files_are_immutable(client: TestClient) -> None:
    address = re.search(r'href="(/static/[^"]*pages\.css)"', client.get("/").text)[1]
    answer = client.get(address)
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/css")


def test_the_typeface_is_served_and_may_be_loaded(client: TestClient) -> None:
    theme = re.search(r'href="(/static/[^"]*pages\.css)"', client.get("/").text)[1]
    source = re.search(r"url\(\.\.(/[^)]*)\)", client.get(theme).text)[1]
    answer = client.get(f"/static{source}")
    assert answer.headers["content-type"] == "font/woff2"
    assert answer.content[:4] == b"wOF2"
    assert "content-encoding" not in answer.headers
    assert "font-src 'self'" in answer.headers["content-security-policy"]


def test_the_documentation_has_the_colours_of_the_application() -> None:
    style = Path(__file__).parents[3].joinpath("docs", "assets", "site.css").read_text(encoding="utf-8")
    for theme in (LIGHT, DARK):
        assert f"--md-typeset-a-color: {theme['accent']};" in style


def test_the_colours_are_those_of_the_theme() -> None:
    light, dark = theme_css("figtree.woff2").split("@media")
    for name, colour in LIGHT.items():
        assert f"--{name}: {colour};" in light
    for name, colour in DARK.items():
        assert f"--{name}: {colour};" in dark
    own = files("spielbaum.web").joinpath("static", "site.css").read_text(encoding="utf-8")
    assert not re.search(r"#[0-9a-f]{3,8}\b", own)


def test_colours_have_enough_contrast() -> None:
    for theme in (LIGHT, DARK):
        for ink in ("ink", "quiet", "accent", "cut", "best"):
            for paper in ("paper", "panel") if ink != "cut" else ("paper",):
                assert contrast(theme[ink], theme[paper]) >= 4.5, (ink, paper)


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)
