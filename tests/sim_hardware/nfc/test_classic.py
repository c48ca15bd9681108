"""MIFARE Classic 1K as a host sees it through the chip: keys, access bits, values, and silence for whoever errs."""

import pytest

from sim_hardware.clock import MS
from sim_hardware.nfc.mfrc522.registers import Reg
from sim_hardware.nfc.noise import QUIET, Noise
from sim_hardware.nfc.tags import Classic, Ntag
from sim_hardware.nfc.tags.access import BLOCKS, TRAILERS, conditions
from sim_hardware.nfc.tags.mifare_classic import value_block
from sim_hardware.nfc.tags.tag_pages import PageMemory
from tests.sim_hardware.nfc.host import ACK, Host

SHORT, LONG = bytes.fromhex("DEADBEEF"), bytes.fromhex("04A1B2C3D4E5F6")
DATA = bytes(range(16))


def host(uid: bytes = SHORT) -> Host:
    return Host(Classic(uid))


def memory(card: Host) -> PageMemory:
    assert isinstance(card.tag, Classic)
    return card.tag.memory


@pytest.mark.parametrize("uid", [SHORT, LONG])
def test_it_is_selected_authenticated_read_and_written(uid: bytes) -> None:
    card = host(uid)
    assert card.select() == 0x08
    assert card.authenticate(8)
    assert card.ask("3008") == bytes(16)
    assert card.ask("A008") == ACK
    assert card.ask(DATA) == ACK
    assert card.ask("3008") == DATA
    assert card.authenticate(4, key_b=False)  # another sector, within the session
    assert card.ask("3004") == bytes(16)


def test_the_first_block_reports_who_it_is() -> None:
    card = host()
    card.authenticate(0)
    assert card.ask("3000") == (SHORT + bytes([0xDE ^ 0xAD ^ 0xBE ^ 0xEF, 0x08, 0x04, 0x00])).ljust(16, b"\0")
    assert card.ask("A000") == 4


def test_a_wrong_key_is_silence_until_the_next_selection() -> None:
    card = host()
    assert not card.authenticate(8, "00" * 6)
    assert card.tag.state.value == "idle"
    assert not card.authenticate(8)
    card.select()
    assert card.authenticate(8)


def test_without_authentication_it_answers_nothing() -> None:
    card = host()
    assert card.ask("3008") is None
    assert card.tag.state.value == "idle"


def test_a_session_is_for_one_sector_and_ends_with_a_nak() -> None:
    card = host()
    card.authenticate(8)
    assert card.ask("300C") == 4
    assert card.ask("3008") is None


def test_what_is_sent_in_clear_ends_the_session() -> None:
    card = host()
    card.authenticate(8)
    card.write(Reg.STATUS2, 0x00)
    assert card.ask("3008") is None
    assert card.tag.state.value == "idle"


def test_halt_within_the_session() -> None:
    card = host()
    card.authenticate(8)
    assert card.ask("5000") is None
    assert card.tag.state.value == "halt"


def test_another_tag_in_the_field_does_not_take_part() -> None:
    card = host()
    ntag = Ntag(LONG)
    card.lay(ntag)
    assert card.authenticate(8)
    assert card.ask("3008") == bytes(16)
    assert ntag.state.value == "idle"


def test_key_a_never_reads_and_key_b_that_reads_opens_nothing() -> None:
    card = host()
    card.authenticate(8)
    assert card.ask("300B") == bytes(6) + bytes.fromhex("FF078069") + b"\xff" * 6
    assert card.authenticate(8, key_b=True)
    assert card.ask("3008") == 4


def trailer(conditions_: tuple[int, int, int, int], key_b: str = "BB" * 6) -> bytes:
    """A trailer with these C1 C2 C3, the first for block 0."""
    c1, c2, c3 = (sum((block >> bit & 1) << i for i, block in enumerate(conditions_)) for bit in (2, 1, 0))
    access = bytes([(c2 ^ 15) << 4 | c1 ^ 15, c1 << 4 | c3 ^ 15, c3 << 4 | c2, 0])
    return bytes.fromhex("AA" * 6) + access + bytes.fromhex(key_b)


@pytest.mark.parametrize("bits", list(BLOCKS))
@pytest.mark.parametrize("key", ["A", "B"])
def test_access_to_a_data_block(bits: int, key: str) -> None:
    card = host()
    memory(card).load(8, value_block(5, 8))
    memory(card).load(11, trailer((bits, 0, 0, 0b011)))
    rights = BLOCKS[bits]

    def attempt(command: str) -> bool:
        card.select()
        assert card.authenticate(8, key * 12, key_b=key == "B")
        return card.ask(command) not in (None, 4)

    assert attempt("3008") == (key in rights.read)
    assert attempt("A008") == (key in rights.write)
    assert attempt("C108") == (key in rights.increment)
    assert attempt("C008") == (key in rights.decrement)


def test_a_trailer_keeps_the_fields_that_a_key_may_not_write() -> None:
    card = host()
    memory(card).load(11, trailer((0, 0, 0, 0b100)))
    card.authenticate(8, "BB" * 6, key_b=True)
    assert card.ask("A00B") == ACK
    card.ask(bytes.fromhex("11" * 6 + "FF078069" + "22" * 6))
    card.ask("3008")
    stored = memory(card)[11]
    assert stored[:6] == b"\x11" * 6
    assert stored[6:10] == trailer((0, 0, 0, 0b100))[6:10]
    assert stored[10:] == b"\x22" * 6
    assert not TRAILERS[0b100].access_write


def test_access_bits_that_disagree_block_the_sector_for_good() -> None:
    card = host()
    card.authenticate(8)
    card.ask("A00B")
    assert card.ask(bytes.fromhex("FF" * 6 + "00000000" + "FF" * 6)) == ACK
    assert conditions(bytes(3)) is None
    assert card.ask("3008") == 4
    card.select()
    card.authenticate(8)
    assert card.ask("A00B") == 4


def test_values_are_counted_in_the_buffer_and_transferred() -> None:
    card = host()
    card.authenticate(8)
    card.ask("A008")
    card.ask(value_block(100, 8))
    assert card.ask("C008") == ACK
    assert card.ask("07000000") is None  # the second part has no acknowledgement
    assert card.ask("B009") == ACK
    assert card.ask("3009") == value_block(93, 8)
    assert card.ask("C10A") == 4  # no value there


def test_an_authentication_is_disturbed_like_anything_on_the_air() -> None:
    card = host()
    opened = 0
    for _ in range(60):
        card.field.noise = QUIET
        card.power_cycle()
        card.field.noise = Noise(lost=0.2, mangled=0.2)
        opened += card.authenticate(8)
    assert 8 <= opened <= 40


def test_a_card_that_is_lifted_in_mid_authentication_is_silence() -> None:
    card = host()
    card.clock.after(1 * MS, lambda: card.field.lift(card.tag))
    assert not card.authenticate(8)
    assert card.read(Reg.COMMAND) & 0x0F == 0x0E
