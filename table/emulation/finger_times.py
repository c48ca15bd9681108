"""These are the times for which a finger stays on a button of an emulated panel: a bot's, a script's and the virtual
table's.
"""

TAP_S = 0.08
"""A short press, in seconds."""
_LONGER_S = 0.1
"""Contacts bounce, and a panel's thread may come late."""


def hold_lasts_s(hold_s: float) -> float:
    """Return how many seconds a finger stays down where the panel asks for `hold_s` seconds: 0.1 s more."""
    return hold_s + _LONGER_S
