"""A game made of a table of events and a table of steps."""

from typing import Protocol, TypeVar

from table.rules.event_rows import EventTable
from table.rules.game import Event, Game
from table.rules.steps import HasStep, Steps
from table.rules.text import Text
from table.rules.tokens import HandBack, HandOut


class CountsQuestions(HasStep, Protocol):
    @property
    def questions(self) -> int: ...


S = TypeVar("S", bound=CountsQuestions)


class TableGame(Game[S]):
    """The functions of a game that follow from its tables."""

    table: EventTable[S]
    steps: Steps[S]

    @property
    def events(self) -> tuple[type[Event], ...]:
        return self.table.events

    def evolve(self, state: S | None, event: Event) -> S:
        return self.steps.evolve(state, event)

    def questions(self, state: S) -> int:
        return state.questions

    def hand_outs(self, event: Event) -> tuple[HandOut, ...]:
        return self.table.hand_outs(event)

    def hand_backs(self, state: S, event: Event) -> tuple[HandBack, ...]:
        return self.table.hand_backs(state, event)

    def line(self, event: Event) -> Text | None:
        return self.table.line(event)

    def over(self, state: S) -> bool:
        return state.over
