"""What the bench window needs of an emulated table."""

from typing import Protocol

from msgspec import Struct

from hal.events import Button
from table.games.seats import Seat


class BenchCard(Struct, frozen=True):
    """One physical card. Its owner may lay it on either reader."""

    key: str
    """Of this one card, in both hands."""
    name: str
    kind: str
    """`command`, `unit` or `strategy`."""
    pips: int | None = None
    rank: str = ""
    """Of a unit, as the screen's icons call it: `corps`."""
    spent: bool = False
    """Discarded, or its unit is defeated. It can be laid all the same: the table must refuse it."""
    reader: Seat | None = None
    """The seat on whose reader it lies."""


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


class BenchHopper(Struct, frozen=True):
    number: int
    kind: str
    content: int
    fault: bool = False


class BenchState(Struct, frozen=True):
    seats: tuple[BenchSeat, BenchSeat]
    hoppers: tuple[BenchHopper, ...] = ()
    tray: tuple[str, ...] = ()
    """The kinds of the tokens that fell, in the order in which they fell."""
    plugged: bool | None = True
    """The dispenser's cable; None: this table has no dispenser."""

    def lying(self, reader: Seat) -> tuple[BenchCard, ...]:
        """What lies on this reader, of either seat."""
        return tuple(card for seat in self.seats for card in seat.cards if card.reader is reader)

    def card(self, key: str) -> BenchCard | None:
        return next((card for seat in self.seats for card in seat.cards if card.key == key), None)

    def owner(self, key: str) -> Seat | None:
        return next((one.seat for one in self.seats if any(card.key == key for card in one.cards)), None)


class Bench(Protocol):
    """Every method is called on the main thread and returns at once.

    What is asked for that makes no sense (a key that nobody has, a card that lies there already) changes nothing.
    """

    def look(self) -> BenchState:
        """The bench at this moment. Asked up to sixty times a second; a picture is drawn when it differs."""
        ...

    def lay(self, reader: Seat, key: str) -> None:
        """Lay a card on this seat's reader, beside what lies there. From the other reader it is lifted first."""
        ...

    def lift(self, key: str) -> None:
        """Take a card off the reader on which it lies, back to its owner's hand."""
        ...

    def press(self, seat: Seat, button: Button) -> None:
        """A finger goes down and stays."""
        ...

    def release(self, seat: Seat, button: Button) -> None: ...

    def plug_reader(self, seat: Seat, plugged: bool) -> None: ...

    def plug_dispenser(self, plugged: bool) -> None: ...

    def clear_tray(self) -> None:
        """The players take the tokens out."""
        ...
