"""Silence the log where thousands of cuts are made on purpose, each of which would be a warning."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


def silence() -> None:
    """Silence the log of this whole process."""
    logging.disable(logging.WARNING)


@contextmanager
def unwarned() -> Iterator[None]:
    before = logging.root.manager.disable
    silence()
    try:
        yield
    finally:
        logging.disable(before)
