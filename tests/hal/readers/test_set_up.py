"""The set-up of a chip: its reset, its crystal, the package's own settings, and the careful mode."""

import pytest

from hal.readers import Readers, ReaderSettings
from hal.readers.errors import ChipLostError
from hal.readers.presence import Nothing, One
from hal.readers.reader import RESET_US, Reader
from sim_hardware.clock import MS, US, Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.air import Frame, Reception
from sim_hardware.nfc.mfrc522 import Mfrc522
from sim_hardware.nfc.mfrc522.registers import Reg
from sim_hardware.nfc.tags import Ntag
from sim_hardware.nfc.world import Place
from tests.hal.readers.table import BLUE

CARD = bytes.fromhex("04A1B2C3D4E5F6")


class ResetWire:
    """The wire from a pin of the Pi to NRSTPD."""

    def __init__(self, chip: Mfrc522, clock: Clock) -> None:
        self._chip, self._clock = chip, clock
        self.low_ns: list[int] = []
        self._fell_ns = 0

    def on(self) -> None:
        self.low_ns.append(self._clock.now_ns - self._fell_ns)
        self._chip.hold_reset(False)

    def off(self) -> None:
        self._fell_ns = self._clock.now_ns
        self._chip.hold_reset(True)

    def close(self) -> None:
        self._chip.hold_reset(False)


class Bench:
    def __init__(self, *, careful: bool = False, speed_hz: int = 1_000_000) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, {BLUE: Place(0, 0)})
        self.chip = self.world.chips[BLUE]
        self.wire = ResetWire(self.chip, self.clock)
        self.settings = ReaderSettings(BLUE, reset=self.wire, careful=careful, speed_hz=speed_hz)
        self.reader = Reader(self.world.spidev, self.settings)

    def sees(self) -> object:
        self.clock.advance(10 * MS)
        return self.reader.look(None, self.clock.now_s)


def test_rst_is_low_for_two_milliseconds() -> None:
    bench = Bench()
    assert bench.reader.revive(0.0) is None
    assert bench.wire.low_ns[0] >= RESET_US * US == 2 * MS


def test_a_board_whose_radio_stays_dead_after_a_short_reset_receives_its_card() -> None:
    bench = Bench()
    bench.chip.shortest_reset_ns = 1_500 * US
    bench.world.lay(BLUE, Ntag(CARD))
    assert bench.reader.revive(0.0) is None
    assert bench.sees() == One(CARD)


def test_after_a_short_reset_such_a_board_receives_nothing_and_every_register_is_right() -> None:
    bench = Bench()
    bench.chip.shortest_reset_ns = 10 * MS
    bench.world.lay(BLUE, Ntag(CARD))
    assert bench.reader.revive(0.0) is None
    assert bench.sees() == Nothing()


@pytest.mark.parametrize("crystal_ms", [1, 4, 30])
def test_a_slow_crystal_is_awaited_and_no_setting_is_lost(crystal_ms: int) -> None:
    bench = Bench()
    bench.chip.crystal_ns = crystal_ms * MS
    bench.world.lay(BLUE, Ntag(CARD))
    assert bench.reader.revive(0.0) is None
    assert bench.sees() == One(CARD)


def test_a_crystal_that_never_starts_is_a_deaf_reader() -> None:
    bench = Bench()
    bench.chip.crystal_ns = 10_000 * MS
    fault = bench.reader.revive(0.0)
    assert fault is not None
    assert fault.code == "reader.deaf"


@pytest.mark.parametrize(("register", "lost"), [(Reg.TX_ASK, 0x00), (Reg.MODE, 0x3F)])
def test_a_setting_that_only_the_package_writes_is_missed_and_written_again(register: Reg, lost: int) -> None:
    bench = Bench()
    assert bench.reader.revive(0.0) is None
    right = bench.chip.read(register)
    bench.chip.write(register, lost)
    bench.reader.check(2.0, resting=False)
    assert bench.chip.read(register) == right


def test_a_byte_that_comes_after_an_exchange_went_wrong_is_not_sent_before_the_next_command() -> None:
    bench = Bench()
    bench.world.lay(BLUE, Ntag(CARD))
    assert bench.reader.revive(0.0) is None
    start, bench.chip._commands.start_send = bench.chip._commands.start_send, lambda: None  # type: ignore[method-assign]
    with pytest.raises(ChipLostError):
        bench.sees()
    bench.chip._commands.start_send = start  # type: ignore[method-assign]
    bench.chip.write(Reg.FIFO_DATA, 0x55)
    field, frames = bench.world.fields[BLUE], list[Frame]()
    send = field.send

    def heard(frame: Frame) -> Reception | None:
        frames.append(frame)
        return send(frame)

    field.send = heard  # type: ignore[method-assign]
    assert bench.sees() == One(CARD)
    assert frames[0].bits == 7


@pytest.mark.parametrize("speed_hz", [250_000, 1_000_000, 4_000_000])
def test_the_careful_way_sees_the_same(speed_hz: int) -> None:
    seen = []
    for careful in (False, True):
        bench = Bench(careful=careful, speed_hz=speed_hz)
        bench.world.lay(BLUE, Ntag(CARD))
        assert bench.reader.revive(0.0) is None
        seen.append(bench.sees())
    assert seen == [One(CARD), One(CARD)]


def test_the_careful_way_empties_the_fifo_before_each_frame_and_reads_no_empty_one() -> None:
    bench = Bench(careful=True)
    readers = Readers(bench.world.spidev, [bench.settings])
    emptied = pops = 0
    fifo = bench.chip._fifo
    flush, pop = fifo.flush, fifo.pop

    def flushed() -> None:
        nonlocal emptied
        emptied += 1
        flush()

    def popped() -> int:
        nonlocal pops
        pops += len(fifo) == 0
        return pop()

    readers.poll(0.0)
    fifo.flush, fifo.pop = flushed, popped  # type: ignore[method-assign]
    bench.world.lay(BLUE, Ntag(CARD))
    for _ in range(5):
        bench.clock.advance(40 * MS)
        readers.poll(bench.clock.now_s)
    assert emptied > 5
    assert pops == 0
