"""Experiments in a report: shares at every level, labels of the design, collapsed cells, and single experiments."""

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from spielbaum.arena import Setup, outcomes, read_experiment
from spielbaum.arena.worker_pool import here
from spielbaum.errors import InputError
from spielbaum.report import Report, gather
from spielbaum.report.page import report_html
from spielbaum.store import Experiments, Store
from spielbaum.store.running import run

PAIRS = """
title = "Depth <in> pairs"
games = ["tic-tac-toe", "nim"]
players = ["minimax", "alpha-beta", "random"]
meet = "pairs"
limits = {depth = [1, 3]}
openings = {plies = 1}
rounds = 3
"""
OWN = """
title = "limits of their own"
games = "tic-tac-toe"
players = ["minimax(depth=1)", "minimax(depth=3)", "random"]
openings = {plies = 1}
rounds = 2
"""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory, keeping: Callable[[Store, Setup], int]) -> Path:
    folder = tmp_path_factory.mktemp("experiments")
    with Store(str(folder / "results.db")) as store:
        for name, text in (("pairs", PAIRS), ("own", OWN)):
            (folder / f"{name}.toml").write_text(text, encoding="utf-8")
            for _ in run(read_experiment(folder / f"{name}.toml"), store, here(1)):
                pass
        keeping(store, Setup(game="nim:heaps=1-2", players=("minimax", "random"), games=12, opening_plies=1))
    return folder / "results.db"


@pytest.fixture
def store(database: Path) -> Iterator[Store]:
    with Store(str(database)) as opened:
        yield opened


@pytest.fixture
def report(store: Store) -> Report:
    return gather(store)


@pytest.mark.slow
def test_shares_of_a_level_are_those_of_all_its_games(store: Store, report: Report) -> None:
    stored, (found, _) = Experiments(store).all()[0], report.experiments
    assert (found.title, found.varying, len(found.tournaments)) == (stored.name, ("game", "limits"), 12)
    assert [level.cells for level in found.levels] == [(0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11)]
    assert found.games == found.wanted == 12 * 6
    for level in found.levels:
        parts = defaultdict(list)
        for cell in (stored.cells[number] for number in level.cells):
            assert cell.factors == level.factors
            for result in outcomes(list(store.games(cell.tournament.id))):
                for number, label in enumerate(cell.labels):
                    parts[label].append(result.part(number))
        assert {row.player for row in level.shares} == {"minimax", "alpha-beta", "random"}
        for row in level.shares:
            assert (row.games, row.share) == (len(parts[row.player]), pytest.approx(fmean(parts[row.player])))
            assert row.low <= row.share <= row.high


def test_a_tournament_knows_its_place(store: Store, report: Report) -> None:
    cells = {cell.id: cell for cell in report.tournaments}
    for stored in Experiments(store).all():
        for cell in stored.cells:
            (place,) = cells[cell.tournament.id].places
            assert (place.experiment, place.number, place.labels) == (stored.name, cell.number, cell.labels)
            assert cells[cell.tournament.id].labels == dict(
                zip(cell.tournament.setup["players"], cell.labels, strict=True)
            )
    assert report.tournaments[-1].places == ()


def data_of(element: ElementTree.Element) -> dict[str, list[dict[str, str]]]:
    """Return all data of an element's tables and pictures, by the names of their files."""
    links = [link for link in element.iter("a") if "download" in link.attrib]
    texts = {link.attrib["download"]: unquote(link.attrib["href"].partition(",")[2]) for link in links}
    return {name: list(csv.DictReader(io.StringIO(text))) for name, text in texts.items()}


