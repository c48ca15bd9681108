"""One light barrier's pin and its interrupt, which allocates nothing."""

from .board import Watcher


class Eye:
    """`pin` reads 0 while a token is in it; `ticks_us` is the board's counter."""

    def __init__(self, pin: object, ticks_us: object) -> None:
        self._pin = pin
        self._ticks_us = ticks_us
        self._barrier = Watcher()

    def watch(self, barrier: Watcher) -> None:
        self._barrier = barrier

    def edge(self, pin: object) -> None:
        """The interrupt's handler."""
        self._barrier.edge(pin.value() == 0, self._ticks_us())  # type: ignore[attr-defined,operator]

    def is_dark(self) -> bool:
        return bool(self._pin.value() == 0)  # type: ignore[attr-defined]
