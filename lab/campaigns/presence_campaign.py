"""`campaign presence`: readers of each kind with random radio errors. Are reports true to the cards?

A resting card must not be reported as lifted or as another card, whatever the radio loses or garbles; a lifted card
must be reported soon.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import hal.events as hw
from hal.last_frames import LastFrames
from hal.readers import CrossTalk, Readers, ReaderSettings
from hal.readers.card_reader import ReaderKind
from hal.readers.errors import ReaderError
from hal.readers.iso14443 import Heard, park, select_known, wake
from hal.readers.package import open_package
from hal.readers.pcsc.library import PcscLibrary
from hal.readers.pcsc.settings import PcscSettings
from hal.readers.pn532.chip import Pn532Chip
from hal.readers.pn532.links import HsuLink
from hal.readers.pn532.settings import Pn532Settings
from hal.readers.transport import Transport
from lab.figure import Figure, NotMeasuredError, at_most, none_of, published
from sim_hardware.clock import MS, Clock, S
from sim_hardware.nfc import Noise, ReaderWorld
from sim_hardware.nfc.places import AnyPlace, HsuPlace, PcscPlace, Place
from sim_hardware.nfc.tags import NTAG213, Ntag

READERS = ("blue", "red")
PLACES: Mapping[ReaderKind, Mapping[str, AnyPlace]] = {
    ReaderKind.RC522: {name: Place(0, number) for number, name in enumerate(READERS)},
    ReaderKind.PN532: {name: HsuPlace(name) for name in READERS},
    ReaderKind.PCSC: {name: PcscPlace(name) for name in READERS},
}
NOISE = Noise(lost=0.02, mangled=0.05, misread=0.005)
CROSS_TALK = 0.01
"""The share of wakes in which a reader also receives the other reader's card."""
CARDS = 40
LIES_FOR = (20, 200)
"""The least and the most polls for which a card rests or a reader is empty."""
BARE_FOR = (12, 40)
NAIVE_POLLS = 2_000
ENOUGH = 100
"""The number of removals from which on the 99th percentile is judged. With fewer it would be the maximum."""
STEP = 200
LINE_MANGLED, LINE_LOST = 0.01, 0.002
"""The shares of frames on a serial line that are garbled, and that are lost."""
APDUS_FAILED = 0.05
"""The share of commands that a PC/SC reader answers with an error."""
RATES = (
    f"{NOISE.mangled:.0%} mangled, {NOISE.lost:.0%} lost, {NOISE.misread:.1%} misread UIDs, {CROSS_TALK:.0%} cross-talk"
)


@dataclass(slots=True)
class ObservedReader:
    """The truth about one reader, and its reports."""

    name: str
    deck: list[Ntag]
    lies: Ntag | None = None
    reported: bytes | None = None
    """The UID that was reported as placed and not yet as lifted."""
    changes_in: int = 10
    lifted_ns: int | None = None
    """The time at which a reported card was lifted, until the removal is reported."""


@dataclass(slots=True)
class PresenceCounts:
    false_removals: int = 0
    wrong_identity: int = 0
    unclear: int = 0
    placed: int = 0
    removal_ms: list[float] = field(default_factory=list)


class PresenceTable:
    def __init__(self, seed: int, kind: ReaderKind = ReaderKind.RC522) -> None:
        self.clock = Clock()
        self.chance = random.Random(f"presence/{seed}")
        self.world = ReaderWorld(self.clock, PLACES[kind], seed=seed, noise=NOISE)
        self.world.set_close_together(CROSS_TALK)
        for line in self.world.lines.values():
            line.disturbed, line.lost = LINE_MANGLED, LINE_LOST
        for reader in self.world.usb.values():
            reader.disturbed = APDUS_FAILED
        self.readers = _readers(self.world, kind)
        cards = [Ntag(_uid(number), NTAG213) for number in range(CARDS)]
        self.desks = {name: ObservedReader(name, cards[number::2]) for number, name in enumerate(READERS)}
        self.counts = PresenceCounts()

    def poll(self) -> None:
        started_ns = self.clock.now_ns
        for readers in self.readers:
            for event in readers.poll(self.clock.now_s):
                self._check(event)
        self.clock.advance_to(max(self.clock.now_ns, started_ns + int(self.readers[0].poll_interval_s * S)))
        for desk in self.desks.values():
            desk.changes_in -= 1
            if desk.changes_in <= 0:
                self._move(desk)

    def _check(self, event: hw.ReaderEvent) -> None:
        desk, counts = self.desks[event.reader], self.counts
        match event:
            case hw.TagPlaced(tag=sealed):
                desk.reported = sealed.unseal().uid
                counts.placed += 1
                counts.wrong_identity += desk.lies is None or desk.lies.uid != desk.reported
            case hw.TagLifted():
                # a late report may come when the next card rests there; it is still about the lifted card
                counts.false_removals += desk.reported is not None and desk.lies is not None and desk.lifted_ns is None
                if desk.lifted_ns is not None:
                    counts.removal_ms.append((self.clock.now_ns - desk.lifted_ns) / MS)
                desk.reported = desk.lifted_ns = None
            case hw.TagUnclear():
                counts.unclear += 1
            case hw.ReaderGone():
                raise NotMeasuredError(f"a chip that is in order was given up: {event.fault}")
            case hw.ReaderBack():
                pass

    def _move(self, desk: ObservedReader) -> None:
        """Lift a card or lay another one, at any time."""
        if desk.lies is None:
            desk.lies = self.chance.choice(desk.deck)
            self.world.lay(desk.name, desk.lies)
            desk.changes_in = self.chance.randint(*LIES_FOR)
            return
        self.world.lift(desk.name, desk.lies)
        desk.lies = None
        desk.lifted_ns = self.clock.now_ns if desk.reported is not None else None
        desk.changes_in = self.chance.randint(*BARE_FOR)


