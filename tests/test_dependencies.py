"""The page on dependencies agrees with pyproject.toml, with a use and a licence for each."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")


def declared() -> set[tuple[str, str]]:
    places = {
        "always": PROJECT["project"]["dependencies"],
        **PROJECT["project"]["optional-dependencies"],
        **PROJECT["dependency-groups"],
        "build": PROJECT["build-system"]["requires"],
    }
    return {
        (name.partition(";")[0], place)
        for place, names in places.items()
        for name in names
        if not name.startswith("spielbaum[")
    }


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_table_names_every_dependency_with_its_bound_and_no_other() -> None:
    found = [(bound.strip("`"), place) for _, bound, place, _, _ in rows()]
    assert len(found) == len(set(found))
    assert set(found) == declared()


def test_every_dependency_has_a_use_and_a_licence() -> None:
    licence = re.compile(r"(MIT|ISC|PSF-based|(BSD|Apache|MPL|LGPL|GPL)-[\w.-]+)")
    for name, _, _, use, its_licence in rows():
        assert len(use) > 4, name
        assert licence.fullmatch(its_licence), name


def test_runtime_dependencies_have_permissive_licences_except_psycopg_and_python_chess() -> None:
    shipped = [row for row in rows() if row[2] not in ("test", "docs", "dev", "package", "build")]
    found = {row[0] for row in shipped if row[4].startswith(("GPL", "LGPL", "MPL"))}
    assert found == {"Psycopg", "python-chess"}


def test_every_dependency_has_a_lower_bound() -> None:
    assert [name for name, _ in declared() if ">=" not in name] == ["hatchling"]
