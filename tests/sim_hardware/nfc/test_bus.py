"""A frame on the bus is its bytes, one after another; what the bus takes at a stroke is no different."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim_hardware.clock import US, S
from sim_hardware.nfc.mfrc522.registers import Reg
from sim_hardware.nfc.tags import Ntag
from tests.sim_hardware.nfc.registers import SPEED_HZ, Bench

UID = bytes.fromhex("04A1B2C3D4E5F6")
READ = 0x80
LOOKED_AT = st.sampled_from(
    (Reg.COM_IRQ, Reg.DIV_IRQ, Reg.STATUS1, Reg.FIFO_LEVEL, Reg.FIFO_DATA, Reg.T_COUNTER_L, Reg.COMMAND)
)
RUNS = st.lists(st.tuples(LOOKED_AT, st.integers(1, 60)), min_size=1, max_size=6)


def sending() -> Bench:
    """A chip that has just begun to send WUPA to a tag; its answer and its timer are to come."""
    bench = Bench()
    bench.start()
    bench.lay(Ntag(UID))
    bench.write(Reg.COM_IRQ, 0x7F)
    bench.write(Reg.FIFO_DATA, 0x52)
    bench.write(Reg.COMMAND, 0x0C)
    bench.write(Reg.BIT_FRAMING, 0x87)
    return bench


def byte_by_byte(bench: Bench, mosi: list[int]) -> list[int]:
    """Every byte by itself, as the chip sees it."""
    bench.clock.advance(25 * US)
    bench.chip.select()
    miso = []
    for byte in mosi:
        bench.clock.advance(8 * S // SPEED_HZ)
        miso.append(bench.chip.exchange(byte))
    bench.chip.deselect()
    return miso


@settings(max_examples=60, deadline=None)
@given(runs=RUNS)
@pytest.mark.slow
def test_a_register_read_over_and_over_shows_every_change_at_its_own_byte(runs: list[tuple[Reg, int]]) -> None:
    mosi = [READ | register << 1 for register, times in runs for _ in range(times)]
    whole, single = sending(), sending()
    assert whole.frame(*mosi, 0) == byte_by_byte(single, [*mosi, 0])
    assert whole.clock.now_ns == single.clock.now_ns
    assert whole.read(Reg.COM_IRQ) == single.read(Reg.COM_IRQ)


def test_a_host_that_waits_sees_the_frame_go_out_and_the_answer_come_in() -> None:
    requests = sending().frame(*[READ | Reg.COM_IRQ << 1] * 100)[1:]
    changes = [now & 0x60 for before, now in pairwise(requests) if now & 0x60 != before & 0x60]
    assert changes == [0x40, 0x60], "TxIRq, then RxIRq"
