"""A game's events, each bound in one row to all its consequences.

A topic of a game lists its rows beside its events and questions; the game joins them into one `EventTable`.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from table.rules.errors import ProgramError
from table.rules.game import Event
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut

S = TypeVar("S")
Line = Callable[[Any], Text | None]
HandsOut = Callable[[Any], tuple[HandOut, ...]]
HandsBack = Callable[[Any, Any], tuple[HandBack, ...]]


class DuplicateRowError(ProgramError, ValueError):
    """Two rows bind the same event."""


class MissingRowError(ProgramError, LookupError):
    """An event has no row."""


def no_line(_event: Event) -> Text | None:
    """Return None: the event has no line in the story."""
    return None


def seat_line(key: str, *fields: str, **renamed: str) -> Line:
    """Return a line of this sentence, filled with the event's seat and these fields.

    `renamed`: the name in the sentence -> the field.
    """
    filled_with = {field: field for field in fields} | renamed

    def line(event: Any) -> Text:
        args = {name: getattr(event, field) for name, field in filled_with.items()}
        return text(key, seat=text(f"seat.{event.seat}"), **args)

    return line


def lines_of(sentence: Callable[[str], str]) -> Callable[..., Line]:
    """Return `seat_line` for the sentences of a game. `sentence` returns the key of the whole catalogue."""
    return lambda key, *fields, **renamed: seat_line(sentence(key), *fields, **renamed)


def no_tokens(_event: Event) -> tuple[HandOut, ...]:
    """Return no tokens: the event hands out nothing."""
    return ()


def none_back(_state: Any, _event: Event) -> tuple[HandBack, ...]:
    """Return no tokens: the event calls nothing back."""
    return ()


class EventRow(NamedTuple, Generic[S]):
    """An event type with its change of the state, its line in the story, and its tokens."""

    event: type[Event]
    fold: Callable[[S, Any], S]
    """Returns the state after the event."""
    line: Line
    hands_out: HandsOut = no_tokens
    hands_back: HandsBack = none_back
    """Returns the tokens that the event calls back. It gets the state before the event."""


class EventTable(Generic[S]):
    """All rows of a game, by event type."""

    def __init__(self, rows: Iterable[EventRow[S]]) -> None:
        """Raises DuplicateRowError."""
        found: dict[type[Event], EventRow[S]] = {}
        for row in rows:
            if row.event in found:
                raise DuplicateRowError(f"{row.event.__name__} has two rows")
            found[row.event] = row
        self._rows: Mapping[type[Event], EventRow[S]] = MappingProxyType(found)

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Return the types of all events, in the order of their rows."""
        return tuple(self._rows)

    def row(self, event: Event) -> EventRow[S]:
        """Return the row of an event. Raises MissingRowError."""
        try:
            return self._rows[type(event)]
        except KeyError:
            raise MissingRowError(f"{type(event).__name__} has no row") from None

    def fold(self, state: S | None, event: Event) -> S:
        """Return the state after an event. `state` is None before the first event."""
        fold: Callable[[Any, Event], S] = self.row(event).fold
        return fold(state, event)

    def line(self, event: Event) -> Text | None:
        """Return the event's line in the story, or None. An event of the match has no row, and no line here."""
        row = self._rows.get(type(event))
        return None if row is None else row.line(event)

    def hand_outs(self, event: Event) -> tuple[HandOut, ...]:
        """Return the tokens that an event hands out."""
        row = self._rows.get(type(event))
        return () if row is None else row.hands_out(event)

    def hand_backs(self, state: S, event: Event) -> tuple[HandBack, ...]:
        """Return the tokens that an event calls back. `state` is the state before it."""
        row = self._rows.get(type(event))
        return () if row is None else row.hands_back(state, event)
