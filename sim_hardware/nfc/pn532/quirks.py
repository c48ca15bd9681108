"""Clones of the PN532 have these quirks, by name, as people report them."""

from enum import Enum


class Quirk(Enum):
    SWALLOWS_FIRST = "swallows-first"
    """The first command after it was woken is lost."""
    NO_SELECT = "no-select"
    """InSelect is answered without a status."""
    NO_DIAGNOSE = "no-diagnose"
    """Diagnose is answered with an error frame."""
    CHATTY = "chatty"
    """Stray bytes come between an acknowledgement and its answer."""
    ONE_TARGET = "one-target"
    """A list holds one tag at most, and that one stays selected."""
    SLOW_LIST = "slow-list"
    """A list takes 30 ms longer."""
