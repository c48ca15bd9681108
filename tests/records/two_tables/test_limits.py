"""Whatever a hostile side signs, the honest one can start again, and its file can be read by others."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace as with_value
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from lab.campaigns.two_tables.bad_line import CALM, TwoTables
from lab.campaigns.two_tables.liars import side_of
from table.records.two_tables.canonical import NotCanonicalError, canonical, from_canonical, read_message
from table.records.two_tables.pair_file import read_pair_file
from table.records.two_tables.pair_rules import PairRules
from table.records.two_tables.paired_side import GREETING, MOST_SESSIONS, PairedSide, SealedLine, padded
from table.records.two_tables.peer import TwoTablesPeer
from table.records.two_tables.peer_values import OwnSide, PairedKeys
from table.records.two_tables.statements import (
    HeldBatch,
    Lie,
    PairBatch,
    PairMessage,
    SentBatch,
    SentCommitment,
    SentHead,
    SentSignature,
    SentStatement,
    SideOffer,
    Statement,
    StatementKind,
    batch_hash,
    has_room,
    offer_commitment,
)
from table.rules.commands import Answer
from table.rules.seats import BLUE, RED, SEATS, Seat
from tests.records.two_tables.conftest import QuietTables, legion

KIB = 1024
SIZES = {
    StatementKind.BATCH: 192 * KIB,
    StatementKind.PROPOSAL: 128 * KIB,
    StatementKind.OFFER: 32 * KIB,
    StatementKind.OPENING: 16 * KIB,
    StatementKind.PART: 16 * KIB,
    StatementKind.STOP: 16 * KIB,
}
"""The limits of the protocol's page."""


def signed(peer: TwoTablesPeer, batch: PairBatch) -> SentBatch:
    body = canonical(batch)
    return SentBatch(HeldBatch(body.decode(), peer._keys.signing.sign("batch", bytes.fromhex(batch_hash(body)))))


def filled(made: Callable[[str], SentBatch | SentStatement], size: int) -> PairMessage:
    """Return the message with a body of this many bytes."""
    sent = made("")
    body = sent.batch.body if isinstance(sent, SentBatch) else sent.statement.body
    return made("x" * (size - len(body.encode())))


def next_batch(peer: TwoTablesPeer, pad: str) -> SentBatch:
    last = from_canonical(peer.log[-1].body.encode(), PairBatch)
    batch = replace(last, number=len(peer.log) + 1, last=peer.log[-1].hash, seat=BLUE, proposal="")
    return signed(peer, replace(batch, command={"type": pad}))


@pytest.mark.parametrize("number", [0, -1, -1000])
def test_a_batch_of_no_number_is_dropped(tables: QuietTables, number: int) -> None:
    blue, red = tables.peer(BLUE), tables.peer(RED)
    last = from_canonical(blue.log[-1].body.encode(), PairBatch)
    red.receive(signed(blue, replace(last, number=number)))
    assert (red.replies(), red.over) == ((), False)


@pytest.mark.parametrize(
    "message",
    [
        SentHead(True, "", -1),
        SentSignature(0, ""),
        SentCommitment("0" * 63),
        {"ask": True, "head": "", "number": 0, "type": "SentHead", "more": 1},
    ],
)
def test_a_message_with_another_number_or_field_is_none(message: object) -> None:
    with pytest.raises(NotCanonicalError):
        read_message(canonical(message), PairMessage)


def test_a_stop_before_the_first_batch_is_none(tables: QuietTables) -> None:
    blue, red = tables.peer(BLUE), tables.sides[RED]
    assert red is not None
    assert red.peer is not None
    body = canonical({"head": "", "match": blue.match, "number": -7, "seat": "blue", "why": "left"})
    stop = Statement(body.decode(), StatementKind.STOP, blue._keys.signing.sign("stop", body))
    frame = tables.sides[BLUE]._line.seal(canonical(SentStatement(stop)))  # type: ignore[union-attr]
    assert frame is not None
    red.receive(frame, tables.now_ms)
    assert (red.peer.stop, red.peer.their_stop) == (None, None)


