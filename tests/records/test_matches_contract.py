"""One suite for every `Matches` and its journals: in a folder, in memory, and with somebody beside each journal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab.memory_records import MemoryMatches
from table.records.journal import batch_body, chain_next, chain_start
from table.records.matches import MatchFolder
from table.records.ports import Journal, JournalError, JournalUnwritableError, Matches, Unfinished
from table.records.watched_journal import watched as watched_journal
from tests.records.faulty_disk import FULL, FaultyDisk
from tests.session.kit import counting_entropy

A, B, C = b'{"type":"A"}', b'{"type":"B"}', b'{"type":"C"}'
CAUSE = b'{"command":null}'


@dataclass
class Records:
    matches: Matches
    refuse: Callable[[bool], None]
    """From now on nothing can be written, or it can again."""


def in_a_folder(folder: Path) -> Records:
    disk = FaultyDisk()

    def refuse(on: bool) -> None:
        disk.why = FULL if on else ""

    return Records(MatchFolder(folder, counting_entropy(), disk), refuse)


def watched(_: Path) -> Records:
    """In memory; the watcher stands for the disk."""
    full = False

    def refuse(on: bool) -> None:
        nonlocal full
        full = on

    def before(_: Sequence[bytes]) -> None:
        if full:
            raise JournalUnwritableError(FULL)

    return Records(MemoryMatches(lambda journal: watched_journal(journal, before, lambda _: None)), refuse)


def in_memory(_: Path) -> Records:
    def refuse(_: bool) -> None:
        raise AssertionError("memory takes everything")

    return Records(MemoryMatches(), refuse)


@pytest.fixture(params=[in_a_folder, in_memory, watched], ids=lambda made: made.__name__)
def matches(request: pytest.FixtureRequest, tmp_path: Path) -> Matches:
    made: Callable[[Path], Records] = request.param
    return made(tmp_path).matches


@pytest.fixture(params=[in_a_folder, watched], ids=lambda made: made.__name__)
def records(request: pytest.FixtureRequest, tmp_path: Path) -> Records:
    """Those that can be refused."""
    made: Callable[[Path], Records] = request.param
    return made(tmp_path)


def begun(matches: Matches, *bodies: bytes) -> Journal:
    journal = matches.create("skirmish", b"secret")
    journal.append(bodies or (A,))
    return journal


def reported(journal: Journal) -> tuple[str, str, int, bytes, bytes, list[bytes]]:
    return (
        journal.match_id,
        journal.system,
        journal.count,
        journal.head,
        journal.secret(),
        list(journal.batches()),
    )


def test_a_new_journal_is_empty_and_goes_by_its_match(matches: Matches) -> None:
    journal = matches.create("skirmish", b"secret")
    assert reported(journal) == (journal.match_id, "skirmish", 0, chain_start(journal.match_id), b"secret", [])
    assert journal.path.stem == journal.match_id
    assert len(journal.match_id) == 10
    assert matches.create("skirmish", b"secret").match_id != journal.match_id


def test_batches_are_kept_in_order_byte_for_byte_and_chained(matches: Matches) -> None:
    journal = begun(matches, A, B)
    journal.append([C], CAUSE)
    one, two = batch_body([A, B], b"null"), batch_body([C], CAUSE)
    assert list(journal.batches()) == [one, two]
    assert list(journal.bodies()) == [A, B, C]
    assert journal.count == 2
    assert journal.head == chain_next(chain_next(chain_start(journal.match_id), one), two)


def test_a_journal_that_is_opened_again_holds_the_same_and_goes_on(matches: Matches) -> None:
    journal = begun(matches)
    before = reported(journal)
    journal.close()
    journal.close()
    assert journal.not_whole == ""
    again = matches.open(journal.match_id)
    assert reported(again) == before
    again.append([B])
    again.close()
    assert list(matches.open(journal.match_id).bodies()) == [A, B]


def test_the_secret_is_no_part_of_the_chain(matches: Matches) -> None:
    first, other = matches.create("skirmish", b"one secret"), matches.create("skirmish", b"another")
    for journal in (first, other):
        journal.append([A])
    assert list(first.batches()) == list(other.batches())
    assert (first.secret(), other.secret()) == (b"one secret", b"another")


def test_a_match_that_is_not_there_cannot_be_opened(matches: Matches) -> None:
    with pytest.raises(JournalError, match="there is no such journal"):
        matches.open("nothing000")


def test_the_match_that_is_played_comes_first_and_one_without_a_batch_is_gone(matches: Matches) -> None:
    first, second, third, empty = (begun(matches), begun(matches), begun(matches), matches.create("skirmish", b""))
    for journal in (first, second, third, empty):
        journal.close()
    assert matches.has_room()
    for journal in (second, first):
        matches.playing(journal)
        found, wrong = matches.unfinished()
        assert found[0] == Unfinished(journal.match_id, "skirmish")
        assert {each.match for each in found} == {first.match_id, second.match_id, third.match_id}
        assert wrong == ()
    with pytest.raises(JournalError):
        matches.open(empty.match_id)


@pytest.mark.parametrize("leave", ["discard", "archive"])
def test_a_match_that_is_discarded_or_archived_is_not_in_play_any_more(matches: Matches, leave: str) -> None:
    gone, stays = begun(matches), begun(matches)
    getattr(matches, leave)(gone)
    stays.close()
    assert matches.unfinished() == ((Unfinished(stays.match_id, "skirmish"),), ())
    with pytest.raises(JournalError):
        matches.open(gone.match_id)


def test_of_a_batch_that_cannot_be_written_nothing_is_there(records: Records) -> None:
    journal = begun(records.matches)
    before = reported(journal)
    records.refuse(True)
    with pytest.raises(JournalUnwritableError, match=FULL):
        journal.append([B, C])
    assert reported(journal) == before
    records.refuse(False)
    journal.append([C])
    assert list(journal.bodies()) == [A, C]


def test_whoever_watches_is_reported_before_and_after_each_batch() -> None:
    stated: list[tuple[str, int, tuple[bytes, ...]]] = []
    journal = MemoryMatches().create("skirmish", b"secret")
    watched = watched_journal(
        journal,
        lambda bodies: stated.append(("before", journal.count, tuple(bodies))),
        lambda bodies: stated.append(("after", journal.count, tuple(bodies))),
    )
    watched.append([A, B])
    watched.append([C], CAUSE)
    assert stated == [("before", 0, (A, B)), ("after", 1, (A, B)), ("before", 1, (C,)), ("after", 2, (C,))]
    assert list(watched.batches()) == [batch_body([A, B], b"null"), batch_body([C], CAUSE)]


def test_nothing_in_memory_is_ever_damaged() -> None:
    matches = MemoryMatches()
    journal = begun(matches)
    with pytest.raises(JournalError, match="ever damaged"):
        matches.salvage(journal.match_id)
    assert [each.match_id for each in matches.archived] == []
    matches.archive(journal)
    assert matches.archived == (journal,)
