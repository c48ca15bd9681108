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
        self.spell = 0
        """Another one for each dark spell."""
        self.void = False
        """What makes it dark is no token that can be told: it was there from the start, or lies there."""

    def begin(self, dark: bool) -> None:
        """How it is at power-up. Before the first edge."""
        self.dark = self.void = dark

    def edge(self, dark: bool, at_us: int) -> None:
        if dark == self.dark:
            return
        self.dark = dark
        if not dark:
            if not self.void and self._shortest_us <= ((at_us - self._dark_at) & _WRAP) < self._longest_us:
                self._light_at = at_us
                self._pending = True
            self.void = False
            return
        if self._pending:
            self._pending = False
            if ((at_us - self._light_at) & _WRAP) < self._bounce_us:
                return
            self._counted += 1
        self._dark_at = at_us
        self.spell = (self.spell + 1) & 0xFF

    def give_up(self) -> None:
        """It has been dark for so long that no token makes it so. Without this word what lies there until `now_us` has
        come round would look like one. Call it with interrupts off."""
        if self.dark:
            self.void = True

    def count(self, now_us: int) -> int:
        """Tokens since power-up. Call it with interrupts off."""
        if self._pending and ((now_us - self._light_at) & _WRAP) >= self._bounce_us:
            self._pending = False
            self._counted += 1
        return self._counted

    def since_light_us(self, now_us: int) -> int:
        """Since the last token was through; only where that was in this quarter of an hour."""
        return (now_us - self._light_at) & _WRAP

    def unsure_us(self, now_us: int) -> int:
        """For how long a token's end may still bounce; 0 where none is pending."""
        if not self._pending:
            return 0
        return max(0, self._bounce_us - ((now_us - self._light_at) & _WRAP))
