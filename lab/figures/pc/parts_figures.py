"""Measure a table without each of its parts, in virtual time."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace as with_values

from hal.events import Button, Held, Pressed
from hal.panels.claims import RETRY_S
from hal.panels.keypads.claim import RETRY_S as KEYPAD_RETRY_S
from hal.panels.pins import lgpio_pins
from lab.figure import Figure, control_of, none_of
from lab.figures.pc.edges import Edges, Trouble
from sim_hardware.keypads import EmulatedInputs, EmulatedKeypad
from table.config import Config
from table.config.schema import DispenserConfig, KeypadConfig, ReaderConfig, StateConfig
from table.devices.configured.device_settings import pcsc_name
from table.devices.devices import Devices
from table.devices.setup import Setup
from table.emulation.virtual_table import VirtualTable
from table.program.backends import real_devices
from table.records.temporary import temporary_folder
from table.rules.seats import BLUE, SEATS, Seat
from table.session.ports import InputOnView

SETTLE_S = 2.0
"""The seconds in which a table finds its parts, and their faults, but for a keypad whose file may be new."""
MOST_KEYS = 40
"""The most keys that two players need from the lobby to a match."""
PINS = ("previous", "next", "confirm", "lamp_red", "lamp_green", "lamp_blue")
KEYPAD = "usb-0000:01:00.0-1.1"
NO_ACCESS = 0x8010006A
"""SCARD_W_SECURITY_VIOLATION of winscard.h."""

Wire: TypeAlias = Callable[["PartsTable", Trouble], None]
MakeDevices: TypeAlias = Callable[[Config, Callable[[], float]], Devices]
"""Makes the devices of a configuration, over a clock."""


@dataclass(frozen=True, slots=True)
class TriedPart:
    """A configured part. A fault must name its `place`, at the start and in play."""

    name: str
    place: str
    cause: Wire
    """Gives the part its trouble."""
    config: Config
    place_in_play: str = ""
    unread: Seat | None = None
    """The seat whose cards are not read without this part. It chooses them on the screen."""


@dataclass(frozen=True, slots=True)
class PartVerdict:
    stopped: str = ""
    """The reason why the table was not played on; empty if it was."""
    named: bool = True
    """True if a fault names the place of the part."""


class PartsTable(VirtualTable):
    """A real table over emulated electronics."""

    def __init__(
        self, config: Config, before: Callable[["PartsTable"], None], devices: MakeDevices, stack: ExitStack
    ) -> None:
        """Call `before` just before `devices` makes the devices. The edges are this table's until `stack` is closed."""
        self._before, self._make, self._stack = before, devices, stack
        super().__init__(Setup.of(config))

    def _wired(self) -> Devices:
        self.inputs = EmulatedInputs(self.clock)
        for port in (KEYPAD.rpartition("-")[2] for _ in self.config.keypads):
            self.inputs.plug(EmulatedKeypad(), port)
        pins = self.fingers.pin_factory
        self.edges = Edges(self.readers, self.dispenser, self.config.dispenser_port, pins, self.inputs)
        self._stack.enter_context(self.edges.patched())
        self._before(self)
        return self._make(self.config, lambda: self.clock.now_s)

    def key(self, seat: Seat, button: Button, *, held: bool = False) -> None:
        """Press the key of a seat's button, on the view that is shown."""
        panel = next(name for name, owner in self.setup.seats.panels.items() if owner is seat)
        event = Held(panel, button) if held else Pressed(panel, button)
        self.session.step(InputOnView(event, self.now))
        self.wait(0.05)

    def keys_reach(self, seat: Seat) -> bool:
        """True if a seat's keys open its menu, or whatever else a held NEXT leads to, and lead back."""
        before = self.now.desks
        self.key(seat, Button.NEXT, held=True)
        there = self.now.desks
        self.key(seat, Button.NEXT, held=True)
        return there != before

    def locks(self, seat: Seat, *, unread: bool = False) -> bool:
        """Lay a card of the seat's hand on its reader, and lock it by keys. True if it is locked, or revealed.

        If its reader is missing, choose the card on the screen.
        """
        self.lay(seat, self.session.hand(seat)[0].id)
        self.wait(SETTLE_S)
        self.key(seat, Button.CONFIRM, held=True)
        if unread:
            self.key(seat, Button.NEXT)
            self.key(seat, Button.CONFIRM)
            self.key(seat, Button.CONFIRM, held=True)
        view = self.now.view
        return self.now.desks[SEATS.index(seat)].locked or (view is not None and view.reveals > 0)

    def reach_a_match(self) -> bool:
        """Begin a match by keys alone."""
        for _ in range(MOST_KEYS):
            if self.now.match:
                return True
            for seat in SEATS:
                self.key(seat, Button.CONFIRM, held=True)
        return bool(self.now.match)


