"""The time to a hall's page while one table attacks it, against the time right before and after.

Quiet slices and attacked ones alternate, with the same load of honest tables. Each round has a hall of its own, so that
the quotas of the hostile table are whole, and its attack begins with its slice.
"""

import asyncio
import gc
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

from lab.campaigns.hall import hostile_table
from lab.campaigns.hall.bursts import PageViewer, cpu_of
from lab.campaigns.hall.hall_stage import HallStage
from table.network.hall.organiser.setting_up import TABLES

ECHO_S = 0.005
"""The time between two bytes."""


class MachinePauses:
    """A byte that goes round. It is late if this machine, its network or this program pauses."""

    def __init__(self) -> None:
        self._longest_s = 0.0

    def longest_ms(self) -> float:
        """Return the longest time of a byte since the last call."""
        longest_s, self._longest_s = self._longest_s, 0.0
        return 1000 * longest_s

    async def watch_always(self) -> None:
        """Send bytes until cancelled."""
        server = await asyncio.start_server(_echo, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        try:
            while True:
                sent_s = time.monotonic()
                await asyncio.sleep(ECHO_S)
                writer.write(b".")
                await reader.readexactly(1)
                self._longest_s = max(self._longest_s, time.monotonic() - sent_s - ECHO_S)
        finally:
            writer.close()
            server.close()


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while byte := await reader.read(1):
            writer.write(byte)
    writer.close()


SLICE_S = 6.0
EACH_S = 0.25
"""The time between two events of one table. Tables begin at different moments, so that events come evenly."""
CALM_S = 1.0
"""The time before the first slice."""
LONGEST_S = 60.0
PAUSE_MS, TRIES = 15.0, 4
"""A round with a longer pause of this machine is played again: at most so many times as many rounds in all. A single
round is not."""
RESAMPLES, INTERVAL = 2000, 0.95
P99 = 0.99


class Slice(NamedTuple):
    """The times of the events of one slice."""

    taken_ms: tuple[float, ...]
    """From the honest table to the page, an event each. An event that never came is infinite."""
    hall_s: float
    """The hall's processor time, without the programs that verify."""
    pause_ms: float
    """The longest pause of this machine meanwhile."""


class SlicedEvening(NamedTuple):
    """The slices of one attack, a quiet and an attacked one in each round."""

    quiet: tuple[Slice, ...]
    attacked: tuple[Slice, ...]
    played: int
    """The number of all rounds. Those in which this machine paused most are left out."""

    @property
    def ratios(self) -> tuple[float, ...]:
        """Return the p99 under attack as a multiple of that right before it, for each round."""
        rounds = zip(self.attacked, self.quiet, strict=True)
        return tuple(p99(attacked.taken_ms) / p99(quiet.taken_ms) for attacked, quiet in rounds)

    @property
    def ratio(self) -> float:
        """Return the median of these. A round in which this machine paused does not change it."""
        return statistics.median(self.ratios)

    def interval(self) -> tuple[float, float]:
        """Return the interval of that median: 95 % of the medians of rounds drawn from these with repetition."""
        chance = Random(1)
        medians = sorted(statistics.median(chance.choices(self.ratios, k=len(self.ratios))) for _ in range(RESAMPLES))
        least = (1 - INTERVAL) / 2
        return medians[int(least * RESAMPLES)], medians[math.ceil((1 - least) * RESAMPLES) - 1]


def p99(taken: Sequence[float]) -> float:
    return sorted(taken)[math.ceil(P99 * len(taken)) - 1]


async def sliced_evening(
    folder: Path, tables: int, rounds: int, attack: str, program: Sequence[str] = ()
) -> SlicedEvening:
    """Play so many rounds, each in a hall of its own. `program` has Python's arguments for the hall."""
    played = list[_Round]()
    for number in range(rounds * TRIES if rounds > 1 else 1):
        played.append(await _round(folder / str(number), tables, attack, program))
        if sum(each.pause_ms < PAUSE_MS for each in played) == rounds:
            break
    steady = sorted(played, key=lambda each: each.pause_ms)[:rounds]
    return SlicedEvening(tuple(each.quiet for each in steady), tuple(each.attacked for each in steady), len(played))


class _Round(NamedTuple):
    quiet: Slice
    attacked: Slice

    @property
    def pause_ms(self) -> float:
        return max(self.quiet.pause_ms, self.attacked.pause_ms)


async def _round(folder: Path, tables: int, attack: str, program: Sequence[str]) -> _Round:
    """Play a quiet slice, and then one that begins with the attack."""
    async with HallStage(folder, tables + 1, program=program) as stage:
        await stage.hall_begins()
        *honest, hostile = stage.names
        for name in honest:
            stage.table(name).opens()
        await stage.delivered(LONGEST_S)
        attacker = await asyncio.to_thread(_ready, stage, hostile, attack)
        viewer = PageViewer()
        pauses = MachinePauses()
        watching = [asyncio.ensure_future(viewer.reads(stage.page_port)), asyncio.ensure_future(pauses.watch_always())]
        await asyncio.sleep(CALM_S)
        gc.collect()
        gc.disable()  # a collection of this program would count as the hall's time
        try:
            pauses.longest_ms()
            quiet = await _slice(stage, 1, pauses)
            _go(attacker)
            attacked = await _slice(stage, 2, pauses)
        finally:
            gc.enable()
            attacker.kill()
            attacker.communicate()  # which closes its pipes, too
        sent = [*quiet.at_s, *attacked.at_s]
        last = {table: max(key for key in sent if key[1] == table) for table in honest}
        until_s = time.monotonic() + LONGEST_S
        while not all(key in viewer.seen for key in last.values()) and time.monotonic() < until_s:
            await asyncio.sleep(0.05)
        for each in watching:
            each.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        shown_s = _shown_s(viewer, sent)
        return _Round(_taken(shown_s, quiet), _taken(shown_s, attacked))


class _Sent(NamedTuple):
    at_s: dict[tuple[int, str], float]
    hall_s: float
    pause_ms: float


def _shown_s(viewer: PageViewer, sent: Iterable[tuple[int, str]]) -> dict[tuple[int, str], float]:
    """Return when each event was on the page. A page with a later event of a table shows all before it."""
    shown_s, last_s = dict[tuple[int, str], float](), dict[str, float]()
    for number, table in sorted(sent, reverse=True):
        last_s[table] = min(viewer.seen.get((number, table), math.inf), last_s.get(table, math.inf))
        shown_s[number, table] = last_s[table]
    return shown_s


def _taken(shown_s: Mapping[tuple[int, str], float], sent: _Sent) -> Slice:
    return Slice(tuple(1000 * (shown_s[key] - at_s) for key, at_s in sent.at_s.items()), sent.hall_s, sent.pause_ms)


async def _slice(stage: HallStage, number: int, pauses: MachinePauses) -> _Sent:
    """Let all honest tables play in turn, each once in `EACH_S`, for a slice."""
    sent = dict[tuple[int, str], float]()
    began_s, cpu_s = time.monotonic(), cpu_of(stage)
    step_s = EACH_S / len(stage.tables)
    for event in range(round(SLICE_S / step_s)):
        await asyncio.sleep(max(0.0, began_s + event * step_s - time.monotonic()))
        table = stage.tables[event % len(stage.tables)]
        mark = 10_000 * number + event
        sent[mark, table.name] = time.monotonic()
        table.plays(f"burst {mark} of {table.name}", shown=False)
    return _Sent(sent, cpu_of(stage) - cpu_s, pauses.longest_ms())


def _ready(stage: HallStage, name: str, attack: str) -> subprocess.Popen[bytes]:
    """Return a hostile table's program that has all that it will send, and waits."""
    password = (stage.folder / TABLES / f"{name}.password").read_bytes()
    command = [sys.executable, "-m", hostile_table.__name__, str(stage.broker.port), name, attack]
    with (stage.folder / "hostile.log").open("ab") as log:
        running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
    if running.stdin is not None and running.stdout is not None:
        running.stdin.write(password if password.endswith(b"\n") else password + b"\n")
        running.stdin.flush()
        running.stdout.readline()
    return running


def _go(attacker: subprocess.Popen[bytes]) -> None:
    if attacker.stdin is not None:
        attacker.stdin.write(b"\n")
        attacker.stdin.flush()
