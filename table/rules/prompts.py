"""A prompt is one question to a seat. It describes the finite set of legal answers exactly.

Screen, panel, scripts and bots are different ways to answer it. `decide` accepts every answer that a prompt accepts.
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from table.rules.choice.marking import MarkWay, additions, found, kept
from table.rules.fairness import WORDS
from table.rules.seats import Seat, is_player_name
from table.rules.text import Text
from table.rules.view import Card

Pick: TypeAlias = Callable[[int], int]
"""A function that picks a number from 0 to n - 1, given n; `sample` chooses by it."""


class Seal(Struct, frozen=True):
    """The answer for a locked card: a commitment (`fairness.seal_commitment`), which does not name the card."""

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
    """True if this option takes a hold, although others of its prompt do not, because a draw cannot be taken back."""
    also: tuple[str, ...] = ()
    """The ids of equivalent answers, such as those for equal units. They are accepted too."""
    by_hand: bool = False
    """True if it enters a result of the players' own deck, which another table could not believe."""


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
    """The seat that is asked. None: either seat may answer, and one answer is enough."""
    ask: Text
    rule: str
    standing: bool = False
    """True if the answer is possible but not awaited: a unit is defeated, a token is moved, undo."""
    often: int = 0
    """The order of standing prompts: the more often players need it, the higher the number, and the earlier it
    comes.
    """
    setting: bool = False
    """True if it is a standing prompt for settings or corrections of the table, which are one level deeper than the
    others.
    """
    ready: bool = False
    """True if it is a standing prompt that the waiting seat will answer next, so that its focus rests there."""
    hold: bool = False
    """True if it is confirmed by a hold, because it cannot be taken back."""
    undoes: bool = False
    """True if it is a standing prompt that takes back an answer.

    An extra hold by a waiting seat does not trigger it.
    """
    moment: bool = False
    """True if the answer triggers an event at the table. Then the table waits for it even if it is the only one."""
    untimed: bool = False
    """True if it is asked only without a running clock, because the answer ends another seat's charged time."""
    chore: int = 0
    """The number of items to put away if it is shown as a small icon that opens; else 0."""
    about: AskedCard | None = None
    """The card that it is about. If that card is visible, the question is shorter."""


class ChooseOne(Prompt, frozen=True, kw_only=True, tag=True):
    options: tuple[Option, ...]
    named: bool = False
    """True if a player's name (`table.rules.seats`) may be typed as well."""
    short: bool = False
    """True if a hold does nothing here, so that an extra hold, meant for the previous question, gives no answer."""

    def accepts(self, value: Value) -> bool:
        if not isinstance(value, str):
            return False
        named = self.named and is_player_name(value)
        return named or any(option.id == value or value in option.also for option in self.options)

    def sample(self, pick: Pick) -> Value:
        return self.options[pick(len(self.options))].id


class OpenCard(ChooseOne, frozen=True, kw_only=True, tag=True):
    """A question that is answered by laying a card face up on the reader.

    Each option has a `card`; it can also be chosen by name.
    """


class ChooseSome(Prompt, frozen=True, kw_only=True, tag=True):
    options: tuple[Option, ...]
    least: int
    most: int
    """The most options that can be marked. With `ways`, those decide, and this number is only shown."""
    ways: tuple[MarkWay, ...] = ()
    """The ways by which options can be marked together; empty if any may be."""
    given: tuple[str, ...] = ()
    """The earlier marks, which also use ways."""
    proposed: tuple[str, ...] = ()
    """The options that are marked at first."""

    def accepts(self, value: Value) -> bool:
        if not isinstance(value, tuple) or len(value) < self.least or (len(value) > self.most and not self.ways):
            return False
        if len(set(value)) != len(value) or not set(value) <= {option.id for option in self.options}:
            return False
        return not self.ways or found(self.ways, (*self.given, *value)) is not None

    def addable(self, marked: tuple[str, ...]) -> tuple[str, ...]:
        """Return the options that can be marked in addition to these."""
        ids = tuple(option.id for option in self.options if option.id not in marked)
        return additions(self.ways, (*self.given, *marked), ids) if self.ways else ids

    def toggled(self, marked: tuple[str, ...], option: str) -> tuple[str, ...]:
        """Return the marks after a press on this option, in the order of the list.

        An option that cannot be marked together with the others does not change. Removing a mark also removes marks
        that depend on it.
        """
        ids = tuple(each.id for each in self.options)
        if option in marked:
            left = tuple(each for each in ids if each in marked and each != option)
            return kept(self.ways, left, self.given) if self.ways else left
        taken = {*marked, option} if option in self.addable(marked) else {*marked}
        return tuple(each for each in ids if each in taken)

    def next_mark(self, marked: tuple[str, ...], wanted: tuple[str, ...]) -> str | None:
        """Return the next option to press to get from these marks to the wanted ones; None if they are equal."""
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
    """The label for leaving the dial at its start; None for the default."""

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
    """A die to roll. With the answer None the table rolls. A face is the result of the players' own die."""

    die: str
    faces: tuple[str, ...]

    def accepts(self, value: Value) -> bool:
        return value is None or (isinstance(value, str) and value in self.faces)

    def sample(self, pick: Pick) -> Value:
        return (None, *self.faces)[pick(len(self.faces) + 1)]


class SealedCard(Prompt, frozen=True, kw_only=True, tag=True):
    """A card to lay face down and lock. Only the seat's own view lists the cards that it may lock.

    A game never sees the answer: the match keeps the seals, and sends all cards together as `Reveal`.
    """

    def accepts(self, value: Value) -> bool:
        return isinstance(value, Seal)

    def sample(self, pick: Pick) -> Value:
        """Return a seal that cannot be opened. To play real cards, use the seat's own view."""
        return Seal("".join(f"{pick(256):02x}" for _ in range(32)))


AnyPrompt: TypeAlias = ChooseOne | OpenCard | ChooseSome | Number | Confirm | Roll | SealedCard


def by_tables_alone(prompt: AnyPrompt) -> AnyPrompt:
    """Return the prompt without the results of the players' own dice and decks."""
    match prompt:
        case Roll():
            return replace(prompt, faces=())
        case ChooseOne() if any(option.by_hand for option in prompt.options):
            return replace(prompt, options=tuple(option for option in prompt.options if not option.by_hand))
        case _:
            return prompt


def takes_hold(prompt: AnyPrompt, value: Value) -> bool:
    """True if this answer takes a hold."""
    if prompt.hold or isinstance(prompt, SealedCard | ChooseSome):
        return True
    return isinstance(prompt, ChooseOne) and any(option.hold and option.id == value for option in prompt.options)


def has_one_answer(prompt: AnyPrompt) -> bool:
    """True if nothing can be chosen: a list or a dial with one answer, or a confirmation."""
    return isinstance(prompt, Confirm) or only_value(prompt) is not None


def only_value(prompt: AnyPrompt) -> tuple[Value] | None:
    """Return the only answer of a list or a dial; None if it has several, or is neither."""
    match prompt:
        case ChooseOne() if len(prompt.options) == 1 and not prompt.named:
            return (prompt.options[0].id,)
        case ChooseSome() if prompt.least == len(prompt.options):
            return (tuple(option.id for option in prompt.options),)
        case Number() if prompt.least == prompt.most:
            return (prompt.least,)
        case _:
            return None
