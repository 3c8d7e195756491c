"""The value in the engine panel: one bar for two players, or one bar per player."""

from typing import Any

import pytest

from spielbaum import games
from spielbaum.language import translations_for
from spielbaum.web.views.engine_panel import value_shown

ENGLISH = translations_for("en")


def balance(text: str, player: int, value: Any, *, exact: bool) -> tuple[float, str, str]:
    shown = value_shown(ENGLISH, games.load(text), player, value, exact=exact)
    assert shown["bars"] == []
    first, second = shown["balance"]["first"], shown["balance"]["second"]
    assert float(first["share"]) + float(second["share"]) == pytest.approx(100)
    return float(first["share"]), first["value"], second["value"]


@pytest.mark.parametrize("player", [0, 1])
def test_the_bar_is_full_for_a_proven_win_and_half_for_a_draw(player: int) -> None:
    full = 100.0 * (player == 0)
    assert balance("connect-four", player, 3, exact=True)[0] == full
    assert balance("connect-four", player, -3, exact=True)[0] == 100 - full
    assert balance("connect-four", player, 0, exact=True) == (50, "50%", "50%")


def test_estimates_are_ordered_and_never_fill_the_bar() -> None:
    shares = [balance("chess", 0, value, exact=False)[0] for value in (-900, -100, 0, 100, 900)]
    assert shares == sorted(set(shares))
    assert shares[0] > 0
    assert shares[-1] < 100
    assert balance("chess", 1, 100, exact=False) == (shares[1], "41%", "59%")


def test_three_players_have_a_bar_each() -> None:
    shown = value_shown(ENGLISH, games.load("chameleon-chess:players=RGY"), 0, (0.5, 0.25, 0.25), exact=False)
    assert shown["balance"] is None
    assert [bar["share"] for bar in shown["bars"]] == ["50.0", "25.0", "25.0"]


def test_without_a_value_there_is_no_bar() -> None:
    assert value_shown(ENGLISH, games.load("nim"), 0, None, exact=False) == {"balance": None, "bars": []}
