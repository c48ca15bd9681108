"""The hall's program without a broker: it is there from the beginning on, with all that its log has."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec
import pytest
from pytest_mock import MockerFixture

from lab.campaigns.hall.simulated import EventChain, SimulatedTable
from table.network.broker import BrokerAccess
from table.network.hall.organiser import hall_program
from table.network.hall.organiser.folder import CLOCK, PAIRINGS, SETTINGS, HallSettings, MatchFiles, read_settings
from table.network.hall.organiser.hall import TakenMessage
from table.network.hall.organiser.hall_log import HallLog, lines_of
from table.network.hall.organiser.hall_program import HallProgram
from table.network.hall.organiser.matches import FileFinding, LinksOf
from table.network.hall.organiser.round_clock import RoundClock
from table.network.hall.organiser.table_connections import TableMessage
from table.network.hall.organiser.tournament.acts import PairingsTaken
from table.network.hall.organiser.verifying import VerifiedMatch
from table.network.hall.wire.messages import MOST_EVENTS, Acknowledgement
from table.network.hall.wire.topics import ack_topic
from table.records.verify.file import links_of
from table.rules.match.events import MatchEnd
from table.rules.seats import BLUE, RED
from table.view.hall import HallClock, MatchOutcome, MatchProof, Pairing
from table.view.hall_events import MatchRecord
from table.words import Words

if TYPE_CHECKING:
    import aiomqtt


@pytest.fixture
def table(tmp_path: Path) -> SimulatedTable:
    """A table that has played a match; the hall's log has it."""
    reported = SimulatedTable("table-1", BrokerAccess("", 1, "", ""), tmp_path / "outboxes")
    reported.opens()
    reported.plays()
    reported.ends()
    log = HallLog(tmp_path)
    log.add(reported.published.values())
    log.close()
    return reported


@pytest.fixture
def programs() -> Iterator[list[HallProgram]]:
    begun = list[HallProgram]()
    yield begun
    for each in begun:
        each._door.close()
        each._log.close()


def program(folder: Path, programs: list[HallProgram], links: LinksOf = links_of) -> HallProgram:
    # At a port of its own choice: a page of 0 is none that an owner can set.
    settings = msgspec.structs.replace(HallSettings(), page_port=0)
    made = HallProgram(settings, folder, {"en": Words("en")}, "here", links, lambda: 5.0, lambda: 1000.0)
    programs.append(made)
    return made


def test_it_has_what_its_log_has_and_the_files_of_matches(
    table: SimulatedTable, tmp_path: Path, programs: list[HallProgram]
) -> None:
    found = program(tmp_path, programs)
    (result,) = found.hall.view(5.0).results
    assert (result.match, result.proof) == ("table1m1", MatchProof.CHAIN)
    assert MatchFiles(tmp_path).path("table-1", "table1m1").read_bytes() == table.played[0].file()
    assert {table: [*files] for table, files in found._verifying._waiting.items()} == {"table-1": ["table1m1"]}


@pytest.mark.usefixtures("table")
def test_a_file_that_was_verified_is_not_verified_again(tmp_path: Path, programs: list[HallProgram]) -> None:
    program(tmp_path, programs)
    outcome = MatchOutcome("skirmish", "Echo base", "Echo base", 8, 5, MatchEnd.FINISHED, BLUE, "points")
    MatchFiles(tmp_path).found("table-1", "table1m1", FileFinding(MatchProof.PROVED, outcome))
    again = program(tmp_path, programs)
    assert (again.hall.view(5.0).results[0].proof, len(again._verifying._waiting)) == (MatchProof.REPORTED, 0)


@pytest.mark.usefixtures("table")
def test_a_file_in_which_no_result_was_found_is_verified_again_after_a_restart(
    tmp_path: Path, programs: list[HallProgram]
) -> None:
    """The rules of its game may be installed by then."""
    program(tmp_path, programs)
    MatchFiles(tmp_path).found("table-1", "table1m1", FileFinding(MatchProof.OPEN))
    again = program(tmp_path, programs)
    assert (again.hall.view(5.0).results[0].proof, len(again._verifying._waiting)) == (MatchProof.NO_RESULT, 1)


@pytest.mark.usefixtures("table")
def test_what_was_found_of_a_file_is_compared_with_the_result_after_a_restart_too(
    tmp_path: Path, programs: list[HallProgram]
) -> None:
    program(tmp_path, programs)
    outcome = MatchOutcome("skirmish", "Echo base", "Echo base", 0, 99, MatchEnd.FINISHED, RED, "points")
    MatchFiles(tmp_path).found("table-1", "table1m1", FileFinding(MatchProof.PROVED, outcome))
    again = program(tmp_path, programs)
    assert (again.hall.view(5.0).results[0].proof, len(again._verifying._waiting)) == (MatchProof.OTHER, 0)


