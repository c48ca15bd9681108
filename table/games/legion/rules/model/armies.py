"""Units, command cards and armies of Legion, as the rules need them."""

from enum import StrEnum
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.keywords import Keyword


class Rank(StrEnum):
    """The ranks of units and order tokens, in the order of every list."""

    COMMANDER = "commander"
    OPERATIVE = "operative"
    CORPS = "corps"
    SPECIAL = "special"
    SUPPORT = "support"
    HEAVY = "heavy"


RANKS = tuple(Rank)


@lru_cache(maxsize=256)
def words(unit_type: str) -> frozenset[str]:
    """Return the words of a unit type. They are cached."""
    return frozenset(unit_type.split())


class Slot(Struct, frozen=True):
    """An order that a card or a keyword allows. A unit fits if it fits every part that is not empty."""

    names: tuple[str, ...] = ()
    ranks: tuple[Rank, ...] = ()
    types: tuple[str, ...] = ()
    """The unit types. One of them is enough: `trooper` fits `clone trooper`."""
    either: bool = False
    """True if a unit must fit only one of `names`, `ranks`, `types` and `keywords` ("special forces or trooper")."""
    factions: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    every: bool = False
    """True if every unit that fits gets an order ("each eligible unit")."""
    keywords: tuple[Keyword, ...] = ()
    """The keywords of a unit ("AI unit"). One of them is enough."""


class Timing(StrEnum):
    """The time of a card's effect, in the order of LG-20; set-up comes first, the End Phase last."""

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
    """The pips for priority; None if they must be read off the card."""
    slots: tuple[Slot, ...] | None
    """The orders; None if they must be read off the card. If empty, no unit gets an order."""
    orders: str = ""
    """The orders line in words. If `slots` is None it is an uncertain reading, and may be empty."""
    suggested: tuple[Slot, ...] | None = None
    """An uncertain reading of the orders line to offer the players, if `slots` is None."""
    faction: str = ""
    """The faction that the army, or a unit of the card in it, must have; empty for any."""
    belongs_to: tuple[str, ...] = ()
    """The names of the units that it belongs to; empty for a card without a unit."""
    belongs_to_all: bool = False
    """True if all of them must be in the army, and not only one."""
    title: str = ""
    """The title of the unit that the card asks for ("Jedi Knight"); empty for any."""
    requirement: tuple[tuple[tuple[str, str], ...], ...] = ()
    """The conditions: a unit must have every (field, value) of one of them.

    The fields are `rank`, `faction`, `affiliation` and `title`.
    """
    battle_force: str = ""
    timing: Timing | None = None
    """The time of its effect; None if it must be read off the card."""
    later: tuple[Timing, ...] = ()
    """The further times of its effects, in the order of LG-20."""
    returns: bool = False
    """True if it returns to the hand at the end of the Command Phase (Standing Orders)."""
    permanent: bool = False
    keywords: tuple[str, ...] = ()
    """The keywords that the card gives or mentions."""
    does: tuple[str, ...] | None = None
    """The things that its effect changes; None if unknown.

    They are `order_pool`, `token_on_card`, `hand_or_discard`, `extra_order`, `weapon`, `advantage`, `divulge`.
    """
    acts: tuple[CardAct, ...] = ()
    """The known acts on orders, order tokens and cards."""
    read: tuple[str, ...] = ()
    """The uncertain fields that players read off in an earlier match."""
    likely: tuple[str, ...] = ()
    """The fields that apply but are not certain. Players can read them off instead (TB-76)."""

    @property
    def timings(self) -> tuple[Timing, ...]:
        return () if self.timing is None else (self.timing, *self.later)

    def acts_of(self, act: Act) -> tuple[str, ...]:
        """Return the words of all its acts with this code."""
        return tuple(each.words for each in self.acts if each.act is act) if self.acts else ()

    @property
    def stays(self) -> bool:
        """True if it is not discarded at the end of its round."""
        return self.permanent or bool(self.acts_of(Act.NOT_DISCARDED))

    @property
    def bare(self) -> "CommandCard":
        """Return the card with its certain fields only. Likely orders are suggested."""
        if not (doubtful := (*self.read, *self.likely)):
            return self
        later = () if "timing" in doubtful else self.later
        suggested = self.slots if "slots" in self.likely else self.suggested
        return replace(self, **dict.fromkeys(doubtful), later=later, suggested=suggested, read=(), likely=())


class UnitKeyword(Struct, frozen=True):
    keyword: str
    """The value of a `Keyword`, or the name of one with a module of its own."""
    to: tuple[Slot, ...] = ()
    """The units that it can issue an order to, by any of these slots. Empty if it issues none or names none."""
    words: str = ""
    """The words behind the keyword on the unit card: `Vehicle`, `Aim 1 or Dodge 1`."""


class Unit(Struct, frozen=True):
    id: str
    """The id within the army: `7`, in the order of the list."""
    card: str
    """The catalogue id: `legion.unit.snowtroopers`."""
    name: str
    title: str
    rank: Rank | None
    """The rank; None for a counterpart, which has no token and is not counted."""
    unit_type: str
    faction: str
    affiliation: str = ""
    keywords: tuple[UnitKeyword, ...] = ()
    unique: bool = False

    def has(self, keyword: str) -> bool:
        return any(each.keyword == keyword for each in self.keywords)

    @property
    def types(self) -> frozenset[str]:
        """Return the words of its type: a `clone trooper` is a `trooper`, too."""
        return words(self.unit_type)


class Army(Struct, frozen=True):
    name: str
    faction: str
    units: tuple[Unit, ...]
    hand: tuple[CommandCard, ...]
    points: int = 0
    battle_force: str = ""
    """The name of its battle force; empty for none."""
    mode: int = 0
    """The points of the game that it was built for; 0 if unknown."""
    battle_cards: tuple[str, ...] = ()
    """The battle cards of its list that are rules at the table (LA-88)."""
