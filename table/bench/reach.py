"""Hands for the emulated world in real time: performs every act of `table.bench.hands`, and lets the bench be seen.

The cards are those that the match in play says the seats have brought.
"""

import threading
from functools import partial

from msgspec.structs import replace

from hal.events import Button
from sim_hardware.nfc.coupling import coupling
from sim_hardware.nfc.tags import Card
from table.bench.emulated import EmulatedWorld
from table.bench.hands import (
    Act,
    AirNoise,
    DispenserFault,
    Fill,
    Heard,
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
from table.bench.window.bench import BenchCard, BenchHopper, BenchSeat, BenchState
from table.games.belongings import Belonging
from table.games.seats import SEATS, Seat
from table.live import LiveTable


class Reach:
    """Any thread."""

    def __init__(self, world: EmulatedWorld, table: LiveTable) -> None:
        self._world = world
        self._table = table
        self._guard = threading.RLock()
        self._listeners: tuple[Heard, ...] = ()
        seats = world.config.seats
        self._places = dict(zip(SEATS, (seats.blue, seats.red), strict=True))
        self._kinds = {hopper.number: str(hopper.kind) for hopper in world.config.hoppers}
        self._lying: dict[str, Lay] = {}
        """By card: how it lies."""
        self._down: dict[Seat, tuple[Button, ...]] = dict.fromkeys(SEATS, ())
        self._unplugged: set[Seat] = set()
        self._plugged = True
        self._powered = True

    # -- what is seen ----------------------------------------------------------------------------------------------

    def look(self) -> BenchState:
        with self._guard:
            blue, red = (self._seat(seat) for seat in SEATS)
            has_dispenser = self._world.dispenser is not None
            return BenchState(
                seats=(blue, red),
                hoppers=self._hoppers() if has_dispenser else (),
                tray=tuple(self._kinds.get(number, "") for number in self._world.tokens.tray),
                plugged=self._plugged if has_dispenser else None,
            )

    def _seat(self, seat: Seat) -> BenchSeat:
        red, green, blue = self._world.panels.lamp(self._places[seat].panel)
        return BenchSeat(
            seat=seat,
            cards=tuple(self._card(key, belonging) for key, belonging in self._keyed(seat)),
            lamp=(round(255 * red), round(255 * green), round(255 * blue)),
            down=self._down[seat],
            plugged=seat not in self._unplugged,
        )

    def _card(self, key: str, one: Belonging) -> BenchCard:
        card = BenchCard(key, one.name, one.kind, one.pips, one.rank, one.spent)
        lies = self._lying.get(key)
        if lies is None:
            return card
        at, coupled = (lies.x_mm, lies.y_mm), coupling(lies.aside_mm)
        return replace(card, reader=lies.reader, aside_mm=at, coupling=coupled)

    def _keyed(self, seat: Seat) -> list[tuple[str, Belonging]]:
        """Each card with its key, `blue/legion.unit.at-rt/2`: cards of the same name are numbered."""
        play = self._table.play
        if play is None or play.state.game is None:
            return []
        keyed: list[tuple[str, Belonging]] = []
        copies: dict[str, int] = {}
        for one in play.match.game.belongings(play.state.game, seat):
            copy = copies.get(one.card, 0)
            copies[one.card] = copy + 1
            keyed.append((f"{seat}/{one.card}/{copy}", one))
        return keyed

    def _hoppers(self) -> tuple[BenchHopper, ...]:
        faulty = {hopper.number for hopper in self._table.latest().hoppers if hopper.state == "fault"}
        return tuple(
            BenchHopper(number, kind, self._world.tokens.contents[number], number in faulty)
            for number, kind in sorted(self._kinds.items())
        )

    # -- what is done ----------------------------------------------------------------------------------------------

    def listen(self, heard: Heard) -> None:
        self._listeners = (*self._listeners, heard)

    def perform(self, act: Act) -> None:
        with self._guard:
            if self._perform(act):
                for heard in self._listeners:
                    heard(act)

    def _perform(self, act: Act) -> bool:
        """False: it made no sense, and nothing has changed."""
        match act:
            case Lay():
                return self._lay(act)
            case Lift():
                return self._lift(act.card)
            case Press() | Release():
                return self._finger(act)
            case PlugReader():
                return self._plug_reader(act)
            case ReaderFault():
                return self._reader_fault(act)
            case AirNoise():
                self._world.readers.disturb(self._places[act.seat].reader, act.share)
                return True
            case _:
                return self._perform_at_dispenser(act)

    def _perform_at_dispenser(self, act: Act) -> bool:
        dispenser, tokens = self._world.dispenser, self._world.tokens
        if dispenser is None:
            return False
        match act:
            case PlugCable() if act.plugged != self._plugged:
                self._plugged = act.plugged
                dispenser.fault("plug" if act.plugged else "unplug")
            case PowerDispenser() if act.on != self._powered:
                self._powered = self._plugged = act.on
                dispenser.fault("power-on" if act.on else "power-cut")
            case DispenserFault() if act.word in dispenser.words and act.hopper < len(tokens.contents):
                dispenser.fault(act.word, act.hopper)
            case LineNoise():
                dispenser.noise(act.share)
            case Fill() if 0 <= act.hopper < len(tokens.contents) and tokens.contents[act.hopper] + act.tokens >= 0:
                dispenser.load(act.hopper, act.tokens)
                tokens.loaded(act.hopper, act.tokens)
            case Take():
                return tokens.taken(act.hopper)
            case _:
                return False
        return True

    def _lay(self, act: Lay) -> bool:
        tag, lies = self._tag(act.card), self._lying.get(act.card)
        if tag is None or lies == act:
            return False
        reader = self._places[act.reader].reader
        if lies is not None and lies.reader is act.reader:
            self._world.readers.push(reader, tag, act.aside_mm)
        else:
            self._lift(act.card)
            self._world.readers.lay(reader, tag, act.aside_mm)
        self._lying[act.card] = act
        return True

    def _lift(self, key: str) -> bool:
        tag, lies = self._tag(key), self._lying.pop(key, None)
        if tag is None or lies is None:
            return False
        self._world.readers.lift(self._places[lies.reader].reader, tag)
        return True

    def _finger(self, act: Press | Release) -> bool:
        down, panel = self._down[act.seat], self._places[act.seat].panel
        if isinstance(act, Press):
            if act.button in down:
                return False
            self._down[act.seat] = (*down, act.button)
            self._world.panels.press(panel, str(act.button))
            return True
        if act.button not in down:
            return False
        self._down[act.seat] = tuple(other for other in down if other is not act.button)
        self._world.panels.release(panel, str(act.button))
        return True

    def _plug_reader(self, act: PlugReader) -> bool:
        """The wires come off, or go on again, before the bus's next transfer."""
        if act.plugged is (act.seat not in self._unplugged):
            return False
        name = self._places[act.seat].reader
        bus = self._world.readers.buses[self._world.config.readers[name].bus]
        if act.plugged:
            self._unplugged.discard(act.seat)
            bus.post(partial(self._world.readers.plug, name))
        else:
            self._unplugged.add(act.seat)
            bus.post(partial(self._world.readers.unplug, name))
        return True

    def _reader_fault(self, act: ReaderFault) -> bool:
        try:
            self._world.readers.fault(act.word, self._places[act.seat].reader)
        except ValueError:
            return False
        return True

    def _tag(self, key: str) -> Card | None:
        if all(key != known for seat in SEATS for known, _ in self._keyed(seat)) and key not in self._lying:
            return None
        seat, card, copy = key.split("/")
        return self._world.decks.tag(Seat(seat), card, int(copy))
