"""A mark for functions that a kernel hardly ever calls."""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def seldom(function: Function) -> Function:
    """Mark a function as seldom called.

    The compiler leaves it on its own, so that those who might call it are as small and fast as if they could not.
    """
    function.__dict__["is_seldom"] = True
    return function


def is_seldom(function: Callable[..., Any]) -> bool:
    """Return whether a function is marked."""
    return "is_seldom" in function.__dict__
