"""The result card of each match that is closed, saved beside its journal in the archive."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from table.records.disk import DISK
from table.records.folder import ARCHIVE, CARD
from table.records.ports import Disk
from table.view.published import Published
from table.words import Words

log = logging.getLogger(__name__)

THREAD = "result-card"


class ResultCards:
    """Draws a card on the main thread, once for each match, and writes it on its own thread."""

    def __init__(
        self, folder: Path, disk: Disk = DISK, done: Callable[[str, bytes], None] = lambda _match, _card: None
    ) -> None:
        """`folder` is the table's state folder. `done` gets a match and its card, on the writing thread."""
        self._done = done
        self._archive = folder / ARCHIVE
        self._disk = disk
        self._drawn = ""
        self._writing: threading.Thread | None = None

    def saw(self, published: Published, words: Words) -> None:
        """Save the card of a match with a complete file. Does not wait for the disk."""
        view, score = published.view, published.score
        if view is None or score.ended is None or not published.chain or published.match == self._drawn:
            return
        from table.screen.result_card import result_card

        self._drawn = published.match
        card = result_card(words, view, score, published.chain, published.players)
        place = self._archive / f"{published.match}{CARD}"
        self._writing = threading.Thread(target=self._write, args=(place, card, published.match), name=THREAD)
        self._writing.start()

    def close(self, patience_s: float) -> None:
        """Wait for a card that is being written."""
        if self._writing is not None:
            self._writing.join(patience_s)

    def _write(self, place: Path, card: bytes, match: str) -> None:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            self._disk.replace(place, card)
        except OSError as error:
            log.warning("%s: the result card is not saved (%s)", place, error)
        self._done(match, card)
