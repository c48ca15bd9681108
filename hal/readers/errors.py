"""What can go wrong between reader and tag. A tag's errors are answers of a kind: they never leave this package."""

from hal.errors import HalError


class ReaderError(HalError):
    """The root."""


class ChipLostError(ReaderError, OSError):
    """The chip does not do what it was told: it is gone, was reset, or never was there."""


class GarbledError(ReaderError):
    """Something answered, and it cannot be understood."""


class NoAnswerError(ReaderError):
    """Nothing answered a command that a tag was expected to answer."""


class CollisionError(ReaderError):
    """More than one tag answered."""


class RefusedError(ReaderError):
    """The tag answered no (NAK), and must be selected anew."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the tag refused: NAK {code:X}")
        self.code = code


class TagError(ReaderError, ValueError):
    """What a tag cannot do for us. `reason` is stable: `kind`, `small`, `format`, `locked`, `protected`, `changed`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
