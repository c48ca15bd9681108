"""The acts that a person at the bench can do, as values; `ActPerformer` performs them.

The window, its keys and the bots reach the emulated world in no other way. A `Listener` gets every act, so a
recording is these values and their times.
"""

from collections.abc import Callable
from math import hypot
from typing import Protocol, TypeAlias

from msgspec import Struct

from hal.events import Button
from sim_hardware.dispenser.vocabulary import CableFaultWord, PicoFaultWord
from table.rules.errors import InputError
from table.rules.seats import Seat

CABLE = (CableFaultWord.UNPLUG, CableFaultWord.PLUG)
PICO = (PicoFaultWord.POWER_CUT, PicoFaultWord.POWER_ON)
"""The words for the plugs of the dispenser's cable and of its Pico: out, in."""
TAG = "tag/"
"""The prefix of an unknown tag's name, in place of a card's key."""


class CannotError(InputError, RuntimeError):
    """The act cannot be done at this table, or not now. The message gives the reason and an act that works."""


class Lay(Struct, frozen=True, tag="lay"):
    """Lay a card on a reader, beside any other card. A card that is already there is moved to this spot.

    A card on the other reader is lifted first.
    """

    reader: Seat
    card: str
    """The card's key, such as `blue/skirmish.card.charge/0`: its owner, its id, and its number among equal cards.

    `tag/KIND:UID` is a tag that the table does not know.
    """
    x_mm: float = 0.0
    y_mm: float = 0.0
    """The distance from the antenna's middle to the card's.

    A card 20 mm off is rarely read, one 30 mm off not at all.
    """

    @property
    def aside_mm(self) -> float:
        return hypot(self.x_mm, self.y_mm)


class Lift(Struct, frozen=True, tag="lift"):
    """Lift a card off its reader, back to its owner's hand."""

    card: str


class Press(Struct, frozen=True, tag="press"):
    """Press a panel's button and keep it down."""

    seat: Seat
    button: Button


class Release(Struct, frozen=True, tag="release"):
    seat: Seat
    button: Button


class PowerTable(Struct, frozen=True, tag="power_table"):
    """Switch the whole table on or off: the Raspberry, its readers and panels, and the Pico stop where they are."""

    on: bool


class DispenserFault(Struct, frozen=True, tag="dispenser_fault"):
    """Begin or end a fault of the dispenser, by a word of `sim_hardware.dispenser.vocabulary`.

    `unplug` and `plug` move its serial cable, `power-cut` and `power-on` the Pico's own plug.
    """

    word: str
    hopper: int = 0


class ReaderFault(Struct, frozen=True, tag="reader_fault"):
    """Begin or end a fault of a reader, by a word of `sim_hardware.nfc.vocabulary`.

    `unplug` and `plug` move its wires, its power included.
    """

    word: str
    seat: Seat


class AirNoise(Struct, frozen=True, tag="air_noise"):
    """Set the share (0 to 1) of a reader's replies that are lost or have a wrong bit."""

    seat: Seat
    share: float


class LineNoise(Struct, frozen=True, tag="line_noise"):
    """Set the share (0 to 1) of the serial cable's lines that are spoilt."""

    share: float


class Speed(Struct, frozen=True, tag="speed"):
    """Set how fast time goes for everything emulated and for the drivers; 1 is real time."""

    factor: float


class Fill(Struct, frozen=True, tag="fill"):
    """Put tokens into a hopper; a negative count takes them out."""

    hopper: int
    tokens: int


class Take(Struct, frozen=True, tag="take"):
    """Take a token of this hopper's kind out of the tray; None takes all tokens in it."""

    hopper: int | None = None


class PutBack(Struct, frozen=True, tag="put_back"):
    """Put all tokens that the table asks for into their hoppers, and confirm it by touch."""


class BotSits(Struct, frozen=True, tag="bot_sits"):
    """Let a bot take over a seat, or give it back. Its acts are performed and recorded like any other."""

    seat: Seat
    sits: bool


Act: TypeAlias = (
    Lay
    | Lift
    | Press
    | Release
    | PowerTable
    | DispenserFault
    | ReaderFault
    | AirNoise
    | LineNoise
    | Speed
    | Fill
    | Take
    | PutBack
    | BotSits
)

Listener: TypeAlias = Callable[[Act], None]
"""A listener, called with each act after it was performed, in order, on the performing thread. It must not block."""


class ActPerformer(Protocol):
    def perform(self, act: Act) -> None:
        """Perform an act, from any thread, without waiting.

        An act that makes no sense now (a card that no seat has, a plug that is already pulled) changes nothing, and
        listeners do not get it.
        """

    def listen(self, listener: Listener) -> None:
        """Call this listener with every act from now on."""


TAP_S = 0.08
"""A short press, in seconds."""
_LONGER_S = 0.1
"""Contacts bounce, and a panel's thread may come late."""


def hold_lasts_s(hold_s: float) -> float:
    """Return how many seconds a finger stays down where the panel asks for `hold_s` seconds: 0.1 s more."""
    return hold_s + _LONGER_S
