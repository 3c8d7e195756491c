"""A deck of slides: which steps it shows, the speaker's notes, and what it refuses."""

import json
import re
from typing import Any

import pytest

from spielbaum import Limits, tree
from spielbaum.errors import InputError
from spielbaum.language import using_language
from spielbaum.pictures.tree.slides import MOST_SLIDES, parse_notes, steps_shown


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    document: dict[str, Any] = json.loads(found[1])
    return document


def test_a_given_tree_has_a_slide_for_each_step_and_is_shown_whole() -> None:
    deck = data_of(tree("figure:alpha-beta-twenty-seven").slides(notes={8: "Ask first."}))
    (shown,) = deck["trees"]
    assert (deck["start"], deck["whole"], "slides" in deck) == ("begin", True, False)
    assert deck["notes"] == {"8": "Ask first."}
    assert len(shown["events"]["kind"]) == 39
    leaves = [value for value, player in zip(shown["value"], shown["toMove"], strict=True) if player < 0]
    assert len(leaves) == 27
    assert None not in leaves


def test_the_deck_of_a_long_search_shows_the_steps_at_the_upper_nodes() -> None:
    made = tree("connect-four", algorithm="alpha-beta", limits=Limits(depth=4))
    (record,) = made.records.values()
    slides = steps_shown(made.records)
    assert slides
    assert len(record.events) > MOST_SLIDES >= len(slides) - 2
    assert slides[0] == 0
    assert slides[-1] == len(record.events)
    depth = [0]
    for node in record.nodes[1:]:
        depth.append(depth[node.parent or 0] + 1)
    shown = {depth[record.events[step - 1].node] for step in slides[1:]}
    assert shown == set(range(max(shown) + 1))
    assert {step for step, event in enumerate(record.events, 1) if depth[event.node] in shown} == {*slides[1:]}
    assert data_of(made.slides())["slides"] == slides


def test_notes_belong_to_steps() -> None:
    assert parse_notes("0: Welcome: all.\n\n12: Wait\nfor an answer.\n12: Then go on.") == {
        0: "Welcome: all.",
        12: "Wait for an answer. Then go on.",
    }
    with pytest.raises(InputError, match=r"begin with the number of a step, .* not with 'Welcome'"):
        parse_notes("Welcome")
    with pytest.raises(InputError, match="no step 40 to note anything at: the last one is 39"):
        tree("figure:alpha-beta-twenty-seven").slides(notes={40: "Too late."})


def test_a_deck_is_in_the_language_of_the_command() -> None:
    with using_language("de"):
        page = tree("figure:alpha-beta").slides()
    assert '<html lang="de">' in page
    assert data_of(page)["words"]["notes"] == "Notizen für den Vortrag"
