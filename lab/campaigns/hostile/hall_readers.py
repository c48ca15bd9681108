"""The readers of a hall and of a table's outbox: files in their folders, and messages of the broker."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from lab.campaigns.hall.simulated import EventChain
from lab.campaigns.hostile.file_reader import Dialect, FileOutcome, FileReader, called, refused
from lab.temporary_folder import temporary_folder
from table.network.broker import BrokerAccess
from table.network.hall.organiser import exports, judge_calls, pairings, round_clock
from table.network.hall.organiser.folder import SETTINGS, read_settings
from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.hall_log import FILE, HallLog, lines_of
from table.network.hall.outbox.outbox_program import OutboxNames, OutboxProgram
from table.network.hall.outbox.outbox_store import OutboxStore
from table.network.hall.wire.messages import (
    VERSION,
    Acknowledgement,
    Ask,
    AskKind,
    HallOnline,
    TableOnline,
    TableState,
    event_line,
    first_link,
    next_link,
)
from table.network.hall.wire.topics import ack_topic, ask_topic, hall_topic
from table.records.verify.file import links_of
from table.rules.errors import ProgramError
from table.rules.match.events import MatchEnd
from table.view.hall_events import HallEvent, JudgeHasTable, LineTold, MatchBegan, MatchOver, MatchRecord, PointsStand
from table.words.brought_file import content_of

TABLE, EPOCH, HALL_NAME, MATCH = "table-1", "one", "main", "m1"
NOW_S = 1.0
PAIRINGS = (
    b"round,table,blue,red\n1,table-1,Ada,Grace\n2,table-1,Edsger,Barbara\n",
    "Round;Table;Blue;Red\r\n1;table-1;J\xf6rg;Zo\xeb\r\n".encode("cp1252"),
    "round\ttable\tblue\tred\r1\ttable-1\tAda\tGrace\r".encode("utf-16"),
)
EVENTS: tuple[HallEvent, ...] = (
    MatchBegan(MATCH, "skirmish", "Left", "Right"),
    LineTold(MATCH, 1, {"en": "Blue has the initiative", "de": "Blau hat die Initiative"}),
    PointsStand(MATCH, 1, 3, 2),
    JudgeHasTable(True),
    MatchOver(MATCH, MatchEnd.FINISHED, None, "", 3, 3, "0" * 64),
    MatchRecord(MATCH, '{"a": 1}\n'),
)


class UnpublishableError(ProgramError, ValueError):
    """A hall or an outbox cannot publish what it has accepted."""


def hall_readers() -> Iterator[FileReader]:
    clock = b'{"round":2,"left_s":5400.0,"set_s":1790000000.0,"runs":true}'
    yield FileReader("hall.settings", Dialect.TOML, (b'hall = "club"\nport = 8883\n',), _settings)
    yield FileReader("hall.pairings", Dialect.TEXT, PAIRINGS, _pairings)
    yield FileReader("hall.clock", Dialect.JSON, (clock,), _clock)
    call = msgspec.json.encode(judge_calls.JudgeCall("k1", TABLE, NOW_S)) + b"\n"
    yield FileReader("hall.judge_calls", Dialect.TEXT, (call,), _judge_calls)
    yield FileReader("hall.log", Dialect.SQLITE, (_filled_log(),), _log)
    bodies = tuple(msgspec.json.encode(event) for event in EVENTS)
    yield FileReader("hall.event", Dialect.JSON, bodies, _event, places=False)
    yield FileReader("hall.message", Dialect.JSON, tuple(_lines())[:1], _message, places=False)
    state = TableState(VERSION, EPOCH, 0, there=True, lives=True, round=1, rounds=3, phase={"en": "Orders"})
    yield FileReader("hall.state", Dialect.JSON, (msgspec.json.encode(state),), _state, places=False)
    online = TableOnline(VERSION, EPOCH, online=True)
    yield FileReader("hall.online", Dialect.JSON, (msgspec.json.encode(online),), _online, places=False)
    yield FileReader("outbox.store", Dialect.SQLITE, (_store(),), _outbox)
    ask = msgspec.json.encode(Ask(VERSION, "k1", AskKind.REBIRTH, EPOCH, 0))
    yield FileReader("outbox.ask", Dialect.JSON, (ask,), _received_by(ask_topic(TABLE)), places=False)
    ack = msgspec.json.encode(Acknowledgement(VERSION, EPOCH, 1))
    yield FileReader("outbox.ack", Dialect.JSON, (ack,), _received_by(ack_topic(HALL_NAME, TABLE)), places=False)
    hall = msgspec.json.encode(HallOnline(VERSION, "run1", online=True))
    yield FileReader("outbox.hall", Dialect.JSON, (hall,), _received_by(hall_topic(HALL_NAME)), places=False)


def _settings(path: Path) -> FileOutcome:
    called(path, SETTINGS)
    try:
        read_settings(path.parent)
    except (OSError, ValueError) as error:
        return refused(error)
    return FileOutcome(True)


def _pairings(path: Path) -> FileOutcome:
    try:
        found, wrong = pairings.read_pairings(content_of(path, pairings.MOST_BYTES))
    except OSError as error:
        return refused(error)
    hall = Hall(links_of)
    hall.pairings = found
    _shown(hall)
    return FileOutcome(bool(found) and not wrong, tuple(f"{each.line}: {each.what}" for each in wrong))


def _clock(path: Path) -> FileOutcome:
    try:
        clock = round_clock.read_clock(content_of(path, round_clock.MOST_BYTES))
    except OSError as error:
        return refused(error)
    hall = Hall(links_of)
    hall.clock = None if clock is None else clock.shown(NOW_S, 0)
    _shown(hall)
    return FileOutcome(clock is not None)


def _judge_calls(path: Path) -> FileOutcome:
    try:
        calls = judge_calls.calls_in(content_of(path, judge_calls.MOST_BYTES))
    except OSError as error:
        return refused(error)
    return FileOutcome(any(call.table == TABLE for call in calls))


def _log(path: Path) -> FileOutcome:
    """Open the log as the hall does at its start, read all lines, and add one."""
    called(path, FILE)
    hall = Hall(links_of)
    try:
        with closing(HallLog(path.parent)) as log:
            for line in lines_of(path.parent):
                hall.remembers(line)
            log.add([b"{}"])
    except OSError as error:
        return refused(error)
    _shown(hall)
    return FileOutcome(hall.damaged == 0)


def _event(path: Path) -> FileOutcome:
    """Give the hall this content as a table's first event, with a correct link of the chain."""
    body = path.read_bytes()
    if b"\n" in body:
        return FileOutcome(False)
    link = next_link(first_link(TABLE, EPOCH), body)
    return _accepted(event_line(TABLE, EPOCH, 1, link, body))


