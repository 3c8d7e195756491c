"""The games that come with Spielbaum, one module each; ``load`` and ``names`` find these and all others."""

from spielbaum.registry import load as load
from spielbaum.registry import names as names
