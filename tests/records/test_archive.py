"""An archive is read in bounded memory and time, and its damage is reported, whatever it states of itself."""

import gzip
import os
import tarfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from table.records.archive import UNPACKED, ArchiveError, members
from table.records.backup import BackupError, backup, left_out, restore
from table.records.backup_names import MOST_JOURNAL, MOST_LIST, fits

MIB = 2**20


def header(name: str, size: int, kind: bytes = tarfile.REGTYPE, link: str = "") -> bytes:
    info = tarfile.TarInfo(name)
    info.size, info.type, info.linkname = size, kind, link
    return info.tobuf(tarfile.PAX_FORMAT)


def packed(path: Path, *parts: bytes) -> Path:
    with gzip.open(path, "wb", compresslevel=1) as file:
        for part in parts:
            file.write(part)
    return path


def block(content: bytes) -> bytes:
    return content + bytes(-len(content) % 512)


END = bytes(1024)


def walk(path: Path) -> list[str]:
    return [member.name for member in members(path, MOST_JOURNAL)]


def test_members_come_in_their_order_with_what_they_hold(tmp_path: Path) -> None:
    path = packed(tmp_path / "a", header("one", 3), block(b"abc"), header("two", 0), END)
    read = [(m.name, m.size, m.plain, m.file.read() if m.file else b"") for m in members(path, 10)]
    assert read == [("one", 3, True, b"abc"), ("two", 0, True, b"")]


@pytest.mark.parametrize(
    "parts",
    [
        (b"no archive",),
        (header("x", 2**40), END),
        (header("x", MOST_JOURNAL + 1), END),
        (header("././@LongLink", 2**33, tarfile.GNUTYPE_LONGNAME), b"x" * 4096),
        (header("x", 2**31, tarfile.XHDTYPE), b"12 path=x\n"),
        (header("x", 20, tarfile.XHDTYPE), block(b"20 size=99999999999\n"), header("x", 1), block(b"x"), END),
        (header("one", 1), block(b"x"), b"damage" * 200, END),
        tuple(header("x", 11, tarfile.XHDTYPE) + block(b"11 path=xy\n") for _ in range(2000)),
    ],
)
def test_what_is_no_archive_or_boasts_is_refused_in_words(tmp_path: Path, parts: tuple[bytes, ...]) -> None:
    with pytest.raises(ArchiveError) as refused:
        walk(packed(tmp_path / "a", *parts))
    assert str(refused.value)


def test_a_byte_that_changed_is_found_by_the_checksum_at_the_end(tmp_path: Path) -> None:
    path = packed(tmp_path / "a", header("one", 3), block(b"abc"), END)
    content = bytearray(path.read_bytes())
    content[-6] ^= 1
    path.write_bytes(content)
    with pytest.raises(ArchiveError):
        walk(path)


