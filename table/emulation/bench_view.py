"""What the bench window sees of an emulated table. What it does to it are the acts of `table.emulation.acts`."""

from typing import Protocol

from msgspec import Struct

from hal.events import Button
from table.emulation.acts import Act, Hands
from table.emulation.analyser.event_log import Record
from table.rules.seats import Seat
from table.rules.text import Text


class BenchCard(Struct, frozen=True):
    """One physical card. Its owner may lay it on either reader."""

    key: str
    """Of this one card, in both hands."""
    name: Text | str
    kind: str
    """`command`, `unit`, `reference`, `strategy` or `judge`."""
    pips: int | None = None
    rank: str = ""
    """Of a unit, as the screen's icons call it: `corps`."""
    spent: bool = False
    """Discarded, or its unit is defeated. It can be laid all the same: the table must refuse it."""
    reader: Seat | None = None
    """The seat on whose reader it lies."""
    aside_mm: tuple[float, float] = (0.0, 0.0)
    """Where it lies there, from the middle of the antenna."""
    coupling: float = 1.0
    """How well it is heard there: 1 in the middle, 0 not at all."""
    tag: str = ""
    """Kind and UID of the tag in it."""


class BenchSeat(Struct, frozen=True):
    seat: Seat
    cards: tuple[BenchCard, ...] = ()
    """All cards that this seat owns, in the order in which they are shown."""
    lamp: tuple[int, int, int] = (0, 0, 0)
    """The light that is seen: 0 to 255 for red, green and blue."""
    down: tuple[Button, ...] = ()
    """The buttons that are pressed at this moment, by mouse, key or bot."""
    plugged: bool = True
    """The reader's cable."""
    bot: bool = False
    """A bot sits here."""
    noise: float = 0.0
    """The share of replies that its reader loses or hears wrong."""


class BenchHopper(Struct, frozen=True):
    number: int
    kind: str
    content: int
    fault: bool = False
    """The table says that something is wrong with it."""
    turning: int = 0
    """Its disc: 1 feeds, -1 turns back, 0 rests."""
    dark: bool = False
    """Something is in its light barrier."""


class BenchFault(Struct, frozen=True):
    """A word that something can be told, or that ends something."""

    act: Act
    of: str
    """What it happens to: `hopper`, `pico`, `cable`, `table`, `reader`."""
    word: str
    what: str
    """In English, as the vocabulary has it."""
    cure: str = ""
    """The word that ends it; empty where it ends by itself."""
    on: bool = False
    """It was told this, and it is not ended yet."""


class BenchState(Struct, frozen=True):
    seats: tuple[BenchSeat, BenchSeat]
    hoppers: tuple[BenchHopper, ...] = ()
    tray: tuple[int, ...] = ()
    """The hopper of each token that fell, in the order in which they fell."""
    plugged: bool | None = True
    """The dispenser's cable; None: this table has no dispenser."""
    powered: bool = True
    """The Pico's own plug."""
    power: str = "on"
    """As `Bench.power` has it."""
    speed: float = 1.0
    line_noise: float = 0.0
    """The share of spoilt lines."""

    def lying(self, reader: Seat) -> tuple[BenchCard, ...]:
        """What lies on this reader, of either seat."""
        return tuple(card for seat in self.seats for card in seat.cards if card.reader is reader)

    def card(self, key: str) -> BenchCard | None:
        return next((card for seat in self.seats for card in seat.cards if card.key == key), None)

    def owner(self, key: str) -> Seat | None:
        return next((one.seat for one in self.seats if any(card.key == key for card in one.cards)), None)


class Bench(Hands, Protocol):
    @property
    def power(self) -> str:
        """The table's: `on`, `booting`, `off`."""
        ...

    def look(self) -> BenchState:
        """The bench at this moment. Asked up to sixty times a second; a picture is drawn when it differs."""
        ...

    def faults(self, hopper: int, reader: Seat) -> tuple[BenchFault, ...]:
        """Every word there is, for this hopper and this reader."""
        ...

    def record(self, registers: bool) -> Record:
        """What went over the wires up to now; with each access to a register, too."""
        ...

    def tap(self, on: bool) -> None:
        """Clip onto the wires, or take the clips off: then nothing is recorded, and nothing is slower for it."""
        ...
