"""The steps of a game and their questions, as a table, and the functions that work for every such table.

A step is over when no automatic event follows and no question is open. So an unfinished match always has a question,
and no step ends with an open one.

`QuestionsOf` makes questions of their parts: what can be answered now, and what follows. A question is closed while
there is nothing to answer. `shown` are more fields of its prompt, such as `standing=True`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from table.rules.chance import Chance
from table.rules.commands import Answer
from table.rules.event_rows import EventTable
from table.rules.game import Event, Game
from table.rules.kept import Chain, Memo
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Option, SealedCard, Value
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut

NOT_ASKED = "TB-20"


class StepBegan(Event, frozen=True, tag=True):
    step: str


class HasStep(Protocol):
    """A state that these tables can drive."""

    @property
    def step(self) -> str: ...

    @property
    def over(self) -> bool: ...


S = TypeVar("S", bound=HasStep)


@dataclass(frozen=True)
class Question(Generic[S]):
    """A question for a seat: when it is open, what follows from the answer, and why another answer is refused."""

    key: str
    rule: str
    """The id of the rule by which it is open."""
    prompt: Callable[[S, Seat], AnyPrompt | None]
    """Returns the open prompt, or None while the seat is not asked. A prompt for either seat is listed once."""
    answer: Callable[[S, Seat, Value, Chance], Sequence[Event]] = lambda *_: ()
    """Returns the events of an accepted answer. A sealed card has none: the match keeps it until the reveal."""
    refuse: Callable[[S, Seat, Value], Refusal | None] = lambda *_: None
    """Returns the reason why an answer is refused. None: the prompt's own rule decides."""
    closed: Callable[[S, Seat], Refusal | None] = lambda *_: None
    """Returns the reason why the question is closed. None: `rule` is shown."""
    gate: Callable[[S], bool] | None = None
    """Returns False while it is closed to both seats. Consecutive questions with the same gate are skipped together."""


Asked: TypeAlias = tuple[Callable[[S, Seat], AnyPrompt | None], Seat]
"""The prompt of a question, and a seat that it may be open to."""
BehindGate: TypeAlias = tuple[Callable[[S], bool] | None, tuple[Asked[S], ...]]
"""Consecutive questions with the same gate. Each question appears twice: for blue, then for red."""


@dataclass(frozen=True)
class StepOfTable(Generic[S]):
    id: str
    phase: str
    due: Callable[[S], Event | None] = lambda _: None
    """Returns the next automatic event, or None."""
    questions: tuple[Question[S], ...] = ()


