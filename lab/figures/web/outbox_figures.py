"""Measure the effect of the outbox on a table while the network is down. The outbox is the product's program."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from lab.figure import Figure, NotMeasuredError, at_most, published
from lab.figures.web.watched import (
    ALTERNATIONS,
    BESIDE,
    NICE,
    FedTable,
    TimedFeed,
    costs,
    costs_beside,
    place_of_matches,
    served,
    twins,
)
from lab.local_machine import free_port
from table.network.hall.wire.database import read_rows
from table.records.temporary import temporary_folder

COMMANDS = 1_500
"""Enough for the outbox to be started and stopped while the table plays, and for a p99."""
PAUSE_S = 0.15
"""The pause between two turns: ten times as fast as people play, and long enough for the outbox to sync an event."""
SETTLE_S = 2.0
"""The time in which the outbox connects to its table."""
STORED_S = 10.0
"""The time in which the outbox, which has a low priority, writes a received event on a busy machine."""
CONFIG = """\
[state]
folder = "{folder}"
[web]
spectators = "now"
[hall]
broker = "127.0.0.1"
port = {port}
table = "bench"
password_file = "{folder}/password"
"""


def measure(seed: int, commands: int = COMMANDS) -> Iterator[Figure]:
    """Measure a table on the disk that holds real matches, beside an outbox whose broker does not answer."""
    with temporary_folder(place_of_matches()) as name, ExitStack() as feeds:

        def made(place: Path) -> FedTable:
            """Return a table with a feed of its own: twins have equal matches, whose events are reported once."""
            place.mkdir()
            feed = TimedFeed()
            edge = feeds.enter_context(served(place, feed))
            return FedTable(place, seed, feed.publish, edge.wake)

        first, second = twins(Path(name), made)
        watched = Path(name) / BESIDE
        without, cut_off = costs_beside((first, second), commands, PAUSE_S, lambda: cut_off_outbox(watched))
        with cut_off_outbox(watched):
            flat_out = costs(second, commands)
        alone = costs(first, commands)
        first.session.close()
        second.session.close()
    times = cut_off.p99_ms / without.p99_ms
    note = (
        f"p99 beside an outbox without a network, {cut_off.p99_ms:.3g} ms, over the p99 without an outbox;"
        f" it was started and stopped {ALTERNATIONS} times"
    )
    yield at_most("hall.session_command", [times], 1.05, "times", note=note)
    times = cut_off.worked_ms / without.worked_ms
    note = "the same for the median processor time, which other programs do not affect"
    yield at_most("hall.session_command.processor", [times], 1.05, "times", note=note)
    times = flat_out.p99_ms / alone.p99_ms
    note = "p99 of a table without pauses: both sync to one disk as fast as it allows"
    yield published("hall.session_command.flat_out", [times], "times", note=note)


@contextmanager
def cut_off_outbox(folder: Path) -> Iterator[None]:
    """Run `command-table outbox` for the table with this state folder. No broker listens at its port.

    Raises NotMeasuredError if the outbox does not start, or has stored no event when the context ends.
    """
    (folder / "password").write_text("none\n", "utf-8")
    configuration, outbox = folder / "outbox.toml", folder / "kept"
    configuration.write_text(CONFIG.format(folder=folder, port=free_port()), "utf-8")
    command = [*NICE, sys.executable, "-m", "table", "outbox", "--config", str(configuration), "--folder", str(outbox)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        if program.stdout is None or not program.stdout.readline():
            raise NotMeasuredError("the outbox did not start")
        time.sleep(SETTLE_S)
        before = _last_event(outbox)
        yield
        until_s = time.monotonic() + STORED_S
        while _last_event(outbox) <= before:
            if time.monotonic() > until_s:
                raise NotMeasuredError("the outbox has stored no event of the table")
            time.sleep(0.05)
    finally:
        program.terminate()
        program.communicate()


def _last_event(outbox: Path) -> int:
    """Return the number of the last event in an outbox; 0 before the first."""
    ((last,),) = read_rows(outbox / "outbox", "SELECT coalesce(max(seq), 0) FROM events")
    return int(last)
