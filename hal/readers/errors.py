"""What can go wrong between reader and tag. A tag's errors are answers of a kind: they never leave this package."""


class ReaderError(Exception):
    """The root."""


class ChipLostError(ReaderError, OSError):
    """The chip does not do what it was told: it is gone, was reset, or never was there."""


class GarbledError(ReaderError):
    """Something answered, and it cannot be understood."""


class NoAnswerError(ReaderError):
    """Nothing answered a command that a tag was expected to answer."""


class CollisionError(ReaderError):
    """More than one tag answered."""
