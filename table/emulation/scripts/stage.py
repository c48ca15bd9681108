"""The stage of a script: everything that hands can do at an emulated table, and what eyes can see of it.

The table in virtual time has one (`virtual_stage`), and the running table (`live_stage`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from table.emulation.acts import Act, CannotError
from table.records.open_match import OpenMatch
from table.rules.game import Event
from table.rules.seats import Seat
from table.session.input import ScreenInput
from table.view.published import Published
from table.words import Words


class VirtualOnlyError(CannotError):
    """The expectation can be checked in virtual time only; a replay in real time leaves it out."""


@dataclass(frozen=True, slots=True)
class PowerCut:
    """The table is killed, or all its power is cut, in the middle of a batch."""

    all_power: bool
    at: str
    """The event that the journal writes at that moment."""
    written: bool
    """True if the event is on disk already, and not yet published."""


class Stage(Protocol):
    """A place to play a script. One thread calls all methods.

    Seconds are those of the table's time: virtual ones, or those of a table that may run faster. At a running table
    every method that waits raises ClosedError once somebody has closed the stage.
    """

    @property
    def words(self) -> Words:
        """Return the words in the language of the table's screen."""
        ...

    @property
    def now(self) -> Published:
        """Return the view that is published now; while the table has no power, the last one.

        Raises CannotError or NotPublishedError before the first view.
        """
        ...

    @property
    def now_s(self) -> float:
        """Return the time, in seconds since this stage's clock began."""
        ...

    @property
    def play(self) -> OpenMatch | None:
        """Return the match in play, or None in the lobby and without power."""
        ...

    def events(self) -> tuple[Event, ...]:
        """Return the events of the match in play, from the journal on disk. Raises JournalError."""
        ...

    def wait(self, seconds: float) -> None:
        """Let so many seconds of the table's time pass."""
        ...

    def wait_for(self, condition: Callable[[Published], bool], most_s: float) -> bool:
        """Wait until the condition is true, at most so many seconds of this table's time.

        Return False if it never is.
        """
        ...

    def hear(self, touch: ScreenInput) -> None:
        """Touch the table's screen."""
        ...

    def hold_s(self, seat: Seat) -> float:
        """Return for how many seconds this seat's panel asks to be held."""
        ...

    def perform(self, act: Act) -> None:
        """Perform an act. Raises CannotError if it makes no sense now.

        In real time it is raised for an act after which everything stands as before, too.
        """
        ...

    def lying(self, reader: Seat) -> tuple[str, ...]:
        """Return the keys of the cards on this reader."""
        ...

    def hoppers(self) -> Mapping[str, int]:
        """Return the hopper number of each kind of token."""
        ...

    def contents(self) -> Mapping[str, int]:
        """Return the number of tokens that really lie in each hopper, by kind."""
        ...

    def tray(self) -> Mapping[str, int]:
        """Return the number of tokens that lie in the tray, by kind."""
        ...

    def cut(self, cut: PowerCut) -> None:
        """Schedule a cut, which happens once."""
        ...

    @property
    def cut_ahead(self) -> bool:
        """True if the moment of a scheduled cut has not come yet."""
        ...

    def bots(self, done: Callable[[], bool]) -> None:
        """Let two bots play until the condition is true."""
        ...

    def screen(self) -> tuple[str, ...]:
        """Return every line on the table's screen."""
        ...

    def disagreements(self) -> tuple[str, ...]:
        """Return the disagreements between tray, journal and view."""
        ...
