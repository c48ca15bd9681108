"""What a bug report needs, and nothing that is hidden: no key, no card book, no chance secret, no damaged journal."""

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from table.records.journal import SqliteJournal
from table.records.matches import stored
from table.records.verify.file import written

MATCHES = 3
LOG_LINES = 5_000
DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file in the bundle: when it was made is in its name, if anywhere."""


def matches(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The last few as match files. One that cannot be read is named, and left where it is: its secret is in it."""
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
    """Names, sizes and modes of the state folder's files."""
    lines = []
    for path in sorted(folder.rglob("*")):
        try:
            status = path.lstat()
        except FileNotFoundError:
            continue  # a table that plays makes and removes files meanwhile
        lines.append(f"{status.st_mode:o} {status.st_uid} {status.st_size:>10} {path.relative_to(folder)}\n")
    return "".join(lines).encode()


def service_log() -> bytes:
    """What the service said last, where there is a journal of the system to ask."""
    if shutil.which("journalctl") is None:
        return b""
    asked = ("journalctl", "--unit=command-table", f"--lines={LOG_LINES}", "--no-pager", "--output=short-iso")
    return subprocess.run(asked, capture_output=True, check=False).stdout


def packed(parts: Iterable[tuple[str, bytes]]) -> bytes:
    """One zip file; what is empty is left out."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as bundle:
        for name, content in parts:
            if content:
                bundle.writestr(ZipInfo(name, DATE), content, ZIP_DEFLATED)
    return whole.getvalue()
