"""The card book: which tag is which card. By the tag's full UID, or by the record on it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

from hal.events import Tag
from table.devices.tags.signing import KeyFileError, Signer, read_key
from table.records.disk import DISK
from table.records.folder import CARD_KEY
from table.rules.cards import KnownCard
from table.rules.errors import OwnerError
from table.rules.match.judge import CARD as JUDGE

KnownCards: TypeAlias = Callable[[Tag], KnownCard | None]

RANDOM_UID = 0x08
"""The first of four bytes, where a tag makes up a UID each time (ISO 14443-3, 6.5.4)."""


class CardBookError(OwnerError, ValueError):
    """The card book cannot be read. The message says where and what to do."""


class CardBook:
    """Frozen: `with_card` and `without` give another one. Records are read with the club's `signer`, if any."""

    def __init__(
        self, cards: Mapping[bytes, KnownCard], signer: Signer | None = None, catalogue: Iterable[KnownCard] = ()
    ) -> None:
        """`catalogue`: the cards that a record can name, beside those in the book."""
        self._cards = dict(cards)
        self.signer = signer
        self._catalogue = tuple(catalogue)
        self._nameable = tuple(dict.fromkeys((*self._catalogue, *self._cards.values()))) if signer else ()

    def __call__(self, tag: Tag) -> KnownCard | None:
        if random_uid(tag.uid):
            return None
        known = self._cards.get(tag.uid)
        if known is None and self.signer is not None and tag.record is not None:
            return self.signer.card(tag.uid, tag.record, self._nameable)
        return known

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, uid: bytes) -> bool:
        """Enrolled here; a tag that is known by its record alone is not."""
        return uid in self._cards

    def __iter__(self) -> Iterator[tuple[bytes, KnownCard]]:
        return iter(sorted(self._cards.items(), key=lambda entry: (entry[1].kind, entry[1].id, entry[0])))

    def with_card(self, uid: bytes, card: KnownCard) -> "CardBook":
        return CardBook({**self._cards, uid: card}, self.signer, self._catalogue)

    def without(self, uids: Iterable[bytes]) -> "CardBook":
        gone = frozenset(uids)
        kept = {uid: card for uid, card in self._cards.items() if uid not in gone}
        return CardBook(kept, self.signer, self._catalogue)

    def copied_from(self, tag: Tag) -> bytes | None:
        """The tag in the book whose record this one carries: somebody copied it."""
        if self.signer is None or tag.record is None:
            return None
        return next(
            (uid for uid, card in self if uid != tag.uid and self.signer.record(uid, card.id) == tag.record), None
        )

    @classmethod
    def read(
        cls, path: Path, catalogue: Iterable[KnownCard] | None = None, more: Iterable[KnownCard] = ()
    ) -> "CardBook":
        """A missing file is an empty book. The key lies beside it; without one, records are not understood.

        `more`: cards that a record can name beside the table's own catalogue.
        """
        try:
            signer = read_key(path.with_name(CARD_KEY))
        except KeyFileError as error:
            from table.words import Words

            raise CardBookError(Words().say(error.why)) from error
        if catalogue is None:
            catalogue = (*every_card(), *more) if signer is not None else ()
        try:
            entries = msgspec.json.decode(path.read_bytes(), type=dict[str, KnownCard])
            return cls({bytes.fromhex(uid): card for uid, card in entries.items()}, signer, catalogue)
        except FileNotFoundError:
            return cls({}, signer, catalogue)
        except (OSError, ValueError) as error:
            raise CardBookError(f"{path}: the card book cannot be read ({error}): restore it or enrol again") from error

    def written(self) -> bytes:
        return msgspec.json.format(
            msgspec.json.encode({uid.hex(): card for uid, card in sorted(self._cards.items())}), indent=1
        )

    def save(self, path: Path) -> None:
        """Whole or not at all: a power cut leaves the old book or the new one."""
        DISK.replace(path, self.written())


def random_uid(uid: bytes) -> bool:
    return len(uid) == 4 and uid[0] == RANDOM_UID


def every_card() -> tuple[KnownCard, ...]:
    """What a tag can be: command and unit cards of every edition, uses of tokens. Takes some 50 ms on a Pi."""
    from table.games.infinity.rules.model.uses import USES
    from table.games.legion.data.catalogue import POINTS, load

    editions = [load(edition) for edition in POINTS]
    cards = (KnownCard(card.id, "command") for edition in editions for card in edition.cards)
    units = (KnownCard(unit.id, "unit") for edition in editions for unit in edition.units)
    references = (KnownCard(use.card, "reference") for use in USES.values())
    return tuple(dict.fromkeys((*cards, *units, *references, KnownCard(JUDGE, JUDGE))))


def strategy_costs(path: Path) -> Mapping[str, int]:
    """What the enrolled strategy cards cost, by id, from a card book. Empty where there is none to read."""
    try:
        cards = msgspec.json.decode(path.read_bytes(), type=dict[str, KnownCard]).values()
    except (OSError, ValueError):
        return {}  # the table itself says so when it opens the book
    return {card.id: card.cost for card in cards if card.kind == "strategy" and card.cost is not None}
