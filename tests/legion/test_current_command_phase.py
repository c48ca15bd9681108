"""The Command Phase of the current rulebook, rule by rule: docs/rules/legion_2024.md."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from table.games.game import Event
from table.games.legion.armies import Rank, Slot, Timing
from table.games.legion.events import (
    CannotPlay,
    CardPlayed,
    CardRefused,
    CardReturned,
    CardsRevealed,
    CommanderFell,
    CommanderMissing,
    CommanderNominated,
    DieRolled,
    EffectResolved,
    OrderIssued,
    OrdersFinished,
    PassPoolCreated,
    PoolCreated,
    PriorityGiven,
)
from table.games.prompts import ChooseOne, Option, SealedCard
from table.games.seats import BLUE, RED, Seat
from table.games.steps import StepBegan
from tests.legion.kit import (
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
    skirmish,
    slots,
    unit,
)

ID10 = unit("ID10", None, "droid trooper")


@pytest.mark.rule("LG-01")
def test_the_phase_has_six_steps_then_comes_the_activation_phase() -> None:
    table = skirmish()
    table.command_phase("Ambush", "Push")
    assert [event.step for event in table.told(StepBegan)] == [
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
    (revealed,) = table.told(CardsRevealed)
    assert dict(revealed.cards) == {BLUE: "legion.card.ambush", RED: "legion.card.push"}
    assert [event.name for event in table.told(CardPlayed)] == ["Ambush", "Push"]


@pytest.mark.rule("LG-10")
def test_a_card_comes_from_ones_own_hand() -> None:
    mine = own("Veers", card("Implacable", 1))
    table = Tabletop(army(VEERS, cards=[mine]), army(LEIA))
    table.both_play("Ambush", "Implacable")
    assert [(event.seat, event.rule) for event in table.told(CardRefused)] == [(RED, "LG-10")]


@pytest.mark.rule("LG-11")
def test_without_a_commander_or_operative_no_card_is_played() -> None:
    table = skirmish()
    table.red.answers("defeat", "Leia")
    assert table.last(CannotPlay) == CannotPlay(RED, "leaderless")
    assert table.red.tries("select").rule == "LG-11"
    table.blue.plays("Ambush")
    assert [event.seat for event in table.told(CardPlayed)] == [BLUE]


@pytest.mark.rule("LG-11")
def test_an_operative_alone_is_enough_to_play() -> None:
    table = skirmish()
    table.blue.answers("defeat", "Veers")
    table.both_play("Ambush", "Push")
    assert [event.seat for event in table.told(CardPlayed)] == [BLUE, RED]


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
    table.both_play("Implacable", "Push")
    assert table.last(CardRefused).rule == "LG-12"
    assert not [event for event in table.told(CardPlayed) if event.seat is BLUE]


@pytest.mark.rule("LG-12")
def test_a_card_of_a_title_needs_the_unit_of_that_title() -> None:
    table = skirmish(cards=[own("Vader", card("Vengeance", 1), title="The Apprentice")])
    table.both_play("Vengeance", "Push")
    assert table.last(CardRefused).rule == "LG-12"
    table.blue.plays("Ambush")
    assert table.step == "orders"


@pytest.mark.rule("LG-12")
def test_a_card_of_two_units_needs_both_where_it_says_so() -> None:
    both = replace(card("Fly By", 1), belongs_to=("Veers", "Vader"), belongs_to_all=True)
    table = skirmish(cards=[both])
    table.blue.answers("defeat", "Vader")
    table.both_play("Fly By", "Push")
    assert table.last(CardRefused).rule == "LG-12"
    either = skirmish(cards=[replace(both, belongs_to_all=False)])
    either.blue.answers("defeat", "Vader")
    either.both_play("Fly By", "Push")
    assert not either.told(CardRefused)


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
        assert [event.timing for event in table.told(EffectResolved)] == [sooner, later]


@pytest.mark.rule("LG-20")
def test_effects_fall_into_their_steps() -> None:
    """Reveal and untimed ones before priority, issuing ones before the first order, the others after the pools."""
    before: dict[Timing, type[Event]] = {
        Timing.REVEAL: PriorityGiven,
        Timing.UNTIMED: PriorityGiven,
        Timing.ISSUING: OrderIssued,
    }
    after: dict[Timing, type[Event]] = {
        Timing.ISSUING: CommanderNominated,
        Timing.START_OF_ACTIVATION: PoolCreated,
        Timing.ACTIVATION: PoolCreated,
    }
    for timing in Timing:
        if timing is Timing.NONE:
            continue
        table = skirmish(cards=[card("Effect", 1, timing=timing)])
        table.both_play("Effect", "Push")
        while not table.blue.asked("effect"):
            player = table.blue if table.blue.asked("orders") else table.red
            player.answers("orders", player.offered("orders")[0])
        assert not table.told(before.get(timing, DieRolled))
        assert table.told(after.get(timing, CardPlayed))


@pytest.mark.rule("LG-21")
@pytest.mark.parametrize(
    ("timing", "first"),
    [
        (Timing.REVEAL, BLUE),
        (Timing.UNTIMED, BLUE),
        (Timing.ISSUING, RED),
        (Timing.START_OF_ACTIVATION, RED),
        (Timing.ACTIVATION, RED),
    ],
)
def test_blue_first_before_priority_and_the_player_with_priority_after(timing: Timing, first: Seat) -> None:
    table = skirmish(cards=[card("Late", 3, timing=timing), card("Early", 1, timing=timing)])
    table.command_phase("Late", "Early")
    table.end_activation()
    seats = [event.seat for event in table.told(EffectResolved)]
    assert len(seats) == 2
    assert seats[0] is first


@pytest.mark.rule("LG-21")
@pytest.mark.rule("LG-42")
def test_effects_on_issuing_orders_wait_until_both_have_nominated() -> None:
    """Blue has one commander and red two: blue is no sooner than red, who has priority."""
    effect = card("March", 1, timing=Timing.ISSUING)
    table = Tabletop(army(VEERS, cards=[replace(effect, priority_pips=3)]), army(LEIA, LEIA, cards=[effect]))
    table.both_play("March", "March")
    assert table.blue.asked("effect") is None
    table.red.answers("nominate", "Leia 1")
    assert table.blue.asked("effect") is None
    table.red.answers("effect")
    table.blue.answers("effect")
    assert [event.seat for event in table.told(EffectResolved)] == [RED, BLUE]


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
    assert [event.seat for event in table.told(CardReturned)] == [BLUE, RED]


@pytest.mark.rule("LG-30")
@pytest.mark.parametrize(("blue", "red", "first"), [("Ambush", "Push", BLUE), ("Assault", "Push", RED)])
def test_the_fewest_pips_have_priority(blue: str, red: str, first: Seat) -> None:
    table = skirmish()
    table.both_play(blue, red)
    assert table.last(PriorityGiven) == PriorityGiven(first, "LG-30")
    assert not table.told(DieRolled)


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
    assert not table.told(DieRolled)


@pytest.mark.rule("LG-33")
@pytest.mark.parametrize(("face", "first"), [(BLOCK, BLUE), (BLANK, RED)])
def test_if_neither_plays_the_die_decides(face: int, first: Seat) -> None:
    table = Tabletop(army(SNOWTROOPERS), army(REBELS), [face])
    assert table.step == "priority"
    table.blue.answers("roll")
    assert table.last(PriorityGiven) == PriorityGiven(first, "LG-33")


@pytest.mark.rule("LG-40")
def test_a_units_card_nominates_that_unit_whatever_its_rank() -> None:
    troopers = own("Snowtroopers", card("Cold", 1, slots(1)))
    table = Tabletop(army(VEERS, VADER, SNOWTROOPERS, cards=[troopers]), army(LEIA, REBELS))
    table.both_play("Cold", "Push")
    assert [e.name for e in table.told(CommanderNominated) if e.seat is BLUE] == ["Snowtroopers"]
    assert table.blue.asked("nominate") is None


@pytest.mark.rule("LG-41")
def test_any_one_undefeated_commander_can_be_nominated_and_no_operative() -> None:
    table = Tabletop(army(VEERS, VADER, unit("Tagge", Rank.COMMANDER), unit("Tarkin", Rank.COMMANDER)), army(LEIA))
    table.blue.answers("defeat", "Tarkin")
    table.both_play("Push", "Push")
    table.blue.answers("roll")
    assert table.blue.offered("nominate") == ["Veers", "Tagge"]
    assert table.blue.tries("nominate", "Vader").rule == "LG-41"
    table.blue.answers("nominate", "Tagge")
    assert table.told(CommanderNominated)[-1].name == "Tagge"


@pytest.mark.rule("LG-42")
def test_both_nominate_then_the_player_with_priority_issues_all_orders_first() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, unit("Mon", Rank.COMMANDER), REBELS))
    table.both_play("Push", "Ambush")
    assert table.red.asked("nominate")
    assert table.red.tries("orders", "Rebels").rule == "LG-42"
    table.red.answers("nominate", "Leia")
    assert table.blue.tries("orders", "Veers").rule == "LG-42"
    table.red.answers("orders", "Rebels")
    assert table.red.asked("orders") is None
    table.blue.answers("orders", "Veers")
    table.blue.answers("orders", "Snowtroopers")
    assert [event.seat for event in table.told(OrderIssued)] == [RED, BLUE, BLUE]


@pytest.mark.rule("LG-43")
def test_the_card_says_how_many_orders() -> None:
    table = skirmish()
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "AT-ST")
    table.blue.answers("orders", "Vader")
    assert table.blue.tries("orders", "Veers").rule == "LG-42", "blue is done"
    assert len(table.told(OrderIssued)) == 2


@pytest.mark.rule("LG-43")
def test_the_card_says_to_which_units() -> None:
    named = card("Named", 1, (Slot(names=("Vader",)), Slot(ranks=(Rank.HEAVY,))))
    table = skirmish(cards=[named])
    table.both_play("Named", "Push")
    assert table.blue.offered("orders") == ["Vader", "AT-ST"]
    table.blue.answers("orders", "Vader")
    assert table.blue.offered("orders") == ["AT-ST"]


@pytest.mark.rule("LG-44")
def test_no_unit_gets_a_second_order() -> None:
    table = skirmish()
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "AT-ST")
    assert "AT-ST" not in table.blue.offered("orders")
    assert table.blue.tries("orders", "AT-ST").rule == "LG-44"


@pytest.mark.rule("LG-45")
def test_the_type_on_the_card_must_match() -> None:
    table = skirmish(cards=[card("Infantry", 1, slots(2, types=("trooper",)))])
    table.both_play("Infantry", "Push")
    assert table.blue.offered("orders") == ["Veers", "Vader", "Snowtroopers 1", "Snowtroopers 2"]
    assert table.blue.tries("orders", "AT-ST").rule == "LG-45"


@pytest.mark.rule("LG-45")
def test_a_type_is_a_word_of_the_units_type_and_a_longer_one_is_all_its_words() -> None:
    clones = unit("Clones", Rank.CORPS, "clone trooper")
    droids = unit("Droids", Rank.CORPS, "heavy droid trooper")
    line = (Slot(types=("trooper",)), Slot(types=("droid trooper",)))
    table = Tabletop(army(VEERS, clones, droids, AT_ST, cards=[card("Mixed", 1, line)]), army(LEIA))
    table.both_play("Mixed", "Push")
    assert table.blue.offered("orders") == ["Veers", "Clones", "Droids"]
    table.blue.answers("orders", "Clones")
    assert table.blue.offered("orders") == ["Droids"]


@pytest.mark.rule("LG-46")
def test_an_order_is_a_face_up_token_of_the_units_rank() -> None:
    table = skirmish()
    table.both_play("Ambush", "Push")
    (option,) = [o for o in _options(table.blue.asked("orders")) if o.id == table.blue.unit("AT-ST").unit.id]
    assert (option.icon, option.card) == ("rank.heavy", "legion.unit.at-st")
    table.blue.answers("orders", "AT-ST")
    assert table.last(OrderIssued).rank is Rank.HEAVY
    assert table.blue.unit("AT-ST").face_up
    assert [(out.seat, out.kind, out.count) for out in table.game.hand_outs(table.last(OrderIssued))] == [
        (BLUE, "heavy", 1)
    ]


@pytest.mark.rule("LG-47")
def test_all_orders_must_be_issued_and_only_those_in_excess_are_lost() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Assault", "Standing Orders")
    assert table.blue.tries("orders", None).rule == "LG-47", "there is no stopping early"
    table.blue.answers("orders", "Veers")
    table.blue.answers("orders", "Snowtroopers")
    assert table.last(OrdersFinished) == OrdersFinished(BLUE, 1)


@pytest.mark.rule("LG-47")
def test_slots_are_not_bound_so_that_every_order_of_choices_reaches_the_greatest_number() -> None:
    line = (Slot(), Slot(names=("Vader",)))
    for first in ("Vader", "Snowtroopers 1"):
        table = skirmish(cards=[card("Two", 1, line)])
        table.both_play("Two", "Push")
        table.blue.answers("orders", first)
        offered = table.blue.offered("orders")
        assert ("Vader" in offered) is (first != "Vader")
        assert ("Veers" in offered) is (first == "Vader")
        table.blue.answers("orders", offered[0])
        assert table.last(OrdersFinished) == OrdersFinished(BLUE, 0)


@pytest.mark.rule("LG-47")
def test_with_an_operative_and_a_generic_card_there_is_nobody_to_nominate_and_the_orders_are_lost() -> None:
    table = skirmish()
    table.blue.answers("defeat", "Veers")
    table.both_play("Assault", "Push")
    assert table.last(CommanderMissing) == CommanderMissing(BLUE, 3)
    table.red.answers("orders", "Leia")
    table.red.answers("orders", "Rebels 1")
    assert {event.seat for event in table.told(OrderIssued)} == {RED}
    assert table.step == "activation"


@pytest.mark.rule("LG-43")
def test_a_unit_promoted_after_its_order_has_used_its_slot() -> None:
    heavy = card("Heavy", 1, (Slot(ranks=(Rank.HEAVY,)), Slot(ranks=(Rank.CORPS,))))
    table = Tabletop(army(VEERS, AT_ST, AT_ST, SNOWTROOPERS, cards=[heavy]), army(LEIA))
    table.both_play("Heavy", "Push")
    table.blue.answers("orders", "AT-ST 1")
    table.blue.answers("promote", "AT-ST 1")
    assert table.blue.offered("orders") == ["Snowtroopers"]
    table.blue.answers("orders", "Snowtroopers")
    assert table.told(OrdersFinished)[0] == OrdersFinished(BLUE, 0)


@pytest.mark.rule("LG-48")
def test_an_order_from_another_source_need_not_fit_the_card_but_no_unit_gets_two() -> None:
    table = skirmish(cards=[card("Infantry", 1, slots(1, types=("trooper",)), Timing.UNTIMED)])
    table.both_play("Infantry", "Push")
    table.blue.answers("order.extra", "AT-ST")
    assert table.last(OrderIssued).extra
    assert table.blue.unit("AT-ST").face_up
    assert table.blue.tries("order.extra", "AT-ST").rule == "LG-48"
    table.blue.answers("effect")
    table.blue.answers("orders", "Veers")
    assert table.told(OrdersFinished)[0] == OrdersFinished(BLUE, 0), "the extra order took none of the card's"
    assert "Veers" not in table.blue.offered("order.extra")
    table.blue.answers("token.back", "Veers")
    assert table.blue.tries("order.extra", "Veers").rule == "LG-48", "its token is gone, its order was given"


@pytest.mark.rule("LG-50")
def test_the_pool_has_a_token_of_its_rank_for_each_undefeated_unit_without_an_order() -> None:
    table = Tabletop(army(VEERS, VADER, SNOWTROOPERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST, ID10), army(LEIA, REBELS))
    table.blue.answers("defeat", "Snowtroopers 3")
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Vader")
    table.issue_all()
    assert table.blue.pool == {"commander": 1, "corps": 2, "heavy": 1}
    assert table.red.pool == {}


@pytest.mark.rule("LG-60")
@pytest.mark.parametrize(("blue", "red", "added"), [(8, 12, 3), (8, 9, 0), (8, 8, 0), (8, 10, 1)])
def test_the_side_with_fewer_units_adds_one_fewer_than_the_difference(blue: int, red: int, added: int) -> None:
    few, many = [VEERS] + [SNOWTROOPERS] * (blue - 1), [LEIA] + [REBELS] * (red - 1)
    table = Tabletop(army(*few), army(*many))
    table.command_phase("Ambush", "Push")
    assert [(event.seat, event.count) for event in table.told(PassPoolCreated)] == [(BLUE, added), (RED, 0)]
    assert (table.blue.side.play.passes, table.red.side.play.passes) == (added, 0)


@pytest.mark.rule("LG-60")
@pytest.mark.rule("TB-44")
def test_defeated_units_and_counterparts_are_not_counted() -> None:
    table = Tabletop(army(VEERS, ID10, ID10, SNOWTROOPERS), army(LEIA, *[REBELS] * 4))
    table.blue.answers("defeat", "Snowtroopers")
    table.command_phase("Ambush", "Push")
    assert table.blue.side.play.passes == 3


@pytest.mark.rule("LG-61")
def test_after_the_pools_the_activation_phase_begins_with_priority() -> None:
    table = skirmish()
    table.command_phase("Push", "Ambush")
    assert table.game.view(table.state).phase.key == "legion.phase.activation"
    assert isinstance(table.red.asked("turn"), ChooseOne)
    assert table.blue.asked("turn") is None


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


def _options(prompt: object) -> tuple[Option, ...]:
    assert isinstance(prompt, ChooseOne)
    return prompt.options


@pytest.mark.rule("TB-49")
def test_the_orders_that_a_defeated_commander_has_not_issued_are_lost() -> None:
    table = skirmish()
    table.both_play("Assault", "Standing Orders")
    table.blue.answers("orders", "AT-ST")
    table.blue.answers("defeat", "Veers")
    assert table.last(CommanderFell) == CommanderFell(BLUE, "1", "Veers", 2)
    assert table.blue.unit("AT-ST").face_up, "what was issued stays"
    assert table.blue.asked("orders") is None


@pytest.mark.rule("TB-49")
def test_the_other_seat_issues_its_orders_first_and_a_leader_that_is_back_by_then_issues_its_own() -> None:
    for back in (False, True):
        table = skirmish()
        table.both_play("Ambush", "Push")
        table.red.answers("defeat", "Leia")
        assert not table.told(CommanderFell), "it is blue's turn"
        if back:
            table.red.answers("restore", "Leia")
            table.red.answers("restore.why", "slip")
        table.blue.answers("orders", "Veers")
        assert bool(table.told(CommanderFell)) is not back
        assert (table.red.asked("orders") is not None) is back
