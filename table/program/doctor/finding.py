"""The finding of one examination."""

from enum import StrEnum

from msgspec import Struct

from hal.events import Fault
from table.rules.text import Text, text
from table.words.faults import fault_words


class FindingState(StrEnum):
    WELL = "well"
    NOTE = "note"
    """Nothing has to be done; the sentence is good to know."""
    MEND = "mend"
    """The part must be fixed; the sentence says how."""
    SKIPPED = "skipped"
    """The part could not be examined; the sentence gives the reason."""


class Finding(Struct, frozen=True):
    part: Text
    state: FindingState
    words: Text


def well(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, FindingState.WELL, text(f"doctor.{key}", **args))


def note(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, FindingState.NOTE, text(f"doctor.{key}", **args))


def mend(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, FindingState.MEND, text(f"doctor.{key}", **args))


def skipped(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, FindingState.SKIPPED, text(f"doctor.{key}", **args))


def named(part: str, **args: str | int | Text) -> Text:
    return text(f"doctor.part.{part}", **args)


def faulty(part: Text, fault: Fault) -> Finding:
    """Return the finding of a fault, with the same advice as on the table's screen."""
    return mend(part, "fault", fault=fault_words(fault.code, fault.part, fault.detail))
