"""Measure the memory of the idle program during a match."""

import os
import time
from collections.abc import Iterator
from types import MappingProxyType

from lab.figure import Figure, at_most
from lab.figures.process import NARROW, WIDE, running
from table.records.temporary import temporary_folder

IDLE_S = 3.0
DUMMY = MappingProxyType({"SDL_VIDEODRIVER": "dummy"})
X11 = MappingProxyType({"SDL_VIDEODRIVER": "x11"})


def measure(_: int) -> Iterator[Figure]:
    """Measure without a display, and under X11 if there is one."""
    for drawing, where in ((DUMMY, ""), *(((X11, ".x11"),) if os.environ.get("DISPLAY") else ())):
        for name, size, most_mb in (("memory.run", NARROW, 62), ("memory.bench_window", WIDE, 100)):
            with temporary_folder() as folder, running(folder, size, drawing, playing=True) as table:
                time.sleep(IDLE_S)
                yield at_most(f"{name}{where}", [table.resident_mb], most_mb, "MB")
