"""A table's state goes into one private file and returns, without matches in play; nothing is ever written over."""

import errno
import io
import os
import stat
import tarfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from table.records import backup as backups
from table.records.backup import BackupError, backup, restore
from table.records.disk import DISK
from table.records.folder import SYNCED
from table.records.history import is_disclosed
from table.rules.seats import BLUE, RED
from tests.records.small_disk import fill, small_disk
from tests.session.kit import SessionTable

__all__ = ["small_disk"]


def conceded(folder: Path) -> str:
    """Play a match that is over and not closed yet. Return its id."""
    table = SessionTable(folder).begun()
    table.plays(blue=2, red=5)
    table.answers(BLUE, "match.end", "concede")
    table.answers(RED, "match.agree", "agree")
    match = table.now.match
    table.session.close()
    return match


def test_a_match_in_play_is_left_out_and_named_by_backup_and_restore(tmp_path: Path) -> None:
    """Its journal has the secret of coming rolls, and what is hidden."""
    table = SessionTable(tmp_path / "here").begun()
    table.plays(blue=2, red=5)
    (journal,) = (tmp_path / "here" / "matches").glob("*.match")
    (tmp_path / "here" / "matches" / f"{journal.stem}.bots").touch()
    journal.with_name(f"{journal.name}.damaged-1").write_bytes(journal.read_bytes())
    assert table.session.play is not None
    secret = table.session.play.journal.secret()
    assert len(secret) == 32
    out = tmp_path / "table.tar.gz"
    made = backup(tmp_path / "here", out)
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert made.not_over == (journal.stem,)
    assert secret in journal.read_bytes() + journal.with_name(f"{journal.name}-wal").read_bytes()
    with tarfile.open(out) as tar:
        contents = {member.name: tar.extractfile(member) for member in tar}
        assert not any(name.startswith("matches/") for name in contents)
        assert not any(secret in file.read() for file in contents.values() if file is not None)
    table.session.close()
    assert restore(tmp_path / "there", out) == (made.names, (), (journal.stem,))
    again = SessionTable(tmp_path / "there").crash()
    assert again.session.play is None
    again.session.close()


def test_a_match_that_begins_during_the_backup_is_not_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SessionTable(tmp_path / "here").session.close()
    looked = backups._not_over

    def then_one_begins(folder: Path) -> Iterator[str]:
        yield from looked(folder)
        SessionTable(folder).begun().session.close()

    monkeypatch.setattr(backups, "_not_over", then_one_begins)
    made = backup(tmp_path / "here", tmp_path / "table.tar.gz")
    assert list((tmp_path / "here" / "matches").glob("*.match"))
    assert not [name for name in made.names if name.startswith("matches/")]


def test_a_match_that_is_over_is_backed_up_also_before_it_is_closed(tmp_path: Path) -> None:
    match = conceded(tmp_path / "here")
    out = tmp_path / "table.tar.gz"
    made = backup(tmp_path / "here", out)
    assert (f"matches/{match}.match" in made.names, made.not_over) == (True, ())
    assert restore(tmp_path / "there", out) == (made.names, (), ())
    journal = tmp_path / "there" / "matches" / f"{match}.match"
    assert is_disclosed(journal)
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600


def test_a_link_is_backed_up_as_its_file(tmp_path: Path) -> None:
    lists, out = tmp_path / "here" / "lists", tmp_path / "table.tar.gz"
    lists.mkdir(parents=True)
    (tmp_path / "mine.txt").write_text("an army")
    (lists / "a.txt").symlink_to(tmp_path / "mine.txt")
    for name in ("b.txt", "c.txt"):
        (lists / name).hardlink_to(tmp_path / "mine.txt")
    backup(tmp_path / "here", out)
    names = ("lists/a.txt", "lists/b.txt", "lists/c.txt")
    assert restore(tmp_path / "there", out) == (names, (), ())
    assert {(tmp_path / "there" / name).read_text() for name in names} == {"an army"}


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    folder, out = tmp_path / "state", tmp_path / "table.tar.gz"
    (folder / "lists").mkdir(parents=True)
    (folder / "lists" / "mine.txt").write_text("old")
    backup(folder, out)
    (folder / "lists" / "mine.txt").write_text("new")
    assert restore(folder, out) == ((), ("lists/mine.txt",), ())
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


def test_what_is_no_archive_is_reported(tmp_path: Path) -> None:
    (tmp_path / "x.tar.gz").write_bytes(b"not a backup")
    with pytest.raises(BackupError, match="not a backup"):
        restore(tmp_path / "state", tmp_path / "x.tar.gz")


class Killed(BaseException):
    """The process ends here."""


