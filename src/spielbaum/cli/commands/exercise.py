"""A worksheet and its solution, in two files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from spielbaum.cli.shared.output import console, plain, print_json
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.exercises.exercise import Exercise

Seed = Annotated[
    int | None,
    Option("--exercise", metavar="SEED", help="Make a worksheet from a seed instead, and its solution."),
]
Branching = Annotated[int | None, Option("--branching", metavar="B", help="The branching factor of the exercise.")]
Markdown = Annotated[Path | None, Option("--markdown", metavar="FILE", help="Write the exercise as Markdown.")]


def read_exercise(
    seed: int, game: str | None, *, algorithm: str | None, branching: int | None, depth: int | None
) -> "Exercise":
    """Return an exercise.

    Parameters
    ----------
    seed
        Of the exercise.
    game
        None, or a random tree whose branching factor and depth are used.
    algorithm
        The algorithm that is practised.
    branching, depth
        Those of the tree; None for the defaults of the algorithm.

    Raises
    ------
    InputError
        If there is no such exercise.
    """
    from spielbaum.errors import InputError, Message
    from spielbaum.exercises.worksheet import make_worksheet

    shape = shape_of(game, branching, depth)
    if shape is None:
        raise InputError(
            Message("an exercise is on a random tree of its own: leave out {!r}, or use spielbaum sheet", game)
        )
    return make_worksheet(seed, algorithm=algorithm or "alpha-beta", **shape)


def shape_of(game: str | None, branching: int | None, depth: int | None) -> dict[str, int | None] | None:
    """Return the branching factor and the depth of random trees; None for another game.

    Raises
    ------
    InputError
        If a random tree has other options.
    """
    from spielbaum.errors import InputError, Message
    from spielbaum.registry import load, parse_game

    given: dict[str, int] = {}
    if game is not None:
        if parse_game(game).name != "random-tree":
            return None
        given = dict(load(game).options)
        unknown = sorted(set(given) - {"branching", "depth"})
        if unknown:
            raise InputError(
                Message("of a random tree an exercise takes branching and depth, not {}", ", ".join(unknown))
            )
    return {
        "branching": given.get("branching") if branching is None else branching,
        "depth": given.get("depth") if depth is None else depth,
    }


def print_exercise(exercise: "Exercise", *, files: dict[str, Path], json: bool) -> None:
    """Write an exercise and its solution to files, or print the exercise as Markdown if there are none.

    Parameters
    ----------
    exercise
        The exercise.
    files
        A file for each of ``--svg``, ``--html`` and ``--markdown``.
    json
        Whether to print the record of the solution.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    from spielbaum.language import current_language
    from spielbaum.pictures.exercise import sheet_markdown, sheet_svg, sheets_html, solution_html
    from spielbaum.pictures.svg.files import write_text

    _refuse_unfit_files(files)
    language = current_language()
    sheets = dict[Path, str]()
    for option, path in files.items():
        solution = path.with_stem(f"{path.stem}-solution")
        if option == "--html":
            sheets[path] = sheets_html([exercise], language, key=False)
            sheets[solution] = solution_html(exercise, language)
        else:
            draw = sheet_svg if option == "--svg" else sheet_markdown
            sheets[path], sheets[solution] = draw(exercise, language), draw(exercise, language, solved=True)
    for path, text in sheets.items():
        write_text(path, text)
    if json:
        print_json(exercise.search.record.to_dict())
    elif sheets:
        console().print(tr("written {}", plain(", ".join(map(str, sheets)))), soft_wrap=True)
    else:
        console().print(plain(sheet_markdown(exercise, language)), soft_wrap=True, end="")


def _refuse_unfit_files(files: dict[str, Path]) -> None:
    from spielbaum.errors import InputError, Message
    from spielbaum.pictures.svg.files import refuse_unfit_path

    for option, path in files.items():
        if str(path) == "-":
            raise InputError(Message("an exercise and its solution are two files: give {} a name, not -", option))
        refuse_unfit_path(path)
