"""The chip as a host's registers show it. Golden values are from real chips' logs where the name reports it."""

import pytest

from sim_hardware.clock import MS, US
from sim_hardware.nfc.mfrc522.registers import Reg
from sim_hardware.nfc.mfrc522.self_test import RESULTS
from sim_hardware.nfc.tags import Ntag
from tests.sim_hardware.nfc.registers import Bench

UID = bytes.fromhex("04A1B2C3D4E5F6")


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_reset_values(bench: Bench) -> None:
    seen = bytes(bench.read(address) for address in range(0x40))
    assert seen == bytes.fromhex(
        "0020800014000021000000081000A000"
        "003F000080001084844D0000620000EB"
        "00FFFF88268748882020000000000000"
        "000000800000409200000000FF000300"
    )


def test_a_soft_reset_restores_them_and_drops_the_field(bench: Bench) -> None:
    bench.start()
    was_on = bench.field.on
    bench.write(Reg.COMMAND, 0x0F)
    assert (was_on, bench.field.on) == (True, False)
    assert bench.read(Reg.MODE) == 0x3F
    assert bench.read(Reg.TX_CONTROL) == 0x80


def test_one_frame_reads_different_registers_and_the_fifo_pops_only_what_was_clocked_out(bench: Bench) -> None:
    bench.write(Reg.FIFO_DATA, 1, 2, 3)
    assert bench.frame(0x88, 0x8C, 0x94, 0x98, 0x92, 0x92, 0x00) == [0, 0x14, 0, 3, 0x10, 1, 2]
    assert bench.read(Reg.FIFO_LEVEL) == 1


def test_read_only_registers_and_reserved_bits_ignore_writes(bench: Bench) -> None:
    for register in (Reg.ERROR, Reg.STATUS1, Reg.CRC_RESULT_L, Reg.VERSION, 0x00, 0x0F, 0x3C):
        before = bench.read(register)
        bench.write(register, before ^ 0xFF)
        assert bench.read(register) == before
    bench.write(Reg.MODE, 0x00)
    assert bench.read(Reg.MODE) == 0x14
    bench.write(Reg.FIFO_LEVEL, 0xFF)
    assert bench.read(Reg.FIFO_LEVEL) == 0


def test_interrupt_bits_are_set_and_cleared_by_mark(bench: Bench) -> None:
    bench.write(Reg.COM_IRQ, 0xE1)
    assert bench.read(Reg.COM_IRQ) == 0x14 | 0x61
    bench.write(Reg.COM_IRQ, 0x41)
    assert bench.read(Reg.COM_IRQ) == 0x14 | 0x20
    bench.write(Reg.COM_IRQ, 0x7F)
    assert bench.read(Reg.COM_IRQ) == 0


def test_the_irq_pin_follows_enabled_requests_inverted_at_reset(bench: Bench) -> None:
    levels: list[bool] = []
    bench.chip.irq.on_pin = levels.append
    assert bench.chip.irq.level
    bench.write(Reg.COM_IRQ, 0x7F)
    bench.write(Reg.COM_IEN, 0xA0)
    bench.write(Reg.COM_IRQ, 0xA0)
    bench.write(Reg.COM_IRQ, 0x20)
    assert levels == [False, True]


def test_an_overflowing_fifo_keeps_64_bytes_and_reports_it_until_flushed(bench: Bench) -> None:
    bench.write(Reg.FIFO_DATA, *range(70))
    assert bench.read(Reg.FIFO_LEVEL) == 64
    assert bench.read(Reg.ERROR) == 0x10
    assert bench.read(Reg.COM_IRQ) & 0x0A == 0x0A
    bench.write(Reg.FIFO_LEVEL, 0x80)
    assert bench.read(Reg.FIFO_LEVEL) == 0
    assert bench.read(Reg.ERROR) == 0


def test_calc_crc_goes_on_with_what_is_written_later_and_never_ends_by_itself(bench: Bench) -> None:
    bench.write(Reg.MODE, 0x3D)
    bench.write(Reg.COMMAND, 0x03)
    bench.write(Reg.FIFO_DATA, 0x12)
    bench.write(Reg.FIFO_DATA, 0x34)
    assert (bench.read(Reg.CRC_RESULT_L), bench.read(Reg.CRC_RESULT_H)) == (0x26, 0xCF)
    assert bench.read(Reg.DIV_IRQ) & 0x04
    assert bench.read(Reg.COMMAND) & 0x0F == 0x03


def test_unknown_commands_end_at_once_with_a_request_and_idle_written_by_the_host_does_not(bench: Bench) -> None:
    bench.write(Reg.COM_IRQ, 0x7F)
    bench.write(Reg.COMMAND, 0x00)
    assert not bench.read(Reg.COM_IRQ) & 0x10
    bench.write(Reg.COMMAND, 0x05)
    assert bench.read(Reg.COM_IRQ) & 0x10


def test_mem_moves_25_bytes_in_and_out_and_survives_a_reset(bench: Bench) -> None:
    bench.write(Reg.FIFO_DATA, *range(25))
    bench.write(Reg.COMMAND, 0x01)
    assert bench.read(Reg.FIFO_LEVEL) == 0
    bench.write(Reg.COMMAND, 0x0F)
    bench.write(Reg.COMMAND, 0x01)
    assert bench.fifo() == bytes(range(25))


def test_a_random_id_fills_ten_bytes_of_the_buffer(bench: Bench) -> None:
    bench.write(Reg.COMMAND, 0x02)
    bench.write(Reg.COMMAND, 0x01)
    assert bench.fifo()[10:] == bytes(15)


