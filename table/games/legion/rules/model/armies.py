"""Units, command cards and armies of Legion, as the rules see them: facts, frozen, without a data file in sight."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace


class Rank(StrEnum):
    """The fronts of order tokens, in the order in which they are always listed."""

    COMMANDER = "commander"
    OPERATIVE = "operative"
    CORPS = "corps"
    SPECIAL = "special"
    SUPPORT = "support"
    HEAVY = "heavy"


class Slot(Struct, frozen=True):
    """One order that a card allows. A unit fits if it fits every part that is not empty."""

    names: tuple[str, ...] = ()
    ranks: tuple[Rank, ...] = ()
    types: tuple[str, ...] = ()
    """Words of the unit type, any of which will do: `trooper` fits `clone trooper`."""
    either: bool = False
    """True: fitting `names`, `ranks` or `types` is enough ("special forces or trooper")."""
    factions: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    every: bool = False
    """As many orders as there are units that fit ("each eligible unit")."""


class Timing(StrEnum):
    """When a card's effect falls due, in the order of LG-20."""

    NONE = "none"
    REVEAL = "reveal"
    UNTIMED = "untimed"
    ISSUING = "issuing"
    START_OF_ACTIVATION = "start_of_activation"
    ACTIVATION = "activation"


class CommandCard(Struct, frozen=True):
    id: str
    """The catalogue's: `legion.card.push`."""
    name: str
    hand_pips: int
    priority_pips: int | None
    """None: the data do not know; it is read off the card."""
    slots: tuple[Slot, ...] | None
    """None: the data do not know; both seats are asked after the reveal. Empty: no unit is ordered."""
    orders: str = ""
    """The orders line, to show. Where `slots` is None it is no more than a reading, and may be empty."""
    suggested: tuple[Slot, ...] | None = None
    """Where `slots` is None: an uncertain reading, to offer to the players who are asked."""
    faction: str = ""
    """Only for an army of this faction, or with a unit of it that the card belongs to; empty for any."""
    belongs_to: tuple[str, ...] = ()
    """Names of units; empty for a card that is open to all."""
    belongs_to_all: bool = False
    """All of them must be in the army, not any."""
    title: str = ""
    """The unit's title that the card asks for, where it does ("Jedi Knight")."""
    requirement: tuple[tuple[tuple[str, str], ...], ...] = ()
    """Any of these groups; in a group, a unit with every (field, value): `rank`, `faction`, `affiliation`, `title`."""
    battle_force: str = ""
    timing: Timing | None = None
    """None: the data do not know; both seats are asked after the reveal."""
    later: tuple[Timing, ...] = ()
    """Further times at which an effect of it falls due, in the order of LG-20."""
    returns: bool = False
    """Goes back to the hand at the end of the Command Phase (Standing Orders)."""
    permanent: bool = False
    keywords: tuple[str, ...] = ()
    """That the card gives or speaks of."""
    does: tuple[str, ...] | None = None
    """What its effect touches: `order_pool`, `token_on_card`, `hand_or_discard`, `extra_order`, `weapon`, `advantage`,
    `divulge`. None: the data do not know."""
    read: tuple[str, ...] = ()
    """Fields that the data do not know and players read off it in an earlier match."""

    @property
    def timings(self) -> tuple[Timing, ...]:
        return () if self.timing is None else (self.timing, *self.later)

    @property
    def bare(self) -> "CommandCard":
        """Without what players read off it."""
        later = () if "timing" in self.read else self.later
        return replace(self, **dict.fromkeys(self.read), later=later, read=())


class Unit(Struct, frozen=True):
    id: str
    """Within the army: `7`, in the order of the list."""
    card: str
    """The catalogue's: `legion.unit.snowtroopers`."""
    name: str
    title: str
    rank: Rank | None
    """None: a counterpart; it has no token and is not counted."""
    unit_type: str
    faction: str
    affiliation: str = ""


class Army(Struct, frozen=True):
    name: str
    faction: str
    units: tuple[Unit, ...]
    hand: tuple[CommandCard, ...]
    points: int = 0
    battle_force: str = ""
