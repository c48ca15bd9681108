"""The stream `results`: the file of each match that is over, and its card. Spectators get them with the usual delay."""

from collections import deque
from collections.abc import Callable

import msgspec
from msgspec import Struct

from table.view.streams.stream_frames import RESULTS, VERSION

MOST_BYTES = 900 * 1024
"""The most bytes that are kept for new clients: less than a client may leave unread."""


class MatchResult(Struct, frozen=True):
    """A line of the socket `results`."""

    v: int
    """The version of the frames."""
    match: str
    """The match's id."""
    file: str
    """The match file, as `command-table export` writes it."""
    card: bytes
    """The result card, a picture (PNG); in JSON as base64."""
    replay: bytes = b""
    """The match's replay (`docs/develop/match_file.md`), compressed with gzip; in JSON as base64. Empty without one."""


class ResultsFeed:
    """The results of one run of the table. Any thread may call `put`, and one thread calls all other methods."""

    name = RESULTS

    def __init__(self, now_s: Callable[[], float], delay_s: float = 0.0) -> None:
        """`now_s` counts steadily, in seconds, on every thread."""
        self._now_s, self._delay_s = now_s, delay_s
        self._waiting: deque[tuple[float, bytes]] = deque()
        self._sent: deque[bytes] = deque()

    def put(self, match: str, file: bytes, card: bytes, replay: bytes = b"") -> bool:
        """Take the result of a match that is over. Return False if it is too long to be sent."""
        line = msgspec.json.encode(MatchResult(VERSION, match, file.decode(), card, replay)) + b"\n"
        if len(line) > MOST_BYTES:
            return False
        self._waiting.append((self._now_s() + self._delay_s, line))
        return True

    def next_s(self) -> float | None:
        """Return when `step` is due; None while no result waits."""
        return self._waiting[0][0] if self._waiting else None

    def step(self, now_s: float) -> bytes:
        """Return the lines that are due."""
        due = []
        while self._waiting and self._waiting[0][0] <= now_s:
            due.append(self._waiting.popleft()[1])
        self._sent.extend(due)
        while sum(map(len, self._sent)) > MOST_BYTES:
            self._sent.popleft()
        return b"".join(due)

    def joined(self, _: float) -> bytes:
        """Return the last results that were sent, for a new client."""
        return b"".join(self._sent)