def test_the_page_has_a_section_for_each_experiment(report: Report) -> None:
    page = ElementTree.fromstring(report_html(report))
    ids = [element.attrib["id"] for element in page.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert {f"tournament-{cell.id}" for cell in report.tournaments} <= set(ids)
    targets = [link.attrib["href"][1:] for link in page.iter("a") if link.attrib["href"].startswith("#")]
    assert set(targets) <= set(ids)
    assert len(targets) >= len(report.tournaments) + 2
    pairs, own = (next(s for s in page.iter("section") if s.get("id") == f"experiment-{n}") for n in (1, 2))
    assert (pairs.findtext("h2"), own.findtext("h2")) == ("Depth <in> pairs", "limits of their own")
    assert len(pairs.findall("details")) == 12
    assert len(pairs.findall("figure")) == 2
    curves = data_of(pairs)["experiment-1-shares-1.csv"]
    assert [(row["player"], float(row["depth"]), float(row["share"])) for row in curves] == [
        (row.player, size, row.share)
        for level, size in zip(report.experiments[0].levels[:2], (1, 3), strict=True)
        for row in level.shares
    ]
    whole = data_of(pairs)["experiment-1-shares.csv"]
    assert len(whole) == 12
    assert {row["limits"] for row in whole} == {"depth=1", "depth=3"}
    assert {row["depth"] for row in data_of(own)["experiment-2-shares-1.csv"]} == {"1.0", "3.0"}
    alone = next(
        section for section in page.iter("section") if section.get("id") == f"tournament-{report.tournaments[-1].id}"
    )
    assert alone.findtext("h2") == report.tournaments[-1].title


def test_players_have_the_names_of_the_file(report: Report) -> None:
    page = ElementTree.fromstring(report_html(report))
    cell = next(cell for cell in report.tournaments if cell.players == ("minimax(depth=3)", "alpha-beta(depth=3)"))
    section = next(details for details in page.iter("details") if details.get("id") == f"tournament-{cell.id}")
    assert "depth=3" in (section.findtext("summary/h3") or "")
    for table in section.iter("table"):
        assert "(depth=3)" not in "".join(table.find("tbody").itertext())  # type: ignore[union-attr]
    rows = data_of(section)[f"results-{cell.id}.csv"]
    assert [(row["player"], row["spec"]) for row in rows] == [
        ("minimax", "minimax(depth=3)"),
        ("alpha-beta", "alpha-beta(depth=3)"),
    ]
    assert any("alpha-beta: alpha-beta(depth=3)" in (item.text or "") for item in section.iter("dd"))


def test_every_table_and_picture_has_its_data(report: Report) -> None:
    page = ElementTree.fromstring(report_html(report))
    tables, figures = list(page.iter("table")), list(page.iter("figure"))
    assert min(len(tables), len(figures)) > 5
    assert all(table.find("caption/a") is not None for table in tables)
    assert all(figure.find("figcaption/a") is not None for figure in figures)
    found = data_of(page)
    for cell in report.tournaments:
        crossed = [(row["player"], row["other"], float(row["share"])) for row in found[f"cross-{cell.id}.csv"]]
        assert crossed == [
            (cell.labels[player], cell.labels[other], row.share) for (player, other), row in cell.cross.items()
        ]


def test_a_report_of_one_experiment_holds_nothing_else(store: Store) -> None:
    report = gather(store, experiments=["limits of their own"])
    assert [one.title for one in report.experiments] == ["limits of their own"]
    assert [cell.id for cell in report.tournaments] == list(report.experiments[0].tournaments)
    page = ElementTree.fromstring(report_html(report))
    assert page.findtext("head/title") == "Report of limits of their own"
    both = gather(store, ["14"], experiments=["limits of their own"])
    assert len(both.tournaments) == 2
    assert gather(store, ["1"]).experiments == ()
    with pytest.raises(InputError, match=r"unknown experiment in .* 'own'"):
        gather(store, experiments=["own"])


def test_a_tournament_of_two_experiments_is_shown_once(store: Store, tmp_path: Path) -> None:
    with Store(str(tmp_path / "two.db")) as two:
        for title in ("first", "second"):
            text = OWN.replace("limits of their own", title).replace('"random"]', '"random"]\nseed = 3')
            (tmp_path / f"{title}.toml").write_text(text, encoding="utf-8")
            list(run(read_experiment(tmp_path / f"{title}.toml"), two, here(1)))
        report = gather(two)
        assert len(report.tournaments) == 1
        assert [place.experiment for place in report.tournaments[0].places] == ["first", "second"]
        page = ElementTree.fromstring(report_html(report))
        assert len([one for one in page.iter("details") if one.get("id") == "tournament-1"]) == 1
        alone = ElementTree.fromstring(report_html(gather(two, experiments=["second"])))
        assert len([one for one in alone.iter("details") if one.get("id") == "tournament-1"]) == 1
