"""Cunning (LA-38) and Interrogate (LA-39) come before the die on equal pips."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.priority.priority_events import PriorityGiven
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import LEIA, REBELS, VEERS, Tabletop, army, card, keyword, own, unit

DOOKU = keyword(Keyword.CUNNING, unit("Dooku", Rank.COMMANDER))
KALLUS = keyword(Keyword.INTERROGATE, unit("Kallus", Rank.OPERATIVE))
DOUBLE = own("Dooku", card("Double", 2))
HERS = own("Leia", card("Hers", 2))


@pytest.mark.rule("LA-38")
@pytest.mark.parametrize("pips", [1, 2])
@pytest.mark.parametrize("rank", [Rank.COMMANDER, Rank.OPERATIVE])
def test_the_card_of_a_unit_with_cunning_wins_a_tie(pips: int, rank: Rank) -> None:
    dooku = replace(DOOKU, rank=rank)
    hers, double = (replace(card, priority_pips=pips) for card in (HERS, DOUBLE))
    table = Tabletop(army(LEIA, cards=[hers]), army(dooku, cards=[double]))
    table.both_play("Hers", "Double")
    assert table.last(PriorityGiven) == PriorityGiven(RED, "LA-38")


@pytest.mark.rule("LC-21")
def test_the_classic_rules_know_no_cunning() -> None:
    table = Tabletop(army(LEIA, cards=[HERS]), army(DOOKU, cards=[DOUBLE]), game=LegionClassic())
    table.both_play("Hers", "Double")
    assert table.blue.asked("roll")


@pytest.mark.rule("LA-39")
def test_of_blue_it_is_asked_about_reds_card() -> None:
    table = Tabletop(army(VEERS, KALLUS), army(LEIA, REBELS, cards=[HERS]))
    table.both_play("Push", "Hers")
    assert table.red.asked("interrogate") is None
    table.blue.answers("interrogate", "yes")
    assert table.last(PriorityGiven) == PriorityGiven(BLUE, "LA-39")


@pytest.mark.rule("LA-38")
def test_it_is_for_the_units_own_card_and_for_ties_alone() -> None:
    table = Tabletop(army(LEIA), army(DOOKU))
    table.both_play("Push", "Push")
    assert table.blue.asked("roll"), "Push belongs to nobody"
    table = Tabletop(army(LEIA), army(DOOKU, cards=[DOUBLE]))
    table.both_play("Ambush", "Double")
    assert table.last(PriorityGiven) == PriorityGiven(BLUE, "LG-30"), "one against two is no tie"


@pytest.mark.rule("LA-38")
def test_cunning_on_both_sides_is_still_a_tie() -> None:
    table = Tabletop(army(DOOKU, cards=[DOUBLE]), army(DOOKU, cards=[DOUBLE]))
    table.both_play("Double", "Double")
    assert table.blue.asked("roll")


@pytest.mark.rule("LA-38")
def test_no_card_counts_fewer_than_no_pips() -> None:
    zero = replace(DOUBLE, priority_pips=0)
    table = Tabletop(army(LEIA, cards=[replace(HERS, priority_pips=0)]), army(DOOKU, cards=[zero]))
    table.both_play("Hers", "Double")
    assert table.blue.asked("roll")


@pytest.mark.rule("LA-38")
def test_only_commanders_and_operatives_are_cunning() -> None:
    corps = keyword(Keyword.CUNNING, unit("Clever", Rank.CORPS))
    table = Tabletop(army(LEIA), army(VEERS, corps, cards=[own("Clever", card("Trick", 2))]))
    table.both_play("Push", "Trick")
    assert table.blue.asked("roll")


@pytest.mark.rule("LA-39")
@pytest.mark.parametrize(("near", "gets"), [("yes", PriorityGiven(RED, "LA-39")), ("no", None)])
def test_a_card_whose_unit_is_near_an_enemy_with_interrogate_counts_one_more(
    near: str, gets: PriorityGiven | None
) -> None:
    table = Tabletop(army(LEIA, REBELS, cards=[HERS]), army(VEERS, KALLUS))
    table.both_play("Hers", "Push")
    assert table.blue.asked("roll") is None, "it is asked before the die"
    assert table.blue.asked("interrogate") is None, "of the player who has the unit"
    table.red.answers("interrogate", near)
    if gets is None:
        assert table.blue.asked("roll")
    else:
        assert table.last(PriorityGiven) == gets


@pytest.mark.rule("LA-39")
def test_it_is_not_asked_where_nothing_depends_on_it() -> None:
    """Not without a tie, not of a card that belongs to nobody, not of a defeated enemy, not where Cunning decides."""
    table = Tabletop(army(LEIA, cards=[HERS]), army(VEERS, KALLUS))
    table.both_play("Hers", "Ambush")
    assert table.last(PriorityGiven) == PriorityGiven(RED, "LG-30")
    table = Tabletop(army(LEIA), army(VEERS, KALLUS))
    table.both_play("Push", "Push")
    assert table.blue.asked("roll")
    table = Tabletop(army(LEIA, cards=[HERS]), army(VEERS, KALLUS))
    table.red.answers("defeat", "Kallus")
    table.both_play("Hers", "Push")
    assert table.blue.asked("roll")
    table = Tabletop(army(LEIA, cards=[HERS]), army(DOOKU, KALLUS, cards=[DOUBLE]))
    table.both_play("Hers", "Double")
    assert table.last(PriorityGiven) == PriorityGiven(RED, "LA-38")


@pytest.mark.rule("LA-38")
@pytest.mark.rule("LA-39")
def test_cunning_and_interrogate_can_outweigh_each_other() -> None:
    table = Tabletop(army(DOOKU, cards=[DOUBLE]), army(VEERS, KALLUS))
    table.both_play("Double", "Push")
    table.red.answers("interrogate", "yes")
    assert table.blue.asked("roll"), "two less one, and one more"
