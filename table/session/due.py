"""Deadlines for work that waits only for time."""


class Deadline:
    """A deadline that starts when something is first seen to wait, and repeats as long as it waits."""

    def __init__(self, after_s: float) -> None:
        self._after_s = after_s
        self.at_s: float | None = None
        """The next deadline on the caller's clock; None while nothing waits."""

    def ripe(self, waits: bool, now_s: float) -> bool:
        """Return True if it is due now, and set the next deadline. Call it at each look."""
        if not waits:
            self.at_s = None
            return False
        if self.at_s is None:
            self.at_s = now_s + self._after_s
        if now_s < self.at_s:
            return False
        self.at_s = now_s + self._after_s
        return True
