"""The build compiles the catalogues of translations: a package has them compiled, a checkout beside their sources."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):
    """The hook of Hatch."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile the catalogues, and put them into the package although Git ignores them."""
        sys.path.insert(0, str(Path(self.root, "src")))
        try:
            from spielbaum.language.catalogue import FOLDER, compile_all
        finally:
            sys.path.pop(0)
        compile_all()
        build_data["artifacts"].append(f"/{FOLDER.relative_to(self.root).as_posix()}/**/*.mo")
