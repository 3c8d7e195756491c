"""Writing a game to start from, an assignment, or the folder of a thesis."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated

from spielbaum.cli.shared.output import console, plain
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr


def new(
    name: Annotated[str, Argument(metavar="NAME", help="The name of the game, such as hex; or assignment, or thesis.")],
    players: Annotated[int, Option("--players", metavar="N", min=2, max=8, help="Number of players.")] = 2,
    board: Annotated[str, Option("--board", metavar="RxC", help="Rows and columns of the board.")] = "3x3",
) -> None:
    """Write a game that runs, with rules to fill in, and a test; or an assignment, or a thesis with figures."""
    if name == "assignment":
        _write_assignment()
    elif name == "thesis":
        _write_thesis()
    else:
        _write_game(name, players, board)


def _write_assignment() -> None:
    from spielbaum.grading.reading import template

    path = Path("assignment.toml")
    _write({path: template()})
    console().print(tr("wrote {}: say in it what is asked, then", path), markup=False)
    console().print(tr("  spielbaum grade submissions --assignment {} --out results", path), markup=False)


def _write_thesis() -> None:
    """Write a folder with an experiment, an evaluation, a document, and the script that makes its figures."""
    from importlib import resources

    from spielbaum.language import current_language, tr

    folder, templates = Path("thesis"), resources.files("spielbaum.cli") / "templates" / "thesis"
    names = {name: name for name in ("make.py", "evaluation.py", "experiment.toml")}
    names["thesis.tex"] = f"thesis.{current_language()}.tex"
    texts = {folder / name: (templates / f"{file}.in").read_text(encoding="utf-8") for name, file in names.items()}
    texts[folder / "make.py"] = texts[folder / "make.py"].replace("{language}", current_language())
    _refuse_existing([folder])
    _write(texts)
    console().print(tr("wrote {}: change them, then", ", ".join(map(str, texts))), markup=False, soft_wrap=True)
    console().print(f"  cd {folder} && python make.py", markup=False)


def _write_game(name: str, players: int, board: str) -> None:
    from spielbaum.errors import InputError, Message
    from spielbaum.games._skeleton import skeleton

    rows, columns = _shape(board)
    stem = name.replace("-", "_")
    if not stem.isidentifier():
        raise InputError(
            Message("the name of a game has letters, digits and hyphens, such as my-game, unlike {!r}", name)
        )
    own, test = Path(f"{stem}.py"), Path(f"test_{stem}.py")
    text, test_text = skeleton(name, players, rows, columns)
    _write({own: text, test: test_text})
    out = console()
    out.print(tr("wrote {} and {}: fill in the rules, then", plain(own), plain(test)), markup=False)
    for command in (f"spielbaum check {own}", f"spielbaum play {own}", f"python -m pytest {test}"):
        out.print(f"  {command}", markup=False)


def _write(texts: Mapping[Path, str]) -> None:
    """Write files that do not exist yet."""
    _refuse_existing(texts)
    for path, text in texts.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _refuse_existing(paths: Iterable[Path]) -> None:
    from spielbaum.errors import InputError, Message

    for path in paths:
        if path.exists():
            raise InputError(Message("{} exists already: choose another name, or move it away", str(path)))


def _shape(board: str) -> tuple[int, int]:
    from spielbaum.errors import InputError, Message

    rows, _, columns = board.lower().partition("x")
    if not (rows.isdecimal() and columns.isdecimal()):
        raise InputError(Message("--board is rows x columns, such as 5x5, not {!r}", board))
    if not (1 <= int(rows) <= 26 and 1 <= int(columns) <= 26):
        raise InputError(Message("a board has 1 to 26 rows and columns, not {}", board))
    return int(rows), int(columns)
