"""The units of the classic edition: their own ranks, names, points, types and factions."""

from collections import Counter
from pathlib import Path

import pytest

from table.games.legion.data.catalogue import Catalogue
from table.games.legion.edition import LegionCards
from table.games.legion.rules.model.armies import Rank
from table.rules.cards import KnownCard


def test_the_units_of_november_2021_and_three_counterparts(classic: Catalogue) -> None:
    assert Counter(unit.rank for unit in classic.units) == {
        Rank.COMMANDER: 29,  # two of them of a campaign, of no faction
        Rank.OPERATIVE: 12,
        Rank.CORPS: 12,
        Rank.SPECIAL: 21,
        Rank.SUPPORT: 12,
        Rank.HEAVY: 11,
        None: 3,
    }
    assert [unit.name for unit in classic.units if not unit.faction] == ["Storm Tide Commander"] * 2


@pytest.mark.parametrize("name", ["Jyn Erso", "Cassian Andor", "Agent Kallus"])
def test_commanders_who_are_operatives_today(current: Catalogue, classic: Catalogue, name: str) -> None:
    ranks = [next(unit.rank for unit in edition.units if unit.name == name) for edition in (classic, current)]
    assert ranks == [Rank.COMMANDER, Rank.OPERATIVE]


def test_strike_teams_are_special_forces(current: Catalogue, classic: Catalogue) -> None:
    teams = [unit.id for unit in classic.units if unit.id.endswith(".strike-team")]
    assert len(teams) == 4
    assert {classic.unit(team).rank for team in teams} == {Rank.SPECIAL}
    assert {current.unit(team).rank for team in teams} == {Rank.SUPPORT}


def test_types_and_factions_of_their_own(classic: Catalogue) -> None:
    assert classic.unit("legion.unit.droidekas").unit_type == "ground vehicle"
    hunters = {unit.name: unit.faction for unit in classic.units if unit.name in ("Boba Fett", "Bossk", "Cad Bane")}
    assert hunters == {"Boba Fett": "empire", "Bossk": "empire", "Cad Bane": "separatists"}
    assert not any(unit.hireable_by for unit in classic.units)


def test_a_unit_of_both_editions_is_one_card_with_todays_name(
    current: Catalogue, classic: Catalogue, tmp_path: Path
) -> None:
    infantry = "legion.unit.clone-trooper-infantry"
    assert (classic.unit(infantry).name, current.unit(infantry).name) == (
        "Phase II Clone Troopers",
        "Clone Trooper Infantry",
    )
    names = LegionCards().names(tmp_path)
    assert names[infantry] == "Clone Trooper Infantry"
    assert names["legion.unit.phase-i-clone-troopers"] == "Phase I Clone Troopers"


def test_units_of_the_classic_edition_alone_can_have_a_tag(tmp_path: Path) -> None:
    known = LegionCards().known(tmp_path)
    assert KnownCard("legion.unit.emperor-palpatine.ruler-of-the-galactic-empire", "unit") in known
    assert len(known) == len(set(known))
