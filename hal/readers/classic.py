"""MIFARE Classic commands to a selected card: blocks behind keys (MF1S50YYX_V1)."""

from hal.readers.errors import GarbledError, NoAnswerError, RefusedError
from hal.readers.iso14443 import crc_a
from hal.readers.transport import Transport
from hal.readers.type2 import ACK, WRITE_US

SAKS = (0x08, 0x18, 0x09)
"""The SAKs of Classic 1K, 4K and Mini."""
AUTH_A, AUTH_B = 0x60, 0x61
READ, WRITE = 0x30, 0xA0
BLOCK = 16
DELIVERY_KEY = b"\xff" * 6


def authenticate(
    transport: Transport, uid: bytes, block: int, key: bytes = DELIVERY_KEY, *, key_b: bool = False
) -> bool:
    """Open the block's sector; return True if the card knew the key. Select the card again after a failure."""
    opened = transport.authenticate(bytes([AUTH_B if key_b else AUTH_A, block]) + key + uid[-4:])
    if not opened:
        transport.end_session()
    return opened


def read(transport: Transport, block: int) -> bytes:
    command = bytes([READ, block])
    answer = transport.exchange_slow(command + crc_a(command), BLOCK + 2)
    if answer is None:
        raise NoAnswerError
    if answer.bits == 4 and len(answer.data) == 1:
        raise RefusedError(answer.data[0])
    if not answer.clean or len(answer.data) != BLOCK + 2 or crc_a(answer.data[:-2]) != answer.data[-2:]:
        raise GarbledError
    return answer.data[:-2]


def write(transport: Transport, block: int, data: bytes) -> None:
    """Write sixteen bytes. Raises NoAnswerError, GarbledError or RefusedError."""
    for part in (bytes([WRITE, block]), data):
        answer = transport.exchange_slow(part + crc_a(part), 1, WRITE_US)
        if answer is None:
            raise NoAnswerError
        if not answer.clean or answer.bits != 4 or len(answer.data) != 1:
            raise GarbledError
        if answer.data[0] != ACK:
            raise RefusedError(answer.data[0])
