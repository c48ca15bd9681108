"""Every game that the table plays, with sides to play it: what figures and campaigns are taken of."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec.structs import replace

from table.config import Config
from table.games.infinity.rules.game import Infinity
from table.games.infinity.rules.model.forces import GROUP_SIZE, MOST_TROOPERS, Force, Order, Trooper
from table.games.legion.data import catalogue
from table.games.legion.data.units import UnitCard
from table.games.legion.rules.model.armies import Army, Rank
from table.games.rule_set import RuleSet
from table.games.tide_of_iron.rules.game import TideOfIron
from table.games.tide_of_iron.rules.model.scenario import Part, Scenario, Scoring
from table.games.tide_of_iron.scenarios.stored import stored_scenarios
from table.lab.invariants import OF_ANY_GAME, OfGame
from table.rules.game import Game
from table.rules.seats import SEATS, Seat
from table.setup.repertoire import games, rule_sets

Sides: TypeAlias = Callable[[random.Random], Mapping[Seat, Any]]
"""What both seats bring, by chance. Legal for `Game.begin`; no wiser than that."""

MOST_UNITS = 14
MOST_CARDS = 10
MOST_COMMAND = 12


@dataclass(frozen=True)
class System:
    game: Game[Any]
    sides: Sides
    held_to: OfGame | None = None
    """What its states are held to, where that does not stand with the table's own."""


def systems() -> Iterator[System]:
    """Installed ones too. Raises LookupError for a game without sides: nothing that is played goes unmeasured."""
    added = {each.game.system: each for each in rule_sets(Config()).rule_sets}
    for name, game in games(Config()).items():
        yield offered(added[name]) if name in added else System(game, _sides(name))


def offered(rule_set: RuleSet) -> System:
    """A rule set from elsewhere, with the sides that it offers."""
    return System(rule_set.game, partial(_offered_sides, rule_set), OF_ANY_GAME)


def _offered_sides(rule_set: RuleSet, rng: random.Random) -> Mapping[Seat, Any]:
    system, shelf = rule_set.game.system, rule_set.shelf
    return {seat: shelf.fetch(system, rng.choice(shelf.offers(system)).id) for seat in SEATS}


def _sides(system: str) -> Sides:
    if system in EDITIONS:
        return partial(legion_sides, catalogue.load(EDITIONS[system]))
    if system == Infinity.system:
        return infinity_sides
    if system == TideOfIron.system:
        return partial(tide_sides, tuple(stored.scenario for stored in stored_scenarios(None) if stored.scenario))
    raise LookupError(f"{system} has no sides to play it: add them to {__name__}")


def infinity_sides(rng: random.Random) -> Mapping[Seat, Force]:
    return {seat: _force(rng) for seat in SEATS}


def _force(rng: random.Random) -> Force:
    """Some troopers of which the list says nothing, as in an army code; a peripheral and a proxy."""
    orders = (Order.REGULAR, Order.REGULAR, Order.IRREGULAR, None)
    troopers = tuple(
        Trooper(str(n), f"Trooper {n}", 1 + (n > GROUP_SIZE - 2), rng.choice(orders), rng.choice((False, True, None)))
        for n in range(1, rng.randrange(3, MOST_TROOPERS) + 1)
    )
    peripheral = Trooper("p", "Peripheral", 1, Order.NONE, peripheral_of="1")
    proxy = Trooper("x", "Proxy", 1, Order.NONE, proxy_of="2")
    bonus, orders_each = rng.choice((True, False, None)), rng.choice((0, 1, 2, None))
    return Force("", (*troopers, peripheral, proxy), bonus=bonus, lieutenant_orders=orders_each)


EDITIONS = MappingProxyType({"legion_2024": catalogue.CURRENT, "legion_classic": catalogue.CLASSIC})
"""Of which catalogue each Legion takes its units and cards."""


def tide_sides(scenarios: tuple[Scenario, ...], rng: random.Random) -> Mapping[Seat, Part]:
    """A sample, with as much command to begin with as chance will have it, and any way of giving victory points."""
    scenario = rng.choice(scenarios)
    first, second = (replace(sheet, command=rng.randrange(MOST_COMMAND)) for sheet in scenario.sides)
    scoring = Scoring(*(rng.random() < 0.5 for _ in range(3)))
    scenario = replace(scenario, sides=(first, second), scoring=scoring)
    sides = rng.sample([first.id, second.id], 2)
    return {seat: Part(scenario, side) for seat, side in zip(SEATS, sides, strict=True)}


def legion_sides(known: catalogue.Catalogue, rng: random.Random) -> Mapping[Seat, Army]:
    return {seat: _army(known, rng) for seat in SEATS}


def _army(known: catalogue.Catalogue, rng: random.Random) -> Army:
    """Units and cards of all factions at once, so that in time every card meets every unit."""
    leaders = [unit for unit in known.units if unit.rank in (Rank.COMMANDER, Rank.OPERATIVE)]
    chosen: list[UnitCard] = [rng.choice(leaders), *rng.choices(known.units, k=rng.randrange(MOST_UNITS))]
    hand = rng.sample(known.cards, 1 + rng.randrange(MOST_CARDS))
    return Army("", "", tuple(unit.in_army(n) for n, unit in enumerate(chosen, 1)), tuple(hand))
