"""The questions of the setup, and the configuration that follows from the parts and the answers."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from hal.dispenser import Link
from hal.events import Button, DispenserUp
from hal.panels.keypads.enrolment import PressedKeys, may_have_keypads, usb_places
from hal.panels.keypads.input_device import InputKernel
from hal.panels.keypads.listed import Keypad
from hal.plugged import Plugged, PluggedPort, lasting_name
from hal.readers.laid_cards import LaidCards
from hal.readers.ports import ReaderPorts
from table.config.schema import SHARED, KeypadConfig, ReaderConfig, ScreenConfig, defaults, real_table
from table.config.toml.written import written
from table.devices.hands_on.dialogue import DoctorTime
from table.devices.hands_on.port import greeting
from table.program.first_setup.people import LeftError, Person
from table.program.first_setup.possible_readers import (
    PossibleReader,
    built_in_readers,
    fault_of,
    laid_cards,
    serial_reader,
)
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import Text, text
from table.words import Words
from table.words.faults import fault_words

log = logging.getLogger(__name__)

T = TypeVar("T")
STEP_S = 0.04


@dataclass(frozen=True, slots=True)
class SetupWorld:
    """The computer as the setup sees it, real or emulated."""

    plugged: Callable[[], Plugged]
    ports: ReaderPorts
    inputs: InputKernel
    link: Callable[[str], Link]
    """Makes the link to a dispenser at a serial port."""
    time: DoctorTime
    desktop: bool = True
    """False if the program would draw on the whole display, without a desktop."""


class DeclinedError(LeftError):
    """The person wants the emulated table instead."""


@dataclass
class SetupDialogue:
    """Asks one person, on one thread."""

    world: SetupWorld
    person: Person
    words: Words
    offered: bool = False
    """True if the setup was offered by `run`: then the first question also offers the emulated table."""
    has_readers: bool = False
    """True if the configuration that was made has a reader."""
    _serial: dict[str, PossibleReader] = field(default_factory=dict)
    """The readers at ports that the person has chosen, by the port."""

    def replaces(self, path: Path) -> bool:
        """Return True if the person wants the file to be replaced."""
        answers = (text("setup.reply.replace"), text("setup.reply.keep"))
        return self._chosen(text("setup.ask.replace", file=str(path)), answers) == 0

    def document(self) -> str:
        """Return the configuration of a table with these parts. Raises LeftError, and DeclinedError if offered."""
        there = self.world.plugged()
        seats = self._seated(self._readers(there))
        self.has_readers = bool(seats)
        screen = ScreenConfig(language=self.words.language, fullscreen=not self.world.desktop)
        config = real_table(seats, self._dispenser(there), screen, self._keypads())
        return written(config, defaults(config.world), self.words)

    def _readers(self, there: Plugged) -> tuple[PossibleReader, ...]:
        """Return the working readers. If there are fewer than two, ask about ports, or whether to continue."""
        while True:
            found = (*self._built_in(there), *self._serial.values())
            if len(found) < len(SEATS):
                self._ask_about_ports(there)
                found = (*self._built_in(there, quietly=True), *self._serial.values())
            if len(found) >= len(SEATS):
                return found
            if there.pcsc.fault:
                self.person.report(fault_words(there.pcsc.fault, "PC/SC", there.pcsc.detail))
            for reader in there.pcsc.every:
                if not reader.candidates:
                    self.person.report(fault_words("reader.contact_only", "PC/SC", reader.model))
            few, otherwise = ("only_one", "turns") if found else ("no_reader", "without")
            if self._chosen(text(f"setup.{few}"), (text("setup.reply.again"), text(f"setup.reply.{otherwise}"))):
                return found
            there = self.world.plugged()

    def _built_in(self, there: Plugged, *, quietly: bool = False) -> Iterator[PossibleReader]:
        for likely in built_in_readers(there, self.world.ports):
            faults = []
            for reader in likely:
                if (fault := fault_of(reader, self.world.ports, self.world.time)) is None:
                    yield reader
                    break
                faults.append(fault)
            else:
                if not quietly and likely[0].settings.kind == "pcsc":  # an empty bus is no mistake
                    self.person.report(fault_words(faults[0].code, likely[0].label, faults[0].detail))

    def _ask_about_ports(self, there: Plugged) -> None:
        """Ask about each port on USB that may lead to a reader. Only a chosen port is opened."""
        for port in there.ports:
            if not port.usb or port.is_pico or port.path in self._serial:
                continue
            named = text("setup.port", port=port.path, device=port.lead or port.product or port.usb)
            answers = (text("setup.reply.not_ours"), text("setup.reply.reader"))
            if self._chosen(text("setup.ask.port", port=named), answers) == 1:
                self._try_port(port, there.ports)

    def _try_port(self, port: PluggedPort, every: Sequence[PluggedPort]) -> None:
        reader = serial_reader(port, every)
        if (fault := fault_of(reader, self.world.ports, self.world.time)) is None:
            self._serial[port.path] = reader
        else:
            self.person.report(fault_words(fault.code, reader.label, fault.detail))

    def _seated(self, found: Sequence[PossibleReader]) -> dict[str, ReaderConfig]:
        """Return the reader of each seat: blue's is the one on which a card is laid, and red's is another one.

        A single reader is shared.
        """
        if not found:
            return {}
        if len(found) == 1:
            self.person.report(text("setup.shared", reader=found[0].label))
            return {SHARED: found[0].settings}
        cards = laid_cards(found, self.world.ports, self.world.time, self.person.report)
        try:
            if not cards.settle():
                self._until(text("setup.ask.lift"), (), lambda: cards.lifted() or None)
            first = self._laid(BLUE, cards, "")
            rest = [name for name in map(str, range(len(found))) if name != first]
            second = rest[0] if len(rest) == 1 else self._laid(RED, cards, first)
        finally:
            cards.close()
        seated = {BLUE: found[int(first)], RED: found[int(second)]}
        for seat, reader in seated.items():
            self.person.report(text("setup.seated", seat=text(f"seat.{seat}"), reader=reader.label))
        return {str(seat): reader.settings for seat, reader in seated.items()}

    def _laid(self, seat: Seat, cards: LaidCards, taken: str) -> str:
        """Return the name of the reader on which a card is laid for this seat."""
        asked = text("setup.ask.lay", seat=text(f"seat.{seat}"))
        declining: tuple[Text, ...] = ()
        if self.offered and not taken:
            asked, declining = text("setup.offer", asked=asked), (text("setup.reply.emulated"),)
        while True:
            reader = self._until(asked, declining, cards.laid)
            if isinstance(reader, int):
                raise DeclinedError
            if reader != taken:
                return reader
            self.person.report(text("setup.taken", seat=text(f"seat.{BLUE}")))

    def _dispenser(self, there: Plugged) -> str:
        """Return the port of the dispenser, or `none`. Only a Pico is opened."""
        for port in there.ports:
            if not port.is_pico:
                continue
            link = self.world.link(port.path)
            try:
                answered = greeting(link, self.world.time)
            finally:
                link.close()
            if isinstance(answered, DispenserUp):
                self.person.report(text("setup.dispenser", port=port.path))
                return lasting_name(port, there.ports)
            self.person.report(fault_words(answered.code, "dispenser", answered.detail or port.path))
        return "none"

    def _keypads(self) -> dict[str, KeypadConfig]:
        """Return the keypads of the seats, by the keys that are pressed on them. Ask only if there may be one."""
        inputs = self.world.inputs
        if not may_have_keypads(inputs):
            return {}
        if (answered_on := self._wants_keypads()) is None:
            return {}
        seated: dict[str, KeypadConfig] = {}
        taken = answered_on if usb_places(inputs) - answered_on else frozenset[str]()
        for seat in SEATS:
            if (keypad := self._keypad(seat, taken)) is not None:
                seated[str(seat)] = keypad
                taken |= {keypad.place}
        return seated

    def _wants_keypads(self) -> frozenset[str] | None:
        """Return the places of the keyboards that the person confirms; None if there are no keypads to use."""
        answered_on: set[str] = set()
        with PressedKeys(self.world.inputs) as keys:

            def typed() -> None:
                if pressed := keys.pressed():
                    answered_on.add(pressed[0].place)

            answers = (text("setup.reply.no_keypads"), text("setup.reply.keypads"))
            if self._until(text("setup.ask.keypads"), answers, typed) == 0:
                return None
            typed()  # the key of the answer itself
            if not keys.places:
                self.person.report(fault_words("keypad.denied", "keypads", ", ".join(keys.denied)))
                return None
        return frozenset(answered_on)

    def _keypad(self, seat: Seat, taken: frozenset[str]) -> KeypadConfig | None:
        """Return the keypad on which three keys are pressed for this seat; None if the seat has none."""
        found: list[tuple[Keypad, int]] = []
        named = text(f"seat.{seat}")
        with PressedKeys(self.world.inputs, taken) as keys:

            def pressed() -> tuple[Keypad, int] | None:
                keys.grab()
                if (key := keys.pressed()) is None or not found:
                    return key
                return key if key[0].place == found[0][0].place and key[1] not in [code for _, code in found] else None

            for button in Button:
                declining = () if found else (text("setup.reply.no_keypad"),)
                key = self._until(text("setup.ask.key", button=str(button).upper(), seat=named), declining, pressed)
                if isinstance(key, int):
                    return None
                found.append(key)
        (keypad, previous), (_, following), (_, confirm) = found
        self.person.report(text("setup.keypad", seat=named, keypad=f"{keypad.name} ({keypad.place})"))
        return KeypadConfig(place=keypad.place, usb=keypad.usb, previous=previous, next=following, confirm=confirm)

    def _chosen(self, question: Text, answers: Sequence[Text]) -> int:
        """Return the place of the answer that the person gives."""
        return self._until(question, answers, lambda: None)

    def _until(self, question: Text, answers: Sequence[Text], seen: Callable[[], T | None]) -> T | int:
        """Show a question until `seen` returns a result, or until it is answered."""
        self.person.ask(question, answers)
        log.info("the setup asks %s", question.key)
        while True:
            if (found := seen()) is not None:
                return found
            if (answer := self.person.answer()) is not None:
                return answer
            self.world.time.pause(STEP_S)
