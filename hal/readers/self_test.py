"""The chip's digital self-test (MFRC522 data sheet, 16.1.1): 64 bytes that only a sound chip computes."""

import zlib
from enum import StrEnum

from hal.readers.transport import COMMAND, FIFO_DATA, FIFO_LEVEL, IDLE, POWER_DOWN, VERSION, Transport

AUTO_TEST = 0x36
SELF_TEST = 0x09
MEM, CALC_CRC, SOFT_RESET = 0x01, 0x03, 0x0F
BYTES = 64
STEP_US = 1_000
PATIENCE = 50
"""The most steps until the oscillator runs, and until the result is in."""

KNOWN = {0x91: 0x57AB9CA0, 0x92: 0x367110C6}
"""The CRC-32 of the 64 bytes that the data sheet prints for versions 1.0 and 2.0."""


class SelfTest(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"
    """A clone, for which no data sheet prints the right bytes."""


def self_test(transport: Transport) -> tuple[int, SelfTest]:
    """Return VersionReg and the verdict. The chip has to be set up again after it."""
    version = transport.registers(VERSION)[0]
    transport.write(COMMAND, SOFT_RESET)
    for _ in range(PATIENCE):
        transport.pause(STEP_US)
        if not transport.registers(COMMAND)[0] & POWER_DOWN:
            break
    transport.write(FIFO_LEVEL, 0x80)
    transport.write(FIFO_DATA, *bytes(25))
    transport.write(COMMAND, MEM)
    transport.write(AUTO_TEST, SELF_TEST)
    transport.write(FIFO_DATA, 0)
    transport.write(COMMAND, CALC_CRC)
    for _ in range(PATIENCE):
        transport.pause(STEP_US)
        if transport.registers(FIFO_LEVEL)[0] >= BYTES:
            break
    result = bytes(transport.registers(*[FIFO_DATA] * BYTES))
    transport.write(AUTO_TEST, 0)
    transport.write(COMMAND, IDLE)
    if version not in KNOWN:
        return version, SelfTest.UNKNOWN
    return version, SelfTest.PASSED if zlib.crc32(result) == KNOWN[version] else SelfTest.FAILED
