"""The card book: which tag is which card. A JSON file of UIDs, or whatever mapping the emulated world brings."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

from hal.events import Tag
from table.desks import KnownCard

KnownCards: TypeAlias = Callable[[Tag], KnownCard | None]


class CardBookError(ValueError):
    """The card book cannot be read. The message says where and what to do."""


class CardBook:
    """A tag is known by its full UID. Read-only; enrolling writes the file."""

    def __init__(self, cards: Mapping[bytes, KnownCard]) -> None:
        self._cards = dict(cards)

    def __call__(self, tag: Tag) -> KnownCard | None:
        return self._cards.get(tag.uid)

    def __len__(self) -> int:
        return len(self._cards)

    @classmethod
    def read(cls, path: Path) -> "CardBook":
        """A missing file is an empty book: every card is then `foreign`."""
        if not path.exists():
            return cls({})
        try:
            entries = msgspec.json.decode(path.read_bytes(), type=dict[str, KnownCard])
            return cls({bytes.fromhex(uid): card for uid, card in entries.items()})
        except (OSError, ValueError) as error:
            raise CardBookError(f"{path}: the card book cannot be read ({error}): restore it or enrol again") from error

    def written(self) -> bytes:
        return msgspec.json.format(
            msgspec.json.encode({uid.hex(): card for uid, card in sorted(self._cards.items())}), indent=1
        )
