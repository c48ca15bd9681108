"""Hosts that nobody here wrote: whatever they do, the chip answers a byte for a byte and time continues."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim_hardware.clock import US
from sim_hardware.nfc.crc import with_crc_a
from sim_hardware.nfc.mfrc522.registers import Reg
from sim_hardware.nfc.tags import NTAG216, Classic, Ntag, TypeATag, Ultralight
from tests.sim_hardware.nfc.registers import Bench

UID = bytes.fromhex("04A1B2C3D4E5F6")
REGISTERS = st.sampled_from([*Reg, 0x00, 0x0F, 0x10, 0x3C, 0x3F])
BYTES = st.integers(0, 255)
LIKELY = st.sampled_from(
    [(Reg.COMMAND, code) for code in range(16)]
    + [(Reg.BIT_FRAMING, 0x80), (Reg.BIT_FRAMING, 0x87), (Reg.FIFO_LEVEL, 0x80), (Reg.TX_CONTROL, 0x83)]
    + [(Reg.FIFO_DATA, byte) for byte in (0x26, 0x52, 0x93, 0x20, 0x70, 0x30, 0x60)]
)
STEPS = st.lists(st.one_of(LIKELY, st.tuples(REGISTERS, BYTES), st.integers(1, 3000)), max_size=80)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(steps=STEPS)
def test_any_writes_at_any_times_end_in_a_chip_that_a_reset_brings_back(
    steps: list[tuple[int, int] | int],
) -> None:
    bench = Bench()
    bench.start()
    bench.lay(Ntag(UID), Classic(bytes.fromhex("DEADBEEF")), Ultralight(bytes.fromhex("04112233445566")))
    for step in steps:
        if isinstance(step, int):
            bench.clock.advance(step * US)
        else:
            bench.write(*step)
        assert 0 <= bench.read(Reg.FIFO_LEVEL) <= 64
        assert 0 <= bench.read(Reg.STATUS2) <= 0xFF
    bench.write(Reg.COMMAND, 0x0F)
    assert bench.read(Reg.VERSION) == 0x92
    assert bench.read(Reg.COM_IRQ) == 0x14


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(frames=st.lists(st.binary(min_size=1, max_size=20), max_size=6), with_crc=st.booleans())
def test_any_frames_leave_tags_that_can_be_woken(frames: list[bytes], with_crc: bool) -> None:
    for tag in (Ntag(UID), Classic(UID), Ultralight(UID)):
        bench = Bench()
        bench.start()
        bench.lay(tag)
        bench.transceive(b"\x52", 7)
        for frame in frames:
            bench.transceive(with_crc_a(frame) if with_crc else frame)
        assert any(bench.transceive(b"\x52", 7) == b"\x44\x00" for _ in range(3))


def test_a_long_answer_can_be_drained_while_it_comes() -> None:
    bench = Bench()
    bench.start()
    tag = Ntag(UID, NTAG216)
    bench.lay(tag)
    bench.transceive(b"\x52", 7)
    bench.transceive(with_crc_a(b"\x30\x00"))  # selects
    bench.transceive(with_crc_a(b"\x3a\x00\x1e"), wait_ns=0)
    received = b""
    for _ in range(400):
        if bench.chip.irq.com & 0x20 and not bench.read(Reg.FIFO_LEVEL):
            break
        received += bench.fifo()
        bench.clock.advance(40 * US)
    assert received == with_crc_a(b"".join(tag.memory[page] for page in range(31)))
    assert bench.read(Reg.ERROR) == 0


def test_a_long_answer_that_nobody_drains_overflows() -> None:
    bench = Bench()
    bench.start()
    bench.lay(Ntag(UID, NTAG216))
    bench.transceive(b"\x52", 7)
    bench.transceive(with_crc_a(b"\x30\x00"))
    assert len(bench.transceive(with_crc_a(b"\x3a\x00\x1e"))) == 64
    assert bench.read(Reg.ERROR) & 0x10


class TripleSize(TypeATag):
    """A tag with a UID of ten bytes, and nothing else."""

    atqa, sak = 0x0084, 0x00

    def _active(self, frame: object, now_ns: int) -> None:
        self.drop()


def test_a_uid_of_ten_bytes_takes_three_cascades() -> None:
    bench = Bench()
    bench.start()
    uid = bytes.fromhex("04A1B2C3D4E5F6A7B8C9")
    bench.lay(TripleSize(uid))
    assert bench.transceive(b"\x52", 7) == b"\x84\x00"
    seen = b""
    for level, last in ((0x93, False), (0x95, False), (0x97, True)):
        part = bench.transceive(bytes([level, 0x20]))
        sak = bench.transceive(with_crc_a(bytes([level, 0x70]) + part))
        assert sak == with_crc_a(b"\x00" if last else b"\x04")
        seen += part[:4] if last else part[1:4]
    assert seen == uid
