"""Players: their names and colours, and the form fields of their seats."""

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from spielbaum.errors import InputError, Message
from spielbaum.game import Game, State, is_learned_file
from spielbaum.kernel.target import IN_BROWSER
from spielbaum.language import Translations
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.players import HUMAN, RANDOM, SERVED, PlayerSpec, files_of, parse_player
from spielbaum.search.algorithms.choice import BEST
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm, fitting_algorithms
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import tidy
from spielbaum.search.prepared import runs_compiled
from spielbaum.session.levels import LEVELS, level_of, level_player
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.forms import choice_field, float_field, integer_field

CUSTOM = "algorithm"
"""The form value of an algorithm with its own limits."""

MAX_DEPTH = 100


@dataclass(frozen=True)
class Choices:
    """The choices in the form fields of a seat.

    Attributes
    ----------
    slow
        The algorithms that run interpreted, because a page has no kernel for them; the levels are ``BEST``.
    """

    levels: tuple[str, ...]
    algorithms: tuple[str, ...]
    evaluations: tuple[str, ...]
    engines: tuple[str, ...] = ()
    slow: frozenset[str] = frozenset()


@lru_cache(256)
def choices_of(game: Game, engines: tuple[str, ...] = ()) -> Choices:
    """Return the levels, the algorithms that fit the game with every evaluation, best first, and engines by label."""
    learned = next(filter(is_learned_file, game.evaluations), None)
    algorithms = tuple(fitting_algorithms(game, learned))
    slow = frozenset(name for name in (BEST, *algorithms) if IN_BROWSER and not runs_compiled(game, name))
    return Choices(tuple(LEVELS), algorithms, tuple(game.evaluations), engines, slow)


def in_turn(game: Game) -> tuple[int, ...]:
    """Return the players in turn order; those that never move come last.

    Examples
    --------
    >>> from spielbaum.registry import load
    >>> in_turn(load("nim")), in_turn(load("chameleon-chess"))
    ((0, 1), (0, 3, 2, 1))
    """
    if game.players == 2:
        return (0, 1)
    order = dict[int, None]()
    with suppress(Exception):  # faults of the rules are reported when they prevent a move
        state = game.initial()
        while len(order) < game.players and not game.is_terminal(state):
            if game.to_move(state) in order:
                break
            order.setdefault(game.to_move(state))
            state = game.result(state, next(iter(game.actions(state))))
    return (*order, *(player for player in range(game.players) if player not in order))


def player_name(t: Translations, game: Game, player: int) -> str:
    """Return the name of a player, in the language of the page."""
    if not game.view.player_names:
        return t("player.number", number=player)
    return t.named("player", game.shown_name(player))


def seat_text(t: Translations, game: Game, spec: PlayerSpec) -> str:
    """Return a short description of the player in a seat."""
    if spec.name in (HUMAN, RANDOM):
        return t(f"engine.{spec.name}")
    if spec.is_served:
        return spec.name.removeprefix(SERVED)
    level = level_of(spec)
    limits = spec.limits
    if level is not None:
        return t("engine.seat", level=t(f"level.{level}"), algorithm=algorithm_name(t, spec.for_game(game).name))
    parts = [algorithm_name(t, spec.for_game(game).name)]
    if spec.options:
        parts.append(t("algorithm.options", count=len(spec.options)))
    if limits.depth is not None:
        parts.append(t("engine.to-depth", depth=limits.depth))
    if limits.seconds is not None:
        parts.append(f"{t.number(tidy(limits.seconds))} s")
    return ", ".join(parts)


def algorithm_name(t: Translations, name: str) -> str:
    """Return the full name of an algorithm; by default the name itself."""
    name = name.partition(":")[0]
    known = name in algorithm_names()
    return t.named("algorithm", name, find_algorithm(name).title if known else name)


def specification(spec: PlayerSpec) -> str:
    """Return the exact specification of a player that searches; empty for others."""
    return str(spec) if spec.searches else ""


def standing_of(t: Translations, game: Game, state: State, seat: int) -> dict[str, str]:
    """Return the standing of a player and its name, such as an area; empty if the game has none."""
    view = game.view
    name = t.named("standing", view.standing_name) if view.standing_name else ""
    return {"standing": view.standing(state)[seat] if view.standing else "", "standing_name": name}


def seat_fields(t: Translations, game: Game, number: int, spec: PlayerSpec) -> dict[str, Any]:
    """Return the values of the form fields of a seat."""
    level = level_of(spec) if spec.searches else None
    custom = spec.searches and level is None
    return {
        "number": number,
        "name": player_name(t, game, number),
        "colour": player_colour(game, number),
        "who": level or (CUSTOM if custom else spec.name),
        "who_text": seat_text(t, game, spec),
        "specification": specification(spec),
        "algorithm": spec.name if custom else "",
        "options": ",".join(key if value == "true" else f"{key}={value}" for key, value in spec.options)
        if custom
        else "",
        "depth": (spec.limits.depth or "") if custom else "",
        "seconds": t.number(tidy(spec.limits.seconds)) if custom and spec.limits.seconds else "" if custom else "1",
        "evaluation": spec.evaluation or next(iter(game.evaluations), ""),
    }


def read_seats(fields: dict[str, str], game: Game, longest: float, engines: tuple[str, ...] = ()) -> list[PlayerSpec]:
    """Return the players in the fields of a form; ``engines`` are the labels of permitted engines.

    Raises
    ------
    WebError
        400 if a field is missing or invalid.
    SpielbaumError
        If there is no such algorithm or option.
    """
    return [_read_seat(fields, game, f"seat-{number}", longest, engines) for number in range(game.players)]


def _read_seat(fields: dict[str, str], game: Game, seat: str, longest: float, engines: tuple[str, ...]) -> PlayerSpec:
    served = (f"{SERVED}{label}" for label in engines)
    who = choice_field(fields, f"{seat}-who", (HUMAN, RANDOM, CUSTOM, *LEVELS, *served))
    if who is None:
        raise WebError(400, "missing-field", name=f"{seat}-who")
    evaluation = choice_field(fields, f"{seat}-evaluation", tuple(game.evaluations))
    if evaluation == next(iter(game.evaluations), None):
        evaluation = None
    if who in LEVELS:
        return level_player(who, evaluation)
    if who != CUSTOM:
        return PlayerSpec(who)
    name = choice_field(fields, f"{seat}-algorithm", algorithm_names())
    if name is None:
        raise WebError(400, "missing-field", name=f"{seat}-algorithm")
    limits = read_limits(fields, f"{seat}-", longest)
    if limits == Limits():
        raise WebError(400, "no-limit")
    return read_algorithm(name, fields.get(f"{seat}-options", "")).within(limits, evaluation)


def read_algorithm(name: str, options: str = "") -> PlayerSpec:
    """Return an algorithm with options, but without limits and evaluation.

    Raises
    ------
    InputError
        If there is no such option, or one is a limit, an evaluation, a book or a file.
    """
    spec = parse_player(f"{name}:{options}" if options else name)
    if spec.limits != Limits() or spec.evaluation or spec.book or files_of(spec):
        raise InputError(Message("cannot read option {!r} in {!r}: write key=value", options, name))
    return spec


def read_limits(fields: dict[str, str], start: str, longest: float) -> Limits:
    """Return the limits in the fields of a form.

    Raises
    ------
    WebError
        400 if one of them is not a number, or out of range.
    """
    return Limits(
        depth=integer_field(fields, f"{start}depth", 1, MAX_DEPTH),
        seconds=float_field(fields, f"{start}seconds", 0.01, longest),
    )
