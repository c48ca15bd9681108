"""Measure what a table notices of phones that greet it at full speed with secrets that are not valid."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from lab.campaigns.leak.outlets import SAYINGS
from lab.figure import Figure, at_most, control_of
from lab.figures.session_figures import TimedTable
from lab.figures.web.watched import ELSEWHERE, costs_beside, place_of_matches, twins
from table.devices.edge import transport
from table.devices.edge.edge import SocketEdge
from table.devices.phones.phone_host import PhoneHost
from table.devices.phones.phone_socket import PhoneSocket
from table.devices.phones.phone_views import PhoneViews
from table.records.temporary import temporary_folder

COMMANDS, PAUSE_S = 900, 0.02
SECONDS = 4.0
MOST_OF_A_CORE = 5.0
NO_LIMIT = 1e9


def beside_greetings(seed: int, commands: int = COMMANDS) -> Iterator[Figure]:
    """Measure a session with and without the flood, then the processor time of a table at rest under it."""
    with temporary_folder(place_of_matches()) as name, _socket(Path(name)):
        folder = Path(name)
        tables = twins(folder, lambda place: TimedTable(place, seed))
        alone, beside = costs_beside(tables, commands, PAUSE_S, lambda: _flood(folder))
        for table in tables:
            table.session.close()
        limited = _of_a_core(folder)
    note = f"p99 of a command while greetings come at full speed, {beside.p99_ms:.3g} ms, over that without"
    yield at_most("web.greetings.session_command", [beside.p99_ms / alone.p99_ms], 1.2, "times", note=note)
    note = "of a core, in the table's process"
    yield at_most("web.greetings.processor", [limited], MOST_OF_A_CORE, "%", note=note)
    with patch.multiple(transport, BURST=NO_LIMIT, PER_S=NO_LIMIT), temporary_folder() as name, _socket(Path(name)):
        unlimited = _of_a_core(Path(name))
    note = f"a table that accepts as many as come, {unlimited:.3g} % of a core"
    yield control_of("web.greetings.control", int(unlimited > MOST_OF_A_CORE), "tables", note=note)


def _of_a_core(folder: Path) -> float:
    """Return the processor time that this process uses under the flood, in percent of a core."""
    with _flood(folder):
        time.sleep(SECONDS / 2)  # the greetings that are accepted at once are over
        before_s, began_s = time.process_time(), time.monotonic()
        time.sleep(SECONDS)
        return 100 * (time.process_time() - before_s) / (time.monotonic() - began_s)


@contextmanager
def _socket(folder: Path) -> Iterator[None]:
    """Serve phones at their socket, on its own thread, as a table does."""
    host = PhoneHost(lambda _: None, PhoneViews(SAYINGS, lambda: None), tuple, time.monotonic, os.urandom)
    edge = SocketEdge(lambda *_: None)
    edge.open(folder, [PhoneSocket(host)])
    edge.start()
    try:
        yield
    finally:
        edge.stop()
        edge.close()


@contextmanager
def _flood(folder: Path) -> Iterator[None]:
    command = [*ELSEWHERE, sys.executable, "-m", "lab.figures.web.greeting_flood", str(folder)]
    greets = subprocess.Popen(command)
    try:
        yield
    finally:
        greets.kill()
        greets.wait()
