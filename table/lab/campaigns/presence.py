"""`campaign presence`: two readers with cards on bad days, at register level. What is said, against what lies there.

A card that lies there must not be told as lifted, nor as another one, whatever the radio loses or garbles; and one
that is lifted must be missed soon.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import hal.events as hw
from hal.readers import Readers, ReaderSettings
from hal.readers.errors import ReaderError
from hal.readers.iso14443 import Heard, park, select_known, wake
from hal.readers.package import open_package
from hal.readers.transport import Transport
from sim_hardware.clock import MS, Clock, S
from sim_hardware.nfc import Noise, ReaderWorld
from sim_hardware.nfc.tags import NTAG213, Ntag
from sim_hardware.nfc.world import Place
from table.lab.figures.figure import Figure, at_most, published
from table.lab.not_measured import NotMeasuredError

READERS = ("blue", "red")
NOISE = Noise(lost=0.02, mangled=0.05, misread=0.005)
CROSS_TALK = 0.01
"""The share of wakes in which a reader hears the other's card, too."""
CARDS = 40
LIES_FOR = (20, 200)
"""The least and the most polls for which a card rests or a reader is empty."""
BARE_FOR = (12, 40)
NAIVE_POLLS = 2_000
STEP = 200
RATES = (
    f"{NOISE.mangled:.0%} mangled, {NOISE.lost:.0%} lost, {NOISE.misread:.1%} misread UIDs, {CROSS_TALK:.0%} cross-talk"
)


@dataclass(slots=True)
class ObservedReader:
    """The truth about one reader, and what was reported of it."""

    name: str
    deck: list[Ntag]
    lies: Ntag | None = None
    told: bytes | None = None
    """The UID that was reported as placed and not as lifted since."""
    changes_in: int = 10
    lifted_ns: int | None = None
    """The time at which a reported card was lifted, until that is reported."""


@dataclass(slots=True)
class PresenceCounts:
    false_removals: int = 0
    wrong_identity: int = 0
    unclear: int = 0
    placed: int = 0
    removal_ms: list[float] = field(default_factory=list)


class PresenceTable:
    def __init__(self, seed: int) -> None:
        self.clock = Clock()
        self.chance = random.Random(f"presence/{seed}")
        places = {name: Place(0, number) for number, name in enumerate(READERS)}
        self.world = ReaderWorld(self.clock, places, seed=seed, noise=NOISE)
        self.world.set_close_together(CROSS_TALK)
        settings = [ReaderSettings(name, place.bus, place.device) for name, place in places.items()]
        self.readers = Readers(self.world.spidev, settings)
        cards = [Ntag(_uid(number), NTAG213) for number in range(CARDS)]
        self.desks = {name: ObservedReader(name, cards[number::2]) for number, name in enumerate(READERS)}
        self.counts = PresenceCounts()

    def poll(self) -> None:
        started_ns = self.clock.now_ns
        for event in self.readers.poll(self.clock.now_s):
            self._hear(event)
        self.clock.advance_to(max(self.clock.now_ns, started_ns + int(self.readers.poll_interval_s * S)))
        for desk in self.desks.values():
            desk.changes_in -= 1
            if desk.changes_in <= 0:
                self._move(desk)

    def _hear(self, event: hw.ReaderEvent) -> None:
        desk, counts = self.desks[event.reader], self.counts
        match event:
            case hw.TagPlaced(tag=sealed):
                desk.told = sealed.unseal().uid
                counts.placed += 1
                counts.wrong_identity += desk.lies is None or desk.lies.uid != desk.told
            case hw.TagLifted():
                counts.false_removals += desk.told is not None and desk.lies is not None
                if desk.lifted_ns is not None:
                    counts.removal_ms.append((self.clock.now_ns - desk.lifted_ns) / MS)
                desk.told = desk.lifted_ns = None
            case hw.TagUnclear():
                counts.unclear += 1
            case hw.ReaderGone():
                raise NotMeasuredError(f"a chip that is in order was given up: {event.fault}")

    def _move(self, desk: ObservedReader) -> None:
        """Lift a card or lay another one, in the middle of anything."""
        if desk.lies is None:
            desk.lies = self.chance.choice(desk.deck)
            self.world.lay(desk.name, desk.lies)
            desk.changes_in = self.chance.randint(*LIES_FOR)
            return
        self.world.lift(desk.name, desk.lies)
        desk.lies = None
        desk.lifted_ns = self.clock.now_ns if desk.told is not None else None
        desk.changes_in = self.chance.randint(*BARE_FOR)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    table = PresenceTable(seed)
    for number in range(count):
        table.poll()
        if number % STEP == 0:
            done(number)
    counts = table.counts
    yield _counted("presence.false_removals", counts.false_removals, count)
    yield _counted("presence.wrong_identity", counts.wrong_identity, count)
    if counts.removal_ms:
        yield at_most("presence.removal_seen", counts.removal_ms, 400, "ms (virtual)", judged="p99")
    yield published("presence.placed", [counts.placed], "cards")
    yield published("presence.unclear", [counts.unclear], "times")
    yield _naive(min(count, NAIVE_POLLS), seed)


def _counted(name: str, times: int, polls: int) -> Figure:
    return Figure(name, times, "times", "<= 0", ok=not times, n=polls, note=RATES)


def _naive(polls: int, seed: int) -> Figure:
    """Make the control: count one miss as a removal, as most programs do. It must fail on a card that only rests."""
    clock = Clock()
    world = ReaderWorld(clock, {"blue": Place(0, 0)}, seed=seed, noise=NOISE)
    card = Ntag(_uid(0), NTAG213)
    transport = Transport(open_package(world.spidev, 0, 0, 1_000_000).spi, 1_000_000)
    transport.set_up(4)
    world.lay("blue", card)
    removals = 0
    for _ in range(polls):
        clock.advance(40 * MS)
        try:
            removals += wake(transport) is Heard.SILENCE
            select_known(transport, card.uid)
            park(transport)
        except ReaderError:
            removals += 1
    return Figure("presence.naive.control", removals, "removals", ">= 1", ok=removals >= 1, n=polls, note=RATES)


def _uid(number: int) -> bytes:
    """Return a card's UID. Neighbours in the deck differ in their last byte only."""
    return bytes.fromhex("04A1B2C3D4E5") + bytes([number])
