"""Fields of a JSON that are nearly right, stand twice or hold something else."""

import json

import pytest

from table.games.legion.data.catalogue import load
from table.games.legion.lists.army_list import ListResult, judged, read_list
from table.games.legion.lists.notation import twice_in
from table.games.legion.lists.tts import odd_fields, plain_fields


def notes(result: ListResult) -> list[str]:
    return [note.key for note in result.warnings]


def test_case_and_dashes_in_a_field_say_nothing() -> None:
    assert plain_fields({"Command-Cards": 1, "listName": 2}) == {"commandcards": 1, "listname": 2}


def test_a_field_that_is_nearly_right_is_reported_once() -> None:
    units = [{"name": "AT-RT", "upgrads": []}, {"name": "AT-RT", "upgrads": []}]
    assert [dict(note.args) for note in odd_fields({"units": units, "mood": 1})] == [{"field": "upgrads"}]
    assert odd_fields({"author": 1, "battlefielddeck": 2, "units": []}) == ()


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ('{"name": "a", "name": "b"}', ("name",)),
        ('{"name": "a", "name": "a"}', ("name",)),
        ('{"name": "a", "Name": "a"}', ()),
        ('{"units": [{"name": "a", "Name": "b"}, {"name": "c"}]}', ("Name",)),
        ('my list: {"name": "a", "name": "b",} what now', ("name",)),
        ('{"B1 Battle Droids": 1, "B2 Battle Droids": 2}', ()),
        ("[1, 2]", ()),
        ("{", ()),
    ],
)
def test_a_field_that_stands_twice(words: str, fields: tuple[str, ...]) -> None:
    assert twice_in(words) == fields


def test_a_unit_that_another_name_in_its_object_replaces_is_reported() -> None:
    units = '[{"name": "AT-RT", "upgrades": [], "name": "AT-RT"}]'
    assert "list.field_twice" in notes(read_list(f'{{"armyFaction": "rebels", "units": {units}}}', load()))
    assert "list.field_twice" not in notes(read_list('{"units": [{"name": "AT-RT"}, {"name": "AT-RT"}]}', load()))


@pytest.mark.parametrize(
    "upgrades",
    [["Fear", "ID10"], "Fear, ID10", {"gear": "Fear", "other": ["ID10"]}, [{"name": "ID10"}, None, ""]],
)
def test_upgrades_in_whichever_form(upgrades: object) -> None:
    result = read_list(json.dumps({"units": [{"name": "Iden Versio", "upgrades": upgrades}]}), load())
    assert result.army is not None
    assert [unit.name for unit in result.army.units] == ["Iden Versio", "Iden's ID10 Seeker Droid"]


@pytest.mark.parametrize("upgrades", [7, True, ["Fear", 7], [["ID10"]]])
def test_upgrades_that_nobody_can_read_are_refused(upgrades: object) -> None:
    result = read_list(json.dumps({"units": [{"name": "Iden Versio", "upgrades": upgrades}]}), load())
    assert [problem.rule for problem in judged(result)] == ["TB-15"]
    assert [problem.key for problem in result.problems] == ["list.wrong_type"]
