"""How long a player waits: from the start of the process to the first picture, with what is asked on it."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from table.bench.figures import Figure, at_most
from table.bench.process import WIDE, running

RUNS = 7


def measure(_: int) -> Iterator[Figure]:
    taken_s = []
    for _run in range(RUNS):
        with (
            tempfile.TemporaryDirectory() as folder,
            running(Path(folder), WIDE, {"SDL_VIDEODRIVER": "dummy"}) as table,
        ):
            taken_s.append(table.first_picture_s)
    yield at_most("start.first_frame", taken_s, 1.0, "s")
