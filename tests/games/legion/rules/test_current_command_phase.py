"""The Command Phase of the current rulebook, its cards and effects: docs/play/rules/legion_2024.md, LG-01 to LG-23."""

from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace

from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.effects.effect_events import CardReturned
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.armies import Slot, Timing
from table.games.legion.rules.orders.order_events import CommanderNominated, OrderIssued
from table.games.legion.rules.pools.pool_events import PassPoolCreated, PoolCreated
from table.games.legion.rules.priority.priority_events import DieRolled, PriorityGiven
from table.games.legion.rules.selection.selection_events import CannotPlay, CardPlayed, CardsRevealed
from table.rules.game import Event
from table.rules.prompts import SealedCard
from table.rules.seats import BLUE, RED, Seat
from table.rules.steps import StepBegan
from tests.games.legion.rules.kit import (
    BLANK,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VADER,
    VEERS,
    Tabletop,
    army,
    card,
    own,
    skirmish,
)


@pytest.mark.rule("LG-01")
def test_the_phase_has_six_steps_then_comes_the_activation_phase() -> None:
    table = skirmish()
    table.command_phase("Ambush", "Push")
    assert [event.step for event in table.events_of(StepBegan)] == [
        "resolve", "priority", "orders", "order_pool", "pass_pool", "activation",
    ]  # fmt: skip
    assert table.game.view(table.state).steps[0].id == "select"


@pytest.mark.rule("LG-10")
def test_both_choose_in_secret_and_both_cards_are_revealed_at_once() -> None:
    table = skirmish()
    assert isinstance(table.blue.asked("select"), SealedCard)
    assert isinstance(table.red.asked("select"), SealedCard)
    before = table.state
    table.blue.plays("Ambush")
    assert table.state is before, "one card face down changes nothing"
    table.red.plays("Push")
    (revealed,) = table.events_of(CardsRevealed)
    assert dict(revealed.cards) == {BLUE: "legion.card.ambush", RED: "legion.card.push"}
    assert [event.name for event in table.events_of(CardPlayed)] == ["Ambush", "Push"]


@pytest.mark.rule("LG-10")
def test_a_card_comes_from_ones_own_hand() -> None:
    mine = own("Veers", card("Implacable", 1))
    table = Tabletop(army(VEERS, cards=[mine]), army(LEIA))
    assert table.blue.may_lock("Implacable")
    assert not table.red.may_lock("Implacable")


@pytest.mark.rule("LG-11")
def test_without_a_commander_or_operative_no_card_is_played() -> None:
    table = skirmish()
    table.red.answers("defeat", "Leia")
    assert table.last(CannotPlay) == CannotPlay(RED, "leaderless")
    assert table.red.tries("select").rule == "LG-11"
    table.blue.plays("Ambush")
    assert [event.seat for event in table.events_of(CardPlayed)] == [BLUE]


@pytest.mark.rule("LG-11")
def test_an_operative_alone_is_enough_to_play() -> None:
    table = skirmish()
    table.blue.answers("defeat", "Veers")
    table.both_play("Ambush", "Push")
    assert [event.seat for event in table.events_of(CardPlayed)] == [BLUE, RED]


@pytest.mark.rule("LG-10")
def test_who_has_laid_a_card_is_offered_no_other() -> None:
    table = skirmish()
    assert table.game.hand(table.state, BLUE)
    table.both_play("Ambush", "Push")
    assert table.game.hand(table.state, BLUE) == ()


@pytest.mark.rule("LG-12")
@pytest.mark.parametrize("owner", ["Vader", "Thrawn"])
def test_a_units_card_needs_that_unit_in_the_army_and_undefeated(owner: str) -> None:
    table = skirmish(cards=[own(owner, card("Implacable", 1))])
    if owner == "Vader":
        table.blue.answers("defeat", "Vader")
    assert "Implacable" in table.blue.hand
    assert table.blue.card("Implacable") not in [option.id for option in table.game.hand(table.state, BLUE)]
    assert not table.blue.may_lock("Implacable")


@pytest.mark.rule("LG-12")
def test_a_card_of_a_title_needs_the_unit_of_that_title() -> None:
    table = skirmish(cards=[own("Vader", card("Vengeance", 1), title="The Apprentice")])
    assert not table.blue.may_lock("Vengeance")
    assert skirmish(cards=[own("Vader", card("Vengeance", 1))]).blue.may_lock("Vengeance")


