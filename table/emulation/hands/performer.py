"""Performs every act of `table.emulation.acts` at the emulated world, in real time, and lets the bench be seen.

The cards are those that the match in play says the seats have brought.
"""

import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from msgspec.structs import replace

from hal.events import Button
from sim_hardware.nfc.coupling import coupling
from sim_hardware.nfc.tags import Card
from table.devices.threads import STOP_S, Patience
from table.emulation.acts import (
    Act,
    AirNoise,
    BotSits,
    DispenserFault,
    Fill,
    Heard,
    Lay,
    Lift,
    LineNoise,
    PlugCable,
    PlugReader,
    PowerDispenser,
    PowerTable,
    Press,
    ReaderFault,
    Release,
    Speed,
    Take,
)
from table.emulation.analyser.clips import Tap
from table.emulation.analyser.event_log import Record
from table.emulation.analyser.spi import Transfer
from table.emulation.analyser.table_lines import Teller
from table.emulation.bench_view import BenchCard, BenchFault, BenchHopper, BenchSeat, BenchState
from table.emulation.disk import WORDS
from table.emulation.fault_switches import Troubles
from table.emulation.hands.bots import Bot, Seen
from table.emulation.power import Mains
from table.games.legion.card_facts import Notebook
from table.rules.belongings import Belonging
from table.rules.match.judge import CARD as JUDGE
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.view.published import HopperState

PLUGS: Mapping[str, Act] = MappingProxyType(
    {
        "unplug": PlugCable(False),
        "power-cut": PowerDispenser(False),
        "power-on": PowerDispenser(True),
    }
)
"""Words that are plugs of the bench too."""
KILL, BLACKOUT = "kill", "blackout"
RESTARTS = (KILL, BLACKOUT)
"""Words for the table itself; those for its disk are `emulated_disk.WORDS`."""


