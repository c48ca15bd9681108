"""The count of tokens at a light barrier, in the interrupt. Nothing here allocates, and nothing here loops."""

from .board import Watcher

_WRAP = 0x3FFFFFFF


class Bell:
    """The wake flag of all barriers: each edge sets it. Without it a resting hopper has nothing to do."""

    def __init__(self) -> None:
        self.rung = False


class Barrier(Watcher):
    """Counts dark spells of the right length as tokens, once the light has come back and stays.

    A gap of light shorter than `bounce_us` belongs to the same token. A barrier that is dark for `longest_us` is
    blocked: it may have been a token or a finger, and people have to look.
    """

    def __init__(self, bounce_us: int, shortest_us: int, longest_us: int, bell: "Bell | None" = None) -> None:
        self._bounce_us = bounce_us
        self._shortest_us = shortest_us
        self._longest_us = longest_us
        self._bell = Bell() if bell is None else bell
        self._counted = 0
        self.pending = False
        """True while the light is back but may still bounce."""
        self._dark_at = 0
        self._light_at = 0
        self.dark = False
        self.spell = 0
        """A number that changes with each dark spell."""
        self.void = False
        """True if a token cannot be the cause: the barrier was dark at power-up, or for too long."""

    def begin(self, dark: bool) -> None:
        """Set the state at power-up, before the first edge."""
        self.dark = self.void = dark

    def edge(self, dark: bool, at_us: int) -> None:
        if dark == self.dark:
            return
        self.dark = dark
        self._bell.rung = True
        if not dark:
            if not self.void and self._shortest_us <= ((at_us - self._dark_at) & _WRAP) < self._longest_us:
                self._light_at = at_us
                self.pending = True
            self.void = False
            return
        if self.pending:
            self.pending = False
            if ((at_us - self._light_at) & _WRAP) < self._bounce_us:
                return
            self._counted += 1
        self._dark_at = at_us
        self.spell = (self.spell + 1) & 0xFF

    def give_up(self) -> None:
        """Note that it has been dark for too long for a token. Call it with interrupts off.

        Otherwise an object that lies there until `now_us` wraps would look like a token.
        """
        if self.dark:
            self.void = True

    def count(self, now_us: int) -> int:
        """Return the tokens since power-up. Call it with interrupts off."""
        if self.pending and ((now_us - self._light_at) & _WRAP) >= self._bounce_us:
            self.pending = False
            self._counted += 1
        return self._counted

    def since_light_us(self, now_us: int) -> int:
        """Return the microseconds since the last token was through. It is valid for a quarter of an hour."""
        return (now_us - self._light_at) & _WRAP

    def unsure_us(self, now_us: int) -> int:
        """Return the microseconds for which a token's end may still bounce; 0 if none is pending."""
        if not self.pending:
            return 0
        return max(0, self._bounce_us - ((now_us - self._light_at) & _WRAP))
