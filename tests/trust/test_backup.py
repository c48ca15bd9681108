"""A table's state goes into one private file and comes back, even in mid-match; and nothing is ever written over."""

import io
import stat
import tarfile
from pathlib import Path

import pytest

from table.backup import BackupError, backup, restore
from table.games.seats import BLUE, RED
from tests.session.kit import SessionTable


def test_a_match_in_play_is_backed_up_and_goes_on_elsewhere(tmp_path: Path) -> None:
    table = SessionTable(tmp_path / "here").begun()
    table.plays(blue=2, red=5)
    out = tmp_path / "table.tar.gz"
    names = backup(tmp_path / "here", out)
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    table.session.close()
    assert restore(tmp_path / "there", out) == (names, ())
    again = SessionTable(tmp_path / "there").crash()
    assert again.session.play is not None
    assert table.session.play is not None
    assert again.session.play.state.game == table.session.play.state.game
    assert dict(again.session.play.state.numbers) == {BLUE: 7, RED: 42}
    again.session.close()
    (journal,) = (tmp_path / "there" / "matches").glob("*.match")
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    folder, out = tmp_path / "state", tmp_path / "table.tar.gz"
    (folder / "lists").mkdir(parents=True)
    (folder / "lists" / "mine.txt").write_text("old")
    backup(folder, out)
    (folder / "lists" / "mine.txt").write_text("new")
    assert restore(folder, out) == ((), ("lists/mine.txt",))
    assert (folder / "lists" / "mine.txt").read_text() == "new"
    with pytest.raises(BackupError, match="already"):
        backup(folder, out)


@pytest.mark.parametrize("name", ["../evil.match", "/etc/evil", "matches/../../evil.match", "other/x", "cards.json.py"])
def test_a_foreign_archive_changes_nothing(tmp_path: Path, name: str) -> None:
    out = tmp_path / "evil.tar.gz"
    with tarfile.open(out, "w:gz") as tar:
        for each in ("lists/good.txt", name):
            member = tarfile.TarInfo(each)
            member.size = 1
            tar.addfile(member, io.BytesIO(b"x"))
    with pytest.raises(BackupError):
        restore(tmp_path / "state", out)
    assert not (tmp_path / "state").exists()


def test_what_is_no_archive_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.tar.gz").write_bytes(b"not a backup")
    with pytest.raises(BackupError, match="no backup"):
        restore(tmp_path / "state", tmp_path / "x.tar.gz")
