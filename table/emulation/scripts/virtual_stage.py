"""A script's hands at the table in virtual time."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from sim_hardware.dispenser.vocabulary import FaultWord, RestartWord
from table.emulation.acts import Act, CannotError, DispenserFault, Lift
from table.emulation.hands.bot_match import BotMatch, disagreements
from table.emulation.hands.parts import Performer, TableParts
from table.emulation.scripts.stage import PowerCut, Stage
from table.emulation.virtual_table import VirtualTable
from table.records.open_match import OpenMatch
from table.records.watched_journal import watched
from table.rules.game import Event
from table.rules.seats import SEATS, Seat
from table.session.input import ScreenInput
from table.view.published import Published
from table.words import Words

SIZE = (1280, 720)
AT_REST_S = 10.0
"""Seconds, longer than any movement on the screen."""
MOST_DEEDS = 2_000
"""A number of acts, more than a whole match has."""
DEFEATS = 0.03
"""The probability that a bot's unit falls between two answers."""


class PlugPulled(BaseException):
    """The power is cut in the middle of a step. Not an Exception, so that no handler of the table can catch it."""


class VirtualParts(TableParts):
    """The parts of a table in virtual time. Each card belongs to a seat there."""

    on = True

    def __init__(self, table: VirtualTable) -> None:
        config = table.config
        super().__init__(config.seats, config.hoppers, table.decks, table.readers, table.fingers, table.dispenser)
        self._table = table
        self._taken = Counter[int]()
        """Tokens that were taken out of the tray, by hopper. The audit counts every token that fell."""

    def has(self, card: str) -> bool:
        return True

    def wires(self, reader: str, on: bool) -> None:
        (self.readers.plug if on else self.readers.unplug)(reader)

    def fault(self, word: FaultWord, hopper: int) -> None:
        self._table.fault(word, hopper)

    def tray(self) -> Counter[int]:
        """Return the tokens that lie in the tray, by hopper."""
        return +(Counter(self._table.fallen) - self._taken)

    def take(self, hopper: int | None) -> bool:
        lying = self.tray()
        taken = lying if hopper is None else Counter({hopper: min(lying[hopper], 1)})
        self._taken += taken
        return taken.total() > 0

    def kill(self) -> None:
        self._table.kill_host()

    def blackout(self) -> None:
        """Kill the program.

        In virtual time, chips of readers and panels keep no state that a blackout would have to clear.
        """
        self._table.kill_host()


class VirtualStage(Stage):
    def __init__(self, table: VirtualTable, words: Words) -> None:
        super().__init__(words, table.config.hoppers, table.hold_s)
        self.table = table
        self._parts = VirtualParts(table)
        self._performer = Performer(self._parts)
        self._cut: PowerCut | None = None
        self._rng = random.Random(table.seed)
        self._acted: Callable[[Act], None] = lambda _: None
        self._touched: Callable[[ScreenInput], None] = lambda _: None

    @property
    def now(self) -> Published:
        return self.table.now

    @property
    def now_s(self) -> float:
        return self.table.clock.now_s

    @property
    def play(self) -> OpenMatch | None:
        return self.table.session.play

    def events(self) -> tuple[Event, ...]:
        return () if self.play is None else tuple(self.play.events())

    def listen(self, acted: Callable[[Act], None], touched: Callable[[ScreenInput], None]) -> None:
        """Call `acted` after each act, and `touched` before each touch reaches the table."""
        self._acted, self._touched = acted, touched

    def wait(self, seconds: float) -> None:
        until_s = self.now_s + seconds
        self._guarded(lambda: self.table.wait(until_s - self.now_s))

    def touch(self, touch: ScreenInput) -> None:
        self._touched(touch)
        self._guarded(lambda: self.table.session.step(touch))

    def _guarded(self, act: Callable[[], None]) -> None:
        """Perform the act. A power cut may interrupt it; then a new program runs afterwards."""
        try:
            act()
        except PlugPulled:
            cut, self._cut = self._cut, None
            blackout = cut is not None and cut.all_power
            self._performer.perform(DispenserFault(RestartWord.BLACKOUT if blackout else RestartWord.KILL))

    def perform(self, act: Act) -> None:
        self._performer.perform(act)
        self._acted(act)

    def lying(self, reader: Seat) -> tuple[str, ...]:
        return self._performer.lying(reader)

    @property
    def cut_ahead(self) -> bool:
        return self._cut is not None

    def cut(self, cut: PowerCut) -> None:
        if self._cut is not None:
            raise CannotError(f"a cut at {self._cut.at} is ahead already")
        if self.play is None:
            raise CannotError("no match is in play, and so no journal is open")
        self._cut = cut
        self.play.journal = watched(
            self.play.journal,
            before=lambda bodies: self._strike(bodies, written=False),
            after=lambda bodies: self._strike(bodies, written=True),
        )

    def _strike(self, bodies: Sequence[bytes], written: bool) -> None:
        """Pull the plug if this is the moment of the cut."""
        cut = self._cut
        if (
            cut is not None
            and cut.written is written
            and any(msgspec.json.decode(body)["type"] == cut.at for body in bodies)
        ):
            raise PlugPulled

    def in_hoppers(self) -> Sequence[int]:
        return self.table.dispenser.contents()

    def in_tray(self) -> Counter[int]:
        return self._parts.tray()

    def bots(self, done: Callable[[], bool]) -> None:
        """Let bots play until it is done, and put their cards away."""
        for seat in SEATS:
            for key in self.lying(seat):
                self._performer.perform(Lift(key))
        evening = BotMatch(self.table, self._rng, DEFEATS)
        try:
            evening.until(lambda _: done(), MOST_DEEDS)
        except OSError as error:
            raise CannotError(f"the bots do not answer: {error}") from error
        for seat in SEATS:
            self.table.clear(seat)

    def screen(self) -> tuple[str, ...]:
        from table.screen.painter import Painter
        from table.screen.picture import Picture

        picture = Picture(Painter(self.words), SIZE)
        picture.painter.see(self.now, 0.0)
        picture.draw(self.now, AT_REST_S)
        return picture.lines

    def disagreements(self) -> tuple[str, ...]:
        return disagreements(self.table)
