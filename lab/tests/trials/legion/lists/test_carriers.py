"""Every way of points and every carrier, with one army each, read by the table's own reader and by a worse one."""

import random

import pytest

from lab.trials.legion.lists.carriers import CARRIERS, UNCARRIED, WAYS, admiral, in_way
from lab.trials.legion.lists.random_armies import ChosenArmy, army_chance
from lab.trials.legion.lists.readings import LegionListTrial
from lab.trials.legion.lists.writers import ListForm
from lab.trials.list_trial import ListOutcome
from table.games.legion.data.catalogue import CLASSIC, load

WELL = (ListOutcome.RIGHT, ListOutcome.REPORTED)


@pytest.fixture(scope="module")
def army() -> ChosenArmy:
    chance, rng = army_chance(load(CLASSIC)), random.Random(3)
    return next(each for each in iter(lambda: chance.army(rng), None) if any(unit.times > 1 for unit in each.units))


@pytest.mark.parametrize("way", WAYS)
def test_each_way_of_points_is_read(way: tuple[str, str], army: ChosenArmy) -> None:
    assert LegionListTrial(CLASSIC).read(army, ListForm.POINTS, in_way(army, way).encode()) in WELL


def test_there_are_sixteen_different_ways(army: ChosenArmy) -> None:
    assert len({in_way(army, way) for way in WAYS}) == len(WAYS) == 16


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_carrier_loses_nothing(carrier: str, army: ChosenArmy) -> None:
    words = admiral(army)
    assert CARRIERS[carrier](words) != words
    assert UNCARRIED[carrier](CARRIERS[carrier](words)).splitlines() == words.splitlines()
