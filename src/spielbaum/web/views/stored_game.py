"""The template context of the page of a stored game: the board at a ply, the players, and the cost of each move."""

from dataclasses import dataclass
from typing import Any

from spielbaum.arena.records import PLIES, REPETITION, GameRecord
from spielbaum.arena.replay import Step, replay
from spielbaum.errors import InputError, SpielbaumError
from spielbaum.game import Game, State
from spielbaum.language import Translations
from spielbaum.pictures import Look
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.registry import parse_game
from spielbaum.statistics.results import Result
from spielbaum.statistics.tallies import tallies
from spielbaum.store import Listing, Store, StoredTournament
from spielbaum.web.http.errors import WebError
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.live.catalogue import Catalogue, without_directories
from spielbaum.web.views.engine_panel import move_panel
from spielbaum.web.views.game import (
    announcement,
    ending_text,
    game_title,
    named_game,
    new_address,
    options_text,
    past_status,
    shown_position,
)
from spielbaum.web.views.players import in_turn, player_name, standing_of
from spielbaum.web.views.words import ending_at, with_reason

TABS = (("replay", ""), ("tree", "/tree"), ("review", "/review"))
"""The pages of a stored game: their names and the ends of their URLs."""


@dataclass(frozen=True)
class StoredGame:
    """A stored game with its positions.

    Attributes
    ----------
    number
        Its id in the database.
    tournament, record
        As they are stored.
    game
        The game, loaded from the catalogue.
    steps
        The initial position, and the position after each action.
    """

    number: int
    tournament: StoredTournament
    record: GameRecord
    game: Game
    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        """The game as on the command line."""
        return game_text(self.tournament)

    def states(self, ctx: RequestContext) -> tuple[State, ...]:
        """Return the states up to the position that is shown."""
        return tuple(step.state for step in self.steps[: ctx.shown_ply(len(self.steps) - 1) + 1])

    def player(self, seat: int) -> str | None:
        """Return the player of a seat in the tournament; None for an empty seat."""
        number = self.record.seating[seat]
        return None if number is None else players_of(self.tournament)[number]


def load_stored_game(catalogue: Catalogue, number: int, tournament: StoredTournament, record: GameRecord) -> StoredGame:
    """Return a stored game with its positions.

    Raises
    ------
    WebError
        410 if the game is not offered, or its rules have changed.
    """
    try:
        game = catalogue.game(game_text(tournament))
    except SpielbaumError:
        raise WebError(410, "not-offered") from None
    players = len(players_of(tournament))
    if any(player is not None and player >= players for player in record.seating):
        raise WebError(410, "other-rules")
    try:
        return StoredGame(number, tournament, record, game, tuple(replay(game, record)))
    except InputError:
        raise WebError(410, "other-rules") from None


def game_text(tournament: StoredTournament) -> str:
    """Return the game of a tournament as on the command line."""
    return str(tournament.setup.get("game", ""))


def players_of(tournament: StoredTournament) -> tuple[str, ...]:
    """Return the players of a tournament, as text."""
    return tuple(tournament.setup.get("players", ()))


def game_words(t: Translations, catalogue: Catalogue, text: str) -> str:
    """Return the title of a game with its options, even if it cannot be loaded, without directories of files."""
    try:
        spec, title = parse_game(text), game_title(t, catalogue, text)
    except SpielbaumError:
        return t("stored.unknown-game")
    options = options_text(t, without_directories(spec).options)
    return f"{title} ({options})" if options else title


