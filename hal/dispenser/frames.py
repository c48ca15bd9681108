"""The serial line's last frames, each a line with its direction and its time, for the log of a fault."""

import logging

from hal.last_frames import LONGEST, MOST_FRAMES, LastFrames

SENT, HEARD = "->", "<-"
MOST_LINES = 8 * MOST_FRAMES
"""The lines that are kept: a payout that fails takes 16 seconds with a dozen lines in each."""


class Frames:
    """The frames on the line in both directions. They belong to the link's thread; times are its seconds."""

    def __init__(self) -> None:
        self._last = LastFrames(MOST_LINES)
        self._begun = b""
        """Received bytes of an incomplete line."""

    def opened(self, now_s: float) -> None:
        """Note that a new connection begins here."""
        self._begun = b""
        self._last.add(f"{now_s:.3f} opened")

    def carried(self, direction: str, data: bytes, now_s: float) -> None:
        """Store complete lines. Bytes may arrive in pieces, and without a line's end."""
        if direction == HEARD:
            data, self._begun = self._begun + data, b""
        *lines, rest = data.split(b"\n")
        for line in lines:
            self._keep(direction, line, now_s)
        if len(rest) > LONGEST or (rest and direction == SENT):
            self._keep(direction, rest, now_s)
        else:
            self._begun = rest if direction == HEARD else self._begun

    def write_to(self, log: logging.Logger, level: int, part: str) -> None:
        """Write all lines into the log, including an incomplete one, and discard them."""
        if self._begun:
            self._last.add(f"{HEARD} {_legible(self._begun)} (no end)")
            self._begun = b""
        self._last.write_to(log, level, part)

    def _keep(self, direction: str, line: bytes, now_s: float) -> None:
        self._last.add(f"{now_s:.3f} {direction} {_legible(line)}")


def _legible(line: bytes) -> str:
    r"""Return the bytes as printable ASCII; all else as `\x..`."""
    return repr(line)[2:-1]
