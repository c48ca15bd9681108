"""The root of the exceptions of `hal`."""


class HalError(Exception):
    """Catch this for everything that `hal` raises under a name of its own."""
