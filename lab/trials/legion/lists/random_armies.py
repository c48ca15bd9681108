"""Random legal armies with upgrades, counterparts and a hand, as in a list builder."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from table.games.legion.data.catalogue import Catalogue
from table.games.legion.data.factions import FACTIONS, MERCENARY, distance
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Rank
from table.games.legion.rules.model.hands import HAND_PIPS, RANK_LIMITS, STANDING_ORDERS, hand_problems, owners

MANDALORIANS = "mandalorians"
COMPANIONS = {"lw": "Iden Versio", "ji": "R2-D2", "jj": "R2-D2", "tn": "Din Djarin", "xw": "The Bad Batch"}
"""The unit of each counterpart, by the counterpart's id in links."""
OTHER_CARDS = ("Breakthrough", "Intercept Signals", "Close the Pocket", "Bunker Assault", "Advanced Intel")
"""Battle cards, which lists name after the units."""
_HIRED = 2
"""The most mercenaries in an army of another faction."""
_TRIES = 200


class Upgrade(Struct, frozen=True):
    name: str
    cost: int
    lhq_id: str


class ChosenUnit(Struct, frozen=True):
    """A unit of a list, or several equal ones."""

    card: UnitCard
    times: int = 1
    upgrades: tuple[Upgrade, ...] = ()
    loadout: tuple[Upgrade, ...] = ()
    """A second upgrade for each upgrade's slot; empty, or as many as there are upgrades."""
    counterpart: UnitCard | None = None

    @property
    def cost(self) -> int:
        """Return the points of all of them with their upgrades, without the counterpart."""
        return self.times * (self.card.cost + sum(upgrade.cost for upgrade in self.upgrades))


class ChosenArmy(Struct, frozen=True):
    title: str
    faction: str
    units: tuple[ChosenUnit, ...]
    hand: tuple[CommandCard, ...]
    """The hand without Standing Orders."""
    contingencies: tuple[CommandCard, ...]
    limit: int

    @property
    def points(self) -> int:
        return sum(unit.cost + (unit.counterpart.cost if unit.counterpart else 0) for unit in self.units)

    @property
    def activations(self) -> int:
        return sum(unit.times for unit in self.units)

    @property
    def cards(self) -> Counter[str]:
        """Return the ids of its unit cards."""
        found = Counter[str]()
        for unit in self.units:
            found[unit.card.id] += unit.times
            if unit.counterpart:
                found[unit.counterpart.id] += 1
        return found


