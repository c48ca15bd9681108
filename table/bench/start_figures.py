"""How long a player waits: from the start of the process to the first picture, with what is asked on it."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from table.bench.figures import Figure, at_most
from table.bench.headless import Furnished, HeadlessTable
from table.bench.process import WIDE, running
from table.bench.systems import systems

RUNS = 7
DUMMY = {"SDL_VIDEODRIVER": "dummy"}
EVENING_TURNS = 150


def measure(seed: int) -> Iterator[Figure]:
    taken_s = []
    for _run in range(RUNS):
        with tempfile.TemporaryDirectory() as folder, running(Path(folder), WIDE, DUMMY) as table:
            taken_s.append(table.first_picture_s)
    yield at_most("start.first_frame", taken_s, 1.0, "s")
    with tempfile.TemporaryDirectory() as folder:
        batches = evening(Path(folder), seed)
        with running(Path(folder), WIDE, DUMMY) as table:
            table.kill()
        taken_s = []
        for _run in range(RUNS):
            with running(Path(folder), WIDE, DUMMY) as table:
                taken_s.append(table.first_picture_s)
                table.kill()
    restart = at_most("start.restart", taken_s, 1.0, "s")
    yield replace(restart, note=f"after kill -9, with a match of {batches} batches in play that goes on")


def evening(folder: Path, seed: int) -> int:
    """A match in play, as long as a whole one; how many batches its journal has."""
    furnished, system = Furnished(folder), next(systems())
    while True:
        table = HeadlessTable(furnished, folder, system, seed)
        table.start()
        table.begin()
        play = table.session.play
        for _ in range(EVENING_TURNS):
            if play is not None and not play.state.ended:
                table.turn()
        if play is not None and not play.state.ended:
            table.session.close()
            return play.journal.count
        table.finish()
        seed += 1
