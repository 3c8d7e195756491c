"""The request of `spielbaum learn`, checked before any game is played."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spielbaum.game import Game
    from spielbaum.learning import Lesson
    from spielbaum.players import PlayerSpec

DEFAULT_DEPTH = 2


def learnable(text: str) -> "Game":
    """Return a game that has features and a known sum of utilities; others are refused."""
    from spielbaum.learning.fitting.guessed import refuse_false_pieces
    from spielbaum.learning.models.making import make_rows
    from spielbaum.learning.models.payoffs import Payoffs
    from spielbaum.registry import load

    game = load(text)
    make_rows(game)
    Payoffs.of(game)
    refuse_false_pieces(game)
    return game


def model_path(output: Path) -> Path:
    """Return the absolute path of the model.

    Raises
    ------
    InputError
        If that path could not name an evaluation.
    """
    from spielbaum.errors import InputError, Message
    from spielbaum.game import is_learned_file
    from spielbaum.players import refuse_unwritable

    path = output.resolve()
    if not is_learned_file(path.name):
        raise InputError(Message("the path of a model ends in .json, unlike {!r}", str(path)))
    refuse_unwritable(str(path))
    return path


def seated(
    game: "Game", text: str | None, evaluation: str | None, depth: int | None, nodes: int | None
) -> "PlayerSpec":
    """Return the player of every seat."""
    from spielbaum.players import PlayerSpec, located, parse_player, refuse_unfit
    from spielbaum.search.algorithms.choice import default_algorithm
    from spielbaum.search.core.limits import Limits

    given = Limits(depth=depth, nodes=nodes)
    limits = Limits(depth=DEFAULT_DEPTH) if given == Limits() else given
    player = parse_player(text) if text else PlayerSpec.of(default_algorithm(game, evaluation))
    found = located(player.within(limits, evaluation).for_game(game))
    refuse_unfit(game, found)
    return found


def refuse_unfit_lesson(game: "Game", lesson: "Lesson", source: str | None, player: "PlayerSpec") -> None:
    """Raise an error if a lesson does not suit the game, stored games, or the player."""
    from spielbaum.errors import InputError, Message
    from spielbaum.learning.fitting.linear import refuse_without_sklearn
    from spielbaum.learning.models import TO_MOVE
    from spielbaum.search.algorithms.registry import find_algorithm

    for name in (*lesson.features, *([lesson.phase] if lesson.phase else [])):
        if name not in (*game.features.names, TO_MOVE):
            known = ", ".join((*game.features.names, TO_MOVE))
            raise InputError(Message("{} has no feature {!r}: there is {}", game.spec, name, known))
    if lesson.method != "categories":
        refuse_without_sklearn()
    if lesson.method == "td":
        if source:
            raise InputError(
                Message("td plays games with the models it learns: leave out --from, or use --method linear")
            )
        aims = dict(player.options).get("goal", "own")
        if not player.searches or not find_algorithm(player.name).pays or aims != "own":
            raise InputError(
                Message("td learns from the values of searches that are pay-offs, and {} has none", player.name)
            )
        _refuse_unable(player)


def rivals(game: "Game", text: str, player: "PlayerSpec") -> "tuple[PlayerSpec, PlayerSpec]":
    """Return the player that will search the new evaluation, still without it, and its opponent."""
    from spielbaum.players import is_player, located, parse_player, refuse_unfit
    from spielbaum.search.core.evaluations import find_evaluation

    if not is_player(text):
        find_evaluation(game, text)
        _refuse_unable(player)
        return player, located(replace(player, evaluation=text))
    other = located(parse_player(text).within(player.limits, None).for_game(game))
    refuse_unfit(game, other)
    _refuse_unable(new := other if other.searches else player)
    return new, other


def _refuse_unable(player: "PlayerSpec") -> None:
    """Raise an error if a player cannot use a learned evaluation."""
    from spielbaum.errors import InputError, Message

    if not player.searches:
        raise InputError(
            Message("the new evaluation needs a search to play with, which {} is not: name a --player", player.name)
        )
    if player.algorithm.algorithm.whole:
        raise InputError(
            Message("{} needs whole numbers, which the values of a learned evaluation are not", player.name)
        )


def model_paths(path: Path, rounds: int) -> list[Path]:
    """Return the paths of the models of all rounds: the last one as given, the earlier ones beside it."""
    return [*(path.with_name(f"{path.stem}.round-{number}.json") for number in range(1, rounds)), path]


def refuse_overwriting(paths: list[Path], players: "Iterable[PlayerSpec]") -> None:
    """Raise an error if a model would overwrite the evaluation of a player."""
    from spielbaum.errors import InputError, Message

    for path in paths:
        for player in players:
            if player.evaluation and Path(player.evaluation).resolve() == path:
                raise InputError(Message("the new model would overwrite {}, the evaluation of {}", path, player.name))