def test_a_lie_of_the_largest_batch_is_proved_after_a_restart_and_in_the_file(tables: QuietTables) -> None:
    """Each byte of it is two in the proof."""
    blue = tables.peer(BLUE)
    made = partial(next_batch, blue)
    size = SIZES[StatementKind.BATCH]
    tables.peer(RED).receive(filled(made, size + 1))
    assert tables.peer(RED).lie is None, "it is too large"
    quotes = made('"' * ((size - len(made("").batch.body)) // 2))
    assert size - 2 < len(quotes.batch.body) <= size
    tables.peer(RED).receive(read_message(canonical(quotes), PairMessage))
    lie = tables.peer(RED).lie
    assert lie is not None
    assert lie.lie is Lie.ANOTHER_EVENT
    tables.sides[BLUE] = None
    tables._starts[BLUE] = tables.now_ms + 10**9
    tables.kill(RED)
    tables.settle()
    assert tables.peer(RED).lie == lie
    assert read_pair_file(tables.match_file(RED)).end.lie == lie


def test_two_batches_of_the_largest_size_fit_into_one_line_of_the_file(tables: QuietTables) -> None:
    blue, red = tables.peer(BLUE), tables.peer(RED)
    made = partial(next_batch, blue)
    size = SIZES[StatementKind.BATCH] - len(made("").batch.body)
    two = [made(mark + '"' * ((size - 2) // 2)).batch.of(BLUE) for mark in "ab"]
    red._prove(Lie.TWO_BATCHES, *two)
    end = read_pair_file(tables.match_file(RED)).end
    assert end.lie is not None
    assert [len(each.body) > SIZES[StatementKind.BATCH] - 4 for each in end.lie.statements] == [True, True]


def test_the_own_disk_is_read_whatever_its_size(tables: QuietTables) -> None:
    """A record of an earlier version may be larger than a message may be now."""
    red = tables.peer(RED)
    red._prove(Lie.ANOTHER_EVENT, next_batch(tables.peer(BLUE), "x" * 2048 * KIB).batch.of(BLUE))
    tables.kill(RED)
    tables.settle()
    assert tables.peer(RED).lie == red.lie


class Wordy(PairRules):
    """Decides a first batch with more events than a batch can have."""

    def begin(self, offers: Mapping[Seat, SideOffer], kind: type[Any]) -> PairBatch:
        return replace(super().begin(offers, kind), events=({"type": "x" * SIZES[StatementKind.BATCH]},))


class OfWordyGame(TwoTablesPeer):
    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.rules = Wordy(self.rules.match.game)


def test_a_first_batch_that_is_too_large_is_not_signed() -> None:
    tables = TwoTables(legion(), 3, 0, CALM, {BLUE: side_of(OfWordyGame)})
    for _ in range(80):
        tables.step()
    assert "batch 1" not in tables.disks[BLUE]
    assert tables.peer(BLUE).stop is not None


class WordyLater(PairRules):
    """Decides acts, or results of rolls, with more events than a batch can have."""

    of = "act"

    def act(self, *args: Any) -> PairBatch:
        return self._long(super().act(*args), "act")

    def rolled(self, *args: Any) -> PairBatch:
        return self._long(super().rolled(*args), "rolled")

    def _long(self, batch: PairBatch, made_by: str) -> PairBatch:
        long = made_by == self.of and (self.of == "rolled" or "match.end" in str(batch.command))
        return replace(batch, events=({"type": "x" * SIZES[StatementKind.BATCH]},)) if long else batch


@pytest.mark.parametrize("seat", SEATS)
def test_an_act_that_is_too_large_is_refused(tables: QuietTables, seat: Seat) -> None:
    peer = tables.peer(seat)
    peer.rules = WordyLater(peer.rules.match.game)
    prompt = next(each for each in peer.prompts if each.key == "match.end")
    refusal = peer.answer(prompt, Answer(seat, prompt.key, "concede"))
    assert refusal is not None
    assert refusal.why.key == "match.no_room"
    assert not peer.busy


class OfWordyResults(TwoTablesPeer):
    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.rules = WordyLater(self.rules.match.game)
        self.rules.of = "rolled"


@pytest.mark.slow
def test_a_result_that_is_too_large_stops_the_match_at_both_sides() -> None:
    made = {seat: side_of(OfWordyResults) for seat in SEATS}
    tables = TwoTables(legion(), 3, 200, CALM, made)
    tables.run()
    tables.waits(5_000)
    stops = [tables.peer(seat).stop for seat in SEATS]
    assert [stop and stop.why for stop in stops] == ["rolls", "rolls"]
    assert [stop and stop.answers for stop in stops] == [False, True]


@pytest.mark.parametrize("value", [[], {}, "", 0, {"": 0}])
def test_a_batch_of_more_than_16384_marks_is_dropped(tables: QuietTables, value: object) -> None:
    """Each mark begins a value, which costs time to check: a batch of the largest size could have 100,000."""
    blue, red = tables.peer(BLUE), tables.peer(RED)

    def made(*values: object) -> SentBatch:
        last = from_canonical(blue.log[-1].body.encode(), PairBatch)
        return signed(blue, replace(last, number=2, last=blue.log[-1].hash, command=None, events=values))

    def marks(sent: SentBatch) -> int:
        return sum(map(sent.batch.body.count, ",:[{"))

    values = [value] * 3000
    rest = 16_384 - marks(made(*values, ""))
    red.receive(made(*values, "," * (rest + 1)))
    assert red.lie is None, "marks in a text count, too"
    red.receive(made(*values, "," * rest))
    assert red.lie is not None


def test_a_proposal_with_room_has_room_with_its_signature_as_well() -> None:
    """Blue signs it then: a batch that red drops would be sent for ever."""

    def acts(marks: int) -> tuple[bool, bool]:
        act = PairBatch((), "0" * 64, "m", 2, RED, "0" * 64, command={"type": "," * marks})
        of = {StatementKind.PROPOSAL: act, StatementKind.BATCH: replace(act, proposal="0" * 128)}
        proposal, batch = (has_room(Statement(canonical(each).decode(), kind, "")) for kind, each in of.items())
        return proposal, batch

    marks = [acts(count) for count in range(16_350, 16_384)]
    assert set(marks) == {(True, True), (False, False)}


@pytest.mark.parametrize("kind", [StatementKind.OPENING, StatementKind.PART, StatementKind.STOP])
def test_a_statement_that_is_too_large_is_dropped(tables: QuietTables, kind: StatementKind) -> None:
    red, key = tables.peer(RED), tables.peer(BLUE)._keys
    body = canonical({"why": "x" * SIZES[kind]})
    red.receive(SentStatement(Statement(body.decode(), kind, key.signing.sign(kind, body))))
    assert (red.over, red.their_stop) == (False, None)


def test_a_message_of_more_than_512_kib_is_none() -> None:
    most = 512 * KIB
    message = canonical(SentBatch(HeldBatch("", "")))
    fits = canonical(SentBatch(HeldBatch("x" * (most - len(message)), "")))
    assert len(fits) == most
    read_message(fits, PairMessage)
    with pytest.raises(NotCanonicalError):
        read_message(canonical(SentBatch(HeldBatch("x" * (most - len(message) + 1), ""))), PairMessage)


def nested(levels: int) -> Any:
    deep: Any = 1
    for _ in range(levels):
        deep = [deep]
    return deep


def with_more(more: Mapping[str, Any]) -> type[TwoTablesPeer]:
    class Padded(TwoTablesPeer):
        def __init__(self, keys: PairedKeys, own: OwnSide, disk: Any) -> None:
            super().__init__(keys, own, disk)
            offer = self._offers[self.seat]
            offer = replace(offer, side={**offer.side, **more})
            self._offers[self.seat], self._offer = offer, self._stated(StatementKind.OFFER, offer)

    return Padded


@pytest.mark.parametrize("more", [{"zz": 1}, {"zz": nested(40)}, {"zz": '"' * 16 * KIB}])
@pytest.mark.parametrize("seat", SEATS)
def test_an_offer_with_a_field_too_many_is_signed_by_nobody(seat: Seat, more: Mapping[str, Any]) -> None:
    tables = TwoTables(legion(), 3, 0, CALM, {seat: side_of(with_more(more))})
    for _ in range(80):
        tables.step()
    honest = tables.peer(seat.opponent)
    assert honest.log == []
    assert "batch 1" not in tables.disks[seat.opponent]
    tables.kill(seat.opponent)
    for _ in range(80):
        tables.step()
    assert tables.peer(seat.opponent).log == []


@pytest.mark.parametrize(("size", "levels", "taken"), [(0, 1, True), (32 * KIB, 1, False), (0, 40, False)])
def test_an_offer_has_at_most_32_kib_and_32_levels(size: int, levels: int, taken: bool) -> None:
    tables = TwoTables(legion(), 3, 0, CALM)
    while not all(side is not None and side.peer is not None for side in tables.sides.values()):
        tables.step()
    red = tables.peer(RED)
    alone = TwoTablesPeer(tables.peer(BLUE)._keys, tables.sides[BLUE]._own, {})  # type: ignore[union-attr]
    offer: SideOffer = replace(red._offers[RED], side={"a": "x" * size, "b": nested(levels)})
    statement = red._stated(StatementKind.OFFER, offer)
    alone.receive(SentCommitment(offer_commitment(statement.body)))
    alone.receive(SentStatement(statement))
    assert (alone._their_offer is not None) is taken


def test_a_side_that_nobody_would_take_stops_with_its_own_player() -> None:
    tables = TwoTables(legion(), 3, 0, CALM)
    while not all(side is not None and side.peer is not None for side in tables.sides.values()):
        tables.step()
    own = tables.sides[BLUE]._own  # type: ignore[union-attr]
    assert not TwoTablesPeer(tables.peer(BLUE)._keys, own, {}).over
    assert TwoTablesPeer(tables.peer(BLUE)._keys, with_value(own, side={"army": "x" * 32 * KIB}), {}).over


def lines(count: int) -> tuple[PairedSide, list[bytes], SealedLine]:
    """Return blue's side on its line, so many greetings of red, and red's line of the last one."""
    tables = QuietTables(legion())
    blue = tables.sides[BLUE]
    assert blue is not None
    bytes_of = itertools.count(1)
    made = [
        SealedLine(tables.peer(RED)._keys, lambda size: next(bytes_of).to_bytes(size)) for _ in range(count)
    ]  # fmt: skip
    return blue, [GREETING + padded(each.greeting) for each in made], made[-1]


def test_a_side_keeps_no_more_than_eight_sessions_and_the_newest_greeting_works() -> None:
    blue, greetings, last = lines(40)
    line = blue._line
    assert line is not None
    keys = set()
    for greeting in greetings:
        blue.receive(greeting, 0)
        keys.add(line.greeting)
        assert len(line._sessions) <= MOST_SESSIONS == 8
    assert len(keys) > 1, "with a new line key, so that no counter is used twice"
    last.greet(line.greeting)
    frame = last.seal(canonical(SentHead(True, "", 0)))
    assert frame is not None
    blue.receive(frame, 77)
    assert blue.last_ms == 77


def test_no_pair_of_line_keys_begins_twice() -> None:
    blue, greetings, _ = lines(20)
    line, begun = blue._line, []
    assert line is not None
    for greeting in greetings * 3:
        before = set(line._sessions), line.greeting
        blue.receive(greeting, 0)
        fresh = set(line._sessions) - (before[0] if before[1] == line.greeting else set())
        begun += [(line.greeting, each) for each in fresh]
    assert len(set(begun)) == len(begun) >= 20