def stored_game_page(
    ctx: RequestContext, catalogue: Catalogue, found: StoredGame, beside: tuple[int | None, int | None] = (None, None)
) -> dict[str, Any]:
    """Return the context of the page of a stored game; ``beside`` has the ids of the previous and the next game."""
    t, game, last = ctx.t, found.game, len(found.steps) - 1
    step, states = found.steps[ctx.shown_ply(last)], [one.state for one in found.steps]
    path = f"/stored/game/{found.number}"
    over = bool(game.is_terminal(step.state)) or (found.record.end == REPETITION and step.ply == last)
    status = _ending(t, found) if step.ply == last else past_status(t, step.ply)
    return {
        "path": path,
        "tabs": TABS,
        **named_game(t, catalogue, found.text, game),
        **shown_position(ctx, game, states, step.ply, step.action, Look()),
        "status": status,
        "announce": status if step.seat is None else announcement(t, game, step.action, step.seat, status),
        "seats": _seats(t, found, step.state, over=step.ply == last),
        "engine": _engine(t, found, step),
        "moves": [_move(t, found, each) for each in found.steps[1:]],
        "from_address": None if over else new_address(ctx, catalogue, found.text, game, step.state),
        "label": t("stored.game-number", number=found.record.number),
        "tournament": ctx.link(f"/stored/tournament/{found.tournament.id}"),
        "beside": [
            (name, ctx.link(f"/stored/game/{other}"))
            for name, other in zip(("before", "after"), beside, strict=True)
            if other
        ],
    }


MOST_GAMES = 2_000
"""The most games of a tournament that count for its standings."""


def standings_of(t: Translations, store: Store, found: StoredGame) -> list[dict[str, str]]:
    """Return the standings of a stored game's tournament, the best player first."""
    names, games = players_of(found.tournament), Listing(store).games(found.tournament.id, most=MOST_GAMES)
    results = [Result.won(game.seating, game.survivors) for game in games]
    rows = []
    for number, tally in enumerate(tallies(results, len(names))):
        parts = [result.part(number) for result in results if number in result.seating]
        share = sum(parts) / len(parts) if parts else 0.0
        seats = [
            player_name(t, found.game, seat) for seat, player in enumerate(found.record.seating) if player == number
        ]
        row = {
            "name": names[number],
            "seat": ", ".join(seats),
            "share": t.number(round(share, 3)),
            "results": f"{tally.wins} / {tally.draws} / {tally.losses}",
        }
        rows.append((share, row))
    return [row for _, row in sorted(rows, key=lambda one: -one[0])]


def _ending(t: Translations, found: StoredGame) -> str:
    record = found.record
    result = ending_text(t, found.game, record.survivors, len(record.seats))
    result = with_reason(t, result, ending_at(found.game, found.steps[-1].state))
    if record.end == REPETITION:
        return t("status.repetition")
    if record.reason:
        return f"{result} {record.reason}"
    return t("stored.cut-off", plies=len(found.steps) - 1, result=result) if record.end == PLIES else result


def _seats(t: Translations, found: StoredGame, state: State, *, over: bool) -> list[dict[str, Any]]:
    game, utility = found.game, found.record.utility
    mover = None if over else game.to_move(state)
    return [
        {
            "name": player_name(t, game, seat),
            "colour": player_colour(game, seat),
            "who_text": found.player(seat) or t("stored.nobody"),
            **standing_of(t, game, state, seat),
            "specification": "",
            "moving": seat == mover,
            "outcome": t.number(round(utility[seat], 3)) if over and utility is not None else "",
        }
        for seat in in_turn(game)
    ]


def _engine(t: Translations, found: StoredGame, step: Step) -> dict[str, Any] | None:
    if step.move is None or step.move.value is None:
        return None
    return move_panel(t, found.game, step.move, (found.player(step.move.seat) or "").partition("(")[0])


def _move(t: Translations, found: StoredGame, step: Step) -> dict[str, Any]:
    assert step.seat is not None
    known = step.move
    return {
        "ply": step.ply,
        "text": step.action,
        "name": player_name(t, found.game, step.seat),
        "colour": player_colour(found.game, step.seat),
        "opening": known is None,
        "depth": "–" if known is None or known.depth is None else t.number(known.depth),
        "nodes": "–" if known is None or known.depth is None else t.number(known.nodes),
        "seconds": "–" if known is None else t.number(round(known.seconds, 3)),
    }
