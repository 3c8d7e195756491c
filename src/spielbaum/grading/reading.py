"""Reads assignments from TOML files."""

from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from typing import Any

from spielbaum.arena.configuration import Configuration
from spielbaum.errors import InputError, Message
from spielbaum.grading.assignment import Assignment, Limits, TestSpec
from spielbaum.grading.kinds import kind_of


def read_assignment(path: Path) -> Assignment:
    """Return the assignment of a TOML file; its tests are checked by their kinds.

    Raises
    ------
    InputError
        If it cannot be read, or something in it does not fit; the message names the line.
    """
    found = Configuration(path, ("title", "seed", "file", "test", "names", "limits"))
    names = found.table("names")
    for name, own in names.items():
        if not isinstance(own, str):
            raise found.error("names", Message("{} must be a text, not {!r}", name, own), name)
    limits, file = _limits(found), found.value("file", "")
    tests = [_test(found, table, limits, file or None, path.parent) for table in found.list_of_tables("test")]
    if not tests:
        raise found.error("test", Message("an assignment has at least one test: [[test]]"))
    for test in tests:
        with found.at("test", test.name):
            if [one.name for one in tests].count(test.name) > 1:
                raise InputError(Message("two tests have the name {!r}", test.name))
            kind_of(test).check(test)
    return Assignment(found.value("title", path.stem), tuple(tests), names, found.value("seed", 0))


def template() -> str:
    """Return an assignment to start from."""
    return files("spielbaum.grading").joinpath("assignment.toml").read_text(encoding="utf-8")


def _limits(found: Configuration) -> Limits:
    given = found.table("limits")
    known = {one.name: one.type for one in fields(Limits)}
    for name, value in given.items():
        found.refuse_unknown(name, known, "limits")
        if isinstance(value, bool) or not isinstance(value, (int, float) if name == "seconds" else int) or value <= 0:
            raise found.error("limits", Message("{} must be a number above 0, not {!r}", name, value), name)
    return Limits(**given)


def _test(found: Configuration, table: dict[str, Any], limits: Limits, file: str | None, folder: Path) -> TestSpec:
    left = dict(table)
    for key, kind in (("name", str), ("kind", str), ("points", (int, float)), ("file", str)):
        if key in left and (isinstance(left[key], bool) or not isinstance(left[key], kind)):
            what = Message("a number") if key == "points" else Message("a text")
            raise found.error("test", Message("{} must be {}, not {!r}", key, what, left[key]), key)
    if "kind" not in left:
        raise found.error("test", Message('each test has a kind, such as kind = "rules"'))
    kind, points = left.pop("kind"), left.pop("points", 1)
    if points < 0:
        raise found.error("test", Message("points must be at least 0, not {}", points), str(points))
    name, own = left.pop("name", kind), left.pop("file", file)
    return TestSpec(name, kind, points, left, limits, folder.resolve(), own)
