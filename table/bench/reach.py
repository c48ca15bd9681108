"""Hands for the emulated world in real time: what the bench window (`table.bench.window.bench.Bench`) asks for.

Main thread only. The cards are those that the match in play says the seats have brought.
"""

from functools import partial

from hal.events import Button
from sim_hardware.nfc.tags import Card
from table.bench.emulated import EmulatedWorld
from table.bench.window.bench import BenchCard, BenchHopper, BenchSeat, BenchState
from table.games.belongings import Belonging
from table.games.seats import SEATS, Seat
from table.live import LiveTable


class Reach:
    def __init__(self, world: EmulatedWorld, table: LiveTable) -> None:
        self._world = world
        self._table = table
        seats = world.config.seats
        self._places = dict(zip(SEATS, (seats.blue, seats.red), strict=True))
        self._kinds = {hopper.number: str(hopper.kind) for hopper in world.config.hoppers}
        self._lying: dict[str, Seat] = {}
        """Card key -> on whose reader it lies."""
        self._down: dict[Seat, tuple[Button, ...]] = dict.fromkeys(SEATS, ())
        self._unplugged: set[Seat] = set()
        self._plugged = True

    def look(self) -> BenchState:
        blue, red = (self._seat(seat) for seat in SEATS)
        has_dispenser = self._world.dispenser is not None
        return BenchState(
            seats=(blue, red),
            hoppers=self._hoppers() if has_dispenser else (),
            tray=tuple(self._kinds.get(number, "") for number in self._world.tokens.tray),
            plugged=self._plugged if has_dispenser else None,
        )

    def lay(self, reader: Seat, key: str) -> None:
        tag = self._tag(key)
        if tag is None or self._lying.get(key) is reader:
            return
        self.lift(key)
        self._lying[key] = reader
        self._world.readers.lay(self._places[reader].reader, tag)

    def lift(self, key: str) -> None:
        tag, reader = self._tag(key), self._lying.pop(key, None)
        if tag is not None and reader is not None:
            self._world.readers.lift(self._places[reader].reader, tag)

    def press(self, seat: Seat, button: Button) -> None:
        if button not in self._down[seat]:
            self._down[seat] = (*self._down[seat], button)
            self._world.panels.press(self._places[seat].panel, str(button))

    def release(self, seat: Seat, button: Button) -> None:
        if button in self._down[seat]:
            self._down[seat] = tuple(other for other in self._down[seat] if other is not button)
            self._world.panels.release(self._places[seat].panel, str(button))

    def plug_reader(self, seat: Seat, plugged: bool) -> None:
        """The wires come off, or go on again, before the bus's next transfer."""
        name = self._places[seat].reader
        bus = self._world.readers.buses[self._world.config.readers[name].bus]
        if plugged:
            self._unplugged.discard(seat)
            bus.post(partial(self._world.readers.plug, name))
        else:
            self._unplugged.add(seat)
            bus.post(partial(self._world.readers.unplug, name))

    def plug_dispenser(self, plugged: bool) -> None:
        if self._world.dispenser is not None and plugged != self._plugged:
            self._plugged = plugged
            self._world.dispenser.fault("plug" if plugged else "unplug")

    def clear_tray(self) -> None:
        self._world.tokens.taken()

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
        return BenchCard(key, one.name, one.kind, one.pips, one.rank, one.spent, self._lying.get(key))

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

    def _tag(self, key: str) -> Card | None:
        if all(key != known for seat in SEATS for known, _ in self._keyed(seat)) and key not in self._lying:
            return None
        seat, card, copy = key.split("/")
        return self._world.decks.tag(Seat(seat), card, int(copy))

    def _hoppers(self) -> tuple[BenchHopper, ...]:
        faulty = {hopper.number for hopper in self._table.latest().hoppers if hopper.state == "fault"}
        return tuple(
            BenchHopper(number, kind, self._world.tokens.contents[number], number in faulty)
            for number, kind in sorted(self._kinds.items())
        )
