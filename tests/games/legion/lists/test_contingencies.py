"""Contingencies are gone since April 2025, and a list that still brings some is reported so: LA-42."""

import json

import pytest

from table.games.legion.data.catalogue import Catalogue, load
from table.games.legion.lists.army_list import ListResult, judged, read_list
from table.games.legion.rules.current import Legion2024
from table.rules.commands import Reveal
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from table.rules.text import text
from tests.games.legion.rules.kit import Tabletop

CATALOGUE = load()
HAND = ["Ambush", "Implacable", "Push", "Evasive Maneuvers", "Assault", "Imperial Discipline", "Standing Orders"]
UNITS = ["Darth Vader The Emperor's Apprentice", "General Veers Master Tactician", "Snowtroopers"]
LEFT_OUT = "Coordinated Fire"
TEXT = "\n".join(["Empire", *UNITS, "Commands:", *HAND, "", "Contingencies:", "Covering Fire", LEFT_OUT])


def read(contingencies: list[str], catalogue: Catalogue = CATALOGUE) -> ListResult:
    whole = {"armyFaction": "empire", "points": 800, "commandCards": HAND, "units": UNITS}
    return read_list(json.dumps(whole | {"contingencies": contingencies}), catalogue)


@pytest.mark.rule("LA-42")
@pytest.mark.parametrize("number", [1, 2])
def test_a_list_that_brings_some_is_notified_that_they_are_left_out(number: int) -> None:
    result = read(["Covering Fire", LEFT_OUT][:number])
    assert text("list.contingencies", cards=number) in result.warnings
    assert result.army is not None
    assert [card.name for card in result.army.hand] == HAND
    assert judged(result) == (), "its hand is as lawful as without them"


@pytest.mark.rule("LA-42")
def test_so_is_a_list_as_text() -> None:
    result = read_list(TEXT, CATALOGUE)
    assert text("list.contingencies", cards=2) in result.warnings
    assert result.army is not None
    assert [card.name for card in result.army.hand] == HAND


@pytest.mark.rule("LA-42")
def test_a_list_without_any_is_sent_nothing() -> None:
    assert not [each for each in read([]).warnings if each.key == "list.contingencies"]


@pytest.mark.rule("LA-42")
@pytest.mark.rule("LA-50")
def test_one_that_is_laid_cannot_be_locked_nor_turned_over() -> None:
    army = read(["No Time for Sorrows"]).army
    assert army is not None
    table = Tabletop(army, army, game=Legion2024())
    laid = "legion.card.no-time-for-sorrows"
    assert CATALOGUE.card(laid).name == "No Time for Sorrows"
    assert not table.game.sealable(table.state, BLUE, laid)
    assert laid not in [option.id for option in table.game.hand(table.state, BLUE)]
    assert isinstance(
        table.game.decide(table.state, Reveal(((BLUE, laid), (RED, "legion.card.push"))), table.chance), Refusal
    )


@pytest.mark.rule("LA-42")
def test_no_unit_has_them() -> None:
    assert not [unit.name for unit in CATALOGUE.units for word in unit.order_keywords if "ontingenc" in word]
