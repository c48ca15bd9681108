"""The questions of the setup, and the configuration that follows from the parts and the answers."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from hal.dispenser import Link
from hal.events import DispenserUp
from hal.plugged import Plugged, PluggedPort, lasting_name
from hal.readers.ports import ReaderPorts
from table.config.schema import SHARED, ReaderConfig, ScreenConfig, defaults, real_table
from table.config.toml.written import written
from table.devices.hands_on.dialogue import DoctorTime
from table.program.doctor.devices import greeting
from table.program.first_setup.people import LeftError, Person
from table.program.first_setup.possible_readers import (
    LaidCards,
    PossibleReader,
    built_in_readers,
    fault_of,
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
    """True if the setup was not asked for: then its first question has the emulated table as an answer."""
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
        screen = ScreenConfig(language=self.words.language, fullscreen=not self.world.desktop)
        config = real_table(seats, self._dispenser(there), screen)
        return written(config, defaults(config.world), self.words)

    def _readers(self, there: Plugged) -> tuple[PossibleReader, ...]:
        """Return the readers that work. Ask about ports, or to go on, only if there are fewer than two without them."""
        while True:
            found = (*self._built_in(there), *self._serial.values())
            if len(found) < len(SEATS):
                self._ask_about_ports(there)
                found = (*self._built_in(there, quietly=True), *self._serial.values())
            if len(found) >= len(SEATS):
                return found
            if there.pcsc.fault:
                self.person.report(fault_words(there.pcsc.fault, "PC/SC", there.pcsc.detail))
            few, otherwise = ("only_one", "turns") if found else ("no_reader", "without")
            if self._chosen(text(f"setup.{few}"), (text("setup.reply.again"), text(f"setup.reply.{otherwise}"))):
                return found
            there = self.world.plugged()

    def _built_in(self, there: Plugged, *, quietly: bool = False) -> Iterator[PossibleReader]:
        for likely in built_in_readers(there, self.world.ports):
            faults = []
            for reader in likely:
                fault = fault_of(reader, self.world.ports, self.world.time)
                if fault is None:
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
        fault = fault_of(reader, self.world.ports, self.world.time)
        if fault is None:
            self._serial[port.path] = reader
        else:
            self.person.report(fault_words(fault.code, reader.label, fault.detail))

    def _seated(self, found: Sequence[PossibleReader]) -> dict[str, ReaderConfig]:
        """Return the reader of each seat: blue's is the one on which a card is laid, and red's is another one.

        Both seats share an only reader.
        """
        if not found:
            return {}
        if len(found) == 1:
            self.person.report(text("setup.shared", reader=found[0].label))
            return {SHARED: found[0].settings}
        cards = LaidCards(found, self.world.ports, self.world.time, self.person.report)
        try:
            if not cards.settle():
                self._until(text("setup.ask.lift"), (), lambda: cards.lifted() or None)
            blue = self._laid(BLUE, cards, ())
            rest = [reader for reader in found if reader is not blue]
            red = rest[0] if len(rest) == 1 else self._laid(RED, cards, (blue,))
        finally:
            cards.close()
        for seat, reader in ((BLUE, blue), (RED, red)):
            self.person.report(text("setup.seated", seat=text(f"seat.{seat}"), reader=reader.label))
        return {str(BLUE): blue.settings, str(RED): red.settings}

    def _laid(self, seat: Seat, cards: LaidCards, taken: Sequence[PossibleReader]) -> PossibleReader:
        """Return the reader on which a card is laid for this seat."""
        asked = text("setup.ask.lay", seat=text(f"seat.{seat}"))
        declining: tuple[Text, ...] = ()
        if self.offered and not taken:
            asked, declining = text("setup.offer", asked=asked), (text("setup.reply.emulated"),)
        while True:
            reader = self._until(asked, declining, cards.laid)
            if isinstance(reader, int):
                raise DeclinedError
            if reader not in taken:
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

    def _chosen(self, question: Text, answers: Sequence[Text]) -> int:
        """Return the place of the answer that the person gives."""
        return self._until(question, answers, _nothing)

    def _until(self, question: Text, answers: Sequence[Text], seen: Callable[[], T | None]) -> T | int:
        """Show a question until something is seen, or until it is answered."""
        self.person.ask(question, answers)
        log.info("the setup asks %s", question.key)
        while True:
            found = seen()
            if found is not None:
                return found
            answer = self.person.answer()
            if answer is not None:
                return answer
            self.world.time.pause(STEP_S)


def _nothing() -> None:
    """Return None: only an answer ends the question."""
