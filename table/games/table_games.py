"""The games of one table, with the files that its state folder adds to them."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from table.games.files.list_format import ListFormat
from table.games.files.offers import Shelves
from table.games.files.raw_list import ListError
from table.games.rule_set import GameSettings, RuleSet
from table.rules.cards import KnownCard
from table.rules.game import Game
from table.rules.match.judge import CARD as JUDGE
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.words import Words

DATA = (".csv", ".json", ".toml")
"""The suffixes of the files that hold a game's data."""


@dataclass(frozen=True, eq=False)
class TableGames(Mapping[str, Game[Any]]):
    """The games with the settings of a table's configuration, by the system's name, in the order of the lobby.

    Any thread may read them. Each file is read once, at its first use.
    """

    rule_sets: Mapping[str, RuleSet]
    played: Mapping[str, Game[Any]]
    folder: Path
    """The table's state folder."""
    settings: Mapping[str, GameSettings] = field(default_factory=dict)
    """The settings of each game, by the system's name."""

    def __getitem__(self, system: str) -> Game[Any]:
        return self.played[system]

    def __iter__(self) -> Iterator[str]:
        return iter(self.played)

    def __len__(self) -> int:
        return len(self.played)

    @cached_property
    def cards(self) -> tuple[KnownCard, ...]:
        """Return every card that can have a tag, each once, the judge's card included. Reads files."""
        known = (card for each in self.rule_sets.values() for card in each.catalogue.known(self.folder))
        return tuple(dict.fromkeys((*known, KnownCard(JUDGE, JUDGE))))

    @cached_property
    def shelf(self) -> Shelves:
        """Return the source of the sides of each system."""
        return Shelves({system: each.shelf_of(self.folder) for system, each in self.rule_sets.items()})

    def data_hash(self, system: str) -> str:
        """Return the hash of a game's data and settings, which two tables must have alike. Reads files."""
        settings = self.settings.get(system, GameSettings())._replace(hopper_kinds=())
        found = hashlib.sha256(msgspec.json.encode(settings))
        for place in self.rule_sets[system].data:
            for path in sorted(each for each in (place, *place.rglob("*")) if each.suffix in DATA):
                content = path.read_bytes()
                found.update(f"{path.relative_to(place.parent).as_posix()} {len(content)} ".encode() + content)
        return found.hexdigest()

    @property
    def list_formats(self) -> tuple[ListFormat, ...]:
        """Return the formats of lists that can be imported. A format that accepts any text comes last."""
        formats = [each.lists for each in self.rule_sets.values() if each.lists is not None]
        return tuple(sorted(formats, key=lambda each: each.reads_anything))

    def format_of(self, content: bytes | str, edition: str) -> ListFormat:
        """Return the format of a list. Raises `ListError` if no game reads it."""
        for each in self.list_formats:
            if each.edition in ("", edition) and each.recognises(content):
                return each
        raise ListError(text("list.no_format"))

    @property
    def demo(self) -> tuple[str, Mapping[Seat, str]]:
        """Return the system of a demo, and each seat's sample list for it."""
        system = next(system for system, each in self.rule_sets.items() if each.samples)
        return system, self.samples_of(system) or {}

    def samples_of(self, system: str) -> Mapping[Seat, str] | None:
        """Return each seat's sample list for this system, or None if it is unknown or has no samples."""
        rule_set = self.rule_sets.get(system)
        return None if rule_set is None or rule_set.samples is None else dict(zip(SEATS, rule_set.samples, strict=True))

    def words(self, language: str) -> Words:
        """Return the words of the table and of its games in a language."""
        return Words(language, more=[each.words for each in self.rule_sets.values()])
