"""The latest frames of one direction, while the other end does not take them."""

from collections import deque

MOST_FRAMES = 64
MOST_BYTES = 4 * 1024 * 1024


class FrameQueue:
    """Frames in order. Where there are too many, the oldest are dropped: both tables repeat what they still need."""

    def __init__(self, most_frames: int = MOST_FRAMES, most_bytes: int = MOST_BYTES) -> None:
        self._frames: deque[bytes] = deque()
        self._most_frames, self._most_bytes, self._bytes = most_frames, most_bytes, 0

    def __len__(self) -> int:
        return len(self._frames)

    def put(self, frame: bytes) -> None:
        """Add a frame. The oldest make room for it."""
        self._frames.append(frame)
        self._bytes += len(frame)
        while len(self._frames) > self._most_frames or self._bytes > self._most_bytes:
            self.take()

    def take(self) -> bytes:
        """Remove the oldest frame and return it. Raises IndexError if there is none."""
        frame = self._frames.popleft()
        self._bytes -= len(frame)
        return frame

    def clear(self) -> None:
        self._frames.clear()
        self._bytes = 0
