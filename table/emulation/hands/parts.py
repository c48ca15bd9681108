"""The parts of an emulated table that hands can touch, and the performer of acts at them, in real and virtual time.

`LiveParts` (`performer.py`) are those of the running world, `VirtualParts` (`table.emulation.scripts.virtual_stage`)
those of a table in virtual time.
"""

from abc import ABC, abstractmethod
from typing import assert_never

from hal.events import Button
from sim_hardware.dispenser import EmulatedDispenser, PtyDispenser, vocabulary
from sim_hardware.nfc import naming
from sim_hardware.nfc.tags import TypeATag
from sim_hardware.nfc.vocabulary import UNPLUG
from sim_hardware.nfc.world import ReaderWorld
from sim_hardware.panel import EmulatedPanels
from table.config.schema import HopperConfig, SeatsConfig
from table.emulation import acts
from table.emulation.acts import CABLE, PICO
from table.emulation.cards import EmulatedCards
from table.emulation.fault_switches import FaultSwitches
from table.records.open_match import OpenMatch
from table.rules.match.payouts import TOKENS_BACK
from table.rules.seats import SEATS, Seat
from table.rules.tokens import HandBack
from table.view.published import Published


class TableParts(ABC):
    """The parts of an emulated table, as the performer operates them. Only its thread calls them."""

    on: bool
    """True while the table has power."""

    def __init__(
        self,
        seats: SeatsConfig,
        hoppers: tuple[HopperConfig, ...],
        decks: EmulatedCards,
        readers: ReaderWorld,
        panels: EmulatedPanels,
        dispenser: EmulatedDispenser | PtyDispenser | None,
    ) -> None:
        """`dispenser` is None if it is not emulated."""
        self.seats, self.hoppers = seats, hoppers
        self.decks, self.readers, self.panels = decks, readers, panels
        self._dispenser = dispenser

    @property
    def has_dispenser(self) -> bool:
        return self._dispenser is not None

    @property
    def dispenser(self) -> EmulatedDispenser | PtyDispenser:
        """Return the emulated dispenser. Raises CannotError."""
        if self._dispenser is None:
            raise acts.CannotError("no dispenser is emulated at this table")
        return self._dispenser

    def load(self, hopper: int, tokens: int) -> None:
        """Put tokens into a hopper; a negative number takes them out."""
        self.dispenser.load(hopper, tokens)

    @abstractmethod
    def has(self, card: str) -> bool:
        """True if a seat has a card of this key now."""

    @abstractmethod
    def wires(self, reader: str, on: bool) -> None:
        """Connect or disconnect a reader's wires before its bus's next transfer."""

    @abstractmethod
    def fault(self, word: vocabulary.FaultWord, hopper: int) -> None:
        """Begin or end a fault of the dispenser or of the disk."""

    @abstractmethod
    def take(self, hopper: int | None) -> bool:
        """Take a token of this hopper's kind out of the tray, or all; return False if there is none."""

    @abstractmethod
    def kill(self) -> None:
        """End the table's program as `kill -9` does, and start it again."""

    @abstractmethod
    def blackout(self) -> None:
        """Cut the power of table, readers and panels, and restore it."""


