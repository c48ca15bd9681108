"""The hall's folder: settings, log, match files with their findings, clock and pairings."""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from hal.computer.files import replaced
from table.network.hall.organiser.matches import FileFinding
from table.network.hall.wire.decoding import decoded
from table.words.brought_file import content_of
from table.words.deep_keys import has_deep_keys

SETTINGS = "hall.toml"
PAIRINGS = "pairings.csv"
CLOCK = "clock.json"
MATCHES = "matches"
MOST_SETTINGS_BYTES = MOST_VERDICT_BYTES = 64 * 1024


class HallSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The hall as `command-table hall init` has set it up. Its owner may change the file."""

    hall: str = "main"
    broker: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535)] = 1883
    password: str = ""
    tls: bool = False
    ca: str = ""
    listen: str = "127.0.0.1"
    """The address at which its page is."""
    page_port: Annotated[int, Meta(ge=1024, le=65535)] = 7600
    hosts: tuple[str, ...] = ()
    """The names by which the page may be asked for, beside the machine's own and any address."""
    page_cert: str = ""
    """The file of the certificate by which the page comes encrypted; empty: it comes by plain http."""
    page_key: str = ""
    """The file of the key that belongs to it."""


def read_settings(folder: Path) -> HallSettings:
    """Return the settings of a folder. Raises OSError, or ValueError for an invalid file."""
    raw = content_of(folder / SETTINGS, MOST_SETTINGS_BYTES)
    try:
        content = raw.decode()
        if has_deep_keys(content):
            raise ValueError("it has keys of more parts than it can have")
        return msgspec.toml.decode(content, type=HallSettings)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{SETTINGS}: {error}") from None


class MatchFiles:
    """The files of matches in the hall's folder. They can be restored from the log."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / MATCHES
        self._folder.mkdir(parents=True, exist_ok=True)

    def path(self, table: str, match: str) -> Path:
        return self._folder / f"{table}.{match}.jsonl"

    def keep(self, table: str, match: str, file: str) -> None:
        """Write the file of a match, and delete the verdict on an earlier file. Raises OSError."""
        path, content = self.path(table, match), file.encode()
        if path.exists() and path.read_bytes() == content:
            return
        self._verdict(table, match).unlink(missing_ok=True)
        replaced(path, content)

    def finding(self, table: str, match: str) -> FileFinding | None:
        """Return the verdict on the file, if it was verified."""
        try:
            return decoded(content_of(self._verdict(table, match), MOST_VERDICT_BYTES), FileFinding)
        except (OSError, msgspec.MsgspecError):
            return None

    def found(self, table: str, match: str, finding: FileFinding) -> None:
        """Store a verdict. Raises OSError."""
        replaced(self._verdict(table, match), msgspec.json.encode(finding) + b"\n")

    def _verdict(self, table: str, match: str) -> Path:
        return self._folder / f"{table}.{match}.verdict"
