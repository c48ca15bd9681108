"""Priority: LG-30 to LG-33 with the rulebook's examples, LG-70 and LG-71; TB-25 and TB-26."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.model.state import Roller
from table.games.legion.rules.priority.priority_events import DieRolled, PriorityGiven
from table.rules.seats import BLUE, RED, Seat
from tests.games.legion.rules.kit import (
    BLANK,
    BLOCK,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    SURGE,
    VEERS,
    Tabletop,
    army,
    card,
    own,
    skirmish,
)


@pytest.mark.rule("LG-30")
@pytest.mark.parametrize(("blue", "red", "first"), [("Ambush", "Push", BLUE), ("Assault", "Push", RED)])
def test_the_fewest_pips_have_priority(blue: str, red: str, first: Seat) -> None:
    table = skirmish()
    table.both_play(blue, red)
    assert table.last(PriorityGiven) == PriorityGiven(first, "LG-30")
    assert not table.events_of(DieRolled)


@pytest.mark.rule("LG-30")
def test_pips_on_the_table_count_and_not_those_of_hand_building() -> None:
    table = skirmish(cards=[replace(card("Mess", 1), priority_pips=0)])
    table.both_play("Ambush", "Mess")
    assert table.state.priority is RED


@pytest.mark.rule("LG-31")
@pytest.mark.parametrize(
    ("face", "name", "first"), [(BLOCK, "block", BLUE), (SURGE, "surge", RED), (BLANK, "blank", RED)]
)
def test_on_equal_pips_a_block_gives_the_roller_priority_and_nothing_else_does(
    face: int, name: str, first: Seat
) -> None:
    table = skirmish(chance=[face])
    table.both_play("Push", "Push")
    assert table.step == "priority"
    table.blue.answers("roll")
    assert table.last(DieRolled) == DieRolled(BLUE, "red_defense", name, 0, by_hand=False)
    assert table.last(PriorityGiven) == PriorityGiven(first, "LG-31")


@pytest.mark.rule("LG-32")
def test_who_is_alone_with_a_card_for_want_of_a_leader_has_priority() -> None:
    table = skirmish()
    table.red.answers("defeat", "Leia")
    table.blue.plays("Assault")
    assert table.last(PriorityGiven) == PriorityGiven(BLUE, "LG-32")
    assert not table.events_of(DieRolled)


@pytest.mark.rule("LG-33")
@pytest.mark.parametrize(("face", "first"), [(BLOCK, BLUE), (BLANK, RED)])
def test_if_neither_plays_the_die_decides(face: int, first: Seat) -> None:
    table = Tabletop(army(SNOWTROOPERS), army(REBELS), [face])
    assert table.step == "priority"
    table.blue.answers("roll")
    assert table.last(PriorityGiven) == PriorityGiven(first, "LG-33")


@pytest.mark.rule("LG-70")
def test_assault_against_ambush() -> None:
    michael_and_kevin = skirmish()
    michael_and_kevin.both_play("Assault", "Ambush")
    assert michael_and_kevin.state.priority is RED


@pytest.mark.rule("LG-71")
def test_standing_orders_twice_and_a_blank() -> None:
    michael_and_sarah = skirmish(chance=[BLANK])
    michael_and_sarah.both_play("Standing Orders", "Standing Orders")
    michael_and_sarah.blue.answers("roll")
    assert michael_and_sarah.last(DieRolled).face == "blank"
    assert michael_and_sarah.state.priority is RED


@pytest.mark.rule("TB-25")
def test_a_seat_alone_with_a_card_has_priority_whatever_its_pips() -> None:
    foreign = replace(army(VEERS), hand=(own("Thrawn", card("Foreign", 0)),))
    table = Tabletop(foreign, army(LEIA))
    table.red.plays("Standing Orders")
    assert table.last(PriorityGiven) == PriorityGiven(RED, "TB-25")


@pytest.mark.rule("TB-26")
@pytest.mark.parametrize(
    ("who", "first", "second"),
    [(Roller.ALTERNATING, BLUE, RED), (Roller.BLUE, BLUE, BLUE), (Roller.RED, RED, RED)],
)
def test_who_rolls_is_a_setting(who: Roller, first: Seat, second: Seat) -> None:
    table = Tabletop(army(VEERS), army(LEIA), [BLOCK, BLOCK], Legion2024(roller=who))
    for seat, name in ((first, "Push"), (second, "Ambush")):
        table.both_play(name, name)
        player, other = (table.blue, table.red) if seat is BLUE else (table.red, table.blue)
        assert other.tries("roll").rule == "LG-31"
        player.answers("roll")
        assert table.state.priority is seat
        table.issue_all()
        table.end_round()


@pytest.mark.rule("TB-26")
def test_blue_rolls_in_odd_rounds_if_nothing_is_set() -> None:
    assert Legion2024().roller is Roller.ALTERNATING
