"""A batch in the terms that every match has, whatever its game: what a stranger's verifier goes by as well."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from table.journal import Batch
from table.match.codec import Asked


class Fact(Struct, frozen=True):
    """An event of any game."""

    type: str
    fields: dict[str, Any]

    def word(self, field: str) -> str:
        """Raises ValueError if it is no text."""
        value = self.fields.get(field)
        if not isinstance(value, str):
            raise ValueError(f"{self.type} has no {field}")
        return value

    def number(self, field: str) -> int:
        value = self.fields.get(field)
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"{self.type} has no {field}")
        return value


class Facts(Struct, frozen=True):
    chance: tuple[Asked, ...]
    events: tuple[Fact, ...]


class _Chance(Struct, frozen=True):
    chance: tuple[Asked, ...]


def facts(batch: Batch) -> Facts:
    """Raises ValueError (which msgspec's errors are) for what is no batch."""
    asked = msgspec.json.decode(batch.cause, type=_Chance).chance
    if not batch.events:
        raise ValueError("a batch without events")
    events = (msgspec.json.decode(event, type=dict[str, Any]) for event in batch.events)
    return Facts(asked, tuple(_fact(event) for event in events))


def check_opening(batches: Sequence[Facts], match: str, system: str) -> None:
    """Raises ValueError unless the file begins with the match that its header names, and with no other."""
    opened = [event for batch in batches for event in batch.events if event.type == "MatchOpened"]
    if len(opened) != 1 or batches[0].events[0] is not opened[0]:
        raise ValueError("a match is opened once, by the first event")
    if (opened[0].word("id"), opened[0].word("system")) != (match, system):
        raise ValueError("the header names another match")


def _fact(event: dict[str, Any]) -> Fact:
    kind = event.get("type")
    if not isinstance(kind, str):
        raise ValueError("an event without a type")
    return Fact(kind, event)
