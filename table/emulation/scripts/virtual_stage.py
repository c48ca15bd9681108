"""A script's hands at the table in virtual time."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from sim_hardware.nfc import naming
from sim_hardware.nfc.tags import Card
from table.config.schema import Place
from table.emulation.acts import (
    Act,
    AirNoise,
    DispenserFault,
    Fill,
    Lay,
    Lift,
    LineNoise,
    PlugCable,
    PlugReader,
    PowerDispenser,
    Press,
    ReaderFault,
    Release,
    Take,
)
from table.emulation.audit import disagreements
from table.emulation.hands.bot_match import Evening
from table.emulation.scripts.names import TAG
from table.emulation.scripts.stage import CannotError, Cut
from table.emulation.virtual_table import VirtualTable
from table.records.memory import WatchedJournal
from table.records.open_match import Play
from table.rules.game import Event
from table.rules.seats import SEATS, Seat
from table.session.input import ScreenInput
from table.view.published import Published
from table.words import Words

SIZE = (1280, 720)
AT_REST_S = 10.0
"""Longer than anything moves on the screen."""
MOST_DEEDS = 2_000
"""More than an evening has: what does not come about by then never will."""
DEFEATS = 0.03
"""How likely a bot's unit falls between two answers."""


class PlugPulled(BaseException):
    """The power goes in the middle of a step. Not an Exception: no handler of the table's may catch it."""


Touch: TypeAlias = ScreenInput


