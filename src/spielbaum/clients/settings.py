"""What is told to an engine: its command, its limits, and its own options."""

from dataclasses import dataclass

PROTOCOLS = {
    "uci": ("seconds", "depth", "nodes"),
    "ugi": ("seconds", "depth", "nodes"),
    "xboard": ("seconds", "depth"),
    "gtp": ("seconds",),
}
"""The protocols, and the limits of a move that each can tell an engine."""

USUAL_SECONDS = 1.0
"""For a move of an engine that has no limit."""

MARGIN = 1.0
"""Seconds beyond its time after which an engine has lost on time."""

PATIENCE = 60.0
"""Seconds that an engine may take to start, and for a move without a time limit."""


@dataclass(frozen=True, kw_only=True)
class EngineSettings:
    """An engine as it is started and asked.

    Parameters
    ----------
    protocol
        One of ``PROTOCOLS``.
    command
        With its arguments, quoted as in a shell.
    seconds, depth, nodes
        The limits of a move; without any, `USUAL_SECONDS`.
    margin
        Seconds beyond ``seconds`` after which the engine has lost on time.
    patience
        Seconds that it may take to start, and for a move without a time limit.
    options
        Its own, by name; for GTP, commands with their arguments.
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
        """The time of a move; None where only depth or nodes limit it."""
        unlimited = (self.seconds, self.depth, self.nodes) == (None, None, None)
        return USUAL_SECONDS if unlimited else self.seconds

    @property
    def longest_move(self) -> float:
        """Seconds after which a move comes too late."""
        seconds = self.move_seconds
        return self.patience if seconds is None else seconds + self.margin

    def __str__(self) -> str:
        """Return the engine as it is named in messages."""
        return f"{self.protocol}:{self.command}"
