"""The root of the exceptions of `hal`.

No families stand below it as in `table`: whatever a driver raises, a device is at fault, or what is wired to it. So
what leaves `hal` is an OSError too (`PortError`, `PinsError`, `ChipLostError`), and becomes a fault, with a code and
advice. `hal.readers.errors` explains why the errors of a tag are not among them.
"""


class HalError(Exception):
    """Catch this for everything that `hal` raises under a name of its own."""
