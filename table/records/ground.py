"""Find out whether this computer can keep a table's records: its state folder, its disk, its clock."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from hal import ground
from hal.events import Fault
from table.records.lock import make_private
from table.records.state_version import StateFolderError, refuse_newer

CLOSED = frozenset({"state.unmade", "state.forbidden"})
"""The faults of a folder that the table cannot use at all. With other faults it plays, and saves as much as it can."""


class UnusableFolderError(StateFolderError):
    """This user cannot use the state folder."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.part}: {fault.code} ({fault.detail})")
        self.fault = fault


def refuse_unusable(folder: Path) -> None:
    """Make the state folder if it does not exist. Raises StateFolderError if this program cannot use it."""
    refuse_newer(folder)
    fault = folder_fault(folder)
    if fault is not None and fault.code in CLOSED:
        raise UnusableFolderError(fault)


def folder_fault(folder: Path) -> Fault | None:
    """Return the reason why matches cannot be saved in this folder, or soon cannot be; None if they can."""
    return ground.folder_fault(folder, make_private)


def ground_faults(folder: Path, now: datetime) -> Iterator[Fault]:
    """Yield the faults that let a table play, but prevent it from keeping its records properly."""
    yield from (each for each in (folder_fault(folder), ground.clock_fault(now)) if each is not None)
