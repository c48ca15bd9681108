"""The facts of a batch that are the same in every game. Independent verifiers use the same facts."""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from table.records.beside.named_players import Players
from table.records.journal import Batch
from table.rules.match.codec import Asked
from table.rules.seats import SEATS

HEX_64 = re.compile("[0-9a-f]{64}")
OF_ALL = frozenset({"by_hand"})
"""The fields that any event may have, and that every verifier reads."""


class Fact(Struct, frozen=True):
    """An event of any game, with the fields that verifiers read."""

    type: str
    fields: Mapping[str, Any]
    """The fields that verifiers read; a game's own are left out, however many."""

    def word(self, field: str) -> str:
        """Return a field that is text. Raises ValueError otherwise."""
        value = self.fields.get(field)
        if not isinstance(value, str):
            raise ValueError(f"{self.type} has no {field}")
        return value

    def number(self, field: str) -> int:
        """Return a field that is a whole number from 0. Raises ValueError otherwise."""
        value = self.fields.get(field)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise ValueError(f"{self.type} has no {field}")
        return value

    def flag(self, field: str) -> bool:
        """Return a field that is true or false. Raises ValueError if it is neither."""
        value = self.fields.get(field)
        if not isinstance(value, bool):
            raise ValueError(f"{self.type} has no {field}")
        return value

    def hex(self, field: str) -> str:
        """Return a field of 32 bytes, as 64 hex digits. Raises ValueError otherwise."""
        value = self.word(field)
        if HEX_64.fullmatch(value) is None:
            raise ValueError(f"{self.type} has no {field} of 64 hex digits")
        return value

    @property
    def seat(self) -> str:
        """Return the seat of the event. Raises ValueError if it has none."""
        value = self.word("seat")
        if value not in SEATS:
            raise ValueError(f"{self.type} has no seat")
        return value


class Facts(Struct, frozen=True):
    """The facts of a batch: the queries of the chance, and the events."""

    chance: tuple[Asked, ...]
    events: tuple[Fact, ...]


class _Command(Struct, frozen=True):
    type: str


class _Cause(Struct, frozen=True, forbid_unknown_fields=True):
    command: _Command | None
    chance: tuple[Asked, ...]


def facts(number: int, batch: Batch) -> Facts:
    """Return the facts of a batch. `number` counts from 1. Raises ValueError, as msgspec does, if it is not a batch."""
    cause = msgspec.json.decode(batch.cause, type=_Cause)
    if not batch.events:
        raise ValueError("a batch without events")
    if (cause.command is None) is not (number == 1):
        raise ValueError(f"batch {number} has no command, or the first one has")
    if any(question < 0 or bound < 1 or came < 0 for question, bound, came in cause.chance):
        raise ValueError(f"batch {number} asks the chance what cannot be asked")
    events = map(_events.decode, batch.events)
    return Facts(cause.chance, tuple(fact(event) for event in events))


def check_opening(batches: Sequence[Facts], match: str, system: str) -> None:
    """Raise ValueError unless the file begins with the match that its header names, and with no other."""
    opened = [event for batch in batches for event in batch.events if event.type == "MatchOpened"]
    if len(opened) != 1 or batches[0].events[0] is not opened[0]:
        raise ValueError("a match is opened once, by the first event")
    if (opened[0].word("id"), opened[0].word("system")) != (match, system):
        raise ValueError("the header names another match")


def check_players(batches: Sequence[Facts], players: Players) -> None:
    """Raise ValueError unless each name in the header is the last name of its seat in the match."""
    named = [event for batch in batches for event in batch.events if event.type == "PlayerNamed"]
    last = {event.seat: event.word("commitment") for event in named}
    for seat, player in players.items():
        if last.get(seat) != player.commitment:
            raise ValueError(f"the header names another player of {seat}")


def fact(event: dict[str, Any]) -> Fact:
    """Return the fact of an event. Raises ValueError if a verifier cannot read it."""
    kind = event.get("type")
    if not isinstance(kind, str):
        raise ValueError("an event without a type")
    known = FIELDS.get(kind)
    if known is None:
        read = {field: event[field] for field in OF_ALL if field in event} if OF_ALL & event.keys() else _NONE
        return Fact(kind, read)
    if (has := event.keys() - {"type"}) != known.keys():
        raise ValueError(f"{kind} has {', '.join(sorted(has))}, which no match file of this format has")
    found = Fact(kind, event)
    for field, read_as in known.items():
        read_as(found, field)
    return found


def _seat(fact: Fact, _field: str) -> str:
    return fact.seat


def _hex_or_empty(fact: Fact, field: str) -> str:
    return fact.word(field) and fact.hex(field)


FIELDS: Mapping[str, Mapping[str, Callable[[Fact, str], object]]] = {
    "MatchOpened": {"id": Fact.word, "system": Fact.word, "commitment": Fact.hex, "version": Fact.word},
    "RulesRevised": {"version": Fact.word},
    "NumbersAwaited": {},
    "ClockSet": {"mode": Fact.word, "time_ms": Fact.number, "setup_ms": Fact.number, "at_zero": Fact.word},
    "ClockRuns": {"at_ms": Fact.number, "blue": Fact.flag, "red": Fact.flag, "since_ms": Fact.number},
    "NumberDialled": {"seat": _seat, "number": Fact.number},
    "PlayerNamed": {"seat": _seat, "commitment": _hex_or_empty},
    "CardSealed": {"seat": _seat, "commitment": Fact.hex},
    "SealWithdrawn": {"seat": _seat},
    "SealBroken": {"seat": _seat},
    "SealVoided": {"seat": _seat},
    "SealOpened": {"seat": _seat, "commitment": Fact.hex, "salt": Fact.hex, "card": Fact.word},
    "SecretDisclosed": {"secret": Fact.hex},
}
"""The events that every verifier reads, whichever version played (`docs/develop/match_file.md`, "A batch")."""


_NONE: Mapping[str, Any] = MappingProxyType({})
_events = msgspec.json.Decoder(dict[str, Any])