def bomb(path: Path, each: int) -> Path:
    with gzip.open(path, "wb", compresslevel=1) as file:
        for number in range(-(-2 * UNPACKED // each)):
            file.write(header(f"matches/m{number}.match", each))
            for _ in range(each // MIB):
                file.write(bytes(MIB))
    return path


@pytest.mark.campaign
def test_zeros_by_the_gigabyte_are_refused_before_they_are_unpacked(tmp_path: Path) -> None:
    path = bomb(tmp_path / "bomb", 16 * MIB)
    tracemalloc.start()
    try:
        with pytest.raises(BackupError, match=f"unpacks to more than {UNPACKED // MIB} MiB"):
            restore(tmp_path / "there", path)
        assert tracemalloc.get_traced_memory()[1] < 8 * MIB
    finally:
        tracemalloc.stop()
    assert not (tmp_path / "there").exists()


def test_a_member_count_has_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.records.archive.MOST_MEMBERS", 3)
    path = packed(tmp_path / "a", *(header(f"lists/{n}.txt", 0) for n in range(4)), END)
    with pytest.raises(ArchiveError, match="more than 3 files"):
        walk(path)


@pytest.mark.parametrize(
    "name",
    [
        "matches/x.match-shm", "matches/x.match-journal", "matches/x.match.new", "matches/x.match/deep", "matches/x",
        "archive/x.bots", "lists/x.new", "lists/\x1b[2J", "lists/a\nb", "lists/.hidden", "lists/a/b/c", "lists/",
        "lists/../cards.json", "in-use", "enrolling.json", "emulated/tokens.json", "cards.json.match",
        f"lists/{'x' * 250}", "lists/\u202etxt", "./lists/x.txt", "/lists/x.txt",
        "matches/x.two.jsonl", "two-tables/identity.key", "two-tables/x.pair",
    ],
)  # fmt: skip
def test_a_name_that_no_backup_has_is_refused(tmp_path: Path, name: str) -> None:
    assert not fits(name, 0)
    path = packed(tmp_path / "a", header("lists/good.txt", 1), block(b"x"), header(name, 0), END)
    with pytest.raises(BackupError):
        restore(tmp_path / "there", path)
    assert not (tmp_path / "there").exists()


@pytest.mark.parametrize(
    "name",
    [
        "matches/0123456789.match", "matches/a.match-wal", "matches/a.2.match", "matches/a.match.damaged-1",
        "matches/a.match.damaged-12-wal", "matches/a.match.damaged-1-journal", "matches/a.match.salvaged",
        "matches/a.bots", "archive/a.match", "lists/Échelon (2).json", "lists/infinity/mine.toml", "scenarios/x.toml",
        "cards.json", "cards.key", "cards_read.json", "lists_told.json", "last-match",
        "version",
    ],
)  # fmt: skip
def test_a_name_that_a_backup_has_is_put_back(tmp_path: Path, name: str) -> None:
    path = packed(tmp_path / "a", header(name, 1), block(b"0"), END)
    restored = restore(tmp_path / "there", path)
    assert restored == (() if name == "version" else (name,), (), ())


@pytest.mark.parametrize(
    ("kind", "link"),
    [
        (tarfile.SYMTYPE, "/etc/passwd"), (tarfile.LNKTYPE, "lists/other"), (tarfile.DIRTYPE, ""),
        (tarfile.FIFOTYPE, ""), (tarfile.CHRTYPE, ""), (tarfile.BLKTYPE, ""),
    ],
)  # fmt: skip
def test_what_is_no_file_is_refused(tmp_path: Path, kind: bytes, link: str) -> None:
    with pytest.raises(BackupError):
        restore(tmp_path / "there", packed(tmp_path / "a", header("lists/x.txt", 0, kind, link), END))
    assert not (tmp_path / "there").exists()


def test_a_file_may_be_as_large_as_its_kind_and_no_larger(tmp_path: Path) -> None:
    for size, well in ((MOST_LIST, True), (MOST_LIST + 1, False)):
        path = packed(tmp_path / "a", header("lists/x.txt", size), block(bytes(size)), END)
        act: Callable[[], object] = lambda path=path: restore(tmp_path / "there", path)  # type: ignore[misc]  # noqa: E731
        if well:
            act()
            (tmp_path / "there" / "lists" / "x.txt").unlink()
        else:
            with pytest.raises(BackupError, match="not so large"):
                act()


def test_what_a_backup_leaves_out_is_reported(tmp_path: Path) -> None:
    state = tmp_path / "state"
    (state / "lists").mkdir(parents=True)
    (state / "lists" / "good.txt").write_text("good")
    (state / "lists" / "odd\x1b[2J.txt").write_text("odd")
    (state / "lists" / "large.txt").write_bytes(bytes(MOST_LIST + 1))
    (state / "lists" / "half.new").write_text("half")
    assert backup(state, tmp_path / "out") == (("lists/good.txt",), ())
    assert set(left_out(state)) == {"lists/odd\x1b[2J.txt", "lists/large.txt"}
    assert restore(tmp_path / "there", tmp_path / "out") == (("lists/good.txt",), (), ())


def test_a_pipe_in_a_backups_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="regular file"):
        restore(tmp_path / "there", tmp_path / "pipe")


def test_an_archive_that_changes_while_it_is_put_back_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = packed(tmp_path / "a", header("lists/a.txt", 1), block(b"x"), header("lists/b.txt", 1), block(b"x"), END)
    bad = packed(tmp_path / "b", header("lists/a.txt", 1), block(b"x"), header("lists/b.new", 1), block(b"x"), END)
    asked = list[Path]()

    def changing(source: Path, most: int) -> object:
        asked.append(source)
        return members(good if len(asked) == 1 else bad, most)

    monkeypatch.setattr("table.records.backup.members", changing)
    with pytest.raises(BackupError, match="changed meanwhile"):
        restore(tmp_path / "there", good)
    assert [path for path in (tmp_path / "there").rglob("*") if path.is_file()] == []
