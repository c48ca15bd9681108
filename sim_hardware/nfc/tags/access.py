"""MIFARE Classic access bits (MF1S50YYX_V1, 8.7): the keys that permit each operation on a block."""

from msgspec import Struct

A, B, AB, NOBODY = frozenset("A"), frozenset("B"), frozenset("AB"), frozenset[str]()


class Block(Struct, frozen=True):
    read: frozenset[str]
    write: frozenset[str]
    increment: frozenset[str]
    decrement: frozenset[str]
    """The keys for decrement, transfer and restore."""


class Trailer(Struct, frozen=True):
    """The keys for a sector's trailer. Key A is never readable."""

    key_a_write: frozenset[str]
    access_read: frozenset[str]
    access_write: frozenset[str]
    key_b_read: frozenset[str]
    key_b_write: frozenset[str]


BLOCKS = {
    0b000: Block(AB, AB, AB, AB),
    0b010: Block(AB, NOBODY, NOBODY, NOBODY),
    0b100: Block(AB, B, NOBODY, NOBODY),
    0b110: Block(AB, B, B, AB),
    0b001: Block(AB, NOBODY, NOBODY, AB),
    0b011: Block(B, B, NOBODY, NOBODY),
    0b101: Block(B, NOBODY, NOBODY, NOBODY),
    0b111: Block(NOBODY, NOBODY, NOBODY, NOBODY),
}
TRAILERS = {
    0b000: Trailer(A, A, NOBODY, A, A),
    0b010: Trailer(NOBODY, A, NOBODY, A, NOBODY),
    0b100: Trailer(B, AB, NOBODY, NOBODY, B),
    0b110: Trailer(NOBODY, AB, NOBODY, NOBODY, NOBODY),
    0b001: Trailer(A, A, A, A, A),
    0b011: Trailer(B, AB, B, NOBODY, B),
    0b101: Trailer(NOBODY, AB, B, NOBODY, NOBODY),
    0b111: Trailer(NOBODY, AB, NOBODY, NOBODY, NOBODY),
}
"""The trailers by C1 C2 C3."""


def conditions(access: bytes) -> tuple[int, ...] | None:
    """Return C1 C2 C3 of the sector's four blocks, the trailer's last; None if the copies disagree.

    Then the sector is blocked.
    """
    inverted = (access[0] & 0x0F, access[0] >> 4, access[1] & 0x0F)
    straight = (access[1] >> 4, access[2] & 0x0F, access[2] >> 4)
    if any(no ^ 0x0F != yes for no, yes in zip(inverted, straight, strict=True)):
        return None
    c1, c2, c3 = straight
    return tuple((c1 >> i & 1) << 2 | (c2 >> i & 1) << 1 | (c3 >> i & 1) for i in range(4))
