"""The logo and the typeface of the documentation, which are those of the application."""

from pathlib import Path
from typing import Any

STATIC = "src/spielbaum/web/static"
SHARED = {"favicon.svg": "assets/favicon.svg", "fonts/figtree.woff2": "assets/figtree.woff2"}


def on_files(files: Any, config: Any) -> Any:
    """Add the files."""
    from mkdocs.structure.files import File

    folder = Path(config.config_file_path).parent / STATIC
    for name, path in SHARED.items():
        files.append(File.generated(config, path, abs_src_path=str(folder / name)))
    return files
