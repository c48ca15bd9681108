"""Counts tokens at a light barrier, in the interrupt: nothing here allocates, nothing here loops."""

from .board import Watcher

_WRAP = 0x3FFFFFFF


class Barrier(Watcher):
    """A token is a dark spell that lasted; it is counted when the light has come back and stays.

    A gap of light shorter than `bounce_us` belongs to the same token. Dark for `longest_us` is a blocked barrier: what
    was in it may have been a token or a finger, and is for people to tell.
    """

    def __init__(self, bounce_us: int, shortest_us: int, longest_us: int) -> None:
        self._bounce_us = bounce_us
        self._shortest_us = shortest_us
        self._longest_us = longest_us
        self._counted = 0
        self._pending = False
        """The light is back, but it may still bounce."""
        self._dark_at = 0
        self._light_at = 0
        self.dark = False
        self._void = False
        """The barrier was dark from the start: what lies in it is no token that can be told."""

    def begin(self, dark: bool) -> None:
        """How it is at power-up. Before the first edge."""
        self.dark = self._void = dark

    def edge(self, dark: bool, at_us: int) -> None:
        if dark == self.dark:
            return
        self.dark = dark
        if not dark:
            if not self._void and self._shortest_us <= ((at_us - self._dark_at) & _WRAP) < self._longest_us:
                self._light_at = at_us
                self._pending = True
            self._void = False
            return
        if self._pending:
            self._pending = False
            if ((at_us - self._light_at) & _WRAP) < self._bounce_us:
                return
            self._counted += 1
        self._dark_at = at_us

    def count(self, now_us: int) -> int:
        """Tokens since power-up. Call it with interrupts off."""
        if self._pending and ((now_us - self._light_at) & _WRAP) >= self._bounce_us:
            self._pending = False
            self._counted += 1
        return self._counted

    def unsure_us(self, now_us: int) -> int:
        """For how long a token's end may still bounce; 0 where none is pending."""
        if not self._pending:
            return 0
        return max(0, self._bounce_us - ((now_us - self._light_at) & _WRAP))
