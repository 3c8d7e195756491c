"""Games with some fields replaced, including those of groups."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from spielbaum import Repetition


def changed(record: Any, changes: Mapping[str, Any]) -> Any:
    """Return the record with some fields replaced: ``changed(game, {"hints.key": f, "utility": g})``."""
    fields = {path: value for path, value in changes.items() if "." not in path}
    groups: dict[str, dict[str, Any]] = {}
    for path, value in changes.items():
        group, dot, name = path.partition(".")
        if dot:
            groups.setdefault(group, {})[name] = value
    for group, own in groups.items():
        known = getattr(record, group)
        fields[group] = Repetition(**own) if known is None else changed(known, own)
    return replace(record, **fields)
