"""A prompt asks one seat for one thing, and describes every legal answer exactly and finitely.

Screen, panel, scripts and bots are only ways to answer a prompt. `decide` takes every answer that a prompt accepts.
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from table.rules.choice.marking import MarkWay, additions, found, kept
from table.rules.fairness import WORDS
from table.rules.seats import Seat, is_player_name
from table.rules.text import Text
from table.rules.view import Card

Pick: TypeAlias = Callable[[int], int]
"""A function that picks a number from 0 to n - 1, given n; `sample` chooses by it."""


class Seal(Struct, frozen=True):
    """The answer of a card that lies locked: its commitment (`fairness.seal_commitment`) does not name the card."""

    commitment: str


Value: TypeAlias = str | int | tuple[str, ...] | Seal | None


class Option(Struct, frozen=True):
    id: str
    label: Text
    icon: str = ""
    """The name of one of the screen's icons, such as `rank.corps` or `die.block`, or an empty string."""
    card: str = ""
    """The catalogue id of the tagged card that chooses this option when it lies on the reader, or an empty string."""
    hold: bool = False
    """True if this option is chosen by holding, although others of its prompt are not: a draw cannot be taken back."""
    also: tuple[str, ...] = ()
    """The ids of answers that make no difference beside this one, as of like units. They are accepted too."""


class AskedCard(Struct, frozen=True):
    """The card that a question is about, face up, with a note."""

    seat: Seat
    card: Card


class Prompt(Struct, frozen=True, kw_only=True):
    """The fields of every prompt.

    Each kind has `accepts(value)`, and `sample(pick)`, which returns one legal answer by chance.
    """

    key: str
    """The name of the question while it is open, such as `orders`. Two seats may have the same question at once."""
    seat: Seat | None
    """The seat that is asked. With None either seat may answer, and one answer is enough."""
    ask: Text
    rule: str
    standing: bool = False
    """True if the answer is possible but not awaited: a unit is defeated, a token is moved, undo."""
    often: int = 0
    """Players want a standing prompt with a higher number more often, so it comes first."""
    setting: bool = False
    """True if it is standing and sets the table itself right: such prompts lie one level deeper than the others."""
    ready: bool = False
    """True if it is standing and what the waiting seat answers next, so that its focus waits there."""
    hold: bool = False
    """True if it is confirmed by holding, because it cannot be taken back."""
    undoes: bool = False
    """True if it is standing and takes back what was answered. A hold too many, by a seat that waits, does not."""
    moment: bool = False
    """True if the answer means that something happens now. Then even a single answer is waited for."""
    untimed: bool = False
    """True if it is asked only where no clock runs: the answer would end what another seat's time is charged for."""
    chore: int = 0
    """The number of things to put away, if it waits beside play as a small sign, which opens; else 0."""
    about: AskedCard | None = None
    """The card that it is about: where that is in sight, the question has fewer words."""


class ChooseOne(Prompt, frozen=True, kw_only=True, tag=True):
    options: tuple[Option, ...]
    named: bool = False
    """True if a player's name (`table.rules.seats`) may be typed as well."""
    short: bool = False
    """True if holding does nothing here: a hold too many, meant for the question before it, gives no answer."""

    def accepts(self, value: Value) -> bool:
        if not isinstance(value, str):
            return False
        named = self.named and is_player_name(value)
        return named or any(option.id == value or value in option.also for option in self.options)

    def sample(self, pick: Pick) -> Value:
        return self.options[pick(len(self.options))].id


class OpenCard(ChooseOne, frozen=True, kw_only=True, tag=True):
    """A card that is laid face up on the reader. Each option has a `card`; it can be chosen by name too."""


