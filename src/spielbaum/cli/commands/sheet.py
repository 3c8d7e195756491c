"""Worksheets: trees to be searched by hand, or positions to be valued, with a key for the teacher."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from spielbaum.cli.shared.options import (
    AlgorithmOption,
    EvaluationOption,
    Json,
    StateOptions,
    Verbose,
    game_argument,
    refuse_given,
)
from spielbaum.cli.shared.output import console, plain, print_json
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import current_language, tr

if TYPE_CHECKING:
    from spielbaum.exercises.estimates import Estimates
    from spielbaum.exercises.exercise import Exercise

MOST_SHEETS = 200
ENDINGS = {".html": "html", ".tex": "latex", ".md": "markdown"}

Subject = Annotated[
    str | None,
    game_argument("A tree, such as figure:negamax or tree:file=mine.json; or a game, to practise an evaluation of it."),
]
Seed = Annotated[int | None, Option("--seed", metavar="S", min=1, help="The number of the first sheet; by default 1.")]
Count = Annotated[
    int | None, Option("--count", metavar="N", min=1, max=MOST_SHEETS, help="The number of sheets, all different.")
]
Branching = Annotated[int | None, Option("--branching", metavar="B", help="The branching factor of the trees.")]
Depth = Annotated[int | None, Option("--depth", metavar="D", help="The depth of the trees.")]
Positions = Annotated[
    int | None, Option("--positions", metavar="N", help="Positions on a sheet to be valued; by default 6.")
]
Html = Annotated[
    Path | None, Option("--html", metavar="FILE", help="Write a page: each sheet on paper, or filled in and saved.")
]
Latex = Annotated[Path | None, Option("--latex", metavar="FILE", help="Write a document of LaTeX.")]
Markdown = Annotated[Path | None, Option("--markdown", metavar="FILE", help="Write Markdown.")]
Key = Annotated[
    Path | None,
    Option("--key", metavar="FILE", help="Write the key to a file of its own: .html, .tex or .md; else it is last."),
]
Each = Annotated[bool, Option("--each", help="Write a file for each sheet, with its number, and one for the key.")]
Form = Annotated[bool, Option("--form", help="Give the PDF of --latex fields for answers, which grade reads.")]


def sheet(
    game: Subject = None,
    *,
    state: StateOptions,
    algorithm: AlgorithmOption = None,
    evaluation: EvaluationOption = None,
    seed: Seed = None,
    count: Count = None,
    branching: Branching = None,
    depth: Depth = None,
    positions: Positions = None,
    html: Html = None,
    latex: Latex = None,
    markdown: Markdown = None,
    key: Key = None,
    each: Each = False,
    form: Form = False,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Make worksheets: trees to be searched by hand, or positions to be valued; with a key.

    The same number gives the same sheet. grade marks the answers.
    """
    from spielbaum.pictures.exercise import sheets_json, sheets_markdown

    tree_options = {"--algorithm": algorithm, "--branching": branching, "--depth": depth}
    position_options = {"--evaluation": evaluation, "--positions": positions, "--position": state.position,
                        "--moves": state.moves, "--to-move": state.to_move}  # fmt: skip
    numbers = range(seed or 1, (seed or 1) + (count or 1))
    if game is not None and not _is_tree(game):
        refuse_given(tree_options, "{} is for a sheet on a tree, and {!r} is a game", game)
        if positions is not None and state.given:
            refuse_given({"--positions": positions}, "{} is for random positions, and one is given", game)
        made: list[Exercise | Estimates] = list(_estimates(game, state, evaluation, positions, numbers))
    else:
        refuse_given(position_options, "{} is for a sheet on an evaluation: name a game", game)
        made = list(_trees(game, algorithm, branching, depth, numbers))
    if len(made) < len(numbers) or (made[0].seed is None and seed is not None):
        refuse_given(
            {"--count": count, "--seed": seed}, "{} is for sheets on random trees or positions: this one is given", game
        )
    files = {name: path for name, path in (("html", html), ("latex", latex), ("markdown", markdown)) if path}
    written = _write(made, files, key, each=each, form=form)
    language = current_language()
    if json:
        print_json({"sheets": sheets_json(made, language)})
    elif written:
        console().print(tr("written {}", plain(", ".join(map(str, written)))), soft_wrap=True)
    else:
        console().print(plain(sheets_markdown(made, language, key=False)), soft_wrap=True, end="")


def _is_tree(game: str) -> bool:
    from spielbaum.exercises.written import TREES
    from spielbaum.registry import parse_game

    return parse_game(game).name in (*TREES, "tree")


def _trees(
    tree: str | None, algorithm: str | None, branching: int | None, depth: int | None, numbers: Sequence[int]
) -> "Sequence[Exercise]":
    from spielbaum.cli.commands.exercise import shape_of
    from spielbaum.exercises.worksheet import make_worksheet, worksheet_on

    shape = shape_of(tree, branching, depth)
    if shape is None and tree is not None:
        refuse_given({"--branching": branching, "--depth": depth}, "{} is for random trees, and {!r} is given", tree)
        return [worksheet_on(tree, algorithm)]
    return [make_worksheet(number, algorithm=algorithm or "alpha-beta", **(shape or {})) for number in numbers]


def _estimates(
    game: str, state: StateOptions, evaluation: str | None, positions: int | None, numbers: Sequence[int]
) -> "Sequence[Estimates]":
    from spielbaum.exercises.estimates import POSITIONS, make_estimates

    record, states = state.load(game)
    if state.given:
        return [make_estimates(record, evaluation=evaluation, state=states[-1])]
    number = POSITIONS if positions is None else positions
    return [make_estimates(record, seed, evaluation=evaluation, positions=number) for seed in numbers]


def _write(
    made: "Sequence[Exercise | Estimates]", files: Mapping[str, Path], key: Path | None, *, each: bool, form: bool
) -> list[Path]:
    """Write the documents, and return their paths."""
    from spielbaum.errors import InputError, Message
    from spielbaum.pictures import exercise
    from spielbaum.pictures.svg.files import refuse_unfit_path, write_text

    if form and ("latex" not in files or (len(made) > 1 and not each)):
        raise InputError(Message("--form is for one sheet in each file of --latex: give --latex FILE and --each"))
    if each and not files:
        raise InputError(Message("--each writes files: give --html, --latex or --markdown"))
    if key is not None and key.suffix not in ENDINGS:
        raise InputError(
            Message("a key is written to a file that ends in {}, not to {!r}", ", ".join(ENDINGS), str(key))
        )
    for path in [*files.values(), *([key] if key else [])]:
        refuse_unfit_path(path)
    language = current_language()
    sheets: dict[str, Callable[..., str]] = {
        "html": exercise.sheets_html, "latex": exercise.sheets_latex, "markdown": exercise.sheets_markdown
    }  # fmt: skip
    keys = {"html": exercise.key_html, "latex": exercise.key_latex, "markdown": exercise.key_markdown}
    texts: dict[Path, str] = {}
    for kind, path in files.items():
        more: dict[str, Any] = {"form": True} if form and kind == "latex" else {}
        if each:
            for number, one in enumerate(made, made[0].seed or 1):
                own = path.with_stem(f"{path.stem}-{number:02}")
                texts[own] = sheets[kind]([one], language, key=False, **more)
            if key is None:
                texts[path.with_stem(f"{path.stem}-key")] = keys[kind](made, language)
        else:
            texts[path] = sheets[kind](made, language, key=key is None and not form, **more)
    if key is not None:
        texts[key] = keys[ENDINGS[key.suffix]](made, language)
    for path, text in texts.items():
        write_text(path, text)
    return list(texts)
