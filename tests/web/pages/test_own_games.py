"""Example games in the browser: their names, and playing by touching the board."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from spielbaum.web import Settings, make_app
from visiting import Begin

TESTS = Path(__file__).parent.parent.parent
EXAMPLES = TESTS.parent / "examples"


@pytest.mark.interpreted
@pytest.mark.parametrize(("name", "players", "touches"), [("hex", 2, ["c3", "a1"]), ("kalah", 2, ["a", "f"]),
                                                          ("neighbours", 3, ["c3", "a1", "e5"])])  # fmt: skip
def test_example_games_are_played_by_touching(
    name: str, players: int, touches: list[str], begin: Begin, database: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text((EXAMPLES / f"{name}.py").read_text(encoding="utf-8"), encoding="utf-8")
    with TestClient(make_app(Settings(database=database, games=(str(file),)))) as client:
        visitor = begin("mine", *["human"] * players, client=client)
        assert f"<h1>{name}</h1>" in visitor.page() or f">{name}<" in visitor.page()
        for place in touches:
            assert f'data-place="{place}"' in visitor.page()
            visitor.act("touch", chosen="", place=place)
        assert visitor.moves() == touches


@pytest.mark.interpreted
def test_an_action_that_is_a_tuple_is_made_by_touching_its_squares(begin: Begin, database: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text((TESTS / "support" / "leaping.py").read_text(encoding="utf-8"), encoding="utf-8")
    with TestClient(make_app(Settings(database=database, games=(str(file),)))) as client:
        visitor = begin("mine", "human", "human", client=client)
        for chosen, place in (("", "a1"), ("", "b2"), ("", "a1"), ("a1", "c3")):
            visitor.act("touch", chosen=chosen, place=place)
        assert visitor.moves() == ["_a1", "_b2", "a1c3"]
