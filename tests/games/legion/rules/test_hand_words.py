"""Messages about an invalid hand or army: missing characters, and unusual choices."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.model.armies import Army, CommandCard, Rank, Unit
from table.games.legion.rules.model.hands import RANK_LIMITS, army_warnings, hand_problems
from table.rules.text import Text
from table.words import Words
from tests.games.legion.rules.kit import GENERIC, LEIA, VADER, VEERS, card, own, unit

WORDS = Words("en")
COMMANDER = replace(LEIA, faction="rebels")


def reported(
    rule: str, *cards: CommandCard, units: tuple[Unit, ...] = (COMMANDER,), faction: str = "rebels"
) -> list[str]:
    found = hand_problems(units, (*GENERIC, *cards), faction)
    return [WORDS.say(problem.why) for problem in found if problem.rule == rule]


def warned(army: Army) -> list[Text]:
    return list(army_warnings(army, 800))


@pytest.mark.rule("LC-05")
def test_the_characters_that_are_missing_are_named() -> None:
    three = replace(card("Three", 1), belongs_to=("Han", "Luke", "Chewie"))
    (either,) = reported("LC-05", three)
    assert "Han or Luke or Chewie" in either
    (both,) = reported("LC-05", replace(three, belongs_to_all=True))
    assert "Han and Luke and Chewie" in both
    (titled,) = reported("LC-05", own("Luke", card("Jedi", 1), title="Jedi Knight"))
    assert "Luke Jedi Knight" in titled


@pytest.mark.rule("LC-04")
def test_another_faction_is_named() -> None:
    (line,) = reported("LC-04", replace(card("Imperial", 1), faction="empire"))
    assert "Imperial" in line
    assert WORDS.sentences["hand.faction.empire"] in line


@pytest.mark.rule("LC-06")
@pytest.mark.parametrize(("rank", "least", "most"), RANK_LIMITS)
def test_ranks_have_limits_that_are_allowed_themselves(rank: Rank, least: int, most: int) -> None:
    for count, unusual in ((least - 1, True), (least, False), (most, False), (most + 1, True)):
        units = tuple(unit(f"Unit {n}", rank) for n in range(max(count, 0)))
        found = [dict(w.args) for w in warned(Army("", "", units, ())) if w.key == "hand.rank_limit"]
        named = [each for each in found if each["rank"] == Text(f"hand.rank.{rank.value}")]
        assert bool(named) is (unusual and count >= 0), (rank, count)


@pytest.mark.rule("LC-06")
def test_a_requirement_is_met_by_one_unit_that_is_all_of_it() -> None:
    wants = replace(card("Wants", 1), requirement=((("rank", "Commander"), ("faction", "EMPIRE")), (("title", "x"),)))
    commander = replace(VEERS, faction="empire")
    assert not warned_of_requirement(wants, commander)
    assert not warned_of_requirement(wants, commander, replace(VADER, faction="rebels")), "one is enough"
    assert warned_of_requirement(wants, replace(commander, rank=Rank.CORPS))
    assert warned_of_requirement(wants, replace(commander, faction="rebels"))
    assert not warned_of_requirement(replace(card("None", 1), requirement=((("rank", ""),),)), unit("Odd", None))


def warned_of_requirement(wants: CommandCard, *units: Unit) -> bool:
    return any(warning.key == "hand.requirement" for warning in warned(Army("", "", units, (wants,))))