@pytest.mark.rule("LG-12")
def test_a_card_of_two_units_needs_both_where_it_reports_it() -> None:
    both = replace(card("Fly By", 1), belongs_to=("Veers", "Vader"), belongs_to_all=True)
    table = skirmish(cards=[both])
    table.blue.answers("defeat", "Vader")
    assert not table.blue.may_lock("Fly By")
    either = skirmish(cards=[replace(both, belongs_to_all=False)])
    either.blue.answers("defeat", "Vader")
    assert either.blue.may_lock("Fly By")


@pytest.mark.rule("LG-13")
def test_a_unit_named_on_its_own_card_is_a_friendly_one() -> None:
    mine = own("Vader", card("Implacable", 1, (Slot(names=("Vader",)),)))
    table = Tabletop(army(VEERS, SNOWTROOPERS, VADER, VADER, cards=[mine]), army(LEIA, VADER))
    table.both_play("Implacable", "Push")
    table.blue.answers("nominate", "Vader 1")
    assert table.blue.offered("orders") == ["Vader 1", "Vader 2"]
    assert table.blue.tries("orders", "no unit of blue's").rule == "LG-13"


@pytest.mark.rule("LG-20")
def test_effects_resolve_in_the_order_of_the_list() -> None:
    """Each pair of neighbours in the list, the later one with the seat that would go first."""
    listed = (Timing.REVEAL, Timing.UNTIMED, Timing.ISSUING, Timing.START_OF_ACTIVATION, Timing.ACTIVATION)
    for sooner, later in pairwise(listed):
        table = skirmish(cards=[card("Sooner", 2, timing=sooner), card("Later", 1, timing=later)])
        table.command_phase("Later", "Sooner")
        while table.blue.asked("effect") or table.red.asked("effect"):
            (table.blue if table.blue.asked("effect") else table.red).answers("effect")
        table.end_activation()
        assert [event.timing for event in table.events_of(EffectResolved)] == [sooner, later]


@pytest.mark.rule("LG-20")
@pytest.mark.rule("TB-24")
@pytest.mark.slow
def test_a_card_with_two_effects_resolves_each_at_its_own_time() -> None:
    timings = (Timing.REVEAL, Timing.UNTIMED, Timing.ISSUING, Timing.START_OF_ACTIVATION, Timing.ACTIVATION)
    for first, second in combinations(timings, 2):
        between = replace(card("Between", 2, timing=second), slots=())
        table = skirmish(cards=[replace(card("Twice", 1), timing=None), between])
        table.both_play("Twice", "Between")
        table.blue.answers("read.timing", (second, first))
        table.red.answers("read.agree", "yes")
        while table.step != "end":
            table.first_offered()
        resolved = [(event.seat, event.timing) for event in table.events_of(EffectResolved)]
        assert resolved == [(BLUE, first), (BLUE, second), (RED, second)]


@pytest.mark.rule("LG-20")
def test_effects_fall_into_their_steps() -> None:
    """Reveal and untimed ones before priority, issuing ones before the first order, later ones after the pools."""
    before: dict[Timing, type[Event]] = {
        Timing.REVEAL: PriorityGiven,
        Timing.UNTIMED: PriorityGiven,
        Timing.ISSUING: OrderIssued,
    }
    after: dict[Timing, type[Event]] = {
        Timing.ISSUING: CommanderNominated,
        Timing.COMMAND_END: PassPoolCreated,
        Timing.START_OF_ACTIVATION: PoolCreated,
    }
    for timing in Timing:
        if timing in (Timing.NONE, Timing.SETUP, Timing.ACTIVATION, Timing.END_PHASE):
            continue
        table = skirmish(cards=[card("Effect", 1, timing=timing)])
        table.both_play("Effect", "Push")
        while not table.blue.asked("effect"):
            player = table.blue if table.blue.asked("orders") else table.red
            player.answers("orders", player.offered("orders")[0])
        assert not table.events_of(before.get(timing, DieRolled))
        assert table.events_of(after.get(timing, CardPlayed))


