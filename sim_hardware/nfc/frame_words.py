"""The frames between reader and tag in words (ISO/IEC 14443-3 type A; NTAG21x and MIFARE data sheets)."""

from sim_hardware.nfc.crc import intact

SHORT = {0x26: "REQA", 0x52: "WUPA"}
LEVELS = {0x93: "CL1", 0x95: "CL2", 0x97: "CL3"}
WHOLE = 0x70
NAMES = {
    0x30: "READ",
    0x3A: "FAST_READ",
    0x39: "READ_CNT",
    0x3C: "READ_SIG",
    0x60: "GET_VERSION",
    0x1B: "PWD_AUTH",
    0xA2: "WRITE",
    0xA0: "MIFARE WRITE",
    0xE0: "RATS",
}
AUTHENTICATIONS = {0x60: "AUTH A", 0x61: "AUTH B"}
ATQA, UID, SAK, DATA = "ATQA", "UID", "SAK", "DATA"


def asked(data: bytes, last_bits: int) -> str:
    """Return the words for a frame of the reader."""
    if len(data) == 1 and last_bits == 7:
        return SHORT.get(data[0], f"short frame {data[0]:02X}")
    body = without_crc(data)
    if data[:1] and data[0] in LEVELS and len(data) >= 2:
        if data[1] == WHOLE:
            return f"SELECT {LEVELS[data[0]]} {spelt(data[2:6])}"
        known = f" {spelt(data[2:])}" if data[2:] else ""
        return f"ANTICOLL {LEVELS[data[0]]}{known}"
    if body == b"\x50\x00":
        return "HLTA"
    if body[:1] and body[0] in NAMES:
        return f"{NAMES[body[0]]} {spelt(body[1:])}".rstrip()
    return spelt(data)


def expects(data: bytes, last_bits: int) -> str:
    """Return the kind of answer that this frame expects."""
    if last_bits == 7:
        return ATQA
    if data[:1] and data[0] in LEVELS and len(data) >= 2:
        return SAK if data[1] == WHOLE else UID
    return DATA


def answered(kind: str, data: bytes, last_bits: int) -> str:
    """Return the words for an answer of this kind."""
    if len(data) == 1 and last_bits == 4:
        return "ACK" if data[0] & 0x0F == 0x0A else f"NAK {data[0] & 0x0F:X}"
    body = without_crc(data)
    if kind == ATQA and len(data) == 2:
        return f"ATQA {data[1]:02X}{data[0]:02X}"
    if kind == UID and len(data) == 5:
        return f"UID part {spelt(data[:4])}"
    if kind == SAK and len(body) == 1:
        return f"SAK {body[0]:02X}{', UID goes on' if body[0] & 0x04 else ''}"
    return spelt(body)


def without_crc(data: bytes) -> bytes:
    return data[:-2] if intact(data) else data


def spelt(data: bytes) -> str:
    return data.hex(" ").upper()
