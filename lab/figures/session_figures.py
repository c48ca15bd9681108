"""Measure a command from the answer to the published view: decision, journal on a real disk, publication."""

import os
import statistics
import time
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

import hal.events as hw
from lab.figure import Figure, at_most, published
from lab.headless import HeadlessParts, HeadlessTable
from table.config import Config
from table.games.random_play.trial import System, Trial
from table.records.temporary import temporary_folder
from table.rules.commands import Answer
from table.session.match_switch import NEXT_MATCH
from table.session.ports import Message

COMMANDS = 2_500
RESTLESS = 20
MOST_TIMES = 3.0
"""A command, median against median, takes at most so many times as long as the write of one page of its disk."""
PAGE_BYTES = 4096


def measure(seed: int) -> Iterator[Figure]:
    """Measure with the journal on the disk that holds real matches."""
    place = Config().state.path
    place.mkdir(parents=True, exist_ok=True)
    with temporary_folder(place) as folder:
        table = TimedTable(folder, seed)
        table.start()
        synced_ms = []
        with (Path(folder) / "page").open("wb", buffering=0) as page:
            while len(table.taken_ms) < COMMANDS:
                table.turn()
                synced_ms.append(_synced_ms(page))
        table.session.close()
    yield at_most("session.command", table.taken_ms, 5, "ms", judged="p99")
    yield published("session.command.processor", table.worked_ms, "ms")
    yield published("session.command.bare_disk", synced_ms, "ms")
    times = statistics.median(table.taken_ms) / statistics.median(synced_ms)
    yield at_most("session.command.ratio", [times], MOST_TIMES, "times the bare disk")


def _synced_ms(page: FileIO) -> float:
    """Return the time of a journal's minimum on this disk, which may be busy just now: write and sync one page."""
    started_s = time.perf_counter()
    page.write(bytes(PAGE_BYTES))
    os.fsync(page.fileno())
    return 1e3 * (time.perf_counter() - started_s)


class TimedTable(HeadlessTable):
    """A table that measures the time of each answer's step. Both players use the sample lists."""

    def __init__(self, folder: Path, seed: int) -> None:
        parts = HeadlessParts(folder)
        system, offers = parts.setup.games.demo
        sides = {seat: parts.setup.games.shelf.fetch(system, offer) for seat, offer in offers.items()}
        tried = System(parts.games[system], Trial(lambda _: sides))
        super().__init__(parts, folder, tried, seed, restless=RESTLESS)
        self.taken_ms: list[float] = []
        self.worked_ms: list[float] = []
        """The processor's share of `taken_ms`. The rest is waiting for the disk and for other programs."""

    def step(self, message: Message) -> None:
        if isinstance(message, hw.TagPlaced) or (isinstance(message, Answer) and message.prompt == NEXT_MATCH):
            super().step(message)
            return
        started_s, worked_s = time.perf_counter(), time.thread_time()
        super().step(message)
        self.worked_ms.append(1e3 * (time.thread_time() - worked_s))
        self.taken_ms.append(1e3 * (time.perf_counter() - started_s))
