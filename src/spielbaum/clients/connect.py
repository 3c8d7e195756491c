"""Connecting to engines, and which games they can play."""

from spielbaum.clients.client import Client
from spielbaum.clients.settings import PROTOCOLS, EngineSettings
from spielbaum.errors import InputError, Message, UnsupportedGameError
from spielbaum.game import Game

CHESS = ("uci", "xboard")


def refuse_unfit(game: Game, settings: EngineSettings) -> None:
    """Raise an error if an engine cannot play a game, or has a limit that its protocol lacks.

    Raises
    ------
    UnsupportedGameError
        If the protocol is for another game, or for two players.
    InputError
        If the protocol lacks a limit.
    """
    protocol = settings.protocol
    if game.players != 2:
        raise UnsupportedGameError(
            Message("{} plays two-player games, and {} has {} players", settings, game.spec, game.players)
        )
    if protocol in CHESS and game.name != "chess":
        raise UnsupportedGameError(
            Message("{} plays chess, not {}: use ugi: or gtp: for other games", settings, game.spec)
        )
    for limit in ("depth", "nodes"):
        if getattr(settings, limit) is not None and limit not in PROTOCOLS[protocol]:
            raise InputError(
                Message("{} does not take {}=: its protocol has {}", settings, limit, ", ".join(_limits(protocol)))
            )


def _limits(protocol: str) -> list[str]:
    return ["time" if limit == "seconds" else limit for limit in PROTOCOLS[protocol]]


def connect(game: Game, settings: EngineSettings) -> Client:
    """Start an engine and return its client.

    Raises
    ------
    EngineError
        If it does not start, or does not follow its protocol.
    UnsupportedGameError, InputError
        As in `refuse_unfit`.
    """
    refuse_unfit(game, settings)
    if settings.protocol == "ugi":
        from spielbaum.clients.ugi import UgiClient

        return UgiClient(game, settings)
    if settings.protocol == "gtp":
        from spielbaum.clients.gtp import GtpClient

        return GtpClient(game, settings)
    try:
        from spielbaum.clients.chess_programs import ChessProgram
    except ModuleNotFoundError as error:
        if error.name != "chess":
            raise
        raise InputError(Message("{} needs python-chess: pip install 'spielbaum[engines]'", settings)) from None
    return ChessProgram(game, settings)
