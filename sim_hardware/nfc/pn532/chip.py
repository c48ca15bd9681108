"""The chip: it sleeps and wakes, acknowledges valid commands, runs them, and answers.

Times that no data sheet gives are assumed: a tenth of a millisecond to an acknowledgement, and as much to a command.
"""

from collections.abc import Callable
from functools import partial

from sim_hardware.clock import US, Clock
from sim_hardware.nfc.field import Field
from sim_hardware.nfc.pn532.host_commands import ChipCommands
from sim_hardware.nfc.pn532.host_frames import ACK, ERROR, HostBytes, HostCommand, HostMark, answer
from sim_hardware.nfc.pn532.quirks import Quirk
from sim_hardware.nfc.pn532.radio import Radio, Taking

FIRMWARE_1_6 = bytes([0x32, 0x01, 0x06, 0x07])
START_NS = 500 * US
"""The nanoseconds from waking until it receives: a driver that serves real boards sends its command that soon."""
ACKNOWLEDGES_NS, BEGINS_NS = 100 * US, 100 * US
STRAY = b"\x80\x00"


class Pn532:
    """A PN532 over the antenna of a field. It belongs to the thread of its clock."""

    def __init__(
        self, clock: Clock, field: Field, firmware: bytes = FIRMWARE_1_6, quirks: frozenset[Quirk] = frozenset()
    ) -> None:
        self.field = field
        self.say: Callable[[bytes], None] = _nothing
        """Takes the chip's frames to its host."""
        self.baud = 0
        """The speed of its serial line, which a host may change.

        The new one applies after the host's acknowledgement.
        """
        self._clock, self._firmware, self._quirks = clock, firmware, quirks
        self._radio = Radio(field)
        self._held_in_reset = False
        self._reset()

    def _reset(self) -> None:
        self.asleep = True
        self._ready_ns = 0
        self._swallows = Quirk.SWALLOWS_FIRST in self._quirks
        self._input = HostBytes()
        self._commands = ChipCommands(self._radio, self._firmware, self._quirks)
        self._running: Taking[bytes | None] | None = None
        self._last = b""
        """The last answer, in case the host requests it again."""
        self.baud = self._commands.baud
        self._radio.deaf = False
        self._radio.cipher = None
        self.field.switch(False)

    @property
    def air_ns(self) -> int:
        return self._radio.air_ns

    def deafen(self) -> None:
        """Make the receiver hang: the chip sends, but receives nothing until its supply or its field was off."""
        self._radio.deaf = True

    def hold_reset(self, held: bool) -> None:
        """Switch the supply off or on."""
        self._held_in_reset = held
        self._reset()

    def wake(self) -> None:
        """Wake the chip, as the first edge on its link does."""
        if self.asleep and not self._held_in_reset:
            self.asleep = False
            self._ready_ns = self._clock.now_ns + START_NS

    def receive(self, data: bytes) -> None:
        """Take bytes from the host."""
        if self._held_in_reset or self.asleep or self._clock.now_ns < self._ready_ns:
            return
        for frame in self._input.take(data):
            match frame:
                case HostCommand(code, sent):
                    self._begin(code, sent)
                case HostMark.ACK:
                    self._running = None
                    self.baud = self._commands.baud
                case HostMark.NACK:
                    if self._last and self._running is None:
                        self.say(self._last)

    def _begin(self, code: int, data: bytes) -> None:
        if self._swallows:
            self._swallows = False
            return
        self._commands.baud = self.baud  # a speed that was asked for, and not acknowledged, is forgotten
        self._running = running = self._commands.run(code, data)
        self._clock.after(ACKNOWLEDGES_NS, partial(self._acknowledge, code, running))

    def _acknowledge(self, code: int, running: Taking[bytes | None]) -> None:
        if running is self._running:
            self._last = b""
            self.say(ACK + (STRAY if Quirk.CHATTY in self._quirks else b""))
            self._clock.after(BEGINS_NS, partial(self._step, code, running))

    def _step(self, code: int, running: Taking[bytes | None]) -> None:
        """Continue a command until it lets time pass. A cancelled command sends no answer."""
        if running is not self._running:
            running.close()
            return
        try:
            takes_ns = next(running)
        except StopIteration as end:
            self._running = None
            self._last = ERROR if end.value is None else answer(code, end.value)
            self.say(self._last)
            if self._commands.asleep_after:
                self._commands.asleep_after = False
                self.asleep = True
                self.field.switch(False)
            return
        self._clock.after(takes_ns, partial(self._step, code, running))


def _nothing(_: bytes) -> None:
    return None
