"""Readers as daemons list their slots (`recorded.toml`), from public reports."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("recorded.toml")


@dataclass(frozen=True, slots=True)
class RecordedReader:
    model: str
    system: str
    """The operating system: `linux`, `macos` or `windows`."""
    source: str
    slots: tuple[str, ...]
    """The daemon's names, in its order."""
    contactless: str
    """The slot on which cards lie."""
    called: tuple[str, ...]
    """The ways in which people write the model."""
    serial: str = ""
    usb: str = ""
    """The place on USB; empty where the system does not report it."""
    mute: str = ""
    """A slot that always holds something that does not answer, as an empty SAM slot does."""


@cache
def recorded_readers() -> tuple[RecordedReader, ...]:
    tables = tomllib.loads(FILE.read_text("utf-8"))["reader"]
    return tuple(_reader(table) for table in tables)


def _reader(table: dict[str, Any]) -> RecordedReader:
    return RecordedReader(**{**table, "slots": tuple(table["slots"]), "called": tuple(table["called"])})
