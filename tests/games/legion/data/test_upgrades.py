"""Keywords of orders and priority that an upgrade gives to its unit are read from lists."""

import json

import pytest

from table.games.legion.data.catalogue import CLASSIC, CURRENT, load, rows
from table.games.legion.data.unit_keywords import ORDERING
from table.games.legion.data.upgrades import keywords_of, upgrade_keyword
from table.games.legion.lists.army_list import read_list
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.keywords.field_commander import CommanderTokenGained
from table.games.legion.rules.model.armies import Slot, Unit
from table.games.legion.rules.model.keywords import Keyword
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import Tabletop

HAND = ["Ambush", "Push", "Assault", "Standing Orders"]


def units_of(*units: tuple[str, list[str]], edition: str = CURRENT) -> tuple[Unit, ...]:
    written = [{"name": name, "upgrades": upgrades} for name, upgrades in units]
    listed = {"listname": "l", "armyFaction": "empire", "points": 0, "commandCards": HAND, "units": written}
    army = read_list(json.dumps(listed), load(edition)).army
    assert army is not None
    return army.units


@pytest.mark.rule("LA-30")
def test_an_upgrade_makes_a_field_commander_of_its_unit_and_of_no_other() -> None:
    weiss, other = units_of(("AT-ST", ["General Weiss", "88 Twin Light Blaster Cannon"]), ("AT-ST", []))
    assert weiss.has(Keyword.FIELD_COMMANDER)
    assert not other.has(Keyword.FIELD_COMMANDER)
    assert weiss.card == other.card


@pytest.mark.rule("LA-30")
def test_such_an_army_has_the_commander_token_when_the_match_begins() -> None:
    def begun(upgrades: list[str]) -> bool:
        listed = {"listname": "l", "armyFaction": "empire", "points": 0, "commandCards": HAND}
        army = read_list(json.dumps({**listed, "units": [{"name": "AT-ST", "upgrades": upgrades}]}), load(CURRENT)).army
        return any(isinstance(event, CommanderTokenGained) for event in Legion2024().begin({BLUE: army, RED: army}))

    assert begun(["General Weiss"])
    assert not begun([])


@pytest.mark.rule("LA-38")
def test_some_give_their_keyword_to_one_unit_alone() -> None:
    known = load(CURRENT).upgrades
    maul = {each.keyword for each in keywords_of(["The Darksaber"], "Maul", known)}
    saxon = {each.keyword for each in keywords_of(["the darksaber"], "Gar Saxon", known)}
    assert maul == {Keyword.CUNNING, Keyword.ALLIES_OF_CONVENIENCE}
    assert saxon == {Keyword.ALLIES_OF_CONVENIENCE}


@pytest.mark.rule("LA-37")
def test_a_keyword_that_the_unit_has_already_counts_once() -> None:
    (maul,) = units_of(("Maul A Rival", ["The Darksaber", "Underworld Connections"]))
    assert [each.keyword for each in maul.keywords].count(Keyword.ALLIES_OF_CONVENIENCE) == 1


@pytest.mark.rule("LA-37")
def test_a_clan_or_crew_that_an_upgrade_names_is_the_units_affiliation() -> None:
    """As a list builder's data has it (`changeCard`): whom Bo-Katan may order depends on it."""
    warriors, bare, tank = units_of(
        ("Mandalorian Warriors", ["Clan Kryze"]), ("Mandalorian Warriors", []),
        ("WLO-5 Speeder Tank", ["Pyke Syndicate Crew"]),
    )  # fmt: skip
    assert [unit.affiliation for unit in (warriors, bare, tank)] == ["Clan Kryze", "Mandalorians", "pyke"]
    assert warriors.keywords == bare.keywords
    linked = read_list("legionhq2.com/list/mercenary/1000:ck:1Hq0Jy,1Hq", load(CURRENT)).army
    assert linked is not None
    assert [unit.affiliation for unit in linked.units] == ["Clan Kryze", "Mandalorians"]


def test_classic_units_have_the_upgrades_of_their_own_edition() -> None:
    assert load(CLASSIC).upgrades == ()
    (walker,) = units_of(("AT-ST", ["General Weiss"]), edition=CLASSIC)
    assert not walker.keywords


@pytest.mark.rule("LA-32")
@pytest.mark.rule("LA-34")
def test_orders_that_an_upgrade_lets_its_unit_issue_are_read_with_whom_they_reach() -> None:
    pilot, durd = units_of(
        ("AAT Battle Tank", ["OOM-Series Droid Pilot"]), ("AAT Battle Tank", ["Optimized Task Flow"])
    )
    (coordinate,), (direct,) = pilot.keywords[-1:], durd.keywords[-1:]
    assert (coordinate.keyword, coordinate.to) == (Keyword.COORDINATE, (Slot(types=("droid trooper",)),))
    assert (direct.keyword, direct.to) == (Keyword.DIRECT, (Slot(),)), "whom it names is not known: any unit"


@pytest.mark.rule("LA-34")
def test_the_same_keyword_of_unit_and_upgrade_is_one_order_that_reaches_the_units_of_both() -> None:
    plain, officer = units_of(("B1 Battle Droids", []), ("B1 Battle Droids", ["OOM-Series Battle Droid"]))
    (own,) = [each for each in plain.keywords if each.keyword == Keyword.COORDINATE]
    (joined,) = [each for each in officer.keywords if each.keyword == Keyword.COORDINATE]
    assert own.to
    assert joined.to == (*own.to, Slot())


@pytest.mark.rule("LA-32")
def test_at_the_table_such_an_order_is_offered() -> None:
    def offered(*upgrades: str) -> bool:
        listed = {"listname": "l", "armyFaction": "separatist", "points": 0, "commandCards": HAND}
        units = [{"name": "General Grievous Sinister Cyborg", "upgrades": [*upgrades]}, {"name": "AAT Battle Tank"}]
        army = read_list(json.dumps({**listed, "units": units}), load(CURRENT)).army
        assert army is not None
        table = Tabletop(army, army)
        table.both_play("Ambush", "Push")
        return "AAT Battle Tank" in table.blue.markable("General Grievous")

    assert offered("Tip of the Spear")
    assert not offered()


def test_every_row_gives_a_keyword_that_the_rules_read_to_a_unit_that_exists() -> None:
    names = {unit.name for unit in load(CURRENT).units}
    for row in rows("upgrades.csv"):
        keyword = upgrade_keyword(row).keyword
        assert bool(keyword.to) is (keyword.keyword in ORDERING), row
        assert row["unit"] in {"", *names}
    with pytest.raises(ValueError, match="unpack"):
        upgrade_keyword({"name": "Grappling Hooks", "unit": "", "keyword": "Expert Climber"})
