"""The errors between reader and tag. Errors of a tag are results, not faults.

Except for `TagError` they derive from no builtin, and never from OSError: an OSError means that the chip is lost, but a
tag that answers nothing, or garbage, proves nothing about the chip. The readers' poll turns them into events.
Enrolment, which sends commands to a tag itself, catches `ReaderError`.
"""

from hal.errors import HalError


class ReaderError(HalError):
    """The root of these errors."""


class ChipLostError(ReaderError, OSError):
    """The chip does not respond correctly: it is gone, was reset, or was never there."""


class GarbledError(ReaderError):
    """An answer arrived that cannot be understood."""


class CheckByteError(GarbledError):
    """A tag answered with four bytes of a UID and a check byte that does not belong to them."""

    def __init__(self, level: bytes) -> None:
        super().__init__("the tag's check byte is wrong")
        self.level = level


class NoAnswerError(ReaderError):
    """No tag answered a command that one was expected to answer."""


class CollisionError(ReaderError):
    """More than one tag answered."""


class RefusedError(ReaderError):
    """The tag refused (NAK), and must be selected again."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the tag refused: NAK {code:X}")
        self.code = code


class TagError(ReaderError, ValueError):
    """The tag is not suitable. `reason` is stable: `kind`, `small`, `format`, `locked`, `protected`, `changed`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
