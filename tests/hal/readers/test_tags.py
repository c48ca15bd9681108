"""Commands to tags, and the table's record on them: written, found, torn, refused."""

import random
from collections.abc import Callable

import ndef
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hal.events import TagPlaced
from hal.readers import classic, type2
from hal.readers.errors import GarbledError, NoAnswerError, ReaderError, RefusedError, TagError
from hal.readers.record import RECORD_TYPE, found_in, message, read_record, write_record
from sim_hardware.nfc import Noise
from sim_hardware.nfc.tags import (
    MF0UL11,
    MF0UL21,
    NTAG213,
    NTAG215,
    NTAG216,
    ULTRALIGHT,
    Classic,
    Ntag,
    Type2,
    Ultralight,
)
from tests.hal.readers.table import BLUE, Table, tag_of

UID = bytes.fromhex("04A1B2C3D4E5F6")
RECORD = bytes(range(0xA0, 0xB0))
TYPE2S = [
    lambda: Ntag(UID, NTAG213),
    lambda: Ntag(UID, NTAG215),
    lambda: Ntag(UID, NTAG216),
    lambda: Ultralight(UID, MF0UL11),
    lambda: Ultralight(UID, MF0UL21),
    lambda: Ultralight(UID, ULTRALIGHT),
]


def with_tag(tag: Type2 | Classic) -> Table:
    table = Table(BLUE).settled()
    table.world.lay(BLUE, tag)
    table.poll(4)
    return table


def written(table: Table, record: bytes = RECORD) -> None:
    reader = table.readers.reader(BLUE)
    transport, _ = reader.select(UID)
    try:
        write_record(transport, record)
    finally:
        reader.release()


def placed_again(table: Table, tag: Type2 | Classic) -> bytes | None:
    """The record that is reported when the tag is laid again."""
    table.world.lift(BLUE, tag)
    table.poll(8)
    table.world.lay(BLUE, tag)
    return tag_of(table.until(lambda event: isinstance(event, TagPlaced), within=8)).record


def test_the_record_is_what_ndeflib_writes() -> None:
    record = ndef.Record(f"urn:nfc:ext:{RECORD_TYPE}", "", RECORD)
    assert message(RECORD) == b"".join(ndef.message_encoder([record]))
    (back,) = ndef.message_decoder(message(RECORD))
    assert back.data == RECORD


@pytest.mark.slow
@pytest.mark.parametrize("make", TYPE2S)
def test_a_record_is_written_and_comes_with_the_tag(make: Callable[[], Type2]) -> None:
    tag = make()
    table = with_tag(tag)
    assert table.readers.reader(BLUE).record(UID) is None
    written(table)
    assert table.poll(10) == []
    assert placed_again(table, tag) == RECORD
    written(table, bytes(16))
    assert placed_again(table, tag) == bytes(16)


@pytest.mark.parametrize("seed", range(6))
def test_a_card_that_is_lifted_in_mid_write_is_never_half_trusted(seed: int) -> None:
    chance = random.Random(seed)
    tag = Ntag(UID, NTAG213, chance)
    table = with_tag(tag)
    written(table)
    reader = table.readers.reader(BLUE)
    transport, _ = reader.select(UID)
    table.clock.after(chance.randrange(5_000_000, 45_000_000), lambda: table.world.fields[BLUE].lift(tag))
    with pytest.raises((NoAnswerError, GarbledError)):
        write_record(transport, bytes(16))
    assert found_in(b"".join(tag.memory[page] for page in range(4, 16))) in (RECORD, bytes(16), None)
    reader.release()
    table.poll(8)
    table.world.lay(BLUE, tag)
    assert tag_of(table.until(lambda event: isinstance(event, TagPlaced), within=8)).record in (RECORD, bytes(16), None)
    written(table)
    assert placed_again(table, tag) == RECORD


def refused(tag: Type2) -> str:
    with pytest.raises(TagError) as caught:
        written(with_tag(tag))
    return caught.value.reason


def test_a_tag_that_cannot_take_a_record_gives_the_reason() -> None:
    locked, read_only, protected, foreign, tiny = (Ntag(UID, NTAG213) for _ in range(5))
    locked.memory.load(2, bytes([0, 0, 0xF0, 0xFF]))
    read_only.memory.load(3, bytes([0xE1, 0x10, 0x12, 0x0F]))
    protected.memory.load(0x29, bytes([4, 0, 0, 4]))
    foreign.memory.load(3, bytes([0x12, 0x34, 0x56, 0x78]))
    tiny.memory.load(3, bytes([0xE1, 0x10, 0x02, 0x00]))
    assert [refused(tag) for tag in (locked, read_only, protected, foreign, tiny)] == [
        "locked",
        "locked",
        "protected",
        "format",
        "small",
    ]


