"""The page of worksheets in a browser: answers that are typed in are saved as JSON, which is marked."""

from pathlib import Path

from spielbaum.exercises.answers import read_answers
from spielbaum.exercises.marking import mark_sheet, solution_of
from spielbaum.exercises.worksheet import make_worksheet
from spielbaum.pictures.exercise import sheets_html
from windows import NewWindow


def test_answers_are_saved_from_the_page(new_window: NewWindow, tmp_path: Path) -> None:
    made = [make_worksheet(number) for number in (7, 8)]
    right = solution_of(made[1])
    page = new_window()
    page.set_content(sheets_html(made, key=False))
    form = page.locator("form").nth(1)
    for name, value in right.values.items():
        form.locator(f'[name="v-{name}"]').fill(f" {value} ")
    form.get_by_label("Branches never looked at").fill(", ".join(right.cuts))
    form.get_by_label("Best action, to").fill(right.action)
    form.get_by_label("Name").fill("Anna Möller")
    with page.expect_download() as download:
        form.get_by_role("button", name="Save my answers").click()
    assert download.value.suggested_filename == "Anna-Möller.json"
    download.value.save_as(tmp_path / "anna.json")
    answers = read_answers(tmp_path / "anna.json")
    assert answers == right
    assert mark_sheet(made[1], answers).share == 1
    page.emulate_media(media="print")
    assert not form.is_visible()
