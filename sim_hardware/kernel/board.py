"""A Raspberry Pi whose kernel is real: emulated readers and panels answer at its pins and its bus."""

from collections import deque
from collections.abc import Callable, Mapping
from itertools import pairwise

from sim_hardware.clock import S
from sim_hardware.kernel.messages import FrameOrder, MessageReader, PinChange, Wire, answer, drive
from sim_hardware.nfc.spidev import CHIP_LIMIT_HZ
from sim_hardware.nfc.world import ReaderWorld

WINDOW_NS = S // 10
"""The time over which the eye averages a pulsing lamp: ten cycles of gpiozero's PWM."""


class WiredPin:
    """A pin of the header from the side of the soldered parts.

    It has the methods of gpiozero's mock pin that panels need.
    """

    pull = "floating"
    """A part that is soldered to a pin cannot see how the host pulls it."""
    refuses = ""
    """Empty, because the real kernel refuses pins itself."""

    def __init__(self, number: int, send: Callable[[bytes], None], now_ns: Callable[[], int]) -> None:
        self._number, self._send, self._now_ns = number, send, now_ns
        self.function = "input"
        self._changed_ns = 0
        self._edges: deque[tuple[int, bool]] = deque()
        """The levels that the host drove, with its times, as far back as a window reaches."""

    def drive_high(self) -> None:
        self._send(drive(self._number, Wire.HIGH))

    def drive_low(self) -> None:
        self._send(drive(self._number, Wire.LOW))

    @property
    def level(self) -> bool:
        """Return the level that the host drove last."""
        return bool(self._edges) and self._edges[-1][1]

    @property
    def state(self) -> float:
        """Return the share of the recent time in which it was high: 0 or 1 if it has not changed for a while."""
        if len(self._edges) < 2 or self._now_ns() - self._changed_ns > WINDOW_NS:
            return float(self.level)
        high = sum(until - at for (at, level), (until, _) in pairwise(self._edges) if level)
        return high / max(self._edges[-1][0] - self._edges[0][0], 1)

    def changed(self, change: PinChange) -> None:
        """Process the host's changes."""
        self.function = "output" if change.output else "input"
        self._changed_ns = change.at_ns
        if not change.output:
            self._edges.clear()
            return
        if self._edges and change.at_ns - self._edges[-1][0] > WINDOW_NS:
            self._edges.clear()
        if not self._edges or self._edges[-1][1] is not change.level:
            self._edges.append((change.at_ns, change.level))
        while change.at_ns - self._edges[0][0] > WINDOW_NS:
            self._edges.popleft()


class WiredPins:
    """The header's pins, for `EmulatedPanels` in place of gpiozero's mock factory."""

    def __init__(self, send: Callable[[bytes], None], now_ns: Callable[[], int]) -> None:
        self._send, self._now_ns = send, now_ns
        self._pins: dict[int, WiredPin] = {}

    def pin(self, number: int) -> WiredPin:
        """Return the pin with this BCM number: the same one each time."""
        if number not in self._pins:
            self._pins[number] = WiredPin(number, self._send, self._now_ns)
        return self._pins[number]


class WiredBoard:
    """The parts at a real kernel's pins and bus. One thread calls everything.

    `send` passes bytes to the module. `resets` gives the pin of each reader's RST wire. Time is the kernel's, as its
    messages tell it: an emulated machine may be much slower than the world.
    """

    def __init__(self, readers: ReaderWorld, resets: Mapping[str, int], send: Callable[[bytes], None]) -> None:
        self.now_ns = 0
        """The time of the last message."""
        self.pins = WiredPins(send, lambda: self.now_ns)
        readers.keep_pace(lambda: self.now_ns)
        self.transfers = 0
        self._readers, self._send = readers, send
        self._resets = {pin: name for name, pin in resets.items()}
        self._messages = MessageReader()

    def receive(self, data: bytes) -> None:
        """Process the module's messages, and answer them. Raises ValueError for a foreign stream."""
        for message in self._messages.feed(data):
            self.now_ns = max(self.now_ns, message.at_ns)
            if isinstance(message, FrameOrder):
                self._send(answer(message, self._transferred(message)))
            else:
                self._moved(message)

    def _transferred(self, transfer: FrameOrder) -> bytes:
        self.transfers += 1
        speed_hz = min(transfer.speed_hz or CHIP_LIMIT_HZ, CHIP_LIMIT_HZ)
        return bytes(self._readers.buses[0].transfer(transfer.select, transfer.mosi, speed_hz))

    def _moved(self, change: PinChange) -> None:
        self.pins.pin(change.pin).changed(change)
        reader = self._resets.get(change.pin)
        if reader is not None:  # a wire that nobody drives is pulled up by the board
            self._readers.chips[reader].hold_reset(change.output and not change.level)