def test_a_tag_whose_memory_cannot_be_read_serves_by_its_uid() -> None:
    hidden = Ntag(UID, NTAG213)
    hidden.memory.load(0x2A, bytes([0x80, 0, 0, 0]))
    hidden.memory.load(0x29, bytes([4, 0, 0, 4]))
    table = with_tag(hidden)
    assert placed_again(table, hidden) is None
    assert table.poll(20) == []


@pytest.mark.parametrize("uid", [bytes.fromhex("DEADBEEF"), UID])
def test_a_classic_with_unknown_keys_serves_by_its_uid(uid: bytes) -> None:
    card = Classic(uid)
    card.memory.load(7, bytes.fromhex("123456789ABC FF078069 123456789ABC"))
    table = with_tag(card)
    assert placed_again(table, card) is None
    reader = table.rc522(BLUE)
    transport, sak = reader.select(uid)
    assert sak in classic.SAKS
    assert not classic.authenticate(transport, uid, 4)
    transport, _ = reader.select(uid)
    assert classic.authenticate(transport, uid, 8)
    classic.write(transport, 8, RECORD)
    assert classic.read(transport, 8) == RECORD
    with pytest.raises(RefusedError):
        classic.read(transport, 4)
    transport.end_session()
    reader.release()
    assert table.poll(20) == []


def test_all_the_commands_of_a_tag() -> None:
    tag = Ntag(UID, NTAG213)
    tag.memory.load(0x2A, bytes([0x10, 0, 0, 0]))
    tag.memory.load(0x2B, bytes.fromhex("1122334455660000"))
    table = with_tag(tag)
    transport, sak = table.readers.reader(BLUE).select(UID)
    assert sak == type2.SAK
    assert type2.get_version(transport) == bytes.fromhex("0004040201000F03")
    assert type2.read(transport, 3)[:4] == bytes.fromhex("E1101200")
    assert type2.fast_read(transport, 0, 40) == b"".join(tag.memory[page] for page in range(41))
    type2.write(transport, 20, b"abcd")
    assert type2.read(transport, 20)[:4] == b"abcd"
    assert type2.read_counter(transport) == 1
    assert len(type2.read_signature(transport)) == 32
    assert type2.authenticate(transport, bytes.fromhex("11223344")) == bytes.fromhex("5566")
    with pytest.raises(RefusedError) as caught:
        type2.authenticate(transport, bytes(4))
    assert caught.value.code == 0


@pytest.mark.parametrize("speed_hz", [250_000, 1_000_000, 10_000_000])
def test_a_long_read_at_any_bus_speed(speed_hz: int) -> None:
    table = Table(BLUE, speed_hz=speed_hz).settled()
    tag = Ntag(UID, NTAG216)
    table.world.lay(BLUE, tag)
    table.poll(4)
    transport, _ = table.readers.reader(BLUE).select(UID)
    assert type2.fast_read(transport, 0, 225) == b"".join(tag.memory[page] for page in range(226))


@given(memory=st.binary(max_size=60))
def test_whatever_a_tag_holds_only_our_own_record_is_found(memory: bytes) -> None:
    found = found_in(memory)
    assert found is None or message(found) in memory


@given(before=st.binary(max_size=8), record=st.binary(min_size=16, max_size=16), cut=st.integers(0, 40))
@pytest.mark.slow
def test_a_record_that_is_cut_off_is_none(before: bytes, record: bytes, cut: int) -> None:
    body = message(record)
    whole = b"\x00" * len(before) + bytes([3, len(body)]) + body
    assert found_in(whole) == record
    assert found_in(whole[: len(whole) - 1 - cut % len(whole)]) is None


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(memory=st.binary(min_size=180, max_size=180), seed=st.integers(0, 2**16))
def test_fuzzed_memory_and_replies_raise_our_own_errors_alone_and_end(memory: bytes, seed: int) -> None:
    tag = Ntag(UID, NTAG213)
    tag.memory.load(2, memory[8:180])
    table = with_tag(tag)
    table.world.fields[BLUE].noise = Noise(lost=0.15, mangled=0.25, misread=0.05)
    reader = table.readers.reader(BLUE)
    chance = random.Random(seed)
    for _ in range(4):
        try:
            transport, _sak = reader.select(UID)
            chance.choice((read_record, lambda t: write_record(t, RECORD), lambda t: type2.fast_read(t, 0, 44)))(
                transport
            )
        except ReaderError:
            pass
        finally:
            reader.release()
        table.poll(2)
