"""Do selective options make a search stronger? A sequential test of each option in three games.

``python benchmarks/forward_pruning.py`` plays, in each game, the strongest full-width search with one option against
the same without it, at equal nodes and from random openings in both seatings, until an SPRT of 0 against 100 Elo has
decided or there are enough games, and prints a table. ProbCut is fitted first. Games are stored, and continued.
``--only null_move,delta`` tests only these options, ``--elo 50`` a smaller difference.

``--scores`` instead counts in how many of 200 positions of Connect Four, after 20 plies, each option finds the winner,
at a depth that reaches the end of the game; their scores are known.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from spielbaum import Limits, games
from spielbaum.search.algorithms.choice import strongest
from spielbaum.search.searcher import Searcher

CHINESE_CHECKERS, MNK = "chinese-checkers:arm=3", "mnk:width=5,height=5,line=4"
USUAL, GO = ("othello", "connect-four", "chess"), ("go:size=5", "go:size=7")
"""The games in which an option is tested, unless it needs facts that only other games state; two boards of Go."""

OPENING_PLIES = {"connect-four": 6, MNK: 4} | dict.fromkeys(GO, 4)
"""Opening plies of games that do not have 8."""

OPTIONS = {
    "null_move": dict.fromkeys(["chess", CHINESE_CHECKERS, MNK], "null_move"),
    "reductions": dict.fromkeys(USUAL, "reductions"),
    "futility": {"othello": "futility=40", "connect-four": "futility=3", "chess": "futility=120"},
    "reverse_futility": {
        "othello": "reverse_futility=40",
        "connect-four": "reverse_futility=3",
        "chess": "reverse_futility=90",
    },
    "delta": {"chess": "delta=100"} | dict.fromkeys(GO, "delta=4"),
    "beam": {"othello": "beam=6", "connect-four": "beam=5", "chess": "beam=20"},
    "late_move_pruning": dict.fromkeys(USUAL, "late_move_pruning"),
    "extensions": dict.fromkeys(["chess", "connect-four", "draughts"], "extensions"),
    "singular": {"othello": "singular=8", "connect-four": "singular=1", "chess": "singular=10"},
    "probcut": dict.fromkeys(USUAL, "probcut=FILE"),
}


def spielbaum(*words: str) -> str:
    """Return the output of a command; its result says whether a test was decided."""
    command = [sys.executable, "-c", "from spielbaum.cli import main; main()", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def fitted(game: str, folder: Path, positions: int) -> Path:
    """Return the ProbCut model for a game, fitting it if necessary."""
    path = folder / f"{game}-probcut.json"
    if not path.exists():
        spielbaum("probcut", game, "--positions", str(positions), "--depth", "7", "--output", str(path))
    return path


def tested(game: str, option: str, folder: Path, *, nodes: int, most: int, elo: float) -> str:
    """Return a row of the table: the result of a search with an option against the same without."""
    if "FILE" in option:
        option = option.replace("FILE", str(fitted(game, folder, 300)))
    plain = str(strongest(games.load(game))).replace(":", "(", 1) + ")"
    players = f"{plain[:-1]},{option}),{plain}"
    limits = ["--nodes", str(nodes), "--games", str(most), "--opening-plies", str(OPENING_PLIES.get(game, 8))]
    kept = ["--seed", "1", "--workers", "1", "--database", str(folder / "games.db")]
    answer = spielbaum("match", game, "--players", players, "--sprt", f"elo0=0,elo1={elo:g}", *limits, *kept, "--json")
    document = json.loads(answer)
    row, rule = document["comparisons"][0], document["sprt"]
    low, high = (50 * (1 + row[end]) for end in ("low", "high"))
    verdict = {"H1": "stronger", "H0": "not stronger"}.get(rule["decision"], "undecided")
    shown = option.split("=")[0] if "probcut" in option else option
    share = 50 * (1 + row["difference"])
    return f"| `{shown}` | {game} | {2 * rule['pairs']} | {share:.0f} % ({low:.0f} to {high:.0f}) | {verdict} |"


def winners_found() -> None:
    """Print the number of known positions of Connect Four solved with each option, and with all."""
    game = games.load("connect-four")
    sets = json.loads((Path(__file__).parent / "connect_four_positions.json").read_text(encoding="utf-8"))
    known = dict(line.split() for line in sets["20"])
    tried = [name for name in OPTIONS if name not in ("beam", "probcut") and "connect-four" in OPTIONS[name]]
    options = [OPTIONS[name]["connect-four"] for name in tried]
    print("| Options | Winner found | Nodes |\n|---|---:|---:|", flush=True)
    for chosen in ["", *options, ",".join(options)]:
        searcher = Searcher(game, ",".join(filter(None, [str(strongest(game)), chosen])), table="64MB")
        found = [searcher.search(game.notation.parse_state(played), Limits(depth=22)) for played in known]
        right = sum(sign(result.value) == sign(int(score)) for result, score in zip(found, known.values(), strict=True))
        nodes = sum(result.nodes for result in found)
        print(f"| {f'`{chosen}`' if chosen else 'none'} | {right} of {len(known)} | {nodes:,} |", flush=True)


def sign(number: float) -> int:
    """Return 1, 0 or -1."""
    return (number > 0) - (number < 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--most", type=int, default=100, help="games of a match")
    parser.add_argument("--elo", type=float, default=100, help="the difference that is tested against none")
    parser.add_argument("--only", default=",".join(OPTIONS), help="options, separated by commas")
    parser.add_argument("--folder", type=Path, default=Path("forward-pruning"))
    parser.add_argument("--scores", action="store_true", help="ask who wins in positions of Connect Four instead")
    given = parser.parse_args()
    if unknown := set(given.only.split(",")) - set(OPTIONS):
        parser.error(f"--only knows {', '.join(OPTIONS)}, and not {', '.join(sorted(unknown))}")
    if given.scores:
        winners_found()
        return
    given.folder.mkdir(exist_ok=True)
    print("| Option | Game | Games | Share of the points | SPRT |\n|---|---|---:|---:|---|", flush=True)
    for name in given.only.split(","):
        for game, option in OPTIONS[name].items():
            row = tested(game, option, given.folder, nodes=given.nodes, most=given.most, elo=given.elo)
            print(row, flush=True)


if __name__ == "__main__":
    main()
