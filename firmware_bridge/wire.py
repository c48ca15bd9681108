"""The codec of the line between table and dispenser, for both ends; it runs on CPython and on MicroPython.

A frame is one line of printable ASCII: `$`, the words with one blank between them, `*`, the CRC-32 of the words in
eight hex digits, a newline. Bytes outside frames are dropped until the next `$`.
"""

import binascii

PROTOCOL = 1
LONGEST = 120
"""The most bytes between `$` and newline. Nothing longer is kept."""
JOB_ID_LONGEST = 24

HAS_TOKENS = "1"
NO_TOKENS = "0"
NO_SENSOR = "-"
"""A hopper's level in `alive` is one of these letters; this one means that it has no level sensor."""

UNTRIED = "-"
WORKS = "w"
BLOCKED = "d"
NEVER_LIGHT = "D"
BACKWARD = "b"
NOTHING_CAME = "n"
"""A hopper's sign in `alive` is one of these letters. They are explained in `lines.py`."""

_START = 0x24
_NEWLINE = 0x0A
_RETURN = 0x0D


def encode(*words: object) -> bytes:
    """Return these words as one frame.

    Raises ValueError if a word is empty, or holds a blank, `$`, `*` or a character that is not printable.
    """
    texts = [str(word) for word in words]
    body = " ".join(texts).encode()
    if body.count(b" ") != len(texts) - 1 or "" in texts or not _is_printable(body):
        raise ValueError("not a word for the wire: " + repr(texts))
    if len(body) + 9 > LONGEST:
        raise ValueError("too long for one frame")
    return b"$%s*%08x\n" % (body, binascii.crc32(body))


def _is_printable(body: bytes) -> bool:
    """True for printable ASCII without `$` and `*`. The loop runs in C, because on the Pico it delays the main loop."""
    return min(body) >= 0x20 and max(body) <= 0x7E and b"$" not in body and b"*" not in body


def is_job_id(text: str) -> bool:
    """True for at most 24 ASCII letters, digits and `-`."""
    return 0 < len(text) <= JOB_ID_LONGEST and all(
        "a" <= c <= "z" or "A" <= c <= "Z" or "0" <= c <= "9" or c == "-" for c in text
    )


def decode(line: bytes) -> "list[str] | None":
    """Return the words of the bytes between `$` and newline, or None if the CRC is wrong."""
    if not _has_shape(line):
        return None
    body = line[:-9]
    if line[-8:] != b"%08x" % binascii.crc32(body):
        return None
    return body.decode().split(" ")


def _has_shape(line: bytes) -> bool:
    return len(line) >= 10 and line[-9] == 0x2A


class LineReader:
    """Turn bytes into frames. It never holds more than LONGEST bytes."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._inside = False
        self.rejected = 0
        """The number of bytes outside of frames. All bytes of an interrupted line count."""
        self.damaged = 0
        """The number of frames with a wrong CRC: there is a dispenser, but its line is bad."""

    def held(self) -> int:
        return len(self._line)

    def feed(self, data: bytes) -> "list[list[str]]":
        frames: list[list[str]] = []
        at = 0
        while at < len(data):
            end = self._plain_until(data, at) if self._inside else at
            if end > at:
                self._line.extend(data[at:end])
                at = end
            else:
                self._take(data[at], frames)
                at += 1
        return frames

    def _plain_until(self, data: bytes, at: int) -> int:
        """Return the end of the ordinary bytes of a line from `at` on; `at` if the first is a special byte."""
        end = data.find(b"\n", at)
        if end < 0:
            end = len(data)
        start = data.find(b"$", at, end)
        if start >= 0:
            end = start
        run = data[at:end]
        if not run or len(self._line) + len(run) > LONGEST or min(run) < 0x20 or max(run) > 0x7E:
            return at
        return end

    def _take(self, byte: int, frames: "list[list[str]]") -> None:
        if byte == _START:
            self._drop()
            self._inside = True
        elif byte == _RETURN:
            return
        elif not self._inside:
            self.rejected += byte != _NEWLINE
        elif byte == _NEWLINE:
            self._end(frames)
        elif len(self._line) == LONGEST or not 0x20 <= byte <= 0x7E:
            self._drop()
            self.rejected += 1
        else:
            self._line.append(byte)

    def _end(self, frames: "list[list[str]]") -> None:
        words = decode(bytes(self._line))
        if words is None:
            self.damaged += _has_shape(bytes(self._line))
            self._drop()
        else:
            frames.append(words)
            self._line = bytearray()
            self._inside = False

    def _drop(self) -> None:
        self.rejected += len(self._line) + self._inside
        self._line = bytearray()
        self._inside = False
