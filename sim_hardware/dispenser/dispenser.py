"""The whole emulated dispenser on one clock, and its faults."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import assert_never

from sim_hardware.clock import MS, Clock
from sim_hardware.dispenser.flash import Flash
from sim_hardware.dispenser.foreign_devices import ForeignDevice, console, micropython, old_firmware
from sim_hardware.dispenser.hopper import EmulatedHopper
from sim_hardware.dispenser.loop_times import TODAYS_FIRMWARE, LoopTimes
from sim_hardware.dispenser.mechanics import PRINTED, HopperMechanics
from sim_hardware.dispenser.pico import EmulatedPico
from sim_hardware.dispenser.vocabulary import (
    CURES,
    TABLE,
    WORDS,
    CableFaultWord,
    DiskFaultWord,
    HopperFaultWord,
    HopperMistakeWord,
    PicoFaultWord,
    RestartWord,
    fault_word,
)
from sim_hardware.dispenser.wire import Cable, WirePort

LATE_NS = 900 * MS
"""The nanoseconds of a late token, longer than the firmware waits after the motor has stopped."""
SPOILT = 0.2
"""The share of lines that a noisy cable spoils."""


class EmulatedDispenser:
    """An emulated dispenser. It belongs to the clock's thread; any thread may read `tray` and `contents`."""

    FAULTS = tuple(row.word for row in WORDS if row.of != TABLE)
    CURES = tuple(word for word in CURES if not isinstance(word, DiskFaultWord))

    def __init__(
        self,
        clock: Clock,
        hoppers: Sequence[int],
        seed: int = 0,
        flash: Flash | None = None,
        fell: Callable[[int], None] | None = None,
        loop: LoopTimes = TODAYS_FIRMWARE,
        mechanics: HopperMechanics = PRINTED,
    ) -> None:
        """`hoppers` has the number of tokens in each. With an earlier `flash` it remembers its jobs.

        `fell` is called with the hopper of each token that lands in the tray. `loop` has the speed of its firmware,
        `mechanics` that of its hoppers.
        """
        chance = self._chance = Random(seed)
        self._clock = clock
        self._fell = fell
        self._tray: list[int] = []
        self.cable = Cable(clock)
        self.cable.plugged = False
        self.flash = flash if flash is not None else Flash()
        self.hoppers = [
            EmulatedHopper(clock, tokens, chance, partial(self._edge, number), partial(self._landed, number), mechanics)
            for number, tokens in enumerate(hoppers)
        ]
        self.pico = EmulatedPico(clock, self.hoppers, self.cable, self.flash, chance, loop)
        self.cable.notify_device = self.pico.wake
        self.pico.power_on(running=True)

    def _landed(self, number: int) -> None:
        self._tray.append(number)
        if self._fell is not None:
            self._fell(number)

    def _edge(self, number: int, dark: bool) -> None:
        self.pico.edge(number, dark)

    def _spoil(self, data: bytes, _towards_host: bool, share: float = SPOILT) -> bytes:
        if not data or self._chance.random() >= share:
            return data
        at = self._chance.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << self._chance.randrange(8)]) + data[at + 1 :]

    def port(self) -> WirePort:
        """Open the host's end, in virtual time. Raises FileNotFoundError if it is unplugged."""
        return WirePort(self.cable)

    @property
    def tray(self) -> tuple[int, ...]:
        """Return the hopper of each token that actually fell, in order."""
        return tuple(self._tray)

    def contents(self) -> tuple[int, ...]:
        return tuple(hopper.tokens for hopper in self.hoppers)

    def load(self, hopper: int, tokens: int) -> None:
        self.hoppers[hopper].tokens += tokens

    def take_from_tray(self) -> None:
        """Empty the tray, as the players do."""
        self._tray.clear()

    def noise(self, share: float) -> None:
        """Spoil this share of the lines from now on, from 0 to 1."""
        self.cable.spoil = lambda data, towards_host: self._spoil(data, towards_host, share)

    def fault(self, name: str, hopper: int = 0) -> None:
        """Cause a fault or cure, by its word.

        Raises ValueError for an unknown word, IndexError for an unknown hopper.
        """
        part, word = self.hoppers[hopper], fault_word(name)
        match word:
            case HopperFaultWord():
                _at_hopper(part, word)
            case HopperMistakeWord():
                _miswire(part, word)
            case CableFaultWord():
                self._at_cable(word)
            case PicoFaultWord():
                self._at_pico(word)
            case DiskFaultWord() | RestartWord():
                raise ValueError(f"{name} happens to the table, and not to its dispenser")
            case _:
                assert_never(word)

    def _at_cable(self, word: CableFaultWord) -> None:
        cable = self.cable
        match word:
            case CableFaultWord.NOISE:
                cable.spoil = self._spoil
            case CableFaultWord.ECHO:
                cable.echoes = True
            case CableFaultWord.FLOOD:
                cable.flood(self._rubbish)
            case CableFaultWord.QUIET:
                cable.calm()
            case CableFaultWord.UNPLUG:
                cable.unplug()
            case CableFaultWord.RENUMBER:
                cable.enumerate_again(named=True)
            case CableFaultWord.RENAME:
                cable.enumerate_again(named=False)
            case CableFaultWord.STRANGER:
                self._put_at_the_port(ForeignDevice(cable, console).receive)
            case CableFaultWord.PLUG:
                if not self.pico.at_port:
                    self._put_at_the_port(self.pico.wake)
                    self.pico.at_port = True
                cable.plug()
            case _:
                assert_never(word)

    def _at_pico(self, word: PicoFaultWord) -> None:
        match word:
            case PicoFaultWord.RESET:
                self.pico.power_off()
                self.pico.power_on()
            case PicoFaultWord.POWER_CUT:
                self.pico.power_off()
            case PicoFaultWord.POWER_ON:
                self.pico.power_on()
            case PicoFaultWord.OLD_FIRMWARE:
                self._put_at_the_port(ForeignDevice(self.cable, old_firmware).receive)
            case PicoFaultWord.NO_FIRMWARE:
                self._put_at_the_port(ForeignDevice(self.cable, micropython).receive)
            case _:
                assert_never(word)

    def _put_at_the_port(self, notify: Callable[[], None]) -> None:
        """Put another device at the port, under the dispenser's name. The Pico stays, and receives nothing."""
        self.pico.at_port = False
        self.cable.unplug()
        self.cable.notify_device = notify
        self.cable.plug()

    def _rubbish(self, size: int) -> bytes:
        return bytes(self._chance.choice((0x0A, 0x0D, 0x24, self._chance.randrange(256))) for _ in range(size))


