"""The quirks of PN532 clones, by name, from public reports."""

from enum import Enum


class Quirk(Enum):
    SWALLOWS_FIRST = "swallows-first"
    """The first command after waking is lost."""
    NO_SELECT = "no-select"
    """InSelect is answered without a status."""
    NO_DIAGNOSE = "no-diagnose"
    """Diagnose is answered with an error frame."""
    CHATTY = "chatty"
    """There are stray bytes between an acknowledgement and its answer."""
    ONE_TARGET = "one-target"
    """A list holds one tag at most, and that one stays selected."""
    SLOW_LIST = "slow-list"
    """A list takes 30 ms longer."""
