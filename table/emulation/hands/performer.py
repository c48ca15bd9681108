"""Perform acts at the emulated world in real time, and report its state to the bench.

Each seat has the cards that it brought to the match in play.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from sim_hardware.dispenser.vocabulary import DiskFaultWord, FaultWord
from sim_hardware.nfc.coupling import coupling
from sim_hardware.nfc.mfrc522.bus_analyser import Transfer
from table.devices.threads import STOP_S, JoinDeadline
from table.emulation.acts import Act, BotSits, CannotError, Fill, Listener, PowerTable, PutBack, Speed, Take
from table.emulation.analyser.clips import WireTap
from table.emulation.analyser.event_log import EventLog
from table.emulation.analyser.table_lines import TableDecoder
from table.emulation.bench_view import BenchCard, BenchFault, BenchHopper, BenchSeat, BenchState
from table.emulation.cards import keyed
from table.emulation.guide import guide
from table.emulation.hands.bots import Bot, BotSight
from table.emulation.hands.parts import Performer, TableParts, called_back
from table.emulation.power import PowerSupply
from table.records.beside.bot_marks import BotMarks
from table.rules.cards import Belonging
from table.rules.match.judge import CARD as JUDGE
from table.rules.match.payouts import TOKENS_BACK
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.session.input import Touched
from table.view.published import HopperState


class LiveParts(TableParts):
    """The parts of the running world."""

    def __init__(self, supply: PowerSupply, has: Callable[[str], bool]) -> None:
        world = supply.world
        config = world.config
        super().__init__(config.seats, config.hoppers, world.decks, world.readers, world.panels, world.dispenser)
        self._supply, self._world, self._has = supply, world, has

    @property
    def on(self) -> bool:  # type: ignore[override]
        return self._supply.on

    def has(self, card: str) -> bool:
        return self._has(card)

    def wires(self, reader: str, on: bool) -> None:
        self.readers.wire(reader).post(partial(self.readers.plug if on else self.readers.unplug, reader))

    def fault(self, word: FaultWord, hopper: int) -> None:
        if isinstance(word, DiskFaultWord):
            self._world.disk.fault(word)
        else:
            self.dispenser.fault(word, hopper)

    def load(self, hopper: int, tokens: int) -> None:
        super().load(hopper, tokens)
        self._world.tokens.loaded(hopper, tokens)

    def take(self, hopper: int | None) -> bool:
        return self._world.tokens.taken(hopper)

    def kill(self) -> None:
        self._supply.kill()

    def blackout(self) -> None:
        self._supply.cut()
        self._supply.switch_on()


class EmulatedPerformer:
    """Performs acts at the emulated parts of a running table. Any thread may call."""

    def __init__(self, supply: PowerSupply, hold_s: Mapping[Seat, float]) -> None:
        """`hold_s` has each seat's hold time in seconds."""
        self.hold_s = hold_s
        self._world = world = supply.world
        self._supply = supply
        self._guard = threading.RLock()
        self._listeners: tuple[Listener, ...] = ()
        self._kinds = {hopper.number: str(hopper.kind) for hopper in world.config.hoppers}
        self._brought: dict[Seat, tuple[object, tuple[BenchCard, ...]]] = dict.fromkeys(SEATS, (None, ()))
        """The game's state, and each seat's cards in it, as they were when the table last knew of a match."""
        self._performer = Performer(LiveParts(supply, self._has))
        self._bots: dict[Seat, Bot] = {}
        self._bot_marks = BotMarks(world.config.state.path, world.disk)
        numbers = {kind: number for number, kind in self._kinds.items()}
        self._seen = BotSight(lambda: supply.published, lambda: supply.play, self.lying, numbers)
        readers: dict[tuple[int, int], str] = {
            (one.bus, one.device): name for name, one in world.config.readers.items() if one.kind == "rc522"
        }
        self._tap = WireTap(readers, world.pace.now_s)
        self._decoder = TableDecoder(self._tap.log)
        self.listen(self._tap.did)

    @property
    def power(self) -> str:
        if not self._supply.on:
            return "off"
        return "booting" if self._supply.published is None else "on"

    def look(self) -> BenchState:
        with self._guard:
            blue, red = (self._seat(seat) for seat in SEATS)
            has_dispenser = self._world.dispenser is not None
            published = self._supply.published
            return BenchState(
                seats=(blue, red),
                hoppers=self._hoppers(),
                tray=tuple(self._world.tokens.tray),
                plugged=self._performer.plugged if has_dispenser else None,
                powered=self._performer.powered,
                power=self.power,
                speed=self._world.pace.factor,
                line_noise=self._performer.line_noise,
                guide=() if published is None else guide(published, (blue, red)),
                round=0 if published is None or published.view is None else published.view.round,
                asked_back=self._asked_back(),
            )

    def faults(self, hopper: int, reader: Seat) -> tuple[BenchFault, ...]:
        with self._guard:
            return self._performer.faults.listed(hopper, reader)

    def record(self, registers: bool) -> EventLog:
        self._decoder.log_changes(self._supply.published)
        self._tap.take_in(registers)
        return self._tap.record

    def tap(self, on: bool) -> None:
        for number, bus in self._world.readers.buses.items():
            bus.heard = partial(self._keep_transfer, number) if on else None
        if self._world.dispenser is not None:
            self._world.dispenser.heard = self._tap.line if on else None

    def _keep_transfer(self, bus: int, at_ns: int, device: int, mosi: Sequence[int], miso: Sequence[int]) -> None:
        """Keep a transfer, on the readers' thread; it is decoded later."""
        self._tap.carried(bus, Transfer(at_ns, device, tuple(mosi), tuple(miso)))

    def close(self, patience_s: float = STOP_S) -> None:
        """End the bots. A script's thread may end them at the same time."""
        patience = JoinDeadline(patience_s, time.monotonic)
        bots = self._bots_within(patience.left_s(patience_s))
        for bot in bots:
            bot.get_up()
        for bot in bots:
            bot.join(patience.left_s(patience_s))

    def _bots_within(self, patience_s: float) -> tuple[Bot, ...]:
        """Return the bots at the seats. A long act holds the lock: this waits for it at most `patience_s` seconds."""
        guarded = self._guard.acquire(timeout=patience_s)
        try:
            return tuple(self._bots.values())
        finally:
            if guarded:
                self._guard.release()

    def _seat(self, seat: Seat) -> BenchSeat:
        red, green, blue = self._world.panels.lamp(self._performer.places[seat].panel)
        return BenchSeat(
            seat=seat,
            cards=tuple(self._as_it_lies(card) for card in self._owned(seat)),
            lamp=(round(255 * red), round(255 * green), round(255 * blue)),
            down=self._performer.down[seat],
            held=tuple(
                (button, round(share, 2))
                for panel, button, share in self._supply.holds
                if panel == self._performer.places[seat].panel
            ),
            plugged=seat not in self._performer.unplugged,
            bot=seat in self._bots,
            noise=self._performer.noise[seat],
        )

    def _as_it_lies(self, card: BenchCard) -> BenchCard:
        if (lies := self._performer.cards.get(card.key)) is None:
            return card
        return replace(card, reader=lies.reader, aside_mm=(lies.x_mm, lies.y_mm), coupling=coupling(lies.aside_mm))

    def _owned(self, seat: Seat) -> tuple[BenchCard, ...]:
        """Return the seat's cards. They stay on the desk while the table has no power."""
        play, (known, cards) = self._supply.play, self._brought[seat]
        game = None if play is None else play.state.game
        if play is None or game is None:
            if self._supply.published is not None:
                self._brought[seat] = (None, ())
            return self._brought[seat][1]
        if game is not known:
            belongings = play.match.game.belongings(game, seat)
            cards = tuple(self._bench_card(key, one) for key, one in keyed(seat, belongings))
            self._brought[seat] = (game, cards)
        return cards

    def _bench_card(self, key: str, one: Belonging) -> BenchCard:
        tag = self._performer.tag(key)
        tag_text = f"{type(tag).__name__} {tag.uid.hex(' ').upper()}"
        name = text("bench.card.judge") if one.card == JUDGE else one.name
        return BenchCard(key, name, one.kind, one.pips, one.rank, one.spent, tag=tag_text)

    def _hoppers(self) -> tuple[BenchHopper, ...]:
        dispenser, shown = self._world.dispenser, self._supply.published
        if dispenser is None:
            return ()
        hoppers = () if shown is None else shown.hoppers
        faulty = tuple(hopper.number for hopper in hoppers if hopper.state is HopperState.FAULT)
        contents, moving = dispenser.contents(), dispenser.mechanics()
        return tuple(
            BenchHopper(number, kind, contents[number], number in faulty, *moving[number])
            for number, kind in sorted(self._kinds.items())
        )

    def listen(self, listener: Listener) -> None:
        self._listeners = (*self._listeners, listener)

    def perform(self, act: Act) -> None:
        with suppress(CannotError):
            self.attempt(act)

    def attempt(self, act: Act) -> bool:
        """Perform an act; return False if it changed nothing. Raises CannotError if it makes no sense."""
        with self._guard:
            changed = self._attempt(act)
            for listener in self._listeners if changed else ():
                listener(act)
            return changed

    def _attempt(self, act: Act) -> bool:
        """Perform an act that exists in real time only, or pass it to the performer for both kinds of time."""
        match act:
            case BotSits():
                return self._seat_bot(act)
            case PowerTable():
                return self._power_table(act.on)
            case Speed():
                before, self._world.pace.factor = self._world.pace.factor, act.factor
                return act.factor != before
            case PutBack():
                return self._put_back()
            case _:
                return self._performer.perform(act)

    def lying(self, reader: Seat) -> tuple[str, ...]:
        """Return the keys of the cards on this reader."""
        with self._guard:
            return self._performer.lying(reader)

    def _seat_bot(self, act: BotSits) -> bool:
        if act.sits is (act.seat in self._bots):
            return False
        if act.sits:
            plays = self._bot_marks.bot_plays
            pace, hold_s = self._world.pace, self.hold_s[act.seat]
            bot = self._bots[act.seat] = Bot(act.seat, self._seen, self.perform, pace, plays, hold_s)
            bot.sit_down()
        else:
            self._bots.pop(act.seat).get_up()
        return True

    def _put_back(self) -> bool:
        """Put the requested tokens that are in the tray where the table wants them."""
        play = self._supply.play
        for token in called_back(play, self._supply.published):
            if (home := None if play is None else play.state.ledger.home(token.kind)) is None:
                continue
            for _ in range(token.count):
                with suppress(CannotError):
                    self._performer.perform(Take(home.number))
            self._performer.perform(Fill(home.number, token.count))
        self._supply.send(Touched(None, TOKENS_BACK, None, hold=True))
        return True

    def _asked_back(self) -> int:
        """Return the number of tokens that the table asks for now."""
        try:
            return sum(token.count for token in called_back(self._supply.play, self._supply.published))
        except CannotError:
            return 0

    def _power_table(self, on: bool) -> bool:
        """Switch table and Pico, which share a plug, on or off. Return False if that changed nothing."""
        if on is self._supply.on:
            return False
        if on:
            self._supply.switch_on()
            self._performer.power_pico(self._performer.powered)
        else:
            self._performer.power_pico(False)
            self._supply.cut()
        return True

    def _has(self, card: str) -> bool:
        return any(card == owned.key for seat in SEATS for owned in self._owned(seat))
