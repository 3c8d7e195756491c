"""Tournaments of an assignment: submissions choose moves in processes of their own."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum.errors import ForfeitError, InputError, Message
from spielbaum.grading import sandbox
from spielbaum.grading.assignment import Limits, TestSpec
from spielbaum.grading.diagnosis import Diagnosis
from spielbaum.grading.kinds import kind_of, tournament
from spielbaum.grading.submission import Submission

COURSE = Path(__file__).parent.parent.parent / "examples" / "courses" / "tic-tac-toe"
SOLUTION = (COURSE / "solution.py").read_text(encoding="utf-8")
CORPUS = Path(__file__).parent / "corpus"
CHOOSERS = {
    "looks-ahead": """
def choose(state, depth):
    side = 1 if player(state) == "X" else -1
    return max((side * limited(result(state, one), depth, -inf, inf), one) for one in actions(state))
""",
    "takes-the-first": "def choose(state):\n    return actions(state)[0]\n",
    "crashes": "def choose(state):\n    return actions(state)[9]\n",
    "loops": "def choose(state):\n    while True: pass\n",
    "returns-a-value": "def choose(state):\n    return 0.5\n",
    "takes-the-centre": "def choose(state):\n    return 4\n",
    "leaves": "import os\ndef choose(state):\n    os._exit(3)\n",
    "has-none": "",
}


def verdicts(files: dict[str, Path], **options: Any) -> Any:
    """Return the verdicts of a tournament."""
    test = TestSpec("all", "tournament", options={"game": "tic-tac-toe", **options}, limits=Limits(seconds=0.4))
    tournament.check(test)
    return tournament.run_together(test, {name: Submission(path) for name, path in files.items()}, 1)


@pytest.mark.slow
def test_submissions_are_ranked_and_what_they_forfeit_is_told(tmp_path: Path) -> None:
    files = {name: tmp_path / f"{name}.py" for name in CHOOSERS}
    for name, path in files.items():
        path.write_text(f"{SOLUTION.partition('def counted')[0]}\n{CHOOSERS[name]}", encoding="utf-8")
    found = verdicts(files, rounds=1, players=["random(seed=1)"], depth=3)
    codes = {name: [one.code for one in verdict.diagnoses] for name, verdict in found.items()}
    assert codes == {
        "looks-ahead": ["ranked"],
        "takes-the-first": ["ranked"],
        "crashes": ["crashes", "ranked"],
        "loops": ["endless", "ranked"],
        "returns-a-value": ["illegal", "ranked"],
        "takes-the-centre": ["illegal", "ranked"],
        "leaves": ["exits", "ranked"],
        "has-none": ["missing-function", "ranked"],
    }
    assert str(found["looks-ahead"].diagnoses[0].detail).startswith("Place 1 of 9: ")
    assert "1. looks-ahead" in found["looks-ahead"].diagnoses[-1].picture
    assert "looks-ahead" not in found["has-none"].diagnoses[-1].picture
    assert "random(seed=1)" in found["has-none"].diagnoses[-1].picture
    assert found["takes-the-centre"].diagnoses[0].picture.startswith("<svg")
    assert (found["looks-ahead"].share, found["looks-ahead"].passed) == (1.0, True)
    assert "Line 1" in str(found["crashes"].diagnoses[0].detail)
    assert [found[name].share for name in ("crashes", "loops", "returns-a-value", "leaves", "has-none")] == [0] * 5


@pytest.mark.slow
def test_a_program_does_not_see_the_programs_of_others(tmp_path: Path) -> None:
    if sandbox.bubblewrap() is None:
        pytest.skip("bubblewrap is not installed, or may not make namespaces")
    files = {name: tmp_path / f"{name}.py" for name in ("other", "spies")}
    files["other"].write_text(SOLUTION + CHOOSERS["takes-the-first"], encoding="utf-8")
    reading = f"def choose(state):\n    open({str(files['other'])!r}).read()\n    return actions(state)[0]\n"
    files["spies"].write_text(SOLUTION + reading, encoding="utf-8")
    found = verdicts(files, rounds=1)
    assert "FileNotFoundError" in str(found["spies"].diagnoses[0].sentence)
    assert found["other"].passed


def test_an_evaluation_plays_by_our_search(tmp_path: Path) -> None:
    blind = tmp_path / "blind.py"
    blind.write_text(SOLUTION.replace("return points", "return -points"), encoding="utf-8")
    found = verdicts({"right": COURSE / "solution.py", "blind": blind}, plays="evaluation", depth=1, rounds=3)
    assert {name: verdict.passed for name, verdict in found.items()} == {"right": True, "blind": True}
    assert "Place 1 of 2" in str(found["right"].diagnoses[0].detail)
    assert found["right"].share > found["blind"].share


@pytest.mark.parametrize(
    ("name", "function"),
    [("pacman", "AlphaBetaAgent"), ("easy", "Negamax"), ("aima_style", "alpha_beta_cutoff_search")],
)
def test_agents_and_searches_of_courses_choose_moves(name: str, function: str) -> None:
    found = verdicts({name: CORPUS / f"{name}.py"}, function=function, depth=2, rounds=1, players=["random"])
    assert [one.code for one in found[name].diagnoses] == ["ranked"]


def test_a_single_submission_has_no_one_to_play() -> None:
    found = verdicts({"alone": COURSE / "solution.py"})
    assert (found["alone"].share, str(found["alone"].diagnoses[0].sentence)) == (
        1,
        "There are too few players for a game.",
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"plays": "chess"}, "plays is one of moves, evaluation, not 'chess'"),
        ({"rounds": 0}, "rounds must be a whole number of at least 1, not 0"),
        ({"enough": 2}, "enough is a share, such as 0.5, not 2"),
        ({"players": "random"}, "players is a list of players, not 'random'"),
        ({"players": ["human"]}, "a human plays with spielbaum play"),
        ({"round": 1}, "unknown key 'round': did you mean 'rounds'?"),
    ],
)
def test_options_of_a_tournament_that_do_not_fit_are_refused(options: dict[str, Any], said: str) -> None:
    check: Callable[[TestSpec], None] = kind_of(TestSpec("all", "tournament")).check
    with pytest.raises(InputError) as refused:
        check(TestSpec("all", "tournament", options={"game": "nim", **options}))
    assert said in str(refused.value)


def test_a_program_that_does_not_end_is_asked_three_times(monkeypatch: pytest.MonkeyPatch) -> None:
    test = TestSpec("all", "tournament", options={"game": "tic-tac-toe"})
    process, asked = tournament._Process(test, Submission(COURSE / "solution.py"), 0), list[object]()

    def answer(moves: object) -> dict[str, object]:
        asked.append(moves)
        return {"diagnosis": Diagnosis("endless", Message("It does not end.")).to_dict()}

    monkeypatch.setattr(process, "_answer", answer)
    for _ in range(5):
        with pytest.raises(ForfeitError, match="It does not end"):
            process.asked(["4"], str)
    assert len(asked) == tournament.TIMES
    assert [one.code for one in process.diagnoses] == ["endless"]
