"""The chip over its three links, clones with their quirks, and lines that mangle frames."""

import errno
import os
from functools import partial
from typing import Any

import pytest

from hal.computer.ports import I2C_SLAVE
from hal.dispenser.port import PortError
from hal.events import Fault, ReaderBack, ReaderGone, TagLifted, TagPlaced
from hal.last_frames import LastFrames
from hal.readers import Readers
from hal.readers.errors import ChipLostError
from hal.readers.pn532.chip import Pn532Chip
from hal.readers.pn532.frames import ACK
from hal.readers.pn532.links import HsuLink
from hal.readers.pn532.reader import Pn532Reader
from hal.readers.pn532.settings import Pn532Settings
from hal.readers.ports import I2cDevice, serial_line
from hal.readers.self_test import SelfTest
from sim_hardware.nfc.pn532 import Quirk
from sim_hardware.nfc.pn532.chip import FIRMWARE_1_6
from sim_hardware.nfc.tags import Ntag
from tests.hal.readers.kinds import DESK, PORT, Desk
from tests.hal.readers.table import tag_of

CARD = bytes.fromhex("04A1B2C3D4E5F6")
LINKS = ("pn532 hsu", "pn532 spi", "pn532 i2c")
HSU = "pn532 hsu"


def seen(desk: Desk) -> bytes:
    desk.world.lay(DESK, Ntag(CARD))
    return tag_of(desk.until(lambda event: isinstance(event, TagPlaced))).uid


@pytest.mark.parametrize("link", LINKS)
def test_a_card_is_seen_over_each_link(link: str) -> None:
    assert seen(Desk(link).settled()) == CARD


@pytest.mark.slow
@pytest.mark.parametrize("quirk", Quirk)
def test_a_clone_with_this_quirk_sees_cards_as_well(quirk: Quirk) -> None:
    desk = Desk(HSU, quirks=frozenset({quirk})).settled()
    assert seen(desk) == CARD
    assert desk.poll(10) == []


@pytest.mark.slow
def test_a_clone_that_lists_one_card_never_takes_one_of_two_for_the_only_one() -> None:
    desk = Desk(HSU, quirks=frozenset({Quirk.ONE_TARGET})).settled()
    desk.world.lay(DESK, Ntag(CARD))
    desk.world.lay(DESK, Ntag(CARD[::-1]))
    assert not any(isinstance(event, TagPlaced) for event in desk.poll(40))


@pytest.mark.slow
def test_a_line_that_mangles_one_frame_in_twenty_and_loses_one_in_fifty_lifts_nothing() -> None:
    desk = Desk(HSU).settled()
    assert seen(desk) == CARD
    line = desk.world.lines[PORT]
    line.disturbed, line.lost = 0.05, 0.02
    assert desk.poll(60) == []


def test_a_chip_whose_wires_are_crossed_is_mute_and_its_log_reports_what_was_asked() -> None:
    desk = Desk(HSU)
    desk.world.lines[PORT].crossed = True
    (gone,) = desk.poll(3)
    assert gone == ReaderGone(DESK, Fault("reader.mute", DESK, PORT))
    desk.world.lines[PORT].crossed = False
    assert ReaderBack(DESK) in desk.poll(60)


def test_another_chip_of_the_family_is_foreign() -> None:
    desk = Desk(HSU)
    chip: Any = desk.world.pn532[DESK]
    chip._firmware = bytes([0x33]) + FIRMWARE_1_6[1:]
    chip.hold_reset(False)
    (gone,) = desk.poll(1)
    assert isinstance(gone, ReaderGone)
    assert gone.fault.code == "reader.foreign"


def test_a_lead_that_is_not_there_is_the_ports_fault() -> None:
    desk = Desk(HSU)
    desk.world.unplug(DESK)
    (gone,) = desk.poll(1)
    assert gone == ReaderGone(DESK, Fault("reader.no_port", DESK, f"{PORT}: {os.strerror(errno.ENOENT)}"))


