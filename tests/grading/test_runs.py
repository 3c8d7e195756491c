"""Runs: verdicts are kept as they are known, and a later run makes only those that are missing."""

import json
from pathlib import Path

import pytest

from spielbaum.errors import Message
from spielbaum.grading import runner
from spielbaum.grading.assignment import Assignment
from spielbaum.grading.collecting import Given, collect
from spielbaum.grading.diagnosis import Diagnosis, Verdict
from spielbaum.grading.reading import read_assignment
from spielbaum.grading.runner import grade, seed_of
from spielbaum.grading.verdicts import Verdicts
from submitting import RULES, SIGN, without_processes, written

VERDICTS = {"anna": Verdict(1.0), "ben": Verdict(0.5, (SIGN,)), "cem": Verdict(0.0, (SIGN,))}


@pytest.fixture
def asked(tmp_path: Path) -> tuple[Assignment, list[Given]]:
    written(tmp_path, {**{f"programs/{name}.py": f"# {name}" for name in VERDICTS}, "a.toml": RULES})
    assignment = read_assignment(tmp_path / "a.toml")
    return assignment, collect([tmp_path / "programs"], assignment)


def test_a_killed_run_goes_on(
    asked: tuple[Assignment, list[Given]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged, kept = without_processes(monkeypatch, VERDICTS), tmp_path / "out" / "verdicts.jsonl"

    def stop(_name: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Verdicts(kept) as verdicts:
        grade(*asked, jobs=1, verdicts=verdicts, advance=stop)
    known = len(kept.read_text("utf-8").splitlines())
    assert known == 1
    with kept.open("a") as file:
        file.write('{"key": "half a li')  # what a killed process had begun to write
    judged.clear()
    with Verdicts(kept) as verdicts:
        grades = grade(*asked, jobs=1, verdicts=verdicts)
    assert len(judged) == 2
    assert [(one.name, one.points) for one in grades.students] == [("anna", 4), ("ben", 2), ("cem", 0)]
    judged.clear()
    with Verdicts(kept) as verdicts:
        assert grade(*asked, jobs=1, verdicts=verdicts).to_dict() == grades.to_dict()
    assert judged == []


def test_a_changed_file_or_test_is_judged_anew(
    asked: tuple[Assignment, list[Given]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = without_processes(monkeypatch, VERDICTS)
    assignment, given = asked
    verdicts = Verdicts(None)
    grade(assignment, given, jobs=1, verdicts=verdicts)
    judged.clear()
    written(tmp_path, {"programs/ben.py": "# Ben again"})
    grade(assignment, given, jobs=1, verdicts=verdicts)
    assert judged == ["ben"]
    judged.clear()
    written(tmp_path, {"a.toml": RULES.replace("points = 4", "points = 5")})
    assert grade(read_assignment(tmp_path / "a.toml"), given, jobs=1, verdicts=verdicts).students[0].points == 5
    assert judged == []  # points are no part of a verdict
    written(tmp_path, {"a.toml": RULES + "positions = 100\n"})
    grade(read_assignment(tmp_path / "a.toml"), given, jobs=1, verdicts=verdicts)
    assert sorted(judged) == sorted(VERDICTS)


def test_a_failure_of_the_grader_is_not_kept(
    asked: tuple[Assignment, list[Given]], monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = Verdict(0.0, (Diagnosis("grader", SIGN.sentence),))
    judged = without_processes(monkeypatch, dict.fromkeys(VERDICTS, failed))
    verdicts = Verdicts(None)
    for _ in range(2):
        grade(*asked, jobs=1, verdicts=verdicts)
    assert sorted(judged) == sorted([*VERDICTS, *VERDICTS])


def test_a_verdict_survives_being_written() -> None:
    for verdict in VERDICTS.values():
        again = Verdict.from_dict(verdict.to_dict())
        assert again.to_dict() == verdict.to_dict()
        assert again.passed == verdict.passed
        assert [str(one.detail) for one in again.diagnoses] == [str(one.detail) for one in verdict.diagnoses]


@pytest.mark.parametrize(
    "answer",
    [
        "[]",
        '{"share": 2, "diagnoses": []}',
        '{"share": NaN, "diagnoses": []}',
        '{"share": 1, "diagnoses": [{"code": "x", "sentence": {"template": "{}", "values": []}, "detail": null}]}',
        '{"share": 1, "diagnoses": [{"code": "x", "sentence": {"template": "{.a}", "values": [1]}, "detail": null, '
        '"picture": null, "wrong": true}]}',
    ],
)
def test_a_forged_verdict_does_not_end_the_run(
    answer: str, asked: tuple[Assignment, list[Given]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(_self: object, _command: object, request: bytes, _seconds: float) -> tuple[int, bytes]:
        seal, _asked = request.splitlines(keepends=True)
        return 0, answer.replace("{", f'{{"seal": "{seal.decode().strip()}", ', 1).encode()

    monkeypatch.setattr(runner._Processes, "run", run)
    grades = grade(*asked, jobs=1, verdicts=Verdicts(None))
    assert {student.outcomes[0].code for student in grades.students} == {"exits"}


def test_a_verdict_without_the_seal_is_none(
    asked: tuple[Assignment, list[Given]], monkeypatch: pytest.MonkeyPatch
) -> None:
    forged = json.dumps(Verdict(1.0).to_dict()).encode()
    monkeypatch.setattr(runner._Processes, "run", lambda *_given: (0, forged))
    grades = grade(*asked, jobs=1, verdicts=Verdicts(None))
    assert {student.outcomes[0].code for student in grades.students} == {"exits"}


def test_a_verdict_has_no_signs_that_a_terminal_obeys() -> None:
    rude = Diagnosis("crashes", Message("It says {}.", "\x1b[2J\ud800 ö\n"))
    (found,) = Verdict.from_dict(json.loads(json.dumps(Verdict(0.0, (rude,)).to_dict()))).diagnoses
    assert str(found.sentence) == "It says \N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER} ö\n."


def test_each_student_has_a_seed_of_the_assignment(asked: tuple[Assignment, list[Given]]) -> None:
    assignment, _given = asked
    assert seed_of(assignment, "anna") == seed_of(assignment, "anna") != seed_of(assignment, "ben")


def test_a_tournament_is_played_anew_when_one_of_its_players_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'title = "T"\n[[test]]\nname = "cup"\nkind = "tournament"\ngame = "tic-tac-toe"\n'
    written(tmp_path, {**{f"programs/{name}.py": f"# {name}" for name in VERDICTS}, "a.toml": text})
    assignment = read_assignment(tmp_path / "a.toml")
    given = collect([tmp_path / "programs"], assignment)
    played: list[list[str]] = []

    def run(_test: object, submissions: dict[str, object], _seed: int) -> dict[str, Verdict]:
        played.append(sorted(submissions))
        return {name: VERDICTS[name] for name in submissions}

    monkeypatch.setattr("spielbaum.grading.kinds.tournament.run_together", run)
    verdicts = Verdicts(None)
    for _ in range(2):
        grades = grade(assignment, given, jobs=1, verdicts=verdicts)
        assert [student.outcomes[0].verdict.share for student in grades.students] == [1.0, 0.5, 0.0]
    written(tmp_path, {"programs/ben.py": "# Ben again"})
    grade(assignment, given, jobs=1, verdicts=verdicts)
    assert played == [sorted(VERDICTS)] * 2