@pytest.mark.rule("LG-21")
@pytest.mark.parametrize(
    ("timing", "first"),
    [
        (Timing.REVEAL, BLUE),
        (Timing.UNTIMED, BLUE),
        (Timing.ISSUING, RED),
        (Timing.COMMAND_END, RED),
        (Timing.START_OF_ACTIVATION, RED),
        (Timing.ACTIVATION, RED),
        (Timing.END_PHASE, RED),
    ],
)
def test_blue_first_before_priority_and_the_player_with_priority_after(timing: Timing, first: Seat) -> None:
    table = skirmish(cards=[card("Late", 3, timing=timing), card("Early", 1, timing=timing)])
    table.command_phase("Late", "Early")
    table.end_activation()
    table.effects_resolved()
    seats = [event.seat for event in table.events_of(EffectResolved)]
    assert len(seats) == 2
    assert seats[0] is first


@pytest.mark.rule("LG-21")
@pytest.mark.rule("LG-42")
@pytest.mark.rule("LA-46")
def test_an_effect_on_issuing_orders_belongs_to_the_moment_at_which_that_seat_issues() -> None:
    """Blue is no sooner than red, who has priority, and whose orders come first."""
    effect = card("March", 1, timing=Timing.ISSUING)
    table = Tabletop(army(VEERS, cards=[replace(effect, priority_pips=3)]), army(LEIA, LEIA, cards=[effect]))
    table.both_play("March", "March")
    assert table.blue.asked("effect") is None
    assert table.red.asked("effect")
    assert table.blue.asked("effect") is None
    table.red.answers("effect")
    assert table.blue.asked("effect") is None
    table.red.answers("orders", "Leia 2")
    table.blue.answers("effect")
    table.blue.answers("orders", "Veers")
    reported = [e for e in table.journal if isinstance(e, EffectResolved | OrderIssued)]
    assert [(type(event), event.seat) for event in reported] == [
        (EffectResolved, RED), (OrderIssued, RED), (EffectResolved, BLUE), (OrderIssued, BLUE),
    ]  # fmt: skip


def test_an_effect_in_the_end_phase_comes_before_the_round_is_reported_to_be_over() -> None:
    table = skirmish(cards=[card("Watch", 2, timing=Timing.END_PHASE)])
    table.command_phase("Watch", "Ambush")
    table.end_activation()
    assert table.step == "end"
    assert table.red.asked("end") is None
    table.blue.answers("effect")
    assert table.red.asked("end")


def test_standing_orders_go_back_by_themselves_at_the_end_of_the_command_phase() -> None:
    table = skirmish(cards=[replace(card("Steady", 2, timing=Timing.COMMAND_END), returns=True)])
    table.command_phase("Steady", "Ambush")
    assert table.events_of(EffectResolved) == []
    assert "Steady" in table.blue.hand


@pytest.mark.rule("LG-22")
def test_an_effect_is_fully_resolved_before_the_next() -> None:
    table = skirmish(cards=[card("Effect", 2, timing=Timing.UNTIMED)])
    table.both_play("Effect", "Effect")
    assert table.blue.asked("effect")
    assert table.red.asked("effect") is None
    assert table.red.tries("effect").rule == "LG-22"
    table.blue.answers("effect")
    assert table.red.asked("effect")


@pytest.mark.rule("LG-23")
def test_what_the_list_does_not_order_blue_does_first() -> None:
    """The cards that go back at the end of the Command Phase, with priority at red's."""
    table = skirmish(chance=[BLANK])
    table.command_phase("Standing Orders", "Standing Orders")
    assert table.state.priority is RED
    assert [event.seat for event in table.events_of(CardReturned)] == [BLUE, RED]


@pytest.mark.rule("LC-42")
@pytest.mark.rule("LG-22")
@pytest.mark.parametrize("game", [Legion2024(), LegionClassic()], ids=lambda game: game.system)
def test_an_effect_at_the_end_of_the_command_phase_comes_after_its_last_pool(game: Legion) -> None:
    late = card("Late", 1, timing=Timing.COMMAND_END)
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[late]), army(LEIA, REBELS), (), game)
    table.both_play("Late", "Push")
    while not table.blue.asked("effect"):
        table.first_offered()
    assert len(table.events_of(PoolCreated)) == 2
    assert len(table.events_of(PassPoolCreated)) == (2 if game.edition.passes else 0)
