"""An emulated dispenser behind a port, without a table around it."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sim_hardware.dispenser import PtyDispenser
from table.records.temporary import temporary_folder

PATIENCE_S = 8.0


@contextmanager
def emulated_port(tokens: Sequence[int]) -> Iterator[str]:
    """Yield the path of a port behind which a dispenser has so many tokens in each of its hoppers."""
    with temporary_folder() as folder:
        dispenser = PtyDispenser(tokens, folder)
        try:
            until_s = time.monotonic() + PATIENCE_S
            while not Path(dispenser.path).exists() and time.monotonic() < until_s:
                time.sleep(0.01)
            yield dispenser.path
        finally:
            dispenser.close()