@pytest.mark.usefixtures("table")
def test_its_page_begins_with_the_whole_hall_whatever_changes_meanwhile(
    tmp_path: Path, programs: list[HallProgram]
) -> None:
    found = program(tmp_path, programs)
    found._shows()
    assert found._hub.there
    assert found._hub.snapshot() is not None


def test_a_message_of_more_lines_than_an_outbox_sends_does_not_hold_up_the_hall(
    tmp_path: Path, programs: list[HallProgram]
) -> None:
    found = program(tmp_path, programs)
    asyncio.run(found._take("table-1", TableMessage("event", b"\n" * 4_000_000, kept=False)))
    assert found._taken.qsize() == MOST_EVENTS


def test_a_long_match_file_is_read_in_a_thread_and_taken_in_its_place(
    table: SimulatedTable, tmp_path: Path, programs: list[HallProgram], mocker: MockerFixture
) -> None:
    mocker.patch.object(hall_program, "LONG_EVENT", 500)
    threads, other = list[int](), tmp_path / "other"

    def links(raw: bytes, match: str) -> tuple[str, ...]:
        threads.append(threading.get_ident())
        return links_of(raw, match)

    found = program(other, programs, links)
    asyncio.run(taken(found, [b"\n".join(table.published.values())]))
    assert found._taken.qsize() == len(table.published)
    assert len(threads) == 1
    assert threading.get_ident() not in threads
    assert found.hall.view(5.0).results[0].proof is MatchProof.CHAIN


class WatchedClient:
    """A connection to a broker: what the hall publishes over it."""

    def __init__(self) -> None:
        self.sent = dict[str, Acknowledgement]()

    async def publish(self, topic: str, payload: bytes) -> None:
        self.sent[topic] = msgspec.json.decode(payload, type=Acknowledgement)


async def taken(found: HallProgram, lines: Iterable[bytes]) -> None:
    """Let the hall take these events of a table."""
    for line in lines:
        await found._take("table-1", TableMessage("event", line, kept=False))


def test_messages_are_taken_while_the_disk_writes_those_before_and_written_at_once(
    table: SimulatedTable, tmp_path: Path, programs: list[HallProgram], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, client, written = program(tmp_path / "other", programs), WatchedClient(), list[int]()
    is_slow, add = threading.Event(), found._log.add
    first, *others = table.published.values()

    def slow(lines: list[bytes]) -> None:
        is_slow.wait()
        written.append(len(lines))
        add(lines)

    monkeypatch.setattr(found._log, "add", slow)
    found._client = cast("aiomqtt.Client", client)

    async def takes() -> None:
        writing = asyncio.ensure_future(found._write_always())
        await taken(found, [first])
        while not found._taken.empty():
            await asyncio.sleep(0)
        await taken(found, others)
        assert not client.sent
        is_slow.set()
        while len(written) < 2 or client.sent[ack_topic("main", "table-1")].seq <= len(others):
            await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)

    asyncio.run(takes())
    assert written == [1, len(others)]


def test_an_act_of_the_desk_is_in_the_log_after_every_event_that_it_counted(
    table: SimulatedTable, tmp_path: Path, programs: list[HallProgram], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that was over before its table's pairing was taken is not of that pairing: not after a restart either."""
    found = program(tmp_path / "other", programs)
    is_slow, add = threading.Event(), found._log.add
    first, *others = table.published.values()

    def slow(lines: list[bytes]) -> None:
        is_slow.wait()
        add(lines)

    monkeypatch.setattr(found._log, "add", slow)
    act = PairingsTaken((Pairing(1, "table-1", "Ann", "Bob"),))

    async def takes() -> None:
        writing = asyncio.ensure_future(found._write_always())
        await taken(found, [first])
        while not found._taken.empty():
            await asyncio.sleep(0)
        await taken(found, others[:-1])
        acting = asyncio.ensure_future(found._carry_out(act, "here"))
        await asyncio.sleep(0)
        late = asyncio.ensure_future(taken(found, others[-1:]))
        await asyncio.sleep(0)
        assert found.hall.matches.over
        is_slow.set()
        await asyncio.gather(acting, late)
        while len([*lines_of(tmp_path / "other")]) <= len(table.published):
            await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)

    asyncio.run(takes())
    restarted = program(tmp_path / "other", programs).hall.view(5.0)
    assert restarted.results == found.hall.view(5.0).results
    assert [each.blue_player for each in restarted.results if each.match] == [""]


