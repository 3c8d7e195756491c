"""Browser games determined by their revision, and a process that saves them.

``playing.py URL ID COUNT``

The process prints each revision that it has saved.
"""

import sys

from spielbaum.store import PlayRecord, Plays, Store


def some_play(name: str, revision: int = 0) -> PlayRecord:
    turns = tuple(
        {"seat": n % 2, "text": f"♜{n}", "value": [0.1 + 0.2, -0.0, n], "line": ["a", "é"]} for n in range(revision)
    )
    return PlayRecord(
        id=name,
        game="connect-four:width=6",
        seats=("human", "alpha-beta(seconds=1)"),
        start=None if len(name) % 2 else "♜ 'start'\n",
        seed=2**63 - 1,
        turns=turns[: 3 * revision // 4],
        undone=turns[3 * revision // 4 :],
        revision=revision,
        created="2026-01-01T00:00:00.000+00:00",
        changed=f"2026-01-01T00:00:{revision % 60:02}.000+00:00",
    )


if __name__ == "__main__":
    url, name, count = sys.argv[1:]
    with Store(url) as store:
        plays = Plays(store)
        found = plays.find(name)
        if found is None:
            plays.add(some_play(name))
        first = found.revision + 1 if found else 1
        for revision in range(first, first + int(count)):
            if plays.save(some_play(name, revision)):
                print(revision, flush=True)
