"""The card book: the card of each tag, by the tag's full UID or by the record on it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

from hal.events import Tag
from table.devices.tags.signature import KeyFileError, Signer, read_key
from table.records.disk import DISK
from table.records.folder import CARD_KEY, read_state
from table.rules.cards import KnownCard
from table.rules.errors import OwnerError

KnownCards: TypeAlias = Callable[[Tag], KnownCard | None]

RANDOM_UID = 0x08
"""The first of four bytes of a UID that the tag generates each time (ISO 14443-3, 6.5.4)."""


class CardBookError(OwnerError, ValueError):
    """The card book cannot be read. The message says where and what to do."""


class CardBook:
    """The card book, frozen: `with_card` and `without` return a new one. `signer` is the club's, if there is one."""

    def __init__(
        self, cards: Mapping[bytes, KnownCard], signer: Signer | None = None, catalogue: Iterable[KnownCard] = ()
    ) -> None:
        """`catalogue` holds the cards that a record can name, beside those in the book."""
        self._cards = dict(cards)
        self.signer = signer
        self._catalogue = tuple(catalogue)
        self._nameable = tuple(dict.fromkeys((*self._catalogue, *self._cards.values()))) if signer else ()

    def __call__(self, tag: Tag) -> KnownCard | None:
        if random_uid(tag.uid):
            return None
        if (known := self._cards.get(tag.uid)) is None and self.signer is not None and tag.record is not None:
            return self.signer.card(tag.uid, tag.record, self._nameable)
        return known

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, uid: bytes) -> bool:
        """True if the tag is enrolled here. A tag that is known by its record alone is not."""
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
        """Return the UID of the tag whose record this one carries as a copy, or None."""
        if self.signer is None or tag.record is None:
            return None
        return next(
            (uid for uid, card in self if uid != tag.uid and self.signer.record(uid, card.id) == tag.record), None
        )

    @classmethod
    def read(cls, path: Path, catalogue: Callable[[], Iterable[KnownCard]] = tuple) -> "CardBook":
        """Read the card book; a missing file is an empty one. Raises CardBookError.

        The key is in the same folder; without a key, records cannot be read. `catalogue` returns the cards that a
        record can name; it is called only if there is a key.
        """
        try:
            signer = read_key(path.with_name(CARD_KEY))
        except KeyFileError as error:
            from table.words import Words

            raise CardBookError(Words().say(error.why)) from error
        known = tuple(catalogue()) if signer is not None else ()
        try:
            entries = read_state(path, dict[str, KnownCard])
            return cls({bytes.fromhex(uid): card for uid, card in entries.items()}, signer, known)
        except FileNotFoundError:
            return cls({}, signer, known)
        except (OSError, ValueError) as error:
            raise CardBookError(f"{path}: the card book cannot be read ({error}): restore it or enrol again") from error

    def written(self) -> bytes:
        return msgspec.json.format(
            msgspec.json.encode({uid.hex(): card for uid, card in sorted(self._cards.items())}), indent=1
        )

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all: a power cut leaves the old book or the new one."""
        DISK.replace(path, self.written())


def random_uid(uid: bytes) -> bool:
    return len(uid) == 4 and uid[0] == RANDOM_UID
