"""The physical cards of an emulated table. Each seat owns every card, and each card has a tag of its own."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from sim_hardware.nfc.tags import NTAG215, Ntag, TypeATag
from table.rules.cards import Belonging, CardKind, KnownCard
from table.rules.match.judge import CARD as JUDGE
from table.rules.seats import SEATS, Seat

NXP = 0x04
"""The manufacturer byte that every NXP tag's UID begins with (ISO/IEC 7816-6)."""


class EmulatedCards:
    """The cards of both seats with their tags. A UID follows from seat and card, so it is the same after a restart."""

    def __init__(self, cards: Iterable[KnownCard]) -> None:
        self._cards = tuple(cards)
        self._tags: dict[tuple[Seat, str, int], TypeATag] = {}

    def book(self) -> Mapping[bytes, KnownCard]:
        """Return this table's card book.

        There are several copies of a unit card, since an army may have several of a unit.
        """
        return {
            self._uid(seat, card.id, copy): card
            for seat in SEATS
            for card in self._cards
            for copy in range(COPIES_OF_UNIT if card.kind == CardKind.UNIT else 1)
        }

    def retag(self, seat: Seat, card: str, tag: TypeATag) -> None:
        """Give a card a tag of another kind. Enrol it before the table is switched on."""
        self._tags[seat, card, 0] = tag

    def _uid(self, seat: Seat, card: str, copy: int) -> bytes:
        tag = self._tags.get((seat, card, copy))
        return uid(seat, card, copy) if tag is None else tag.uid

    def tag(self, seat: Seat, card: str, copy: int = 0) -> TypeATag:
        """Return the card's tag: the same one each time."""
        if (tag := self._tags.get((seat, card, copy))) is None:
            tag = self._tags[seat, card, copy] = Ntag(uid(seat, card, copy), NTAG215)
        return tag


def keyed(owner: Seat, belongings: Iterable[Belonging]) -> Iterator[tuple[str, Belonging]]:
    """Yield each card that a seat brought, and the judge's, with its key, such as `blue/skirmish.unit.rider/2`.

    Cards of the same id are numbered from 0.
    """
    copies = Counter[str]()
    for one in (*belongings, Belonging(JUDGE, JUDGE, JUDGE)):
        yield f"{owner}/{one.card}/{copies[one.card]}", one
        copies[one.card] += 1


COPIES_OF_UNIT = 6


def uid(seat: Seat, card: str, copy: int = 0) -> bytes:
    return bytes([NXP]) + hashlib.sha256(f"{seat}/{card}/{copy}".encode()).digest()[:6]