def parts(folder: Path) -> Iterator[TriedPart]:
    """Yield each part that a configuration can name, with a table that has it. `folder` is that of its serial ports."""
    port = str(folder / "ttyACM0")
    wired = with_values(Config(), world="real", dispenser=DispenserConfig(port=port))
    for name, panel in wired.panels.items():
        for key in PINS:
            pin = getattr(panel, key)
            yield TriedPart(f"panels.{name}.{key}", str(pin), _pin(pin), wired)
    yield TriedPart("gpiochip", "gpiochip0", _chip, wired, place_in_play="panels.blue.confirm")
    for line in (ReaderConfig(reset_pin=4), ReaderConfig(irq_pin=14)):
        key, pin = ("reset_pin", 4) if line.irq_pin is None else ("irq_pin", 14)
        with_line = with_values(wired, readers=wired.readers | {"blue": line})
        yield TriedPart(f"readers.blue.{key}", f"readers.blue.{key}", _pin(pin), with_line)
    lead = str(folder / "ttyUSB0")
    for reader, place in (
        (ReaderConfig(), "/dev/spidev0.0"),
        (ReaderConfig(kind="pn532", port=lead), lead),
        (ReaderConfig(kind="pn532", link="spi"), "/dev/spidev0.0"),
        (ReaderConfig(kind="pn532", link="i2c"), "/dev/i2c-1"),
    ):
        there = with_values(wired, readers=wired.readers | {"blue": reader})
        name = "rc522" if reader.kind == "rc522" else f"pn532 {reader.link}"
        yield TriedPart(f"readers.blue ({name})", place, _file(place), there, unread=BLUE)
    named = with_values(wired, readers=wired.readers | {"blue": ReaderConfig(kind="pcsc", usb=pcsc_name("blue"))})
    yield TriedPart("readers.blue (pcsc)", "blue", _pcsc, named, unread=BLUE)
    yield TriedPart("dispenser", port, _file(port), wired)
    pad = KeypadConfig(place=KEYPAD, previous=75, next=77, confirm=76)
    red = {"red": wired.panels["red"]}
    yield TriedPart("keypads.blue", "keypads.blue", _keypad, with_values(wired, panels=red, keypads={"blue": pad}))


def verdict(
    part: TriedPart, trouble: Trouble, folder: Path, devices: MakeDevices = real_devices, *, in_play: bool
) -> PartVerdict:
    """Return whether a table with this trouble is played on, and whether it names the part.

    `folder` is empty, for the table's state.
    """
    config = with_values(part.config, state=StateConfig(folder=str(folder)))

    def before(table: PartsTable) -> None:
        if not in_play:
            part.cause(table, trouble)

    with ExitStack() as stack:
        try:
            table = PartsTable(config, before, devices, stack)
            stack.callback(table.close)
            return _played(table, part, trouble, in_play=in_play)
        except Exception as error:  # whatever ends the table ends it
            return PartVerdict(f"{type(error).__name__}: {error}", named=False)


