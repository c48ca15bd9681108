"""A list of Legion as some program wrote it, before any name in it is known."""

from msgspec import Struct

from table.games.legion.rules.model.armies import Rank
from table.rules.text import Text

MOST_UNITS = 60
MOST_CARDS = 40
MOST_UPGRADES = 40


class RawUnit(Struct, frozen=True):
    name: str
    title: str = ""
    """The title, if the list has it apart from the name."""
    brackets: str = ""
    """The words in brackets behind the name: a title, or upgrades."""
    upgrades: tuple[str, ...] = ()
    counterparts: tuple[str, ...] = ()
    """The counterparts, if the list tells them from the upgrades."""
    rank: Rank | None = None
    """The rank, if the list says it: a heading, or a field."""
    prices: tuple[int, ...] = ()
    """Its card may cost any of these: lists have points with upgrades, and without."""

    @property
    def said_upgrades(self) -> tuple[str, ...]:
        """Return all that may be its upgrades. The words in brackets may be its title, too."""
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
    """False: programs that write lists so leave titles out."""
    short_names: bool = False
    """True: names are those that Legion HQ prints in its standard text."""
    size: int = 0
    """Points of the game that it was built for; 0: not said."""
    total: int | None = None
    """The sum of the points of its units, if each unit has them."""
    passed_over: tuple[str, ...] = ()
    """The lines, named as units are, of parts that the table does not read: battle cards, contingency cards."""
    activations: int = 0
    """The number of units as the list says it; 0: not said."""
