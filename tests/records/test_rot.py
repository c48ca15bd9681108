"""Bytes rot, files are cut short: the table reports it, keeps the damaged file, and continues with what is sound."""

import random
import shutil
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hal.events import Tag
from lab.temporary_folder import temporary_folder
from table.devices.tags.card_book import CardBook, CardBookError
from table.devices.tags.signature import make_key
from table.records.backup import backup
from table.records.journal import SqliteJournal
from table.records.ports import JournalDamagedError, JournalNewerError, JournalUnwritableError
from table.records.salvage import salvage
from table.rules.cards import KnownCard
from table.rules.seats import BLUE, RED
from tests.session.kit import SessionTable

BATCHES = [[b'{"type":"A"}', b'{"type":"B"}'], [b'{"type":"C"}'], [b'{"type":"D"}', b'{"type":"E"}']]
BODIES = [body for batch in BATCHES for body in batch]

rot = st.tuples(st.sampled_from(("flip", "zero", "noise", "cut")), st.integers(0, 2**20), st.integers(0, 255))


def rotten(content: bytes, how: tuple[str, int, int]) -> bytes:
    kind, where, what = how
    at = where % max(len(content), 1)
    match kind:
        case "flip":
            return content[:at] + bytes([content[at] ^ (1 << what % 8)]) + content[at + 1 :] if content else b""
        case "zero":
            return content[:at] + bytes(len(content[at : at + 512])) + content[at + 512 :]
        case "noise":
            return content[:at] + random.Random(what).randbytes(len(content[at : at + 512])) + content[at + 512 :]
        case _:
            return content[:at]


def written(path: Path) -> None:
    journal = SqliteJournal.create(path, "m1", "skirmish", b"secret")
    for batch in BATCHES:
        journal.append(batch)
    journal.close()


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@example(how=("flip", 3889, 7))  # in a column's name, which SQLite then quotes in its message
@given(how=rot)
def test_what_rots_in_a_journal_is_found_or_changes_no_event(how: tuple[str, int, int]) -> None:
    """It opens with every event as it was, or is called damaged; never anything else."""
    with temporary_folder() as folder:
        path = folder / "m1.match"
        written(path)
        path.write_bytes(rotten(path.read_bytes(), how))
        before = path.read_bytes()
        try:
            journal = SqliteJournal.open(path)
        except (JournalDamagedError, JournalNewerError, JournalUnwritableError):
            assert path.read_bytes() == before
            aside, saved = salvage(path, bytes)
            assert aside.read_bytes() == before
            if saved is not None:
                assert list(saved.bodies()) in (BODIES[:2], BODIES[:3], BODIES)
                saved.close()
            return
        assert list(journal.bodies()) == BODIES
        journal.close()


@pytest.mark.parametrize("how", [("flip", 3, 1), ("flip", 101, 0), ("zero", 0, 0), ("noise", 3700, 0)])
def test_a_rotten_schema_costs_nothing(tmp_path: Path, how: tuple[str, int, int]) -> None:
    """It is the same in every journal."""
    path = tmp_path / "m1.match"
    written(path)
    path.write_bytes(rotten(path.read_bytes(), how)[:4096] + path.read_bytes()[4096:])
    with pytest.raises(JournalDamagedError):
        SqliteJournal.open(path)
    _, saved = salvage(path, bytes)
    assert saved is not None
    assert list(saved.bodies()) == BODIES
    saved.close()


@pytest.mark.parametrize("rotten", ["system = 'rkirmish'", "id = '1202020202'"])
def test_what_stands_in_no_chain_is_mended_from_what_does(tmp_path: Path, rotten: str) -> None:
    """The game's name is in the first event, too, and the match's id is the file's name."""
    table = SessionTable(tmp_path).begun()
    table.plays(3, 1)
    table.session.close()
    (path,) = (tmp_path / "matches").glob("*.match")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE match SET {rotten}")
    before = table.session.play.state.game if table.session.play else None
    table = SessionTable(tmp_path).crash()
    assert [fault.code for fault in table.now.faults] == ["journal.damaged"]
    assert table.session.play is not None
    assert (table.session.play.journal.system, table.session.play.journal.match_id) == ("skirmish", path.stem)
    assert table.session.play.state.game == before
    table.plays(blue=2, red=5)
    table.session.close()


