"""The view of an emulated table that the bench window shows. The window acts on it by `table.emulation.acts`."""

from typing import Protocol

from msgspec import Struct

from hal.events import Button
from table.emulation.acts import Act, ActPerformer
from table.emulation.analyser.event_log import EventLog
from table.rules.cards import CardKind
from table.rules.seats import Seat
from table.rules.text import Text


class BenchCard(Struct, frozen=True):
    """A physical card, which its owner may lay on either reader."""

    key: str
    """The key of this one card, unique over both hands."""
    name: Text | str
    kind: str
    """`command`, `unit`, `reference`, `strategy` or `judge`."""
    pips: int | None = None
    rank: str = ""
    """The rank of a unit by its icon's name, such as `corps`."""
    spent: bool = False
    """True if it is discarded or its unit is defeated. It can still be laid; the table must refuse it."""
    reader: Seat | None = None
    """The seat on whose reader it lies, or None."""
    aside_mm: tuple[float, float] = (0.0, 0.0)
    """Its place on the reader, measured from the middle of the antenna."""
    coupling: float = 1.0
    """The strength of the coupling between reader and card, from 1 in the middle to 0."""
    tag: str = ""
    """Kind and UID of the tag in it."""

    @property
    def playable(self) -> bool:
        """True for a command card in the hand that may be played."""
        return self.kind == CardKind.COMMAND and not self.spent and self.reader is None


class BenchSeat(Struct, frozen=True):
    seat: Seat
    cards: tuple[BenchCard, ...] = ()
    """All cards that this seat owns, in the order in which they are shown."""
    lamp: tuple[int, int, int] = (0, 0, 0)
    """The lamp's light: 0 to 255 for red, green and blue."""
    down: tuple[Button, ...] = ()
    """The buttons that are pressed at this moment, by mouse, key or bot."""
    held: tuple[tuple[Button, float], ...] = ()
    """The buttons that are being held, with the completed share of the hold."""
    plugged: bool = True
    """The reader's cable."""
    bot: bool = False
    """True if a bot sits here."""
    noise: float = 0.0
    """The share of replies that its reader loses or receives wrong."""


class BenchHopper(Struct, frozen=True):
    number: int
    kind: str
    content: int
    fault: bool = False
    """True if the table reports a fault of it."""
    turning: int = 0
    """The movement of its disc: 1 feeds, -1 turns back, 0 rests."""
    dark: bool = False
    """True if something is in its light barrier."""


class BenchFault(Struct, frozen=True):
    """A word that begins or ends a fault."""

    act: Act
    of: str
    """The part that has the fault: `hopper`, `pico`, `cable`, `table`, `reader`."""
    word: str
    what: str
    """The fault in English, from the vocabulary."""
    cure: str = ""
    """The word that ends it; empty if it ends by itself."""
    on: bool = False
    """True if the fault was begun and has not been ended."""


class BenchState(Struct, frozen=True):
    seats: tuple[BenchSeat, BenchSeat]
    hoppers: tuple[BenchHopper, ...] = ()
    tray: tuple[int, ...] = ()
    """The hopper of each token that fell, in the order in which they fell."""
    plugged: bool | None = True
    """True if the dispenser's cable is plugged in; None if this table has no dispenser."""
    powered: bool = True
    """The Pico's own plug."""
    power: str = "on"
    """The value of `Bench.power`."""
    speed: float = 1.0
    line_noise: float = 0.0
    """The share of spoilt lines."""
    guide: tuple[Text, ...] = ()
    """A sentence for each seat's next act; empty while the table has no power."""
    round: int = 0
    """The round that is played; 0 before a match."""
    asked_back: int = 0
    """The number of tokens that the table asks for now."""

    def lying(self, reader: Seat) -> tuple[BenchCard, ...]:
        """Return both seats' cards that lie on this reader."""
        return tuple(card for seat in self.seats for card in seat.cards if card.reader is reader)

    def card(self, key: str) -> BenchCard | None:
        return next((card for seat in self.seats for card in seat.cards if card.key == key), None)

    def owner(self, key: str) -> Seat | None:
        return next((one.seat for one in self.seats if any(card.key == key for card in one.cards)), None)


class Bench(ActPerformer, Protocol):
    @property
    def power(self) -> str:
        """Return the table's power: `on`, `booting` or `off`."""

    def look(self) -> BenchState:
        """Return the state of the bench now.

        It is called up to sixty times a second; a picture is drawn if it differs.
        """

    def faults(self, hopper: int, reader: Seat) -> tuple[BenchFault, ...]:
        """Return every fault word for this hopper and this reader."""

    def record(self, registers: bool) -> EventLog:
        """Return the log of the wires so far. `registers` includes register accesses."""

    def tap(self, on: bool) -> None:
        """Start or stop recording the wires. Without it, nothing is recorded and nothing is slower."""
