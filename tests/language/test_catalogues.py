"""The catalogues: nothing is missing, obsolete, or has other placeholders."""

import os
import pickle
import re
import string
from importlib.resources import files
from pathlib import Path

import pytest

import catalogues
from spielbaum.errors import InputError, Message, PositionError, UnknownNameError
from spielbaum.language import LANGUAGES, Translations, catalogue, current_language, tr, using_language

NAMED_ELSEWHERE = {"algorithm", "choice", "doc", "piece", "standing", "system", "unit"}
"""The texts that are in German only: a game, an algorithm or the operating system has the English one."""


def fields(template: str, *, numbered: bool) -> set[str]:
    """Return the fields of a template: names, or numbers, explicit or not."""
    found = [name for _, name, _, _ in string.Formatter().parse(template) if name is not None]
    assert all(found) or not any(found), f"{template}: either all fields have names, or none"
    return {name or str(number) for number, name in enumerate(found)} if numbered else set(found)


def test_all_languages_have_the_same_texts() -> None:
    english = Translations("en").entries
    for language in LANGUAGES:
        other = Translations(language).entries
        assert other.keys() >= english.keys()
        assert {key.partition(".")[0] for key in other.keys() - english.keys()} <= NAMED_ELSEWHERE
        for key, text in english.items():
            assert fields(other[key], numbered=False) == fields(text, numbered=False), key


def test_every_sentence_of_the_source_is_in_german_and_no_other() -> None:
    marked, literals = catalogues.sentences()
    assert len(marked) > 80
    german = Translations("de").sentences
    missing, obsolete = sorted(marked - german.keys()), sorted(german.keys() - literals)
    assert not missing, "python tests/support/catalogues.py adds them; write their German"
    assert not obsolete, "python tests/support/catalogues.py drops them"
    for template, translation in german.items():
        if template in marked:
            assert fields(translation, numbered=True) <= fields(template, numbered=True), template
        else:
            assert fields(translation, numbered=False) <= fields(template, numbered=False), template


@pytest.mark.parametrize("name", ["de", "en", "click-de"])
def test_catalogues_are_complete(name: str) -> None:
    language, domain = name[-2:], "click" if name.startswith("click") else "spielbaum"
    found = catalogues.read(language, domain)
    assert [one.id for one in found if one.id and not (all(one.string) if one.pluralizable else one.string)] == []
    assert [one.id for one in found if one.fuzzy and one.id] == []
    assert not found.obsolete
    written = catalogues.source_of(language, domain).read_text(encoding="utf-8")
    assert written.count("\nmsgid ") == len(found), "a text stands twice"


def test_the_sentences_of_the_parser_have_their_placeholders() -> None:
    for one in catalogues.read("de", "click"):
        originals, translations = (one.id, one.string) if one.pluralizable else ([one.id], [one.string])
        wanted = set().union(*(fields(text, numbered=False) for text in originals))
        for text in translations if one.id else ():
            assert fields(text, numbered=False) <= wanted, one.id


@pytest.mark.slow
def test_the_texts_that_templates_name_exist() -> None:
    for entry in files("spielbaum.web").joinpath("templates").iterdir():
        for key in re.findall(r"\bt\(['\"]([\w.-]+)['\"]\s*[,)]", entry.read_text(encoding="utf-8")):
            assert key in Translations("en").entries, (entry.name, key)


def test_parts_of_a_message_are_translated_but_input_is_not() -> None:
    german, given = Translations("de"), "{0} game"
    error = UnknownNameError(Message("option of {} {!r}", Message("game"), "nim"), given, ["misere"])
    assert str(error) == "unknown option of game 'nim' '{0} game': there is misere"
    assert german.sentence(error) == "„{0} game“ gibt es nicht als Option von nim: Es gibt misere"
    inside = PositionError(Message("move {}: {}", 1234, error))
    assert german.sentence(inside).startswith("Zug 1.234: „{0} game“ gibt es nicht")
    assert german.sentence(InputError("{not a template}")) == "{not a template}"
    assert Translations("en").sentence(inside) == str(inside)


def test_messages_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(InputError(Message("there are {} heaps, not {}", 3, 4))))
    assert Translations("de").sentence(error) == "es gibt 3 Haufen, nicht 4"


def test_numbers_and_quotation_marks_are_german(monkeypatch: pytest.MonkeyPatch) -> None:
    german = Translations("de")
    template = "{:,} of {:.2f}, {!r}, {!r}, {}"
    monkeypatch.setitem(german.__dict__, "sentences", {template: template.replace("of", "von")})
    said = Message(template, 12345, 1.5, "it's\n", Message(template, 1, 2, 3, 4, 5), True)
    assert german.sentence(said).startswith("12.345 von 1,50, „it's\\n“, „1 von 2,00, 3, 4, 5“, True")


def test_the_current_language_is_english_until_another_is_chosen() -> None:
    assert current_language() == "en"
    with using_language("de"):
        assert tr("there are {} heaps, not {}", 3, 4) == "es gibt 3 Haufen, nicht 4"
        assert tr("no such sentence {}", 1) == "no such sentence 1"
    assert tr("there are {} heaps, not {}", 3, 4) == "there are 3 heaps, not 4"


def test_a_catalogue_is_compiled_anew_when_its_source_is_newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    source = tmp_path / "de.po"
    source.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "a"\nmsgstr "ä"\n', "utf-8"
    )
    assert catalogue.read_catalogue("de")["a"] == "ä"
    source.write_text(source.read_text("utf-8").replace("ä", "ö"), "utf-8")
    os.utime(source, (0, 0))
    assert catalogue.read_catalogue("de")["a"] == "ä"
    os.utime(source)
    os.utime(tmp_path / "de" / "LC_MESSAGES" / "spielbaum.mo", (1, 1))
    assert catalogue.read_catalogue("de")["a"] == "ö"
