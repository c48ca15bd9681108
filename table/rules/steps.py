"""The order of steps and the questions in each, as a table: what any game made of such a table can do with it.

A step is over when nothing follows by itself any more and nobody is asked anything. So a match that is not over always
has somebody to ask, and no step can be left with a question open.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from table.rules.chance import Chance
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, SealedCard, Value
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.text import text

NOT_ASKED = "TB-20"


class StepBegan(Event, frozen=True, tag=True):
    step: str


class Stepped(Protocol):
    """A state that these tables can drive."""

    @property
    def step(self) -> str: ...

    @property
    def over(self) -> bool: ...


S = TypeVar("S", bound=Stepped)


@dataclass(frozen=True)
class Question(Generic[S]):
    """One thing that a seat can be asked: when, what follows from the answer, and why another answer is refused."""

    key: str
    rule: str
    """Why it is not open, when it is not."""
    prompt: Callable[[S, Seat], AnyPrompt | None]
    """The open prompt; None while the seat is not asked. One that either seat may answer is listed once."""
    answer: Callable[[S, Seat, Value, Chance], Sequence[Event]] = lambda *_: ()
    """What an accepted answer leads to. A sealed card has none: the match keeps it until the reveal."""
    refuse: Callable[[S, Seat, Value], Refusal | None] = lambda *_: None
    """The particular rule against an answer; None leaves it to the prompt's own."""
    closed: Callable[[S, Seat], Refusal | None] = lambda *_: None
    """The particular rule that keeps it closed for now; None leaves it to `rule`."""


@dataclass(frozen=True)
class Step(Generic[S]):
    id: str
    phase: str
    due: Callable[[S], Event | None] = lambda _: None
    """The next thing that follows by itself."""
    questions: tuple[Question[S], ...] = ()


@dataclass(frozen=True)
class Steps(Generic[S]):
    table: tuple[Step[S], ...]
    standing: tuple[Question[S], ...]
    evolve: Callable[[S | None, Event], S]
    _places: dict[str, int] = field(init=False, repr=False)
    _questions: dict[tuple[str, str], Question[S]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places = {step.id: place for place, step in enumerate(self.table)}
        questions = {(step.id, q.key): q for step in self.table for q in (*self.standing, *step.questions)}
        object.__setattr__(self, "_places", places)
        object.__setattr__(self, "_questions", questions)

    def prompts(self, state: S) -> tuple[AnyPrompt, ...]:
        if state.over:
            return ()
        asked = (*self.table[self._places[state.step]].questions, *self.standing)
        opened = ((seat, q.prompt(state, seat)) for q in asked for seat in SEATS)
        return tuple(p for seat, p in opened if p is not None and not (p.seat is None and seat is not SEATS[0]))

    def decide(self, state: S, command: Answer, chance: Chance) -> tuple[Event, ...] | Refusal:
        """Only the question that the command names is put together, not all that are open."""
        if state.over:
            return Refusal(NOT_ASKED, text("refused.over"))
        question = self._questions.get((state.step, command.prompt))
        if question is None:
            return self._refused_elsewhere(command)
        prompt = question.prompt(state, command.seat)
        if prompt is None:
            return question.closed(state, command.seat) or Refusal(question.rule, text("refused.not_now"))
        if isinstance(prompt, SealedCard):
            return Refusal(prompt.rule, text("refused.sealed"))
        if not prompt.accepts(command.value):
            particular = question.refuse(state, command.seat, command.value)
            return particular or Refusal(prompt.rule, text("refused.not_offered"))
        return self.settle(state, question.answer(state, command.seat, command.value, chance))

    def settle(self, state: S, events: Sequence[Event]) -> tuple[Event, ...]:
        """These events, and all that follows from them by itself."""
        batch: list[Event] = []
        while events:
            for event in events:
                state = self.evolve(state, event)
            batch += events
            events = self._following(state)
        return tuple(batch)

    def place(self, step: str) -> int:
        return self._places[step]

    def _following(self, state: S) -> Sequence[Event]:
        if state.over:
            return ()
        place = self._places[state.step]
        step = self.table[place]
        if (event := step.due(state)) is not None:
            return (event,)
        if any(self._asked(q, state) for q in step.questions):
            return ()
        return (StepBegan(self.table[place + 1].id),)

    def _asked(self, question: Question[S], state: S) -> bool:
        """Whether somebody has to answer before the step can be over."""
        prompts = (question.prompt(state, seat) for seat in SEATS)
        return any(prompt is not None and not prompt.standing for prompt in prompts)

    def _refused_elsewhere(self, command: Answer) -> Refusal:
        """A question of another step: its own rule says best why not now."""
        for (_, key), question in self._questions.items():
            if key == command.prompt:
                return Refusal(question.rule, text("refused.not_now"))
        return Refusal(NOT_ASKED, text("refused.no_question"))
