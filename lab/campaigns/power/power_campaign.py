"""`command-table campaign power`: power is cut at every write. Does the match resume where it was?

Every write, sync and rename of whole evenings is recorded, as SQLite and the table request them. From the record the
possible disks after a cut are built: unsynced data is lost, present, or present in part. The product's code opens each
of them. The match must resume in its state, with everything that the players had seen, twice in a row, and accept
another answer. The table must then not report a missing round; on disks with a missing round, which no power cut
leaves, it must report it.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, starmap
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from lab.campaigns.power.cut_verdict import CutMoment, laid_out, moments, wrong
from lab.campaigns.power.recorded_disk import Control
from lab.campaigns.power.recorded_match import RecordedMatch, play
from lab.campaigns.power.volume import Image, Keep, Move, Volume, dropped, kept, torn
from lab.figure import Figure
from lab.headless import HeadlessParts, HeadlessTable
from lab.log_silence import unwarned
from lab.process_pool import spread
from lab.systems import systems
from lab.temporary_folder import temporary_folder
from table.games.random_play.trial import System
from table.records.folder import MATCHES, SYNCED
from table.records.journal import SUFFIX, SqliteJournal
from table.records.ports import JournalError

LOG = "-wal"
REPORTS = frozenset({"journal.older", "journal.damaged", "journal.lost", "journal.unusable"})
PAGE_BYTES, HEADER_BYTES = 24 + 4096, 32
"""The size of a frame of SQLite's log, and of the log's header."""
LOGS_CUT = 4
"""The number of shortened logs for each note."""


class NotedDisk(NamedTuple):
    """The disk at the moment when a match's note was written."""

    match: str
    image: Image
    batches: int


def noted_disks(evening: RecordedMatch) -> Iterator[NotedDisk]:
    volume, marks = Volume(), list(evening.committed)
    for done, operation in enumerate(evening.operations, 1):
        volume.took(operation)
        if isinstance(operation, Move) and operation.place.endswith(SYNCED):
            match = Path(operation.place).stem
            yield NotedDisk(match, volume.image(kept), max(n for at, of, n in marks if of == match and at <= done))


def a_round_passed(evening: RecordedMatch) -> bool:
    """True if a match has two notes with different numbers of batches, so that an older journal can replace it."""
    return any(_older_and_newer(list(noted_disks(evening))))


def losses(evening: RecordedMatch, rng: random.Random) -> Iterator[Image]:
    """Yield disks that lost synced batches of a match."""
    disks = list(noted_disks(evening))
    for early, late in _older_and_newer(disks):
        yield _with_older_journal(early, late)
    for disk in disks:
        yield from _with_short_log(disk, rng)


def _older_and_newer(disks: list[NotedDisk]) -> Iterator[tuple[NotedDisk, NotedDisk]]:
    for early, late in combinations(disks, 2):
        if early.match == late.match and early.batches < late.batches:
            yield early, late


def is_reported(parts: HeadlessParts, evening: RecordedMatch, image: Image, noise: random.Random) -> bool:
    """True if the product's code reports a loss when it opens this disk."""
    with temporary_folder() as folder:
        laid_out(folder, image, noise)
        table = HeadlessTable(parts, folder, evening.system, seed=1)
        try:
            table.session.start()
            return table.now is not None and any(fault.code in REPORTS for fault in table.now.faults)
        finally:
            table.session.close()


def without_notes(image: Image) -> Image:
    """Return the disk of a table without notes."""
    return {name: content for name, content in image.items() if not name.endswith(SYNCED)}


def _with_older_journal(early: NotedDisk, late: NotedDisk) -> Image:
    own = f"{MATCHES}/{late.match}{SUFFIX}"
    others = {name: content for name, content in late.image.items() if not name.startswith(own)}
    return others | {name: content for name, content in early.image.items() if name.startswith(own)}


