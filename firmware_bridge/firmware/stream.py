"""The console's bytes as the wire: MicroPython's standard input and output, without ever waiting.

A write to USB waits up to half a second for a host that does not read, longer than a token takes to the next. So a byte
is written only if there is room for it. The rest of such a line is lost, and with it its CRC.
"""

import select
import sys

MOST = 256
"""The most bytes that are read in one step."""


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
        """Wait until a byte comes, for at most `most_ms`."""
        self._input.poll(most_ms)


def _is_ready(stream: "select.poll", event: int) -> bool:
    """True if the stream is ready. `ipoll` allocates nothing, while `poll` makes a list for each byte."""
    for ready in stream.ipoll(0):  # type: ignore[attr-defined]
        return bool(ready[1] & event)
    return False