def _played(table: PartsTable, part: TriedPart, trouble: Trouble, *, in_play: bool) -> PartVerdict:
    table.session.start()
    table.wait(SETTLE_S + KEYPAD_RETRY_S)
    if in_play:
        if table.now.faults:
            return PartVerdict(f"a fault before any: {table.now.faults[0]}", named=False)
        if not table.reach_a_match():
            return PartVerdict("no match began", named=False)
        part.cause(table, trouble)
        table.wait(RETRY_S + SETTLE_S)
    place = part.place_in_play if in_play and part.place_in_play else part.place
    named = any(place in f"{note.part} {note.detail}" for note in table.now.faults)
    if not in_play and not table.reach_a_match():
        return PartVerdict("no match began", named=named)
    for seat in SEATS:
        if not table.keys_reach(seat):
            return PartVerdict(f"the keys of {seat} do nothing", named=named)
        if not table.locks(seat, unread=seat is part.unread):
            return PartVerdict(f"{seat} cannot lock a card", named=named)
    return PartVerdict(named=named)


def _pin(number: int) -> Wire:
    def cause(table: PartsTable, trouble: Trouble) -> None:
        table.fingers.pin_factory.pin(number).refuses = trouble.of_pin

    return cause


def _chip(table: PartsTable, trouble: Trouble) -> None:
    """Refuse to open the chip, and every pin of a chip that is open."""
    table.edges.chip = trouble
    for number in range(28):
        table.fingers.pin_factory.pin(number).refuses = trouble.of_pin


def _file(place: str) -> Wire:
    def cause(table: PartsTable, trouble: Trouble) -> None:
        table.edges.refused[place] = trouble

    return cause


def _pcsc(table: PartsTable, trouble: Trouble) -> None:
    """Take the reader away, let the kernel's own driver hold it, or let the daemon refuse this user."""
    table.edges.refused["pcsc"] = trouble
    if trouble is Trouble.FORBIDDEN:
        table.readers.daemon.refuses = NO_ACCESS
    else:
        table.readers.unplug("blue")


def _keypad(table: PartsTable, trouble: Trouble) -> None:
    """Unplug the keypad; plug it in again for another program that grabs it first, or for a user without rights."""
    port = KEYPAD.rpartition("-")[2]
    table.inputs.unplug(port)
    if trouble is not Trouble.ABSENT:
        table.inputs.forbidden = trouble is Trouble.FORBIDDEN
        table.inputs.plug(EmulatedKeypad(), port)
    if trouble is Trouble.BUSY:
        table.inputs.hold(port)


SHOWN = 3
"""The most findings in a figure's note."""


def measure(seed: int) -> Iterator[Figure]:
    """Measure every part once missing, busy and forbidden, at the start and in play. `seed` changes nothing."""
    del seed
    logging.disable(logging.CRITICAL)
    try:
        with temporary_folder() as folder:
            yield from _stops(folder)
    finally:
        logging.disable(logging.NOTSET)


def _stops(folder: Path) -> Iterator[Figure]:
    verdicts: dict[str, PartVerdict] = {}
    for number, part in enumerate(parts(folder)):
        for trouble in Trouble:
            for in_play in (False, True):
                state = folder / f"{number}-{trouble}-{in_play}"
                name = f"{part.name} {trouble} {'in play' if in_play else 'at the start'}"
                verdicts[name] = verdict(part, trouble, state, in_play=in_play)
    stopped = [f"{name}: {each.stopped}" for name, each in verdicts.items() if each.stopped]
    unnamed = [name for name, each in verdicts.items() if not each.named]
    yield none_of("parts.stop_the_table", stopped, "tables", len(verdicts), "; ".join(stopped[:SHOWN]))
    yield none_of("parts.without_a_place", unnamed, "tables", len(verdicts), "; ".join(unnamed[:SHOWN]))
    chip = next(part for part in parts(folder) if part.name == "gpiochip")
    strict = [verdict(chip, trouble, folder / f"control {trouble}", _strict, in_play=False) for trouble in Trouble]
    found = sum(bool(each.stopped) for each in strict)
    yield control_of("parts.stop_the_table.control", found, "tables", len(strict), "pins opened before the table")


def _strict(config: Config, now_s: Callable[[], float]) -> Devices:
    """Return the devices of a table that opens the chip first, and so does not open without it."""
    lgpio_pins(config.state.made())
    return real_devices(config, now_s)
