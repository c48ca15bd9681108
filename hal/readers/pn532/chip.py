"""The commands of a PN532.

Send a command, receive its acknowledgement and its answer, and repeat it if a frame was damaged.
"""

from msgspec import Struct

from hal.last_frames import LastFrames
from hal.readers.errors import ChipLostError
from hal.readers.pn532.codes import (
    BAUD_CODES,
    FIELD_OFF,
    FIELD_ON,
    RETRIES,
    RF_FIELD,
    SAM_NO_IRQ,
    SAM_NORMAL,
    STATUS_BITS,
    TIMINGS,
    TYPE_A_106,
    WAKE_BY,
    Pn532Command,
)
from hal.readers.pn532.frames import ACK, NACK, ChipAnswer, ChipFrame, FrameParser, ShortFrame, information
from hal.readers.pn532.links import ChipLink

ACK_WAIT_S = 0.02
"""The seconds for an acknowledgement: the chip gives it within 15 ms (UM0701-02, 6.2.1.3)."""
ANSWER_WAIT_S = 0.05
LIST_WAIT_S = 0.25
"""The seconds for a list of targets: each attempt takes a few milliseconds on the air, and clones take longer."""
TRIES = 5
"""The times that a command is sent before the chip counts as lost. All of them may be sent twice."""
MOST_READS = 1000
"""The most times that the link is read for one answer: an answer of 275 bytes comes in as many reads at most, thrice
with noise between. A device that is never silent, such as a GPS receiver, is not the chip.
"""
ASKED_AGAIN = 3
"""The number of times that an answer is awaited. It is requested again in between."""
FLUSH_FROM = 1
"""The tries after which the chip is assumed to wait for the rest of a frame, because a NACK with a flipped bit
announces 255 bytes.
"""
NO_RETRY, ONE_RETRY = 0x00, 0x01
SHOWN = frozenset(
    {
        Pn532Command.GET_FIRMWARE_VERSION,
        Pn532Command.SET_SERIAL_BAUD_RATE,
        Pn532Command.SAM_CONFIGURATION,
        Pn532Command.RF_CONFIGURATION,
        Pn532Command.POWER_DOWN,
        Pn532Command.DIAGNOSE,
    }
)
"""The commands that do not depend on a card.

All others are one line in a fault's log, so that it is the same for every card.
"""
CARDS = "frames that serve cards"


class NotUnderstoodError(ChipLostError):
    """The chip answered that it does not know a command, or not with these arguments."""


class Firmware(Struct, frozen=True):
    ic: int
    version: int
    revision: int
    support: int

    def __str__(self) -> str:
        return f"{self.ic:#04x} {self.version}.{self.revision}"


class ListedTag(Struct, frozen=True):
    """A tag that the chip has activated."""

    uid: bytes
    sak: int


