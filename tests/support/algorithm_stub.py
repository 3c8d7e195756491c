"""``algorithms.pyi``: the signatures of the algorithms, made from their records.

``python tests/support/algorithm_stub.py`` writes it anew.
"""

from pathlib import Path

import spielbaum
from spielbaum.search.algorithms.registry import Algorithm, listed_algorithms
from spielbaum.spec import Option

STUB = Path(spielbaum.__file__).with_name("algorithms.pyi")

HEAD = '''"""The algorithms as functions, whose parameters are their options. Made from their records: do not edit."""

from typing import Literal

from spielbaum.search.algorithms.choice import AlgorithmChoice

def names() -> list[str]:
    """Return the names of all algorithms."""
'''


def stub() -> str:
    """Return the text of the stub."""
    own = [found for found in listed_algorithms() if found.make.__module__.startswith("spielbaum.")]
    return "\n".join([HEAD, *map(_function, own)])


def _function(algorithm: Algorithm) -> str:
    options = [f"    {option.name}: {_type(option)} = {_default(option)},\n" for option in algorithm.options.values()]
    parameters = f"\n    *,\n{''.join(options)}" if options else ""
    doc = f"{algorithm.doc[:1].upper()}{algorithm.doc[1:].rstrip('.')}."
    name = algorithm.name.replace("-", "_")
    return f'def {name}({parameters}) -> AlgorithmChoice:\n    """{doc}"""\n'


def _type(option: Option) -> str:
    if not option.choices:
        return type(option.default).__name__
    return f"Literal[{', '.join(map(_default, option.choices))}]"


def _default(value: object) -> str:
    text = repr(value.default if isinstance(value, Option) else value)
    return f'"{text[1:-1]}"' if text.startswith("'") else text


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
