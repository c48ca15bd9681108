"""NTAG21x and Ultralight EV1 as their data sheets have them: memory, locks, OTP, passwords, counters, torn writes."""

import random

import pytest

from sim_hardware.clock import MS
from sim_hardware.nfc.crc import with_crc_a
from sim_hardware.nfc.tags import (
    MF0UL11,
    MF0UL21,
    NTAG213,
    NTAG215,
    NTAG216,
    ULTRALIGHT,
    Model,
    Ntag,
    Type2,
    Ultralight,
)
from tests.sim_hardware.nfc.host import ACK, Host

UID = bytes.fromhex("04A1B2C3D4E5F6")


def host(model: Model = NTAG213) -> Host:
    return Host(Ntag(UID, model) if model.name.startswith("NTAG") else Ultralight(UID, model))


def as_bytes(answer: bytes | int | None) -> bytes:
    assert isinstance(answer, bytes)
    return answer


@pytest.mark.parametrize(
    ("model", "version"),
    [
        (NTAG213, "0004040201000F03"),
        (NTAG215, "0004040201001103"),
        (NTAG216, "0004040201001303"),
        (MF0UL11, "0004030101000B03"),
        (MF0UL21, "0004030101000E03"),
    ],
)
def test_get_version(model: Model, version: str) -> None:
    assert host(model).ask("60") == bytes.fromhex(version)


def test_the_first_generation_knows_no_version_and_falls_asleep_over_it() -> None:
    tag = host(ULTRALIGHT)
    assert tag.ask("60") == 0
    assert tag.tag.state.value == "idle"
    tag.select()
    assert tag.ask("3004") == bytes(16)
    tag.select()
    assert tag.ask("3A0406") == 0


def test_memory_at_delivery() -> None:
    memory = as_bytes(host().ask("3000"))
    assert memory[:9] == bytes.fromhex("04A1B2") + bytes([0x88 ^ 0x04 ^ 0xA1 ^ 0xB2]) + bytes.fromhex(
        "C3D4E5F6"
    ) + bytes([0xC3 ^ 0xD4 ^ 0xE5 ^ 0xF6])
    assert memory[10:] == bytes.fromhex("0000E1101200")


@pytest.mark.parametrize(
    ("model", "last"), [(NTAG213, 44), (NTAG215, 134), (NTAG216, 230), (MF0UL11, 19), (MF0UL21, 40)]
)
def test_read_rolls_over_at_the_end(model: Model, last: int) -> None:
    tag = host(model)
    rolled = as_bytes(tag.ask(bytes([0x30, last])))
    assert rolled[4:7] == UID[:3]
    assert tag.ask(bytes([0x30, last + 1])) == 0


def test_fast_read_takes_a_range_and_refuses_a_backward_one() -> None:
    tag = host()
    assert tag.ask("3A0305") == bytes.fromhex("E1101200 0103A00C 340300FE")
    assert tag.ask("3A0503") == 0


def test_a_page_is_written_and_a_nak_needs_a_new_selection() -> None:
    tag = host()
    assert tag.ask("A204 01020304") == ACK
    assert as_bytes(tag.ask("3004"))[:4] == bytes.fromhex("01020304")
    assert tag.ask("A22D 01020304") == 0
    assert tag.ask("3004") is None
    tag.select()
    assert tag.ask("A200 01020304") == 0  # the UID


def test_compatibility_write_takes_sixteen_bytes_and_writes_four() -> None:
    tag = host()
    assert tag.ask("A004") == ACK
    assert tag.ask(bytes(range(1, 17))) == ACK
    assert as_bytes(tag.ask("3004"))[:8] == bytes.fromhex("01020304 340300FE")


def test_a_wrong_crc_is_nak_1() -> None:
    tag = host()
    assert tag.transceive(with_crc_a(b"\x30\x04")[:-1] + b"\xff") == b"\x01"


def test_otp_bits_only_gain() -> None:
    tag = host(MF0UL11)
    tag.ask("A203 E1100600")
    tag.ask("A203 00000001")
    assert as_bytes(tag.ask("3003"))[:4] == bytes.fromhex("E1100601")