class ArmyChance(Struct, frozen=True):
    """The data from which random armies of an edition are drawn."""

    catalogue: Catalogue
    upgrades: tuple[Upgrade, ...]

    def army(self, rng: random.Random) -> ChosenArmy:
        """Return an army within every limit, with a legal hand."""
        for _ in range(_TRIES):
            faction = rng.choice([each for each in FACTIONS if list(self._of(each, Rank.COMMANDER))])
            units = tuple(self._units(faction, rng))
            cards = self._hand(units, faction, rng)
            if cards is None:
                continue
            army = ChosenArmy(
                title=rng.choice(TITLES),
                faction=faction,
                units=units,
                hand=cards,
                contingencies=tuple(rng.sample(self.catalogue.cards, 2)) if rng.random() < 0.2 else (),
                limit=self.catalogue.points,
            )
            if army.points <= army.limit:
                return army
        raise LookupError("no lawful army was found by chance")

    def _of(self, faction: str, rank: Rank | None) -> Iterator[UnitCard]:
        """Yield the units of a rank that an army of the faction may have."""
        for unit in self.catalogue.units:
            if unit.rank is rank and unit.faction and may_have(faction, unit):
                yield unit

    def _units(self, faction: str, rng: random.Random) -> Iterator[ChosenUnit]:
        left = self.catalogue.points
        unique: set[str] = set()
        hired = 0
        for rank, least, most in RANK_LIMITS:
            number = rng.randint(least, max(least, most - rng.randrange(2)))
            while number > 0:
                known = [
                    unit
                    for unit in self._of(faction, rank)
                    if unit.name not in unique and (hired < _HIRED or distance(unit, faction) == 0 or _led(faction))
                ]
                fitting = [unit for unit in known if unit.cost <= left / max(1, number)] or known
                if not fitting:
                    break
                card = rng.choice(fitting)
                times = 1 if card.unique else rng.randint(1, number)
                chosen = self._equipped(card, times, faction, unique, rng)
                hired += distance(card, faction) > 0
                number -= times
                left -= chosen.cost
                if card.unique:
                    unique.add(card.name)
                yield chosen

    def _equipped(self, card: UnitCard, times: int, faction: str, unique: set[str], rng: random.Random) -> ChosenUnit:
        upgrades = tuple(rng.sample(self.upgrades, rng.choice((0, 0, 1, 1, 2, 3))))
        loadout = tuple(rng.sample(self.upgrades, len(upgrades))) if times == 1 and rng.random() < 0.1 else ()
        counterparts = [
            unit
            for unit in self._of(faction, None)
            if times == 1 and COMPANIONS.get(unit.lhq_id) == card.name and unit.name not in unique
        ]
        counterpart = rng.choice(counterparts) if counterparts and rng.random() < 0.5 else None
        if counterpart:
            unique.add(counterpart.name)
        return ChosenUnit(card, times, upgrades, loadout, counterpart)

    def _hand(self, units: Sequence[ChosenUnit], faction: str, rng: random.Random) -> tuple[CommandCard, ...] | None:
        """Return six legal cards for the army, or None if there are too few."""
        army = tuple(unit.card.in_army(number) for number, unit in enumerate(units, 1))
        hand: list[CommandCard] = []
        for pips, wanted in HAND_PIPS:
            open_to_it = [
                card
                for card in self.catalogue.cards
                if card.hand_pips == pips and not card.battle_force and card.id != STANDING_ORDERS
                if not any(problem.rule in ("LC-04", "LC-05") for problem in hand_problems(army, (card,), faction))
            ]
            brought = [card for card in open_to_it if card.acts_of(Act.MUST_BE_INCLUDED) and owners(card, army)]
            others = [card for card in open_to_it if card not in brought]
            if not wanted - len(others) <= len(brought) <= wanted:
                return None
            hand.extend((*brought, *rng.sample(others, wanted - len(brought))))
        return tuple(hand)


def may_have(faction: str, unit: UnitCard) -> bool:
    """True if an army of the faction may have the unit."""
    if unit.affiliation in ("Mandalorians", "Clan Saxon", "Clan Wren", "Clan Kryze") and faction == MANDALORIANS:
        return True
    if faction == MERCENARY and unit.faction == MERCENARY:
        return unit.affiliation != "Mandalorians"
    return distance(unit, faction) <= 1


def _led(faction: str) -> bool:
    """True for armies that consist of mercenaries."""
    return faction in (MERCENARY, MANDALORIANS)


TITLES = (
    "Echo line", "Untitled", "Hunters of the outer rim", "Test 2", "Vader's fist (v3)", "Straße der Droiden",
    "500 club",
)  # fmt: skip
"""Typical names of lists."""
UPGRADES = (
    ("Force Push", 10), ("Force Choke", 5), ("HQ Uplink", 10), ("Z-6 Trooper", 22), ("DLT-19 Stormtrooper", 21),
    ("E-11D Config", 8), ("A-180 Config", 4), ("Mo/Dk Power Harpoon", 6), ("CM-0/93 Trooper", 20), ("Fear", 3),
    ("Up Close and Personal", 8), ("The Darksaber (Gideon)", 15), ("\"Bunker Buster\" Shells", 5), ("DT-F16", 12),
    ("T-Series Tactical Droid", 10), ("IG-RM Thug, Second Class", 7), ("Clone Trooper Infantry", 9), ("E-5s", 12),
    ("Rebel Trooper", 10), ("Battle Meditation", 2), ("JT-12 Jetpacks", 9), ("EMP \"Droid Poppers\"", 6),
    ("Tenacity", 4),
)  # fmt: skip
"""Names and points of upgrades: with digits at their end, commas, slashes, brackets, and names of units."""


def army_chance(catalogue: Catalogue) -> ArmyChance:
    """Return the data for random armies of this edition."""
    taken = {unit.lhq_id for unit in catalogue.units} | catalogue.link_cards.keys()
    letters = "vwxyzVWXYZ"
    free = (one + two for one in letters for two in letters if one + two not in taken)
    return ArmyChance(catalogue, tuple(Upgrade(name, cost, next(free)) for name, cost in UPGRADES))
