"""The pictures of games on the start page."""

import pytest

from spielbaum.position_text import parse_position
from spielbaum.registry import load
from spielbaum.web.views.boards import MIDDLES, thumbnail


@pytest.mark.parametrize("name", MIDDLES)
def test_a_game_is_shown_in_its_middle(name: str) -> None:
    game = load(name)
    state = parse_position(game, MIDDLES[name])
    assert not game.is_terminal(state)
    assert thumbnail(game).startswith("<svg")


def test_a_variant_is_shown_at_its_start() -> None:
    assert thumbnail(load("connect-four:width=5")) != thumbnail(load("connect-four"))
    assert "#ffd24a" not in thumbnail(load("connect-four:width=5"))