def _readers(world: ReaderWorld, kind: ReaderKind) -> tuple[Readers, ...]:
    """Return the readers of this kind as a table has them: on one bus together, or each on its own line."""
    cross_talk = CrossTalk()
    if kind is ReaderKind.RC522:
        settings = [ReaderSettings(name, 0, number) for number, name in enumerate(READERS)]
        return (Readers(world.spidev, settings, cross_talk=cross_talk),)
    made = _pn532 if kind is ReaderKind.PN532 else _pcsc
    return tuple(Readers(None, [made(world, name)], cross_talk=cross_talk) for name in READERS)


def _pn532(world: ReaderWorld, name: str) -> Pn532Settings:
    return Pn532Settings(name, lambda: HsuLink(world.serial(name)), name)


def _pcsc(world: ReaderWorld, name: str) -> PcscSettings:
    return PcscSettings(name, lambda: PcscLibrary(world.pcsc), name)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Poll the readers of each kind `count` times, and count false reports."""
    every: dict[ReaderKind, PresenceCounts] = {}
    for place, kind in enumerate(PLACES):
        table = PresenceTable(seed, kind)
        for number in range(count):
            table.poll()
            if number % STEP == 0:
                done((place * count + number) // len(PLACES))
        every[kind] = table.counts
    polls = count * len(PLACES)
    yield _counted("presence.false_removals", sum(each.false_removals for each in every.values()), polls)
    yield _counted("presence.wrong_identity", sum(each.wrong_identity for each in every.values()), polls)
    for kind, counts in every.items():
        name = "presence" if kind is ReaderKind.RC522 else f"presence.{kind}"
        if kind is not ReaderKind.RC522:
            yield _counted(f"{name}.false_removals", counts.false_removals, count)
            yield _counted(f"{name}.wrong_identity", counts.wrong_identity, count)
        if counts.removal_ms:
            judged = "p99" if len(counts.removal_ms) >= ENOUGH else "value"
            yield at_most(f"{name}.removal_seen", counts.removal_ms, 400, "ms (virtual)", judged=judged)
        yield published(f"{name}.placed", [counts.placed], "cards")
        yield published(f"{name}.unclear", [counts.unclear], "times")
    yield _naive(min(count, NAIVE_POLLS), seed)
    yield _naive_list(min(count, NAIVE_POLLS), seed)


def _counted(name: str, times: int, polls: int) -> Figure:
    return none_of(name, times, "times", polls, RATES)


def _naive(polls: int, seed: int) -> Figure:
    """Make the control: count one miss as a removal, as most programs do. It must fail on a resting card."""
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


def _naive_list(polls: int, seed: int) -> Figure:
    """Make the control of a PN532: count each empty list as a removal, as simple programs do."""
    clock = Clock()
    world = ReaderWorld(clock, {"blue": HsuPlace("blue")}, seed=seed, noise=NOISE)
    chip = Pn532Chip(HsuLink(world.serial("blue")), LastFrames())
    chip.wake()
    chip.normal_mode()
    chip.retries()
    chip.field(True)
    world.lay("blue", Ntag(_uid(0), NTAG213))
    removals = 0
    for _ in range(polls):
        clock.advance(40 * MS)
        removals += not chip.listed(1)
    name = "presence.pn532.naive.control"
    return Figure(name, removals, "removals", ">= 1", ok=removals >= 1, n=polls, note=RATES)


def _uid(number: int) -> bytes:
    """Return a card's UID. Neighbours in the deck differ only in their last byte."""
    return bytes.fromhex("04A1B2C3D4E5") + bytes([number])
