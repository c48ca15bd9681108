"""The rules that a battle force gives an army, in one table: LA-71 to LA-79."""

from collections.abc import Iterable
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from table.games.legion.rules.model.armies import Army, Rank, Slot, Unit, UnitKeyword
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.slots import suits

RAPID_DEPLOYMENT, GUNS_FOR_HIRE, FEATS_OF_VALOR = "rapid_deployment", "guns_for_hire", "feats_of_valor"
CLAN_OPTIONS = (RAPID_DEPLOYMENT, GUNS_FOR_HIRE, FEATS_OF_VALOR)
"""The options of a Custom Clan with rules at the table's moments. Two of five are chosen with the list."""
MANDALORIANS = "mandalorians"


class Grant(Struct, frozen=True):
    """The keywords, and perhaps the affiliation, that a force gives to each unit that fits."""

    to: Slot
    keywords: tuple[UnitKeyword, ...] = ()
    affiliation: str = ""
    common: bool = False
    """True if no unique unit gets them."""


class ForceRules(Struct, frozen=True):
    """The changes by a battle force, or by an option of a clan."""

    grants: tuple[Grant, ...] = ()
    order_range: str = ""
    """The range of the nominated unit's orders; empty for any (LA-72)."""
    transports_any: bool = False
    """True if Transport orders a unit of any affiliation (LA-73)."""
    aside: tuple[Slot, ...] = ()
    """The units that may be set aside at set-up (LA-75)."""
    most_aside: int = 0
    must_be_placed: bool = False
    """True if a unit that was set aside must be placed if it can be."""
    surges: bool = False
    """True if one commander gains surge tokens as the Activation Phase begins (LA-76)."""
    reminders: tuple[UnitKeyword, ...] = ()
    """The reminders for the players at a moment of the table, as keywords (LA-71, LA-77, LA-79)."""
    options: tuple[str, ...] = ()
    """The options that the players choose from once (LA-78)."""


_MANDALORIAN_WARRIORS = Slot(names=("Mandalorian Warriors",))
FORCES = MappingProxyType(
    {
        "Bright Tree Village": ForceRules(
            (
                Grant(
                    Slot(ranks=(Rank.COMMANDER,), factions=("rebels",)), (UnitKeyword(Keyword.ALLIES_OF_CONVENIENCE),)
                ),
            ),
            reminders=(UnitKeyword("ewok_suppression"),),
        ),
        "Imperial Remnant": ForceRules(
            (Grant(Slot(), (UnitKeyword("independent_alone", words="Aim 1 or Dodge 1"),)),), order_range="2"
        ),
        "Shadow Collective": ForceRules(transports_any=True),
        "Stormtrooper Battalion": ForceRules(
            (
                Grant(
                    Slot(ranks=(Rank.COMMANDER, Rank.OPERATIVE)),
                    (UnitKeyword("surge_when_ordered", words="1"), UnitKeyword("target", words="2")),
                    common=True,
                ),
                Grant(Slot(ranks=(Rank.COMMANDER,)), (UnitKeyword("compel_while_nominated"),)),
            )
        ),
        "Tempest Force": ForceRules(
            aside=(Slot(ranks=(Rank.SPECIAL,)), Slot(ranks=(Rank.SUPPORT,))),
            most_aside=1,
            must_be_placed=True,
            reminders=(UnitKeyword("far_units_suppression"),),
        ),
        "Experimental Droids": ForceRules(surges=True),
        "Clan Kryze": ForceRules(reminders=(UnitKeyword("green_tokens_stay"),)),
        "Clan Saxon": ForceRules(reminders=(UnitKeyword("gain_on_defeat"),)),
        "Custom Clan": ForceRules(options=CLAN_OPTIONS),
    }
)
"""The battle forces with rules at the table's moments. The others change only how a list is built."""
OPTIONS = MappingProxyType(
    {
        RAPID_DEPLOYMENT: ForceRules(aside=(Slot(),), most_aside=2),
        GUNS_FOR_HIRE: ForceRules(
            (
                Grant(
                    Slot(names=("A-A5 Speeder Truck", "TX-225 GAVw Occupier Tank", "WLO-5 Speeder Tank")),
                    (
                        UnitKeyword(Keyword.COORDINATE, (_MANDALORIAN_WARRIORS,), "Mandalorian Warriors"),
                        UnitKeyword("independent", words="Surge 1"),
                    ),
                    affiliation=MANDALORIANS,
                ),
            )
        ),
        FEATS_OF_VALOR: ForceRules(reminders=(UnitKeyword("gain_on_defeat"),)),
    }
)
NO_FORCE = ForceRules()


def force_of(army: Army) -> ForceRules:
    """Return what the army's battle force changes. A force without a rule at the table changes nothing."""
    return FORCES.get(army.battle_force, NO_FORCE)


def forces_of(army: Army, options: Iterable[str] = ()) -> tuple[ForceRules, ...]:
    """Return what the army's battle force and the chosen options of its clan change."""
    return (force_of(army), *(OPTIONS[option] for option in options))


def granted(unit: Unit, *forces: ForceRules) -> Unit:
    """Return the unit with all that the forces give it."""
    for grant in (grant for force in forces for grant in force.grants):
        if suits(grant.to, unit) and not (grant.common and unit.unique):
            keywords = (*unit.keywords, *(each for each in grant.keywords if each not in unit.keywords))
            unit = replace(unit, keywords=keywords, affiliation=grant.affiliation or unit.affiliation)
    return unit
