"""The seeded faults: slips of the hand that the tests must find, listed in ``faults.toml``."""

import tomllib
from pathlib import Path
from typing import NamedTuple

from mutation import mutated

ROOT = Path(__file__).parents[2]
PACKAGE = Path("src/spielbaum")


class Fault(NamedTuple):
    """One slip: in a module and a function of it, what is old is replaced by what is new (see ``mutation.py``)."""

    name: str
    what: str
    place: str
    old: str
    new: str
    tests: tuple[str, ...]
    """The tests that should catch it, below ``tests``; the cheapest first."""

    @property
    def path(self) -> Path:
        """The file of the module, below the root of a tree."""
        path = PACKAGE / self.place.partition(":")[0].replace(".", "/")
        return path / "__init__.py" if (ROOT / path).is_dir() else path.with_suffix(".py")

    def apply(self, text: str) -> str:
        """Return the source of the module with the fault.

        Raises
        ------
        ValueError
            If the fault does not fit the source.
        """
        try:
            return mutated(text, self.place.partition(":")[2], self.old, self.new)
        except ValueError as error:
            raise ValueError(f"{self.name}, in {self.path}: {error}") from None


def _listed() -> list[Fault]:
    """Return the faults of the list, whose tables are named by the tests."""
    tables = tomllib.loads(Path(__file__).with_name("faults.toml").read_text(encoding="utf-8"))
    return [
        Fault(name, *fault, tests=tuple(tests.split()))
        for tests, table in tables.items()
        for name, fault in table.items()
    ]


FAULTS = _listed()
