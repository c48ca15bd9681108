"""Corrections: one seat enters the correct value and the reason, the other agrees, and the tokens follow (TB-76).

Any game can have them. It lists the points that can be corrected, and keeps the open correction in its state. Meanwhile
no other question is open, so no number changes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from table.rules.commands import Answer
from table.rules.event_rows import EventRow, HandsBack, HandsOut, no_line, no_tokens, none_back
from table.rules.game import Event, SeatEvent
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Number, Option
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.steps import HasStep, Steps
from table.rules.text import Text, text

RULE = "TB-76"
WHAT, WHICH, TO = "correct", "correct.which", "correct.to"
WHY, AGREE, DROP = "correct.why", "correct.agree", "correct.drop"
KEYS = (WHAT, WHICH, TO, WHY, AGREE, DROP)
REASONS = ("rule", "card", "slip")
"""The reasons that the buttons offer for a correction."""
NO, YES = "no", "yes"

Is: TypeAlias = str | int


class Correction(Struct, frozen=True):
    """A correction in progress. The next question is about the first field that is still empty."""

    seat: Seat
    what: str
    """The id of a point. An id that ends with a dot is a family, and the point within it has yet to be chosen."""
    to: Is | None = None
    why: str = ""


class CorrectablePoint(Struct, frozen=True):
    """A value that can be corrected, either to one of `options` or to a number up to `most`."""

    id: str
    name: Text
    now: Is
    options: tuple[Option, ...] = ()
    most: int = 0
    among: Text | None = None
    """The name of the point's family.

    Points with equal ids up to the dot are listed as one entry, and then chosen in turn.
    """
    moves: tuple[tuple[str, int], ...] = ()
    """The tokens, more (or fewer), that follow from each option. An option that is missing here moves none."""

    @property
    def listed(self) -> Option:
        return Option(self.id, self.name) if self.among is None else Option(self.family, self.among)

    @property
    def family(self) -> str:
        return f"{self.id.partition('.')[0]}."

    def in_words(self, value: Is) -> Is | Text:
        return next((option.label for option in self.options if option.id == value), value)


class CorrectionSaid(Event, frozen=True, tag=True):
    correction: Correction


class CorrectionDropped(SeatEvent, frozen=True, tag=True):
    """A correction was withdrawn, not agreed to, or changed nothing."""

    agreed: bool


class Corrected(SeatEvent, frozen=True, tag=True):
    what: str
    was: Is
    to: Is
    why: str
    name: Text
    in_words: Is | Text = field(name="said")
    """The corrected value in words."""
    moved: int = 0
    """The change in tokens after the correction, if the value is not a number. Negative: fewer tokens."""
    heaps: tuple[tuple[str, int], ...] = ()
    """The same change for each kind, if several kinds or another kind than the value's change."""

    @property
    def more(self) -> int:
        """Return the tokens that follow: the change of a number, or else `moved`; negative for fewer."""
        return self.to - self.was if isinstance(self.to, int) and isinstance(self.was, int) else self.moved

    @property
    def added(self) -> int:
        return max(self.more, 0)

    @property
    def taken(self) -> int:
        return max(-self.more, 0)


EVENTS: tuple[type[Event], ...] = (CorrectionSaid, CorrectionDropped, Corrected)


class Correctable(HasStep, Protocol):
    @property
    def correction(self) -> Correction | None: ...


S = TypeVar("S", bound=Correctable)


