"""Submissions: a student's file, and its functions by their standard names."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from spielbaum.adapters.names import find_named
from spielbaum.errors import Message
from spielbaum.grading.crashes import crash_of
from spielbaum.grading.diagnosis import Diagnosis, Stopped
from spielbaum.grading.pacman import provide

PLAYS = Message("The program asks for input when it is imported. Only what is defined before counts.")


class Submission:
    """A student's file, which is executed when a function of it is first asked for.

    Parameters
    ----------
    path
        The file.
    names
        The name in the file by the standard name.
    place
        The file or the folder that was handed in; by default the file.

    Attributes
    ----------
    remarks : tuple of Diagnosis
        What is remarked of the file as a whole.
    """

    def __init__(self, path: Path, names: Mapping[str, str] | None = None, place: Path | None = None) -> None:
        self.path = path
        self.names = dict(names or {})
        self.place = place or path
        self.remarks: tuple[Diagnosis, ...] = ()

    @cached_property
    def module(self) -> ModuleType:
        """The file as a module."""
        stem = self.path.stem  # a file may be named like a module of the library, and must not take its place
        name = f"submission_{stem}" if stem in sys.modules or stem in sys.stdlib_module_names else stem
        spec = spec_from_file_location(name, self.path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.path.append(str(self.path.parent))
        provide(self.path)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Stopped as stopped:
            if stopped.diagnosis.code != "reads-input" or not _has_definitions(module):
                raise
            found = crash_of(stopped, self.path)
            self.remarks += () if found is None else (replace(found, sentence=PLAYS, wrong=False),)
        return module

    def find(self, name: str) -> Any:
        """Return what the file calls by a standard name, or by another usual one; None if there is none."""
        return find_named(self.module, name, self.names)

    def function(self, name: str) -> Callable[..., Any]:
        """Return a function by its standard name.

        Raises
        ------
        Stopped
            If there is none.
        """
        found = self.find(name)
        if not callable(found):
            raise self.missing(name)
        function: Callable[..., Any] = found
        return function

    def missing(self, name: str) -> Stopped:
        """Return the reason to end a test for which there is no function of a standard name."""
        own = self.names.get(name, name)
        near = get_close_matches(own, [key for key, value in vars(self.module).items() if callable(value)], n=1)
        detail = Message("There is a function {!r}.", near[0]) if near else None
        return Stopped("missing-function", Message("There is no function {!r}.", own), detail)


def _has_definitions(module: ModuleType) -> bool:
    """Return whether a module has defined a function or a class."""
    return any(getattr(value, "__module__", None) == module.__name__ for value in vars(module).values())
