"""Cards of earlier rounds that stay act again, and the story reports it at each one's moment (TB-37, LA-46)."""

import pytest
from msgspec.structs import replace

from table.games.legion.data.catalogue import load
from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.effects.effect_events import CardActsAgain
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.rules.seats import RED, SEATS
from table.rules.steps import StepBegan
from table.rules.text import text
from tests.games.legion.rules.kit import LEIA, REBELS, SNOWTROOPERS, VEERS, Tabletop, army, card, does, slots

STEP_OF = {
    Timing.ISSUING: "orders",
    Timing.START_OF_ACTIVATION: "activation",
    Timing.ACTIVATION: "activation",
    Timing.END_PHASE: "end",
}
STAYING = [each for each in load("current").cards if each.stays]


def lasting(name: str, *timings: Timing) -> CommandCard:
    first, *later = timings
    return replace(card(name, 3, slots(1), first), later=tuple(later), permanent=True)


def second_round(*cards: CommandCard, red: tuple[CommandCard, ...] = ()) -> Tabletop:
    """A match in its second round, in which these cards stay, the first of each seat as the one of the first round."""
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS, cards=cards), army(LEIA, REBELS, REBELS, cards=red))
    for place, generic in zip(range(max(len(cards), len(red))), ("Push", "Standing Orders"), strict=False):
        names = [(each[place].name if place < len(each) else generic) for each in (cards, red)]
        a_round(table, names[0], names[1])
    return table


def a_round(table: Tabletop, blue: str, red: str) -> None:
    """A whole round with these cards, to its end."""
    table.command_phase(blue, red)
    table.end_activation()
    table.effects_resolved()
    table.blue.ends_round()
    table.red.ends_round()


def reported_in(table: Tabletop) -> list[tuple[str, str, Timing]]:
    """The steps in which a card was reported to act again, the cards and their times."""
    step, reported = "", []
    for event in table.journal:
        step = event.step if isinstance(event, StepBegan) else step
        if isinstance(event, CardActsAgain):
            reported.append((step, event.name, event.timing))
    return reported


@pytest.mark.rule("TB-37")
def test_at_each_of_its_times_it_is_reported_once_a_round() -> None:
    table = second_round(lasting("Stays", *STEP_OF))
    assert reported_in(table) == []
    a_round(table, "Ambush", "Assault")
    expected = [(step, "Stays", timing) for timing, step in STEP_OF.items()]
    assert reported_in(table) == expected
    a_round(table, "Push", "Ambush")
    assert reported_in(table) == 2 * expected


@pytest.mark.rule("TB-37")
def test_nobody_has_to_confirm_it() -> None:
    table = second_round(lasting("Stays", *STEP_OF))
    resolved = len(table.events_of(EffectResolved))
    table.both_play("Ambush", "Assault")
    while table.state.round == 2:
        assert table.blue.asked("effect") is None
        table.first_offered()
    assert len(table.events_of(EffectResolved)) == resolved


@pytest.mark.rule("TB-37")
def test_what_it_does_at_no_stated_time_is_done() -> None:
    table = second_round(lasting("Stays", Timing.UNTIMED))
    a_round(table, "Ambush", "Assault")
    assert reported_in(table) == []


@pytest.mark.rule("TB-37")
def test_one_that_has_left_play_is_not_reported() -> None:
    stays = lasting("Stays", Timing.ACTIVATION)
    table = second_round(stays)
    table.blue.answers("card.discard", stays.id)
    table.command_phase("Ambush", "Assault")
    assert reported_in(table) == []


@pytest.mark.rule("TB-37")
def test_the_rounds_own_card_is_confirmed_and_not_reported() -> None:
    table = second_round(lasting("Stays", Timing.END_PHASE, Timing.ACTIVATION))
    assert [event.timing for event in table.events_of(EffectResolved)] == [Timing.ACTIVATION, Timing.END_PHASE]
    assert reported_in(table) == []


