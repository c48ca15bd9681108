"""The 16-bit CRC of ISO 14443-3: x^16 + x^12 + x^5 + 1, reflected, no final inversion, low byte first on the air."""

CRC_A_PRESET = 0x6363


def _row(byte: int) -> int:
    for _ in range(8):
        byte = (byte >> 1) ^ 0x8408 if byte & 1 else byte >> 1
    return byte


_TABLE = tuple(_row(byte) for byte in range(256))


def crc16(data: bytes, preset: int) -> int:
    crc = preset
    for byte in data:
        crc = (crc >> 8) ^ _TABLE[(crc ^ byte) & 0xFF]
    return crc


def crc_a(data: bytes) -> bytes:
    """Return the two bytes as they are sent."""
    return crc16(data, CRC_A_PRESET).to_bytes(2, "little")


def with_crc_a(data: bytes) -> bytes:
    return data + crc_a(data)


def intact(data: bytes) -> bool:
    """True if the last two bytes are the CRC_A of the others."""
    return len(data) > 2 and crc16(data, CRC_A_PRESET) == 0