class Performer:
    """Performs acts at the parts, and tracks the state of everything that hands can change. One thread at a time."""

    def __init__(self, parts: TableParts) -> None:
        self._parts = parts
        seats = parts.seats
        self.places = dict(zip(SEATS, (seats.blue, seats.red), strict=True))
        self.cards: dict[str, acts.Lay] = {}
        """The cards on a reader with their positions, by key."""
        self.down: dict[Seat, tuple[Button, ...]] = dict.fromkeys(SEATS, ())
        self.unplugged: set[Seat] = set()
        self.plugged = True
        """The dispenser's cable."""
        self.powered = self._pico_runs = True
        """True if the Pico's own plug is in; true if it has power, which comes from the table."""
        self.noise: dict[Seat, float] = dict.fromkeys(SEATS, 0.0)
        self.line_noise = 0.0
        self.faults = FaultSwitches(parts.has_dispenser)
        self._kinds = frozenset(hopper.number for hopper in parts.hoppers)
        self._strange: dict[str, TypeATag] = {}
        """Tags that the table does not know, by key."""

    def lying(self, reader: Seat) -> tuple[str, ...]:
        """Return the keys of the cards on a seat's reader."""
        return tuple(key for key, lies in self.cards.items() if lies.reader is reader)

    def tag(self, key: str) -> TypeATag:
        """Return the tag in this card, which is the same each time."""
        if key.startswith(acts.TAG):
            return self._strange.setdefault(key, naming.tag(key.removeprefix(acts.TAG)))
        owner, card, copy = key.split("/")
        return self._parts.decks.tag(Seat(owner), card, int(copy))

    def perform(self, act: acts.Act) -> bool:
        """Perform an act. Return False if it changed nothing. Raises CannotError if it makes no sense now."""
        match act:
            case acts.Lay():
                return self._lay(act)
            case acts.Lift():
                return self._lift(act.card)
            case acts.Press() | acts.Release():
                return self._finger(act)
            case acts.ReaderFault():
                return self._reader_fault(act)
            case acts.AirNoise():
                before, self.noise[act.seat] = self.noise[act.seat], act.share
                self._parts.readers.disturb(self.places[act.seat].reader, act.share)
                return act.share != before
            case acts.DispenserFault():
                return self._fault(act)
            case _:
                return self._perform_at_dispenser(act)

    def power_pico(self, on: bool) -> None:
        """Switch the Pico's power from the table on or off. Its serial line returns with the power."""
        if not self._parts.has_dispenser:
            return
        if on is not self._pico_runs:
            self._pico_runs = self.plugged = on
        self._parts.fault(PICO[on], 0)

    def _fault(self, act: acts.DispenserFault) -> bool:
        try:
            word = vocabulary.fault_word(act.word)
        except ValueError as error:
            raise acts.CannotError(str(error)) from None
        if word in (*CABLE, *PICO):
            self._need_hopper()
            on = word in (CABLE[1], PICO[1])
            return self._plug_cable(on) if word in CABLE else self._plug_pico(on)
        match word:
            case vocabulary.RestartWord():
                return self._restart(word)
            case vocabulary.DiskFaultWord():
                return self._happen(act, word)
            case (
                vocabulary.HopperFaultWord()
                | vocabulary.HopperMistakeWord()
                | vocabulary.PicoFaultWord()
                | vocabulary.CableFaultWord()
            ):
                self._need_hopper(act.hopper)
                return self._happen(act, word)
            case _:
                assert_never(word)

    def _need_hopper(self, hopper: int = 0) -> None:
        if hopper >= len(self._parts.dispenser.contents()):
            raise acts.CannotError(f"there is no hopper {hopper}")

    def _perform_at_dispenser(self, act: acts.Act) -> bool:
        self._need_hopper()
        match act:
            case acts.LineNoise():
                before_share, self.line_noise = self.line_noise, act.share
                self._parts.dispenser.noise(act.share)
                return act.share != before_share
            case acts.Fill():
                return self._fill(act)
            case acts.Take():
                if not self._parts.take(act.hopper):
                    raise acts.CannotError("no such token lies in the tray")
                return True
            case _:
                raise acts.CannotError(f"{act} is nothing for this table")

    def _lay(self, act: acts.Lay) -> bool:
        lies = self.cards.get(act.card)
        if lies is None and not act.card.startswith(acts.TAG) and not self._parts.has(act.card):
            raise acts.CannotError(f"nobody has {act.card}")
        tag, reader = self.tag(act.card), self.places[act.reader].reader
        if lies is not None and lies.reader is act.reader:
            self._parts.readers.push(reader, tag, act.aside_mm)
        else:
            if lies is not None:
                self._lift(act.card)
            self._parts.readers.lay(reader, tag, act.aside_mm)
        self.cards[act.card] = act
        return lies != act

    def _lift(self, key: str) -> bool:
        if (lies := self.cards.pop(key, None)) is None:
            raise acts.CannotError(f"{key} lies on no reader")
        self._parts.readers.lift(self.places[lies.reader].reader, self.tag(key))
        return True

    def _finger(self, act: acts.Press | acts.Release) -> bool:
        before, panel = self.down[act.seat], self.places[act.seat].panel
        others = tuple(button for button in before if button is not act.button)
        if isinstance(act, acts.Press):
            self.down[act.seat] = (*others, act.button)
            self._parts.panels.press(panel, str(act.button))
            return act.button not in before
        self.down[act.seat] = others
        self._parts.panels.release(panel, str(act.button))
        return act.button in before

    def _plug_reader(self, seat: Seat, plugged: bool) -> bool:
        if plugged is (seat not in self.unplugged):
            raise acts.CannotError(f"{seat}'s reader is {'plugged in' if plugged else 'unplugged'} already")
        self.unplugged ^= {seat}
        self._parts.wires(self.places[seat].reader, plugged)
        return True

    def _reader_fault(self, act: acts.ReaderFault) -> bool:
        if act.word in (UNPLUG.word, UNPLUG.cure):
            return self._plug_reader(act.seat, act.word == UNPLUG.cure)
        try:
            self._parts.readers.fault(act.word, self.places[act.seat].reader)
        except ValueError as error:
            raise acts.CannotError(str(error)) from error
        self.faults.switch(act)
        return True

    def _happen(self, act: acts.DispenserFault, word: vocabulary.FaultWord) -> bool:
        self._parts.fault(word, act.hopper)
        self.faults.switch(act)
        return True

    def _restart(self, word: vocabulary.RestartWord) -> bool:
        """Restart the table together with the Pico, or the program alone."""
        if not self._parts.on:
            raise acts.CannotError("the table has no power")
        match word:
            case vocabulary.RestartWord.KILL:
                self._parts.kill()
            case vocabulary.RestartWord.BLACKOUT:
                self.power_pico(False)
                self._parts.blackout()
                self.power_pico(self.powered)
            case _:
                assert_never(word)
        return True

    def _plug_cable(self, plugged: bool) -> bool:
        """Plug the cable in, which also restores the right device, or unplug it."""
        if not self._pico_runs:
            return False
        word = CABLE[plugged]
        changed = plugged is not self.plugged or (plugged and self.faults.ended_by(word))
        self.plugged = plugged
        return self._happen(acts.DispenserFault(word), word) and changed

    def _plug_pico(self, on: bool) -> bool:
        before, self.powered = self.powered, on
        self.power_pico(on and self._parts.on)
        self.faults.switch(acts.DispenserFault(PICO[on]))
        return on is not before

    def _fill(self, act: acts.Fill) -> bool:
        if act.hopper not in self._kinds:
            raise acts.CannotError(f"there is no hopper {act.hopper}")
        content = self._parts.dispenser.contents()[act.hopper]
        if content + act.tokens < 0:
            raise acts.CannotError(f"hopper {act.hopper} holds {content} tokens, and no more")
        self._parts.load(act.hopper, act.tokens)
        return True


def called_back(play: OpenMatch | None, shown: Published | None) -> tuple[HandBack, ...]:
    """Return the tokens that the table asks back now. Raises CannotError if there are none."""
    asks = shown is not None and any(prompt.key == TOKENS_BACK for prompt in shown.prompts)
    called: tuple[HandBack, ...] = () if play is None else play.state.ledger.called_back
    if not called or not asks:
        raise acts.CannotError("the table asks for no tokens back")
    return called
