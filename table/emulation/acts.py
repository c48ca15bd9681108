"""Everything that somebody at the bench can do, as a value; `Hands` performs one.

The window, its keys and the bots reach the emulated world by no other way. Whoever listens to what was performed
(`Heard`) has the whole session: a recording is these values and their times.
"""

from collections.abc import Callable
from math import hypot
from typing import Protocol, TypeAlias

from msgspec import Struct

from hal.events import Button
from table.rules.seats import Seat

TAG = "tag/"
"""Before the name of a tag that the table does not know, where a card's key stands."""


class CannotError(RuntimeError):
    """This cannot be done at this table, or not now. The message says why, and what would do."""


class Lay(Struct, frozen=True, tag="lay"):
    """A card is laid on a reader, beside what lies there; one that lies there already is pushed to another spot.

    From the other reader it is lifted first.
    """

    reader: Seat
    card: str
    """`blue/legion.card.ambush/0`: whose it is, what, and which of several that are the same. `tag/KIND:UID` is a tag
    that the table does not know."""
    x_mm: float = 0.0
    y_mm: float = 0.0
    """From the middle of the antenna to the middle of the card. What is 20 mm off is hardly read, 30 mm not at all."""

    @property
    def aside_mm(self) -> float:
        return hypot(self.x_mm, self.y_mm)


class Lift(Struct, frozen=True, tag="lift"):
    """A card leaves the reader on which it lies, back to its owner's hand."""

    card: str


class Press(Struct, frozen=True, tag="press"):
    """A finger goes down on a panel's button, and stays."""

    seat: Seat
    button: Button


class Release(Struct, frozen=True, tag="release"):
    seat: Seat
    button: Button


class PlugReader(Struct, frozen=True, tag="plug_reader"):
    """The wires of a seat's reader: its power too."""

    seat: Seat
    plugged: bool


class PlugCable(Struct, frozen=True, tag="plug_cable"):
    """The dispenser's serial cable. Its Pico keeps its power."""

    plugged: bool


class PowerDispenser(Struct, frozen=True, tag="power_dispenser"):
    """The Pico's own plug."""

    on: bool


class PowerTable(Struct, frozen=True, tag="power_table"):
    """The plug of the whole table: the Raspberry, its readers and panels, and the Pico stop where they are."""

    on: bool


class DispenserFault(Struct, frozen=True, tag="dispenser_fault"):
    """A word of `sim_hardware.dispenser.vocabulary`: a fault, or what ends one."""

    word: str
    hopper: int = 0


class ReaderFault(Struct, frozen=True, tag="reader_fault"):
    """A word of `sim_hardware.nfc.vocabulary`: a fault, or what ends one."""

    word: str
    seat: Seat


class AirNoise(Struct, frozen=True, tag="air_noise"):
    """Of a seat's reader: the share of replies that are lost or come in with a wrong bit, from 0 to 1."""

    seat: Seat
    share: float


class LineNoise(Struct, frozen=True, tag="line_noise"):
    """Of the serial cable: the share of lines that are spoilt, from 0 to 1."""

    share: float


class Speed(Struct, frozen=True, tag="speed"):
    """How fast time goes for all that is emulated and for the table's drivers; 1 is the clock on the wall."""

    factor: float


class Fill(Struct, frozen=True, tag="fill"):
    """Tokens are put into a hopper, or (less than none) taken out of it."""

    hopper: int
    tokens: int


class Take(Struct, frozen=True, tag="take"):
    """The players take a token of this hopper's kind out of the tray; None: all that lie in it."""

    hopper: int | None = None


class BotSits(Struct, frozen=True, tag="bot_sits"):
    """A bot sits down at a seat or gets up. What it does there is performed and heard like anybody's acts."""

    seat: Seat
    sits: bool


Act: TypeAlias = (
    Lay
    | Lift
    | Press
    | Release
    | PlugReader
    | PlugCable
    | PowerDispenser
    | PowerTable
    | DispenserFault
    | ReaderFault
    | AirNoise
    | LineNoise
    | Speed
    | Fill
    | Take
    | BotSits
)

Heard: TypeAlias = Callable[[Act], None]
"""Told each act once it was performed, in their order, on the thread that performed it. It returns at once."""


class Hands(Protocol):
    def perform(self, act: Act) -> None:
        """Do it, from any thread; returns at once.

        What makes no sense at this moment (a card that nobody has, a plug that is pulled already) changes nothing and
        is not heard of.
        """
        ...

    def listen(self, heard: Heard) -> None:
        """Have every act told from now on."""
        ...
