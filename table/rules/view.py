"""The public view, which both players and every bystander may see. No field here could hold a secret.

It consists of parts that any wargame has, so that one screen serves all games. `icon` names are the screen's own.
"""

from enum import StrEnum

from msgspec import Struct

from table.rules.seats import SEATS, Seat
from table.rules.text import Text


class Card(Struct, frozen=True):
    """A card that lies face up."""

    name: str
    note: Text | None = None
    """A short note: its orders line, or why it does not count."""
    pips: int | None = None
    counts: bool = True
    """False if it was returned or is not allowed. It is then shown struck through."""


class Counter(Struct, frozen=True):
    label: Text
    value: int
    icon: str = ""
    mark: str = ""
    """A short suffix of the value, such as `+10` for the upper side of a marker."""


class Pool(Struct, frozen=True):
    """Tokens that lie face down together: the public count of each kind."""

    label: Text
    counts: tuple[tuple[str, int], ...]
    """Icon and count of each kind, in the game's own order."""


class PieceState(StrEnum):
    """The state in which the screen shows a piece. A rule set may use the plain word instead."""

    READY = ""
    ORDERED = "ordered"
    ACTIVE = "active"
    DONE = "done"
    GONE = "gone"


class Piece(Struct, frozen=True):
    """A unit, an objective, a trooper: anything with a line of its own."""

    id: str
    name: str
    icon: str = ""
    state: str = PieceState.READY
    """A `PieceState`."""
    badges: tuple[str, ...] = ()
    """The icons beside its own."""


class SeatView(Struct, frozen=True):
    seat: Seat
    side: str
    """The name of the army or nation."""
    card: Card | None = None
    counters: tuple[Counter, ...] = ()
    pools: tuple[Pool, ...] = ()
    pieces: tuple[Piece, ...] = ()
    emblem: str = ""
    """The icon of its faction or nation; empty for an army without one."""


class Rolled(Struct, frozen=True):
    """The last roll. `question` is its number in the match."""

    die: str
    face: str
    seat: Seat
    question: int
    by_hand: bool = False
    decided: Text | None = None
    """Its consequence, such as priority for a seat; None if the screen need not show one."""
    past: bool = False
    """True once its moment is over. The screen no longer shows the die."""


class StepState(StrEnum):
    """The place of a step in the round. A rule set may give the plain word instead."""

    DONE = "done"
    NOW = "now"
    AHEAD = "ahead"

    @classmethod
    def at(cls, place: int, now: int) -> "StepState":
        """Return the state of the step with this index while the step with index `now` is played."""
        return cls.NOW if place == now else cls.DONE if place < now else cls.AHEAD


class Step(Struct, frozen=True):
    id: str
    name: Text
    state: str
    """A `StepState`."""


class View(Struct, frozen=True):
    system: str
    round: int
    rounds: int
    phase: Text
    steps: tuple[Step, ...]
    seats: tuple[SeatView, SeatView]
    headline: Text
    """The headline about the current moment. If it has a `seat` (`seat.blue`), that seat acts."""
    first: Seat | None = None
    """The seat with priority or the initiative, or None."""
    first_called: Text = Text("screen.first")
    """The name for the advantage of `first`, if it is not priority."""
    rolled: Rolled | None = None
    reveals: int = 0
    """The number of reveals so far. When it grows, the screen turns the cards."""
    story: tuple[Text, ...] = ()
    """The last lines of the story, oldest first."""
    line_count: int = 0
    """The number of all lines of the story so far."""
    over: bool = False

    @property
    def acting(self) -> Seat | None:
        """Return the seat that acts now, by the headline; None if it names no seat, or at the end."""
        named = dict(self.headline.args).get("seat")
        if self.over or not isinstance(named, Text):
            return None
        return next((seat for seat in SEATS if named.key == f"seat.{seat}"), None)
