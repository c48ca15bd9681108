"""An archive of old that `command-table backup` made is put back whole."""

import hashlib
import tarfile
from pathlib import Path

import pytest

from tests.old import doors
from tests.old.kept import OLD, configured, facts, otherwise

ARCHIVE = OLD / "backups" / "evening.tar.gz"
THEN = facts("states/evening.json")


def test_every_file_is_put_back_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    restored = doors.command("restore", ARCHIVE, "--config", configured(folder))
    assert restored.exit_code == 0, restored.output
    with tarfile.open(ARCHIVE) as tar:
        kept = {member.name: tar.extractfile(member) for member in tar}
        contents = {name: file.read() for name, file in kept.items() if file is not None}
    assert sorted(contents) == THEN["backup"]
    assert {name: (folder / name).read_bytes() for name in contents} == contents


@pytest.mark.slow
def test_what_was_put_back_is_played_and_exported(tmp_path: Path) -> None:
    folder, out = tmp_path / "state", tmp_path / "match.jsonl"
    doors.command("restore", ARCHIVE, "--config", configured(folder))
    for match, then in THEN["matches"].items():
        assert doors.command("export", match, "--config", folder.with_suffix(".toml"), "--out", out).exit_code == 0
        assert hashlib.sha256(out.read_bytes()).hexdigest() == then["sha256"]
    with doors.switched_on(folder) as table:
        now = doors.published(table)
        assert now["match"] == THEN["published"]["match"]
        assert otherwise(THEN["published"]["shown"], now["shown"]) == []


def test_it_is_not_put_over_what_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    config = configured(folder)
    doors.command("restore", ARCHIVE, "--config", config)
    (folder / "cards.json").write_text("{}")
    again = doors.command("restore", ARCHIVE, "--config", config)
    assert again.exit_code == 0
    assert (folder / "cards.json").read_text() == "{}"
