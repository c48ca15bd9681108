"""Frames between host and PN532, against frames as the user manual prints them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hal.readers.pn532.frames import ACK, LONGEST, NACK, ChipAnswer, FrameParser, ShortFrame, information
from sim_hardware.nfc.pn532.host_frames import ERROR, HostBytes, HostCommand, HostMark, answer

FIRMWARE = bytes.fromhex("0000FF06FAD50332010607E800")


@pytest.mark.parametrize(
    ("code", "data", "frame"),
    [
        (0x02, "", "0000FF02FED4022A00"),
        (0x14, "010000", "0000FF05FBD4140100001700"),
        (0x4A, "0100", "0000FF04FCD44A0100E100"),
    ],
    ids=["GetFirmwareVersion", "SAMConfiguration", "InListPassiveTarget"],
)
def test_commands_are_framed_as_the_manual_prints_them(code: int, data: str, frame: str) -> None:
    assert information(code, bytes.fromhex(data)) == bytes.fromhex(frame)


def test_an_answer_is_read_byte_by_byte_after_its_acknowledgement() -> None:
    parser = FrameParser()
    found = [frame for byte in ACK + FIRMWARE for frame in parser.feed(bytes([byte]))]
    assert found == [ShortFrame.ACK, ChipAnswer(0x03, bytes.fromhex("32010607"))]


def test_short_frames_are_distinguished() -> None:
    assert FrameParser().feed(ACK + NACK + ERROR) == (ShortFrame.ACK, ShortFrame.NACK, ShortFrame.ERROR)


@pytest.mark.parametrize("at", range(3, len(FIRMWARE) - 1))
def test_a_bit_that_flips_anywhere_makes_no_answer_of_it(at: int) -> None:
    mangled = bytearray(FIRMWARE)
    mangled[at] ^= 0x04
    assert not any(isinstance(frame, ChipAnswer) for frame in FrameParser().feed(bytes(mangled)))


def test_a_sound_answer_after_a_broken_one_is_found() -> None:
    broken = FIRMWARE[:-2] + b"\x00\x00"
    assert FrameParser().feed(broken + FIRMWARE) == (ShortFrame.BROKEN, ChipAnswer(0x03, bytes.fromhex("32010607")))


@settings(max_examples=30)
@given(st.binary(max_size=LONGEST - 2), st.integers(0, 0x5F), st.binary(max_size=4).filter(lambda b: b"\x00" not in b))
def test_what_the_host_frames_the_chip_reads_and_back_at_every_length(data: bytes, code: int, stray: bytes) -> None:
    """From 254 bytes on both use extended frames."""
    assert HostBytes().take(stray + information(code, data)) == [HostCommand(code, data)]
    assert FrameParser().feed(stray + answer(code, data)) == (ChipAnswer(code + 1, data),)


def test_the_chip_distinguishes_marks() -> None:
    assert HostBytes().take(ACK + NACK) == [HostMark.ACK, HostMark.NACK]


def test_a_frame_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="265"):
        information(0x42, bytes(LONGEST))


@settings(max_examples=30)
@given(st.binary(max_size=400))
def test_any_bytes_may_come(data: bytes) -> None:
    parser = FrameParser()
    parser.feed(data)
    HostBytes().take(data)
    assert ChipAnswer(0x03, bytes.fromhex("32010607")) in parser.feed(bytes(300) + FIRMWARE + FIRMWARE)