@dataclass(frozen=True)
class Steps(Generic[S]):
    table: tuple[StepOfTable[S], ...]
    standing: tuple[Question[S], ...]
    evolve: Callable[[S | None, Event], S]
    """Returns the state after an event."""
    _places: dict[str, int] = field(init=False, repr=False)
    _questions: dict[tuple[str, str], Question[S]] = field(init=False, repr=False)
    _asked: dict[str, tuple[BehindGate[S], ...]] = field(init=False, repr=False)
    """The questions of each step; those of every step have no step."""
    _in_step: Callable[[S], list[AnyPrompt]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places = {step.id: place for place, step in enumerate(self.table)}
        questions = {(step.id, q.key): q for step in self.table for q in (*self.standing, *step.questions)}
        object.__setattr__(self, "_places", places)
        object.__setattr__(self, "_questions", questions)
        in_turn = {step.id: step.questions for step in self.table} | {"": self.standing}
        asked = {step: tuple(_by_gates(questions)) for step, questions in in_turn.items()}
        object.__setattr__(self, "_asked", asked)
        object.__setattr__(self, "evolve", Chain(self.evolve))
        object.__setattr__(self, "_in_step", Memo(self._open_in_step))

    def prompts(self, state: S) -> tuple[AnyPrompt, ...]:
        return () if state.over else (*self._in_step(state), *_opened(self._asked[""], state))

    def _open_in_step(self, state: S) -> list[AnyPrompt]:
        """Return the prompts of the state's step without the standing ones."""
        return _opened(self._asked[state.step], state)

    def decide(self, state: S, command: Answer, chance: Chance) -> tuple[Event, ...] | Refusal:
        """Return the events of an answer, or its refusal. A standing prompt is built again, others are cached."""
        if state.over:
            return Refusal(NOT_ASKED, text("refused.over"))
        question = self.question(state.step, command.prompt)
        if question is None:
            return self._refused_elsewhere(command)
        asked = (p for p in self._in_step(state) if p.key == command.prompt and p.seat in (None, command.seat))
        prompt = next(asked, None) or question.prompt(state, command.seat)
        if prompt is None:
            return question.closed(state, command.seat) or Refusal(question.rule, text("refused.not_now"))
        if isinstance(prompt, SealedCard):
            return Refusal(prompt.rule, text("refused.sealed"))
        if not prompt.accepts(command.value):
            particular = question.refuse(state, command.seat, command.value)
            return particular or Refusal(prompt.rule, text("refused.not_offered"))
        return self.settle(state, question.answer(state, command.seat, command.value, chance))

    def settle(self, state: S, events: Sequence[Event]) -> tuple[Event, ...]:
        """Return these events and all automatic events that follow."""
        batch: list[Event] = []
        while events:
            for event in events:
                state = self.evolve(state, event)
            batch += events
            events = self._following(state)
        return tuple(batch)

    def question(self, step: str, key: str) -> Question[S] | None:
        """Return the question with this key in this step, standing ones included; None if the step has none."""
        return self._questions.get((step, key))

    def place(self, step: str) -> int:
        return self._places[step]

    def _following(self, state: S) -> Sequence[Event]:
        if state.over:
            return ()
        place = self._places[state.step]
        step = self.table[place]
        if (event := step.due(state)) is not None:
            return (event,)
        if any(not prompt.standing for prompt in self._in_step(state)):
            return ()
        return (StepBegan(self.table[place + 1].id),)

    def _refused_elsewhere(self, command: Answer) -> Refusal:
        """Refuse an answer to a question of another step, by that question's own rule if there is one."""
        for (_, key), question in self._questions.items():
            if key == command.prompt:
                return Refusal(question.rule, text("refused.not_now"))
        return Refusal(NOT_ASKED, text("refused.no_question"))


def _by_gates(questions: Iterable[Question[S]]) -> Iterator[BehindGate[S]]:
    for gate, behind in groupby(questions, lambda question: question.gate):
        yield gate, tuple((question.prompt, seat) for question in behind for seat in SEATS)


def _opened(asked: Sequence[BehindGate[S]], state: S) -> list[AnyPrompt]:
    """Return the open prompts. A prompt for either seat comes once."""
    opened = []
    for gate, behind in asked:
        if gate is not None and not gate(state):
            continue
        for ask, seat in behind:
            prompt = ask(state, seat)
            if prompt is not None and not (prompt.seat is None and seat is not SEATS[0]):
                opened.append(prompt)
    return opened


Words: TypeAlias = Mapping[str, str | int | Text]
"""The values to fill into a sentence."""
NO_WORDS: Words = MappingProxyType({})
Follows: TypeAlias = Callable[[S, Seat, Value, Chance], Sequence[Event]]
"""Returns the events of an accepted answer."""
Refuse: TypeAlias = Callable[[S, Seat, Value], Refusal | None]


class Choices(NamedTuple):
    """The options of a question whose sentence has values to fill in."""

    options: Iterable[Option]
    words: Words = NO_WORDS
    most: int | None = None
    """The most options that can be marked; None for all."""


class Range(NamedTuple):
    """The numbers that a question accepts."""

    least: int
    most: int
    start: int | None = None
    words: Words = NO_WORDS


Options: TypeAlias = Callable[[S, Seat], Iterable[Option] | Choices | None]


@dataclass(frozen=True)
class QuestionsOf(Generic[S]):
    """Makes the questions of a game."""

    sentence: Callable[[str], str]
    """Returns the key of the words of a question. The argument `ask` names other words."""

    def one_of(
        self, key: str, rule: str, options: Options[S], answer: Follows[S], refuse: Refuse[S] = lambda *_: None, *,
        closed: Callable[[S, Seat], Refusal | None] = lambda *_: None, kind: type[ChooseOne] = ChooseOne,
        ask: str = "", **shown: Any,
    ) -> Question[S]:  # fmt: skip
        """Return the question for one of some options."""
        sentence = ask or self.sentence(key)

        def prompt(state: S, seat: Seat) -> ChooseOne | None:
            offered, words, _ = _choices(options(state, seat))
            if not offered:
                return None
            return kind(key=key, seat=seat, ask=text(sentence, **words), rule=rule, options=offered, **shown)

        return Question(key, rule, prompt, answer, refuse, closed)

    def some_of(
        self, key: str, rule: str, options: Options[S], answer: Follows[S], ask: str = "", **shown: Any
    ) -> Question[S]:
        """Return the question which of some options apply: any number of them, and perhaps none."""
        sentence = ask or self.sentence(key)

        def prompt(state: S, seat: Seat) -> ChooseSome | None:
            offered, words, most = _choices(options(state, seat))
            if not offered:
                return None
            most, asked = len(offered) if most is None else most, text(sentence, **words)
            return ChooseSome(key=key, seat=seat, ask=asked, rule=rule, options=offered, least=0, most=most, **shown)

        return Question(key, rule, prompt, answer)

    def number(
        self, key: str, rule: str, limits: Callable[[S, Seat], Range | None], answer: Follows[S], **shown: Any
    ) -> Question[S]:
        """Return the question for a number."""
        sentence = self.sentence(key)

        def prompt(state: S, seat: Seat) -> Number | None:
            if (of := limits(state, seat)) is None:
                return None
            dial: dict[str, Any] = {"least": of.least, "most": of.most, "start": of.start}
            return Number(key=key, seat=seat, ask=text(sentence, **of.words), rule=rule, **dial, **shown)

        return Question(key, rule, prompt, answer)

    def confirmation(
        self, key: str, rule: str, open_with: Callable[[S, Seat], Words | None], answer: Follows[S], ask: str = "",
        **shown: Any,
    ) -> Question[S]:  # fmt: skip
        """Return a question that is only confirmed. `open_with` returns the values of its sentence while it is open."""
        sentence = ask or self.sentence(key)

        def prompt(state: S, seat: Seat) -> Confirm | None:
            if (words := open_with(state, seat)) is None:
                return None
            return Confirm(key=key, seat=seat, ask=text(sentence, **words), rule=rule, **shown)

        return Question(key, rule, prompt, answer)


def _choices(offered: Iterable[Option] | Choices | None) -> tuple[tuple[Option, ...], Words, int | None]:
    if isinstance(offered, Choices):
        return tuple(offered.options), offered.words, offered.most
    return tuple(offered or ()), NO_WORDS, None


def open_if(is_open: Callable[[S, Seat], object]) -> Callable[[S, Seat], Words | None]:
    """Return the values of a sentence without any, while this is true."""
    return lambda state, seat: NO_WORDS if is_open(state, seat) else None


def follows(event: Callable[[Seat], Event]) -> Follows[Any]:
    """Return the answer by which this event of the seat follows."""
    return lambda _state, seat, _value, _chance: (event(seat),)


def follows_word(event: Callable[[Seat, str], Event]) -> Follows[Any]:
    """Return the answer by which this event follows, with the chosen option."""
    return lambda _state, seat, value, _chance: (event(seat, str(value)),)


def follows_number(event: Callable[[Seat, int], Event]) -> Follows[Any]:
    """Return the answer by which this event follows, with the number, or the option that is one."""
    return lambda _state, seat, value, _chance: (event(seat, int(str(value))),)


def follows_marks(event: Callable[[Seat, tuple[str, ...]], Event]) -> Follows[Any]:
    """Return the answer by which this event follows, with the marked options."""
    return lambda _state, seat, value, _chance: (event(seat, marks(value)),)


def marks(value: Value) -> tuple[str, ...]:
    """Return the options that an answer marks."""
    return value if isinstance(value, tuple) else ()


class CountsQuestions(HasStep, Protocol):
    @property
    def questions(self) -> int: ...


G = TypeVar("G", bound=CountsQuestions)


class TableGame(Game[G]):
    """The functions of a game that follow from its tables."""

    table: EventTable[G]
    steps: Steps[G]

    @property
    def events(self) -> tuple[type[Event], ...]:
        return self.table.events

    def evolve(self, state: G | None, event: Event) -> G:
        return self.steps.evolve(state, event)

    def questions(self, state: G) -> int:
        return state.questions

    def hand_outs(self, event: Event) -> tuple[HandOut, ...]:
        return self.table.hand_outs(event)

    def hand_backs(self, state: G, event: Event) -> tuple[HandBack, ...]:
        return self.table.hand_backs(state, event)

    def line(self, event: Event) -> Text | None:
        return self.table.line(event)

    def over(self, state: G) -> bool:
        return state.over