def kept(folder: Path) -> dict[str, bytes]:
    """Return every file but the notes of what was on this disk, which say nothing of another one."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != SYNCED)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    conceded(folder)
    for name in ("lists/a.txt", "lists/infinity/b.toml", "scenarios/c.toml", "cards.json", "cards.key"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(name)
    return folder


def test_everything_that_people_made_is_in_it(state: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.tar.gz"
    backup(state, out)
    restore(tmp_path / "there", out)
    assert kept(tmp_path / "there").keys() == kept(state).keys()


def test_a_backup_that_is_killed_leaves_no_file_that_looks_like_one(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.tar.gz"
    with monkeypatch.context() as context:
        context.setattr(DISK, "move", killed)
        with pytest.raises(Killed):
            backup(state, out)
    assert not out.exists()
    assert backup(state, out)
    assert restore(tmp_path / "there", out)[1] == ()


def test_a_backup_that_is_asked_to_end_leaves_nothing(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(DISK, "move", killed)
    with pytest.raises(Killed):
        backup(state, tmp_path / "out.tar.gz")
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.skipif(os.getuid() != 0, reason="root alone makes files for others")
def test_what_root_puts_back_belongs_to_the_folders_owner(state: Path, tmp_path: Path) -> None:
    """The table runs as a user of its own, and could not open root's."""
    out, there = tmp_path / "out.tar.gz", tmp_path / "there"
    backup(state, out)
    there.mkdir()
    os.chown(there, 12345, 12345)
    restore(there, out)
    assert {path.stat().st_uid for path in there.rglob("*")} == {12345}


def killed(*_: object) -> None:
    raise Killed


def test_a_restore_that_is_killed_anywhere_can_be_done_again(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, there, count = tmp_path / "out.tar.gz", tmp_path / "there", len(kept(state))
    backup(state, out)
    for n in range(count):
        with monkeypatch.context() as context:
            context.setattr(DISK, "move", killed)
            with pytest.raises(Killed):
                restore(there, out)
        half = {name for name in kept(there) if not name.endswith(".new")}
        assert len(half) == n
        restore_one_more(there, out, monkeypatch)
    restore(tmp_path / "at once", out)
    assert kept(there) == kept(tmp_path / "at once")


def restore_one_more(there: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved, move = list[str](), DISK.move

    def once(path: Path, place: Path) -> None:
        if moved:
            raise Killed
        moved.append(place.name)
        move(path, place)

    with monkeypatch.context() as context, suppress(Killed):
        context.setattr(DISK, "move", once)
        restore(there, out)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_a_backup_that_was_cut_short_changes_nothing(state: Path, tmp_path: Path, share: float) -> None:
    out = tmp_path / "out.tar.gz"
    backup(state, out)
    content = out.read_bytes()
    out.write_bytes(content[: int(share * len(content))])
    with pytest.raises(BackupError):
        restore(tmp_path / "there", out)
    assert not (tmp_path / "there").exists()


def test_a_full_disk_leaves_no_half_of_a_backup(state: Path, small_disk: Path) -> None:
    rest = fill(small_disk)
    with pytest.raises(OSError, match="No space left"):
        backup(state, small_disk / "out.tar.gz")
    assert list(small_disk.iterdir()) == [rest]


def test_a_full_disk_leaves_no_half_of_a_file_that_is_put_back(state: Path, tmp_path: Path, small_disk: Path) -> None:
    out = tmp_path / "out.tar.gz"
    backup(state, out)
    rest = fill(small_disk)
    with pytest.raises(BackupError, match=r"there: .*out\.tar\.gz cannot be put back there .*No space left"):
        restore(small_disk / "there", out)
    assert [path for path in small_disk.rglob("*") if path.is_file()] == [rest]
    rest.unlink()
    restore(small_disk / "there", out)
    restore(tmp_path / "there", out)
    assert kept(small_disk / "there") == kept(tmp_path / "there")


@pytest.mark.parametrize("left", [1, 3])
def test_where_the_disk_is_full_in_the_middle_nothing_of_it_stays(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    out, there, create = tmp_path / "out.tar.gz", tmp_path / "there", DISK.create
    backup(state, out)
    (there / "lists").mkdir(parents=True)
    (there / "lists" / "mine.txt").write_text("mine")
    made = list[Path]()

    def full(path: Path, content: bytes = b"", mode: int = 0o600) -> None:
        if len(made) == left:
            raise OSError(errno.ENOSPC, "No space left on device")
        made.append(path)
        create(path, content, mode)

    monkeypatch.setattr(DISK, "create", full)
    with pytest.raises(BackupError, match="No space left"):
        restore(there, out)
    assert kept(there) == {"lists/mine.txt": b"mine"}
    monkeypatch.undo()
    assert len(restore(there, out)[0]) == len(kept(state))
