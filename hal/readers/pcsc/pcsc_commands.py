"""The commands of PC/SC part 3 to a card without a chip card's file system, and those of an ACR122U to itself."""

import re

from hal.readers.errors import GarbledError, NoAnswerError, RefusedError
from hal.readers.frames import SLOW_ANSWER_US, TagAnswer
from hal.readers.iso14443 import crc_a
from hal.readers.pcsc.service import OF_THE_CARD, PcscCard, PcscError
from hal.readers.type2 import ACK, READ, WRITE

WELL = b"\x90\x00"
GET_UID = bytes.fromhex("FFCA000000")
READ_BINARY, UPDATE_BINARY = bytes.fromhex("FFB000"), bytes.fromhex("FFD600")
BLOCK, PAGE = 16, 4
TRANSPARENT = bytes.fromhex("FF000000")
"""The head of a frame for the PN532 within an ACR122U."""
LIST_TWO = bytes.fromhex("D44A0200")
LISTED = bytes.fromhex("D54B")
BEEPER_OFF = bytes.fromhex("FF00520000")
"""An ACR122U's command: no sound for a new card."""
NAK = 0x0
ISO_14443_A, TYPE2_CARD, RID_AND_KIND = 0x03, 0x0003, slice(12, 15)
"""Historical bytes of an ATR (PC/SC part 3, 3.1.3.2.3): the standard, and the card's name."""

MADE_BY_READER = re.compile(rb"\x3b[\x80-\x8f]\x80\x01", re.DOTALL)
"""The head of the ATR that a reader makes for a card without contacts (PC/SC part 3, 3.1.3.2.3). Some chips have it."""
STORAGE_CARD = bytes.fromhex("3B8F8001804F0CA000000306")
"""The head of the ATR of a card without a chip's file system, such as an NTAG. No chip card has it."""


def uid(card: PcscCard) -> bytes:
    """Return the card's complete UID. Raises GarbledError or NoAnswerError."""
    return _asked(card, GET_UID)


def is_contactless(atr: bytes) -> bool | None:
    """Return True for the ATR of an NTAG or the like, False for that of a chip card, and None if it may be both."""
    return True if atr.startswith(STORAGE_CARD) else None if MADE_BY_READER.match(atr) else False


def is_type2(atr: bytes) -> bool:
    """True if an ATR is that of an NTAG or an Ultralight: it contains the latter's name."""
    kind = atr[RID_AND_KIND]
    return len(kind) == 3 and kind[0] == ISO_14443_A and int.from_bytes(kind[1:], "big") == TYPE2_CARD


def several(card: PcscCard) -> bool:
    """True if an ACR122U's chip lists two cards. A reader that does not know the command lists none."""
    try:
        answer = card.transmit(TRANSPARENT + bytes([len(LIST_TWO)]) + LIST_TWO)
    except PcscError:
        return False
    return answer[:2] == LISTED and len(answer) > 2 and answer[2] == 2


def silence(card: PcscCard, direct: bool) -> bool:
    """Switch a beeper off. Return False if the reader rejects the command in this form."""
    try:
        answer = card.control(BEEPER_OFF) if direct else card.transmit(BEEPER_OFF)
    except PcscError:
        return False
    return answer[-2:] == WELL or answer[-2:-1] == WELL[:1]


class PcscTransport:
    """The commands of a Type 2 tag in the form of PC/SC (`CommandTransport`).

    They move whole pages, without a CRC on the wire.
    """

    def __init__(self, card: PcscCard) -> None:
        self._card = card

    def exchange_slow(self, data: bytes, answer: int, expected_us: float = SLOW_ANSWER_US) -> TagAnswer | None:
        """Return the answer in a tag's own format. A command without an equivalent in PC/SC is refused."""
        command, page, rest = data[0], data[1], data[2:-2]
        try:
            if command == READ:
                found = _asked(self._card, READ_BINARY + bytes([page, BLOCK]))
                return TagAnswer(found + crc_a(found), 0, 0, None)
            if command == WRITE:
                _asked(self._card, UPDATE_BINARY + bytes([page, PAGE]) + rest)
                return TagAnswer(bytes([ACK]), 4, 0, None)
        except NoAnswerError:
            return None
        except RefusedError as refused:
            return TagAnswer(bytes([refused.code]), 4, 0, None) if self._lies() else None
        return TagAnswer(bytes([NAK]), 4, 0, None)

    def _lies(self) -> bool:
        """True if the card still answers, because a reader has the same error for a refusal and for a missing card."""
        try:
            return bool(uid(self._card))
        except (GarbledError, NoAnswerError, RefusedError):
            return False


def _asked(card: PcscCard, apdu: bytes) -> bytes:
    """Return the answer without its status.

    Raises NoAnswerError, GarbledError or RefusedError; PcscError if the reader is gone.
    """
    try:
        answer = card.transmit(apdu)
    except PcscError as error:
        if error.code in OF_THE_CARD:
            raise NoAnswerError from error
        raise
    if len(answer) < 2:
        raise GarbledError
    if answer[-2:] == WELL:
        return answer[:-2]
    if answer[-2:] == b"\x63\x00":
        raise RefusedError(NAK)
    raise GarbledError
