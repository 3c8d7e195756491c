"""The messages of every language, and the language of a page."""

import ast
import pickle
import re
import string
from importlib.resources import files
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import spielbaum
from spielbaum import Searcher, games
from spielbaum.errors import InputError, Message, PositionError, UnknownNameError, UnsupportedGameError
from spielbaum.pictures.growth.words import ENGLISH as ENGLISH_OF_GROWTH
from spielbaum.pictures.tree.words import ENGLISH
from spielbaum.web.http.translations import LANGUAGES, Translations, preferred
from visiting import GERMAN, Begin, Visitor


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_all_languages_have_the_same_messages() -> None:
    english = Translations("en")
    for language in LANGUAGES:
        other = Translations(language)
        assert other.entries.keys() >= english.entries.keys()
        named = {key.partition(".")[0] for key in other.entries.keys() - english.entries.keys()}
        assert named <= {"algorithm", "choice", "piece", "standing", "unit"}, "records name these in English"
        for key, text in english.entries.items():
            assert places(other.entries[key]) == places(text), key


def test_the_viewers_have_all_messages_in_german() -> None:
    german = Translations("de")
    assert german.viewer["ends"].keys() == ENGLISH["ends"].keys()
    for translated, english in ((german.viewer, ENGLISH), (german.growth, ENGLISH_OF_GROWTH)):
        assert translated.keys() == english.keys()
        for key, text in english.items():
            if isinstance(text, str):
                assert places(translated[key]) == places(text), key


@pytest.mark.slow
def test_the_messages_of_the_templates_exist(client: TestClient) -> None:
    for entry in files("spielbaum.web").joinpath("templates").iterdir():
        for key in re.findall(r"\bt\(['\"]([\w.-]+)['\"]\s*[,)]", entry.read_text(encoding="utf-8")):
            assert key in Translations("en").entries, (entry.name, key)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("de", "de"), ("fr, de;q=0.5", "de"), ("de;q=0.1, en-GB", "en"), ("de;q=x", "en"), ("*", "en")],
)
def test_accept_language_decides_the_language(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


def test_pages_are_in_german(visitor: Visitor) -> None:
    page = visitor.client.get(visitor.path, headers=GERMAN)
    assert page.headers["content-language"] == "de"
    assert '<html lang="de">' in page.text
    assert "X ist am Zug" in page.text
    assert "to move" not in page.text


def test_the_labels_of_the_board_are_in_german(begin: Begin) -> None:
    page = begin("chameleon-chess", *["human"] * 4).page("?lang=de")
    assert 'aria-label="b1, Springer, Rot"' in page
    assert re.search(r'<svg [^>]*aria-label="chameleon-chess: Rot ist am Zug"', page)
    assert "knight" not in page


def test_links_and_forms_keep_the_chosen_language(visitor: Visitor) -> None:
    page = visitor.page("?lang=de")
    inner = [link for link in re.findall(r'(?:href|action|hx-get|hx-post)="(/[^"]*)"', page) if "/static/" not in link]
    assert inner
    assert all("lang=" in link for link in inner)


def test_the_chosen_language_overrides_the_browser(begin: Begin, client: TestClient) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    answer = client.post(f"{visitor.path}/move?lang=de", data={"revision": "0", "action": "zz"})
    assert re.search(r'id="error">(.*?)<', answer.text)[1].startswith("Der Zug „zz“ ist nicht erlaubt")
    answer = client.post(f"{visitor.path}/move?lang=de", data={"revision": "0"})
    assert re.search(r'id="error">(.*?)<', answer.text)[1] == "Dem Formular fehlt das Feld „action“."


def numbered(template: str) -> set[str]:
    """Return the numbers of the fields of a template, explicit or not."""
    fields = [name for _, name, _, _ in string.Formatter().parse(template) if name is not None]
    return {name or str(number) for number, name in enumerate(fields)}


def templates() -> tuple[set[str], set[str]]:
    """Return the templates of messages with values in the source, and all its string literals."""
    messages, texts = set[str](), set[str]()
    for path in Path(spielbaum.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
                template = node.args[0]
                if len(node.args) > 1 and isinstance(template, ast.Constant) and isinstance(template.value, str):
                    messages.add(template.value)
    return messages, texts


def test_every_message_of_the_library_is_in_german() -> None:
    messages, texts = templates()
    assert len(messages) > 70
    german = Translations("de").sentences
    assert not messages - german.keys()
    assert not german.keys() - texts, "no source has these messages"
    for template, translation in german.items():
        assert numbered(translation) <= numbered(template), template


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


@pytest.mark.parametrize(
    ("game", "algorithm", "lacks"),
    [
        ("random-tree:players=3,low=0", "max-n:shallow,transform=none", "shallow pruning braucht die größte Summe"),
        ("random-tree:players=3", "max-n:shallow,transform=none", "shallow pruning braucht Werte, von denen keiner"),
        ("random-tree", "alpha-beta:bounds=true", "bounds=true braucht Schranken"),
    ],
)
def test_messages_about_unfit_games_are_in_german(game: str, algorithm: str, lacks: str) -> None:
    with pytest.raises((InputError, UnsupportedGameError)) as raised:
        Searcher(games.load(game), algorithm)
    assert Translations("de").sentence(raised.value).startswith(lacks)