def test_static_locks_hold_pages_for_good() -> None:
    tag = host()
    assert tag.ask("A202 00001000") == ACK  # lock 0, bit 4: page 4
    tag.ask("A202 00000000")
    assert as_bytes(tag.ask("3002"))[2:4] == bytes.fromhex("1000")
    assert tag.ask("A204 01020304") == 0
    tag.select()
    assert tag.ask("A205 01020304") == ACK


def test_a_block_lock_holds_the_lock_bits_as_they_are() -> None:
    tag = host()
    tag.ask("A202 00000200")  # holds pages 4 to 9
    tag.ask("A202 0000F003")
    assert as_bytes(tag.ask("3002"))[2:4] == bytes.fromhex("0200")
    assert tag.ask("A204 01020304") == ACK


@pytest.mark.parametrize(("model", "page", "held"), [(NTAG213, 0x28, 17), (NTAG215, 0x82, 31), (MF0UL21, 0x24, 17)])
def test_dynamic_locks_hold_pages_from_16_on(model: Model, page: int, held: int) -> None:
    tag = host(model)
    assert tag.ask(bytes([0xA2, page, 1, 0, 0, 0])) == ACK
    assert as_bytes(tag.ask(bytes([0x30, page])))[:4] == bytes.fromhex("010000BD")
    assert tag.ask(bytes([0xA2, held, 1, 2, 3, 4])) == 0
    tag.select()
    assert tag.ask(bytes([0xA2, held + 1, 1, 2, 3, 4])) == ACK


def protected(prot: int = 0x80, limit: int = 0) -> Host:
    """An NTAG213 with password 11223344 and PACK 5566 from page 16 on."""
    tag = host()
    tag.ask("A22B 11223344")
    tag.ask("A22C 55660000")
    tag.ask(bytes([0xA2, 0x2A, prot | limit, 0, 0, 0]))
    tag.ask("A229 04000010")
    tag.power_cycle()
    return tag


def test_password_and_pack_never_read_back() -> None:
    tag = host()
    tag.ask("A22B 11223344")
    assert as_bytes(tag.ask("302B"))[:8] == bytes(8)


def test_a_password_guards_reading_and_writing_from_auth0_on() -> None:
    tag = protected()
    assert tag.ask("3010") == 0
    tag.select()
    assert as_bytes(tag.ask("300F"))[4:7] == UID[:3]  # rolls over before what is hidden
    assert tag.ask("A210 01020304") == 0
    tag.select()
    assert tag.ask("1B 11223344") == bytes.fromhex("5566")
    assert tag.ask("A210 01020304") == ACK
    assert as_bytes(tag.ask("3010"))[:4] == bytes.fromhex("01020304")
    tag.power_cycle()
    assert tag.ask("3010") == 0


def test_a_guard_of_writing_alone_lets_read() -> None:
    tag = protected(prot=0)
    assert tag.ask("3010") == bytes(16)
    assert tag.ask("A210 01020304") == 0


def test_too_many_wrong_passwords_close_the_tag_for_good() -> None:
    tag = protected(limit=3)
    for _ in range(3):
        assert tag.ask("1B 00000000") == 0
        tag.select()
    assert tag.ask("1B 11223344") == 4
    tag.power_cycle()
    assert tag.ask("1B 11223344") == 4


def test_settings_take_effect_with_the_next_power_and_not_before() -> None:
    """As a writer of all four pages needs it: AUTH0 first, then the access byte, the password and PACK."""
    tag = host()
    for page in ("A229 04000004", "A22A 80000000", "A22B 11223344", "A22C 55660000", "A210 01020304"):
        assert tag.ask(page) == ACK
    assert as_bytes(tag.ask("3010"))[:4] == bytes.fromhex("01020304")
    tag.select()
    assert tag.ask("A210 01020304") == ACK, "a selection is no power-up"
    tag.power_cycle()
    assert tag.ask("A210 01020304") == 0
    tag.select()
    assert tag.ask("3010") == 0
    tag.select()
    assert tag.ask("1B 11223344") == bytes.fromhex("5566")
    assert tag.ask("A229 040000FF") == ACK
    tag.select()
    assert tag.ask("3010") == 0, "nor is it open before the next power"
    tag.power_cycle()
    assert as_bytes(tag.ask("3010"))[:4] == bytes.fromhex("01020304")