def _at_hopper(part: EmulatedHopper, word: HopperFaultWord) -> None:
    match word:
        case HopperFaultWord.JAM:
            part.jam()
        case HopperFaultWord.JAM_CLEARS:
            part.jam(reversals=1)
        case HopperFaultWord.EMPTY:
            part.tokens = 0
        case HopperFaultWord.DOUBLE:
            part.doubles += 1
        case HopperFaultWord.TWIN:
            part.twins += 1
        case HopperFaultWord.LATE:
            part.late_ns = LATE_NS
        case HopperFaultWord.BOUNCE:
            part.bouncing = True
        case HopperFaultWord.BLOCK:
            part.block(True)
        case HopperFaultWord.SLIP:
            part.slip = 0.5
        case HopperFaultWord.NEARLY_EMPTY:
            part.scarce = True
        case HopperFaultWord.CLEAR:
            part.clear()
        case _:
            assert_never(word)


def _miswire(part: EmulatedHopper, word: HopperMistakeWord) -> None:
    match word:
        case HopperMistakeWord.BARRIER_SWAPPED:
            part.miswire(barrier_swapped=True)
        case HopperMistakeWord.MOTOR_DEAD:
            part.miswire(motor_dead=True)
        case HopperMistakeWord.MOTOR_SWAPPED:
            part.miswire(motor_swapped=True)
        case HopperMistakeWord.LEVEL_SWAPPED:
            part.level_swapped = True
        case HopperMistakeWord.BLIND:
            part.has_level_sensor = False
        case HopperMistakeWord.REWIRE:
            part.miswire()
            part.level_swapped, part.has_level_sensor = False, True
        case _:
            assert_never(word)
