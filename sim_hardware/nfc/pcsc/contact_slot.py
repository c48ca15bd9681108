"""A slot for cards with contacts, which many readers have in addition to the contactless one."""

UNKNOWN_INSTRUCTION = b"\x6d\x00"


class ContactSlot:
    """A slot that is empty, holds a card, or reports a card that never answers, like an empty slot for a SAM."""

    powered = True

    def __init__(self, atr: bytes = b"", *, mute: bool = False) -> None:
        self.atr = atr
        self.mute = mute
        self.changes = 0

    @property
    def here(self) -> object:
        return self if self.atr or self.mute else None

    def answer(self, _apdu: bytes) -> bytes:
        return UNKNOWN_INSTRUCTION
