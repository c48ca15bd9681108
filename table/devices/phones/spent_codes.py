"""The codes of an evening that were used up without an accepted phone. They are on disk: a restart gives none back."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from table.records.disk import DISK
from table.records.folder import read_state

log = logging.getLogger(__name__)

EVENING_S = 12 * 3600.0
"""The seconds for which a code counts, by the clock of this computer."""


class SpentCodes:
    """The codes used up, by their times. One thread only."""

    def __init__(self, path: Path | None = None, clock_s: Callable[[], float] = time.time) -> None:
        """Read the file. Without a path the codes are counted in memory alone.

        A file that cannot be read counts for none.
        """
        self._path, self._clock_s = path, clock_s
        self._at_s: list[float] = []
        if path is not None:
            try:
                self._at_s = read_state(path, list[float])
            except FileNotFoundError:
                pass
            except (OSError, ValueError) as error:
                log.warning("%s is not read: %s", path, error)

    def __len__(self) -> int:
        """Return how many codes count. One of a later time counts too: the clock was set back."""
        now_s = self._clock_s()
        return sum(now_s - at_s < EVENING_S for at_s in self._at_s)

    def add(self) -> None:
        """Count a code. It is on the disk when this returns."""
        now_s = self._clock_s()
        self._at_s = [at_s for at_s in self._at_s if now_s - at_s < EVENING_S]
        self._at_s.append(now_s)
        self._keep()

    def take_back(self) -> None:
        """Remove the last code, because its phone was accepted."""
        if self._at_s:
            self._at_s.pop()
            self._keep()

    def _keep(self) -> None:
        if self._path is None:
            return
        try:
            if self._at_s:
                DISK.replace(self._path, msgspec.json.encode(self._at_s))
            else:
                DISK.remove(self._path)
        except OSError as error:
            log.warning("%s cannot be written: %s", self._path, error)
