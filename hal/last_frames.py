"""The last frames on a device's wire, kept for the log of the device's fault."""

import logging
from collections import deque

MOST_FRAMES = 32
LONGEST = 160
"""Characters of one frame that are kept."""


class LastFrames:
    """A ring of frames in words. One thread adds and writes."""

    def __init__(self, most: int = MOST_FRAMES) -> None:
        self._frames: deque[str] = deque(maxlen=most)

    def add(self, frame: str) -> None:
        """Store a frame. In a full ring it replaces the oldest one."""
        self._frames.append(frame if len(frame) <= LONGEST else frame[:LONGEST] + "...")

    def add_new(self, frame: str) -> None:
        """Store a frame unless the last one was the same."""
        if not self._frames or self._frames[-1] != frame:
            self.add(frame)

    def write_to(self, log: logging.Logger, level: int, part: str) -> None:
        """Write the kept frames into the log as one entry of several lines, oldest first, and discard them."""
        if self._frames and log.isEnabledFor(level):
            log.log(level, "the last frames on the wire of %s:\n%s", part, "\n".join(self._frames))
        self._frames.clear()
