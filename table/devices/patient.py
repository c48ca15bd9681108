"""A table's parts, for whoever examines them one after the other."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hal.dispenser import Link
from hal.readers.reader import Reader


@dataclass(frozen=True, slots=True)
class Patient:
    """A table's parts, opened when they are looked at. Each may raise OSError that says what to do."""

    readers: Callable[[], tuple[Reader, ...]]
    pins: Callable[[], Any]
    link: Callable[[], Link | None]
    close: Callable[[], None]
