"""The page: well-formed, self-contained, accessible, and with the data of every picture."""

import csv
import io
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from spielbaum.report import Report, gather
from spielbaum.report.page import report_html
from spielbaum.store import Store

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def report(store: Store) -> Report:
    return gather(store)


@pytest.fixture
def page(report: Report) -> ElementTree.Element:
    return ElementTree.fromstring(report_html(report))


@pytest.mark.slow
def test_every_picture_has_a_title_and_every_table_a_caption_and_scopes(page: ElementTree.Element) -> None:
    pictures, tables = list(page.iter(f"{SVG}svg")), list(page.iter("table"))
    assert len(pictures) > 20
    assert all(picture.find(f"{SVG}title") is not None and picture.get("role") == "img" for picture in pictures)
    assert len(tables) > 10
    for table in tables:
        assert table.findtext("caption")
        assert all(head.get("scope") in ("row", "col") for head in table.iter("th"))


def test_the_page_is_self_contained(page: ElementTree.Element) -> None:
    for element in page.iter():
        for name in ("src", "href"):
            address = element.get(name, "#")
            assert address.startswith(("#", "data:text/csv"))
        assert element.tag not in ("script", "link", "img")
    assert "url(" not in "".join(style.text or "" for style in page.iter("style"))


def test_every_picture_has_its_data(page: ElementTree.Element, report: Report) -> None:
    tables = {}
    for figure in page.iter("figure"):
        link = figure.find("figcaption/a")
        assert link is not None
        text = unquote(link.attrib["href"].partition(",")[2])
        tables[link.attrib["download"]] = list(csv.DictReader(io.StringIO(text)))
    for cell in report.tournaments:
        shown = tables[f"shares-{cell.id}.csv"]
        assert [(row["player"], float(row["share"]), float(row["low"]), float(row["high"])) for row in shown] == [
            (row.player, row.share, row.low, row.high) for row in cell.standings
        ]
        if cell.ratings is None:
            assert f"ratings-{cell.id}.csv" not in tables
        else:
            rated = {row["player"]: float(row["rating"]) for row in tables[f"ratings-{cell.id}.csv"]}
            assert rated == {row.name: row.rating for row in cell.ratings.players}
    assert len(tables) == len(list(page.iter("figure"))) == len(list(page.iter(f"{SVG}svg")))


def test_every_rating_has_an_interval(page: ElementTree.Element) -> None:
    for table in page.iter("table"):
        heads = [head.text for head in table.findall("thead/tr/th")]
        if {"share", "rating"} & set(heads):
            place = next(i for i, head in enumerate(heads) if head in ("share", "rating"))
            assert heads[place + 1] == "95 % interval"
            for row in table.findall("tbody/tr"):
                assert " to " in (row[place + 1].text or "")


def test_missing_games_are_noted(page: ElementTree.Element) -> None:
    text = " ".join(page.itertext())
    assert "too few to say" in text
    assert "not counted twice" in text
    assert "were stopped undecided after 9 plies" in text
