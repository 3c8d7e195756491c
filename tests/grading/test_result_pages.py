"""Pages of a class and of a student, in both languages."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from spielbaum.errors import Message
from spielbaum.grading.diagnosis import Diagnosis, Verdict
from spielbaum.grading.pages import class_page, student_page
from spielbaum.grading.writing import write_results
from spielbaum.language import using_language
from submitting import PICTURE, SIGN, TIES, results

DRAWN = Diagnosis("win-missing", Message("A <line> is not seen."), Message("After 2 0 4 1 6."), PICTURE)
GRADES = results(
    Anna=[Verdict(1.0), Verdict(1.0, (TIES,))],
    Ben_Groß=[Verdict(0.5, (DRAWN,)), Verdict(0.0, (SIGN,))],
    Cem=[Verdict(1.0), Verdict(0.25, (SIGN, TIES))],
)


class Reader(HTMLParser):
    """Reads the texts, the elements and the addresses of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.elements: set[str] = set()
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.texts += [data.strip()] if data.strip() else []


@pytest.mark.parametrize(
    ("language", "heading", "mean"), [("en", "What went wrong", "5.83"), ("de", "Was schiefging", "5,83")]
)
def test_the_page_of_a_class_says_what_went_wrong_how_often(language: str, heading: str, mean: str) -> None:
    with using_language(language):
        page = Reader(class_page(GRADES, {"Anna": "students/Anna.html"}))
    assert heading in page.texts
    assert page.texts.index("The value of a child is not negated.") < page.texts.index("A <line> is not seen.")
    place = page.texts.index("negamax-sign")
    assert page.texts[place - 3] == "2"
    assert page.texts[place + 1].startswith("Ben Groß: It is")
    assert page.texts[place + 2].startswith("Ben Groß,")
    assert mean in page.texts
    assert [link for link in page.links if not link.startswith("data:image/")] == ["students/Anna.html"] * 2
    assert "script" not in page.elements


def test_the_page_of_a_student_shows_words_and_pictures() -> None:
    text = student_page(GRADES.students[1], GRADES.title)
    page = Reader(text)
    assert {"Tic-tac-toe: Ben Groß", "2 of 10 points", "Partly right.", "✗ Not right yet."} <= set(page.texts)
    assert {"A <line> is not seen.", "After 2 0 4 1 6.", "It is -3 here."} <= set(page.texts)
    assert [link.partition(",")[0] for link in page.links] == ["data:image/svg+xml;base64"]
    assert "<script>" not in text  # what a program drew does not run
    remark = Reader(student_page(GRADES.students[0], GRADES.title))
    assert "Remark: Of equal actions it takes another one." in remark.texts
    assert remark.texts.count("✓ Right.") == 2


def test_the_page_of_a_class_without_mistakes() -> None:
    page = Reader(class_page(results(Anna=[Verdict(1.0)]), {}))
    assert "Nothing: every submission passes every test." in page.texts


def test_results_are_written_to_a_folder(tmp_path: Path) -> None:
    write_results(GRADES, tmp_path / "out")
    files = sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.*"))
    assert files == [
        "index.html",
        "results.csv",
        "results.json",
        *(f"students/{n}.html" for n in ("Anna", "Ben-Groß", "Cem")),
    ]
