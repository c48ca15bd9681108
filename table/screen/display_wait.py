"""Wait for a display that is not available yet. A service that ended instead would be restarted forever."""

import logging
from collections.abc import Callable
from itertools import chain, repeat

from table.screen.window import NoDisplayError, Window

log = logging.getLogger(__name__)

PAUSES_S = (1, 2, 4, 8)
"""The seconds between the first tries, for a display that starts a little later than the table."""
LAST_PAUSE_S = 15
"""The seconds between all later tries: the longest that a player waits after switching the display on."""


def awaited(
    opened: Callable[[], Window],
    missing: Callable[[str], None],
    alive: Callable[[], None],
    pause: Callable[[float], None],
) -> Window:
    """Try to open a display until a picture is shown, and return its window.

    Call `missing` and log once for each reason for a failure; call `alive` once a second.
    """
    reported: set[str] = set()
    for pause_s in chain(PAUSES_S, repeat(LAST_PAUSE_S)):
        try:
            return opened()
        except NoDisplayError as error:
            if str(error) not in reported:
                reported.add(str(error))
                log.warning("%s. The table waits for it.", error)
                missing(str(error))
        for _ in range(pause_s):
            alive()
            pause(1.0)
    raise AssertionError("it waits for ever")
