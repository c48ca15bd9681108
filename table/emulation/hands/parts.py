"""The parts of an emulated table as hands reach them, and the one performer of acts at them, in real and virtual time.

`TableParts` is a port: `LiveParts` (`performer.py`) are those of the running world, `VirtualParts`
(`table.emulation.scripts.virtual_stage`) those of a table in virtual time.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from hal.events import Button
from sim_hardware.nfc import naming
from sim_hardware.nfc.tags import TypeATag
from sim_hardware.nfc.world import ReaderWorld
from sim_hardware.panel import EmulatedPanels
from table.config.schema import HopperConfig, SeatsConfig
from table.emulation.acts import (
    TAG,
    Act,
    AirNoise,
    CannotError,
    DispenserFault,
    Fill,
    Lay,
    Lift,
    LineNoise,
    PlugCable,
    PlugReader,
    PowerDispenser,
    Press,
    ReaderFault,
    Release,
    Take,
)
from table.emulation.cards import EmulatedCards
from table.emulation.disk import WORDS
from table.emulation.fault_switches import FaultSwitches
from table.rules.seats import SEATS, Seat

PLUGS: Mapping[str, Act] = MappingProxyType(
    {
        "unplug": PlugCable(False),
        "plug": PlugCable(True),
        "power-cut": PowerDispenser(False),
        "power-on": PowerDispenser(True),
    }
)
"""Words of the dispenser's that are plugs of the bench too."""
KILL, BLACKOUT = "kill", "blackout"
RESTARTS = (KILL, BLACKOUT)
"""Words for the table itself; those for its disk are `table.emulation.disk.WORDS`."""


class TableParts(Protocol):
    """The parts of an emulated table, as the performer works them. Only its thread calls them."""

    @property
    def seats(self) -> SeatsConfig: ...

    @property
    def hoppers(self) -> tuple[HopperConfig, ...]: ...

    @property
    def decks(self) -> EmulatedCards: ...

    @property
    def readers(self) -> ReaderWorld: ...

    @property
    def panels(self) -> EmulatedPanels: ...

    def has(self, card: str) -> bool:
        """True if a card of this key is somebody's at the table now."""
        ...

    def wires(self, reader: str, on: bool) -> None:
        """Put a reader's wires on, or take them off, before its bus's next transfer."""
        ...

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words of all that can happen to the dispenser; none where it is not emulated."""
        ...

    def fault(self, word: str, hopper: int) -> None:
        """Have one of `words` happen, or one of the disk's."""
        ...

    def noise(self, share: float) -> None:
        """Spoil this share of the lines between table and dispenser."""
        ...

    def contents(self) -> Sequence[int]:
        """Return the number of tokens in each hopper, by its number."""
        ...

    def load(self, hopper: int, tokens: int) -> None:
        """Put tokens into a hopper, or (less than none) take them out of it."""
        ...

    def take(self, hopper: int | None) -> bool:
        """Take a token of this hopper's kind out of the tray, or all; False if there is none."""
        ...

    @property
    def on(self) -> bool:
        """True while the table has power."""
        ...

    def kill(self) -> None:
        """End the table's program as `kill -9` does, and start it again."""
        ...

    def blackout(self) -> None:
        """Cut the power of table, readers and panels, and give it back."""
        ...


