"""The readers of a match at two tables: what a relay, or the other table, can put on the line."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from lab.campaigns.hostile.file_reader import Dialect, FileOutcome, FileReader, refused
from lab.campaigns.two_tables.bad_line import CALM, TwoTables, sampled
from lab.systems import all_rule_sets
from table.network.far.route import RouteError, way_of
from table.records.two_tables.canonical import NotCanonicalError, canonical, read_message
from table.records.two_tables.paired_side import PAIRING, padded
from table.records.two_tables.statements import (
    PairMessage,
    SentBatch,
    SentHead,
    SentSignature,
    SentStatement,
    SideStop,
    Statement,
    StatementKind,
    StopReason,
)
from table.rules.seats import BLUE, RED
from table.view.far_frames import FarRoute

GAME = "legion_2024"


def far_readers() -> Iterator[FileReader]:
    route = FarRoute(url="mqtts://relay.example", topic="0" * 32, seat="red")
    yield FileReader("far.note", Dialect.JSON, (msgspec.json.encode(route),), _note, places=False)
    commitment = canonical({"commitment": "0" * 64, "type": "SentCommitment"})
    yield FileReader("far.pairing", Dialect.JSON, (commitment,), _pairing, places=False)
    yield FileReader("far.message", Dialect.JSON, tuple(_messages()), _message, places=False)


def _tables() -> TwoTables:
    """Return two tables without a frame on their line yet."""
    rule_set = next(each for each in all_rule_sets() if each.game.system == GAME)
    return TwoTables(sampled(rule_set), 1, 0, CALM)


def _paired() -> TwoTables:
    tables = _tables()
    tables.plays_until_locks()
    return tables


def _messages() -> Iterator[bytes]:
    blue = _paired().peer(BLUE)
    last = blue.log[-1]
    for each in (SentHead(True, last.hash, len(blue.log)), SentBatch(last), SentSignature(1, blue.log[0].red)):
        yield canonical(each)
    stop = canonical(SideStop(last.hash, blue.match, len(blue.log), BLUE, StopReason.TWO_HASHES))
    yield canonical(SentStatement(Statement(stop.decode(), StatementKind.STOP, last.blue)))


def _note(path: Path) -> FileOutcome:
    try:
        return FileOutcome(way_of(path.read_bytes()) is not None)
    except RouteError as error:
        return refused(error)


def _pairing(path: Path) -> FileOutcome:
    tables = _tables()
    tables.step()
    blue = tables.sides[BLUE]
    if blue is None:
        return FileOutcome(False)
    blue.receive(PAIRING + padded(path.read_bytes()), 0)
    return FileOutcome(bool(blue.frames(0)))


def _message(path: Path) -> FileOutcome:
    """Give a paired table arbitrary content that the other one could have sealed."""
    peer = _paired().peer(RED)
    try:
        peer.receive(read_message(path.read_bytes(), PairMessage))
    except NotCanonicalError as error:
        return refused(error)
    return FileOutcome(True)
