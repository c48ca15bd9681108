"""A parsed list of Legion, before its names are matched."""

from msgspec import Struct

from table.games.legion.rules.model.armies import Rank
from table.rules.text import Text

MOST_UNITS = 60
MOST_CARDS = 40
MOST_UPGRADES = 40


class RawUnit(Struct, frozen=True):
    name: str
    title: str = ""
    """The title, if the list separates it from the name."""
    brackets: str = ""
    """The words in brackets behind the name: a title, or upgrades."""
    upgrades: tuple[str, ...] = ()
    counterparts: tuple[str, ...] = ()
    """The counterparts, if the list separates them from the upgrades."""
    rank: Rank | None = None
    """The rank, if the list has it as a heading or field."""
    prices: tuple[int, ...] = ()
    """The possible costs of its card: with upgrades, and without."""

    @property
    def possible_upgrades(self) -> tuple[str, ...]:
        """Return all possible upgrades. The words in brackets may be a title, too."""
        return (*self.upgrades, *filter(None, self.brackets.split(", ")))


class RawArmyList(Struct, frozen=True):
    name: str
    faction: str
    battle_force: str
    points: int
    units: tuple[RawUnit, ...]
    cards: tuple[str, ...]
    """Names of command cards, or several in one entry with commas between them: names may hold commas themselves."""
    contingencies: tuple[str, ...] = ()
    """The cards of the contingency. Where `ids` is true, battle cards may be among them."""
    warnings: tuple[Text, ...] = ()
    ids: bool = False
    """Units, cards and the battle force are ids of Legion HQ, not names. Case matters."""
    titled: bool = True
    """True if the program writes titles."""
    short_names: bool = False
    """True if names are those of Legion HQ's standard text."""
    size: int = 0
    """The points of the game; 0 if unknown."""
    total: int | None = None
    """The sum of the units' points, if each unit has them."""
    passed_over: tuple[str, ...] = ()
    """Unit names in parts that the table does not read: battle cards, contingency cards."""
    battle_cards: tuple[str, ...] = ()
    """The lines or names of battle cards; where `ids` is true they are among the contingencies."""
    activations: int = 0
    """The number of units that the list states; 0 if unknown."""