class Performer:
    """Performs acts at the parts, and knows how everything stands that hands can change. One thread at a time."""

    def __init__(self, parts: TableParts) -> None:
        self._parts = parts
        seats = parts.seats
        self.places = dict(zip(SEATS, (seats.blue, seats.red), strict=True))
        self.cards: dict[str, Lay] = {}
        """The cards that lie on a reader, and how each lies, by key."""
        self.down: dict[Seat, tuple[Button, ...]] = dict.fromkeys(SEATS, ())
        self.unplugged: set[Seat] = set()
        self.plugged = True
        """The dispenser's cable."""
        self.powered = self._pico_runs = True
        """The Pico's own plug is in; and it has power, which it has from the table."""
        self.noise: dict[Seat, float] = dict.fromkeys(SEATS, 0.0)
        self.line_noise = 0.0
        self.faults = FaultSwitches((*RESTARTS, *WORDS, *parts.words))
        self._kinds = frozenset(hopper.number for hopper in parts.hoppers)
        self._strange: dict[str, TypeATag] = {}
        """Tags that the table does not know, by key."""

    def lying(self, reader: Seat) -> tuple[str, ...]:
        """Return the keys of the cards on a seat's reader."""
        return tuple(key for key, lies in self.cards.items() if lies.reader is reader)

    def tag(self, key: str) -> TypeATag:
        """Return the tag in this card, which is the same each time."""
        if key.startswith(TAG):
            return self._strange.setdefault(key, naming.tag(key.removeprefix(TAG)))
        owner, card, copy = key.split("/")
        return self._parts.decks.tag(Seat(owner), card, int(copy))

    def perform(self, act: Act) -> bool:
        """Return False if everything stood so already. Raises CannotError where it makes no sense at this moment."""
        match act:
            case Lay():
                return self._lay(act)
            case Lift():
                return self._lift(act.card)
            case Press() | Release():
                return self._finger(act)
            case PlugReader():
                return self._plug_reader(act)
            case ReaderFault():
                return self._reader_fault(act)
            case AirNoise():
                before, self.noise[act.seat] = self.noise[act.seat], act.share
                self._parts.readers.disturb(self.places[act.seat].reader, act.share)
                return act.share != before
            case DispenserFault() if act.word in RESTARTS:
                return self._restart(act.word)
            case DispenserFault() if act.word in WORDS:
                return self._happen(act)
            case _ if not self._parts.words:
                raise CannotError("no dispenser is emulated at this table")
            case _:
                return self._perform_at_dispenser(act)

    def power_pico(self, on: bool) -> None:
        """Give the Pico its power from the table, or take it. Its line is there again when it has power."""
        if not self._parts.words:
            return
        if on is not self._pico_runs:
            self._pico_runs = self.plugged = on
        self._parts.fault("power-on" if on else "power-cut", 0)

    def _perform_at_dispenser(self, act: Act) -> bool:
        match act:
            case PlugCable():
                return self._plug_cable(act.plugged)
            case PowerDispenser():
                before, self.powered = self.powered, act.on
                self.power_pico(act.on and self._parts.on)
                self.faults.told(DispenserFault("power-on" if act.on else "power-cut"))
                return act.on is not before
            case DispenserFault() if act.word in PLUGS:
                return self._perform_at_dispenser(PLUGS[act.word])
            case DispenserFault() if act.word in self._parts.words and act.hopper < len(self._parts.contents()):
                return self._happen(act)
            case LineNoise():
                before_share, self.line_noise = self.line_noise, act.share
                self._parts.noise(act.share)
                return act.share != before_share
            case Fill():
                return self._fill(act)
            case Take():
                if not self._parts.take(act.hopper):
                    raise CannotError("no such token lies in the tray")
                return True
            case _:
                raise CannotError(f"{act} is nothing for this table")

    def _lay(self, act: Lay) -> bool:
        lies = self.cards.get(act.card)
        if lies is None and not act.card.startswith(TAG) and not self._parts.has(act.card):
            raise CannotError(f"nobody has {act.card}")
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
        lies = self.cards.pop(key, None)
        if lies is None:
            raise CannotError(f"{key} lies on no reader")
        self._parts.readers.lift(self.places[lies.reader].reader, self.tag(key))
        return True

    def _finger(self, act: Press | Release) -> bool:
        before, panel = self.down[act.seat], self.places[act.seat].panel
        others = tuple(button for button in before if button is not act.button)
        if isinstance(act, Press):
            self.down[act.seat] = (*others, act.button)
            self._parts.panels.press(panel, str(act.button))
            return act.button not in before
        self.down[act.seat] = others
        self._parts.panels.release(panel, str(act.button))
        return act.button in before

    def _plug_reader(self, act: PlugReader) -> bool:
        if act.plugged is (act.seat not in self.unplugged):
            raise CannotError(f"{act.seat}'s reader is {'plugged in' if act.plugged else 'unplugged'} already")
        self.unplugged ^= {act.seat}
        self._parts.wires(self.places[act.seat].reader, act.plugged)
        return True

    def _reader_fault(self, act: ReaderFault) -> bool:
        try:
            self._parts.readers.fault(act.word, self.places[act.seat].reader)
        except ValueError as error:
            raise CannotError(str(error)) from error
        self.faults.told(act)
        return True

    def _happen(self, act: DispenserFault) -> bool:
        self._parts.fault(act.word, act.hopper)
        self.faults.told(act)
        return True

    def _restart(self, word: str) -> bool:
        """Restart the table together with the Pico, or the program alone."""
        if not self._parts.on:
            raise CannotError("the table has no power")
        if word == KILL:
            self._parts.kill()
        else:
            self.power_pico(False)
            self._parts.blackout()
            self.power_pico(self.powered)
        return True

    def _plug_cable(self, plugged: bool) -> bool:
        """Put the cable in, which brings back the right device too, or pull it out."""
        if not self._pico_runs:
            return False
        word = "plug" if plugged else "unplug"
        changed = plugged is not self.plugged or (plugged and self.faults.ended_by(word))
        self.plugged = plugged
        return self._happen(DispenserFault(word)) and changed

    def _fill(self, act: Fill) -> bool:
        if act.hopper not in self._kinds:
            raise CannotError(f"there is no hopper {act.hopper}")
        content = self._parts.contents()[act.hopper]
        if content + act.tokens < 0:
            raise CannotError(f"hopper {act.hopper} holds {content} tokens, and no more")
        self._parts.load(act.hopper, act.tokens)
        return True