class Pn532Chip:
    """A chip behind a link. One thread calls it. Every call may raise OSError, ChipLostError among them."""

    def __init__(self, link: ChipLink, last_frames: LastFrames) -> None:
        self.link = link
        self._frames = last_frames
        self._parser = FrameParser()
        self._reads = 0
        """The reads of the link since a command was sent last."""
        self.repeats = 0
        """The commands and answers that had to be repeated, because the line damaged or lost a frame."""

    # The chip itself

    def wake(self) -> None:
        self.link.wake()

    def firmware(self) -> Firmware:
        found = self.call(Pn532Command.GET_FIRMWARE_VERSION, answer=4)
        if len(found) < 4:
            raise ChipLostError("what answers has no firmware version")
        return Firmware(*found[:4])

    def normal_mode(self, tries: int = TRIES) -> None:
        """Switch the chip from low battery mode, in which it starts, to normal mode without its second processor."""
        self.call(Pn532Command.SAM_CONFIGURATION, bytes([SAM_NORMAL, 0x00, SAM_NO_IRQ]), tries=tries)

    def change_baud(self, baud: int) -> None:
        """Change the chip's speed on a serial line. It does so when the host acknowledges its answer."""
        self.call(Pn532Command.SET_SERIAL_BAUD_RATE, bytes([BAUD_CODES[baud]]))
        self.link.write(ACK)

    def field(self, on: bool) -> None:
        self.call(Pn532Command.RF_CONFIGURATION, bytes([RF_FIELD, FIELD_ON if on else FIELD_OFF]))

    def retries(self, passive: int = ONE_RETRY) -> None:
        """Set how often the chip repeats an activation. By default it never gives up."""
        self.call(Pn532Command.RF_CONFIGURATION, bytes([RETRIES, NO_RETRY, NO_RETRY, passive]))

    def timeout(self, code: int) -> None:
        """Set the time to wait for a tag's answer: 100 us at 1, doubling with each step."""
        self.call(Pn532Command.RF_CONFIGURATION, bytes([TIMINGS, 0x00, code, code]))

    def diagnose(self, test: int, data: bytes = b"") -> bytes:
        return self.call(Pn532Command.DIAGNOSE, bytes([test]) + data, answer=1 + len(data), wait_s=1.0)

    def power_down(self) -> None:
        """Let the chip sleep, with its field off, until its link wakes it."""
        self.call(Pn532Command.POWER_DOWN, bytes([WAKE_BY[self.link.name]]), answer=1)

    # Cards

    def registers(self, *addresses: int) -> bytes:
        asked = b"".join(address.to_bytes(2, "big") for address in addresses)
        return self.call(Pn532Command.READ_REGISTER, asked, answer=len(addresses))

    def write_registers(self, values: dict[int, int]) -> None:
        data = b"".join(address.to_bytes(2, "big") + bytes([value]) for address, value in values.items())
        self.call(Pn532Command.WRITE_REGISTER, data)

    def through(self, data: bytes, most: int, wait_s: float = ANSWER_WAIT_S) -> tuple[int, bytes]:
        """Send a frame unchanged. Return the status and the answer."""
        found = self.call(Pn532Command.IN_COMMUNICATE_THRU, data, answer=1 + most, wait_s=wait_s)
        if not found:
            raise ChipLostError("an answer without a status")
        return found[0] & STATUS_BITS, found[1:]

    def listed(self, most: int) -> tuple[ListedTag, ...]:
        """Make the chip activate up to `most` tags, one or two. The last one is selected, the one before it halted.

        Raises ChipLostError if the answer makes no sense.
        """
        found = self.call(
            Pn532Command.IN_LIST_PASSIVE_TARGET, bytes([most, TYPE_A_106]), answer=1 + most * 20, wait_s=LIST_WAIT_S
        )
        tags: list[ListedTag] = []
        rest = found[1:]
        for _ in range(found[0] if found else 0):
            size = rest[4] if len(rest) > 4 else 0
            if size not in (4, 7, 10) or len(rest) < 5 + size:
                raise ChipLostError("a list of tags that breaks off")
            tags.append(ListedTag(rest[5 : 5 + size], rest[3]))
            rest = rest[5 + size :]
            if tags[-1].sak & 0x20 and rest:
                rest = rest[rest[0] :]  # the answer to RATS, with its length in front
        return tuple(tags)

    def release(self) -> None:
        """Halt and forget every tag of the list."""
        self.call(Pn532Command.IN_RELEASE, b"\x00", answer=1)

    # Frames

    def call(
        self,
        command: Pn532Command,
        data: bytes = b"",
        *,
        answer: int = 0,
        wait_s: float = ANSWER_WAIT_S,
        tries: int = TRIES,
    ) -> bytes:
        """Return the data of a command's answer, at most `answer` bytes of it on SPI and I2C.

        Raises NotUnderstoodError, or ChipLostError if the chip does not answer.
        """
        frame = information(command, data)
        if command in SHOWN:
            self._frames.add(f"{command.name.lower()} {data.hex(' ')}".strip())
        else:
            self._frames.add_new(CARDS)
        for tried in range(tries):
            self._parser.clear()
            self._reads = 0
            self.repeats += tried > 0
            if tried >= FLUSH_FROM:
                self.link.flush()
            self.link.write(frame)
            found = self._answer(command, answer, wait_s)
            if found is not None:
                return found
        self._frames.add("no answer")
        raise ChipLostError(f"the chip does not answer {command.name}")

    def _answer(self, command: Pn532Command, size: int, wait_s: float) -> bytes | None:
        """Return the data of the answer; None if the chip did not receive the command, or did not complete it."""
        acknowledged = False
        asked_again = 0
        while True:
            frames = self._received(size if acknowledged else 0, wait_s if acknowledged else ACK_WAIT_S)
            if not frames and not acknowledged:
                return None
            for frame in frames:
                match frame:
                    case ChipAnswer(code, data) if code == command + 1:
                        return data
                    case ShortFrame.ERROR:
                        raise NotUnderstoodError(f"the chip does not understand {command.name}")
                    case ShortFrame.ACK:
                        acknowledged = True
                    case ChipAnswer() | ShortFrame.NACK | ShortFrame.BROKEN:
                        pass
            if not frames or ShortFrame.BROKEN in frames:
                wait_s = min(wait_s, ANSWER_WAIT_S)
                asked_again += 1
                if asked_again == ASKED_AGAIN:
                    self.link.write(ACK)  # ends a command that runs still
                    return None
                acknowledged = True
                self.repeats += 1
                self.link.write(NACK)

    def _received(self, size: int, wait_s: float) -> tuple[ChipFrame, ...]:
        """Return the next frames; empty if nothing arrives."""
        while self._reads < MOST_READS:
            self._reads += 1
            data = self.link.read(size, wait_s)
            if not data:
                return ()
            frames = self._parser.feed(data)
            if frames:
                return frames
        raise ChipLostError("what answers is never silent, and says nothing that a PN532 does")
