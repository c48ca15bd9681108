"""A browser as the table's screen: the acts of its keys and fingers, and the pictures for it."""

from enum import StrEnum

from msgspec import Struct


class ActKind(StrEnum):
    """A kind of act at the browser."""

    KEY_DOWN = "key_down"
    KEY_UP = "key_up"
    FINGER_DOWN = "down"
    FINGER_MOVED = "move"
    FINGER_UP = "up"
    SIZE = "size"
    """The page has another size, or is new."""


class ScreenAct(Struct, frozen=True, forbid_unknown_fields=True):
    """A key or a finger at the browser, or its size in pixels."""

    kind: ActKind
    key: str = ""
    """The name of a key in small letters, or the letter that it types."""
    x: int = 0
    """The place of a finger in pixels, or the width."""
    y: int = 0


class PicturePart(Struct, frozen=True):
    """A rectangle of the screen that changed, by its left upper corner, as PNG."""

    x: int
    y: int
    png: bytes


class ScreenPicture(Struct, frozen=True):
    """The parts that changed since the last picture."""

    width: int
    height: int
    parts: tuple[PicturePart, ...]
