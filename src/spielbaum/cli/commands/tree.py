"""Showing the tree of a search, and why branches were cut."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from spielbaum.cli.commands.exercise import Branching, Markdown, Seed, print_exercise, read_exercise
from spielbaum.cli.shared.options import (
    AlgorithmOption,
    EvaluationOption,
    Json,
    LimitOptions,
    StateOptions,
    Verbose,
    game_argument,
    latex_option,
    refuse_given,
)
from spielbaum.cli.shared.output import print_json, refuse_unfit_files, status
from spielbaum.cli.shared.parameters import Option

if TYPE_CHECKING:
    from spielbaum.game import Game, State
    from spielbaum.pictures.tree.tree import Tree
    from spielbaum.search.algorithms.choice import AlgorithmChoice
    from spielbaum.search.core.limits import Limits

DECKS = (".html", ".pdf")
MOST_GROWN = 5_000
"""The most simulations of a page that shows them one by one."""

GameOrNone = Annotated[
    str | None,
    game_argument("A game, or the path of a Python file, with options; not needed with --exercise."),
]
MaxNodes = Annotated[int, Option("--max-nodes", metavar="N", help="Keep at most N nodes; the others are only counted.")]
Steps = Annotated[bool, Option("--steps", help="List the steps of the search instead of the tree.")]
ForMover = Annotated[
    bool, Option("--for-mover", help="Show values for the player to move at each node, as in negamax.")
]
Svg = Annotated[Path | None, Option("--svg", metavar="FILE", help="Draw the tree; - for stdout.")]
Html = Annotated[
    Path | None,
    Option("--html", metavar="FILE", help="Write a page to explore the tree step by step; - for stdout."),
]
Slides = Annotated[
    Path | None,
    Option("--slides", metavar="FILE", help="Write a deck of slides, one step on each: .html, or .pdf by Chromium."),
]
Notes = Annotated[
    Path | None,
    Option("--notes", metavar="FILE", help="Your notes for --slides, each as '8: text' at the number of its step."),
]
Race = Annotated[
    str | None,
    Option(
        "--race",
        metavar="A,B",
        help="Let two or more algorithms search side by side in the page of --html.",
    ),
]
Dot = Annotated[
    Path | None, Option("--dot", metavar="FILE", help="Write the tree for Graphviz; - for stdout, and nothing else.")
]
Latex = Annotated[Path | None, latex_option("Write the tree for LaTeX (TikZ, package forest)")]
Title = Annotated[
    str | None, Option("--title", metavar="TEXT", help="The title of --svg and --html; by default the game's name.")
]
Drawn = Annotated[
    int | None,
    Option(
        "--drawn",
        metavar="N",
        help="Nodes that --svg (by default 200) and --latex (60) draw, and --html unfolds first (60).",
    ),
]


def tree(
    game: GameOrNone = None,
    *,
    state: StateOptions,
    algorithm: AlgorithmOption = None,
    evaluation: EvaluationOption = None,
    limiting: LimitOptions,
    max_nodes: MaxNodes = 10_000,
    steps: Steps = False,
    for_mover: ForMover = False,
    svg: Svg = None,
    html: Html = None,
    slides: Slides = None,
    notes: Notes = None,
    race: Race = None,
    dot: Dot = None,
    latex: Latex = None,
    drawn: Drawn = None,
    title: Title = None,
    exercise: Seed = None,
    branching: Branching = None,
    markdown: Markdown = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Search a state and show the tree: values, windows, and why each branch was cut."""
    from spielbaum.cli.render import tree as tree_output
    from spielbaum.errors import InputError, Message
    from spielbaum.game.repetition import ended_by_repetition
    from spielbaum.pictures.tree.tree import Tree, limits_of_each
    from spielbaum.search.trace import mover_view
    from spielbaum.search.trace.recorder import record_tree

    files = {
        name: path
        for name, path in (("--svg", svg), ("--html", html), ("--slides", slides), ("--dot", dot), ("--latex", latex))
        if path
    }
    if exercise is not None:
        unfit = {
            "--position": state.position,
            "--moves": state.moves,
            "--to-move": state.to_move,
            "--evaluation": evaluation,
            "--seconds": limiting.seconds,
            "--nodes": limiting.nodes,
            "--steps": steps,
            "--for-mover": for_mover,
            "--race": race,
            "--slides": slides,
            "--notes": notes,
            "--dot": dot,
            "--latex": latex,
            "--drawn": drawn,
            "--title": title,
        }
        refuse_given(unfit, "an exercise takes no {}")
        sheets = files | ({"--markdown": markdown} if markdown else {})
        asked = read_exercise(exercise, game, algorithm=algorithm, branching=branching, depth=limiting.depth)
        print_exercise(asked, files=sheets, json=json)
        return
    refuse_given({"--branching": branching, "--markdown": markdown}, "{} is for --exercise")
    if for_mover:
        refuse_given(
            {"--steps": steps, "--html": html, "--slides": slides},
            "--for-mover goes without {}, which shows values of the root player",
        )
    if race is not None:
        _refuse_unfit_race(race, html or slides, {"--algorithm": algorithm, "--json": json, "--dot": dot, "--svg": svg})
        algorithm = race
    if game is None:
        raise InputError(Message("tree needs a GAME, such as tic-tac-toe, or --exercise SEED"))
    drawings = svg or html or slides
    refuse_given({"--title": title if not drawings else None}, "{} is for --svg, --html and --slides")
    if drawn is not None and drawn < 2:
        raise InputError(Message("--drawn must be at least 2, a root and a folded node, not {}", drawn))
    noted = _notes(notes, slides)
    to_stdout = refuse_unfit_files(files, json=json)
    record, states = state.load(game)
    record = ended_by_repetition(record, states)
    choices = _algorithms(record, algorithm, evaluation, one=json or dot is not None, all_drawn=bool(drawings or latex))
    asked_for: dict[str, Any] = {"evaluation": evaluation, "max_nodes": max_nodes, "history": states[:-1]}
    records = {}
    for name, limits in limits_of_each(choices, limiting.limits).items():
        with status(f"{record.spec}: {name}, interpreted"):
            made = record_tree(record, states[-1], algorithm=choices[name], limits=limits, **asked_for)
            records[name] = mover_view.for_mover(made) if for_mover else made
    found = Tree(record, states[-1], records, title)
    pages = html or slides
    growing = _growing(record, states, choices, limiting.limits, evaluation, title) if pages else None
    if growing:
        refuse_given({"--notes": notes}, "{} is for the steps of a search; a tree that grows by simulations has others")
    _write(found, files, drawn, begins=race is not None, growing=growing, notes=noted)
    if json:
        print_json(next(iter(found.records.values())).to_dict())
    elif not to_stdout:
        for title, made in found.titled.items():
            if (drawings or latex) and not steps:
                tree_output.print_written(made, title, list(files.values()))
            else:
                (tree_output.print_steps if steps else tree_output.print_tree)(made, record, title)