def _message(path: Path) -> FileOutcome:
    return _accepted(path.read_bytes())


def _accepted(line: bytes) -> FileOutcome:
    hall = Hall(links_of)
    taken = hall.event(TABLE, line, NOW_S)
    _shown(hall)
    again = Hall(links_of)
    if taken.line:
        again.remembers(taken.line)
        _shown(again)
    return FileOutcome(bool(taken.line) and again.damaged == 0)


def _state(path: Path) -> FileOutcome:
    hall = Hall(links_of)
    hall.state(TABLE, path.read_bytes(), NOW_S, 0, kept=True)
    _shown(hall)
    return FileOutcome(TABLE in hall.tables)


def _online(path: Path) -> FileOutcome:
    hall = Hall(links_of)
    taken = hall.online(TABLE, path.read_bytes(), NOW_S, kept=True)
    _shown(hall)
    return FileOutcome(taken.ack is not None)


def _shown(hall: Hall) -> None:
    """Encode everything that the hall knows, as its page and its files do. Raises UnpublishableError."""
    view = hall.view(NOW_S)
    try:
        msgspec.json.encode(view)
        exports.as_json(view.results)
        exports.as_csv(view.results).encode()
    except (OverflowError, ValueError) as error:
        raise UnpublishableError(str(error)) from error


def _outbox(path: Path) -> FileOutcome:
    """Open a table's outbox, add an event, and open it again."""
    try:
        with closing(OutboxStore(path, TABLE, lambda: "new")) as store:
            read = store.epoch == EPOCH
            store.add([EVENTS[0]])
            last = store.last
        with closing(OutboxStore(path, TABLE, lambda: "newer")) as store:
            if store.last != last:
                raise UnpublishableError("an outbox has lost what it had")
    except OSError as error:
        return refused(error)
    return FileOutcome(read)


def _received_by(topic: str) -> Callable[[Path], FileOutcome]:
    def read(path: Path) -> FileOutcome:
        payload = path.read_bytes()
        place = path.with_name("outbox")
        with closing(OutboxStore(place, TABLE, lambda: EPOCH)) as store:
            store.add(EVENTS[:2])
            access = BrokerAccess("127.0.0.1", 1883, TABLE, "")
            outbox = OutboxProgram(OutboxNames(TABLE, HALL_NAME), access, store, path.parent, lambda: NOW_S)
            outbox.receive(topic, payload)
            outbox.sender.due(NOW_S)
        return FileOutcome(True)

    return read


def _lines() -> Iterator[bytes]:
    chain = EventChain(TABLE, EPOCH)
    yield from map(chain.line, EVENTS)


def _filled_log() -> bytes:
    with temporary_folder() as folder:
        with closing(HallLog(folder)) as log:
            log.add(_lines())
        return (folder / FILE).read_bytes()


def _store() -> bytes:
    with temporary_folder() as folder:
        place = folder / "outbox"
        with closing(OutboxStore(place, TABLE, lambda: EPOCH)) as store:
            store.add(EVENTS)
            store.acknowledge(2)
        return place.read_bytes()
