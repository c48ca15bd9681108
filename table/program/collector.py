"""Python's collector of cyclic garbage, paused while the table starts."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the collector until `collect_again` or the end of the block.

    A start makes some 400,000 objects that stay, and almost no garbage. The collector would look through them dozens of
    times, which takes a tenth of the start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def collect_again() -> None:
    """Resume the collector. It passes over all objects of the start: that look would stop all threads for 30 ms."""
    gc.freeze()
    gc.enable()
