"""The battle cards of a list that are rules at the table: LA-88."""

import json

import pytest

from table.games.legion.data.catalogue import CLASSIC, load
from table.games.legion.lists.army_list import read_list

CARDS = ["Command Override", "Ordnance"]
LINK = "https://legionhq2.com/list/separatists/1000:1au00,1az00,3az00,bl,bw,bk,bs,bj,bn,yy,Et,Of"
TEXT = """Droids
Commanders:
 - Kalani, Super Tactical Droid
Corps:
 - 3x B1 Battle Droids
Commands: Ambush, Push, Assault
Battle deck: Breakthrough, Ordnance, Command Override"""
OBJECT = json.dumps(
    {
        "listname": "Droids",
        "commandCards": ["Ambush"],
        "units": [{"name": "B1 Battle Droids", "upgrades": []}],
        "battlefieldDeck": {"advantage": ["Ordnance"], "objective": ["Breakthrough", "Command Override"]},
    }
)


@pytest.mark.rule("LA-88")
@pytest.mark.parametrize("source", [LINK, TEXT, OBJECT], ids=["link", "text", "json"])
def test_they_come_with_the_list_by_id_or_name_and_no_other_does(source: str) -> None:
    army = read_list(source, load()).army
    assert army is not None
    assert [*army.battle_cards] == CARDS


@pytest.mark.rule("LA-88")
def test_an_upgrade_of_the_name_is_none_and_classic_lists_have_none() -> None:
    upgrade = TEXT.replace("Battle deck: Breakthrough, Ordnance, Command Override", "").replace(
        "Super Tactical Droid", "Super Tactical Droid (Ordnance)"
    )
    army = read_list(upgrade, load()).army
    assert army is not None
    assert army.battle_cards == ()
    classic = read_list(TEXT, load(CLASSIC)).army
    assert classic is not None
    assert classic.battle_cards == ()
