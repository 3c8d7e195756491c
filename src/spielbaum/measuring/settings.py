"""The settings of a measurement: algorithm, table and depth."""

from collections.abc import Sequence
from dataclasses import dataclass

from spielbaum.errors import InputError, Message
from spielbaum.search.algorithms.choice import AlgorithmChoice, AlgorithmLike, as_choice
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from spielbaum.search.table.entry import ENTRY_BYTES, entries_in
from spielbaum.search.table.scalar import DEFAULT_TABLE_BYTES

NO_TABLE = "none"


@dataclass(frozen=True)
class Setting:
    """One search of a measurement.

    Attributes
    ----------
    algorithm
        As it is searched, with the option ``table`` if it has a table.
    depth
        None for the end of the game.
    table_bytes
        The size of the table, for algorithms that have one.
    """

    algorithm: AlgorithmChoice
    depth: int | None
    table_bytes: int = DEFAULT_TABLE_BYTES

    @property
    def family(self) -> AlgorithmChoice:
        """The algorithm without its table: all settings of a family find the same value."""
        return self.algorithm.without("replacement")

    @property
    def scheme(self) -> str:
        """The replacement scheme of the table; ``"none"`` without one."""
        return self.algorithm.value("replacement") or NO_TABLE

    @property
    def entries(self) -> int | None:
        """Entries of the table; None without one."""
        return None if self.scheme == NO_TABLE else entries_in(self.table_bytes)

    @property
    def size(self) -> int | None:
        """The size of the table in bytes; None without one."""
        return None if self.entries is None else self.entries * ENTRY_BYTES


def plain_settings(
    algorithms: Sequence[AlgorithmLike], depths: Sequence[int | None], table_bytes: int | None = None
) -> list[Setting]:
    """Return a setting for each algorithm and depth, with a table of a given size if the algorithm can have one."""
    choices = [as_choice(algorithm) for algorithm in algorithms]
    chosen = [choice.with_table() for choice in choices] if table_bytes is not None else choices
    size = DEFAULT_TABLE_BYTES if table_bytes is None else table_bytes
    return [Setting(choice, depth, size) for choice in chosen for depth in depths]


def table_settings(
    algorithms: Sequence[AlgorithmLike], schemes: Sequence[str], sizes: Sequence[int], depth: int | None
) -> list[Setting]:
    """Return for each algorithm a setting without a table, and one for each scheme and size.

    Raises
    ------
    InputError
        If an algorithm cannot have a table, or names a scheme itself.
    """
    settings = []
    for choice in map(as_choice, algorithms):
        if "replacement" not in choice.algorithm.options:
            raise InputError(Message("{} has no table: {} have", choice.name, ", ".join(with_tables())))
        if "replacement" in choice.options:
            raise InputError(
                Message(
                    "{} names a scheme itself: leave replacement={} to --replacement",
                    choice,
                    choice.options["replacement"],
                )
            )
        settings.append(Setting(choice.with_table(NO_TABLE), depth))
        settings += [Setting(choice.with_table(scheme), depth, size) for scheme in schemes for size in sizes]
    return settings


def with_tables() -> list[str]:
    """Return the names of the algorithms that can have a table."""
    return [name for name in algorithm_names() if "replacement" in find_algorithm(name).options]