def _refuse_unfit_race(race: str, html: Path | None, unfit: Mapping[str, object]) -> None:
    """Raise an error if a race has fewer than two algorithms, no page, or an option for a single algorithm."""
    from spielbaum.errors import InputError, Message
    from spielbaum.spec import split_specs

    refuse_given(unfit, "a race goes without {}")
    if len(set(split_specs(race))) < 2:
        raise InputError(Message("--race names two algorithms or more, such as alpha-beta,minimax, not {!r}", race))
    if html is None:
        raise InputError(Message("a race is seen on a page: give --html FILE or --slides FILE"))


def _growing(
    record: "Game",
    states: "Sequence[State]",
    choices: "Mapping[str, AlgorithmChoice]",
    limits: "Limits",
    evaluation: str | None,
    title: str | None,
) -> "Callable[..., str] | None":
    """Return how to write the page of a tree that grows by simulations, if one algorithm makes a number of them."""
    from spielbaum.pictures.growth import growth_html
    from spielbaum.search.core.limits import Limits
    from spielbaum.search.trace.growth import record_growth

    number, (choice, *others) = limits.simulations, choices.values()
    if others or choice.algorithm.family.tells_steps or number is None or number > MOST_GROWN:
        return None
    if limits != Limits(simulations=number):
        return None
    grown = record_growth(record, states[-1], choice, simulations=number, history=states[:-1], evaluation=evaluation)
    return partial(growth_html, grown, record, states, title=title or "")


def _write(
    found: "Tree",
    files: dict[str, Path],
    drawn: int | None,
    *,
    begins: bool,
    growing: "Callable[..., str] | None",
    notes: dict[int, str],
) -> None:
    """Write the files; ``growing`` returns the page of a tree that grows by simulations."""
    from spielbaum.pictures.svg.browser import print_page
    from spielbaum.pictures.svg.files import write_text
    from spielbaum.pictures.tree import tree_dot

    most = {} if drawn is None else {"most": drawn}
    drawing: dict[str, Callable[[], str]] = {
        "--svg": partial(found.svg, **most),
        "--latex": partial(found.latex, **most),
        "--html": growing or partial(found.html, **most, begins=begins),
        "--slides": partial(growing, slides=True) if growing else partial(found.slides, **most, notes=notes),
        "--dot": lambda: tree_dot(next(iter(found.records.values())), found.game),
    }
    for name, path in files.items():
        if name == "--slides" and path.suffix.lower() == ".pdf":
            print_page(drawing[name](), path)
        else:
            write_text(path, drawing[name]())


def _notes(path: Path | None, deck: Path | None) -> dict[int, str]:
    """Return the speaker's notes of a file, for a deck of slides, by step."""
    from spielbaum.errors import InputError, Message
    from spielbaum.files import read_given_text
    from spielbaum.pictures.tree.slides import parse_notes

    refuse_given({"--notes": path if not deck else None}, "{} is for --slides")
    if deck is not None and str(deck) != "-" and deck.suffix.lower() not in DECKS:
        raise InputError(Message("--slides writes a file that ends in {}, not {!r}", ", ".join(DECKS), str(deck)))
    return {} if path is None else parse_notes(read_given_text(path))


def _algorithms(
    record: "Game", asked: str | None, evaluation: str | None, *, one: bool, all_drawn: bool
) -> "dict[str, AlgorithmChoice]":
    """Return the algorithms by name; only the first if ``one`` output holds a single tree and no other holds all."""
    from spielbaum.errors import InputError, Message
    from spielbaum.pictures.tree.tree import chosen_algorithms

    found = chosen_algorithms(record, asked, evaluation)
    if one and asked is not None and len(found) > 1:
        raise InputError(Message("--json and --dot hold the tree of one algorithm, not of {!r}", asked))
    return dict([*found.items()][:1]) if one and not all_drawn else found