class ChooseSome(Prompt, frozen=True, kw_only=True, tag=True):
    options: tuple[Option, ...]
    least: int
    most: int
    """The most options that can be marked. With `ways` they decide, and this is the number to be shown."""
    ways: tuple[MarkWay, ...] = ()
    """The ways by which options can be marked together; empty if any may be."""
    given: tuple[str, ...] = ()
    """The marks that were made before, and that use a way too."""
    proposed: tuple[str, ...] = ()
    """The options that are marked when it is asked."""

    def accepts(self, value: Value) -> bool:
        if not isinstance(value, tuple) or len(value) < self.least or (len(value) > self.most and not self.ways):
            return False
        if len(set(value)) != len(value) or not set(value) <= {option.id for option in self.options}:
            return False
        return not self.ways or found(self.ways, (*self.given, *value)) is not None

    def addable(self, marked: tuple[str, ...]) -> tuple[str, ...]:
        """Return the options that can be marked beside these."""
        ids = tuple(option.id for option in self.options if option.id not in marked)
        return additions(self.ways, (*self.given, *marked), ids) if self.ways else ids

    def toggled(self, marked: tuple[str, ...], option: str) -> tuple[str, ...]:
        """Return the marks after a press on this option, in the order of the list.

        An option that cannot be marked beside the others stays as it is; without a mark, those that hang on it go too.
        """
        ids = tuple(each.id for each in self.options)
        if option in marked:
            left = tuple(each for each in ids if each in marked and each != option)
            return kept(self.ways, left, self.given) if self.ways else left
        taken = {*marked, option} if option in self.addable(marked) else {*marked}
        return tuple(each for each in ids if each in taken)

    def next_mark(self, marked: tuple[str, ...], wanted: tuple[str, ...]) -> str | None:
        """Return the next option to press on the way from these marks to the wanted ones; None at the end of it."""
        if set(marked) == set(wanted):
            return None
        beside = [option for option in marked if option not in wanted]
        marks = found(self.ways, (*self.given, *wanted)) if self.ways else None
        addable = self.addable(marked)
        left = [option for option in (marks.order if marks else wanted) if option in addable]
        return next(iter((*beside, *left, *marked)), None)

    def sample(self, pick: Pick) -> Value:
        marked: tuple[str, ...] = ()
        for _ in range(self.least + pick(self.most - self.least + 1)):
            if not (left := self.addable(marked)):
                break
            marked = self.toggled(marked, left[pick(len(left))])
        return marked


class Number(Prompt, frozen=True, kw_only=True, tag=True):
    least: int
    most: int
    start: int | None = None
    """The start of the dial; None is `least`."""
    words: bool = False
    """True if a number made of words (`table.rules.fairness.number_of_words`) is allowed, too."""

    score: bool = False
    """True for victory points: a touch on them opens this prompt, with the next numbers as a list."""
    untouched: Text | None = None
    """The words for an answer that leaves the dial at its start; None for the usual ones."""

    @property
    def first(self) -> int:
        return self.least if self.start is None else self.start

    def accepts(self, value: Value) -> bool:
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return self.least <= value <= self.most or (self.words and value in WORDS)

    def sample(self, pick: Pick) -> Value:
        return self.least + pick(self.most - self.least + 1)


class Confirm(Prompt, frozen=True, kw_only=True, tag=True):
    def accepts(self, value: Value) -> bool:
        return value is None

    def sample(self, pick: Pick) -> Value:
        return None


class Roll(Prompt, frozen=True, kw_only=True, tag=True):
    """The answer None lets the table roll. A face is the result of the players' own die."""

    die: str
    faces: tuple[str, ...]

    def accepts(self, value: Value) -> bool:
        return value is None or (isinstance(value, str) and value in self.faces)

    def sample(self, pick: Pick) -> Value:
        return (None, *self.faces)[pick(len(self.faces) + 1)]


class SealedCard(Prompt, frozen=True, kw_only=True, tag=True):
    """A card to lay face down and lock. Only the seat's own view lists the cards that it may lock.

    A game never sees the answer: the match keeps the seals, and brings all cards at once as `Reveal`.
    """

    def accepts(self, value: Value) -> bool:
        return isinstance(value, Seal)

    def sample(self, pick: Pick) -> Value:
        """Return a seal that cannot be opened. Play with real cards goes through the seat's own view."""
        return Seal("".join(f"{pick(256):02x}" for _ in range(32)))


AnyPrompt: TypeAlias = ChooseOne | OpenCard | ChooseSome | Number | Confirm | Roll | SealedCard


def takes_hold(prompt: AnyPrompt, value: Value) -> bool:
    """True if this answer is given by holding."""
    if prompt.hold or isinstance(prompt, SealedCard | ChooseSome):
        return True
    return isinstance(prompt, ChooseOne) and any(option.hold and option.id == value for option in prompt.options)


def has_one_answer(prompt: AnyPrompt) -> bool:
    """True if nothing can be chosen: a list or a dial with one answer, or a confirmation."""
    return isinstance(prompt, Confirm) or only_value(prompt) is not None


def only_value(prompt: AnyPrompt) -> tuple[Value] | None:
    """Return the one answer of a list or a dial; None if it has more, or is neither."""
    match prompt:
        case ChooseOne() if len(prompt.options) == 1 and not prompt.named:
            return (prompt.options[0].id,)
        case ChooseSome() if prompt.least == len(prompt.options):
            return (tuple(option.id for option in prompt.options),)
        case Number() if prompt.least == prompt.most:
            return (prompt.least,)
        case _:
            return None
