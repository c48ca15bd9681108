"""Commands to a selected Type 2 tag (NTAG21x, Ultralight). Section numbers: NTAG21x rev. 3.2."""

from collections.abc import Callable

from hal.readers.errors import GarbledError, NoAnswerError, RefusedError
from hal.readers.frames import CommandTransport
from hal.readers.iso14443 import crc_a

PAGE = 4
SAK = 0x00
READ, FAST_READ, WRITE, GET_VERSION, PWD_AUTH, READ_CNT, READ_SIG = 0x30, 0x3A, 0xA2, 0x60, 0x1B, 0x39, 0x3C
ACK = 0xA
WRITE_US = 10_000
"""The microseconds that the data sheets give for programming a page (10.4)."""
FAST_READ_MOST = 15
"""The most pages that fit into the chip's FIFO with their CRC."""
TRIES = 3
"""The tries of a command that may be repeated: a lost or mangled answer leaves the tag selected."""


def read(transport: CommandTransport, page: int) -> bytes:
    """Return sixteen bytes from this page on. After the last page the tag continues at page 0."""
    return _insist(lambda: _answer(transport, bytes([READ, page]), 16))


def fast_read(transport: CommandTransport, first: int, last: int) -> bytes:
    """Return all pages from `first` to `last`, in as few answers as the FIFO permits."""
    data = b""
    for start in range(first, last + 1, FAST_READ_MOST):
        end = min(last, start + FAST_READ_MOST - 1)
        data += _fast_read(transport, start, end)
    return data


def get_version(transport: CommandTransport) -> bytes:
    """Return the eight version bytes. A tag of the first generation refuses, and must be selected again."""
    return _insist(lambda: _answer(transport, bytes([GET_VERSION]), 8))


def authenticate(transport: CommandTransport, password: bytes) -> bytes:
    """Send PWD_AUTH, and return the tag's PACK, two bytes.

    It is not repeated: a tag may count wrong passwords, and lock permanently.
    """
    return _answer(transport, bytes([PWD_AUTH]) + password, 2)


def read_counter(transport: CommandTransport, number: int = 2) -> int:
    return int.from_bytes(_insist(lambda: _answer(transport, bytes([READ_CNT, number]), 3)), "little")


def read_signature(transport: CommandTransport) -> bytes:
    return _insist(lambda: _answer(transport, bytes([READ_SIG, 0]), 32))


def write(transport: CommandTransport, page: int, data: bytes) -> None:
    """Write four bytes. After NoAnswerError the page may be written or not: read it back.

    Raises NoAnswerError, GarbledError or RefusedError.
    """
    command = bytes([WRITE, page]) + data
    answer = transport.exchange_slow(command + crc_a(command), 1, WRITE_US)
    if answer is None:
        raise NoAnswerError
    if not answer.clean or answer.bits != 4 or len(answer.data) != 1:
        raise GarbledError
    if answer.data[0] != ACK:
        raise RefusedError(answer.data[0])


def _fast_read(transport: CommandTransport, start: int, end: int) -> bytes:
    return _insist(lambda: _answer(transport, bytes([FAST_READ, start, end]), (end - start + 1) * PAGE))


def _answer(transport: CommandTransport, command: bytes, size: int) -> bytes:
    answer = transport.exchange_slow(command + crc_a(command), size + 2)
    if answer is None:
        raise NoAnswerError
    if answer.bits == 4 and len(answer.data) == 1 and answer.data[0] != ACK:
        raise RefusedError(answer.data[0])
    if not answer.clean or answer.bits or len(answer.data) != size + 2:
        raise GarbledError
    if crc_a(answer.data[:-2]) != answer.data[-2:]:
        raise GarbledError
    return answer.data[:-2]


def _insist(ask: Callable[[], bytes]) -> bytes:
    for _ in range(TRIES - 1):
        try:
            return ask()
        except (GarbledError, NoAnswerError):
            continue
    return ask()
