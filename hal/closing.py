"""The end of several parts: each is tried, whatever became of the one before."""

import logging
from collections.abc import Callable, Iterable

log = logging.getLogger(__name__)


def close_each(steps: Iterable[Callable[[], object]]) -> bool:
    """Call each step of an end. Return False if one failed; the log has its stack."""
    failed = [step for step in steps if not _done(step)]
    return not failed


def _done(step: Callable[[], object]) -> bool:
    try:
        step()
    except Exception:
        log.exception("a step of an end failed; the others follow")
        return False
    return True
