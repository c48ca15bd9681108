"""Every game that the table plays, with sides to play it: what figures and campaigns are taken of."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from table.app import games
from table.catalog.legion import catalogue
from table.catalog.legion.units import UnitCard
from table.config import Config
from table.games.game import Game
from table.games.infinity.forces import GROUP_SIZE, MOST_TROOPERS, Force, Order, Trooper
from table.games.infinity.rules import Infinity
from table.games.legion.armies import Army, Rank
from table.games.seats import SEATS, Seat

Sides: TypeAlias = Callable[[random.Random], Mapping[Seat, Any]]
"""What both seats bring, by chance. Legal for `Game.begin`; no wiser than that."""

MOST_UNITS = 14
MOST_CARDS = 10


@dataclass(frozen=True)
class System:
    game: Game[Any]
    sides: Sides


def systems() -> Iterator[System]:
    """Raises LookupError for a game without sides: nothing that is played goes unmeasured."""
    for name, game in games(Config()).items():
        if name == Infinity.system:
            yield System(game, infinity_sides)
            continue
        if name not in EDITIONS:
            raise LookupError(f"{name} has no sides to play it: add them to {__name__}")
        yield System(game, partial(legion_sides, catalogue.load(EDITIONS[name])))


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


def legion_sides(known: catalogue.Catalogue, rng: random.Random) -> Mapping[Seat, Army]:
    return {seat: _army(known, rng) for seat in SEATS}


def _army(known: catalogue.Catalogue, rng: random.Random) -> Army:
    """Units and cards of all factions at once, so that in time every card meets every unit."""
    leaders = [unit for unit in known.units if unit.rank in (Rank.COMMANDER, Rank.OPERATIVE)]
    chosen: list[UnitCard] = [rng.choice(leaders), *rng.choices(known.units, k=rng.randrange(MOST_UNITS))]
    hand = rng.sample(known.cards, 1 + rng.randrange(MOST_CARDS))
    return Army("", "", tuple(unit.in_army(n) for n, unit in enumerate(chosen, 1)), tuple(hand))
