"""Units, command cards and armies of Legion as the rules see them: frozen facts, without any data file."""

from enum import StrEnum
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.keywords import Keyword


class Rank(StrEnum):
    """The fronts of order tokens, in the order in which they are always listed."""

    COMMANDER = "commander"
    OPERATIVE = "operative"
    CORPS = "corps"
    SPECIAL = "special"
    SUPPORT = "support"
    HEAVY = "heavy"


RANKS = tuple(Rank)


@lru_cache(maxsize=256)
def words(unit_type: str) -> frozenset[str]:
    """Return the words of a unit type, worked out once for all units of that type."""
    return frozenset(unit_type.split())


class Slot(Struct, frozen=True):
    """An order that a card or a keyword allows. A unit fits if it fits every part that is not empty."""

    names: tuple[str, ...] = ()
    ranks: tuple[Rank, ...] = ()
    types: tuple[str, ...] = ()
    """The words of the unit type, one of which is enough: `trooper` fits `clone trooper`."""
    either: bool = False
    """True if it is enough to fit `names`, `ranks`, `types` or `keywords` ("special forces or trooper")."""
    factions: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    every: bool = False
    """True if it allows as many orders as there are units that fit ("each eligible unit")."""
    keywords: tuple[Keyword, ...] = ()
    """The keywords of a unit, one of which is enough ("AI unit")."""


class Timing(StrEnum):
    """The time at which a card's effect falls due, in the order of LG-20; set-up comes first, the End Phase last."""

    NONE = "none"
    SETUP = "setup"
    REVEAL = "reveal"
    UNTIMED = "untimed"
    ISSUING = "issuing"
    COMMAND_END = "command_end"
    START_OF_ACTIVATION = "start_of_activation"
    ACTIVATION = "activation"
    END_PHASE = "end_phase"


class CommandCard(Struct, frozen=True):
    id: str
    """The catalogue id: `legion.card.push`."""
    name: str
    hand_pips: int
    priority_pips: int | None
    """The pips for priority. None is not in the data, and is read off the card."""
    slots: tuple[Slot, ...] | None
    """The orders. None is not in the data, and both seats are asked after the reveal. If empty, no unit is ordered."""
    orders: str = ""
    """The orders line in words. If `slots` is None it is only a possible reading, and may be empty."""
    suggested: tuple[Slot, ...] | None = None
    """If `slots` is None: an uncertain reading to offer to the players."""
    faction: str = ""
    """The faction of the army, or of a unit in it that the card belongs to; empty for any."""
    belongs_to: tuple[str, ...] = ()
    """The names of the units that it belongs to; empty for a card that is open to all."""
    belongs_to_all: bool = False
    """True if all of them must be in the army, and not only one."""
    title: str = ""
    """The title of the unit that the card asks for ("Jedi Knight"); empty for any."""
    requirement: tuple[tuple[tuple[str, str], ...], ...] = ()
    """The groups of which one has to be met: a unit with every (field, value).

    The fields are `rank`, `faction`, `affiliation` and `title`.
    """
    battle_force: str = ""
    timing: Timing | None = None
    """The time of its effect. None is not in the data, and both seats are asked after the reveal."""
    later: tuple[Timing, ...] = ()
    """The further times at which an effect of it falls due, in the order of LG-20."""
    returns: bool = False
    """True if it goes back to the hand at the end of the Command Phase (Standing Orders)."""
    permanent: bool = False
    keywords: tuple[str, ...] = ()
    """The keywords that the card gives or mentions."""
    does: tuple[str, ...] | None = None
    """The things that its effect changes; None is not in the data.

    They are `order_pool`, `token_on_card`, `hand_or_discard`, `extra_order`, `weapon`, `advantage`, `divulge`.
    """
    acts: tuple[CardAct, ...] = ()
    """The card does this to orders, order tokens and cards, as far as the data tell."""
    read: tuple[str, ...] = ()
    """The fields that are not certain in the data, and that players read off it in an earlier match."""
    likely: tuple[str, ...] = ()
    """The fields that count and of which the data are not certain: players can read them off it instead (TB-76)."""

    @property
    def timings(self) -> tuple[Timing, ...]:
        return () if self.timing is None else (self.timing, *self.later)

    def acts_of(self, act: Act) -> tuple[str, ...]:
        """Return the words of all its acts of this code; none if it does nothing of the kind."""
        return tuple(each.words for each in self.acts if each.act is act) if self.acts else ()

    @property
    def stays(self) -> bool:
        """True if it is not discarded at the end of its round."""
        return self.permanent or bool(self.acts_of(Act.NOT_DISCARDED))

    @property
    def bare(self) -> "CommandCard":
        """Return the card with the fields of which the data are certain, to be read off. The likely orders are
        suggested.
        """
        if not (doubtful := (*self.read, *self.likely)):
            return self
        later = () if "timing" in doubtful else self.later
        suggested = self.slots if "slots" in self.likely else self.suggested
        return replace(self, **dict.fromkeys(doubtful), later=later, suggested=suggested, read=(), likely=())


class UnitKeyword(Struct, frozen=True):
    keyword: str
    """The value of a `Keyword`, or the name of one with a module of its own."""
    to: tuple[Slot, ...] = ()
    """The units that it can issue an order to, those of any slot. Empty if it issues none, or names none."""
    says: str = ""
    """The keyword stands so on the unit card: `Vehicle`, `Aim 1 or Dodge 1`."""


class Unit(Struct, frozen=True):
    id: str
    """The id within the army: `7`, in the order of the list."""
    card: str
    """The catalogue id: `legion.unit.snowtroopers`."""
    name: str
    title: str
    rank: Rank | None
    """The rank. None is a counterpart, which has no token and is not counted."""
    unit_type: str
    faction: str
    affiliation: str = ""
    keywords: tuple[UnitKeyword, ...] = ()

    def has(self, keyword: str) -> bool:
        return any(each.keyword == keyword for each in self.keywords)

    @property
    def types(self) -> frozenset[str]:
        """Return the words of its type: `clone trooper` is a `trooper`, too."""
        return words(self.unit_type)


class Army(Struct, frozen=True):
    name: str
    faction: str
    units: tuple[Unit, ...]
    hand: tuple[CommandCard, ...]
    points: int = 0
    battle_force: str = ""
