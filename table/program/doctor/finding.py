"""What was found out about one part."""

from enum import StrEnum

from msgspec import Struct

from hal.events import Fault
from table.rules.text import Text, text
from table.words.faults import fault_words


class State(StrEnum):
    WELL = "well"
    NOTE = "note"
    """Nothing to mend, and good to know."""
    MEND = "mend"
    """Something is to be done; the sentence says what."""
    SKIPPED = "skipped"
    """It could not be looked at; the sentence says why."""


class Finding(Struct, frozen=True):
    part: Text
    state: State
    said: Text


def well(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, State.WELL, text(f"doctor.{key}", **args))


def note(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, State.NOTE, text(f"doctor.{key}", **args))


def mend(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, State.MEND, text(f"doctor.{key}", **args))


def skipped(part: Text, key: str, **args: str | int | Text) -> Finding:
    return Finding(part, State.SKIPPED, text(f"doctor.{key}", **args))


def named(part: str, **args: str | int | Text) -> Text:
    return text(f"doctor.part.{part}", **args)


def faulty(part: Text, fault: Fault) -> Finding:
    """With the same advice as on the table's screen."""
    return mend(part, "fault", fault=fault_words(fault.code, fault.part, fault.detail))
