"""The names of the files and folders in a table's state folder, and how its JSON files are read.

All these names are defined here. The names of the sockets are defined where both ends can import them:
`view/streams/stream_frames.py`, `view/seat_frames.py`, `view/hall_asks.py` and `devices/judge_socket.py`.
"""

from pathlib import Path
from typing import TypeVar

import msgspec

from table.words.brought_file import content_of

T = TypeVar("T")

MATCHES = "matches"
"""Folder of the journals of matches in play."""
ARCHIVE = "archive"
"""Folder of the journals of ended matches."""
ROOMS = (MATCHES, ARCHIVE)
BOTS = ".bots"
"""Suffix of the mark of a match in which a bot plays."""
SYNCED = ".synced"
"""Suffix of the note of how much of a match is on disk."""
CARD = ".png"
"""Suffix of a match's result card in the archive. Backups leave it out, because it can be drawn again."""
PLAYERS = "players"
"""Folder of the players' names, a file for each match."""
TWO_TABLES = "two-tables"
"""Folder of the table's identity, and of the records of a match with another table. Backups leave it out."""
IDENTITY = "identity.key"
"""The file with the private key that identifies this table."""
PAIR = ".pair"
"""Suffix of the records of a match with another table."""
SIGNED = ".two.jsonl"
"""Suffix of the file of such a match in the archive, with the signatures of both tables."""
LAST = "last-match"
"""File with the id of the match that was played last."""
VERSION = "version"
"""File with the newest version that has used the folder."""
LOCK = "in-use"
"""File that is locked by the program that uses the folder."""
LISTS = "lists"
"""Folder of the players' own army lists."""
SCENARIOS = "scenarios"
"""Folder of the players' own scenarios."""
CARD_BOOK = "cards.json"
"""File of the enrolled tags."""
CARD_KEY = "cards.key"
"""File of the key that signs the records on tags."""
CARDS_READ = "cards_read.json"
"""File of the card facts that players entered in earlier matches."""
LIST_ANSWERS = "lists_told.json"
"""File of the answers that players gave about their lists in earlier matches."""
PHONE_CODES = "phone-codes.json"
"""File with the times of the codes for phones that were used up this evening. Backups leave it out."""
ENROLLING = "enrolling.json"
"""File with the progress of an enrolment."""
FILES = (LAST, VERSION, CARD_BOOK, CARD_KEY, CARDS_READ, LIST_ANSWERS, ENROLLING)
"""The files in the folder itself, except the lock."""
MOST_BYTES = 4 * 1024 * 1024
"""The largest size of one of these files, in bytes. A card book of a thousand tags has 100 KB."""
EMULATED = "emulated"
"""Folder of the memory of emulated electronics."""


def read_state(path: Path, kind: type[T], most: int = MOST_BYTES) -> T:
    """Return the content of a JSON file. People may have edited or brought it. Any thread may call.

    Raises FileNotFoundError if the file is missing, OSError if it cannot be read or is too large, and ValueError if its
    content is invalid.
    """
    try:
        return msgspec.json.decode(content_of(path, most), type=kind)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def has_pair(folder: Path) -> bool:
    """True if a match with another table is not put away in this state folder."""
    return any(folder.joinpath(TWO_TABLES).glob(f"*{PAIR}"))
