"""Sentences of the library in the language of the visitor."""

import re
import time

from starlette.testclient import TestClient
from visiting import Begin

from spielbaum.web.texts import LONGEST_SENTENCE, Texts


def test_the_language_that_was_chosen_counts_more_than_that_of_the_browser(begin: Begin, client: TestClient) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    answer = client.post(f"{visitor.path}/move?lang=de", data={"revision": "0", "action": "zz"})
    assert re.search(r'id="complaint">(.*?)<', answer.text)[1].startswith("Der Zug „zz“ ist nicht erlaubt")
    answer = client.post(f"{visitor.path}/move?lang=de", data={"revision": "0"})
    assert re.search(r'id="complaint">(.*?)<', answer.text)[1] == "Dem Formular fehlt das Feld „action“."


def test_a_long_sentence_does_not_hold_up_the_server() -> None:
    sentence = "option '" + "' of game 'x' is one of , not '" * 400 + "!"
    start = time.monotonic()
    assert Texts("de").sentence(sentence) == sentence
    assert time.monotonic() - start < 1
    assert Texts("de").sentence(sentence[:LONGEST_SENTENCE])
    assert time.monotonic() - start < 1
