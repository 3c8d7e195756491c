"""Tidy tables of a database as polars DataFrames: a row for each game and seat, or for each move.

`games_table` and `moves_table` cover any tournaments. `experiment_table` includes the design of an experiment, and has
the columns of `spielbaum.store.tidy`.

The table of games:

===============  =============================================================================
column           content
===============  =============================================================================
tournament       id of the tournament
game             number of the game in its tournament
variant          the game with its options
round            number of the round, from 0; the games of a round have the same opening
opening          actions of the opening, joined by spaces
seat             the seat, from 0; occupied seats only
player           name of its player
utility          utility of the seat; null if the game did not end by its rules
won              whether the seat wins or shares the win
share            its part of the win: 1 divided by the number of winning seats, or 0
end              how the game ended, as in `GameRecord`
plies            plies of the game, with the opening
moves            moves of the seat
depth            mean depth of its moves; null if the player does not search
nodes, leaves    sums over its moves
seconds          sum over its moves
seed, started    seed of the game, and when it began (ISO 8601, UTC)
===============  =============================================================================

The table of moves has the id of the ``tournament`` and the columns of `spielbaum.store.export`. In both tables
``variant``, ``seating``, ``player``, ``action`` and ``end`` are categories.
"""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, Float, Select, Text, cast, func, select, type_coerce

from spielbaum.errors import Message, UnknownNameError
from spielbaum.files import replacing
from spielbaum.store import schema, tidy
from spielbaum.store.experiments import Experiments
from spielbaum.store.export import COLUMNS
from spielbaum.store.frames import BATCH, FEW, frame_of, load_polars, schema_of, write_parquet
from spielbaum.store.store import Store
from spielbaum.store.tidy import experiment_rows

if TYPE_CHECKING:
    import polars

GAMES: dict[str, Any] = {
    "tournament": int,
    "game": int,
    "variant": str,
    "round": int,
    "opening": str,
    "seat": int,
    "player": str,
    "utility": float,
    "won": bool,
    "share": float,
    "end": str,
    "plies": int,
    "moves": int,
    "depth": float,
    "nodes": int,
    "leaves": int,
    "seconds": float,
    "seed": int,
    "started": str,
}
"""The columns of the table of games, and their types."""

MOVES: dict[str, Any] = {"tournament": int, **COLUMNS}
"""The columns of the table of moves."""

_GAME = {
    "id": int, "tournament": int, "game": int, "variant": str, "opening": str, "seating": str, "utility": str,
    "survivors": str, "end": str, "seed": int, "started": str,
}  # fmt: skip
_EFFORT = {
    "id": int, "seat": int, "moves": int, "depth": float, "nodes": int, "leaves": int, "seconds": float,
}  # fmt: skip
_MOVE = {
    "id": int, "ply": int, "seat": int, "action": str, "number": str, "depth": int, "nodes": int, "leaves": int,
    "seconds": float,
}  # fmt: skip


def games_table(store: Store, tournaments: Collection[int] | None = None) -> "polars.DataFrame":
    """Return a row for each game and seat.

    Parameters
    ----------
    store
        The database.
    tournaments
        Their ids; by default all.

    Raises
    ------
    InputError
        If polars is not installed, or the database cannot be used.
    """
    pl = load_polars("a table")
    move = schema.move.c
    sums = (func.sum(move.nodes), func.sum(move.leaves), func.sum(move.seconds))
    effort = select(
        move.game_id, move.seat, func.count(), cast(func.avg(move.depth), Float(53)),
        *(cast(total, BigInteger) for total in sums[:2]), sums[2],
    )  # fmt: skip
    chosen = _of(effort.join(schema.game), tournaments).group_by(move.game_id, move.seat)
    spent = _read(store, chosen, _EFFORT)
    games = _games(store, tournaments).with_columns(
        round=(pl.col("seed").rank("dense").over("tournament") - 1).cast(pl.Int64),
        taken=pl.col("seating").list.eval(pl.element().drop_nulls()),
        opening_plies=pl.col("opening").list.len().cast(pl.Int64),
        utility=pl.col("utility").fill_null(pl.col("seating").list.eval(pl.lit(None, dtype=pl.Float64))),
        seat=pl.int_ranges(pl.col("seating").list.len(), dtype=pl.Int64),
    )
    length = spent.group_by("id").agg(made=pl.col("moves").sum())
    won = pl.col("survivors").list.contains(pl.col("seat"))
    return (
        games.explode("seating", "seat", "utility")
        .drop_nulls("seating")
        .join(_players(store), left_on=("tournament", "seating"), right_on=("tournament", "number"), how="left")
        .join(spent, on=("id", "seat"), how="left")
        .join(length, on="id", how="left")
        .with_columns(pl.col("moves", "nodes", "leaves", "seconds", "made").fill_null(0))
        .with_columns(
            won=won,
            share=pl.when(won).then(1 / pl.col("survivors").list.len()).otherwise(0.0),
            plies=pl.col("opening_plies") + pl.col("made"),
            opening=pl.col("opening").list.join(" "),
        )
        .select(pl.col(name).cast(kind) for name, kind in schema_of(GAMES, categories=FEW).items())
        .sort("tournament", "game", "seat")
    )


