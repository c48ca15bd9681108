"""The command hand, rule by rule."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from table.games.legion.data.catalogue import Catalogue, load
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.lists.army_list import judged, read_list
from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import Army, CommandCard, Rank, Unit, UnitKeyword
from table.games.legion.rules.model.hands import army_warnings, hand_problems, left_out
from table.games.legion.rules.model.keywords import Keyword
from table.rules.text import text

VADER = ("Darth Vader", "Dark Lord of the Sith", "empire")
JEDI_LUKE = ("Luke Skywalker", "Jedi Knight", "rebels")
HERO_LUKE = ("Luke Skywalker", "Hero of the Rebellion", "rebels")
HAN = ("Han Solo", "Unorthodox General", "rebels")
GENERIC = ("Ambush", "Push", "Assault", "Standing Orders")


def units(*named: tuple[str, str, str]) -> tuple[Unit, ...]:
    return tuple(
        Unit(str(n), "legion.unit.x", name, title, Rank.COMMANDER, "trooper", faction)
        for n, (name, title, faction) in enumerate(named, start=1)
    )


def hand(catalogue: Catalogue, *names: str) -> tuple[CommandCard, ...]:
    by_name = {card.name: card for card in catalogue.cards}
    return tuple(by_name[name] for name in names)


def broken(army: tuple[Unit, ...], cards: tuple[CommandCard, ...], faction: str = "") -> list[str]:
    return [problem.rule for problem in hand_problems(army, cards, faction)]


def vaders(catalogue: Catalogue) -> tuple[CommandCard, ...]:
    """Six cards of one character and Standing Orders."""
    own = ("Implacable", "Vader's Might", "Fear and Dead Men", "New Ways to Motivate Them", "Darkness Descends")
    return hand(catalogue, *own, "Master of Evil", "Standing Orders")


@pytest.mark.rule("LC-01")
@pytest.mark.rule("LA-48")
@pytest.mark.parametrize("cards", [0, 6, 8])
def test_a_hand_is_of_seven_cards(current: Catalogue, cards: int) -> None:
    held = (*vaders(current), *hand(current, "Ambush"))[:cards]
    assert "LC-01" in broken(units(VADER), held)
    assert "LC-01" not in broken(units(VADER), vaders(current))


@pytest.mark.rule("LC-02")
@pytest.mark.rule("LA-48")
def test_two_cards_each_of_one_two_and_three_pips(current: Catalogue) -> None:
    three_ones = (*hand(current, "Ambush"), *vaders(current)[:2], *vaders(current)[3:])
    problems = hand_problems(units(VADER), three_ones)
    assert [problem.rule for problem in problems] == ["LC-02", "LC-02"]
    assert dict(problems[0].why.args) == {"pips": 1, "cards": 3, "wanted": 2}
    assert dict(problems[1].why.args) == {"pips": 2, "cards": 1, "wanted": 2}


@pytest.mark.rule("LC-02")
def test_standing_orders_is_in_every_hand(current: Catalogue) -> None:
    without = (*vaders(current)[:6], *hand(current, "Assault"))
    assert [problem.why.key for problem in hand_problems(units(VADER), without)] == [
        "hand.pips",
        "hand.no_standing_orders",
    ]


@pytest.mark.rule("LC-02")
def test_the_pips_that_count_are_those_for_hand_building(current: Catalogue) -> None:
    """Sorry About the Mess is a 0 at the table and a 1 in the hand."""
    han = hand(current, "Sorry About the Mess", "Ambush", "Reckless Diversion", "Push", "Change of Plans", "Assault")
    assert broken(units(HAN), (*han, *hand(current, "Standing Orders"))) == []


@pytest.mark.rule("LC-03")
@pytest.mark.rule("LA-48")
def test_no_card_is_in_a_hand_twice(current: Catalogue) -> None:
    doubled = hand(current, "Ambush", "Ambush", "Push", "Push", "Assault", "Coordinated Fire", "Standing Orders")
    problems = hand_problems(units(VADER), doubled, "empire")
    assert [(problem.rule, dict(problem.why.args)["card"]) for problem in problems] == [
        ("LC-03", "Ambush"),
        ("LC-03", "Push"),
    ]


@pytest.mark.rule("LC-04")
@pytest.mark.parametrize("faction", ["empire", "rebels", "republic", "separatists", "mandalorians", "mercenary"])
def test_four_cards_are_open_to_every_army(current: Catalogue, classic: Catalogue, faction: str) -> None:
    for catalogue in (current, classic):
        problems = hand_problems((), hand(catalogue, *GENERIC), faction)
        assert {problem.rule for problem in problems} == {"LC-01", "LC-02"}


@pytest.mark.rule("LC-04")
def test_a_factions_card_is_not_open_to_another_army(current: Catalogue, classic: Catalogue) -> None:
    for catalogue in (current, classic):
        fire = hand(catalogue, "Coordinated Fire")
        assert "LC-04" in broken(units(HAN), fire, "rebels")
        assert "LC-04" not in broken(units(VADER), fire, "empire")
        assert "LC-04" not in broken(units(VADER), fire, "")  # not known, not judged


@pytest.mark.rule("LC-05")
@pytest.mark.rule("LA-48")
def test_a_characters_card_needs_the_character(current: Catalogue) -> None:
    problems = hand_problems(units(HAN), vaders(current))
    assert [problem.rule for problem in problems] == ["LC-05"] * 6
    assert dict(problems[0].why.args) == {"card": "Implacable", "unit": "Darth Vader"}


@pytest.mark.rule("LC-05")
def test_a_card_of_two_needs_both_and_a_card_of_either_one(current: Catalogue) -> None:
    both = hand(current, "Not Out of it Yet")
    assert "LC-05" in broken(units(HAN), both, "rebels")
    assert "LC-05" not in broken(units(HAN, HERO_LUKE), both, "rebels")
    either = hand(current, "They Too Will Suffer")
    assert "LC-05" in broken(units(VADER), either)
    assert "LC-05" not in broken(units(("Kraken", "Super Tactical Droid", "separatists")), either)


@pytest.mark.rule("LC-05")
def test_some_cards_belong_to_a_title(current: Catalogue) -> None:
    jedi = hand(current, "I am a Jedi")
    assert "LC-05" not in broken(units(JEDI_LUKE), jedi)
    (problem,) = [p for p in hand_problems(units(HERO_LUKE), jedi) if p.rule == "LC-05"]
    assert dict(problem.why.args)["unit"] == "Luke Skywalker Jedi Knight"


@pytest.mark.rule("LC-05")
def test_a_character_of_two_factions_has_cards_in_each(current: Catalogue) -> None:
    fulcrum, padawan = ("Ahsoka Tano", "Fulcrum", "rebels"), ("Ahsoka Tano", "Padawan Commander", "republic")
    rebel_card = hand(current, "I Am No Jedi")
    assert "LC-05" not in broken(units(fulcrum), rebel_card, "rebels")
    (problem,) = [p for p in hand_problems(units(padawan), rebel_card, "republic") if p.rule == "LC-05"]
    assert problem.why.key == "hand.other_faction"
    # Wicket is a mercenary whom Rebels hire; his cards are the Rebels'.
    wicket = units(("Wicket", "Hero of Bright Tree", "mercenary"))
    assert "LC-05" not in broken(wicket, hand(current, "Close Call"), "rebels")
    # And Maul brings his own to whatever army has him.
    maul = units(("Maul", "A Rival", "mercenary"))
    assert "LC-05" not in broken(maul, hand(current, "Witch Magick"), "empire")


@pytest.mark.rule("LC-06")
def test_a_character_may_bring_more_than_three_cards(current: Catalogue, classic: Catalogue) -> None:
    assert hand_problems(units(VADER), vaders(current), "empire") == ()
    lukes = ("Son of Skywalker", "You Serve Your Master Well", "Full of Surprises", "My Ally Is the Force")
    held = hand(classic, *lukes, "I am a Jedi", "Return of the Jedi", "Standing Orders")
    assert hand_problems(units(JEDI_LUKE), held, "rebels") == ()


def test_every_broken_rule_is_reported_at_once(current: Catalogue) -> None:
    cards = hand(current, "Implacable", "Implacable", "Coordinated Fire", "Son of Skywalker")
    assert broken(units(HAN), cards, "rebels") == ["LC-01", *["LC-02"] * 4, "LC-03", "LC-05", "LC-04", "LC-05"]


CATALOGUE = load()


@settings(deadline=None)
@given(st.lists(st.sampled_from(CATALOGUE.cards), max_size=9), st.lists(st.sampled_from(CATALOGUE.units), max_size=9))
@pytest.mark.slow
def test_a_hand_without_a_problem_is_a_legal_hand(cards: list[CommandCard], cast: list[UnitCard]) -> None:
    army = tuple(unit.in_army(n) for n, unit in enumerate(CATALOGUE.units, start=1) if unit in cast)
    rules = {problem.rule for problem in hand_problems(army, tuple(cards))}
    pips = sorted(card.hand_pips for card in cards)
    assert ("LC-01" in rules) == (len(cards) != 7)
    assert ("LC-02" in rules) == ([p for p in pips if p < 4] != [1, 1, 2, 2, 3, 3] or 4 not in pips)
    assert ("LC-03" in rules) == (len(set(cards)) != len(cards))


def warned(army: Army) -> list[str]:
    return [warning.key for warning in army_warnings(army, 1000)]


def test_rank_limits_and_points_warn(current: Catalogue) -> None:
    vader_alone = Army("", "empire", units(VADER), (), points=1001)
    (corps, points) = army_warnings(vader_alone, 1000)
    assert (corps.key, dict(corps.args)["units"], dict(corps.args)["least"]) == ("hand.rank_limit", 0, 3)
    assert points.key == "hand.points"
    assert "hand.points" not in warned(Army("", "empire", units(VADER), (), points=1000))
    assert current.points == 1000


def test_battle_forces_and_requirements_warn(current: Catalogue) -> None:
    barrage = hand(current, "Overwhelming Barrage")
    assert "hand.battle_force" in warned(Army("", "empire", units(VADER), barrage))
    blizzard = Army("", "empire", units(VADER), barrage, battle_force="Blizzard Force")
    assert "hand.battle_force" not in warned(blizzard)
    council = hand(current, "Wisdom of the Council")
    assert "hand.requirement" in warned(Army("", "republic", units(VADER), council))
    windu = units(("Mace Windu", "Jedi Council", "republic"))
    assert "hand.requirement" not in warned(Army("", "republic", windu, council))


@pytest.mark.rule("LA-48")
def test_a_card_that_its_unit_brings_along_has_to_be_in_the_hand(current: Catalogue) -> None:
    (push,) = hand(current, "Push")
    brought = replace(push, belongs_to=("Han Solo",), acts=(CardAct(Act.MUST_BE_INCLUDED),))
    assert [problem.rule for problem in left_out(units(HAN), (), (brought, push))] == ["LA-48"]
    assert left_out(units(HAN), (brought,), (brought, push)) == ()
    assert left_out(units(VADER), (), (brought, push)) == ()


@pytest.mark.rule("LA-48")
def test_a_list_without_a_card_that_its_unit_brings_along_is_refused(current: Catalogue) -> None:
    brought = replace(
        current.card("legion.card.push"), belongs_to=("Leia Organa",), acts=(CardAct(Act.MUST_BE_INCLUDED),)
    )
    known = replace(current, cards=(*(card for card in current.cards if card.id != brought.id), brought))
    written = {
        "armyFaction": "rebel", "points": 800, "units": [{"name": "Leia Organa", "upgrades": []}],
        "commandCards": ["Ambush", "Standing Orders"],
    }  # fmt: skip
    problems = judged(read_list(json.dumps(written), known))
    assert "LA-48" in [problem.rule for problem in problems]
    written["commandCards"] = ["Ambush", "Push", "Standing Orders"]
    assert "LA-48" not in [problem.rule for problem in judged(read_list(json.dumps(written), known))]


@pytest.mark.rule("LA-30")
def test_an_army_with_a_field_commander_needs_no_commander() -> None:
    corps = tuple(Unit(str(n), "legion.unit.x", "Corps", "", Rank.CORPS, "trooper", "rebels") for n in range(3))
    jyn = Unit("9", "legion.unit.y", "Jyn", "", Rank.OPERATIVE, "trooper", "rebels")
    cassian = replace(jyn, keywords=(UnitKeyword(Keyword.FIELD_COMMANDER),))
    ranks = [dict(warning.args)["rank"] for warning in army_warnings(Army("", "rebels", (*corps, jyn), ()), 1000)]
    assert ranks == [text("hand.rank.commander")]
    assert army_warnings(Army("", "rebels", (*corps, cassian), ()), 1000) == ()


@pytest.mark.rule("LA-30")
def test_a_field_commander_is_the_commander_that_a_card_asks_for() -> None:
    wanted = CommandCard("legion.card.x", "X", 1, 1, (), requirement=((("faction", "rebels"), ("rank", "commander")),))
    corps = tuple(Unit(str(n), "legion.unit.x", "Corps", "", Rank.CORPS, "trooper", "rebels") for n in range(3))
    led = Unit("9", "legion.unit.y", "Cassian", "", Rank.OPERATIVE, "trooper", "rebels")
    for leader, warned in ((led, True), (replace(led, keywords=(UnitKeyword(Keyword.FIELD_COMMANDER),)), False)):
        stated = [warning.key for warning in army_warnings(Army("", "rebels", (*corps, leader), (wanted,)), 1000)]
        assert ("hand.requirement" in stated) is warned
