"""Ask a person about each change that the doctor offers, and write it into the configuration."""

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from stat import S_IMODE

from table.config.toml.changed import changed
from table.config.toml.document import read
from table.config.toml.toml_keys import dotted
from table.program.doctor.finding import ConfigChange
from table.records.disk import DISK
from table.rules.errors import InputError
from table.rules.text import text
from table.words import Words

YES = frozenset({"", "y", "yes", "j", "ja", "s", "si", "sí", "1"})
"""The replies that agree, in the languages of the table. Enter alone agrees."""


def ask_about(
    changes: Iterable[ConfigChange],
    file: Path,
    words: Words,
    show: Callable[[str], None],
    line: Callable[[], str] | None,
) -> frozenset[ConfigChange]:
    """Write the changes to which the person agrees, and return those. `line` reads a line, and an empty one at the end.

    Without `line`, all changes are written.
    """
    return frozenset(
        change
        for change in changes
        if (line is None or _agrees(change, file, words, show, line)) and _write(change, file, words, show)
    )


def _agrees(
    change: ConfigChange, file: Path, words: Words, show: Callable[[str], None], line: Callable[[], str]
) -> bool:
    show(_sentence("ask", change, file, words))
    typed = line()
    return bool(typed) and typed.strip().lower() in YES


def _write(change: ConfigChange, file: Path, words: Words, show: Callable[[str], None]) -> bool:
    """Write a change, and keep the file's owner and permissions. Return False if that fails."""
    try:
        place = file.resolve()
        before = place.stat()
        DISK.replace(place, changed(read(place), change.key, change.value).encode("utf-8"), S_IMODE(before.st_mode))
        place.chmod(S_IMODE(before.st_mode))
        if before.st_uid != place.stat().st_uid:
            shutil.chown(place, before.st_uid, before.st_gid)
    except (OSError, InputError) as error:
        show(_sentence("failed", change, file, words, why=getattr(error, "strerror", None) or str(error)))
        return False
    show(_sentence("done", change, file, words))
    return True


def offered(change: ConfigChange, file: Path, words: Words) -> str:
    """Return a line that names the command for this change."""
    return _sentence("offer", change, file, words)


def _sentence(key: str, change: ConfigChange, file: Path, words: Words, **more: str) -> str:
    return words.say(text(f"doctor.change.{key}", name=dotted(change.key), value=change.value, file=str(file), **more))
