"""Tags and readers by name, as a command line or a script writes them: `ntag213:04A1B2C3D4E5F6`, `0.1`."""

import hashlib

from sim_hardware.nfc.tags import (
    MF0UL11,
    MF0UL21,
    NTAG213,
    NTAG215,
    NTAG216,
    ULTRALIGHT,
    Classic,
    Ntag,
    TypeATag,
    Ultralight,
)
from sim_hardware.nfc.world import Place

_NTAGS = {"ntag213": NTAG213, "ntag215": NTAG215, "ntag216": NTAG216}
_ULTRALIGHTS = {"ultralight": ULTRALIGHT, "ul11": MF0UL11, "ul21": MF0UL21}
KINDS = (*_NTAGS, *_ULTRALIGHTS, "classic")


def tag(name: str) -> TypeATag:
    """Return the tag `KIND:UID`, with the UID in hexadecimal.

    Without a UID the tag gets one that follows from its kind. Raises ValueError with the mistake.
    """
    kind, _, written = name.strip().partition(":")
    kind = kind.lower()
    if kind not in KINDS:
        raise ValueError(f"invalid kind of tag: {kind!r}. Use one of {', '.join(KINDS)}")
    try:
        uid = bytes.fromhex(written.replace(":", "").replace("-", "")) if written else _own_uid(kind)
    except ValueError:
        raise ValueError(f"invalid UID: {written!r}. Write it in hexadecimal, such as 04A1B2C3D4E5F6") from None
    if kind in _NTAGS:
        return Ntag(uid, _NTAGS[kind])
    if kind in _ULTRALIGHTS:
        return Ultralight(uid, _ULTRALIGHTS[kind])
    return Classic(uid)


def tags(names: str) -> tuple[TypeATag, ...]:
    """Return several tags, joined with `+`; none for the empty name. Raises ValueError."""
    return tuple(tag(name) for name in names.split("+") if name.strip())


def place(name: str) -> Place:
    """Return the place `BUS.CS`. Raises ValueError."""
    try:
        bus, select = (int(part) for part in name.strip().split("."))
    except ValueError:
        raise ValueError(f"invalid reader: {name!r}. Write bus and chip select, such as 0.1") from None
    return Place(bus, select)


def _own_uid(kind: str) -> bytes:
    return b"\x04" + hashlib.sha256(kind.encode()).digest()[:6] if kind != "classic" else bytes.fromhex("DEADBEEF")
