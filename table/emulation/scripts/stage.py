"""Where a script is played: everything that hands can do at an emulated table, and what eyes can see of it.

Two worlds have one: the table in virtual time (`virtual_stage`) and the running one (`live_stage`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from table.emulation.acts import Act
from table.records.open_match import Play
from table.rules.errors import InputError
from table.rules.game import Event
from table.rules.seats import Seat
from table.session.input import ScreenInput
from table.view.published import Published
from table.words import Words


class CannotError(InputError, RuntimeError):
    """This cannot be done at this table, or not now. The message says why, and what would do."""


class VirtualOnlyError(CannotError):
    """It can be looked up in virtual time only; a replay in real time leaves it out."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The table is killed, or all its power is cut, in the middle of a batch."""

    all_power: bool
    at: str
    """The event that the journal is writing then."""
    written: bool
    """The event is on disk already, and nobody has seen it."""


class Stage(Protocol):
    """One thread calls all of this."""

    @property
    def words(self) -> Words: ...

    @property
    def now(self) -> Published: ...

    @property
    def now_s(self) -> float: ...

    @property
    def play(self) -> Play | None: ...

    def events(self) -> tuple[Event, ...]:
        """The journal of the match in play, from the disk."""
        ...

    def wait(self, seconds: float) -> None: ...

    def wait_for(self, condition: Callable[[Published], bool], most_s: float) -> bool:
        """False: it did not come about. Seconds of this table's time."""
        ...

    def hear(self, touch: ScreenInput) -> None:
        """A finger on the table's screen."""
        ...

    def perform(self, act: Act) -> None:
        """Raises CannotError where it makes no sense at this moment.

        A card's key may be `tag/KIND:UID`: a tag that the table does not know.
        """
        ...

    def lying(self, reader: Seat) -> tuple[str, ...]:
        """The keys of what lies on this reader."""
        ...

    def hoppers(self) -> Mapping[str, int]:
        """Kind of token -> number of its hopper."""
        ...

    def contents(self) -> Mapping[str, int]:
        """What really lies in each hopper, by kind."""
        ...

    def tray(self) -> Mapping[str, int]: ...

    def cut(self, cut: Cut) -> None:
        """It will happen, once."""
        ...

    @property
    def cut_ahead(self) -> bool:
        """The moment of a cut has not come yet."""
        ...

    def bots(self, done: Callable[[], bool]) -> None:
        """Two bots play on until it is so."""
        ...

    def screen(self) -> tuple[str, ...]:
        """Every line that stands on the table's screen."""
        ...

    def disagreements(self) -> tuple[str, ...]:
        """Between tray, journal and view."""
        ...
