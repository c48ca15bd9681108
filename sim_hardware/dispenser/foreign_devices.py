"""Other devices that may be at the dispenser's port. They answer, but differently from a dispenser."""

from collections.abc import Callable

from firmware_bridge import wire
from sim_hardware.dispenser.wire import Cable


class ForeignDevice:
    """A device that is not a dispenser. `answer` returns the answer to the received bytes."""

    def __init__(self, cable: Cable, answer: Callable[[bytes], bytes]) -> None:
        self._cable = cable
        self._answer = answer

    def receive(self) -> None:
        self._cable.send_to_host(self._answer(self._cable.read_by_device()))


def console(_received: bytes) -> bytes:
    """Answer like the console of a computer on a USB serial line."""
    return b"\r\nlogin: "


def micropython(received: bytes) -> bytes:
    """Answer like MicroPython's own console on a Pico without our firmware: it echoes its input and complains."""
    error = b'Traceback (most recent call last):\r\n  File "<stdin>", line 1\r\nSyntaxError: invalid syntax\r\n>>> '
    return received.replace(b"\n", b"\r\n") + error


def old_firmware(received: bytes) -> bytes:
    """Answer like a dispenser with the protocol before ours."""
    return b"".join(
        wire.encode("here", words[1], wire.PROTOCOL - 1, 77, "0.0.1", 1, "0", 2, 0)
        for words in wire.LineReader().feed(received)
        if words[0] == "hello" and len(words) > 1
    )
