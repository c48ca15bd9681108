"""A slot for cards with contacts, as many readers have beside the contactless one."""

UNKNOWN_INSTRUCTION = b"\x6d\x00"


class ContactSlot:
    """A slot that is empty, holds a card, or reports something mute, as an empty slot for a SAM does."""

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