def test_a_secret_that_rotted_is_reported_and_the_match_goes_on(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.session.close()
    (path,) = (tmp_path / "matches").glob("*.match")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE private SET secret = ?", (bytes(32),))
    table = SessionTable(tmp_path).crash()
    assert [fault.code for fault in table.now.faults] == ["journal.secret"]
    table.plays(3, 1)
    table.session.close()


def page_of(path: Path, name: str) -> int:
    """Where in the file a table's one page begins."""
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
    return 4096 * (int(page) - 1)


@pytest.mark.slow
@pytest.mark.parametrize("lost", [("private",), ("match",), ("match", "private")], ids="+".join)
@pytest.mark.parametrize("schema", ["sound", "rotten"])
def test_a_head_that_cannot_be_read_at_all_costs_no_batch(tmp_path: Path, lost: tuple[str, ...], schema: str) -> None:
    """The game and the match's id stand elsewhere as well. The secret does not: another is drawn, and said."""
    table = SessionTable(tmp_path).begun()
    table.plays(3, 1)
    table.session.close()
    (path,) = (tmp_path / "matches").glob("*.match")
    before = table.session.play.state.game if table.session.play else None
    content = bytearray(path.read_bytes())
    for place in (*(page_of(path, name) for name in lost), *((0,) if schema == "rotten" else ())):
        content[place : place + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    with pytest.raises(JournalDamagedError):
        SqliteJournal.open(path)
    table.crash()
    spoiled = ["journal.secret"] if "private" in lost else []
    assert sorted(fault.code for fault in table.now.faults) == ["journal.damaged", *spoiled]
    assert table.session.play is not None
    assert table.session.play.state.game == before
    table.plays(blue=2, red=5)
    table.session.close()
    assert path.with_name(f"{path.name}.damaged-1").read_bytes() == content


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[bytes]]:
    """A state folder as kill -9 leaves it in mid-match, its batches in the write-ahead log; and these batches."""
    own, left = tmp_path_factory.mktemp("own"), tmp_path_factory.mktemp("killed") / "state"
    table = SessionTable(own).begun()
    table.plays(3, 1)
    assert table.session.play is not None
    truth = list(table.session.play.journal.batches())
    shutil.copytree(own, left)
    table.session.close()
    return left, truth


@pytest.mark.campaign
@settings(max_examples=40, deadline=None)
@example(how=("flip", 8184, 0), ending="")  # in the game's name, which stands in no chain
@given(how=rot, ending=st.sampled_from(("", "-wal", "-shm")))
def test_whatever_rots_the_table_starts_and_reports_what_happened(
    killed: tuple[Path, list[bytes]], how: tuple[str, int, int], ending: str
) -> None:
    left, truth = killed
    with temporary_folder() as place:
        folder = place / "state"
        shutil.copytree(left, folder)
        (path,) = (folder / "matches").glob("*.match")
        sick = path.with_name(path.name + ending)
        content = rotten(sick.read_bytes(), how)
        sick.write_bytes(content)
        table = SessionTable(folder).crash()
        codes = {fault.code for fault in table.now.faults}
        play = table.session.play
        got = [] if play is None else list(play.journal.batches())[: len(truth)]
        if codes & {"journal.damaged", "journal.lost"}:
            assert content in [aside.read_bytes() for aside in (folder / "matches").glob("*.damaged-1*")]
            assert truth[: max(len(got) - 1, 0)] == got[:-1], "the last may be the table's own return"
        elif codes & {"journal.unusable", "journal.unwritable"}:
            assert sick.read_bytes() == content
        else:
            back = next((n for n, body in enumerate(got) if body != truth[n]), len(got))
            lost, cut_short = len(truth) - back, how[0] == "cut" and ending == "-wal"
            assert cut_short or lost <= (2 if ending == "-wal" else 0), "a torn end looks as after a power cut"
        if play is None:
            table.entropy(1)  # else the new match would get the name of the one that is still there
            table.begun()
        table.plays(blue=2, red=5)
        table.session.close()


def test_a_rotten_log_is_damage_and_what_stands_before_it_goes_on(
    killed: tuple[Path, list[bytes]], tmp_path: Path
) -> None:
    folder = tmp_path / "state"
    shutil.copytree(killed[0], folder)
    (log,) = (folder / "matches").glob("*-wal")
    content = bytearray(log.read_bytes())
    content[content.index(b"match.number")] ^= 1
    log.write_bytes(content)
    table = SessionTable(folder).crash()
    assert [fault.code for fault in table.now.faults] == ["journal.damaged"]
    assert table.asked() == ["card", "card"]
    assert {"match.number"} <= {prompt.key for prompt in table.now.prompts}
    assert bytes(content) in [aside.read_bytes() for aside in (folder / "matches").glob("*.damaged-1-wal")]
    table.session.close()


def test_the_log_of_an_emptied_journal_is_kept_and_the_match_goes_on_from_it(
    killed: tuple[Path, list[bytes]], tmp_path: Path
) -> None:
    """SQLite would throw it away with the first look at the file, a backup's look too. The secret was in the file."""
    folder = tmp_path / "state"
    shutil.copytree(killed[0], folder)
    (path,), (log,) = ((folder / "matches").glob(ending) for ending in ("*.match", "*-wal"))
    content = log.read_bytes()
    path.write_bytes(b"")
    assert backup(folder, tmp_path / "backup.tar.gz").not_over == (path.stem,)
    assert log.read_bytes() == content
    table = SessionTable(folder)
    table.entropy(1)
    table.crash()
    assert [fault.code for fault in table.now.faults] == ["journal.damaged", "journal.secret"]
    assert table.session.play is not None
    assert list(table.session.play.journal.batches())[: len(killed[1])] == killed[1]
    table.session.close()
    (aside,) = (folder / "matches").glob("*.damaged-1-wal")
    assert aside.read_bytes() == content


@pytest.mark.parametrize("frames", [8, None])
def test_a_log_that_is_older_than_its_journal_takes_nothing_back(
    killed: tuple[Path, list[bytes]], tmp_path: Path, frames: int | None
) -> None:
    """Somebody copied a whole journal over an older one, and the older one's log stayed beside it."""
    folder = tmp_path / "state"
    shutil.copytree(killed[0], folder)
    (path,), (log,) = ((folder / "matches").glob(ending) for ending in ("*.match", "*-wal"))
    old = log.read_bytes()[: None if frames is None else 32 + frames * (24 + 4096)]
    journal = SqliteJournal.open(path)
    journal.append([b'{"type":"Newer"}'])
    whole = list(journal.batches())
    journal.close()
    log.write_bytes(old)
    with pytest.raises(JournalDamagedError, match="older"):
        SqliteJournal.open(path)
    _, saved = salvage(path, bytes)
    assert saved is not None
    assert list(saved.batches()) == whole
    saved.close()


def test_another_matchs_log_costs_nothing(killed: tuple[Path, list[bytes]], tmp_path: Path) -> None:
    path = tmp_path / "m1.match"
    written(path)
    (log,) = (killed[0] / "matches").glob("*-wal")
    shutil.copy(log, path.with_name("m1.match-wal"))
    with pytest.raises(JournalDamagedError):
        SqliteJournal.open(path)
    _, saved = salvage(path, bytes)
    assert saved is not None
    assert list(saved.bodies()) == BODIES
    saved.close()


def test_a_match_in_play_whose_log_is_gone_is_reported_and_never_removed(
    killed: tuple[Path, list[bytes]], tmp_path: Path
) -> None:
    """All of it lay in the log: what is left looks as if the match had never begun."""
    folder = tmp_path / "state"
    shutil.copytree(killed[0], folder)
    (path,) = (folder / "matches").glob("*.match")
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink()
    before = path.read_bytes()
    table = SessionTable(folder).crash()
    assert [fault.code for fault in table.now.faults] == ["journal.unusable"]
    assert path.read_bytes() == before


NO_TEXT = pytest.param(
    "d\u00fc\udcff.match", marks=pytest.mark.skipif(sys.platform == "darwin", reason="names are text")
)


@pytest.mark.parametrize("name", ["copy of friday.match", NO_TEXT])
def test_a_match_goes_on_under_whatever_name_its_file_has(tmp_path: Path, name: str) -> None:
    table = SessionTable(tmp_path).begun()
    table.session.close()
    (path,) = (tmp_path / "matches").glob("*.match")
    path.rename(path.with_name(name))
    for _ in range(2):
        table.crash()
        assert table.now.faults == ()
        assert table.session.play is not None
        table.session.close()


CARD = KnownCard("legion.card.ambush", "command")
TAG = Tag(b"\x04\x01\x02\x03\x04\x05\x06")


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(how=rot, file=st.sampled_from(("cards.json", "cards.key")))
def test_a_rotten_card_book_is_read_or_refused_and_stays_as_it_is(how: tuple[str, int, int], file: str) -> None:
    with temporary_folder() as folder:
        signer = make_key(folder / "cards.key", lambda n: bytes(range(n)))
        CardBook({TAG.uid: CARD}, signer).save(folder / "cards.json")
        sick = folder / file
        content = rotten(sick.read_bytes(), how)
        sick.write_bytes(content)
        with suppress(CardBookError):
            assert len(CardBook.read(folder / "cards.json", catalogue=lambda: (CARD,))) <= 1
        assert sick.read_bytes() == content


def test_seats_can_play_while_the_match_was_lost(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.session.close()
    (path,) = (tmp_path / "matches").glob("*.match")
    path.write_bytes(b"")
    table.crash()
    assert [fault.code for fault in table.now.faults] == ["journal.lost"]
    table.begun()
    assert table.session.play is not None
    assert dict(table.session.play.state.numbers) == {BLUE: 7, RED: 42}


def test_a_match_of_other_rules_is_left_alone_and_reported(tmp_path: Path) -> None:
    """Nothing has rotted: it is not put aside, however often the table is started."""
    table = SessionTable(tmp_path).begun()
    assert table.session.play is not None
    table.session.play.journal.append([b'{"type":"UnheardOf"}'])
    table.session.close()
    for _ in range(2):
        table.crash()
        assert [fault.code for fault in table.now.faults] == ["journal.unusable"]
        assert table.asked() == ["system"]
    assert sorted(path.suffix for path in (tmp_path / "matches").iterdir()) == [".match", ".synced"]


def test_a_newer_journal_is_reported_and_not_changed(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.session.close()
    (path,) = (tmp_path / "matches").glob("*.match")
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    table.crash()
    (fault,) = table.now.faults
    assert fault.code == "journal.unusable"
    assert "format 99" in fault.detail
    assert path.read_bytes() == before
    assert table.asked() == ["system"]
