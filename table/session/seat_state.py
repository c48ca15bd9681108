"""The state of a seat: the reader, the card on it, the opening of its seal, the focus.

Nothing here is journalled, and only the fields of `Desk` leave the process.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from msgspec.structs import replace

from hal.events import Tag, Unclear
from hal.sealed import Sealed
from table.rules.cards import CardKind, KnownCard
from table.rules.commands import Answer
from table.rules.match.commands import Opening
from table.rules.prompts import AnyPrompt
from table.rules.seats import Seat
from table.view.published import Focus, ReaderState


class LockRefused(StrEnum):
    """A seat is told this of a card whose lock was refused. The value is the last part of a key of the catalogue."""

    NO = ""
    UNPLAYABLE = "unplayable"
    """Every reason is told the same."""
    TURNED = "turned"
    """The card was turned over for all to see, and was not lifted since."""


class Moment(NamedTuple):
    """A step of a match, or the lobby: what is asked again within one can be the same question."""

    match: str
    round: int = 0
    steps: tuple[str, ...] = ()
    """The ids of the steps that are played now."""


class LeftQuestion(NamedTuple):
    """A question that was taken from a seat before it was answered."""

    prompt: AnyPrompt
    focus: Focus | None
    """The seat's focus in it with the marks, or None if the focus was elsewhere."""


@dataclass(slots=True)
class SeatState:
    seat: Seat
    reader: ReaderState = ReaderState.EMPTY
    reader_gone: bool = False
    """True while no reader is there. A card that was chosen on the seat's phone can lie all the same."""
    tag: Sealed[Tag] | None = None
    card: Sealed[KnownCard] | None = None
    opening: Sealed[Opening] | None = field(default=None, repr=False)
    """Salt and id of the locked card, in memory only, from the lock to the reveal."""
    turned: bool = False
    """True if the card on the reader was turned over for all to see, and has not been lifted since."""
    refused: LockRefused = LockRefused.NO
    """The lock of the card on the reader was refused for this; empty as soon as no card is asked for any more.

    The card is not judged anew until it is locked again.
    """
    by_phone: bool = False
    """True if the card was chosen on the seat's phone: what the reader finds meanwhile is not about it."""
    later: Answer | None = None
    """The answer of the open card on the reader to what its seat is asked later: it is judged again then."""
    focus: Focus | None = None
    asked: frozenset[str] = frozenset()
    """The keys of the seat's last questions, to recognise a new one."""

    answered: frozenset[str] = frozenset()
    """The keys of the prompts that were answered for this seat since the last view was published."""
    left: tuple[LeftQuestion, ...] = ()
    """The questions that made way for another and were not answered, the latest last."""
    moment: Moment | None = None
    """The step to which they belong."""
    brought: Focus | None = None
    """The focus as the table has moved it last. Where it still is so, the player has not moved it since."""

    def lay(self, tag: Sealed[Tag], card: KnownCard | None) -> None:
        if not self.same_tag(tag):
            self.turned, self.refused = False, LockRefused.NO
        self.tag, self.later, self.by_phone = tag, None, False
        self.card = None if card is None else Sealed(card)
        self.reader = ReaderState.CARD if card is not None and card.kind == CardKind.COMMAND else ReaderState.FOREIGN

    def choose(self, card: KnownCard) -> None:
        """Take a card that was chosen on the seat's phone, as one that was laid."""
        self.turned, self.refused, self.later = False, LockRefused.NO, None
        self.tag, self.card, self.by_phone, self.reader = None, Sealed(card), True, ReaderState.CARD

    def clear(self) -> None:
        self.tag = self.card = None
        self.by_phone = False
        self.turned, self.refused, self.later = False, LockRefused.NO, None
        self.reader = ReaderState.GONE if self.reader_gone else ReaderState.EMPTY

    def leave(self, prompt: AnyPrompt, focus: Focus) -> None:
        """Keep the marks of a question from which the player goes away."""
        self.left = (*(one for one in self.left if one.prompt.key != prompt.key), LeftQuestion(prompt, focus))

    def taken_up(self, focus: Focus | None) -> Focus | None:
        """Return this focus with the marks that were left in its question."""
        left = [] if focus is None or focus.marked else [one for one in self.left if one.prompt.key == focus.prompt]
        if focus is None or not left or left[-1].focus is None:
            return focus
        self.left = tuple(one for one in self.left if one not in left)
        return replace(focus, marked=left[-1].focus.marked)

    def unclear(self, why: Unclear) -> None:
        """Note several tags, or none that can be read. The card from before may still lie there."""
        self.reader = ReaderState(why)

    def same_tag(self, tag: Sealed[Tag]) -> bool:
        return self.tag is not None and self.tag.unseal().uid == tag.unseal().uid

    def sealable(self) -> str | None:
        """Return the id of the card that may be locked now (TB-01), or None. The caller has to keep it secret."""
        return self.card.unseal().id if self.reader is ReaderState.CARD and self.card is not None else None
