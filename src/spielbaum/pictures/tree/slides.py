"""A deck of slides: the page of a tree for a lecture hall, which prints one step of the search on each page."""

from collections import Counter
from collections.abc import Mapping

from spielbaum.errors import InputError, Message
from spielbaum.game import Game, State
from spielbaum.pictures.tree.html import FIRST_NODES, Draw, page_of, part, viewer_data
from spielbaum.pictures.tree.unvisited import with_unvisited
from spielbaum.search.trace.record import TreeRecord

MOST_SLIDES = 250
"""The most slides of a deck; a longer search shows the steps at its upper nodes only."""

MOST_LEAVES = 64
"""A given tree with no more leaves is shown whole from the start, also the leaves that are never visited."""

MOST_BOARDS = 80
"""A tree with no more nodes shows boards at first."""


def slides_html(
    records: Mapping[str, TreeRecord],
    game: Game,
    state: State,
    *,
    most: int = FIRST_NODES,
    draw: Draw | None = None,
    title: str = "",
    notes: Mapping[int, str] | None = None,
) -> str:
    """Return trees as a deck of slides in one self-contained page.

    Parameters
    ----------
    records, game, state, most, draw
        As for ``viewer_data``.
    title
        The title of the page; by default the titles of the trees.
    notes
        The speaker's own notes by step, from 0.

    Raises
    ------
    InputError
        If a search has no steps, or a note is for a step that does not exist.

    Examples
    --------
    >>> from spielbaum import games, record_tree
    >>> game = games.load("figure:alpha-beta")
    >>> slides_html({"alpha-beta": record_tree(game)}, game, game.initial()).splitlines()[0]
    '<!DOCTYPE html>'
    """
    for name, record in records.items():
        if not record.events:
            raise InputError(_without_steps(name, record))
    last = max(len(record.events) for record in records.values())
    if unfit := [step for step in notes or {} if step > last]:
        raise InputError(Message("there is no step {} to note anything at: the last one is {}", unfit[0], last))
    if whole := game.hints.uniform and all(_is_small(record) for record in records.values()):
        records = {name: with_unvisited(record, game, state) for name, record in records.items()}
    data = viewer_data(records, game, state, most=most, draw=draw, begins=True)
    if shown := steps_shown(records):
        data["slides"] = shown
    data["whole"] = whole
    data["notes"] = dict(notes or {})
    boards = bool(data["boards"]) and all(len(record.nodes) <= MOST_BOARDS for record in records.values())
    return page_of(
        data,
        title=title or ", ".join(records),
        attributes=" data-hall data-boards" if boards else " data-hall",
        style=part("slides.css"),
        script=part("slides.js"),
    )


def steps_shown(records: Mapping[str, TreeRecord]) -> list[int] | None:
    """Return the steps that have a slide: those at the upper nodes, down to as many plies as fit; None for all."""
    if len(max((record.events for record in records.values()), key=len)) <= MOST_SLIDES:
        return None
    depths: dict[int, int] = {}
    for record in records.values():
        at: list[int] = []
        for node in record.nodes:
            at.append(0 if node.parent is None else at[node.parent] + 1)
        for step, event in enumerate(record.events, 1):
            depths[step] = min(at[event.node], depths.get(step, at[event.node]))
    counts = Counter(depths.values())
    deepest = max((depth for depth in counts if sum(counts[d] for d in range(depth + 1)) <= MOST_SLIDES), default=0)
    return sorted({0, len(depths)} | {step for step, depth in depths.items() if depth <= deepest})


def parse_notes(text: str) -> dict[int, str]:
    r"""Return the notes of a text by step: ``12: a note``, which may go on in the lines below it.

    Raises
    ------
    InputError
        If the text does not begin with the number of a step.

    Examples
    --------
    >>> parse_notes("0: Welcome.\n8: Ask first.\n   Wait.")
    {0: 'Welcome.', 8: 'Ask first. Wait.'}
    """
    found: dict[int, str] = {}
    step: int | None = None
    for line in filter(None, map(str.strip, text.splitlines())):
        number, colon, note = line.partition(":")
        if colon and number.strip().isdecimal():
            step = int(number)
            found[step] = f"{found.get(step, '')} {note.strip()}".strip()
        elif step is None:
            raise InputError(
                Message("notes begin with the number of a step, such as '8: Ask first', not with {!r}", line)
            )
        else:
            found[step] = f"{found[step]} {line}".strip()
    return found


def _is_small(record: TreeRecord) -> bool:
    """Whether a tree that is given, and not that of a game, has so few leaves that all are shown from the start."""
    return record.pruned_leaves is not None and record.evaluated_leaves + record.pruned_leaves <= MOST_LEAVES


def _without_steps(name: str, record: TreeRecord) -> Message:
    if record.folded:
        return Message(
            "{}: the search has more nodes than are kept: give it a smaller --depth, or more --max-nodes", name
        )
    return Message("{} has no steps: only a number of --simulations, at most 5000, makes slides of it", name)
