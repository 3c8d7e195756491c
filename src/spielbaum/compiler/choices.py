"""One of several captured objects that have no common type at run time, such as functions, sets or dictionaries.

What is done with it is written once for each of them, behind a branch.
"""

import ast
from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.compiler.emitter import Emitter, as_value
from spielbaum.compiler.types import INT
from spielbaum.compiler.values import NOTHING, Choice, Constant, Variable

MOST = 128
"""The largest number of objects."""


def chosen(emitter: Emitter, objects: Sequence[Any], place: str, path: str, node: ast.AST) -> Choice:
    """Return the object at a place."""
    if len(objects) > MOST:
        emitter.fail(node, f"chooses from {path!r}, which has more than {MOST} values without a common type")
    slot = emitter.code.slot((emitter.path, id(node), "choice"), 1)
    emitter.code.store(place, slot)
    return Choice(tuple(Constant(one, path) for one in objects), Variable(INT, slot))


def each(emitter: Emitter, choice: Choice, node: ast.AST, act: Callable[[Constant], Any]) -> Any:
    """Write what is done with each object, and return the result."""
    ends: list[Any] = emitter.collecting([])
    last = len(choice.objects) - 1
    for number, one in enumerate(choice.objects):
        others = None
        if number < last:
            place = emitter.code.load(choice.place.slot)
            mine, others = emitter.split(emitter.code.op(f"icmp eq i64 {place}, {number}"))
            emitter.resume(mine)
        with emitter.inside((id(node), "chosen", number)):
            found = as_value(emitter, act(one), node)
        if emitter.alive:
            ends.append(emitter.leave(NOTHING if found is None else found))
        if others is not None:
            emitter.resume(others)
    emitter.collected()
    return emitter.meet(ends, node, values=True)
