"""The rules of shipped games in words: one text for the pages and the documentation, in both languages."""

import re
from pathlib import Path

import pytest

from spielbaum import games
from spielbaum.registry import docstring_of, rules_file

ROOT = Path(__file__).parents[2]
RULES = ROOT / "src" / "spielbaum" / "games" / "rules"
DOCS = ROOT / "docs" / "games"
NAMES = [name for name in games.names() if (RULES.parent / name.replace("-", "_")).exists()
         or (RULES.parent / f"{name.replace('-', '_')}.py").exists()]  # fmt: skip


def test_every_shipped_game_has_rules_and_no_other_game_has() -> None:
    assert {path.name.split(".")[0] for path in RULES.iterdir()} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_rules_have_about_ten_sentences_in_both_languages_and_are_in_the_documentation(name: str) -> None:
    game = games.load(name)
    texts = {}
    for language in ("en", "de"):
        path = rules_file(game, language)
        assert path is not None
        texts[language] = path.read_text(encoding="utf-8").strip()
        sentences = re.split(r"[.:!?](?:\s+|$)", texts[language])
        assert 7 <= len(sentences) <= 22, sentences
    assert texts["en"].count("\n\n") == texts["de"].count("\n\n")
    page = DOCS / f"{'tree' if name == 'figure' else name}.md"
    assert texts["en"] in page.read_text(encoding="utf-8")


def test_the_rules_of_a_game_file_are_its_docstring(tmp_path: Path) -> None:
    source = (ROOT / "src/spielbaum/games/nim.py").read_text(encoding="utf-8")
    file = tmp_path / "nim.py"
    file.write_text(f'"""My heaps.\n\nTake some.\n"""\n\n{source.partition(chr(34) * 3)[2].partition(chr(34) * 3)[2]}')
    game = games.load(str(file))
    assert rules_file(game, "en") is None
    assert docstring_of(game) == "My heaps.\n\nTake some."
