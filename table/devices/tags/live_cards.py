"""The cards of a running table: its card book, and the listener for tags that are being enrolled."""

from collections.abc import Callable
from pathlib import Path

from hal.events import Tag
from table.devices.tags.card_book import CardBook
from table.rules.cards import KnownCard


class LiveCards:
    """The card book of a running table. The session's thread looks tags up; any thread puts another book in place."""

    def __init__(self, book: CardBook, folder: Path) -> None:
        """`folder` is where the book is saved."""
        self.book, self.folder = book, folder
        self._listener: Callable[[Tag], bool] | None = None

    def __call__(self, tag: Tag) -> KnownCard | None:
        """Return the card of a tag; None if it has none, or is being enrolled."""
        if (listener := self._listener) is not None and listener(tag):
            return None
        return self.book(tag)

    def listen(self, listener: Callable[[Tag], bool] | None) -> None:
        """Pass each laid tag to `listener` first. It returns True if it consumes the tag. It must not block."""
        self._listener = listener