def moves_table(store: Store, tournaments: Collection[int] | None = None) -> "polars.DataFrame":
    """Return a row for each move.

    Parameters
    ----------
    store, tournaments
        As for `games_table`.

    Raises
    ------
    InputError
        If polars is not installed, or the database cannot be used.
    """
    pl = load_polars("a table")
    move, game = schema.move.c, schema.game.c
    query = select(
        move.game_id, move.ply, move.seat, move.action, type_coerce(move.value, Text), move.depth, move.nodes,
        move.leaves, move.seconds,
    )  # fmt: skip
    ordered = _of(query.join(schema.game), tournaments).order_by(game.tournament_id, game.number, move.ply)
    games = _games(store, tournaments)
    names = (
        games.select("id", "tournament", "seating", seat=pl.int_ranges(pl.col("seating").list.len(), dtype=pl.Int64))
        .explode("seating", "seat")
        .join(_players(store), left_on=("tournament", "seating"), right_on=("tournament", "number"), how="left")
        .select("id", "seat", player=pl.col("player").cast(pl.Categorical))
    )
    text = pl.col("player").cast(pl.String).fill_null("-")
    seated = names.group_by("id", maintain_order=True).agg(seating=text.str.join("; ").cast(pl.Categorical))
    kept = games.drop("seating", "opening", "utility", "started").join(seated, on="id")
    kinds = schema_of(MOVES, categories=FEW)

    def finished(moves: "polars.DataFrame") -> "polars.DataFrame":
        whole = moves.join(kept, on="id", how="left", maintain_order="left")
        whole = whole.join(names, on=("id", "seat"), how="left", maintain_order="left")
        return _expectations(whole).select(pl.col(name).cast(kind) for name, kind in kinds.items())

    return _read(store, ordered, _MOVE, finished)


def _expectations(moves: "polars.DataFrame") -> "polars.DataFrame":
    """Return moves with the values of their searches, for each seat or for the mover, parsed from texts."""
    pl = load_polars("a table")
    vector = pl.col("number").str.starts_with("[")
    numbers = pl.col("number").str.strip_chars("[]").str.split(", ").cast(pl.List(pl.Float64), strict=False)
    return moves.with_columns(values=pl.when(vector).then(numbers.list.drop_nulls())).with_columns(
        value=pl.when(vector)
        .then(pl.col("values").list.get(pl.col("seat"), null_on_oob=True))
        .otherwise(pl.when(~vector).then(pl.col("number")).cast(pl.Float64)),
    )


def experiment_table(store: Store, title: str) -> "polars.DataFrame":
    """Return the table of `spielbaum.store.tidy`: a row for each game and seat of an experiment, with its factors.

    Parameters
    ----------
    store
        The database.
    title
        The title of the experiment.

    Raises
    ------
    InputError
        If there is no such experiment, polars is not installed, or the database cannot be used.
    """
    found = Experiments(store).find(title)
    if found is None:
        raise UnknownNameError(
            Message("experiment in {}", store.name), title, [one.name for one in Experiments(store).all()]
        )
    whole: polars.DataFrame = frame_of(experiment_rows(found, store), tidy.COLUMNS)
    return whole


def _of(query: Select[Any], tournaments: Collection[int] | None) -> Select[Any]:
    return query if tournaments is None else query.where(schema.game.c.tournament_id.in_(list(tournaments)))


def _games(store: Store, tournaments: Collection[int] | None) -> "polars.DataFrame":
    """Return the rows of games, with texts parsed to lists."""
    pl = load_polars("a table")
    game = schema.game.c
    texts = [type_coerce(column, Text) for column in (game.opening, game.seating, game.utility, game.survivors)]
    query = select(game.id, game.tournament_id, game.number, game.game, *texts, game.end, game.seed, game.started)
    kinds = {"opening": pl.String, "seating": pl.Int64, "utility": pl.Float64, "survivors": pl.Int64}
    return _read(store, _of(query, tournaments), _GAME).with_columns(
        pl.col(name).str.json_decode(pl.List(kind)) for name, kind in kinds.items()
    )


def _players(store: Store) -> "polars.DataFrame":
    """Return the names of the players of each tournament, by number."""
    rows = [
        (stored.id, number, player)
        for stored in store.tournaments()
        for number, player in enumerate(stored.setup.get("players", ()))
    ]
    columns = schema_of({"tournament": int, "number": int, "player": str})
    frame: polars.DataFrame = load_polars("a table").DataFrame(rows, schema=columns, orient="row")
    return frame


def _read(
    store: Store,
    query: Select[Any],
    columns: dict[str, Any],
    finished: Callable[[Any], Any] = lambda frame: frame,
) -> "polars.DataFrame":
    """Return the result of a query, read in batches, each of which is converted to columns and finished at once."""
    pl = load_polars("a table")
    kinds = schema_of(columns)
    frames = [finished(pl.DataFrame([], schema=kinds))]
    with store.reading() as connection:
        for rows in connection.execute(query.execution_options(yield_per=BATCH)).partitions():
            frames.append(finished(pl.DataFrame(list(map(tuple, rows)), schema=kinds, orient="row")))
    whole: polars.DataFrame = pl.concat(frames)
    return whole


def write_table(frame: "polars.DataFrame", path: Path) -> None:
    """Write a table to a ``.csv`` or ``.parquet`` file, which replaces an older one when it is complete.

    Lists are written to CSV as texts: ``[0, 2]``.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    pl = load_polars("a table")
    lists = [pl.format("[{}]", pl.col(name).cast(pl.List(pl.String)).list.join(", ")).alias(name)
             for name, kind in frame.schema.items() if isinstance(kind, pl.List)]  # fmt: skip
    with replacing(path) as part:
        if path.suffix == ".parquet":
            write_parquet(frame, part)
        else:
            frame.with_columns(lists).write_csv(part)
