"""Find out whether this computer can keep a table's records, with its current clock."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from hal.events import Fault
from table.records.ground import ground_faults


def ground_now(folder: Path) -> Iterator[Fault]:
    """Yield the faults that let a table play, but prevent it from keeping its records in this folder properly."""
    yield from ground_faults(folder, datetime.now(UTC))
