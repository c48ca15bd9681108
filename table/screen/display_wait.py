"""A display that is not there yet is waited for: a service that ended for that would be started anew for ever."""

import logging
from collections.abc import Callable
from itertools import chain, repeat

from table.screen.window import NoDisplayError, Window

log = logging.getLogger(__name__)

PAUSES_S = (1, 2, 4, 8)
"""Between the first looks, for a display that is only slower than the table."""
LAST_PAUSE_S = 15
"""Between all later ones: what a player who has just switched the display on may have to wait."""


def awaited(
    opened: Callable[[], Window],
    missing: Callable[[str], None],
    alive: Callable[[], None],
    pause: Callable[[float], None],
) -> Window:
    """Look for a display until a picture opens on it.

    `missing` and the log are told why there is none, once for each reason; `alive` is called each second.
    """
    told: set[str] = set()
    for pause_s in chain(PAUSES_S, repeat(LAST_PAUSE_S)):
        try:
            return opened()
        except NoDisplayError as error:
            if str(error) not in told:
                told.add(str(error))
                log.warning("%s. The table waits for it.", error)
                missing(str(error))
        for _ in range(pause_s):
            alive()
            pause(1.0)
    raise AssertionError("it waits for ever")
