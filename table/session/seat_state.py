"""The state of a seat: the reader, the card on it, the opening of its seal, the focus.

Nothing here is journalled, and only the fields of `Desk` leave the process.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from hal.events import Tag, Unclear
from hal.sealed import Sealed
from table.rules.cards import CardKind, KnownCard
from table.rules.commands import Answer
from table.rules.match.commands import Opening, ReaderIs
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt
from table.rules.seats import SEATS, Seat
from table.view.published import Focus, ReaderState


class LockRefused(StrEnum):
    """The reason, on the seat's half, why a lock was refused. The value is the last part of a key of the catalogue."""

    NO = ""
    UNPLAYABLE = "unplayable"
    """All rules of the game share this reason, so that it reveals nothing."""
    TURNED = "turned"
    """The card was revealed, and has not been lifted since."""


class Moment(NamedTuple):
    """A step of a match, or the lobby. A question that is repeated within one step can be the same question."""

    match: str
    round: int = 0
    steps: tuple[str, ...] = ()
    """The ids of the current steps."""


class LeftQuestion(NamedTuple):
    """A question that was closed before the seat answered it."""

    prompt: AnyPrompt
    focus: Focus | None
    """The seat's focus in it with the marks, or None if the focus was elsewhere."""


@dataclass(slots=True)
class SeatState:
    seat: Seat
    reader: ReaderState = ReaderState.EMPTY
    reader_gone: bool = False
    """True while the reader is missing. A card that was chosen on the seat's phone still counts."""
    has_reader: bool = True
    """False if the configuration has no reader for the seat."""
    tag: Sealed[Tag] | None = None
    card: Sealed[KnownCard] | None = None
    opening: Sealed[Opening] | None = field(default=None, repr=False)
    """Salt and id of the locked card, in memory only, from the lock to the reveal."""
    turned: bool = False
    """True if the card on the reader was revealed, and has not been lifted since."""
    refused: LockRefused = LockRefused.NO
    """The reason why the lock of the card on the reader was refused; empty once no card is asked for.

    The card is not checked again until the seat tries to lock it again.
    """
    by_phone: bool = False
    """True if the card was chosen on the seat's phone. Reports of the reader do not affect it."""
    later: Answer | None = None
    """The answer of a face-up card that came too early. It is submitted again when its question opens."""
    focus: Focus | None = None
    asked: frozenset[str] = frozenset()
    """The keys of the seat's last questions, to recognise a new one."""

    answered: frozenset[str] = frozenset()
    """The keys of the prompts that were answered for this seat since the last view was published."""
    left: tuple[LeftQuestion, ...] = ()
    """The unanswered questions that were replaced by another one, the latest last."""
    moment: Moment | None = None
    """The step of those questions."""
    brought: Focus | None = None
    """The focus after the table's last move of it. If the focus still equals it, the player has not moved it since."""

    def lay(self, tag: Sealed[Tag], card: KnownCard | None) -> None:
        if not self.same_tag(tag):
            self.turned, self.refused = False, LockRefused.NO
        self.tag, self.later, self.by_phone = tag, None, False
        self.card = None if card is None else Sealed(card)
        self.reader = ReaderState.CARD if card is not None and card.kind == CardKind.COMMAND else ReaderState.FOREIGN

    def choose(self, card: KnownCard) -> None:
        """Take a card that was chosen on the seat's phone, as if it were on the reader."""
        self.turned, self.refused, self.later = False, LockRefused.NO, None
        self.tag, self.card, self.by_phone, self.reader = None, Sealed(card), True, ReaderState.CARD

    def clear(self) -> None:
        self.tag = self.card = None
        self.by_phone = False
        self.turned, self.refused, self.later = False, LockRefused.NO, None
        self.reader = ReaderState.GONE if self.reader_gone else ReaderState.EMPTY

    def leave(self, prompt: AnyPrompt, focus: Focus) -> None:
        """Keep the marks of a question that the player leaves."""
        self.left = (*(one for one in self.left if one.prompt.key != prompt.key), LeftQuestion(prompt, focus))

    def taken_up(self, focus: Focus | None) -> Focus | None:
        """Return this focus with the marks that were kept for its question."""
        left = [] if focus is None else [one for one in self.left if one.prompt.key == focus.prompt]
        if focus is None or not left or left[-1].focus is None:
            return focus
        self.left = tuple(one for one in self.left if one not in left)
        return replace(focus, marked=left[-1].focus.marked)

    def unclear(self, why: Unclear) -> None:
        """Note several tags, or an unreadable tag. The earlier card may still be on the reader."""
        self.reader = ReaderState(why)

    def same_tag(self, tag: Sealed[Tag]) -> bool:
        return self.tag is not None and self.tag.unseal().uid == tag.unseal().uid

    def sealable(self) -> str | None:
        """Return the id of the card that may be locked now (TB-01), or None. The caller has to keep it secret."""
        return self.card.unseal().id if self.reader is ReaderState.CARD and self.card is not None else None


def seat_states(with_reader: Collection[Seat], phones_alone: bool = False) -> Mapping[Seat, SeatState]:
    """Return the first state of each seat. The other seats' readers are missing, unless `phones_alone` needs none."""
    missing = SeatState if phones_alone else partial(SeatState, reader=ReaderState.GONE, reader_gone=True)
    return {seat: SeatState(seat) if seat in with_reader else missing(seat, has_reader=False) for seat in SEATS}


def reader_changes(
    match: MatchState[Any], states: Iterable[SeatState], has_phone: Callable[[Seat], bool]
) -> Iterator[ReaderIs]:
    """Yield what a match with a clock has to record: the seats that lost, or have again, a reader or a phone."""
    if match.clock is None or match.ended:
        return
    for state in states:
        there = not state.reader_gone or state.by_phone or has_phone(state.seat)
        if there is (state.seat in match.unread):
            yield ReaderIs(state.seat, there)