def _with_short_log(disk: NotedDisk, rng: random.Random) -> Iterator[Image]:
    log = f"{MATCHES}/{disk.match}{SUFFIX}{LOG}"
    whole = disk.image.get(log, b"")
    frames = (len(whole) - HEADER_BYTES) // PAGE_BYTES
    for left in sorted(rng.choices(range(frames), k=LOGS_CUT)) if frames > 0 else ():
        image = disk.image | {log: whole[: HEADER_BYTES + left * PAGE_BYTES]}
        if _batches(image, disk.match) < disk.batches:
            yield image


def _batches(image: Image, match: str) -> int:
    """Return the number of batches in the journal, or 0 if it cannot be read."""
    with temporary_folder() as folder:
        laid_out(folder, image, random.Random(0))
        try:
            journal = SqliteJournal.open(folder / MATCHES / f"{match}{SUFFIX}")
        except JournalError:
            return 0
        journal.close()
        return journal.count


TURNS = 30
"""The most turns in a match of the sweep. Random evenings have twice as many."""
TURNS_OF_ROUNDS = 120
"""The most turns in a match whose rounds are removed: mostly enough for some rounds."""
EVENINGS_DRAWN = 20
"""The most evenings drawn for one in which a round passes. Nearly the first always is."""
CONTROLS: Mapping[Control, tuple[str, str]] = MappingProxyType(
    {
        "unsynced": ("power.control", "a journal that syncs nothing"),
        "early": ("power.early.control", "a journal that confirms batches too early"),
    }
)
CONTROL_CUTS = 40
SHOWN = 3


ALONE = 100
"""With fewer cuts a second process costs more time than it saves."""
CUTS_EACH = 400
"""The number of cuts in one evening or one part of it. Playing an evening takes as long as some cuts."""


@dataclass(frozen=True, slots=True)
class CutRange:
    """Cuts in one evening: random ones, or the `part`-th of `parts` of a sweep over all its disk operations."""

    system: int
    seed: int
    turns: int
    cuts: int
    """The number of cuts in all parts together."""
    part: int = 0
    parts: int = 0
    """The number of parts of the sweep; 0 means random cuts."""
    control: Control = ""


