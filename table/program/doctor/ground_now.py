"""Find out whether this computer can keep a table's records, by its clock of this moment."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from hal.events import Fault
from table.records.ground import ground_faults


def ground_now(folder: Path) -> Iterator[Fault]:
    """Yield the faults with which a table plays, but cannot keep its records in this folder as it should."""
    yield from ground_faults(folder, datetime.now(UTC))
