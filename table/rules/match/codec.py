"""Encode and decode events and commands: JSON with one encoding for each value, so that its hash is stable."""

from collections.abc import Iterable
from typing import Any, Union

import msgspec
from msgspec import Struct

from table.rules.game import Event
from table.rules.match.commands import MatchCommand
from table.rules.match.events import MatchOpened, RulesRevised

Asked = tuple[int, int, int]
"""A question to the chance: its number, its bound, and the result."""


class Cause(Struct, frozen=True):
    """The cause of a batch of events. The first batch of a match has no command."""

    command: MatchCommand | None = None
    chance: tuple[Asked, ...] = ()


class _Kind(Struct):
    """The tag of an event, without its other fields."""

    type: str = ""


class _Stating(Struct):
    version: str


_kinds = msgspec.json.Decoder(_Kind)
_stating = msgspec.json.Decoder(_Stating)


def kind_of(body: bytes) -> str:
    """Return the name of an event's class, of any game. Raises `msgspec.ValidationError`."""
    return _kinds.decode(body).type


def version_in(body: bytes) -> str | None:
    """Return the version of the rules that an event puts into force; None for all other events.

    Raises `msgspec.ValidationError`.
    """
    if kind_of(body) not in (MatchOpened.__name__, RulesRevised.__name__):
        return None
    return _stating.decode(body).version


class EventCodec:
    """Encodes and decodes the events of one game's matches. Raises `msgspec.ValidationError` for anything else."""

    def __init__(self, events: Iterable[type[Event]]) -> None:
        self._encoder = msgspec.json.Encoder(order="deterministic")
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[tuple(events)])  # noqa: UP007
        self._causes = msgspec.json.Decoder(Cause)

    def encode(self, event: Event) -> bytes:
        return self._encoder.encode(event)

    def encode_cause(self, cause: Cause) -> bytes:
        return self._encoder.encode(cause)

    def decode_cause(self, body: bytes) -> Cause:
        return self._causes.decode(body)

    def decode(self, body: bytes) -> Event:
        event = self._decoder.decode(body)
        if not isinstance(event, Event):
            raise msgspec.ValidationError("not an event")
        return event
