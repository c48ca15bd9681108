"""What a seat has before it at this moment: the reader, the card on it, the opening of its seal, the focus.

Nothing here is journalled, and nothing here leaves the process but what `Desk` shows.
"""

from dataclasses import dataclass, field

from hal.events import Tag, Unclear
from hal.sealed import Sealed
from table.rules.cards import CardKind, KnownCard
from table.rules.match.commands import Opening
from table.rules.seats import Seat
from table.view.published import Focus, ReaderState


@dataclass(slots=True)
class SeatDesk:
    seat: Seat
    reader: ReaderState = ReaderState.EMPTY
    tag: Sealed[Tag] | None = None
    card: Sealed[KnownCard] | None = None
    opening: Sealed[Opening] | None = field(default=None, repr=False)
    """Salt and card of the locked card: in memory only, from the lock to the reveal."""
    turned: bool = False
    """The card on the reader was turned over for all to see, and was not taken off since."""
    focus: Focus | None = None
    asked: frozenset[str] = frozenset()
    """The keys of what the seat was last asked, to tell a new question by."""

    def lay(self, tag: Sealed[Tag], card: KnownCard | None) -> None:
        self.turned = self.turned and self.same_tag(tag)
        self.tag = tag
        self.card = None if card is None else Sealed(card)
        self.reader = ReaderState.CARD if card is not None and card.kind == CardKind.COMMAND else ReaderState.FOREIGN

    def clear(self) -> None:
        self.tag = self.card = None
        self.turned = False
        self.reader = ReaderState.EMPTY

    def unclear(self, why: Unclear) -> None:
        """Several tags, or none that can be read: what lay there may lie there still."""
        self.reader = ReaderState(why)

    def gone(self) -> None:
        self.reader = ReaderState.GONE

    def same_tag(self, tag: Sealed[Tag]) -> bool:
        return self.tag is not None and self.tag.unseal().uid == tag.unseal().uid

    def sealable(self) -> str | None:
        """The card that may be locked now (TB-01); the caller keeps it to itself."""
        return self.card.unseal().id if self.reader is ReaderState.CARD and self.card is not None else None
