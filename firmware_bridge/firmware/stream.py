"""The console's bytes as the wire: MicroPython's standard input and output, never waited for."""

import select
import sys

MOST = 256
"""Bytes taken in one step."""


class Console:
    def __init__(self) -> None:
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def read(self) -> bytes:
        data = bytearray()
        while len(data) < MOST and self._poll.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            data.extend(byte)
        return bytes(data)

    def write(self, data: bytes) -> None:
        sys.stdout.buffer.write(data)
        flush = getattr(sys.stdout, "flush", None) or getattr(sys.stdout.buffer, "flush", None)
        if flush is not None:
            flush()

    def wait(self, most_ms: int) -> None:
        """Until a byte comes, or so long."""
        self._poll.poll(most_ms)
