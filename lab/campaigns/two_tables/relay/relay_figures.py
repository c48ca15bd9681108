"""Measure a broker between 400 matches: does a batch of one match take longer than with the broker alone?

A probe match exchanges batches of three frames, with the other matches and without them in turn, so that the machine's
own noise is in both. The other matches are a process of their own. All connections use TLS.
"""

import asyncio
import json
import math
import os
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from lab.campaigns.hall.mosquitto import Mosquitto, found
from lab.campaigns.two_tables.relay.matches_on_relay import CONNECTED, FRAMES, MatchOnRelay
from lab.certificates import Signed, signed
from lab.figure import Figure, NotMeasuredError, control_of, published
from lab.local_machine import free_port, resident_mb
from lab.temporary_folder import temporary_folder
from table.words.terminal import print_line

SETTINGS = (
    "allow_anonymous true",
    "persistence false",
    "connection_messages false",
    "set_tcp_nodelay true",
    "max_packet_size 2098176",
    "max_queued_messages 64",
    "max_connections 1000",
)
"""The lines of the page that do not name a file or a port."""
ACCESS = ("pattern readwrite command-table-far/%u/blue", "pattern readwrite command-table-far/%u/red")


def relay_broker(folder: Path, program: str, tls: Signed | None = None) -> Mosquitto:
    """Return a broker that is not started. `program` is the path of a Mosquitto; without `tls` nothing is encrypted."""
    port = free_port()
    access = folder / "relay.access"
    access.write_text("".join(f"{line}\n" for line in ACCESS), "utf-8")
    config = folder / "relay.conf"
    files = () if tls is None else (f"certfile {tls.cert}", f"keyfile {tls.key}")
    lines = (f"listener {port} 127.0.0.1", *files, f"acl_file {access}", *SETTINGS)
    config.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return Mosquitto(program, config, port)


MATCHES = 400
MOST_RATIO = 1.3
BATCH_S = 3 * 6.0
"""The time between two batches of a long match: 400 batches, three frames each, in two hours."""
TURNS, PROBED = 10, 150
"""The turns with and without load, and the batches of the probe in each."""
PROBE_S = 0.03
"""The time between two batches of the probe."""
FLAT_OUT_S = 5.0
FROZEN_S, RUNNING_S = 0.1, 0.05
"""The broker of the control is suspended again and again for so long."""
LOAD = "lab.campaigns.two_tables.relay.matches_on_relay"


class LoadedBroker(NamedTuple):
    """A broker that runs, and the authority that signed its certificate."""

    running: Mosquitto
    ca: str


def measure(seed: int) -> Iterator[Figure]:
    """Yield nothing on a machine without Mosquitto."""
    program = found()
    if not program:
        print_line("two_tables.relay: not measured, there is no mosquitto here: see `make hall`", error=True)
        return
    with temporary_folder() as folder:
        yield from _loaded(folder, program, seed)


def _loaded(folder: Path, program: str, seed: int) -> Iterator[Figure]:
    tls = signed(folder)
    broker = LoadedBroker(relay_broker(folder, program, tls), tls.ca)
    broker.running.start()
    try:
        alone, beside, others = _in_turns(broker, seed)
        yield published("two_tables.relay.alone", [1000 * each for each in alone], "ms")
        yield published("two_tables.relay.beside", [1000 * each for each in beside], "ms")
        yield published("two_tables.relay.others", [1000 * each for each in others], "ms")
        yield published("two_tables.relay.memory", [resident_mb(broker.running.pid)], "MB")
        ratio = p99(beside) / p99(alone)
        note = (
            f"p99 of a batch, {MATCHES} matches on one broker against one match; {len(beside):,} batches each; "
            f"load of the machine {os.getloadavg()[0]:.1f}"
        )
        yield Figure("two_tables.relay", round(ratio, 2), "x", f"<= {MOST_RATIO}", ratio <= MOST_RATIO, note=note)
        throttled = p99(_probed(broker, seed, frozen=True)) / p99(alone)
        note = f"a broker that is suspended for {1000 * FROZEN_S:g} ms again and again: {throttled:.1f} x"
        yield control_of("two_tables.relay.control", int(throttled > MOST_RATIO), "ratios beyond the goal", note=note)
        with _others(broker, 0, seed) as load:
            time.sleep(FLAT_OUT_S)
            flat = _ended(load)
        frames = len(FRAMES) * len(flat) / FLAT_OUT_S
        yield Figure("two_tables.relay.flat_out", round(frames), "frames a second", note=f"{MATCHES} matches at once")
        yield published("two_tables.relay.flat_out.batch", [1000 * each for each in flat], "ms")
    finally:
        broker.running.kill()


def _in_turns(broker: LoadedBroker, seed: int) -> tuple[list[float], list[float], list[float]]:
    """Return the seconds of the probe's batches alone and beside the others, and of the others' own."""
    alone, beside, others = list[float](), list[float](), list[float]()
    for turn in range(TURNS):
        alone += _probed(broker, seed + turn)
        with _others(broker, BATCH_S, seed + turn) as load:
            beside += _probed(broker, seed + turn)
            others += _ended(load)
    return alone, beside, others


def _probed(broker: LoadedBroker, seed: int, *, frozen: bool = False) -> list[float]:
    """Return the seconds of the probe's batches; with `frozen`, while the broker is suspended again and again."""

    async def probed() -> list[float]:
        match = MatchOnRelay(broker.running.port, ssl.create_default_context(cafile=broker.ca), Random(seed))
        async with match.blue, match.red:
            freezing = asyncio.ensure_future(_freezes(broker.running)) if frozen else None
            taken = []
            try:
                for _ in range(PROBED):
                    taken.append(await match.batch())
                    await asyncio.sleep(PROBE_S)
            finally:
                if freezing is not None:
                    freezing.cancel()
                    broker.running.thaw()
            return taken

    return asyncio.run(probed())


async def _freezes(broker: Mosquitto) -> None:
    while True:
        broker.freeze()
        await asyncio.sleep(FROZEN_S)
        broker.thaw()
        await asyncio.sleep(RUNNING_S)


@contextmanager
def _others(broker: LoadedBroker, pace_s: float, seed: int) -> Iterator[subprocess.Popen[str]]:
    """Run the other matches. They are connected when the context is entered."""
    words = [sys.executable, "-m", LOAD, str(broker.running.port), broker.ca]
    words += [str(MATCHES - 1), str(pace_s), str(seed)]
    load = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        if load.stdout is None or load.stdout.readline().strip() != CONNECTED:
            raise NotMeasuredError(f"{MATCHES - 1} matches could not connect with the broker")
        yield load
    finally:
        load.kill()
        load.wait()


def _ended(load: subprocess.Popen[str]) -> list[float]:
    """End the other matches, and return the seconds of their batches."""
    printed, _ = load.communicate()
    taken: list[float] = json.loads(printed)
    return taken


def p99(taken: Sequence[float]) -> float:
    return sorted(taken)[math.ceil(0.99 * len(taken)) - 1]
