"""An emulated computer with parts plugged in, and a person with a script of answers and acts, in virtual time."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hal.dispenser import Link
from hal.plugged import Plugged, PluggedPort, pcsc_readers
from hal.readers.pcsc.library import PcscLibrary
from hal.readers.pn532.links import SerialLine
from hal.readers.ports import ReaderPorts
from sim_hardware.clock import Clock, S
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.keypads import EmulatedInputs
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.places import AnyPlace, PcscPlace
from sim_hardware.nfc.tags import Ntag
from table.config import Config, load
from table.devices.hands_on.dialogue import DoctorTime
from table.program.first_setup.dialogue import SetupDialogue, SetupWorld
from table.program.first_setup.people import LeftError
from table.rules.text import Text
from table.words import Words

LEFT, RIGHT = "ACS ACR122U 00 00", "ACS ACR122U 01 00"
TWO_PCSC = {"left": PcscPlace(LEFT), "right": PcscPlace(RIGHT)}


class WatchedPorts:
    """The ports of an emulated computer. They note each serial port that is opened."""

    def __init__(self, world: ReaderWorld) -> None:
        self._world = world
        self.opened: list[str] = []

    @property
    def spidev(self) -> Any:
        return self._world.spidev

    @property
    def pcsc(self) -> Any:
        return self._world.pcsc

    def serial(self, path: str) -> SerialLine:
        self.opened.append(path)
        return self._world.serial(path)

    def i2c(self, bus: int) -> Any:
        return self._world.i2c(bus)


class Computer:
    """It has these readers, and is found to have these serial ports, SPI devices and I2C buses."""

    def __init__(
        self,
        places: Mapping[str, AnyPlace],
        *,
        ports: Sequence[PluggedPort] = (),
        spi: tuple[tuple[int, int], ...] = (),
        i2c: tuple[int, ...] = (),
        dispenser: str = "",
    ) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, places)
        readers = pcsc_readers(lambda: PcscLibrary(self.world.pcsc))
        self.found = Plugged(readers, tuple(ports), spi, i2c)
        self.ports = WatchedPorts(self.world)
        self._dispenser = dispenser
        self.inputs = EmulatedInputs(self.clock)
        self._cards = {name: Ntag(bytes([4, number, *b"CARDS"])) for number, name in enumerate(places)}

    def setup_world(self) -> SetupWorld:
        ports: ReaderPorts = self.ports
        time = DoctorTime(lambda: self.clock.now_s, lambda pause_s: self.clock.advance(int(pause_s * S)))
        return SetupWorld(lambda: self.found, ports, self.inputs, self._link, time)

    def _link(self, path: str) -> Link:
        self.ports.opened.append(path)
        if path != self._dispenser:
            raise AssertionError(f"{path} was opened")
        dispenser = EmulatedDispenser(self.clock, (8,) * 9)
        dispenser.fault("plug")
        return Link(dispenser.port)

    def lay(self, reader: str) -> Callable[[], None]:
        return lambda: self.world.lay(reader, self._cards[reader])

    def lift(self, reader: str) -> Callable[[], None]:
        return lambda: self.world.lift(reader, self._cards[reader])

    def tap(self, port: str, key: int) -> Callable[[], None]:
        """Press a key of a keypad and release it."""

        def act() -> None:
            self.inputs.press(port, key)
            self.inputs.release(port, key)

        return act


Act = Callable[[], int | None]
Reaction = int | Act | tuple[Act, ...]
"""The place of an answer, or an act, which may end with an answer, or several acts, half a second apart."""
APART = 12
"""The number of times that the person is asked for an answer in half a second."""
PATIENCE = 500
"""The number of times until nothing more can happen."""


class ScriptedPerson:
    """It reacts to each question by its key: the reactions to a question that comes again are taken in turn.

    A question without any reaction left ends the setup.
    """

    def __init__(self, **reactions: Sequence[Reaction]) -> None:
        self._reactions = {key: list(each) for key, each in reactions.items()}
        self.asked: list[Text] = []
        self.reported: list[Text] = []
        self._acts: list[tuple[int, Act]] = []
        self._waited = 0

    def report(self, line: Text) -> None:
        self.reported.append(line)

    def ask(self, question: Text, answers: Sequence[Text]) -> None:
        self.asked.append(question)
        self._waited = 0
        reactions = self._reactions.get(question.key.rpartition(".")[2], [])
        reaction = reactions.pop(0) if reactions else _leave
        if isinstance(reaction, int):
            place = reaction
            self._acts = [(1, lambda: place)]
        else:
            acts = reaction if isinstance(reaction, tuple) else (reaction,)
            self._acts = [(1 + APART * n, act) for n, act in enumerate(acts)]

    def answer(self) -> int | None:
        self._waited += 1
        assert self._waited < PATIENCE, f"nothing follows {self.asked[-1]}: {self.reported}"
        if self._acts and self._acts[0][0] <= self._waited:
            return self._acts.pop(0)[1]()
        return None

    @property
    def keys(self) -> list[str]:
        return [question.key for question in self.asked]

    @property
    def reported_keys(self) -> list[str]:
        return [line.key for line in self.reported]


def _leave() -> int:
    raise LeftError


def configured(computer: Computer, person: ScriptedPerson, *, offered: bool = False) -> Config:
    """The configuration, as it is read from what the setup writes."""
    document = SetupDialogue(computer.setup_world(), person, Words("en"), offered).document()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table.toml"
        file.write_text(document, "utf-8")
        loaded = load(file)
    assert loaded.problems == ()
    return loaded.config
