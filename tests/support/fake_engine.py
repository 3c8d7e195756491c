"""A faulty engine: ``python fake_engine.py PROTOCOL FAULT``.

At the start it may be ``dead``, ``deaf``, ``babbling``, or ``unready``; when it is to move it may ``crash``,
``hang``, print ``nonsense``, play an ``illegal`` or a ``null`` move, or ``resign``. Without a fault, ``none``, or
with ``unlisted`` commands, it takes the first free square of tic-tac-toe. It starts two children that would outlive it,
one of them in a new session; all process ids are written to the file named in the environment.
"""

import os
import subprocess
import sys
import time

PIDS = "FAKE_ENGINE_PIDS"
HELLO = {"uci": "uciok", "ugi": "ugiok"}
NULL_MOVES = {"uci": "0000", "ugi": "0000", "xboard": "@@@@", "gtp": "--"}
FEATURES = "feature ping=1 setboard=1 usermove=1 sigint=0 done=1"


def say(text: str) -> None:
    print(text, flush=True)


def answer(protocol: str, fault: str, line: str, moves: list[str]) -> None:
    """Answer a command."""
    words = line.split()
    name = words[0] if words else ""
    if name == "quit":
        sys.exit()
    if name in ("go", "genmove"):
        move(protocol, fault, moves)
    elif protocol == "gtp":
        if name == "clear_board":
            moves.clear()
        if name == "play":
            moves.append(words[2])
        listed = "? unknown command" if fault == "unlisted" else "= list_commands play"
        say(f"{listed}\n" if name == "list_commands" else "= \n")
    elif name in HELLO:
        say(f"id name Fake\noption name Hash type spin default 1 min 1 max 9\n{HELLO[name]}")
    elif name == "isready" and fault != "unready":
        say("readyok")
    elif name == "position":
        moves[:] = words[words.index("moves") + 1 :] if "moves" in words else []
    elif name == "protover":
        say(FEATURES)
    elif name == "ping" and fault != "unready":
        say(f"pong {words[1]}")


def move(protocol: str, fault: str, moves: list[str]) -> None:
    """Answer with a move, or fail."""
    if fault == "crash":
        print("Segmentation fault", file=sys.stderr, flush=True)
        os._exit(139)
    if fault == "hang":
        time.sleep(600)
    if fault == "nonsense":
        say("three blind mice")
        return
    free = next((square for square in "012345678" if square not in moves), "")
    word = {"illegal": "e2e5", "resign": "resign", "null": NULL_MOVES[protocol]}.get(fault, free)
    if protocol == "xboard":
        say("resign" if fault == "resign" else f"move {word}")
    elif protocol == "gtp":
        vertex = {square: f"{'ABC'[int(square) % 3]}{3 - int(square) // 3}" for square in "012345678"}
        played = {*moves}
        chosen = next((name for name in vertex.values() if name not in played), "")
        sound = fault in ("none", "unlisted")
        if sound:
            moves.append(chosen)
        say(f"= {chosen if sound else word}\n")
    else:
        say(f"bestmove {word}")


def main() -> None:
    protocol, fault = sys.argv[1:3]
    if PIDS in os.environ:
        children = [subprocess.Popen(["sleep", "600"], start_new_session=apart) for apart in (False, True)]
        with open(os.environ[PIDS], "a", encoding="utf-8") as file:
            file.write(f"{os.getpid()} {children[0].pid} {children[1].pid}\n")
    if fault == "dead":
        print("no license", file=sys.stderr, flush=True)
        os._exit(3)
    if fault == "deaf":
        time.sleep(600)
    moves: list[str] = []
    for line in sys.stdin:
        if fault == "babbling":
            say("three blind mice")
        else:
            answer(protocol, fault, line, moves)
    if fault == "hang":
        time.sleep(600)


if __name__ == "__main__":
    main()
