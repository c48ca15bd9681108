"""The plug is pulled: what was on disk is there, what was not may be there in any part, and the match continues."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.campaigns.power.cut_verdict import moments, wrong
from lab.campaigns.power.power_campaign import a_round_passed, campaign
from lab.campaigns.power.recorded_disk import DiskTape, RecordedDisk
from lab.campaigns.power.recorded_match import RecordedMatch, play
from lab.campaigns.power.volume import (
    Create,
    DiskOperation,
    Image,
    Move,
    Remove,
    Sync,
    SyncNames,
    Truncate,
    Volume,
    Write,
    dropped,
    kept,
    torn,
)
from lab.headless import HeadlessParts
from lab.systems import systems
from lab.temporary_folder import temporary_folder
from table.games.random_play.trial import System
from table.records.disk import DISK
from table.records.folder import SYNCED
from table.records.journal import SqliteJournal, split
from table.records.matches import MatchFolder
from table.records.ports import Disk, Journal, JournalDamagedError
from table.records.salvage import salvage
from table.rules.game import Event
from table.rules.match.codec import EventCodec
from table.rules.match.events import AnsweredByTable, SecretDisclosed, TokensTakenByHand
from table.rules.match.match import Match

BODIES = [[b'{"n":%d}' % n] for n in range(1, 6)]


def volume(*operations: DiskOperation) -> Volume:
    made = Volume()
    for operation in operations:
        made.took(operation)
    return made


def test_what_is_synced_is_there_and_what_is_not_may_be() -> None:
    disk = volume(Create("a"), SyncNames(), Write("a", 0, b"one"), Sync("a"), Write("a", 3, b"two"), Truncate("a", 4))
    assert disk.image(dropped) == {"a": b"one"}
    assert disk.image(kept) == {"a": b"onet"}


def test_a_write_is_torn_between_sectors_and_nowhere_else() -> None:
    disk = volume(Create("a"), SyncNames(), Write("a", 500, b"x" * 600))
    seen = {disk.image(torn(random.Random(n)))["a"] for n in range(60)}
    assert len(seen) == 2**3
    assert all(set(content[500:512]) <= set(b"x") or not any(content[500:512]) for content in seen)


def test_names_are_changed_in_their_order_and_a_file_keeps_its_content_under_a_new_one() -> None:
    disk = volume(
        Create("a"), Write("a", 0, b"1"), Sync("a"), SyncNames(), Move("a", "b"), Create("a"), Remove("b"), Create("c")
    )
    seen = {tuple(sorted(disk.image(torn(random.Random(n))).items())) for n in range(60)}
    assert seen == {
        (("a", b"1"),),
        (("b", b"1"),),
        (("a", b""), ("b", b"1")),
        (("a", b""),),
        (("a", b""), ("c", b"")),
    }


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 1500), st.binary(min_size=1, max_size=900)), max_size=8), st.integers())
def test_with_everything_kept_a_volume_is_the_file_that_was_written(writes: list[tuple[int, bytes]], seed: int) -> None:
    disk, file = volume(Create("a"), SyncNames()), bytearray()
    for at, data in writes:
        disk.took(Write("a", at, data))
        file += bytes(max(at - len(file), 0))
        file[at : at + len(data)] = data
    assert disk.image(kept) == {"a": bytes(file)}
    disk.took(Sync("a"))
    assert disk.image(torn(random.Random(seed))) == {"a": bytes(file)}


def written(path: Path, disk: Disk) -> Journal:
    journal = SqliteJournal.create(path, "m1", "skirmish", b"secret", disk)
    for bodies in BODIES:
        journal.append(bodies)
    return journal


def test_the_recorded_disk_holds_the_same_journal_as_the_shipping_one(tmp_path: Path) -> None:
    """Beside SQLite's own version and its counters of changes (file format, sections 1.3.7 and 1.3.15)."""
    contents = []
    for room, disk in (("one", DISK), ("two", RecordedDisk(DiskTape(tmp_path / "two")))):
        written(tmp_path / room / "m1.match", disk).close()
        content = bytearray((tmp_path / room / "m1.match").read_bytes())
        content[24:28] = content[92:100] = b""
        contents.append(bytes(content))
    assert contents[0] == contents[1]


@pytest.mark.campaign
def test_every_match_comes_back_after_every_cut_and_careless_journals_are_found_out() -> None:
    figures = {figure.name: figure for figure in campaign(24, 3, lambda _: None)}
    assert figures["power.resumed"].ok, figures["power.resumed"].note
    assert figures["power.resumed"].n == 24
    assert figures["power.control"].ok
    assert figures["power.early.control"].ok
    assert figures["power.lost_rounds_said"].ok
    assert figures["power.lost_rounds_said"].n > 1
    assert figures["power.lost_rounds_said.control"].ok


