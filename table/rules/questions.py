"""Questions made of their parts: what can be answered now, and what follows.

A question is closed while there is nothing to answer. `shown` are more fields of its prompt, such as `standing=True`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import ChooseOne, ChooseSome, Confirm, Number, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import HasStep, Question
from table.rules.text import Text, text

S = TypeVar("S", bound=HasStep)

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
