"""The root of the exceptions of `hal`.

It has no families as in `table`: every error of a driver means a fault of a device, or of its wiring. So errors that
leave `hal` are OSErrors too (`PortError`, `PinsError`, `ChipLostError`), and become a fault, with a code and advice.
`hal.readers.errors` explains why the errors of a tag are not among them.
"""


class HalError(Exception):
    """The root of all exceptions that `hal` defines."""
