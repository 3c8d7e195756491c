"""Files that are replaced as a whole."""

import os
import sys
import threading
from pathlib import Path

import pytest

from spielbaum.files import write_whole


def test_a_file_is_replaced_and_nothing_stays_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    for text in ("first", "second"):
        write_whole(path, text)
        assert path.read_text() == text
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes")
def test_a_link_and_a_pipe_stay_what_they_are(tmp_path: Path) -> None:
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to("target")
    write_whole(link, "text")
    assert link.is_symlink()
    assert (tmp_path / "target").read_text() == "text"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "text")
    reader.join(20)
    assert read == ["text"]
    assert pipe.is_fifo()
