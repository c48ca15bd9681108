"""A stage for scripts at a running emulated table, in real time, with the bench's performer."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence

from table.emulation.acts import Act, BotSits, CannotError
from table.emulation.hands.performer import EmulatedPerformer
from table.emulation.power import PowerSupply
from table.emulation.scripts.stage import LOOK_S, PowerCut, Stage, VirtualOnlyError
from table.records.journal import SqliteJournal
from table.records.open_match import OpenMatch
from table.rules.errors import StoppedError
from table.rules.game import Event
from table.rules.seats import SEATS, Seat
from table.session.input import ScreenInput
from table.view.published import Published
from table.words import Words


class ClosedError(StoppedError, RuntimeError):
    """The window was closed."""


class LiveStage(Stage):
    """The stage of a running table.

    It belongs to one thread, but not to a thread of the table. Any thread may `close` it.
    """

    def __init__(
        self,
        supply: PowerSupply,
        performer: EmulatedPerformer,
        words: Words,
        *,
        touch: Callable[[ScreenInput], None],
        screen: Callable[[], tuple[str, ...]],
    ) -> None:
        """Make the stage. `touch` hands a touch to the table; `screen` returns the lines of its last picture."""
        super().__init__(words, supply.world.config.hoppers, performer.hold_s)
        self._supply, self._world, self._performer = supply, supply.world, performer
        self._last: Published | None = None
        self._touch, self._screen = touch, screen
        self._closed = threading.Event()
        self._started_s = supply.world.pace.now_s()

    def close(self) -> None:
        self._closed.set()

    @property
    def now(self) -> Published:
        """Return the view that is published now; while the table has no power, the last one."""
        self._last = self._supply.published or self._last
        if self._last is None:
            raise CannotError("the table has shown nothing yet")
        return self._last

    @property
    def now_s(self) -> float:
        return self._world.pace.now_s() - self._started_s

    @property
    def play(self) -> OpenMatch | None:
        return self._supply.play

    def events(self) -> tuple[Event, ...]:
        """Read the journal through a connection of its own, since the session's belongs to its thread."""
        if (play := self.play) is None:
            return ()
        journal = SqliteJournal.open(play.journal.path)
        try:
            return tuple(OpenMatch(play.match, journal, play.state).events())
        finally:
            journal.close()

    def wait(self, seconds: float) -> None:
        until_s = self.now_s + seconds
        while (left_s := until_s - self.now_s) > 0:
            if self._closed.wait(min(left_s, LOOK_S)):
                raise ClosedError

    def touch(self, touch: ScreenInput) -> None:
        """Hand a touch to the table, and wait until its effect is visible."""
        before = self.now
        self._touch(touch)
        self.wait_for(lambda now: now is not before, 1.0)

    def perform(self, act: Act) -> None:
        if not self._performer.attempt(act):
            raise CannotError(f"this makes no sense at the running table now: {act}")

    def lying(self, reader: Seat) -> tuple[str, ...]:
        return self._performer.lying(reader)

    def cut(self, cut: PowerCut) -> None:
        raise CannotError("a moment of the journal can be waited for in virtual time only: command-table play")

    @property
    def cut_ahead(self) -> bool:
        return False

    def in_hoppers(self) -> Sequence[int]:
        """Return the tokens in the hoppers now. A fault may have emptied them since the table's count."""
        dispenser = self._world.dispenser
        return self._world.tokens.contents if dispenser is None else dispenser.contents()

    def in_tray(self) -> Counter[int]:
        return Counter(tuple(self._world.tokens.tray))

    def bots(self, done: Callable[[], bool]) -> None:
        """Let bots play until the condition is true."""
        for seat in SEATS:
            self.perform(BotSits(seat, True))
        try:
            while not done():
                self.wait(LOOK_S)
        finally:
            for seat in SEATS:
                self._performer.perform(BotSits(seat, False))

    def screen(self) -> tuple[str, ...]:
        return self._screen()

    def disagreements(self) -> tuple[str, ...]:
        raise VirtualOnlyError("whether tray, journal and view agree is looked up in virtual time only")
