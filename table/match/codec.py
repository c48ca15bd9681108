"""Events as bytes and back: JSON with one spelling for each value, so that a hash over it means something."""

from collections.abc import Iterable
from typing import Any, Union

import msgspec

from table.games.game import Event


class EventCodec:
    """For the events of one game's matches. Raises `msgspec.ValidationError` for anything else."""

    def __init__(self, events: Iterable[type[Event]]) -> None:
        self._encoder = msgspec.json.Encoder(order="deterministic")
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[tuple(events)])  # noqa: UP007

    def encode(self, event: Event) -> bytes:
        return self._encoder.encode(event)

    def decode(self, body: bytes) -> Event:
        event = self._decoder.decode(body)
        if not isinstance(event, Event):
            raise msgspec.ValidationError("not an event")
        return event
