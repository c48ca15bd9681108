"""The battle forces, and the ranks that an army is measured by (LA-70)."""

import pytest
from msgspec.structs import replace

from table.games.legion.data.battle_forces import RECON, STANDARD, known_force, limits
from table.games.legion.data.catalogue import load
from table.games.legion.lists.army_list import read_list
from table.games.legion.rules.model.armies import Army, CommandCard, Rank
from table.games.legion.rules.model.forces import FORCES
from table.games.legion.rules.model.hands import army_warnings
from tests.games.legion.rules.kit import VADER, VEERS

BUILT = load().battle_forces
IDS = [
    "2t",
    "5t",
    "bf",
    "btv",
    "ebd",
    "exd",
    "ir",
    "og",
    "rf",
    "si",
    "sc",
    "sb",
    "tf",
    "wd",
    "mc",
    "cotw",
    "ck",
    "cw",
    "cs",
    "cc",
]


@pytest.mark.rule("LA-70")
def test_all_twenty_are_known_by_id_and_name() -> None:
    assert [force.ids[0] for force in BUILT] == IDS
    for force in BUILT:
        assert known_force(BUILT, force.name.upper()) is force
        for mode in (STANDARD, RECON):
            assert [rank for rank, _, _ in force.ranks[mode]][:2] == [Rank.COMMANDER, Rank.OPERATIVE]
    assert known_force(BUILT, "") is None
    assert FORCES.keys() <= {force.name for force in BUILT}


@pytest.mark.rule("LA-70")
@pytest.mark.parametrize("id_", IDS)
def test_a_link_names_its_force(id_: str) -> None:
    army = read_list(f"https://legionhq2.com/list/empire/1000:{id_}:1ab", load()).army
    assert army is not None
    assert (id_ in known(army.battle_force), army.mode) == (True, 1000)


def known(name: str) -> tuple[str, ...]:
    force = known_force(BUILT, name)
    return force.ids if force else ()


@pytest.mark.rule("LA-70")
def test_ranks_are_those_of_the_force_in_the_mode() -> None:
    village = known_force(BUILT, "Bright Tree Village")
    ranks, together = limits(village, STANDARD)
    assert ({rank: most for rank, _, most in ranks}[Rank.COMMANDER], together) == (5, 5)
    assert limits(village, RECON)[1] == 4
    assert limits(village, 1600) == limits(village, STANDARD)
    assert limits(None, RECON) == ((), None), "no source has them"
    saxon, _ = limits(known_force(BUILT, "Clan Saxon"), RECON)
    assert Rank.HEAVY not in [rank for rank, _, _ in saxon], "the source leaves it blank"


@pytest.mark.rule("LA-70")
def test_commanders_and_operatives_together_have_a_limit() -> None:
    units = tuple(replace(each, id=str(n)) for n, each in enumerate((VEERS, VEERS, VADER)))
    reported = army_warnings(Army("", "empire", units, ()), 1000, (), 2)
    assert [warning.key for warning in reported] == ["hand.leaders"]
    assert army_warnings(Army("", "empire", units, ()), 1000, (), 3) == ()


@pytest.mark.rule("LA-70")
@pytest.mark.parametrize(("size", "stated"), [(800, True), (1600, True), (1000, False), (600, False)])
def test_modes_without_ranks_of_their_own_are_measured_by_the_standard_ones(size: int, stated: bool) -> None:
    reported = [warning.key for warning in read_list(f"legionhq2.com/list/empire/{size}:1ab", load()).warnings]
    assert ("list.standard_ranks" in reported) is stated
    assert "list.other_size" not in reported


@pytest.mark.rule("LA-70")
def test_points_are_those_of_the_mode() -> None:
    written = '{"armyFaction":"empire","battleForce":"Blizzard Force","points":1500,"units":["AT-ST"]}'
    reported = [warning.key for warning in read_list(written, load()).warnings]
    assert "hand.points" in reported
    assert "hand.rank_limit.force" in reported


@pytest.mark.rule("LA-70")
def test_cards_of_all_forces_name_a_force_that_is_known() -> None:
    cards: list[CommandCard] = [card for card in load().cards if card.battle_force]
    assert cards
    assert {card.battle_force for card in cards} <= {force.name for force in BUILT}
