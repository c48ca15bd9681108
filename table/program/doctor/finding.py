"""The finding of one examination."""

from enum import StrEnum

from msgspec import Struct

from hal.events import Fault
from table.rules.text import Text, text
from table.words.faults import fault_words


class FindingState(StrEnum):
    WELL = "well"
    NOTE = "note"
    """Nothing has to be done; the sentence is for information."""
    MEND = "mend"
    """The part must be fixed; the sentence says how."""
    SKIPPED = "skipped"
    """The part could not be examined; the sentence gives the reason."""


class ConfigChange(Struct, frozen=True):
    """A change of the configuration that would fix a part. A person decides about it."""

    key: tuple[str, ...]
    value: str
    ours: bool = False
    """True if the part certainly belongs to the table, so that the doctor may open it."""


class Finding(Struct, frozen=True):
    part: Text
    state: FindingState
    words: Text
    change: ConfigChange | None = None


def well(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, FindingState.WELL, text(f"doctor.{key}", **args))


def note(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, FindingState.NOTE, text(f"doctor.{key}", **args))


def mend(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, FindingState.MEND, text(f"doctor.{key}", **args))


def offer(part: Text, key: str, change: ConfigChange, **args: str | int | Text) -> Finding:
    """Return a finding that a change of the configuration would fix."""
    return Finding(part, FindingState.MEND, text(f"doctor.{key}", **args), change)


def skipped(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, FindingState.SKIPPED, text(f"doctor.{key}", **args))


def named(part: str, **args: str | int | Text) -> Text:
    return text(f"doctor.part.{part}", **args)


def faulty(part: Text, fault: Fault) -> Finding:
    """Return the finding of a fault, with the same advice as on the table's screen."""
    return mend(part, "fault", fault=fault_words(fault.code, fault.part, fault.detail))
