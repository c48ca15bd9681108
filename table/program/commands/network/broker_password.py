"""The password for a broker, from a file."""

from pathlib import Path

from table.rules.text import text
from table.words import Words
from table.words.brought_file import content_of
from table.words.terminal import stop_with

MOST_PASSWORD = 1024


def broker_password(file: Path, words: Words, failed: str) -> str:
    """Return the password in a file's first line, or end the program with the message of this key."""
    try:
        return content_of(file.expanduser(), MOST_PASSWORD).decode().split("\n")[0].strip()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        stop_with(words.say(text(failed, file=str(file), why=why)))