@dataclass
class CutResult:
    cuts: int = 0
    points: int = 0
    """The number of disk operations after which power was cut."""
    operations: int = 0
    """The number of disk operations in the evenings of the sweep."""
    wrong: list[str] = field(default_factory=list)

    @property
    def resumed(self) -> float:
        return 100 * (self.cuts - len(self.wrong)) / max(self.cuts, 1)

    def add(self, other: "CutResult") -> None:
        self.cuts += other.cuts
        self.points += other.points
        self.operations += other.operations
        self.wrong += other.wrong


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Try `count` cuts: half sweep the disk operations of one evening of each game, half are random."""
    rng, tried, played = random.Random(seed), CutResult(), len(tuple(systems()))
    turns = max(1, min(TURNS, count // played))
    _all(_swept(rng, turns, played, count // 2), count, tried, done)
    _all(_random(rng, turns, played, count - tried.cuts), count, tried, done)
    note = "; ".join(tried.wrong[:SHOWN])
    yield Figure("power.resumed", round(tried.resumed, 4), "%", "100 %", not tried.wrong, tried.cuts, note=note)
    note = f"of {tried.operations} writes, syncs and names in the evenings of the sweep"
    yield Figure("power.points", tried.points, "points", n=tried.operations, note=note)
    for control, (name, note) in CONTROLS.items():
        lost = cut(CutRange(0, seed, turns, CONTROL_CUTS, control=control))
        yield Figure(name, lost.resumed, "%", "fails", bool(lost.wrong), lost.cuts, note=note)
    yield from _lost_rounds(rng, max(1, count // CUTS_EACH))


def _lost_rounds(rng: random.Random, evenings: int) -> Iterator[Figure]:
    """Yield the share of lost rounds that the table reports, and that a table without notes would report."""
    published = list[tuple[bool, bool]]()
    played = tuple(systems())
    for _ in range(evenings):
        drawn = ((rng.choice(played), rng.getrandbits(32)) for _ in range(EVENINGS_DRAWN))
        published += next(filter(None, starmap(lost_rounds, drawn)), [])
    counted, uncounted = (100 * sum(each[n] for each in published) / max(len(published), 1) for n in (0, 1))
    note = "synced rounds gone: an older journal in its place, or a log cut short"
    yield Figure("power.lost_rounds_said", round(counted, 4), "%", "100 %", counted == 100, len(published), note=note)
    note = "a table that keeps no count beside its journal"
    yield Figure(
        "power.lost_rounds_said.control", round(uncounted, 4), "%", "fails", uncounted < 100, len(published), note=note
    )


def lost_rounds(system: System, seed: int) -> list[tuple[bool, bool]]:
    """Play an evening, remove rounds, and return for each loss whether it is reported: with the notes, and without.

    Return nothing for an evening without a complete round: a journal that is lost from its beginning is found without
    notes.
    """
    rng = random.Random(seed)
    with temporary_folder() as folder:
        shared = HeadlessParts(folder)
        evening = play(shared, system, seed, TURNS_OF_ROUNDS)
        if not a_round_passed(evening):
            return []
        with unwarned():
            return [
                (is_reported(shared, evening, image, rng), is_reported(shared, evening, without_notes(image), rng))
                for image in losses(evening, rng)
            ]


def _swept(rng: random.Random, turns: int, played: int, cuts: int) -> list[CutRange]:
    """Return the sweep over one evening of each game."""
    each = cuts // played
    parts = -(-each // CUTS_EACH)
    seeds = [rng.getrandbits(32) for _ in range(played)]
    return [CutRange(n, seed, turns, each, part, parts) for n, seed in enumerate(seeds) for part in range(parts)]


def _random(rng: random.Random, turns: int, played: int, cuts: int) -> list[CutRange]:
    return [
        CutRange(rng.randrange(played), rng.getrandbits(32), rng.randint(1, 2 * turns), min(CUTS_EACH, cuts - begun))
        for begun in range(0, cuts, CUTS_EACH)
    ]


def _all(stretches: list[CutRange], count: int, tried: CutResult, done: Callable[[int], None]) -> None:
    for one in map(cut, stretches) if count <= ALONE else spread(cut, stretches):
        tried.add(one)
        done(min(tried.cuts, count))


def cut(stretch: CutRange) -> CutResult:
    """Play the evening, cut power, and return the result."""
    tried, rng = CutResult(), random.Random(f"{stretch.seed}/{stretch.part}")
    with temporary_folder() as folder:
        shared, system = HeadlessParts(folder), tuple(systems())[stretch.system]
        evening = play(shared, system, stretch.seed, stretch.turns, stretch.control)
        for volume, moment, way in _ways(evening, stretch, rng, tried):
            tried.cuts += 1
            error = wrong(shared, evening, volume.image(way[1]), moment, rng)
            if error:
                tried.wrong.append(f"{evening.system.game.system}, evening {stretch.seed}, cut {way[0]}: {error}")
    return tried


def _ways(
    evening: RecordedMatch, stretch: CutRange, rng: random.Random, tried: CutResult
) -> Iterator[tuple[Volume, CutMoment, tuple[str, Keep]]]:
    if not stretch.parts:
        at = Counter(rng.choices(range(len(evening.operations) + 1), k=stretch.cuts))
        for n, (volume, moment) in enumerate(_over(evening)):
            yield from ((volume, moment, (f"{n}, torn", torn(rng))) for _ in range(at[n]))
        return
    every = max(1, -(-3 * (len(evening.operations) + 1) // max(stretch.cuts, 1)))
    tried.operations = 0 if stretch.part else len(evening.operations) + 1
    for n, (volume, moment) in enumerate(_over(evening)):
        if n % every or n // every % stretch.parts != stretch.part:
            continue
        tried.points += 1
        ways: tuple[tuple[str, Keep], ...] = (("dropped", dropped), ("kept", kept), ("torn", torn(rng)))
        yield from ((volume, moment, (f"{n}, {name}", keep)) for name, keep in (ways if volume.unsynced else ways[:1]))


def _over(evening: RecordedMatch) -> Iterator[tuple[Volume, CutMoment]]:
    volume, when = Volume(), moments(evening)
    yield volume, next(when)
    for operation, moment in zip(evening.operations, when, strict=True):
        volume.took(operation)
        yield volume, moment
