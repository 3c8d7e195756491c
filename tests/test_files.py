"""Files that are read and replaced."""

import io
import os
import sys
import threading
from contextlib import nullcontext
from pathlib import Path

import pytest

from spielbaum.errors import InputError
from spielbaum.files import lines_of, read_bytes, read_json, read_text, write_whole


def test_a_file_is_replaced_and_no_temporary_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    for text in ("first", "second"):
        write_whole(path, text)
        assert path.read_text() == text
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes")
def test_links_and_pipes_are_written_through(tmp_path: Path) -> None:
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


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a file without an end")
def test_endless_files_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Devices and large files are refused without being read; a pipe is read."""
    endless, large, pipe = Path("/dev/zero"), tmp_path / "large", tmp_path / "pipe"
    with large.open("wb") as file:
        file.truncate(1 << 40)  # a sparse file
    for path, reason in ((endless, "no file"), (large, "more than 1,073,741,824 bytes"), (tmp_path, "directory")):
        with pytest.raises(OSError, match=reason):
            read_bytes(path)
        with pytest.raises(InputError, match="cannot read"):
            read_json(path, said="is no model")
    monkeypatch.setattr("spielbaum.files.MOST_BYTES", 5)
    os.mkfifo(pipe)
    for text, fits in (("12\r\n3", True), ("123456", False)):
        writer = threading.Thread(target=pipe.write_bytes, args=(text.encode(),))
        writer.start()
        with nullcontext() if fits else pytest.raises(OSError, match="more than 5 bytes"):
            assert read_text(pipe) == "12\n3"
        writer.join(20)


def test_overlong_lines_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.files.LONGEST_LINE", 5)
    stream = io.BytesIO(b"1234\n12345\n123456789012345678\n\xff\n\n12345\n1")
    assert list(lines_of(stream)) == ["1234\n", "12345", "12345", "\ufffd\n", "\n", "12345", "1"]
