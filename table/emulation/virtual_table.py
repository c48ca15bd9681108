"""A whole table in virtual time, without threads: emulated parts on one clock, and the shipping drivers above.

Tests, the demo and the figures use it. It runs as fast as the machine can.
"""

import hashlib
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import assert_never

from hal.dispenser import Link
from hal.events import PanelEvent
from hal.panels.claims import PinHeader
from hal.panels.panels import Panels
from sim_hardware.clock import MS, Clock
from sim_hardware.dispenser import EmulatedDispenser, vocabulary
from sim_hardware.dispenser.flash import Flash
from sim_hardware.nfc import Noise, ReaderWorld
from sim_hardware.nfc.noise import QUIET
from sim_hardware.nfc.tags import TypeATag
from sim_hardware.panel import USUAL, EmulatedPanels
from table.devices.configured.device_settings import readers_of
from table.devices.configured.panel_settings import panel_settings
from table.devices.devices import Devices
from table.devices.latest_view import NotPublishedError
from table.devices.reader_ticks import next_look_s, report_s
from table.devices.setup import Setup
from table.devices.tags.card_book import CardBook
from table.emulation.acts import TAP_S, hold_lasts_s
from table.emulation.cards import EmulatedCards
from table.emulation.connections import hopper_contents, panel_wires, reader_places
from table.emulation.disk import EmulatedDisk
from table.records.beside.bot_marks import BotMarks
from table.rules.fairness import seal_commitment
from table.rules.seats import SEATS, Seat
from table.session.ports import InputOnView, Message, PhoneRequest, Ports
from table.session.session_parts import build_session
from table.session.staleness import ViewsAtPress
from table.view.published import Published

TICK_NS = 5 * MS
LOOK_NS = 6 * TICK_NS
"""A time longer than any look at the readers takes."""
TAP_NS = round(TAP_S * 1e9)
SETTLE_NS = 600 * MS
"""A time longer than a reader needs to be certain of a card, or of its absence."""


def seeded_entropy(seed: int) -> Callable[[int], bytes]:
    """Return a source of reproducible bytes, for the demo and tests only."""
    calls = 0

    def entropy(n: int) -> bytes:
        nonlocal calls
        calls += 1
        return hashlib.shake_256(f"{seed}/{calls}".encode()).digest(n)

    return entropy


