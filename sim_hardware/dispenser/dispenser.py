"""The whole emulated dispenser on one clock, and its faults."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from sim_hardware.clock import MS, Clock
from sim_hardware.dispenser import vocabulary
from sim_hardware.dispenser.flash import Flash
from sim_hardware.dispenser.foreign_devices import ForeignDevice, console, micropython, old_firmware
from sim_hardware.dispenser.hopper import EmulatedHopper
from sim_hardware.dispenser.loop_times import TODAYS_FIRMWARE, LoopTimes
from sim_hardware.dispenser.mechanics import PRINTED, HopperMechanics
from sim_hardware.dispenser.pico import EmulatedPico
from sim_hardware.dispenser.wire import Cable, WirePort

LATE_NS = 900 * MS
"""The nanoseconds of a late token, longer than the firmware waits after the motor has stopped."""
SPOILT = 0.2
"""The share of lines that a noisy cable spoils."""


class EmulatedDispenser:
    """This is an emulated dispenser. It belongs to the clock's thread; any thread may read `tray` and `contents`."""

    FAULTS = tuple(word.word for word in vocabulary.WORDS if word.of != vocabulary.TABLE)
    CURES = tuple(cure for cure in vocabulary.CURES if cure != "free-disk")

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
        """`hoppers` gives the number of tokens in each.

        An earlier `flash` makes it a dispenser that remembers. `fell` is called with the hopper of each token that
        lands in the tray. `loop` says how fast its firmware is,
        `mechanics` how fast its hoppers are.
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
        self.cable.device_hears = self.pico.wake
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
        """Return the hopper of each token that really fell, in order."""
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
        """Bring about one of FAULTS or CURES. Raises ValueError for another word, IndexError for an unknown hopper."""
        part = self.hoppers[hopper]
        match name:
            case "jam":
                part.jam()
            case "jam-clears":
                part.jam(reversals=1)
            case "empty":
                part.tokens = 0
            case "double":
                part.doubles += 1
            case "twin":
                part.twins += 1
            case "late":
                part.late_ns = LATE_NS
            case "bounce":
                part.bouncing = True
            case "block":
                part.block(True)
            case "slip":
                part.slip = 0.5
            case "nearly-empty":
                part.scarce = True
            case "clear":
                part.clear()
            case "barrier-swapped" | "motor-dead" | "motor-swapped" | "level-swapped" | "blind" | "rewire":
                _miswire(part, name)
            case _:
                self._fault_of_the_line(name)

    def _fault_of_the_line(self, name: str) -> None:
        cable = self.cable
        match name:
            case "noise":
                cable.spoil = self._spoil
            case "echo":
                cable.echoes = True
            case "flood":
                cable.flood(self._rubbish)
            case "quiet":
                cable.calm()
            case "unplug":
                cable.unplug()
            case "renumber":
                cable.enumerate_anew(named=True)
            case "rename":
                cable.enumerate_anew(named=False)
            case _:
                self._fault_of_the_device(name)

    def _fault_of_the_device(self, name: str) -> None:
        match name:
            case "stranger":
                self._put_at_the_port(ForeignDevice(self.cable, console).hear)
            case "old-firmware":
                self._put_at_the_port(ForeignDevice(self.cable, old_firmware).hear)
            case "no-firmware":
                self._put_at_the_port(ForeignDevice(self.cable, micropython).hear)
            case "plug":
                if not self.pico.at_port:
                    self._put_at_the_port(self.pico.wake)
                    self.pico.at_port = True
                self.cable.plug()
            case "reset":
                self.pico.power_off()
                self.pico.power_on()
            case "power-cut":
                self.pico.power_off()
            case "power-on":
                self.pico.power_on()
            case _:
                raise ValueError(_wrong(name))

    def _put_at_the_port(self, hear: Callable[[], None]) -> None:
        """Put another device at the port, under the dispenser's name. The Pico stays, and hears nothing."""
        self.pico.at_port = False
        self.cable.unplug()
        self.cable.device_hears = hear
        self.cable.plug()

    def _rubbish(self, size: int) -> bytes:
        return bytes(self._chance.choice((0x0A, 0x0D, 0x24, self._chance.randrange(256))) for _ in range(size))


def _miswire(part: EmulatedHopper, name: str) -> None:
    """Make one of a builder's mistakes, or set all of them right."""
    match name:
        case "level-swapped":
            part.level_swapped = True
        case "blind":
            part.has_level_sensor = False
        case _:
            part.miswire(name == "motor-dead", name == "motor-swapped", name == "barrier-swapped")
            if name == "rewire":
                part.level_swapped = False
                part.has_level_sensor = True


def _wrong(name: str) -> str:
    if name == "free-disk" or vocabulary.word(name).of == vocabulary.TABLE:
        return f"{name} happens to the table, and not to its dispenser"
    return f"no such fault: {name}"
