"""The names of files in a backup, with their size limits. No others are restored."""

import re

from table.records.disk import NEW
from table.records.folder import (
    ARCHIVE,
    BOTS,
    CARD_BOOK,
    CARD_KEY,
    CARDS_READ,
    LAST,
    LIST_ANSWERS,
    LISTS,
    MATCHES,
    MOST_BYTES,
    PLAYERS,
    ROOMS,
    SCENARIOS,
    SIGNED,
    VERSION,
)
from table.records.journal import SUFFIX

NOT_OVER = "not-over.json"
"""The list of the matches that a backup leaves out. It is in the backup alone, and not restored."""
MOST_JOURNAL = 32 * 1024 * 1024
"""The most bytes of a journal or of its log. A long match has 1 MB."""
MOST_LIST = 1024 * 1024
"""The most bytes of a list or a scenario. The table itself reads a quarter of it."""
MOST_NAMED = 4096
"""The most bytes of a file with the names of a match's players."""
MOST_NOTE = 1024
"""The most bytes of a file that holds one name or one key."""
MOST_NAME = 200
"""The most letters of a file's name."""

_ROOM = f"(?:{'|'.join(ROOMS)})"
_NAME = r"[\w][\w .,'+()&!-]*?"
_JOURNAL = re.compile(
    rf"{_ROOM}/{_NAME}{re.escape(SUFFIX)}(?:-wal|\.damaged-[0-9]{{1,4}}(?:-wal|-journal)?|\.salvaged)?"
)
_SIGNED = re.compile(rf"{ARCHIVE}/{_NAME}{re.escape(SIGNED)}")
_PLAYED = re.compile(rf"{PLAYERS}/{_NAME}\.json")
_MARK = re.compile(rf"{MATCHES}/{_NAME}{re.escape(BOTS)}")
_BROUGHT = re.compile(rf"(?:{LISTS}|{SCENARIOS})/(?:[^/]+/)?[^/]+")


def most_bytes_of(name: str) -> int:
    """Return the size limit of a file with this name; 0 if a backup does not contain it.

    The name is relative to the state folder.
    """
    if len(name) > MOST_NAME or not name.isprintable() or ".." in name.split("/"):
        return 0
    if name in (CARD_BOOK, CARDS_READ, LIST_ANSWERS, NOT_OVER):
        return MOST_BYTES
    if name in (CARD_KEY, LAST, VERSION) or _MARK.fullmatch(name):
        return MOST_NOTE
    if _PLAYED.fullmatch(name):
        return MOST_NAMED
    if _JOURNAL.fullmatch(name) or _SIGNED.fullmatch(name):
        return MOST_JOURNAL
    if _BROUGHT.fullmatch(name) and not name.endswith(NEW) and "/." not in name:
        return MOST_LIST
    return 0


def fits(name: str, size: int) -> bool:
    """True if a backup may contain a file of this name and size."""
    return 0 <= size <= most_bytes_of(name) != 0
