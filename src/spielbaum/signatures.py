"""Whether the functions of a game take what they are called with."""

from inspect import signature

from spielbaum.errors import GameError
from spielbaum.game import Game
from spielbaum.game.notation import place_of

CALLED = {
    "": ("initial",),
    "state": (
        "to_move", "actions", "is_terminal", "utility", "features", "key", "count", "quiet", "repetition", "bounds",
        "alive", "uniform", "validate", "format_state", "board", "cells", "places", "draw",
    ),
    "state, action": ("result", "order", "noisy", "format_action", "touches"),
    "state, text": ("parse_action",),
    "text": ("parse_state", "split_actions"),
    "seats": ("among",),
}  # fmt: skip
"""What the functions of a game are called with."""


def refuse_signatures(game: Game) -> None:
    """Raise an error if a function of a game does not take what it is called with.

    Raises
    ------
    GameError
        With a sentence that says what it should take.
    """
    taken = [(hook, getattr(game, hook), given) for given, hooks in CALLED.items() for hook in hooks]
    insight = game.insight
    taken += [(hook, getattr(insight, hook), "state") for hook in ("candidates", "settled", "key")]
    taken.append(("order", insight.order, "state, action"))
    taken += [(f"evaluation {name!r}", found.function, "state") for name, found in game.evaluations.items()]  # type: ignore[union-attr]
    for hook, function, given in taken:
        try:
            if function is not None:
                signature(function).bind(*(given.split(", ") if given else ()))
        except TypeError as error:
            name = getattr(function, "__name__", hook)
            raise GameError(
                f"{hook} is called as {name}({given}), which {place_of(function)}, does not take: {error}"
            ) from None
        except ValueError:  # written in C, without a signature
            continue
