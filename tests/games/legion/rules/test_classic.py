"""The classic Command Phase, rule by rule, as far as it differs from the current one."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from table.games.legion.rules.activation.turn_events import DrawWasted, TokenDrawn, UnitActivated
from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.effects.effect_events import CardDiscarded, CardReturned
from table.games.legion.rules.model.armies import CommandCard, Slot, Timing, Unit
from table.games.legion.rules.orders.order_events import (
    CommanderFell,
    CommanderNominated,
    OrderIssued,
    OrdersFinished,
    RangeJudged,
)
from table.games.legion.rules.orders.order_steps import NO_MORE
from table.games.legion.rules.pools.pool_events import PassPoolCreated, PoolCreated
from table.games.legion.rules.priority.priority_events import DieRolled, PriorityGiven
from table.games.legion.rules.selection.selection_events import CannotPlay, CardPlayed, CardRefused, CardsRevealed
from table.rules.prompts import ChooseSome, SealedCard
from table.rules.seats import BLUE, RED, Seat
from table.rules.steps import StepBegan
from table.rules.text import text
from tests.games.legion.rules.kit import (
    AT_ST,
    BLANK,
    BLOCK,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    SURGE,
    VADER,
    VEERS,
    Tabletop,
    army,
    card,
    own,
    slots,
)

EMPIRE = (VEERS, VADER, SNOWTROOPERS, SNOWTROOPERS, AT_ST)
REBELLION = (LEIA, REBELS, REBELS)
CHANGE_OF_PLANS = card("Change of Plans", 1, timing=Timing.REVEAL)
LOOMS = card("Annihilation Looms", 1, timing=Timing.UNTIMED)


def classic(
    cards: Sequence[CommandCard] = (), chance: Sequence[int] = (), blue: Sequence[Unit] = EMPIRE,
    red: Sequence[Unit] = REBELLION,
) -> Tabletop:  # fmt: skip
    return Tabletop(army(*blue, cards=cards), army(*red, cards=cards), chance, LegionClassic())


@pytest.mark.rule("LC-10")
@pytest.mark.rule("LC-11")
def test_both_select_in_secret_and_both_cards_are_revealed_at_once() -> None:
    table = classic()
    asked = table.blue.asked("select")
    assert isinstance(asked, SealedCard)
    assert asked.rule == "LC-11"
    assert table.red.asked("select")
    table.blue.plays("Ambush")
    assert not table.events_of(CardsRevealed)
    table.red.plays("Push")
    assert dict(table.last(CardsRevealed).cards) == {BLUE: "legion.card.ambush", RED: "legion.card.push"}


@pytest.mark.rule("LC-12")
def test_without_a_commander_or_operative_no_card_is_selected() -> None:
    table = classic()
    table.red.answers("defeat", "Leia")
    assert table.last(CannotPlay) == CannotPlay(RED, "leaderless")
    assert table.red.tries("select").rule == "LC-12"


@pytest.mark.rule("LC-13")
@pytest.mark.rule("LC-14")
def test_an_illegal_card_is_replaced_with_standing_orders() -> None:
    table = classic([own("Vader", card("Implacable", 1))])
    table.blue.answers("defeat", "Vader")
    table.both_play("Implacable", "Push")
    assert table.last(CardRefused).rule == "LC-13"
    assert [(event.seat, event.name) for event in table.events_of(CardPlayed)] == [
        (BLUE, "Standing Orders"),
        (RED, "Push"),
    ]
    assert table.blue.asked("select") is None
    assert "Implacable" in table.blue.hand
    assert table.last(PriorityGiven) == PriorityGiven(RED, "LC-20"), "four pips against two"


@pytest.mark.rule("LC-14")
def test_without_standing_orders_it_counts_as_no_card() -> None:
    illegal = own("Thrawn", card("Foreign", 1))
    hand = tuple(each for each in army(cards=[illegal]).hand if each.name != "Standing Orders")
    table = Tabletop(replace(army(VEERS), hand=hand), army(LEIA), (), LegionClassic())
    table.both_play("Foreign", "Standing Orders")
    assert table.last(CannotPlay) == CannotPlay(BLUE, "no_standing_orders")
    assert table.last(PriorityGiven) == PriorityGiven(RED, "LC-22")


@pytest.mark.rule("LC-15")
@pytest.mark.rule("LC-16")
@pytest.mark.rule("LC-17")
@pytest.mark.parametrize("timing", [Timing.REVEAL, Timing.UNTIMED, Timing.START_OF_ACTIVATION])
def test_blue_is_first_with_every_effect_whoever_has_priority(timing: Timing) -> None:
    table = classic([card("Late", 3, timing=timing), card("Early", 1, timing=timing)])
    table.command_phase("Late", "Early")
    while table.blue.asked("effect") or table.red.asked("effect"):
        (table.blue if table.blue.asked("effect") else table.red).answers("effect")
    assert [event.seat for event in table.events_of(EffectResolved)] == [BLUE, RED]
    assert table.state.priority is RED


@pytest.mark.rule("LC-16")
@pytest.mark.rule("LC-18")
def test_change_of_plans_against_annihilation_looms() -> None:
    table = classic([CHANGE_OF_PLANS, LOOMS])
    table.both_play("Annihilation Looms", "Change of Plans")
    assert table.blue.asked("effect") is None, "an effect on reveal comes first"
    table.red.answers("card.back")
    assert "Annihilation Looms" in table.blue.hand
    table.blue.answers("instead", "none")
    table.red.answers("instead.agree", "yes")
    table.red.answers("effect")
    assert [event.name for event in table.events_of(EffectResolved)] == ["Change of Plans"]
    assert table.blue.asked("effect") is None
    assert table.last(PriorityGiven) == PriorityGiven(RED, "LC-22"), "blue's pips count for nothing"


@pytest.mark.rule("LC-15")
@pytest.mark.rule("LC-18")
def test_an_effect_that_has_returned_a_card_is_resolved_before_the_one_laid_instead_and_returns_no_second() -> None:
    """Blue's would be first among effects on reveal; red's is under way."""
    table = classic([CHANGE_OF_PLANS, LOOMS, replace(CHANGE_OF_PLANS, id="legion.card.other", name="Other Plans")])
    table.both_play("Annihilation Looms", "Change of Plans")
    table.red.answers("card.back")
    table.blue.answers("instead", "again")
    table.red.answers("instead.agree", "yes")
    table.blue.plays("Other Plans")
    assert table.blue.asked("effect") is None
    assert table.red.asked("card.back") is None
    assert table.red.tries("card.back").rule == "TB-23"
    assert table.blue.asked("card.back") is None, "it is not blue's turn to resolve"
    table.red.answers("effect")
    table.blue.answers("card.back")
    assert "Change of Plans" in table.red.hand
    table.red.answers("instead", "none")
    table.blue.answers("instead.agree", "yes")
    table.blue.answers("effect")
    assert [event.name for event in table.events_of(EffectResolved)] == ["Change of Plans", "Other Plans"]


@pytest.mark.rule("LC-20")
@pytest.mark.parametrize(("blue", "red", "first"), [("Ambush", "Push", BLUE), ("Assault", "Push", RED)])
def test_the_fewest_pips_have_priority(blue: str, red: str, first: Seat) -> None:
    table = classic()
    table.both_play(blue, red)
    assert table.last(PriorityGiven) == PriorityGiven(first, "LC-20")


@pytest.mark.rule("LC-21")
@pytest.mark.parametrize(("face", "first"), [(BLOCK, BLUE), (SURGE, RED), (BLANK, RED)])
def test_on_equal_pips_who_has_the_round_counter_rolls(face: int, first: Seat) -> None:
    table = classic(chance=[face])
    table.both_play("Push", "Push")
    assert table.red.tries("roll").rule == "LC-21"
    table.blue.answers("roll")
    assert table.last(DieRolled).seat is BLUE
    assert table.last(PriorityGiven) == PriorityGiven(first, "LC-21")


@pytest.mark.rule("LC-22")
def test_who_alone_played_a_card_has_priority_whatever_its_pips() -> None:
    table = classic()
    table.red.answers("defeat", "Leia")
    table.blue.plays("Standing Orders")
    assert table.last(PriorityGiven) == PriorityGiven(BLUE, "LC-22")


@pytest.mark.rule("LC-23")
def test_if_neither_played_a_card_the_die_decides() -> None:
    table = classic(chance=[BLANK], blue=[SNOWTROOPERS], red=[REBELS])
    table.blue.answers("roll")
    assert table.last(PriorityGiven) == PriorityGiven(RED, "LC-23")


@pytest.mark.rule("LC-30")
def test_who_has_priority_nominates_and_issues_orders_before_the_other_nominates() -> None:
    table = classic(blue=[VEERS, replace(VEERS, name="Tagge"), SNOWTROOPERS], red=[LEIA, replace(LEIA, name="Mon")])
    table.both_play("Ambush", "Push")
    assert table.red.asked("nominate") is None
    assert table.red.tries("nominate", "Leia").rule == "LC-30"
    table.blue.answers("nominate", "Tagge")
    table.blue.answers("orders", "Tagge")
    table.red.answers("nominate", "Mon")
    order = [type(event) for event in table.journal if isinstance(event, CommanderNominated | OrdersFinished)]
    assert order == [CommanderNominated, OrdersFinished, CommanderNominated]


@pytest.mark.rule("LC-31")
def test_a_card_of_a_certain_unit_nominates_it() -> None:
    table = classic([own("Vader", card("Implacable", 1))])
    table.both_play("Implacable", "Push")
    assert table.events_of(CommanderNominated)[0].name == "Vader"


@pytest.mark.rule("LC-32")
def test_no_operative_is_nominated_with_another_card() -> None:
    table = classic(blue=[VEERS, replace(VEERS, name="Tagge"), VADER])
    table.both_play("Ambush", "Push")
    assert table.blue.offered("nominate") == ["Veers", "Tagge"]
    assert table.blue.tries("nominate", "Vader").rule == "LC-32"


@pytest.mark.rule("LC-33")
def test_the_card_states_how_many_orders_and_to_whom() -> None:
    table = classic([card("Named", 1, (Slot(names=("Vader",)), Slot(types=("ground vehicle",))))])
    table.both_play("Named", "Push")
    assert table.blue.offered("orders") == ["Vader", "AT-ST"]
    assert table.blue.tries("orders", "Snowtroopers 1").rule == "LC-36"
    table.blue.answers("orders", ("Vader", "AT-ST"))
    assert len([event for event in table.events_of(OrderIssued) if event.seat is BLUE]) == 2


@pytest.mark.rule("LC-34")
def test_no_unit_gets_a_second_order() -> None:
    table = classic()
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "Vader")
    assert table.blue.tries("orders", "Vader").rule == "LC-34"


@pytest.mark.rule("LC-35")
def test_only_units_in_range_of_the_nominated_one_and_that_one_itself() -> None:
    table = classic()
    table.both_play("Push", "Assault")
    asked = table.blue.asked("orders")
    assert isinstance(asked, ChooseSome)
    assert (asked.rule, asked.least, asked.most) == ("LC-35", 0, 2)
    table.blue.answers("orders", "Snowtroopers 1")
    assert table.blue.offered("orders") == ["Veers"], "it is at range 1 of itself"
    assert table.blue.tries("orders", "AT-ST").rule == "LC-35"


@pytest.mark.rule("LC-35")
def test_who_finds_no_units_near_enough_reports_it_instead_of_an_order() -> None:
    table = classic()
    table.both_play("Ambush", "Assault")
    assert table.blue.offered("orders")[-1] == NO_MORE
    table.blue.answers("orders", NO_MORE)
    assert table.blue.tries("orders", "Snowtroopers 1").rule == "LC-35"
    assert table.blue.offered("orders") == ["Veers"], "it is at range 1 of itself"


@pytest.mark.rule("LC-35")
def test_a_unit_that_is_back_is_judged_with_the_others() -> None:
    table = classic()
    table.blue.answers("defeat", "AT-ST")
    table.both_play("Push", "Assault")
    assert "AT-ST" not in table.blue.offered("orders")
    table.blue.answers("orders", "Vader")
    assert table.blue.offered("orders") == ["Veers"]
    table.blue.answers("restore", "AT-ST")
    table.blue.answers("restore.why", "slip")
    assert table.blue.offered("orders") == ["Veers", "Snowtroopers 1", "Snowtroopers 2", "AT-ST", NO_MORE]


@pytest.mark.rule("LC-36")
def test_a_type_on_the_card_must_match() -> None:
    table = classic([card("Walkers", 1, slots(2, types=("vehicle",)))])
    table.both_play("Walkers", "Push")
    assert table.blue.offered("orders") == ["AT-ST", NO_MORE]
    assert table.blue.tries("orders", "Veers").rule == "LC-36"


@pytest.mark.rule("LC-33")
def test_a_unit_in_range_gets_no_order_when_those_for_its_type_are_issued() -> None:
    table = classic([card("Mixed", 1, (Slot(types=("trooper",)), Slot(types=("ground vehicle",))))])
    table.both_play("Mixed", "Push")
    refused = table.blue.tries("orders", ("Snowtroopers 1", "Vader"))
    assert (refused.rule, refused.why.key) == ("LC-33", "legion.refused.slots")


@pytest.mark.rule("LC-37")
def test_as_many_orders_as_possible_are_issued() -> None:
    table = classic([card("Two", 1, (Slot(), Slot(names=("Vader",))))])
    table.both_play("Two", "Push")
    assert table.blue.tries("orders", None).rule == "LC-37"
    assert table.blue.markable("Veers") == ["Vader"]
    assert "Veers" in table.blue.markable("Vader")
    table.blue.answers("orders", ("Veers", "Vader"))
    assert table.last(OrdersFinished) == OrdersFinished(BLUE, 0)


@pytest.mark.rule("LC-40")
@pytest.mark.rule("LC-42")
def test_the_pool_holds_all_tokens_that_are_not_on_the_battlefield_and_there_is_no_pass_pool() -> None:
    table = classic()
    table.command_phase("Ambush", "Push")
    assert table.blue.pool == {"operative": 1, "corps": 2, "heavy": 1}
    assert [event.step for event in table.events_of(StepBegan)] == [
        "resolve", "priority", "orders", "order_pool", "activation",
    ]  # fmt: skip
    assert len(table.events_of(PoolCreated)) == 2
    assert not table.events_of(PassPoolCreated)
    owed = {out.kind for out in table.game.worst_case(table.state)}
    assert owed == {"commander", "operative", "corps", "heavy"}, "and no advantage token"


@pytest.mark.rule("LC-41")
@pytest.mark.parametrize(("place", "rank"), [(0, "operative"), (2, "corps"), (3, "heavy")])
def test_the_pool_is_drawn_from_at_random(place: int, rank: str) -> None:
    table = classic(chance=[place])
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "draw")
    assert table.last(TokenDrawn).rank == rank


@pytest.mark.rule("LC-43")
def test_a_played_card_that_was_not_returned_is_discarded_in_the_end_phase() -> None:
    table = classic()
    table.command_phase("Standing Orders", "Push")
    assert [event.seat for event in table.events_of(CardReturned)] == [BLUE]
    table.end_round()
    assert [event.name for event in table.events_of(CardDiscarded)] == ["Push"]


def test_nobody_passes_not_even_after_a_draw_that_found_no_unit() -> None:
    table = classic(chance=[3])
    table.command_phase("Ambush", "Push")
    assert table.blue.asked("advantage") is None
    turn = table.blue.asked("turn")
    assert turn is not None
    assert turn.ask == text("legion.turn.ask.no_pass")
    assert len(table.game.view(table.state).seats[0].counters) == 3, "hand, discard pile and round counter"
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("turn", "draw")
    assert table.events_of(DrawWasted)
    assert "pass" not in table.blue.offered("turn")


def test_a_draw_that_found_no_unit_is_followed_by_another_where_nothing_else_can_be_done() -> None:
    table = classic(chance=[1], blue=(VEERS, SNOWTROOPERS, AT_ST))
    table.command_phase("Ambush", "Push")
    table.blue.activates("Veers")
    table.blue.answers("defeat", "AT-ST")
    table.red.activates("Leia")
    table.blue.answers("turn", "draw")
    assert [event.rank for event in table.events_of(TokenDrawn)] == ["heavy", "corps"]
    assert [event.rank for event in table.events_of(DrawWasted)] == ["heavy"]
    assert [event.question for event in table.events_of(TokenDrawn)] == [0, 1]
    assert table.last(UnitActivated).name == "Snowtroopers"


@pytest.mark.rule("TB-36")
def test_the_last_activation_ends_its_players_last_round_too() -> None:
    table = Tabletop(army(VEERS), army(LEIA), game=LegionClassic(rounds=1))
    table.command_phase("Ambush", "Push")
    table.end_activation()
    assert (table.blue.asked("end") is not None, table.red.asked("end")) == (True, None)
    table.blue.answers("end")
    assert table.state.over


def test_the_classic_game_has_six_rounds() -> None:
    assert LegionClassic().rounds == 6


@pytest.mark.rule("TB-49")
def test_a_defeated_commander_issues_no_more_orders_and_no_range_is_judged_for_it() -> None:
    table = classic()
    table.both_play("Push", "Assault")
    assert table.blue.asked("orders")
    table.blue.answers("defeat", "Veers")
    assert table.last(CommanderFell) == CommanderFell(BLUE, "1", "Veers", 2)
    assert not [event for event in table.events_of(RangeJudged) if event.seat is BLUE]
    assert table.red.asked("orders")
