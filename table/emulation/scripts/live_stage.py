"""A stage for scripts at a running emulated table, in real time, with the bench's performer."""

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TypeAlias

from sim_hardware.nfc import naming
from sim_hardware.nfc.tags import Card
from table.emulation.acts import Act, BotSits, Lay, Lift
from table.emulation.hands.performer import Reach
from table.emulation.power import Mains
from table.emulation.scripts.names import TAG
from table.emulation.scripts.stage import CannotError, Cut, VirtualOnlyError
from table.records.journal import Journal
from table.records.open_match import Play
from table.rules.errors import StoppedError
from table.rules.game import Event
from table.rules.seats import SEATS, Seat
from table.session.input import ScreenInput
from table.view.published import Published
from table.words import Words

LOOK_S = 0.02


class ClosedError(StoppedError, RuntimeError):
    """The window was closed."""


Touch: TypeAlias = ScreenInput


class LiveStage:
    """The stage of a running table.

    It belongs to one thread, which is none of the table's; any thread may `close` it.
    """

    def __init__(
        self,
        mains: Mains,
        reach: Reach,
        words: Words,
        *,
        hear: Callable[[Touch], None],
        screen: Callable[[], tuple[str, ...]],
    ) -> None:
        """Make the stage. `hear` hands a touch to the table; `screen` returns the lines of its last picture."""
        self._mains, self._world, self._reach = mains, mains.world, reach
        self._last: Published | None = None
        self._words = words
        self._hear, self._screen = hear, screen
        self._closed = threading.Event()
        self._strange: dict[str, tuple[Seat, Card]] = {}
        self._started_s = mains.world.pace.now_s()
        self._doing: Act | None = None
        self._done = False
        reach.listen(self._heard)

    def close(self) -> None:
        self._closed.set()

    @property
    def words(self) -> Words:
        return self._words

    @property
    def now(self) -> Published:
        """The view that is published now; while the table has no power, the last one."""
        self._last = self._mains.published or self._last
        if self._last is None:
            raise CannotError("the table has shown nothing yet")
        return self._last

    @property
    def now_s(self) -> float:
        return self._world.pace.now_s() - self._started_s

    @property
    def play(self) -> Play | None:
        return self._mains.play

    def events(self) -> tuple[Event, ...]:
        """Read the journal through a connection of its own, since the session's belongs to its thread."""
        play = self.play
        if play is None:
            return ()
        journal = Journal.open(play.journal.path)
        try:
            return tuple(Play(play.match, journal, play.state).events())
        finally:
            journal.close()

    def wait(self, seconds: float) -> None:
        until_s = self.now_s + seconds
        while (left_s := until_s - self.now_s) > 0:
            if self._closed.wait(min(left_s, LOOK_S)):
                raise ClosedError

    def wait_for(self, condition: Callable[[Published], bool], most_s: float) -> bool:
        until_s = self.now_s + most_s
        while not condition(self.now):
            if self.now_s >= until_s:
                return False
            self.wait(LOOK_S)
        return True

    def hear(self, touch: Touch) -> None:
        """Hand a touch to the table, and wait until it shows."""
        before = self.now
        self._hear(touch)
        self.wait_for(lambda now: now is not before, 1.0)

    # -- hands -----------------------------------------------------------------------------------------------------

    def perform(self, act: Act) -> None:
        match act:
            case Lay(card=card) if card.startswith(TAG):
                self._lay_strange(act)
            case Lift(card=card) if card in self._strange:
                reader, tag = self._strange.pop(card)
                self._world.readers.lift(self._reader(reader), tag)
            case _:
                self._do(act)

    def _do(self, act: Act) -> None:
        self._doing, self._done = act, False
        self._reach.perform(act)
        if not self._done:
            raise CannotError(f"this makes no sense at the running table now: {act}")

    def _heard(self, act: Act) -> None:
        if act is self._doing:
            self._done = True

    def _lay_strange(self, act: Lay) -> None:
        if act.card in self._strange:
            raise CannotError(f"{act.card} lies on {self._strange[act.card][0]}'s reader already")
        tag = naming.tag(act.card.removeprefix(TAG))
        self._strange[act.card] = (act.reader, tag)
        self._world.readers.lay(self._reader(act.reader), tag, act.aside_mm)

    def _reader(self, seat: Seat) -> str:
        seats = self._world.config.seats
        return {Seat.BLUE: seats.blue, Seat.RED: seats.red}[seat].reader

    def lying(self, reader: Seat) -> tuple[str, ...]:
        known = tuple(card.key for card in self._reach.look().lying(reader))
        return (*known, *(key for key, (where, _) in self._strange.items() if where is reader))

    def cut(self, cut: Cut) -> None:
        raise CannotError("a moment of the journal can be waited for in virtual time only: command-table play")

    @property
    def cut_ahead(self) -> bool:
        return False

    # -- tokens ----------------------------------------------------------------------------------------------------

    def hoppers(self) -> Mapping[str, int]:
        return {str(hopper.kind): hopper.number for hopper in self._world.config.hoppers}

    def contents(self) -> Mapping[str, int]:
        """Return what lies in the hoppers now. A fault may have emptied them since the table's count."""
        dispenser = self._world.dispenser
        lying = self._world.tokens.contents if dispenser is None else dispenser.contents()
        return {kind: lying[number] for kind, number in self.hoppers().items()}

    def tray(self) -> Mapping[str, int]:
        kinds = {number: kind for kind, number in self.hoppers().items()}
        return Counter(kinds[number] for number in tuple(self._world.tokens.tray))

    # -- others ----------------------------------------------------------------------------------------------------

    def bots(self, done: Callable[[], bool]) -> None:
        """Let bots play until the condition is true."""
        for seat in SEATS:
            self._do(BotSits(seat, True))
        try:
            while not done():
                self.wait(LOOK_S)
        finally:
            for seat in SEATS:
                self._reach.perform(BotSits(seat, False))

    def screen(self) -> tuple[str, ...]:
        return self._screen()

    def disagreements(self) -> tuple[str, ...]:
        raise VirtualOnlyError("whether tray, journal and view agree is looked up in virtual time only")