@pytest.mark.rule("LA-46")
def test_on_issuing_orders_it_is_reported_when_its_own_seat_issues() -> None:
    """Red has priority in the second round."""
    table = second_round(lasting("Stays", Timing.ISSUING))
    table.both_play("Push", "Ambush")
    while table.step != "orders":
        table.first_offered()
    assert table.red.asked("orders")
    assert reported_in(table) == []
    while not table.blue.asked("orders"):
        table.first_offered()
    assert reported_in(table) == [("orders", "Stays", Timing.ISSUING)]


@pytest.mark.rule("LA-46")
def test_and_one_that_acts_on_the_opponents_orders_when_that_one_issues() -> None:
    table = second_round(does(lasting("Stays", Timing.ISSUING), Act.ON_ENEMY_ORDER))
    table.both_play("Ambush", "Assault")
    while table.step != "orders":
        table.first_offered()
    assert table.blue.asked("orders")
    assert reported_in(table) == []
    while not table.red.asked("orders"):
        table.first_offered()
    assert reported_in(table) == [("orders", "Stays", Timing.ISSUING)]


@pytest.mark.rule("LG-21")
@pytest.mark.parametrize(("cards", "seats"), [(("Ambush", "Push"), SEATS), (("Push", "Ambush"), SEATS[::-1])])
def test_the_player_with_priority_is_first(cards: tuple[str, str], seats: tuple[object, ...]) -> None:
    stays = lasting("Stays", Timing.ACTIVATION)
    table = second_round(stays, red=(replace(stays, id="other"),))
    table.command_phase(*cards)
    assert tuple(event.seat for event in table.events_of(CardActsAgain)) == seats


@pytest.mark.rule("TB-37")
def test_two_cards_of_a_seat_are_reported_both() -> None:
    table = second_round(lasting("One", Timing.ACTIVATION), lasting("Other", Timing.ACTIVATION))
    before = len(reported_in(table))
    table.command_phase("Ambush", "Assault")
    assert [name for _, name, _ in reported_in(table)[before:]] == ["One", "Other"]


@pytest.mark.rule("LA-41")
def test_one_that_was_divulged_and_stays_is_reported_in_its_first_round() -> None:
    shown = replace(
        does(does(card("Shown", 3, ()), Act.DIVULGE_AT, "setup"), Act.PERMANENT, "divulged"), timing=Timing.SETUP,
        later=(Timing.ACTIVATION,),
    )  # fmt: skip
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[shown]), army(LEIA, REBELS))
    table.blue.answers("divulge", shown.id)
    table.blue.answers("divulge.effect")
    table.command_phase("Ambush", "Push")
    assert reported_in(table) == [("activation", "Shown", Timing.ACTIVATION)]


@pytest.mark.rule("TB-37")
@pytest.mark.parametrize("what", STAYING, ids=[each.name for each in STAYING])
def test_of_each_card_of_the_data_that_stays_every_moment_is_reported(what: CommandCard) -> None:
    """Each lies there from an earlier round, in whatever way it came there."""
    stays = replace(what, acts=(), permanent=True, slots=slots(1), priority_pips=3, timing=what.timing or Timing.NONE)
    open_to_all = replace(stays, belongs_to=(), title="", faction="", battle_force="", requirement=())
    table = second_round(open_to_all)
    a_round(table, "Ambush", "Assault")
    assert [timing for _, name, timing in reported_in(table) if name == what.name] == [
        timing for timing in STEP_OF if timing in what.timings
    ]


@pytest.mark.rule("TB-37")
def test_there_are_such_cards_with_each_time_but_one() -> None:
    """No card that stays acts at the start of the Activation Phase alone, today."""
    times = {timing for each in STAYING for timing in each.timings}
    assert {Timing.ISSUING, Timing.ACTIVATION, Timing.END_PHASE} <= times


@pytest.mark.parametrize("timing", STEP_OF)
def test_the_line_states_whose_card_acts_and_when(timing: Timing) -> None:
    event = CardActsAgain(RED, "id", "Focused on the Kill", timing)
    when = text(f"legion.time.{timing.value}")
    line = text("legion.story.acts_again", seat=text("seat.red"), name="Focused on the Kill", when=when)
    assert Legion2024().line(event) == line
