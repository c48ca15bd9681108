"""A list back to JSON and to a link, decoded here by the builders' grammar, without the table's reader."""

import json
import re
from collections import Counter

import pytest
from click.testing import CliRunner

from table.games.files.raw_list import ListError
from table.games.legion.data.catalogue import CLASSIC, CURRENT, load
from table.games.legion.data.upgrade_cards import upgrade_cards
from table.games.legion.lists.army_list import ListResult, read_list
from table.games.legion.lists.command_line import LegionLists
from table.games.legion.lists.export.exports import as_json, as_link
from table.games.legion.rules.model.keywords import Keyword
from table.program.cli import main

ECHO = """Echo line
585/1000
Commanders:
- Leia Organa Fearless and Inventive (75)
Operatives:
- R2-D2 (55)
    - C-3PO Human-Cyborg Relations
- Luke Skywalker Jedi Knight (165)
    - Tenacity
    - Force Push
Corps:
- 3x Rebel Troopers (40)
    - Z-6 Trooper (22)
- Rebel Troopers (40)
Hand: Coordinated Bombardment, Ambush, No Time for Sorrows, Push, Return of the Jedi, Assault
"""
LINK = "https://legionhq2.com/list/rebels/1000:1ab0000,1jg0+1ji,1fmdt000,3aheb000,1ah0000,cr,bl,cl,bk,cd,bj"


def read(source: str) -> ListResult:
    return read_list(source, load(CURRENT))


def decoded(link: str) -> tuple[Counter[tuple[str, frozenset[str], str]], list[str]]:
    """Return the units (id, upgrades, counterpart) and the cards of a link."""
    units, cards = Counter[tuple[str, frozenset[str], str]](), list[str]()
    for part in link.rsplit(":", 1)[1].split(","):
        if len(part) == 2:
            cards.append(part)
            continue
        own, _, other = part.partition("+")
        slots = frozenset(slot for slot in re.findall("0|..", own[3:]) if slot != "0")
        units[own[1:3], slots, other[1:3]] += int(own[0])
    return units, cards


def test_a_link_has_the_ids_of_units_upgrades_and_cards() -> None:
    link, notes = as_link(read(ECHO), load(CURRENT))
    cards = upgrade_cards()
    units, hand = decoded(link)
    ids = {unit.full_name: unit.lhq_id for unit in load(CURRENT).units}
    named = {name: next(iter(each)).lhq_id for name, each in cards.by_name.items()}
    z6, push, tenacity = (named[name] for name in ("z 6 trooper", "force push", "tenacity"))
    assert units == {
        (ids["Leia Organa Fearless and Inventive"], frozenset(), ""): 1,
        (ids["R2-D2 Hero of a Thousand Devices"], frozenset(), ids["C-3PO Human-Cyborg Relations"]): 1,
        (ids["Luke Skywalker Jedi Knight"], frozenset((push, tenacity)), ""): 1,
        (ids["Rebel Troopers"], frozenset((z6,)), ""): 3,
        (ids["Rebel Troopers"], frozenset(), ""): 1,
    }
    assert hand == ["cr", "bl", "cl", "bk", "cd", "bj"]
    assert notes == ()


def test_each_upgrade_stands_in_a_slot_of_its_kind() -> None:
    cards = upgrade_cards()
    link, _ = as_link(read(ECHO), load(CURRENT))
    (luke,) = [part for part in link.split(",") if part[1:3] == "fm"]
    slots = re.findall("0|..", luke[3:])
    assert len(slots) == len(cards.bars["fm"])
    assert [cards.by_id[slot].slot for slot in slots if slot != "0"] == [
        kind for kind, slot in zip(cards.bars["fm"], slots, strict=True) if slot != "0"
    ]


def test_a_link_is_exported_as_it_was_but_for_the_order_of_its_slots() -> None:
    assert decoded(as_link(read(LINK), load(CURRENT))[0]) == decoded(LINK)


def test_json_has_the_builders_names() -> None:
    content = json.loads(as_json(read(LINK))[0])
    assert content["armyFaction"] == "rebel"
    assert content["numActivations"] == 7
    assert content["commandCards"][-1] == "Standing Orders"
    assert {"name": "Luke Skywalker Jedi Knight", "upgrades": ["Force Push"], "loadout": []} in content["units"]
    assert "C-3PO Human-Cyborg Relations" in content["units"][1]["upgrades"]


def test_json_and_link_say_the_same_army() -> None:
    by_json = read(as_json(read(ECHO))[0])
    assert decoded(as_link(by_json, load(CURRENT))[0]) == decoded(as_link(read(ECHO), load(CURRENT))[0])


def test_an_unknown_upgrade_is_named_and_stays_out_of_the_link_alone() -> None:
    source = ECHO.replace("Z-6 Trooper", "Glorb Launcher")
    link, notes = as_link(read(source), load(CURRENT))
    assert [note.key for note in notes] == ["list.export.left_out"]
    assert "0000" in link
    words, notes = as_json(read(source))
    assert [note.key for note in notes] == ["list.export.name"]
    assert "Glorb Launcher" in words


def test_upgrades_of_one_name_are_reported() -> None:
    source = ECHO.replace("Z-6 Trooper", "Flame Projector")
    assert "list.export.twins" in [note.key for note in as_link(read(source), load(CURRENT))[1]]


def test_the_keyword_of_an_upgrade_in_a_link_counts() -> None:
    weiss = next(card.lhq_id for card in upgrade_cards().by_id.values() if card.name == "Wedge Antilles")
    result = read(LINK.replace("1ah0000", f"1ah{weiss}000"))
    assert result.army is not None
    assert any(each.keyword == Keyword.FIELD_COMMANDER for unit in result.army.units for each in unit.keywords)


def test_there_is_no_link_to_a_classic_list() -> None:
    result = read_list("Echo\n155/800\nHeavy:\n- AT-ST (155)", load(CLASSIC))
    with pytest.raises(ListError):
        as_link(result, load(CLASSIC))
    assert json.loads(as_json(result)[0])["units"][0]["name"] == "AT-ST"


def test_the_command_prints_the_list_alone() -> None:
    printed = CliRunner().invoke(main, ["import", LINK, "--export", "link"])
    assert printed.exit_code == 0
    assert decoded(printed.stdout.strip()) == decoded(LINK)
    assert LegionLists(CURRENT).exports == ("json", "link")
