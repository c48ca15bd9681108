"""A recorded archive of `command-table backup` is put back whole."""

import tarfile
from pathlib import Path

from tests.old import doors
from tests.old.kept import OLD, configured, facts

ARCHIVE = OLD / "backups" / "evening.tar.gz"
THEN = facts("states/evening.json.xz")


def test_every_file_is_put_back_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    restored = doors.command("restore", ARCHIVE, "--config", configured(folder))
    assert restored.exit_code == 0, restored.output
    with tarfile.open(ARCHIVE) as tar:
        kept = {member.name: tar.extractfile(member) for member in tar}
        contents = {name: file.read() for name, file in kept.items() if file is not None}
    assert sorted(contents) == THEN["backup"]
    assert {name: (folder / name).read_bytes() for name in contents} == contents


def test_it_is_not_put_over_what_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    config = configured(folder)
    doors.command("restore", ARCHIVE, "--config", config)
    (folder / "cards.json").write_text("{}")
    again = doors.command("restore", ARCHIVE, "--config", config)
    assert again.exit_code == 0
    assert (folder / "cards.json").read_text() == "{}"