def test_password_and_pack_take_effect_at_once() -> None:
    tag = protected()
    tag.ask("1B 11223344")
    tag.ask("A22B AABBCCDD")
    tag.ask("A22C 77880000")
    tag.select()
    assert tag.ask("1B 11223344") == 0
    tag.select()
    assert tag.ask("1B AABBCCDD") == bytes.fromhex("7788")


def test_settings_are_locked_from_the_next_power_on_for_good() -> None:
    tag = host()
    assert tag.ask("A22A 40000000") == ACK
    assert tag.ask("A229 04000008") == ACK
    tag.power_cycle()
    for page in ("A229 040000FF", "A22A 00000000"):
        assert tag.ask(page) == 0
        tag.select()
    assert as_bytes(tag.ask("3029"))[:4] == bytes.fromhex("04000008")
    assert tag.ask("1B FFFFFFFF") == bytes(2)
    assert tag.ask("A22B 11223344") == ACK, "the password is not locked"


def test_lock_bits_take_effect_at_once() -> None:
    tag = host()
    assert tag.ask("A202 00001000") == ACK
    assert tag.ask("A204 01020304") == 0


@pytest.mark.parametrize(("access", "reads"), [("10", True), ("18", False), ("00", False)])
def test_the_counter_is_read_where_it_is_on_and_behind_the_password_where_that_guards_it(
    access: str, reads: bool
) -> None:
    tag = host()
    tag.ask(f"A22A {access}000000")
    assert tag.ask("3902") == 0, "before the next power it is off"
    tag.power_cycle()
    tag.ask("3004")
    assert tag.ask("3902") == (bytes([1, 0, 0]) if reads else 0)
    if access == "18":
        tag.select()
        tag.ask("1B FFFFFFFF")
        assert tag.ask("3902") == bytes([1, 0, 0])


def test_an_ntag_counts_the_first_reading_after_power() -> None:
    tag = host()
    assert tag.ask("3902") == 0
    tag.select()
    tag.ask("A22A 10000000")
    tag.power_cycle()
    tag.ask("3004")
    tag.ask("3004")
    assert tag.ask("3902") == bytes([1, 0, 0])
    tag.power_cycle()
    tag.ask("3A0405")
    assert tag.ask("3902") == bytes([2, 0, 0])


def test_an_ultralight_counts_up_and_never_over() -> None:
    tag = host(MF0UL11)
    assert tag.ask("A501 FEFFFF00") == ACK
    assert tag.ask("3901") == bytes.fromhex("FEFFFF")
    assert tag.ask("A501 02000000") == 4
    tag.select()
    assert tag.ask("3901") == bytes.fromhex("FEFFFF")
    assert tag.ask("3E01") == b"\xbd"
    assert tag.ask("3903") == 0


def test_a_signature_has_32_bytes() -> None:
    assert len(as_bytes(host().ask("3C00"))) == 32


@pytest.mark.parametrize("seed", range(8))
def test_a_write_that_was_cut_leaves_the_old_the_new_or_neither_and_one_that_was_done_stays(seed: int) -> None:
    tag = Ntag(UID, NTAG213, random.Random(seed))
    bench = Host(tag)
    old, new = bytes(4), bytes.fromhex("0F0F0F0F")
    bench.ask("A205 00000000")
    bench.transceive(with_crc_a(b"\xa2\x05" + new), wait_ns=2 * MS)
    bench.field.lift(tag)
    for byte, was, to_be in zip(tag.memory[5], old, new, strict=True):
        assert byte in (was, to_be, was | to_be)
    bench.lay(tag)
    bench.select()
    bench.ask(b"\xa2\x05" + new)
    bench.field.lift(tag)
    assert tag.memory[5] == new


def test_read_of_page_0_in_ready_selects_and_of_another_page_puts_to_sleep() -> None:
    tag: Type2 = Ntag(UID)
    bench = Host(tag)
    bench.transceive(b"\x52", 7)  # unexpected in ACTIVE: asleep
    bench.transceive(b"\x52", 7)
    assert as_bytes(bench.ask("3000"))[:3] == UID[:3]
    assert tag.state.value == "active"
    bench.transceive(b"\x52", 7)
    bench.transceive(b"\x52", 7)
    assert bench.ask("3001") is None
    assert tag.state.value == "idle"