class VirtualTable:
    """A table in virtual time. It belongs to the caller's thread.

    `flash` and `decks` can be given to another table, such as one that starts after this one is switched off.
    """

    def __init__(
        self,
        setup: Setup,
        *,
        seed: int = 0,
        noise: Noise = QUIET,
        flash: Flash | None = None,
        tokens: tuple[int, ...] | None = None,
        retagged: tuple[Seat, str, TypeATag] | None = None,
        commit: Callable[[bytes, str], str] = seal_commitment,
        phones: Callable[[PhoneRequest], None] | None = None,
    ) -> None:
        self.clock = Clock()
        self.setup, self.config = setup, setup.config
        config = setup.config
        self.hold_s = setup.hold_s
        """Each seat's hold time in seconds."""
        self.seed = seed
        self._seats = dict(zip(SEATS, (config.seats.blue, config.seats.red), strict=True))
        self._cards = {seat: list[TypeATag]() for seat in SEATS}
        self.readers = ReaderWorld(self.clock, reader_places(config), seed=seed, noise=noise)
        self.fingers = EmulatedPanels(panel_wires(config), self.clock)
        self.flash = flash if flash is not None else Flash()
        contents = hopper_contents(config) if tokens is None else tokens
        self.dispenser = EmulatedDispenser(self.clock, contents, seed, self.flash)
        self.dispenser.fault("plug")
        self.decks = EmulatedCards(setup.games.cards)
        if retagged is not None:
            self.decks.retag(*retagged)
        self._entropy = seeded_entropy(seed)
        self._commit, self._phones = commit, phones
        self.disk = EmulatedDisk()
        """The disk, whose stalls this table simulates itself, because nothing waits in virtual time."""
        self.bot_marks = BotMarks(config.state.path, self.disk)
        self.published: Published | None = None
        self._watchers: list[Callable[[Published], None]] = []
        self.heard: list[Message] = []
        """Every message that the devices sent, for onlookers."""
        self._boot()

    def _boot(self) -> None:
        """Start the host's program: drivers and session, over the parts as they are."""
        self._next_poll_s = self.clock.now_s
        self._seen: tuple[Message, ...] = ()
        """The reports of the readers, kept until the next tick."""
        self._report_ns = 0
        self._inbox: deque[Message] = deque()
        """The messages that wait for a session whose disk stalls."""
        self._stalled_until_ns = 0
        self._views_at_press = ViewsAtPress(lambda: self.published)
        self._devices = self._wired()
        ports = Ports(
            self._devices.send,
            self._publish,
            CardBook(self.decks.book()),
            self._entropy,
            self._commit,
            lambda: self.clock.now_s,
            self._phones,
        )
        self.session = build_session(self.setup.session, ports, self.disk)

    def kill_host(self) -> None:
        """Kill the host's program, as `kill -9` does, and start it again."""
        self._devices.close()
        self._boot()
        self.session.start()

    def cut_power(self) -> None:
        """Cut the power of the whole table in the middle of the Pico's step, and switch it on again.

        The Pico runs long before the computer that gets its power at the same time.
        """
        self.dispenser.fault("power-cut")
        self.kill_host()
        self.dispenser.pico.power_on(running=True)

    def fault(self, name: str, hopper: int = 0) -> None:
        """Cause the fault of a word in the vocabulary, including the table's own.

        Raises ValueError for an unknown word.
        """
        word = vocabulary.fault_word(name)
        match word:
            case vocabulary.DiskFaultWord.SLOW:
                self._stalled_until_ns = self.clock.now_ns + vocabulary.STALL_NS
            case vocabulary.DiskFaultWord():
                self.disk.fault(word)
            case vocabulary.RestartWord.KILL:
                self.kill_host()
            case vocabulary.RestartWord.BLACKOUT:
                self.cut_power()
            case (
                vocabulary.HopperFaultWord()
                | vocabulary.HopperMistakeWord()
                | vocabulary.PicoFaultWord()
                | vocabulary.CableFaultWord()
            ):
                self.dispenser.fault(word, hopper)
            case _:
                assert_never(word)

    def _wired(self) -> Devices:
        return Devices(
            readers=readers_of(self.config, self.readers),
            panels=Panels(
                panel_settings(self.config), PinHeader(lambda: self.fingers.pin_factory), lambda: self.clock.now_s
            ),
            link=Link(self.dispenser.port) if self.config.dispenser_port != "none" else None,
        )

    def watch(self, watcher: Callable[[Published], None]) -> None:
        """Call this with every published view from now on."""
        self._watchers.append(watcher)

    def _publish(self, published: Published) -> None:
        self.published = published
        for watcher in self._watchers:
            watcher(published)

    @property
    def now(self) -> Published:
        if self.published is None:
            raise NotPublishedError("the session was not started")
        return self.published

    def close(self) -> None:
        self.session.close()
        self._devices.close()

    def wait(self, seconds: float) -> None:
        """Let time pass, and pass the devices' messages to the session."""
        until_ns = self.clock.now_ns + int(seconds * 1e9)
        while self.clock.now_ns < until_ns:
            self._turn()
            due_ns = min(until_ns, self._report_ns if self._seen else round(self._next_poll_s * 1e9))
            self.clock.advance(min(TICK_NS, max(due_ns - self.clock.now_ns, 1)))
        self._turn()

    def wait_for(self, condition: Callable[[Published], bool], most_s: float = 30.0) -> bool:
        """Let time pass until the condition is true. Return False if it never is."""
        until_s = self.clock.now_s + most_s
        while not condition(self.now):
            if self.clock.now_s >= until_s:
                return False
            self.wait(0.02)
        return True

    def _turn(self) -> None:
        events: list[Message] = []
        if self._seen:
            if self.clock.now_ns >= self._report_ns:
                events += self._seen
                self._seen = ()
        elif self.clock.now_s >= self._next_poll_s:
            self._poll()
        events += self._pressed()
        if self._devices.link is not None:
            events += self._devices.link.step(self.clock.now_s)
        self._inbox.extend(events)
        while self._inbox and self.clock.now_ns >= self._stalled_until_ns:
            event = self._inbox.popleft()
            self.heard.append(event.act if isinstance(event, InputOnView) else event)
            self.session.step(event)
        if self.published is not None and self.clock.now_ns >= self._stalled_until_ns:
            self.session.tick(self.clock.now_s)

    def _pressed(self) -> list[Message]:
        """Do the work of the panels' thread. A press counts for the view that was shown as it began."""
        panels = self._devices.panels
        meant = panels.step(self.clock.now_s)
        self._views_at_press.look(panels.down)
        faults: list[Message] = [event for event in meant if not isinstance(event, PanelEvent)]
        acts = [event for event in meant if isinstance(event, PanelEvent)]
        seen = [(event, self._views_at_press.of((event.panel, event.button))) for event in acts]
        return [*faults, *(InputOnView(event, shown) for event, shown in seen if shown is not None)]

    def _poll(self) -> None:
        """Do the work of the readers' thread.

        A look is reported on the next tick, and no reader is polled until then.
        """
        began_s = self.clock.now_s
        for readers in self._devices.readers:
            self._seen = (*self._seen, *readers.news(self.clock.now_s), *readers.poll(self.clock.now_s))
            self._next_poll_s = next_look_s(began_s, readers.poll_interval_s, self.clock.now_s)
        self._report_ns = round(report_s(began_s) * 1e9)
        # Panels have a thread of their own at a real table: there, no look at a tag delays a press or a lamp, and how
        # long it took shows nowhere.
        self.clock.advance(-round((self.clock.now_s - began_s) * 1e9) % LOOK_NS)

    @property
    def fallen(self) -> tuple[int, ...]:
        """Return the hopper of each token that ever fell into the tray, in order."""
        return self.dispenser.tray

    def put_back(self, kind: str, count: int) -> None:
        """Put tokens back into their hopper, if this kind has one."""
        number = next((hopper.number for hopper in self.config.hoppers if hopper.kind == kind), None)
        if number is not None and self._devices.link is not None:
            self.dispenser.load(number, count)

    def lay(self, seat: Seat, card: str, copy: int = 0) -> None:
        tag = self.decks.tag(seat, card, copy)
        self._cards[seat].append(tag)
        self.readers.lay(self._seats[seat].reader, tag)
        self.wait(SETTLE_NS / 1e9)

    def clear(self, seat: Seat) -> None:
        """Take everything off the reader."""
        for tag in self._cards[seat]:
            self.readers.lift(self._seats[seat].reader, tag)
        if self._cards[seat]:
            self._cards[seat].clear()
            self.wait(SETTLE_NS / 1e9)

    def tap(self, seat: Seat, button: str) -> None:
        self.fingers.tap(self._seats[seat].panel, button, TAP_NS, bounce=USUAL)
        self.wait(2 * TAP_NS / 1e9)

    def hold(self, seat: Seat, button: str = "confirm") -> None:
        lasts_s = hold_lasts_s(self.hold_s[seat])
        self.fingers.tap(self._seats[seat].panel, button, round(lasts_s * 1e9), bounce=USUAL)
        self.wait(lasts_s + 0.1)

    def hands(self, seat: Seat) -> "SeatHands":
        return SeatHands(self, seat)

    def lamp(self, seat: Seat) -> tuple[float, float, float]:
        return self.fingers.lamp(self._seats[seat].panel)


class SeatHands:
    """The hands of one player at the table (`table.emulation.hands.player.PlayerHands`)."""

    def __init__(self, table: VirtualTable, seat: Seat) -> None:
        self.lay = partial(table.lay, seat)
        self.clear = partial(table.clear, seat)
        self.press = partial(table.tap, seat)
        self.hold = partial(table.hold, seat)
