"""Tags answering together, bit by bit, as the FIFO and CollReg show it."""

import pytest

from sim_hardware.clock import MS
from sim_hardware.nfc.crc import with_crc_a
from sim_hardware.nfc.mfrc522.registers import Reg
from sim_hardware.nfc.tags import Ntag
from tests.sim_hardware.nfc.registers import Bench

ONE = bytes.fromhex("04A1B2C3D4E5F6")


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.start()
    bench.write(Reg.COLL, 0x00)
    return bench


def test_both_cascade_levels_give_the_whole_uid(bench: Bench) -> None:
    bench.lay(Ntag(ONE))
    assert bench.transceive(b"\x52", 7) == b"\x44\x00"
    first = bench.transceive(b"\x93\x20")
    assert first == bytes.fromhex("8804A1B2") + bytes([0x88 ^ 0x04 ^ 0xA1 ^ 0xB2])
    assert bench.transceive(with_crc_a(b"\x93\x70" + first)) == with_crc_a(b"\x04")
    second = bench.transceive(b"\x95\x20")
    assert second[:4] == ONE[3:]
    assert bench.transceive(with_crc_a(b"\x95\x70" + second)) == with_crc_a(b"\x00")


def test_the_first_differing_bit_is_reported_and_what_follows_reads_as_zeros(bench: Bench) -> None:
    bench.lay(Ntag(ONE), Ntag(bytes.fromhex("04A1B3C3D4E5F6")))
    bench.transceive(b"\x52", 7)
    uid = bench.transceive(b"\x93\x20")
    assert bench.read(Reg.ERROR) == 0x08
    assert bench.read(Reg.COLL) == 25  # the first bit of the fourth byte
    assert uid == bytes.fromhex("8804A10000")


def test_the_rest_of_a_split_byte_lands_behind_its_alignment(bench: Bench) -> None:
    bench.lay(Ntag(ONE), Ntag(bytes.fromhex("04A1B3C3D4E5F6")))
    bench.transceive(b"\x52", 7)
    bench.transceive(b"\x93\x20")
    rest = bench.transceive(bytes.fromhex("93518804A101"), 0x11)
    assert rest == bytes([0xB3 & 0xFE, 0x88 ^ 0x04 ^ 0xA1 ^ 0xB3])
    assert bench.read(Reg.ERROR) == 0
    assert bench.read(Reg.CONTROL) & 0x07 == 0


def test_the_32nd_bit_is_position_0(bench: Bench) -> None:
    bench.lay(Ntag(ONE), Ntag(bytes.fromhex("04A132C3D4E5F6")))
    bench.transceive(b"\x52", 7)
    bench.transceive(b"\x93\x20")
    assert bench.read(Reg.COLL) == 0


def test_a_tag_that_is_not_meant_falls_back_to_idle_and_a_halted_one_receives_wupa_alone(bench: Bench) -> None:
    tag, other = Ntag(ONE), Ntag(bytes.fromhex("04A1B3C3D4E5F6"))
    bench.lay(tag, other)
    bench.transceive(b"\x52", 7)
    level = bytes.fromhex("8804A1B2") + bytes([0x88 ^ 0x04 ^ 0xA1 ^ 0xB2])
    bench.transceive(with_crc_a(b"\x93\x70" + level))
    assert (tag.state.value, other.state.value) == ("ready", "idle")
    bench.transceive(b"\x95\x20")
    second = ONE[3:] + bytes([0xC3 ^ 0xD4 ^ 0xE5 ^ 0xF6])
    bench.transceive(with_crc_a(b"\x95\x70" + second))
    assert bench.transceive(with_crc_a(b"\x50\x00")) == b""
    assert tag.state.value == "halt"
    bench.field.lift(other)
    assert bench.transceive(b"\x26", 7) == b""
    assert bench.transceive(b"\x52", 7) == b"\x44\x00"


def test_an_unexpected_wake_in_ready_silences_a_tag_for_once(bench: Bench) -> None:
    bench.lay(Ntag(ONE))
    answers = [bench.transceive(b"\x52", 7) for _ in range(4)]
    assert answers == [b"\x44\x00", b"", b"\x44\x00", b""]


def test_the_field_going_off_makes_a_tag_forget(bench: Bench) -> None:
    tag = Ntag(ONE)
    bench.lay(tag)
    bench.transceive(b"\x52", 7)
    bench.write(Reg.TX_CONTROL, 0x80)
    assert tag.state.value == "off"
    bench.field.startup_ns = 5 * MS  # the longest that ISO 14443-3 permits
    bench.write(Reg.TX_CONTROL, 0x83)
    assert bench.transceive(b"\x26", 7, wait_ns=5 * MS) == b""  # not awake yet
    assert bench.transceive(b"\x26", 7) == b"\x44\x00"
