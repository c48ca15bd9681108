"""Log lines: for people with their time, for the system's journal with their urgency (sd-daemon(3))."""

import logging
import os
import stat
import sys
from collections.abc import Mapping

from table.words.legible import legible

URGENCIES = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
FIRST_PICTURE = "the first picture is drawn"
"""The line that the program logs once the screen shows a question."""
READY = "the table is ready"
"""The line that follows once all parts work, and whoever connects is served."""


class LegibleFormatter(logging.Formatter):
    """Formats lines that cannot steer the terminal.

    Further lines of a message are indented, so that none looks like another. The name of a file makes no further line.
    """

    def format(self, record: logging.LogRecord) -> str:
        if isinstance(record.args, tuple):
            args = tuple(legible(str(each)) if isinstance(each, os.PathLike) else each for each in record.args)
            record = logging.makeLogRecord({**vars(record), "args": args})
        return "\n    ".join(map(legible, super().format(record).splitlines()))


class UrgencyFormatter(LegibleFormatter):
    """Formats lines for the journal, which adds the time itself."""

    def __init__(self) -> None:
        super().__init__("%(threadName)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        urgency = next((number for level, number in URGENCIES if record.levelno >= level), 7)
        return "\n".join(f"<{urgency}>{line}" for line in super().format(record).splitlines())


def log_legibly() -> None:
    """Make messages that are logged before a log is set up safe for the terminal.

    They may contain the name of a configured folder or of a file in the state folder.
    """
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(LegibleFormatter())


def log_to_stderr(level: int, environment: Mapping[str, str] = os.environ) -> None:
    handler = logging.StreamHandler()
    if _goes_to_the_journal(environment):
        handler.setFormatter(UrgencyFormatter())
    else:
        handler.setFormatter(LegibleFormatter("%(asctime)s %(levelname)-7s %(threadName)s %(message)s"))
    logging.basicConfig(level=level, handlers=[handler])


def _goes_to_the_journal(environment: Mapping[str, str]) -> bool:
    """True if standard error is the service's journal. JOURNAL_STREAM names that; a redirected stream is another."""
    try:
        status = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    return stat.S_ISSOCK(status.st_mode) and environment.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"
