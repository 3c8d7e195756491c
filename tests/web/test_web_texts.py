"""Sentences of the library in the language of the visitor."""

import re
import time

import pytest
from starlette.testclient import TestClient
from visiting import Begin

from spielbaum import Searcher, games
from spielbaum.errors import InputError, UnfitGameError
from spielbaum.web.http.translations import LONGEST_SENTENCE, Translations


def test_the_language_that_was_chosen_counts_more_than_that_of_the_browser(begin: Begin, client: TestClient) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    answer = client.post(f"{visitor.path}/move?lang=de", data={"revision": "0", "action": "zz"})
    assert re.search(r'id="error">(.*?)<', answer.text)[1].startswith("Der Zug „zz“ ist nicht erlaubt")
    answer = client.post(f"{visitor.path}/move?lang=de", data={"revision": "0"})
    assert re.search(r'id="error">(.*?)<', answer.text)[1] == "Dem Formular fehlt das Feld „action“."


def test_a_long_sentence_does_not_hold_up_the_server() -> None:
    sentence = "option '" + "' of game 'x' is one of , not '" * 400 + "!"
    start = time.monotonic()
    assert Translations("de").sentence(sentence) == sentence
    assert time.monotonic() - start < 1
    assert Translations("de").sentence(sentence[:LONGEST_SENTENCE])
    assert time.monotonic() - start < 1


@pytest.mark.parametrize(
    ("game", "algorithm", "lacks"),
    [
        ("random-tree:players=3,low=0", "max-n:shallow,transform=none", "shallow pruning braucht die größte Summe"),
        ("random-tree:players=3", "max-n:shallow,transform=none", "shallow pruning braucht Werte, von denen keiner"),
        ("random-tree", "alpha-beta:bounds=true", "bounds=true braucht Schranken"),
    ],
)
def test_what_a_game_lacks_for_an_algorithm_is_said_in_german(game: str, algorithm: str, lacks: str) -> None:
    with pytest.raises((InputError, UnfitGameError)) as raised:
        Searcher(games.load(game), algorithm)
    assert Translations("de").sentence(str(raised.value)).startswith(lacks)
