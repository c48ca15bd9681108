"""A rule set that is played in a test: its state, what happened so far, and answers that must or must not be taken.

Each rule set's kit puts its own players and its own turns of phrase on top.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from table.rules.commands import Answer, Command
from table.rules.game import Event, Game
from table.rules.prompts import AnyPrompt, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat

E = TypeVar("E", bound=Event)
S = TypeVar("S")


class Loaded:
    """Chance that was reported what comes: rolls by face, draws by their place. Each question is asked once."""

    def __init__(self, numbers: Iterable[int] = (), otherwise: int | None = None) -> None:
        """`otherwise`: what comes when they are used up; None: nothing more may be asked."""
        self.numbers = list(numbers)
        self.questions: list[int] = []
        self._otherwise = otherwise

    def below(self, bound: int, question: int) -> int:
        assert question not in self.questions, "no question gets two answers"
        self.questions.append(question)
        number = self.numbers.pop(0) if self.numbers else self._otherwise
        assert number is not None, "nobody said what comes now"
        assert number < bound
        return number


class Played(Generic[S]):
    """A match from its first event on."""

    def __init__(self, game: Game[S], setup: Mapping[Seat, Any], chance: Loaded) -> None:
        self._game = game
        self.chance = chance
        self.journal: list[Event] = []
        self._state: S | None = None
        for event in game.begin(setup):
            assert isinstance(event, Event), event
            self.happens(event)

    @property
    def state(self) -> S:
        assert self._state is not None
        return self._state

    @state.setter
    def state(self, state: S) -> None:
        """As if it had come to this."""
        self._state = state

    def happens(self, event: Event) -> None:
        self._state = self._game.evolve(self._state, event)
        self.journal.append(event)

    def prompts(self) -> tuple[AnyPrompt, ...]:
        return self._game.prompts(self.state)

    def does(self, command: Command) -> tuple[Event, ...]:
        decided = self._game.decide(self.state, command, self.chance)
        assert not isinstance(decided, Refusal), decided
        for event in decided:
            self.happens(event)
        return decided

    def refuses(self, command: Command) -> Refusal:
        before = self.state
        decided = self._game.decide(self.state, command, self.chance)
        assert isinstance(decided, Refusal), decided
        assert self.state is before
        return decided

    def events_of(self, kind: type[E]) -> list[E]:
        """All events of a kind so far."""
        return [event for event in self.journal if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        return self.events_of(kind)[-1]


class Seated:
    """One of the players: what the seat is asked, and what it answers."""

    def __init__(self, table: Played[Any], seat: Seat) -> None:
        self._table = table
        self.seat = seat

    def asked(self, key: str) -> AnyPrompt | None:
        """Alone, or with the other seat."""
        return next((p for p in self._table.prompts() if p.key == key and p.seat in (None, self.seat)), None)

    def answers(self, key: str, value: Value = None) -> tuple[Event, ...]:
        return self._table.does(Answer(self.seat, key, self.meant(value)))

    def tries(self, key: str, value: Value = None) -> Refusal:
        """An answer that must be refused, and must change nothing."""
        return self._table.refuses(Answer(self.seat, key, self.meant(value)))

    def meant(self, value: Value) -> Value:
        """A kit may let its tests say names instead of ids."""
        return value
