"""The file of a recording. Its head describes the whole table, and each line is written as it comes."""

import logging
import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

from table.emulation.scripts.recording.recorder import head
from table.games.files.list_file import read_file
from table.games.files.raw_list import MOST_BYTES, ListError, decoded
from table.records.folder import LISTS, SCENARIOS
from table.rules.seats import Seat
from table.words.brought_file import refuse_no_file

log = logging.getLogger(__name__)

FOLDERS = {"list": LISTS, "scenario": SCENARIOS}
"""The folder of the players' own files, by the word that the head has for them."""
_OWN = re.compile(r'\bown:([^"/\s]+)')


class Recording:
    """This writes a recording.

    `state` is the recorded table's state folder, which holds only the players' own files at first.
    """

    def __init__(self, path: Path, state: Path, seed: int, config: str, system: str, sides: dict[Seat, str]) -> None:
        self._path = path
        self._state = state
        self._seed, self._config, self._system, self._sides = seed, config, system, sides
        self._lines: list[str] = []
        self._files: dict[str, dict[str, str]] = {}
        for offer in sides.values():
            self._take_in(offer)
        self._ended = False
        refuse_no_file(path)
        self._file = path.open("w", encoding="utf-8")
        try:
            self._write_all()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None

    def write(self, line: str) -> None:
        """Write a line, on any thread that holds the recorder's lock.

        A full disk ends the recording, never the table.
        """
        if self._ended:
            return
        self._lines.append(line)
        try:
            if self._take_in(line):
                self._write_all()
            else:
                self._file.write(line + "\n")
                self._file.flush()
        except OSError as error:
            self._ended = True
            log.error("%s: the recording ends here, it cannot be written: %s", self._path, error.strerror or error)

    def close(self) -> None:
        with suppress(OSError):
            self._file.close()

    def _take_in(self, words: str) -> bool:
        """Add a list or scenario of the players that is chosen here to the head, once."""
        found = False
        for name in _OWN.findall(words):
            for word, room in FOLDERS.items():
                for file in sorted((self._state / room).rglob(f"{name}*")):
                    key = file.relative_to(self._state / room).as_posix()
                    if key not in self._files.setdefault(word, {}) and (words := _text_of(file)):
                        self._files[word][key] = words
                        found = True
        return found

    def _write_all(self) -> None:
        sides = {str(seat): offer for seat, offer in self._sides.items()}
        """The file only grows, so that nothing is lost if this is cut short."""
        if self._lines:
            self._file.seek(0)
        self._file.write(head(self._seed, self._config, self._system, sides, self._files))
        self._file.writelines(line + "\n" for line in self._lines)
        self._file.flush()


def bring_along(folder: Path, state: Path) -> None:
    """Copy the players' own lists and scenarios into the recorded table's state folder."""
    for room in FOLDERS.values():
        if (folder / room).is_dir():
            shutil.copytree(folder / room, state / room, ignore=_no_lists)


def _no_lists(folder: str, names: list[str]) -> set[str]:
    """Return the names of what cannot be a list: pipes, links to nowhere, files that are too large."""
    return {name for name in names if not os.path.isdir(place := os.path.join(folder, name)) and not _is_list(place)}


def _is_list(place: str) -> bool:
    return os.path.isfile(place) and os.path.getsize(place) <= MOST_BYTES


def _text_of(file: Path) -> str:
    """Return the text of a list as the table reads it, unpacked; empty for what it cannot read."""
    try:
        return decoded(read_file(file))
    except ListError:
        return ""
