"""The console's bytes as the wire: MicroPython's standard input and output, never waited for.

A write to USB waits up to half a second for a host that does not read, and longer than a token takes to the next. So a
byte goes out only where there is room for it, and the rest of such a line is lost: its CRC is, too.
"""

import select
import sys

MOST = 256
"""Bytes taken in one step."""


class Console:
    def __init__(self) -> None:
        self._input = select.poll()
        self._input.register(sys.stdin, select.POLLIN)
        self._output = select.poll()
        self._output.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)

    def read(self) -> bytes:
        data = bytearray()
        while len(data) < MOST and _is_ready(self._input, select.POLLIN):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            data.extend(byte)
        return bytes(data)

    def write(self, data: bytes) -> None:
        for place in range(len(data)):
            if not _is_ready(self._output, select.POLLOUT):
                return
            self._byte[0] = data[place]
            sys.stdout.buffer.write(self._byte)
        flush = getattr(sys.stdout, "flush", None) or getattr(sys.stdout.buffer, "flush", None)
        if flush is not None:
            flush()

    def wait(self, most_ms: int) -> None:
        """Until a byte comes, or so long."""
        self._input.poll(most_ms)


def _is_ready(stream: "select.poll", event: int) -> bool:
    """`ipoll` allocates nothing, `poll` a list for each byte."""
    for ready in stream.ipoll(0):  # type: ignore[attr-defined]
        return bool(ready[1] & event)
    return False
