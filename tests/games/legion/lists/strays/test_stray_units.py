"""A unit that stands where none is read is no longer in the army: the list reports it."""

import json

import pytest

from table.games.legion.data.catalogue import load
from table.games.legion.lists.army_list import ListResult, read_list

AMONG, NEARLY, BELOW = "list.unit_among_upgrades", "list.counterpart_unread", "list.unit_passed_over"


def reported(result: ListResult) -> list[tuple[str, str]]:
    keys = (AMONG, NEARLY, BELOW)
    return [(note.key, str(dict(note.args)["name"])) for note in result.warnings if note.key in keys]


def with_upgrades(unit: str, *upgrades: str, edition: str = "current") -> ListResult:
    units = [{"name": unit, "upgrades": upgrades}, {"name": "Stormtroopers"}]
    return read_list(json.dumps({"armyFaction": "empire", "units": units}), load(edition))


@pytest.mark.parametrize(
    "written", ["Shoretroopers", "2x Shoretroopers", "Darth Vader", "darth vader dark lord of the sith"]
)
def test_a_unit_among_upgrades_is_reported(written: str) -> None:
    assert reported(with_upgrades("Scout Troopers", "Fear", written)) == [(AMONG, written)]


def test_upgrades_that_are_called_like_a_unit_and_titles_in_brackets_are_none() -> None:
    assert reported(with_upgrades("Stormtroopers", "Clone Trooper Infantry", "T-Series Tactical Droid")) == []
    titled = read_list("Droids\n300/800 (1 activation)\nSuper Tactical Droid (Kalani)\nCommands: Push", load("classic"))
    assert reported(titled) == []


def test_a_unit_that_is_indented_below_another_is_reported() -> None:
    text = "90/1000\nCorps:\nStormtroopers (Fear)\n    Shoretroopers (Fear)\nCommands: Ambush, Push"
    assert reported(read_list(text, load())) == [(AMONG, "Shoretroopers (Fear)")]


@pytest.mark.parametrize(
    "written", ["Iden's ID60 Seeker Droid", "Iden's ID10", "Idens Seeker Droid", "ID10 Seeker Droid"]
)
def test_what_is_nearly_a_counterpart_is_reported(written: str) -> None:
    result = with_upgrades("Iden Versio", "Fear", written)
    assert reported(result) == [(NEARLY, written)]


@pytest.mark.parametrize("written", ["Iden's ID10 Seeker Droid", "Idens ID10 Seekr Droid", "ID10"])
def test_a_counterpart_is_read(written: str) -> None:
    result = with_upgrades("Iden Versio", written)
    assert reported(result) == []
    assert result.army is not None
    assert [unit.name for unit in result.army.units] == ["Iden Versio", "Iden's ID10 Seeker Droid", "Stormtroopers"]


@pytest.mark.parametrize("heading", ["Objectives:", "Battle deck:", "Contingencies:"])
def test_a_unit_below_a_heading_of_which_nothing_is_read_is_reported(heading: str) -> None:
    text = f"Test\n90/1000\nStormtroopers (42)\nShoretroopers (48)\nCommands:\nAmbush\n\n{heading}\n - Payload\n"
    assert reported(read_list(f"{text} - Breakthrough\n", load())) == []
    for line in (" - Iden's ID10 Seeker Droid (0)", "Scout Troopers (48)", " - 2x Scout Troopers"):
        ((key, name),) = reported(read_list(f"{text}{line}\n", load()))
        assert (key, name in line) == (BELOW, True)


def test_links_have_each_at_its_place() -> None:
    assert reported(read_list("legionhq2.com/list/empire/1000:1ay00ej0,1au0,bl", load())) == []