class Reach:
    """Any thread."""

    def __init__(self, mains: Mains) -> None:
        self._world = world = mains.world
        self._mains = mains
        self._guard = threading.RLock()
        self._listeners: tuple[Heard, ...] = ()
        seats = world.config.seats
        self._places = dict(zip(SEATS, (seats.blue, seats.red), strict=True))
        self._kinds = {hopper.number: str(hopper.kind) for hopper in world.config.hoppers}
        self._brought: dict[Seat, tuple[object, tuple[BenchCard, ...]]] = dict.fromkeys(SEATS, (None, ()))
        """The game's state, and each seat's cards in it, as they were when the table last knew of a match."""
        self._lying: dict[str, Lay] = {}
        """By card: how it lies."""
        self._down: dict[Seat, tuple[Button, ...]] = dict.fromkeys(SEATS, ())
        self._unplugged: set[Seat] = set()
        self._plugged = True
        self._powered = self._pico_runs = True
        """The Pico's own plug is in; and it has power, which it has from the table."""
        self._noise: dict[Seat, float] = dict.fromkeys(SEATS, 0.0)
        self._line_noise = 0.0
        self._troubles = Troubles((*RESTARTS, *WORDS, *(() if world.dispenser is None else world.dispenser.words)))
        self._bots: dict[Seat, Bot] = {}
        self._notebook = Notebook(world.config.state.path, world.disk)
        numbers = {kind: number for number, kind in self._kinds.items()}
        self._seen = Seen(lambda: mains.published, lambda: mains.play, self._on_reader, numbers)
        readers: dict[tuple[int, int], str] = {
            (one.bus, one.device): name for name, one in world.config.readers.items()
        }
        self._tap = Tap(readers, world.pace.now_s)
        self._teller = Teller(self._tap.tell)
        self.listen(self._tap.did)

    # -- what is seen ----------------------------------------------------------------------------------------------

    @property
    def power(self) -> str:
        if not self._mains.on:
            return "off"
        return "booting" if self._mains.published is None else "on"

    def look(self) -> BenchState:
        with self._guard:
            blue, red = (self._seat(seat) for seat in SEATS)
            has_dispenser = self._world.dispenser is not None
            return BenchState(
                seats=(blue, red),
                hoppers=self._hoppers(),
                tray=tuple(self._world.tokens.tray),
                plugged=self._plugged if has_dispenser else None,
                powered=self._powered,
                power=self.power,
                speed=self._world.pace.factor,
                line_noise=self._line_noise,
            )

    def faults(self, hopper: int, reader: Seat) -> tuple[BenchFault, ...]:
        with self._guard:
            return self._troubles.listed(hopper, reader)

    def record(self, registers: bool) -> Record:
        self._teller.tell(self._mains.published)
        self._tap.take_in(registers)
        return self._tap.record

    def tap(self, on: bool) -> None:
        for number, bus in self._world.readers.buses.items():
            bus.heard = partial(self._heard_bus, number) if on else None
        if self._world.dispenser is not None:
            self._world.dispenser.heard = self._tap.line if on else None

    def _heard_bus(self, bus: int, at_ns: int, device: int, mosi: Sequence[int], miso: Sequence[int]) -> None:
        """On the readers' thread: keep it, and think later."""
        self._tap.carried(bus, Transfer(at_ns, device, tuple(mosi), tuple(miso)))

    def close(self, patience_s: float = STOP_S) -> None:
        """The bots go home. A script's thread may have them get up meanwhile."""
        patience = Patience(patience_s, time.monotonic)
        bots = self._sitting(patience.left_s(patience_s))
        for bot in bots:
            bot.get_up()
        for bot in bots:
            bot.join(patience.left_s(patience_s))

    def _sitting(self, patience_s: float) -> tuple[Bot, ...]:
        """The bots at the seats. An act that takes long holds the guard, and the end does not wait for it."""
        guarded = self._guard.acquire(timeout=patience_s)
        try:
            return tuple(self._bots.values())
        finally:
            if guarded:
                self._guard.release()

    def _seat(self, seat: Seat) -> BenchSeat:
        red, green, blue = self._world.panels.lamp(self._places[seat].panel)
        return BenchSeat(
            seat=seat,
            cards=tuple(self._as_it_lies(card) for card in self._owned(seat)),
            lamp=(round(255 * red), round(255 * green), round(255 * blue)),
            down=self._down[seat],
            plugged=seat not in self._unplugged,
            bot=seat in self._bots,
            noise=self._noise[seat],
        )

    def _as_it_lies(self, card: BenchCard) -> BenchCard:
        lies = self._lying.get(card.key)
        if lies is None:
            return card
        return replace(card, reader=lies.reader, aside_mm=(lies.x_mm, lies.y_mm), coupling=coupling(lies.aside_mm))

    def _owned(self, seat: Seat) -> tuple[BenchCard, ...]:
        """Each card with its key, `blue/legion.unit.at-rt/2`: cards of the same name are numbered.

        They lie on the desk still while the table has no power.
        """
        play, (known, cards) = self._mains.play, self._brought[seat]
        game = None if play is None else play.state.game
        if play is None or game is None:
            if self._mains.published is not None:
                self._brought[seat] = (None, ())
            return self._brought[seat][1]
        if game is not known:
            cards = tuple(self._numbered(seat, play.match.game.belongings(game, seat)))
            self._brought[seat] = (game, cards)
        return cards

    def _numbered(self, seat: Seat, belongings: Iterable[Belonging]) -> Iterator[BenchCard]:
        copies: dict[str, int] = {}
        for one in (*belongings, Belonging(JUDGE, JUDGE, JUDGE)):
            copy = copies.get(one.card, 0)
            copies[one.card] = copy + 1
            key = f"{seat}/{one.card}/{copy}"
            tag = self._tag_of(key)
            told = f"{type(tag).__name__} {tag.uid.hex(' ').upper()}"
            name = text("bench.card.judge") if one.card == JUDGE else one.name
            yield BenchCard(key, name, one.kind, one.pips, one.rank, one.spent, tag=told)

    def _hoppers(self) -> tuple[BenchHopper, ...]:
        dispenser, shown = self._world.dispenser, self._mains.published
        if dispenser is None:
            return ()
        hoppers = () if shown is None else shown.hoppers
        faulty = tuple(hopper.number for hopper in hoppers if hopper.state is HopperState.FAULT)
        contents, moving = dispenser.contents(), dispenser.mechanics()
        return tuple(
            BenchHopper(number, kind, contents[number], number in faulty, *moving[number])
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
            case AirNoise() if act.share != self._noise[act.seat]:
                self._noise[act.seat] = act.share
                self._world.readers.disturb(self._places[act.seat].reader, act.share)
                return True
            case BotSits():
                return self._seat_bot(act)
            case PowerTable():
                return self._power_table(act.on)
            case DispenserFault() if act.word in RESTARTS:
                return self._restart(act.word)
            case DispenserFault() if act.word in WORDS:
                self._world.disk.fault(act.word)
                self._troubles.told(act)
                return True
            case Speed() if act.factor != self._world.pace.factor:
                self._world.pace.factor = act.factor
                return True
            case _:
                return self._perform_at_dispenser(act)

    def _perform_at_dispenser(self, act: Act) -> bool:
        dispenser, tokens = self._world.dispenser, self._world.tokens
        if dispenser is None:
            return False
        match act:
            case PlugCable() if act.plugged != self._plugged:
                return self._plug_cable(act.plugged)
            case PowerDispenser() if act.on != self._powered:
                self._powered = act.on
                self._power_pico(act.on and self._mains.on)
                self._troubles.told(DispenserFault("power-on" if act.on else "power-cut"))
            case DispenserFault("plug"):
                return self._plug_cable(True)
            case DispenserFault() if act.word in PLUGS:
                return self._perform_at_dispenser(PLUGS[act.word])
            case DispenserFault() if act.word in dispenser.words and act.hopper < len(tokens.contents):
                dispenser.fault(act.word, act.hopper)
                self._troubles.told(act)
            case LineNoise() if act.share != self._line_noise:
                self._line_noise = act.share
                dispenser.noise(act.share)
            case Fill() if act.hopper in self._kinds and dispenser.contents()[act.hopper] + act.tokens >= 0:
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
        self._troubles.told(act)
        return True

    def _seat_bot(self, act: BotSits) -> bool:
        if act.sits is (act.seat in self._bots):
            return False
        if act.sits:
            plays = self._notebook.bot_plays
            bot = self._bots[act.seat] = Bot(act.seat, self._seen, self.perform, self._world.pace, plays)
            bot.sit_down()
        else:
            self._bots.pop(act.seat).get_up()
        return True

    def _on_reader(self, seat: Seat) -> tuple[str, ...]:
        with self._guard:
            return tuple(key for key, lies in self._lying.items() if lies.reader is seat)

    def _power_table(self, on: bool) -> bool:
        """The Pico hangs on the same plug."""
        if on is self._mains.on:
            return False
        if on:
            self._mains.switch_on()
            self._power_pico(self._powered)
        else:
            self._power_pico(False)
            self._mains.cut()
        return True

    def _plug_cable(self, plugged: bool) -> bool:
        """Putting it in brings back the right device, whatever stood at the port."""
        dispenser = self._world.dispenser
        if dispenser is None or not self._pico_runs:
            return False
        self._plugged = plugged
        word = "plug" if plugged else "unplug"
        dispenser.fault(word)
        self._troubles.told(DispenserFault(word))
        return True

    def _restart(self, word: str) -> bool:
        """At once: with the Pico's power, or with the program alone."""
        if not self._mains.on:
            return False
        if word == BLACKOUT:
            self._power_table(False)
            return self._power_table(True)
        self._mains.kill()
        return True

    def _power_pico(self, on: bool) -> None:
        """Its line is there again when it has power."""
        if self._world.dispenser is not None and on is not self._pico_runs:
            self._pico_runs = self._plugged = on
            self._world.dispenser.fault("power-on" if on else "power-cut")

    def _tag(self, key: str) -> Card | None:
        if key not in self._lying and all(key != card.key for seat in SEATS for card in self._owned(seat)):
            return None
        return self._tag_of(key)

    def _tag_of(self, key: str) -> Card:
        seat, card, copy = key.split("/")
        return self._world.decks.tag(Seat(seat), card, int(copy))
