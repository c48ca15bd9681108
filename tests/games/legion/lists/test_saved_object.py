"""The Legion mod's own file: an object saved by Tabletop Simulator, in whose script the list stands."""

import json

import pytest

from table.games.legion.data.catalogue import CLASSIC, load
from table.games.legion.lists.army_list import ListResult, judged, read_list

SCRIPT = r"""function onload()
listData = {}
listData.pts = 436
listData.armyFaction = 'separatist'
listData.commandCards = {}
listData.commandCards[1] = 'Im Your Worst Nightmare'
listData.commandCards[2] = 'Ambush'
listData.commandCards[3] = 'I\'m In Control'
listData.commandCards[4] = "Push"
listData.commandCards[5] = 'I Make The Rules Now'
listData.commandCards[6] = 'Roger, Roger'
listData.commandCards[7] = 'Standing Orders'
listData.units = {}
listData.units[1] = {}
listData.units[1].unitName = 'Cad Bane'
listData.units[1].upgrades = {}
listData.units[1].upgrades[1] = {name = 'Duck and Cover', varName = 'duckAndCover'}
listData.units[2] = {}
listData.units[2].unitName = 'B1 Battle Droids'
listData.units[2].upgrades = {}
listData.units[2].upgrades[1] = {name = 'T-Series Tactical Droid', varName = 'tSeriesTacticalDroid'}
listData.units[3] = {}
listData.units[3].unitName = 'BX Commando Droids Strike Team'
listData.battlefieldDeck = {}
listData.battlefieldDeck.objective = {}
end
"""


def saved(*scripts: str) -> str:
    """Return what Tabletop Simulator writes, with an object in a bag for each script."""
    inside = [{"Nickname": "Data disk", "LuaScript": script} for script in scripts]
    return json.dumps({"SaveName": "", "LuaScript": "", "ObjectStates": [{"Name": "Bag", "ContainedObjects": inside}]})


def read(source: str) -> ListResult:
    return read_list(source, load(CLASSIC))


@pytest.mark.parametrize("source", [SCRIPT, saved(SCRIPT), saved(SCRIPT, SCRIPT), saved(SCRIPT, "print(1)")])
def test_the_list_is_read_out_of_the_script(source: str) -> None:
    result = read(source)
    assert judged(result) == ()
    assert result.army is not None
    assert (result.army.faction, result.army.points) == ("separatists", 436)
    names = [unit.name for unit in result.army.units]
    assert names == ["Cad Bane", "B1 Battle Droids", "BX-Series Droid Commandos Strike Team"]
    assert [card.name for card in result.army.hand][:3] == ["I'm Your Worst Nightmare", "Ambush", "I'm in Control"]


def test_a_unit_whose_name_is_gone_is_not_left_out_silently() -> None:
    result = read(SCRIPT.replace("units[2].unitName", "units[2].unitNam"))
    assert [dict(problem.args)["field"] for problem in result.problems] == ["units[2].unitName"]


def test_several_lists_and_none() -> None:
    assert [problem.key for problem in read(saved(SCRIPT, SCRIPT.replace("436", "500"))).problems] == ["list.several"]
    assert [problem.key for problem in read(saved("-- listData.")).problems] == ["list.no_units"]
    assert [problem.key for problem in read("listData.units = {}").problems] == ["list.no_units"]


def test_more_units_and_cards_than_any_army_has() -> None:
    units = "".join(f"listData.units[{n}].unitName = 'Droidekas'\n" for n in range(1, 90))
    cards = "".join(f"listData.commandCards[{n}] = 'Push'\n" for n in range(1, 90))
    assert [problem.key for problem in read(units + cards).problems] == ["list.too_many"] * 2
