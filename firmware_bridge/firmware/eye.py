"""The pin of one light barrier and its interrupt, which allocates nothing."""

from .board import Watcher


class Eye:
    """This reads a light barrier: `pin` is at `dark_level` while a token is in it. `ticks_us` counts for the board."""

    def __init__(self, pin: object, ticks_us: object, dark_level: int = 0) -> None:
        self._pin = pin
        self._ticks_us = ticks_us
        self._dark_level = dark_level
        self._barrier = Watcher()

    def watch(self, barrier: Watcher) -> None:
        self._barrier = barrier

    def edge(self, pin: object) -> None:
        """Handle the interrupt."""
        self._barrier.edge(pin.value() == self._dark_level, self._ticks_us())  # type: ignore[attr-defined,operator]

    def is_dark(self) -> bool:
        return bool(self._pin.value() == self._dark_level)  # type: ignore[attr-defined]