@dataclass(frozen=True)
class CorrectionSteps(Generic[S]):
    points: Callable[[S, Seat], Sequence[CorrectablePoint]]
    """Returns the points that this seat can correct: its own counts, and the shared ones.

    Empty if it can correct nothing now.
    """
    listed: Callable[[S, Seat], Iterable[Option]] | None = None
    """Returns the listed entries for these points without creating each point; None if there is no such short cut."""
    heaps: Callable[[S, Corrected], tuple[tuple[str, int], ...]] = lambda *_: ()
    """Returns the tokens by kind that follow from a correction, if they do not follow from the number alone."""

    def prompts(self, state: S, steps: Steps[S]) -> tuple[AnyPrompt, ...]:
        """Return the game's prompts and those that begin a correction; during a correction, only its own."""
        return self._asked(state) or (*steps.prompts(state), *self._standing(state))

    def decide(
        self, state: S, answer: Answer, steps: Steps[S], otherwise: Callable[[], tuple[Event, ...] | Refusal]
    ) -> tuple[Event, ...] | Refusal:
        """Return the events of an answer, or its refusal. `otherwise` decides an answer to another question."""
        decided = self._decided(state, answer)
        if decided is None:
            return otherwise()
        return decided if isinstance(decided, Refusal) else steps.settle(state, decided)

    def _standing(self, state: S) -> tuple[AnyPrompt, ...]:
        """Return the prompts that begin a correction."""
        return () if state.over else tuple(p for seat in SEATS if (p := self._what(state, seat)) is not None)

    def _asked(self, state: S) -> tuple[AnyPrompt, ...]:
        """Return the prompts of the open correction, if there is one."""
        return () if state.correction is None else (self._next(state, state.correction), self._drop(state.correction))

    def _decided(self, state: S, answer: Answer) -> Sequence[Event] | Refusal | None:
        """Return the events or the refusal of an answer about a correction; None if it is not about one."""
        if state.over or (state.correction is None and answer.prompt not in KEYS):
            return None
        if state.correction is not None and answer.prompt not in KEYS:
            return Refusal(RULE, text("refused.correcting"))
        open_now = self._standing(state) if state.correction is None else self._asked(state)
        prompt = next((p for p in open_now if p.key == answer.prompt and p.seat is answer.seat), None)
        if prompt is None:
            return Refusal(RULE, text("refused.not_now"))
        if not prompt.accepts(answer.value):
            return Refusal(RULE, text("refused.not_offered"))
        return (self._follows(state, answer),)

    def _follows(self, state: S, answer: Answer) -> Event:
        under_way = state.correction
        if under_way is None:
            return CorrectionSaid(Correction(answer.seat, str(answer.value)))
        if answer.prompt == WHICH:
            return CorrectionSaid(replace(under_way, what=str(answer.value)))
        if answer.prompt == TO:
            to = answer.value if isinstance(answer.value, int) else str(answer.value)
            if to == self._point(state, under_way).now:
                return CorrectionDropped(under_way.seat, agreed=True)
            return CorrectionSaid(replace(under_way, to=to))
        if answer.prompt == WHY:
            return CorrectionSaid(replace(under_way, why=str(answer.value)))
        if answer.prompt == AGREE and answer.value == YES:
            return self._corrected(state, under_way)
        return CorrectionDropped(under_way.seat, agreed=answer.prompt == DROP)

    def _corrected(self, state: S, correction: Correction) -> Corrected:
        point, to = self._point(state, correction), correction.to
        to = point.now if to is None else to
        moved = dict(point.moves).get(str(to), 0)
        words = point.in_words(to)
        corrected = Corrected(correction.seat, point.id, point.now, to, correction.why, point.name, words, moved)
        return replace(corrected, heaps=self.heaps(state, corrected))

    def _point(self, state: S, correction: Correction) -> CorrectablePoint:
        return next(point for point in self.points(state, correction.seat) if point.id == correction.what)

    def _what(self, state: S, seat: Seat) -> AnyPrompt | None:
        found = self.listed or self._listed
        options = tuple({option.id: option for option in found(state, seat)}.values())
        if not options:
            return None
        ask = text("correct.ask")
        return ChooseOne(key=WHAT, seat=seat, ask=ask, rule=RULE, options=options, standing=True, setting=True)

    def _listed(self, state: S, seat: Seat) -> Iterable[Option]:
        return (point.listed for point in self.points(state, seat))

    def _which(self, state: S, under_way: Correction) -> AnyPrompt:
        alike = [
            point for point in self.points(state, under_way.seat) if point.among and point.family == under_way.what
        ]
        options = tuple(Option(point.id, point.name) for point in alike)
        ask = text("correct.which", what=alike[0].listed.label)
        return ChooseOne(key=WHICH, seat=under_way.seat, ask=ask, rule=RULE, options=options)

    def _next(self, state: S, under_way: Correction) -> AnyPrompt:
        if under_way.what.endswith("."):
            return self._which(state, under_way)
        point = self._point(state, under_way)
        if under_way.to is None:
            ask = text("correct.to", what=point.name, now=point.in_words(point.now))
            if point.options:
                others = tuple(option for option in point.options if option.id != point.now)
                return ChooseOne(key=TO, seat=under_way.seat, ask=ask, rule=RULE, options=others)
            return Number(key=TO, seat=under_way.seat, ask=ask, rule=RULE, least=0, most=point.most)
        if not under_way.why:
            options = tuple(Option(why, text(f"correct.why.{why}")) for why in REASONS)
            return ChooseOne(key=WHY, seat=under_way.seat, ask=text("correct.why"), rule=RULE, options=options)
        ask = text(
            "correct.agree",
            seat=text(f"seat.{under_way.seat}"), what=point.name, to=point.in_words(under_way.to),
            why=text(f"correct.why.{under_way.why}"),
        )  # fmt: skip
        options = tuple(Option(word, text(f"correct.{word}"), f"sign.{word}") for word in (NO, YES))
        return ChooseOne(key=AGREE, seat=under_way.seat.opponent, ask=ask, rule=RULE, options=options, hold=True)

    @staticmethod
    def _drop(under_way: Correction) -> AnyPrompt:
        return Confirm(key=DROP, seat=under_way.seat, ask=text("correct.drop"), rule=RULE, standing=True)


def line(event: Event) -> Text | None:
    """Return the line of the story, the same for every game."""
    match event:
        case Corrected(name=name, in_words=words, why=why):
            return text("correct.tell", what=name, to=words, why=text(f"correct.why.{why}"))
        case CorrectionDropped(seat=seat, agreed=False):
            return text("correct.tell.not_agreed", seat=text(f"seat.{seat.opponent}"))
        case _:
            pass
    return None


def rows(
    correct: Callable[[Any, Corrected], Any], hands_out: HandsOut = no_tokens, hands_back: HandsBack = none_back
) -> tuple[EventRow[Any], ...]:
    """Return the rows of a game's corrections. `correct` returns the corrected state."""
    return (
        EventRow(CorrectionSaid, lambda state, x: replace(state, correction=x.correction), no_line),
        EventRow(CorrectionDropped, lambda state, _: replace(state, correction=None), line),
        EventRow(
            Corrected,
            lambda state, x: replace(correct(state, x), correction=None),
            line,
            hands_out=hands_out,
            hands_back=hands_back,
        ),
    )
