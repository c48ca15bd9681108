"""Where things are cut on purpose and by the thousand, each cut would be a warning."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


def silence() -> None:
    """For a process of one's own."""
    logging.disable(logging.WARNING)


@contextmanager
def unwarned() -> Iterator[None]:
    before = logging.root.manager.disable
    silence()
    try:
        yield
    finally:
        logging.disable(before)
