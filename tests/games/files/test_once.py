"""A file is read once, and again only when it has changed."""

from pathlib import Path

import pytest

from lab.figures.list_figures import READS
from table.games.files.list_file import read_file
from table.games.files.once import MOST_BYTES
from table.games.files.raw_list import ListError


def test_a_file_is_read_once_and_again_when_it_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text("one")
    with READS.counted() as opened:
        assert (read_file(path), read_file(path)) == (b"one", b"one")
    assert opened == [path]
    path.write_text("three")
    assert read_file(path) == b"three"


def test_a_large_file_is_not_kept_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_bytes(b"x" * (MOST_BYTES + 1))
    with READS.counted() as opened:
        assert read_file(path) == read_file(path)
    assert opened == [path, path]


def test_another_file_in_its_place_is_read(tmp_path: Path) -> None:
    path, other = tmp_path / "list.json", tmp_path / "other.json"
    path.write_text("one")
    other.write_text("two")
    assert read_file(path) == b"one"
    other.replace(path)
    assert read_file(path) == b"two"


def test_a_file_that_is_gone_is_refused_and_read_when_it_is_back(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text("one")
    assert read_file(path) == b"one"
    path.unlink()
    with pytest.raises(ListError):
        read_file(path)
    path.write_text("again")
    assert read_file(path) == b"again"
