"""The interface between a table and a game.

It is the same for the table's own games and for installed ones. `table.games.found` finds them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

from table.games.files.list_format import ListFormat
from table.games.files.offers import Offer, Shelf
from table.games.notebook import Notebook
from table.records.ports import Disk
from table.rules.cards import CardKind, KnownCard
from table.rules.game import Game
from table.rules.refusal import Refusal
from table.rules.text import Text, text

KINDS = tuple(CardKind)


class Sides:
    """A shelf for a game whose sides need no files: each has an id, and a name for the lobby."""

    def __init__(self, names: Mapping[str, str], sides: Mapping[str, Any] | None = None) -> None:
        """`sides` has the game's side for each id. Without it, the name is the side."""
        self._names = dict(names)
        self._sides = dict(names if sides is None else sides)

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(Offer(side, text("list.offer", name=name)) for side, name in self._names.items())

    def fetch(self, system: str, offer: str) -> Any | tuple[Refusal, ...]:
        if offer not in self._sides:
            return (Refusal("TB-15", text("games.no_such_side", side=offer, known=", ".join(self._names))),)
        return self._sides[offer]


class GameSettings(NamedTuple):
    """The settings of a table's configuration for every game. A game uses those that it has."""

    rounds: int | None = None
    """The number of rounds; None: the game's default."""
    who_rolls: str = "alternating"
    """The seat that rolls where the rules leave it open: alternating, blue, red."""
    rolls_by_hand: bool = False
    draws_by_hand: bool = False
    hopper_kinds: tuple[str, ...] = ()
    """The kinds of token for which the table has a hopper."""


class CardCatalogue(Protocol):
    """The cards of a game that can have a tag. `folder` is a table's state folder."""

    def known(self, folder: Path) -> tuple[KnownCard, ...]:
        """Return every card, each once. Reads files."""
        ...

    def names(self, folder: Path) -> Mapping[str, str]:
        """Return the names of cards as people read them, by card id."""
        ...

    def of_faction(self, name: str) -> tuple[KnownCard, ...]:
        """Return the command cards that an army of this faction may have; none if the game has no such faction."""
        ...

    def written(self, kind: str, words: str, folder: Path) -> KnownCard | Text | None:
        """Return the card of this kind that a text names, or the reason why it names none.

        None for a kind of another game.
        """
        ...


class FixedCards:
    """A catalogue of exactly these cards."""

    def __init__(self, cards: Iterable[KnownCard]) -> None:
        self._cards = tuple(cards)

    def known(self, folder: Path) -> tuple[KnownCard, ...]:
        return self._cards

    def names(self, folder: Path) -> Mapping[str, str]:
        return {}

    def of_faction(self, name: str) -> tuple[KnownCard, ...]:
        return ()

    def written(self, kind: str, words: str, folder: Path) -> KnownCard | Text | None:
        return None


ShelfOf: TypeAlias = Callable[[Path], Shelf]


@dataclass(frozen=True)
class RuleSet:
    """A game, and all that a table needs to offer it. Only the first three fields are required."""

    game: Game[Any]
    """The game with default settings."""
    shelf: Shelf | ShelfOf
    """The source of both sides: `Sides`, a class of your own, or a function that returns a shelf for a state folder."""
    words: Path
    """A folder with `en.toml`, and a file for each further language."""
    cards: tuple[KnownCard, ...] | CardCatalogue = ()
    """The cards that can have a tag."""
    token_kinds: tuple[str, ...] = ()
    """The kinds of token that it hands out: a hopper can be configured for each."""
    configured: Callable[[GameSettings], Game[Any]] | None = None
    """Returns the game with the settings of a configuration. None: it has no settings."""
    has_rounds: bool = False
    """True if the number of rounds is one of its settings."""
    lists: ListFormat | None = None
    """The format that reads, shows and stores the players' lists."""
    notebook: Callable[[Path, Disk], Notebook] | None = None
    """Returns the game's notes in a state folder. None: it keeps no notes."""
    data: tuple[Path, ...] = ()
    """The files and folders with the game's data, which two tables must have alike to play one match."""
    samples: tuple[str, str] | None = None
    """The offers of blue and red for a demo."""

    @property
    def catalogue(self) -> CardCatalogue:
        """Return the cards as a catalogue."""
        return FixedCards(self.cards) if isinstance(self.cards, tuple) else self.cards

    def played(self, settings: GameSettings) -> Game[Any]:
        """Return the game with these settings."""
        return self.game if self.configured is None else self.configured(settings)

    def shelf_of(self, folder: Path) -> Shelf:
        """Return the shelf of the sides for a table with this state folder."""
        return self.shelf(folder) if callable(self.shelf) else self.shelf