def test_a_match_is_verified_once_its_file_is_kept_and_an_earlier_file_never_for_it(
    table: SimulatedTable, tmp_path: Path, programs: list[HallProgram]
) -> None:
    """Events are taken before they are on the disk. The verdict on an earlier file would be `forged`."""
    found = program(tmp_path / "other", programs)
    asyncio.run(taken(found, table.published.values()))
    over, record = (each for _, each in (found._taken.get_nowait() for _ in table.published) if each.match is not None)
    (match,) = found.hall.matches.over
    for step, waits in ((over, 0), (record._replace(file="earlier", head="00"), 0), (record, 1)):
        found._keeps(step)
        found._looks_at(match)
        assert len(found._verifying._waiting.get("table-1", {})) == waits


def test_the_file_of_a_match_delays_no_acknowledgement_of_another_table(
    table: SimulatedTable, tmp_path: Path, programs: list[HallProgram], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk takes no file until the events of all are acknowledged."""
    slow_disk = threading.Event()
    found, client = program(tmp_path / "other", programs), WatchedClient()
    found._client = cast("aiomqtt.Client", client)
    monkeypatch.setattr(found._files, "keep", lambda *_: slow_disk.wait())

    async def takes() -> None:
        tasks = [asyncio.ensure_future(each) for each in (found._keep_always(), found._write_always())]
        await taken(found, table.published.values())
        while not client.sent:
            await asyncio.sleep(0)
        slow_disk.set()
        while not found._verifying._waiting:
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(takes())
    assert client.sent[ack_topic("main", "table-1")].seq == len(table.published)


@pytest.mark.usefixtures("table")
def test_of_the_files_that_a_table_sends_for_one_match_the_last_is_kept(
    tmp_path: Path, programs: list[HallProgram], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of them delayed the files of all other tables, and the hall's next start by minutes."""
    log, outbox = HallLog(tmp_path), EventChain("table-1", "another")
    log.add(outbox.line(MatchRecord("table1m1", each)) for each in ("one", "two", "three"))
    log.close()
    kept = list[str]()
    monkeypatch.setattr(MatchFiles, "keep", lambda *args: kept.append(args[-1]))
    found = program(tmp_path, programs)
    (match,) = found.hall.matches.over

    async def takes() -> None:
        for file in ("four", "five", ""):
            found._keep_later(TakenMessage(match=match, file=file), (match.table, match.match))
        keeping = asyncio.ensure_future(found._keep_always())
        while found._to_keep:
            await asyncio.sleep(0)
        async with found._keeping:
            keeping.cancel()

    asyncio.run(takes())
    assert kept == ["three", "five"]


@pytest.mark.usefixtures("table")
def test_a_verdict_is_never_kept_beside_a_file_that_comes_while_it_is_written(
    tmp_path: Path, programs: list[HallProgram], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would count as the verdict on that file, which a table can send in this moment."""
    found = program(tmp_path, programs)
    (match,) = found.hall.matches.over
    verdicts = asyncio.Queue[VerifiedMatch]()

    async def slow_verdicts(work: Callable[..., None], *args: object) -> None:
        for _ in range(20 if work == found._files.found else 0):
            await asyncio.sleep(0)
        work(*args)

    monkeypatch.setattr(asyncio, "to_thread", slow_verdicts)
    monkeypatch.setattr(found._verifying, "next", verdicts.get)

    async def takes() -> None:
        tasks = [asyncio.ensure_future(each) for each in (found._verify_always(), found._keep_always())]
        verdicts.put_nowait(VerifiedMatch(match.table, match.match, match.sound, FileFinding(MatchProof.PROVED)))
        while match.finding is None:
            await asyncio.sleep(0)
        found._keep_later(TakenMessage(match=match, file="another", head="00"), (match.table, match.match))
        for _ in range(60):
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(takes())
    assert found._files.path(match.table, match.match).read_bytes() == b"another"
    assert found._files.finding(match.table, match.match) is None


@pytest.mark.usefixtures("table")
def test_a_disk_that_is_slow_to_keep_a_verdict_stops_nothing_else(
    tmp_path: Path, programs: list[HallProgram], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each sync of a memory card takes tens of milliseconds, and a table may have hundreds of matches verified."""
    found = program(tmp_path, programs)
    threads = list[int]()

    def keeps(*_: object) -> None:
        threads.append(threading.get_ident())

    async def finds() -> VerifiedMatch:
        (match,) = found.hall.matches.over
        if threads:
            await asyncio.Event().wait()
        return VerifiedMatch(match.table, match.match, match.sound, FileFinding(MatchProof.OPEN))

    monkeypatch.setattr(found._files, "found", keeps)
    monkeypatch.setattr(found._verifying, "next", finds)

    async def verifies() -> None:
        verifying = asyncio.ensure_future(found._verify_always())
        while not threads:
            await asyncio.sleep(0)
        verifying.cancel()
        await asyncio.gather(verifying, return_exceptions=True)

    asyncio.run(verifies())
    assert threading.get_ident() not in threads, "the loop of all tables waits for no disk"


def test_nothing_is_acknowledged_that_the_disk_did_not_take(
    table: SimulatedTable, tmp_path: Path, programs: list[HallProgram], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_lines: object) -> None:
        raise OSError(28, "No space left on device")

    client = WatchedClient()
    filled, other = program(tmp_path / "filled", programs), program(tmp_path / "other", programs)
    monkeypatch.setattr(filled._log, "add", full)

    async def takes(found: HallProgram) -> None:
        found._client = cast("aiomqtt.Client", client)
        await taken(found, table.published.values())
        writing = asyncio.ensure_future(found._write_always())
        while not (client.sent or writing.done()):
            await asyncio.sleep(0)
        writing.cancel()
        await writing

    with pytest.raises(OSError, match="No space"):
        asyncio.run(takes(filled))
    assert not client.sent
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(takes(other))
    assert [*client.sent] == ["command-table/hall/main/ack/table-1"]


@pytest.mark.usefixtures("table")
def test_pairings_and_clock_are_read_again_when_they_change(tmp_path: Path, programs: list[HallProgram]) -> None:
    found = program(tmp_path, programs)
    assert (found.hall.pairings, found.hall.clock) == ((), None)
    (tmp_path / PAIRINGS).write_text("round,table,blue,red\n1,table-1,Ann,Bob\n", "utf-8")
    (tmp_path / CLOCK).write_bytes(msgspec.json.encode(RoundClock(1, 600.0, 940.0, runs=True)))
    found._look()
    assert found.hall.view(5.0).results[0].blue_player == "Ann"
    assert found.hall.clock == HallClock(0, 540, True, 1)
    os.utime(tmp_path / PAIRINGS, (1, 1))
    (tmp_path / PAIRINGS).write_text("round,table,blue,red\n1,table-1,Eve,Bob\n", "utf-8")
    (tmp_path / CLOCK).unlink()
    found._look()
    assert found.hall.view(5.0).results[0].blue_player == "Eve"
    assert found.hall.clock is None


@pytest.mark.usefixtures("table")
def test_pairings_that_cannot_be_read_leave_the_earlier_ones(tmp_path: Path, programs: list[HallProgram]) -> None:
    """Else the desk wrote those of the next round alone."""
    found, path = program(tmp_path, programs), tmp_path / PAIRINGS
    path.write_text("round,table,blue,red\n1,table-1,Ann,Bob\n", "utf-8")
    found._look()
    path.unlink()
    path.mkdir()
    found._look()
    assert found.hall.view(5.0).results[0].blue_player == "Ann"
    path.rmdir()
    found._look()
    assert found.hall.pairings == ()


@pytest.mark.parametrize("name", [PAIRINGS, CLOCK])
def test_a_pipe_or_an_endless_device_in_the_folder_is_no_file_and_is_reported_once(
    tmp_path: Path, programs: list[HallProgram], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    os.mkfifo(tmp_path / name)
    found = program(tmp_path, programs)
    found._look()
    assert [each.getMessage().partition(":")[0] for each in caplog.records] == [f"{name} is not read"]
    (tmp_path / name).unlink()
    (tmp_path / name).symlink_to("/dev/zero")
    found._look()
    assert found.hall.view(5.0).clock is None


@pytest.mark.parametrize("content", [b"hall = " + b"[" * 5000, b"hall" + b".a" * 20_000 + b" = 1", b"hall = '\xff'"])
def test_settings_that_are_none_are_reported_as_such(tmp_path: Path, content: bytes) -> None:
    (tmp_path / SETTINGS).write_bytes(content)
    with pytest.raises(ValueError, match=rf"^{SETTINGS}: ."):
        read_settings(tmp_path)
