"""Silence the log in campaigns that cut power thousands of times: each cut would log a warning."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


def silence() -> None:
    """Silence the log of the whole process."""
    logging.disable(logging.WARNING)


@contextmanager
def unwarned() -> Iterator[None]:
    before = logging.root.manager.disable
    silence()
    try:
        yield
    finally:
        logging.disable(before)
