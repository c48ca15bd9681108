"""Close several parts: each is tried, even if one before it failed."""

import logging
from collections.abc import Callable, Iterable

log = logging.getLogger(__name__)


def close_each(steps: Iterable[Callable[[], object]]) -> bool:
    """Call each closing step. Return False if one failed; the log has its traceback."""
    failed = [step for step in steps if not _done(step)]
    return not failed


def _done(step: Callable[[], object]) -> bool:
    try:
        step()
    except Exception:
        log.exception("a step of an end failed; the others follow")
        return False
    return True
