"""The reference cards of Infinity that can have a tag: one for each use of a command token."""

from collections.abc import Mapping
from pathlib import Path

from table.games.files.slug import slug
from table.games.infinity.rules.model.uses import ALL, USES
from table.rules.cards import KnownCard
from table.rules.text import Text

REFERENCE = "reference"


class InfinityCards:
    def known(self, folder: Path) -> tuple[KnownCard, ...]:
        return tuple(KnownCard(use.card, REFERENCE) for use in USES.values())

    def names(self, folder: Path) -> Mapping[str, str]:
        return {use.card: use.name for use in USES.values()}

    def of_faction(self, name: str) -> tuple[KnownCard, ...]:
        return ()

    def written(self, kind: str, words: str, folder: Path) -> KnownCard | Text | None:
        """Return the card of a use, by the name on it; another name is a reference card of the players' own."""
        if kind != REFERENCE:
            return None
        use = next((use for use in ALL if slug(use.name) == slug(words)), None)
        return KnownCard(f"{REFERENCE}:{words}" if use is None else use.card, REFERENCE)
