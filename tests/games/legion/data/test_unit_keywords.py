"""The keywords of units: those that the rules read, with the units that they reach."""

import pytest

from table.games.legion.data.catalogue import Catalogue
from table.games.legion.data.unit_keywords import ORDERING, read_keywords
from table.games.legion.rules.model.armies import Rank, Slot, UnitKeyword
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.slots import fits
from table.games.legion.rules.model.state import Troop

NAMES = {"darth vader": ("Darth Vader",), "clone trooper infantry": ("Clone Trooper Infantry",)}
AFFILIATIONS = frozenset({"clan kryze"})


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Direct Corps Trooper Unit", (Slot(ranks=(Rank.CORPS,), types=("trooper",)),)),
        ("Direct Vehicle", (Slot(types=("vehicle",)),)),
        ("Direct Empire Unit", (Slot(factions=("empire",)),)),
        ("Direct AI Unit", (Slot(keywords=(Keyword.AI,)),)),
        ("Direct Clone Trooper Infantry", (Slot(names=("Clone Trooper Infantry",)),)),
        ("Entourage Darth Vader", (Slot(names=("Darth Vader",)),)),
        ("Coordinate Clan Kryze Unit", (Slot(affiliations=("clan kryze",)),)),
        ("Coordinate Droid Trooper, Vehicle", (Slot(types=("droid trooper",)), Slot(types=("vehicle",)))),
    ],
)
def test_a_keyword_that_issues_orders_reports_to_whom(written: str, read: tuple[Slot, ...]) -> None:
    (found,) = read_keywords([written], NAMES, AFFILIATIONS)
    assert found.to == read
    assert written.endswith(found.words)


def test_the_others_have_what_stands_behind_them_and_what_the_rules_do_not_read_is_left_out() -> None:
    written = ["Independent Aim 1 or Dodge 1", "Cunning", "Defenders 1", "Directly", "AI Dodge, Move"]
    assert read_keywords(written, NAMES, AFFILIATIONS) == (
        UnitKeyword("independent", words="Aim 1 or Dodge 1"),
        UnitKeyword(Keyword.CUNNING),
        UnitKeyword(Keyword.AI, words="Dodge, Move"),
    )


def test_a_unit_that_nobody_knows_is_an_error_of_the_data() -> None:
    with pytest.raises(ValueError, match="Darth Vadder"):
        read_keywords(["Entourage Darth Vadder"], NAMES, AFFILIATIONS)


def test_each_keyword_that_issues_orders_reaches_a_unit_of_the_data(current: Catalogue) -> None:
    troops = [Troop(unit.in_army(1), unit.full_name, unit.rank) for unit in current.units]
    ordering = [each for unit in current.units for each in unit.keywords if each.keyword in ORDERING]
    assert len(ordering) == 11 + 7 + 6
    assert all(any(fits(slot, troop) for troop in troops) for each in ordering for slot in each.to)


@pytest.mark.parametrize("keyword", Keyword)
def test_the_data_have_the_keywords_of_the_rules(current: Catalogue, keyword: Keyword) -> None:
    assert any(unit.in_army(1).has(keyword) for unit in current.units)
