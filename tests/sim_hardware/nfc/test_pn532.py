"""The emulated PN532 as hosts of others drive it: how they wake it, and what they ask for that our driver does not."""

import os
import select
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim_hardware.clock import MS, Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.places import HsuPlace
from sim_hardware.nfc.pn532.host_frames import ACK, ERROR, answer
from sim_hardware.nfc.pn532.hsu import rising_edges
from sim_hardware.nfc.pn532.pty import PtyPn532
from sim_hardware.nfc.tags import Classic, Ntag, TypeATag

PATH, READER = "/dev/ttyUSB0", "blue"
UID, SHORT = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("DEADBEEF")
VERSION = answer(0x02, bytes.fromhex("32010607"))
NORMAL_MODE, GIVE_UP = (0x14, b"\x01\x00\x00"), (0x32, b"\x05\x00\x00\x01")
GENERIC, MIFARE, PART_4 = 0x00, 0x10, 0x20


def frame(code: int, data: bytes = b"") -> bytes:
    body = bytes([0xD4, code]) + data
    return b"\x00\x00\xff" + bytes([len(body), -len(body) & 0xFF]) + body + bytes([-sum(body) & 0xFF, 0])


class Host:
    """A host at a chip's serial line, which takes what comes within half a second of silence."""

    def __init__(self, *tags: TypeATag) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, {READER: HsuPlace(PATH)})
        self._line = self.world.serial(PATH)
        for each in tags:
            self.world.lay(READER, each)

    def awake(self) -> "Host":
        self.exchanges(b"\x55" + bytes(14))
        assert [self.asks(*each)[:1] for each in (NORMAL_MODE, GIVE_UP)] == [b"", b""]
        return self

    def exchanges(self, data: bytes) -> bytes:
        self._line.write(data)
        return b"".join(iter(lambda: self._line.read(0.5), b""))

    def set_baud(self, baud: int) -> None:
        self._line.set_baud(baud)

    def asks(self, code: int, data: bytes = b"") -> bytes:
        """Return the data of an answer."""
        found = self.exchanges(frame(code, data))
        assert found.startswith(ACK)
        assert found != ACK + ERROR
        return found[len(ACK) + 7 : -2]


@pytest.mark.parametrize(("byte", "edges"), [(0x00, 1), (0xFF, 1), (0x55, 5), (0xAA, 4), (0x0F, 2)])
def test_a_byte_has_as_many_rising_edges_as_its_bits_say(byte: int, edges: int) -> None:
    assert rising_edges(byte) == edges


def test_ten_zero_bytes_before_a_command_wake_it() -> None:
    """So does nfcpy on real boards."""
    assert Host().exchanges(bytes(10) + frame(0x02)) == ACK + VERSION


def test_four_rising_edges_do_not_wake_it() -> None:
    assert Host().exchanges(bytes(4)) == b""
    host = Host()
    assert host.world.pn532[READER].asleep
    host.exchanges(bytes(4))
    assert host.world.pn532[READER].asleep
    host.exchanges(bytes(1))
    assert not host.world.pn532[READER].asleep


@pytest.mark.parametrize("kind", [1, 2, 3, 4])
def test_a_tag_of_another_type_is_looked_for_and_not_found(kind: int) -> None:
    host = Host(Ntag(UID)).awake()
    assert host.asks(0x4A, bytes([1, kind])) == b"\0"
    assert host.asks(0x4A, b"\x01\x00")[0] == 1


def test_a_type_that_nobody_knows_is_an_error() -> None:
    assert Host().awake().exchanges(frame(0x4A, b"\x01\x05")) == ACK + ERROR


@pytest.mark.parametrize("kind", [GENERIC, MIFARE])
@pytest.mark.parametrize("tag", [Ntag(UID), Classic(SHORT)], ids=["NTAG", "Classic"])
def test_a_poll_finds_a_tag_once_the_turn_is_at_its_kind(kind: int, tag: TypeATag) -> None:
    host = Host(tag).awake()
    found = host.asks(0x60, bytes([2, 1, PART_4, kind]))
    assert found[:2] == bytes([1, kind])
    assert found[2] == len(found) - 3
    assert found.endswith(bytes([len(tag.uid)]) + tag.uid)
    assert host.asks(0x40, b"\x01\x30\x00")[:1] == (b"\0" if isinstance(tag, Ntag) else b"\x01"), "and it is selected"


def test_a_poll_for_a_tag_with_part_4_ends_after_its_rounds() -> None:
    host = Host(Ntag(UID)).awake()
    begun = host.clock.now_ns
    host._line.write(frame(0x60, bytes([2, 1, PART_4])))
    assert host._line.read(0.5) == ACK
    assert host._line.read(1.0) == answer(0x60, b"\0")
    assert host.clock.now_ns - begun > 300 * MS


def test_a_classic_is_opened_read_and_written_by_data_exchange() -> None:
    host = Host(Classic(SHORT)).awake()
    key, block = b"\xff" * 6, bytes(range(16))
    assert host.asks(0x4A, b"\x01\x00")[0] == 1
    assert host.asks(0x40, b"\x01\x60\x04" + key + SHORT) == b"\0"
    assert host.asks(0x40, b"\x01\xa0\x04" + block) == b"\0"
    assert host.asks(0x40, b"\x01\x30\x04") == b"\0" + block
    assert host.asks(0x40, b"\x01\x60\x08" + bytes(6) + SHORT) == b"\x14"


def test_a_line_that_was_made_faster_is_faster_after_the_hosts_acknowledgement() -> None:
    host = Host().awake()
    assert host.asks(0x10, b"\x07") == b""
    host.exchanges(ACK)
    assert ACK not in host.exchanges(frame(0x02)), "the host has the old speed still"
    host.set_baud(921_600)
    host.exchanges(bytes(300))
    assert host.exchanges(frame(0x02)) == ACK + VERSION


def test_a_speed_that_the_host_does_not_acknowledge_is_forgotten() -> None:
    host = Host().awake()
    assert host.asks(0x10, b"\x07") == b""
    assert host.exchanges(frame(0x02)) == ACK + VERSION
    host.exchanges(ACK)
    assert host.exchanges(frame(0x02)) == ACK + VERSION


# In real time, behind a pseudo-terminal.


@pytest.fixture
def chip(tmp_path: Path) -> Iterator[PtyPn532]:
    made = PtyPn532(tmp_path / "pn532")
    yield made
    made.close()


def heard(line: int, end: bytes) -> bytes:
    """Return what comes until these bytes end it, or until two seconds of silence."""
    came = b""
    while not came.endswith(end) and select.select([line], [], [], 2.0)[0]:
        came += os.read(line, 256)
    return came


def test_any_program_may_open_it_by_its_name(chip: PtyPn532) -> None:
    line = os.open(chip.path, os.O_RDWR | os.O_NOCTTY)
    try:
        os.write(line, b"\x55" + bytes(14) + frame(0x02))
        assert heard(line, VERSION) == ACK + VERSION
        os.write(line, frame(*NORMAL_MODE))
        heard(line, answer(0x14, b""))
        chip.lay(Ntag(UID))
        os.write(line, frame(0x4A, b"\x01\x00"))
        assert UID in heard(line, UID + b"\xca\x00")
    finally:
        os.close(line)


def test_its_name_is_gone_with_it_and_none_that_is_there_is_taken(chip: PtyPn532) -> None:
    with pytest.raises(FileExistsError):
        PtyPn532(chip.path)
    assert chip.path.is_symlink()
    chip.close()
    chip.close()
    assert not chip.path.is_symlink()
