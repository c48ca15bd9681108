"""The parts of a dispenser that outlive a killed program: its flash, the tokens in its hoppers, those in the tray.

They use the table's real disk. If it is full or read-only, the dispenser works, but forgets its state after a kill.
"""

import json
import logging
import os
import threading
from collections.abc import Sequence
from pathlib import Path

from sim_hardware.dispenser.flash import SECTOR_SIZE, Flash

log = logging.getLogger(__name__)

MOST_BYTES = 64 * 1024
"""The most bytes of the file of tokens: hoppers and a tray hold some hundreds."""


MOST_TOKENS = 10_000
"""The most tokens of one hopper. A file with more was not written by this class, and is ignored."""


class LenientDisk:
    """A context for writing that forgives errors of the disk. The first one is logged as a warning."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._warned = False

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, OSError):
            return False
        level = logging.DEBUG if self._warned else logging.WARNING
        self._warned = True
        log.log(level, "%s: after a kill the emulated dispenser begins anew (%s)", self._path, error)
        return True


class KeptFlash(Flash):
    """A flash in a file. It is written immediately, because a kill stands for a power cut here."""

    def __init__(self, path: Path, sectors: int = 8) -> None:
        super().__init__(sectors)
        self._path = path
        self._forgiving = LenientDisk(path)
        if path.exists() and path.stat().st_size == sectors * SECTOR_SIZE:
            content = path.read_bytes()
            for number in range(sectors):
                self.sectors[number][:] = content[number * SECTOR_SIZE : (number + 1) * SECTOR_SIZE]
        else:
            with self._forgiving:
                if path.exists() and not path.is_file():
                    raise OSError("not a regular file")
                path.write_bytes(b"".join(self.sectors))

    def write(self, sector: int, offset: int, data: bytes) -> None:
        super().write(sector, offset, data)
        self._keep(sector)

    def erase(self, sector: int) -> None:
        super().erase(sector)
        self._keep(sector)

    def _keep(self, sector: int) -> None:
        with self._forgiving, self._path.open("r+b") as file:
            file.seek(sector * SECTOR_SIZE)
            file.write(self.sectors[sector])


class KeptTokens:
    """The place of every token, in a file that is replaced whole. Any thread may call."""

    def __init__(self, path: Path, hoppers: Sequence[int]) -> None:
        self._path = path
        self._forgiving = LenientDisk(path)
        self._lock = threading.Lock()
        self.contents = list(hoppers)
        self.tray: list[int] = []
        try:
            kept = json.loads(path.read_bytes() if path.is_file() and path.stat().st_size <= MOST_BYTES else b"")
            contents = _numbers(kept["contents"], MOST_TOKENS)
            self.tray = [number for number in _numbers(kept["tray"], MOST_TOKENS) if number < len(hoppers)]
            self.contents[: len(contents)] = contents[: len(hoppers)]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            self._keep()

    def fell(self, hopper: int) -> None:
        with self._lock:
            self.contents[hopper] -= 1
            self.tray.append(hopper)
            self._keep()

    def loaded(self, hopper: int, tokens: int) -> None:
        with self._lock:
            self.contents[hopper] += tokens
            self._keep()

    def counted(self, hoppers: Sequence[int]) -> None:
        """Save the actual content of each hopper, because a fault may have emptied one."""
        with self._lock:
            self.contents[:] = hoppers
            self._keep()

    def taken(self, hopper: int | None = None) -> bool:
        """Take a token of this hopper's kind out of the tray, or all tokens. Return False if the tray has none."""
        with self._lock:
            if not self.tray or (hopper is not None and hopper not in self.tray):
                return False
            if hopper is None:
                self.tray.clear()
            else:
                self.tray.remove(hopper)
            self._keep()
            return True

    def _keep(self) -> None:
        new = self._path.with_suffix(".new")
        with self._forgiving:
            new.write_text(json.dumps({"contents": self.contents, "tray": self.tray}), "utf-8")
            os.replace(new, self._path)


def _numbers(kept: object, most: int) -> list[int]:
    """Return a list of whole numbers from 0 to `most`. Raises TypeError or ValueError for anything else."""
    if not isinstance(kept, list) or not all(type(number) is int for number in kept):
        raise TypeError("a list of numbers belongs here")
    if not all(0 <= number <= most for number in kept):
        raise ValueError(f"numbers from 0 to {most} belong here")
    return kept
