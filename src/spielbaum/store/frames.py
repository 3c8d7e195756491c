"""Tables of many rows with polars, which the extra ``tables`` installs; it is imported at first use."""

from collections.abc import Collection, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielbaum.errors import InputError, Message

if TYPE_CHECKING:
    import polars

BATCH = 50_000
"""Rows that are converted to columns at a time."""

FEW = ("variant", "seating", "player", "action", "end")
"""Columns with few distinct texts, which are stored as categories."""


def load_polars(purpose: str) -> Any:
    """Return the module polars.

    Raises
    ------
    InputError
        If it is not installed.
    """
    try:
        import polars
    except ImportError as error:
        raise InputError(Message("{} needs polars: pip install 'spielbaum[tables]'", purpose)) from error
    return polars


def schema_of(columns: Mapping[str, Any], *, categories: Collection[str] = ()) -> dict[str, Any]:
    """Return the types of polars for columns of plain values.

    Parameters
    ----------
    columns
        The names of the columns, and their types.
    categories
        The columns of texts that are stored as categories.

    Examples
    --------
    >>> schema_of({"ply": int, "values": list[float]})
    {'ply': Int64, 'values': List(Float64)}
    """
    polars = load_polars("a table")
    types: dict[Any, Any] = {int: polars.Int64, float: polars.Float64, str: polars.String, bool: polars.Boolean}
    types |= {list[int]: polars.List(polars.Int64), list[float]: polars.List(polars.Float64)}
    return {name: polars.Categorical if name in categories else types[kind] for name, kind in columns.items()}


def frame_of(rows: Iterable[tuple[Any, ...]], columns: Mapping[str, Any]) -> Any:
    """Return rows as a DataFrame, converted in batches, since columns take a tenth of the memory of rows."""
    polars = load_polars("a table")
    kinds, left = schema_of(columns), iter(rows)
    frames = [polars.DataFrame([], schema=kinds)]
    while batch := list(islice(left, BATCH)):
        frames.append(polars.DataFrame(batch, schema=kinds, orient="row"))
    return polars.concat(frames)


def write_parquet(frame: "polars.DataFrame", path: Path) -> None:
    """Write a Parquet file.

    Raises
    ------
    OSError
        If it cannot be written; polars raises an error of its own if the disk is full.
    """
    try:
        frame.write_parquet(path)
    except load_polars("a Parquet file").exceptions.ComputeError as error:
        raise OSError(str(error).rpartition("IO error: ")[2]) from error
