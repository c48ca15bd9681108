"""The file of a match for others: that of one table, or the one with both signatures of a match at two tables."""

from table.records.beside.named_players import Players
from table.records.folder import ARCHIVE, SIGNED
from table.records.ports import Journal, JournalError
from table.words.brought_file import content_of

PAIRING_DIGITS = 64
MOST_BYTES = 64 * 1024 * 1024


def is_of_two_tables(match: str) -> bool:
    """True if this is the id of a match at two tables, which is a hash."""
    return len(match) == PAIRING_DIGITS


def file_of(journal: Journal, players: Players | None = None) -> bytes:
    """Return the file of a match. At one table it has the names of these players.

    The thread of the journal calls it. Raises sqlite3.Error, and JournalError if both signatures are not there: a match
    at two tables has its file once it is over or left.
    """
    if not is_of_two_tables(journal.match_id):
        from table.records.verify.file import written

        return b"".join(written(journal, players))
    path = journal.path.parents[1] / ARCHIVE / f"{journal.match_id}{SIGNED}"
    try:
        return content_of(path, MOST_BYTES)
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror or error}: end the match with the other table first") from error
