"""A reader's fault logs the chip's set-up, and nothing that depends on a card."""

import logging
from collections.abc import Sequence

import pytest

from hal.events import ReaderGone
from hal.last_frames import LONGEST, LastFrames
from hal.readers import traced_spi
from hal.readers.transport import FIFO_DATA, FIFO_LEVEL, VERSION, read
from sim_hardware.nfc.tags import NTAG216, Classic, Ntag, TypeATag
from tests.hal.readers.table import BLUE, RED, Table

CARDS = (
    Ntag(bytes.fromhex("04A1B2C3D4E5F6")),
    Ntag(bytes.fromhex("04ffeeddccbbaa"), NTAG216),
    Classic(b"\x5a\x01\x02\x03"),
)


def dumps(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if "last frames" in each.getMessage()]


def unplugged(card: TypeATag | None, caplog: pytest.LogCaptureFixture) -> list[str]:
    """The whole log of a reader that loses its wires under this card."""
    caplog.clear()
    with caplog.at_level(logging.DEBUG):
        table = Table(BLUE).settled()
        if card is not None:
            table.world.lay(BLUE, card)
        table.poll(30)
        table.world.fault("unplug", BLUE)
        table.until(lambda event: isinstance(event, ReaderGone))
        table.poll(60)
    return caplog.messages


def test_a_reader_that_is_lost_leaves_its_last_frames_in_the_log_once(caplog: pytest.LogCaptureFixture) -> None:
    unplugged(CARDS[0], caplog)
    (dump,) = dumps(caplog)
    first, *frames = dump.splitlines()
    assert first == "the last frames on the wire of reader blue:"
    assert "read VersionReg 92, TxControlReg 83, TxASKReg 40, ModeReg 3d, TModeReg 80, TPrescalerReg a9" in dump
    assert frames[-2:] == ["/dev/spidev0.0: opened, chip reset", "read VersionReg 00"]
    assert traced_spi.CARDS in frames
    assert [each.levelno for each in caplog.records if each.getMessage() == dump] == [logging.INFO]


def test_a_reader_that_comes_back_and_is_lost_again_reports_it_again(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    table = Table(BLUE, RED).settled()
    for _ in range(2):
        table.world.fault("unplug", BLUE)
        table.until(lambda event: isinstance(event, ReaderGone))
        table.world.fault("plug", BLUE)
        table.poll(60)
    assert len(dumps(caplog)) == 2


def test_the_log_is_the_same_whatever_card_lies_there(caplog: pytest.LogCaptureFixture) -> None:
    one, *others = (unplugged(card, caplog) for card in CARDS)
    assert dumps(caplog)
    for other in others:
        assert other == one


def test_with_what_a_card_states_it_would_not_be(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the comparison above sees a single register too many."""
    monkeypatch.setattr(traced_spi, "SHOWN", {**traced_spi.SHOWN, FIFO_DATA: "FIFODataReg"})
    one, *others = (unplugged(card, caplog) for card in CARDS)
    assert any(other != one for other in others)


class Echo:
    """A bus that answers with the addresses, or fails."""

    def __init__(self) -> None:
        self.error: OSError | None = None

    def xfer2(self, frame: Sequence[int]) -> Sequence[int]:
        if self.error is not None:
            raise self.error
        return tuple(frame)


def kept(frames: LastFrames, caplog: pytest.LogCaptureFixture) -> list[str]:
    caplog.clear()
    with caplog.at_level(logging.INFO):
        frames.write_to(logging.getLogger("hal.readers"), logging.INFO, "it")
    return [line for message in caplog.messages for line in message.splitlines()[1:]]


def test_a_frame_that_mixes_settings_with_what_a_card_reported_is_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    frames = LastFrames()
    spi = traced_spi.TracedSpi(Echo(), frames)
    spi.xfer2(read(VERSION, FIFO_LEVEL, FIFO_DATA))
    spi.xfer2(read(FIFO_DATA))
    spi.xfer2((FIFO_DATA << 1, 0x93, 0x20))
    assert kept(frames, caplog) == [traced_spi.CARDS]


def test_a_bus_that_fails_gives_the_reason(caplog: pytest.LogCaptureFixture) -> None:
    frames, echo = LastFrames(), Echo()
    echo.error = OSError(5, "Input/output error")
    with pytest.raises(OSError, match="Input/output error"):
        traced_spi.TracedSpi(echo, frames).xfer2(read(VERSION))
    assert kept(frames, caplog) == ["the bus: Input/output error"]


def test_only_the_last_frames_are_kept_and_none_is_reported_twice(caplog: pytest.LogCaptureFixture) -> None:
    frames = LastFrames(3)
    for n in range(5):
        frames.add(f"{n}" + "x" * (LONGEST + 50 * n))
    first, *_ = shown = kept(frames, caplog)
    assert (len(shown), first[0], len(first)) == (3, "2", LONGEST + len("..."))
    assert kept(frames, caplog) == []