@pytest.mark.parametrize("version", [0x91, 0x92])
def test_the_self_test_leaves_the_table_of_its_version(version: int) -> None:
    bench = Bench(version)
    bench.write(Reg.COMMAND, 0x0F)
    bench.write(Reg.FIFO_DATA, *bytes(25))
    bench.write(Reg.COMMAND, 0x01)
    bench.write(Reg.AUTO_TEST, 0x09)
    bench.write(Reg.FIFO_DATA, 0x00)
    bench.write(Reg.COMMAND, 0x03)
    assert bench.fifo() == RESULTS[version]


@pytest.mark.parametrize(
    ("mode", "prescaler", "reload", "expected_us"), [(0x8D, 0x3E, 30, 15_500), (0x80, 0xA9, 1000, 25_025)]
)
def test_timer_periods_of_common_drivers(mode: int, prescaler: int, reload: int, expected_us: int) -> None:
    bench = Bench()
    for register, value in (
        (Reg.T_MODE, mode),
        (Reg.T_PRESCALER, prescaler),
        (Reg.T_RELOAD_H, reload >> 8),
        (Reg.T_RELOAD_L, reload & 0xFF),
    ):
        bench.write(register, value)
    bench.write(Reg.COM_IRQ, 0x7F)
    bench.write(Reg.CONTROL, 0x40)
    bench.clock.advance(expected_us * US - 60 * US)
    assert not bench.read(Reg.COM_IRQ) & 0x01
    bench.clock.advance(60 * US)
    assert bench.read(Reg.COM_IRQ) & 0x01
    assert not bench.read(Reg.STATUS1) & 0x08


def test_a_request_without_a_card_reads_0x45_as_on_real_chips(bench: Bench) -> None:
    bench.start()
    assert bench.transceive(b"\x26", 7) == b""
    assert bench.read(Reg.COM_IRQ) == 0x45


def test_an_answer_stops_the_timer_and_takes_its_time_on_the_air(bench: Bench) -> None:
    bench.start()
    bench.lay(Ntag(UID))
    bench.transceive(b"\x26", 7, wait_ns=0)
    started_ns = bench.clock.now_ns
    while not bench.read(Reg.COM_IRQ) & 0x20:
        assert bench.clock.now_ns - started_ns < MS
    # REQA and ATQA take 344 us from StartSend; the FIFO's level was read in between, at 41 us a register.
    assert 344 * US - 41 * US <= bench.clock.now_ns - started_ns <= 344 * US + 41 * US
    assert bench.read(Reg.COM_IRQ) == 0x64
    assert bench.fifo() == b"\x44\x00"


@pytest.mark.parametrize(("pause_us", "answer"), [(20, b"\x44\x00"), (120, b"")])
def test_transmit_and_receive_are_a_transceive_in_two_steps_for_a_host_that_is_quick(
    bench: Bench, pause_us: int, answer: bytes
) -> None:
    bench.start()
    bench.lay(Ntag(UID))
    bench.write(Reg.RX_SEL, 0x80 | 0x3F)  # RxWait, which Receive does not heed
    bench.write(Reg.FIFO_DATA, 0x26)
    bench.write(Reg.BIT_FRAMING, 0x07)
    bench.write(Reg.COM_IRQ, 0x7F)
    bench.write(Reg.COMMAND, 0x04)
    while not bench.chip.irq.com & 0x10:
        bench.clock.advance(US)
    bench.clock.advance(pause_us * US)
    bench.chip.write(Reg.COMMAND, 0x08)
    bench.clock.advance(MS)
    assert bench.fifo() == answer
    assert bench.read(Reg.COMMAND) & 0x0F == (0 if answer else 8)


def test_the_chip_waits_85_us_after_a_reception_before_it_sends(bench: Bench) -> None:
    bench.start()
    bench.lay(Ntag(UID))
    bench.transceive(b"\x26", 7, wait_ns=0)
    while not bench.chip.irq.com & 0x20:
        bench.clock.advance(US)
    for register, value in ((Reg.FIFO_DATA, 0x26), (Reg.BIT_FRAMING, 0x87)):
        bench.chip.write(register, value)
    quiet_us = 0
    while bench.chip.read(Reg.STATUS2) & 0x07 != 3:
        bench.clock.advance(US)
        quiet_us += 1
    assert 84 <= quiet_us <= 86


def test_without_field_nothing_is_sent_while_tx_waits_for_it(bench: Bench) -> None:
    bench.transceive(b"\x26", 7)
    assert not bench.read(Reg.COM_IRQ) & 0x40


def test_writing_the_fifo_while_an_answer_is_awaited_is_an_error(bench: Bench) -> None:
    bench.start()
    bench.transceive(b"\x26", 7)
    bench.write(Reg.FIFO_DATA, 0x26)
    assert bench.read(Reg.ERROR) == 0x80


def test_power_down_keeps_registers_and_takes_38_us_to_leave(bench: Bench) -> None:
    bench.start()
    bench.write(Reg.COMMAND, 0x10)
    assert bench.read(Reg.COMMAND) & 0x10
    bench.bus.transfer(0, [Reg.COMMAND << 1, 0x00], 10_000_000)
    assert bench.bus.transfer(0, [0x80 | Reg.COMMAND << 1, 0], 10_000_000)[1] & 0x10
    bench.clock.advance(40 * US)
    assert not bench.read(Reg.COMMAND) & 0x10
    assert bench.read(Reg.MODE) == 0x3D


def test_a_chip_held_in_reset_does_not_answer_and_starts_again(bench: Bench) -> None:
    bench.start()
    bench.chip.hold_reset(True)
    assert bench.read(Reg.VERSION) == 0
    bench.chip.hold_reset(False)
    assert bench.read(Reg.VERSION) == 0x92
    assert bench.read(Reg.MODE) == 0x3F