class VirtualStage:
    def __init__(self, table: VirtualTable, words: Words) -> None:
        self.table = table
        self._words = words
        self._lying: dict[str, tuple[Seat, Card]] = {}
        """Card key -> on whose reader it lies."""
        self._cut: Cut | None = None
        self._rng = random.Random(table.seed)
        self._strange: dict[str, Card] = {}
        """Tags that the table does not know, by key."""
        self._unplugged: set[Seat] = set()
        self._acted: Callable[[Act], None] = _unheard
        self._touched: Callable[[Touch], None] = _unheard
        self._taken = Counter[str]()
        """Tokens that were taken out of the tray, by kind."""

    @property
    def words(self) -> Words:
        return self._words

    @property
    def now(self) -> Published:
        return self.table.now

    @property
    def now_s(self) -> float:
        return self.table.clock.now_s

    @property
    def play(self) -> Play | None:
        return self.table.session.play

    def events(self) -> tuple[Event, ...]:
        return () if self.play is None else tuple(self.play.events())

    def listen(self, acted: Callable[[Act], None], touched: Callable[[Touch], None]) -> None:
        """Have every act told once it was performed, and every touch before it is heard."""
        self._acted, self._touched = acted, touched

    # -- time ------------------------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        until_s = self.now_s + seconds
        self._guarded(lambda: self.table.wait(until_s - self.now_s))

    def wait_for(self, condition: Callable[[Published], bool], most_s: float) -> bool:
        until_s = self.now_s + most_s
        while not condition(self.now):
            if self.now_s >= until_s:
                return False
            self.wait(0.02)
        return True

    def hear(self, touch: Touch) -> None:
        self._touched(touch)
        self._guarded(lambda: self.table.session.step(touch))

    def _guarded(self, act: Callable[[], None]) -> None:
        """The act, and the power cut that may come in its middle; what follows a cut is another program's."""
        try:
            act()
        except PlugPulled:
            cut, self._cut = self._cut, None
            self.table.fault("blackout" if cut is not None and cut.all_power else "kill")

    # -- hands -----------------------------------------------------------------------------------------------------

    def perform(self, act: Act) -> None:
        self._perform(act)
        self._acted(act)

    def _perform(self, act: Act) -> None:
        match act:
            case Lay():
                self._lay(act)
            case Lift():
                self._lift(act.card)
            case Press():
                self.table.fingers.press(self._place(act.seat).panel, str(act.button))
            case Release():
                self.table.fingers.release(self._place(act.seat).panel, str(act.button))
            case PlugReader():
                self._plug(act)
            case ReaderFault():
                self.table.readers.fault(act.word, self._place(act.seat).reader)
            case AirNoise():
                self.table.readers.disturb(self._place(act.seat).reader, act.share)
            case _:
                self._perform_at_dispenser(act)

    def _perform_at_dispenser(self, act: Act) -> None:
        dispenser = self.table.dispenser
        match act:
            case PlugCable():
                dispenser.fault("plug" if act.plugged else "unplug")
            case PowerDispenser():
                dispenser.fault("power-on" if act.on else "power-cut")
            case DispenserFault():
                self.table.fault(act.word, act.hopper)
            case LineNoise():
                dispenser.noise(act.share)
            case Fill() if dispenser.contents()[act.hopper] + act.tokens < 0:
                raise CannotError(f"hopper {act.hopper} holds {dispenser.contents()[act.hopper]} tokens, and no more")
            case Fill():
                dispenser.load(act.hopper, act.tokens)
            case Take():
                self._take(act.hopper)
            case _:
                raise CannotError(f"{type(act).__name__} is nothing for virtual time")

    def _lay(self, act: Lay) -> None:
        before = self._lying.get(act.card)
        if before is not None and before[0] is act.reader:
            self.table.readers.push(self._place(act.reader).reader, before[1], act.aside_mm)
            return
        if before is not None:
            self._lift(act.card)
        tag = self._tag(act.card)
        self._lying[act.card] = (act.reader, tag)
        self.table.readers.lay(self._place(act.reader).reader, tag, act.aside_mm)

    def _tag(self, key: str) -> Card:
        if key.startswith(TAG):
            return self._strange.setdefault(key, naming.tag(key.removeprefix(TAG)))
        owner, card, copy = key.split("/")
        return self.table.decks.tag(Seat(owner), card, int(copy))

    def _lift(self, key: str) -> None:
        if key not in self._lying:
            raise CannotError(f"{key} lies on no reader")
        reader, tag = self._lying.pop(key)
        self.table.readers.lift(self._place(reader).reader, tag)

    def lying(self, reader: Seat) -> tuple[str, ...]:
        return tuple(key for key, (where, _) in self._lying.items() if where is reader)

    def _plug(self, act: PlugReader) -> None:
        if act.plugged is (act.seat not in self._unplugged):
            raise CannotError(f"{act.seat}'s reader is {'plugged in' if act.plugged else 'unplugged'} already")
        name = self._place(act.seat).reader
        if act.plugged:
            self._unplugged.discard(act.seat)
            self.table.readers.plug(name)
        else:
            self._unplugged.add(act.seat)
            self.table.readers.unplug(name)

    # -- the plug --------------------------------------------------------------------------------------------------

    @property
    def cut_ahead(self) -> bool:
        return self._cut is not None

    def cut(self, cut: Cut) -> None:
        if self._cut is not None:
            raise CannotError(f"a cut at {self._cut.at} is ahead already")
        if self.play is None:
            raise CannotError("no match is in play, and so no journal is open")
        self._cut = cut
        self.play.journal = WatchedJournal(
            self.play.journal,
            before=lambda bodies: self._strike(bodies, written=False),
            after=lambda bodies: self._strike(bodies, written=True),
        )

    def _strike(self, bodies: Sequence[bytes], written: bool) -> None:
        """Pull the plug if this is the moment of the cut."""
        cut = self._cut
        if cut is not None and cut.written is written and any(_type_of(body) == cut.at for body in bodies):
            raise PlugPulled

    # -- tokens ----------------------------------------------------------------------------------------------------

    def hoppers(self) -> Mapping[str, int]:
        return {str(hopper.kind): hopper.number for hopper in self.table.config.hoppers}

    def contents(self) -> Mapping[str, int]:
        lying = self.table.dispenser.contents()
        return {kind: lying[number] for kind, number in self.hoppers().items()}

    def tray(self) -> Mapping[str, int]:
        kinds = {number: kind for kind, number in self.hoppers().items()}
        return +(Counter(kinds[number] for number in self.table.fallen) - self._taken)

    def _take(self, hopper: int | None) -> None:
        """Noted here: the audit counts what fell in all."""
        lying = self.tray()
        kinds = [kind for kind, number in self.hoppers().items() if hopper in (None, number) and lying.get(kind)]
        if not kinds:
            raise CannotError("no such token lies in the tray")
        for kind in kinds:
            self._taken[kind] += lying[kind] if hopper is None else 1

    # -- others ----------------------------------------------------------------------------------------------------

    def bots(self, done: Callable[[], bool]) -> None:
        """Their cards are put away when they are done."""
        for seat in SEATS:
            for key in self.lying(seat):
                self._lift(key)
        evening = Evening(self.table, self._rng, DEFEATS)
        try:
            evening.until(lambda _: done(), MOST_DEEDS)
        except OSError as error:
            raise CannotError(f"the bots do not answer: {error}") from error
        for seat in SEATS:
            self.table.clear(seat)

    def screen(self) -> tuple[str, ...]:
        from table.screen.painter import Painter
        from table.screen.picture import Picture

        picture = Picture(Painter(self._words), SIZE)
        picture.painter.see(self.now, 0.0)
        picture.draw(self.now, AT_REST_S)
        return picture.said

    def disagreements(self) -> tuple[str, ...]:
        return disagreements(self.table)

    def _place(self, seat: Seat) -> Place:
        seats = self.table.config.seats
        return {Seat.BLUE: seats.blue, Seat.RED: seats.red}[seat]


def _unheard(_: object) -> None:
    pass


def _type_of(event: bytes) -> object:
    return msgspec.json.decode(event)["type"]
