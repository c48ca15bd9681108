"""Pack a bug report. It contains nothing secret: no key, no card book, no chance secret, no damaged journal."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from table.records.journal import SqliteJournal
from table.records.matches import stored
from table.records.verify.file import written
from table.words.brought_file import opened

MATCHES = 3
LOG_LINES = 5_000
LOG_BYTES = 8 * 1024 * 1024
"""The most bytes of a log file that are packed: its end, where the fault is."""
DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the bundle. If the time matters, it is in the file's name."""


def matches(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Return the last few matches as match files. An unreadable one is only named, because it contains its secret."""
    for path in stored(folder)[:MATCHES]:
        try:
            journal = SqliteJournal.open(path)
        except OSError as error:
            yield f"matches/{path.stem}.txt", f"{error}\n".encode()
            continue
        try:
            yield f"matches/{path.stem}.jsonl", b"".join(written(journal))
        finally:
            journal.close()


def listing(folder: Path) -> bytes:
    """Return names, sizes and modes of the state folder's files."""
    lines = []
    for path in sorted(folder.rglob("*")):
        try:
            status = path.lstat()
        except FileNotFoundError:
            continue  # a table that plays makes and removes files meanwhile
        lines.append(f"{status.st_mode:o} {status.st_uid} {status.st_size:>10} {path.relative_to(folder)}\n")
    return "".join(lines).encode()


def service_log() -> bytes:
    """Return the last lines of the service's log, if the system keeps one."""
    if shutil.which("journalctl") is None:
        return b""
    asked = ("journalctl", "--unit=command-table", f"--lines={LOG_LINES}", "--no-pager", "--output=short-iso")
    return subprocess.run(asked, capture_output=True, check=False).stdout


def log_end(path: Path) -> bytes:
    """Return the end of a log file. Raises OSError, without waiting if it is not a file."""
    with opened(path) as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - LOG_BYTES))
        return file.read(LOG_BYTES)


def packed(parts: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the files as one zip file, without the empty ones."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as bundle:
        for name, content in parts:
            if content:
                bundle.writestr(ZipInfo(name, DATE), content, ZIP_DEFLATED)
    return whole.getvalue()
