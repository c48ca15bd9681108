"""The console's bytes as the wire: MicroPython's standard input and output, without ever waiting.

A write to USB waits up to half a second for a host that does not read, longer than a token takes to the next. So a byte
is written only if there is room for it. The rest of such a line is lost, and with it its CRC.
"""

import sys

select = __import__("select")  # imported so that types are checked for Windows, too, whose `select` has no `poll`

MOST = 16
"""The most bytes that are read, and sent, in one turn of the loop. More would keep a motor turning for longer."""
MOST_WAITING = 512
"""The most bytes that wait to be sent. A frame that has no room is lost."""


class Console:
    def __init__(self) -> None:
        self._input = select.poll()
        self._input.register(sys.stdin, select.POLLIN)
        self._output = select.poll()
        self._output.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._waiting = b""

    def read(self) -> bytes:
        """Return the bytes received since the last call, and send a few of the waiting bytes."""
        if self._waiting:
            self._send(MOST)
        if not _is_ready(self._input, select.POLLIN):
            return b""
        data = bytearray()
        while len(data) < MOST and _is_ready(self._input, select.POLLIN):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            data.extend(byte)
        return bytes(data)

    def write(self, data: bytes) -> None:
        """Queue a frame."""
        if len(self._waiting) + len(data) <= MOST_WAITING:
            self._waiting += data

    def send_all(self) -> None:
        """Send the queued bytes, as far as there is room for them."""
        self._send(len(self._waiting))

    def _send(self, most: int) -> None:
        data = self._waiting
        self._waiting = data[most:]
        for place in range(min(most, len(data))):
            if not _is_ready(self._output, select.POLLOUT):
                self._waiting = b""
                break
            self._byte[0] = data[place]
            sys.stdout.buffer.write(self._byte)
        flush = getattr(sys.stdout, "flush", None) or getattr(sys.stdout.buffer, "flush", None)
        if flush is not None:
            flush()

    def wait(self, most_ms: int) -> None:
        """Wait for a byte, for at most `most_ms`. Return immediately while bytes are queued."""
        if not self._waiting:
            self._input.poll(most_ms)


def _is_ready(stream: "object", event: int) -> bool:
    """True if the stream is ready. `ipoll` allocates nothing, while `poll` makes a list for each byte."""
    for ready in stream.ipoll(0):  # type: ignore[attr-defined]
        return bool(ready[1] & event)
    return False
