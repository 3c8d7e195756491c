"""Polars, which makes tables of many rows; it comes with the extra ``tables``, and is imported when one is wanted."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielbaum.errors import InputError

if TYPE_CHECKING:
    import polars


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
        raise InputError(f"{purpose} needs polars: pip install 'spielbaum[tables]'") from error
    return polars


def schema_of(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return the types of polars for columns of plain values.

    Examples
    --------
    >>> schema_of({"ply": int, "values": list[float]})
    {'ply': Int64, 'values': List(Float64)}
    """
    polars = load_polars("a table")
    types: dict[Any, Any] = {int: polars.Int64, float: polars.Float64, str: polars.String, bool: polars.Boolean}
    types |= {list[int]: polars.List(polars.Int64), list[float]: polars.List(polars.Float64)}
    return {name: types[kind] for name, kind in columns.items()}


def write_parquet(frame: "polars.DataFrame", path: Path) -> None:
    """Write a Parquet file.

    Raises
    ------
    OSError
        If it cannot be written; polars has an error of its own for a disk that becomes full.
    """
    try:
        frame.write_parquet(path)
    except load_polars("a Parquet file").exceptions.ComputeError as error:
        raise OSError(str(error).rpartition("IO error: ")[2]) from error