def of_name(name: str) -> System:
    return next(each for each in systems() if each.game.system == name)


@pytest.mark.slow
@pytest.mark.rule("TB-09", "TB-13", "TB-19")
@pytest.mark.parametrize(
    ("system", "own"),
    [("legion_2024", AnsweredByTable), ("infinity", TokensTakenByHand), ("infinity", SecretDisclosed)],
)
def test_what_the_table_does_by_itself_it_does_after_a_cut_that_came_before(
    memory: Path, system: str, own: type[Event]
) -> None:
    """A question with one answer, tokens that no hopper has, the secret of a match that is over."""
    parts = HeadlessParts(memory)
    evening = play(parts, of_name(system), 1, 30)
    disk, moment, tried = Volume(), moments(evening), 0
    next(moment)
    codec = EventCodec(Match(parts.games[system]).events)
    for operation, now in zip(evening.operations, moment, strict=True):
        disk.took(operation)
        next_batches = evening.truths[now.current].batches[now.batches[now.current] :] if now.current else ()
        if next_batches and isinstance(operation, Sync):
            first = codec.decode(bytes(split(next_batches[0]).events[0]))
            if isinstance(first, own):
                tried += 1
                assert wrong(parts, evening, disk.image(dropped), now, random.Random(0)) == ""
    assert tried > 0


@pytest.mark.slow
def test_the_first_match_of_an_evening_is_over_before_the_second_begins(memory: Path) -> None:
    """Also one that is left while a seat is asked to dial its number, when nobody can propose an end."""
    evening = play(HeadlessParts(memory), of_name("legion_2024"), 393353683, 6)
    first = evening.truths[evening.committed[0][1]].resumed[-1]
    assert first is not None
    assert first.ended


def test_a_round_passed_where_a_match_was_noted_again_after_more_batches() -> None:
    """Without one a journal can be gone from its beginning alone, and that is found without any note."""
    note = (Create("m1.new"), Move("m1.new", f"matches/m1{SYNCED}"))
    begun = RecordedMatch(of_name("legion_2024"), note, ((0, "m1", 1),), (), {})
    assert not a_round_passed(begun)
    assert not a_round_passed(replace(begun, operations=note * 2))
    assert a_round_passed(replace(begun, operations=note * 2, committed=((0, "m1", 1), (3, "m1", 9))))


@pytest.fixture
def memory() -> Iterator[Path]:
    with temporary_folder() as folder:
        yield folder


def cuts(tape: DiskTape, before: Image, seed: int) -> Iterator[Image]:
    """Each disk that a cut could leave, with what stood there before; the same one is reported once."""
    disk = Volume()
    for name, content in before.items():
        for made in (Create(name), Write(name, 0, content), Sync(name), SyncNames()):
            disk.took(made)
    rng, seen = random.Random(seed), list[Image]()
    for operation in tape.operations:
        disk.took(operation)
        for keep in (dropped, kept, torn(rng)):
            image = disk.image(keep)
            if image not in seen:
                seen.append(image)
                yield image


@pytest.mark.campaign
@pytest.mark.parametrize("with_log", [False, True])
def test_a_salvage_that_is_cut_off_loses_nothing(memory: Path, with_log: bool) -> None:
    """Neither the damaged file, nor what was sound of it; with batches that are in the write-ahead log, and not."""
    sick = memory / "sick"
    journal = written(sick / "m1.match", DISK)
    if not with_log:
        journal.close()
    before = {path.name: path.read_bytes() for path in sick.iterdir() if not path.name.endswith("-shm")}
    rotten = "m1.match-wal" if with_log else "m1.match"
    at = before[rotten].index(b'"n":3')
    before[rotten] = before[rotten][:at] + b'"n":4' + before[rotten][at + 5 :]
    ward = memory / "ward" / "matches"
    lay_out(ward, before)
    tape = DiskTape(ward)
    _, saved = salvage(ward / "m1.match", bytes, RecordedDisk(tape))
    assert saved is not None
    assert list(saved.bodies()) == [body for (body,) in BODIES[:2]]
    for n, image in enumerate(cuts(tape, before, seed=1)):
        folder = memory / f"cut{n}"
        lay_out(folder / "matches", image)
        matches = MatchFolder(folder, bytes)
        assert [match.match for match in matches.unfinished()[0]] == ["m1"]
        try:
            saved = matches.open("m1")
        except JournalDamagedError:
            _, saved = matches.salvage("m1")
        assert saved is not None
        assert list(saved.bodies()) == [body for (body,) in BODIES[:2]]
        kept_aside = {path.read_bytes() for path in (folder / "matches").glob("*.damaged-*")}
        assert set(before.values()) <= kept_aside
        saved.close()


def lay_out(folder: Path, image: Image) -> None:
    folder.mkdir(parents=True)
    for name, content in image.items():
        (folder / name).write_bytes(content)
