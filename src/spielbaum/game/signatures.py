"""Checks that the functions of a game accept their arguments."""

from inspect import signature

from spielbaum.errors import GameError, Message
from spielbaum.game import Game
from spielbaum.game.fields import Hook, hooks_of
from spielbaum.game.notation import place_of


def refuse_signatures(game: Game) -> None:
    """Raise an error if a function of a game does not accept its arguments.

    Raises
    ------
    GameError
        If one does not; the message has the arguments that it is called with.
    """
    hooks = [
        *hooks_of(game),
        *hooks_of(game.hints, "hints."),
        *hooks_of(game.hints.proof, "hints.proof."),
        *(hooks_of(game.repetition, "repetition.") if game.repetition else ()),
        *hooks_of(game.notation, "notation."),
        *hooks_of(game.view, "view."),
        *hooks_of(game.features, "features."),
        *(Hook(f"evaluation {name!r}", known.function, "state") for name, known in game.evaluations.items()),  # type: ignore[union-attr]
    ]
    for hook, function, given in hooks:
        try:
            signature(function).bind(*(given.split(", ") if given else ()))
        except TypeError as error:
            name = getattr(function, "__name__", hook)
            raise GameError(
                Message(
                    "{} is called as {}({}), which {}, does not take: {}", hook, name, given, place_of(function), error
                )
            ) from None
        except ValueError:  # a function in C without a signature
            continue
