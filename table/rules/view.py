"""The public view: what both players and every bystander may see. No field here could hold a secret.

It is made of things that any wargame has, so that one screen serves all games. `icon` names are the screen's own.
"""

from enum import StrEnum

from msgspec import Struct

from table.rules.seats import Seat
from table.rules.text import Text


class Card(Struct, frozen=True):
    """A card that lies face up."""

    name: str
    note: Text | None = None
    """Short: its orders line, or why it does not count."""
    pips: int | None = None
    counts: bool = True
    """False: it was sent back or is barred, and is shown struck out."""


class Counter(Struct, frozen=True):
    label: Text
    value: int
    icon: str = ""
    mark: str = ""
    """A few letters that belong to the value: the side of a marker that lies up, as `+10`."""


class Pool(Struct, frozen=True):
    """Tokens that lie face down together: how many of each kind, as far as that is public."""

    label: Text
    counts: tuple[tuple[str, int], ...]
    """(icon, count), in the game's own order."""


class PieceState(StrEnum):
    """How the screen shows a piece. A rule set may give the plain word instead."""

    READY = ""
    ORDERED = "ordered"
    ACTIVE = "active"
    DONE = "done"
    GONE = "gone"


class Piece(Struct, frozen=True):
    """A unit, an objective, a trooper: whatever has a line of its own."""

    id: str
    name: str
    icon: str = ""
    state: str = PieceState.READY
    """A `PieceState`."""
    badges: tuple[str, ...] = ()
    """More icons."""


class SeatView(Struct, frozen=True):
    seat: Seat
    side: str
    """The army's or nation's name."""
    card: Card | None = None
    counters: tuple[Counter, ...] = ()
    pools: tuple[Pool, ...] = ()
    pieces: tuple[Piece, ...] = ()


class Rolled(Struct, frozen=True):
    """The last roll. `question` is its number in the match."""

    die: str
    face: str
    seat: Seat
    question: int
    by_hand: bool = False


class StepState(StrEnum):
    """Where a step stands in the round. A rule set may give the plain word instead."""

    DONE = "done"
    NOW = "now"
    AHEAD = "ahead"

    @classmethod
    def at(cls, place: int, now: int) -> "StepState":
        """Return the state of the step at this place, while the one at `now` is played."""
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
    """What is going on, in one line."""
    first: Seat | None = None
    """Who has priority, or the initiative."""
    first_called: Text = Text("screen.first")
    """What it is that `first` has, where it is not priority."""
    rolled: Rolled | None = None
    reveals: int = 0
    """How many reveals there were: a screen that sees it grow turns the cards."""
    story: tuple[Text, ...] = ()
    """The last happenings, oldest first."""
    over: bool = False
