"""Engine settings: command, limits and options."""

from dataclasses import dataclass

PROTOCOLS = {
    "uci": ("seconds", "depth", "nodes"),
    "ugi": ("seconds", "depth", "nodes"),
    "xboard": ("seconds", "depth"),
    "gtp": ("seconds",),
}
"""The protocols, and the limits of a move that each supports."""

USUAL_SECONDS = 1.0
"""Seconds for a move of an engine without limits."""

MARGIN = 1.0
"""Seconds beyond its time limit after which an engine loses on time."""

PATIENCE = 60.0
"""Seconds for an engine to start, and for a move without a time limit."""


@dataclass(frozen=True, kw_only=True)
class EngineSettings:
    """The settings of an engine.

    Parameters
    ----------
    protocol
        One of ``PROTOCOLS``.
    command
        The program with its arguments, quoted as in a shell.
    seconds, depth, nodes
        The limits of a move; without any, `USUAL_SECONDS`.
    margin
        Seconds beyond ``seconds`` after which the engine loses on time.
    patience
        Seconds to start, and for a move without a time limit.
    options
        The engine's own options by name; for GTP, commands with their arguments.
    """

    protocol: str
    command: str
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    margin: float = MARGIN
    patience: float = PATIENCE
    options: tuple[tuple[str, str], ...] = ()

    @property
    def move_seconds(self) -> float | None:
        """The time of a move; None if only depth or nodes are limited."""
        unlimited = (self.seconds, self.depth, self.nodes) == (None, None, None)
        return USUAL_SECONDS if unlimited else self.seconds

    @property
    def longest_move(self) -> float:
        """Seconds after which a move is too late."""
        seconds = self.move_seconds
        return self.patience if seconds is None else seconds + self.margin

    def __str__(self) -> str:
        """Return the engine's name for messages."""
        return f"{self.protocol}:{self.command}"