def test_the_chips_own_tests_pass_and_a_clone_without_them_cannot_be_judged() -> None:
    for quirks, verdict in ((frozenset[Quirk](), SelfTest.PASSED), (frozenset({Quirk.NO_DIAGNOSE}), SelfTest.UNKNOWN)):
        reader = Desk(HSU, quirks=quirks).settled().reader
        assert reader.self_test() == (0x106, verdict)


def test_a_reader_that_ends_lets_its_chip_sleep_with_its_field_off() -> None:
    desk = Desk(HSU).settled()
    assert desk.world.fields[DESK].on
    desk.readers.close()
    desk.clock.advance(10_000_000)
    assert not desk.world.fields[DESK].on
    assert desk.world.pn532[DESK].asleep
    again = Readers(None, [Pn532Settings(DESK, lambda: HsuLink(desk.world.serial(PORT)), PORT)])
    assert again.poll(desk.clock.now_s) == (ReaderBack(DESK),), "and the wake-up preamble wakes it"


@pytest.mark.campaign
def test_a_card_that_is_lifted_in_the_middle_of_a_look_is_lifted_and_no_other_one() -> None:
    for share in range(1, 20):
        desk = Desk(HSU).settled()
        tag = Ntag(CARD)
        desk.world.lay(DESK, tag)
        desk.until(lambda event: isinstance(event, TagPlaced))
        desk.clock.after(share * 1_000_000, partial(desk.world.fields[DESK].lift, tag))
        assert desk.poll(12) == [TagLifted(DESK)]


@pytest.mark.parametrize(
    ("number", "code"),
    [(errno.EACCES, "reader.port_denied"), (errno.EBUSY, "reader.port_busy"), (errno.ENOENT, "reader.no_port")],
)
def test_why_a_real_port_does_not_open_is_reported_in_a_readers_words(
    number: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("serial.Serial", refuse)
    with pytest.raises(PortError) as refused:
        serial_line("/dev/ttyUSB7")
    assert refused.value.code == code
    reader = Pn532Reader(Pn532Settings(DESK, lambda: HsuLink(serial_line("/dev/ttyUSB7")), "/dev/ttyUSB7"))
    fault = reader.revive(0.0)
    assert fault is not None
    assert fault.code == code
    assert fault.detail == "/dev/ttyUSB7", "the port is named once, and no code with it"


def test_a_real_i2c_bus_is_a_file_that_is_given_the_chips_address(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    reader, writer = os.pipe()
    monkeypatch.setattr("os.open", lambda path, _: writer if path == "/dev/i2c-1" else -1)
    monkeypatch.setattr("fcntl.ioctl", lambda _, request, address: asked.append((request, address)))
    device = I2cDevice(1)
    device.write(b"\x00\x00\xff")
    assert os.read(reader, 3) == b"\x00\x00\xff"
    assert asked == [(I2C_SLAVE, 0x24)]
    device.close()
    os.close(reader)


class NeverSilent:
    """What is at the port instead of a chip, and always states the same."""

    name = "hsu"

    def __init__(self, answer: bytes) -> None:
        self._answers = answer

    def read(self, _size: int, _wait_s: float) -> bytes:
        return self._answers

    def write(self, frame: bytes) -> None: ...

    def flush(self) -> None: ...

    def wake(self) -> None: ...

    def pause(self, seconds: float) -> None: ...

    def close(self) -> None: ...


@pytest.mark.parametrize(
    "answer",
    [b"$GPGGA,123519,4807.038,N\r\n", ACK, bytes.fromhex("00 00 ff 03 fd d5 55 01 d5 00"), b"\0\0\xff\x01\x02\x03\0"],
    ids=["a GPS receiver", "only acknowledgements", "answers to another command", "broken frames"],
)
def test_what_never_is_silent_at_that_port_is_no_chip(answer: bytes) -> None:
    chip = Pn532Chip(NeverSilent(answer), LastFrames())
    with pytest.raises(ChipLostError):
        chip.firmware()
