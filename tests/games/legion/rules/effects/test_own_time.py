"""A card's reward is free at its moment. Before and after it, the opponent has to agree (LA-63, LA-46)."""

import pytest
from msgspec.structs import replace

from table.games.legion.data.catalogue import load
from table.games.legion.rules.card_acts.act_events import GiftUsed
from table.games.legion.rules.card_acts.gifts import in_turn
from table.games.legion.rules.consent import ConsentAsked
from table.games.legion.rules.event_table import evolve
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Rank, Timing, Unit
from table.games.legion.rules.model.turns import before_turns
from table.games.legion.rules.round_events import RoundBegan
from table.rules.prompts import Value
from table.rules.seats import BLUE
from tests.games.legion.rules.kit import (
    AT_ST,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VEERS,
    Player,
    Tabletop,
    army,
    card,
    does,
    slots,
    unit,
)

CARDS = {each.name: each for each in load("current").cards}
BIKES, DROIDS = unit("Bikes", Rank.SUPPORT, "repulsor vehicle"), unit("Droids", Rank.CORPS, "droid trooper")
TANK = unit("Tank", Rank.HEAVY, "ground vehicle")
ORGANA = unit("Leia Organa", Rank.COMMANDER)
LUKE, CHEWBACCA = unit("Luke Skywalker", Rank.COMMANDER), unit("Chewbacca", Rank.OPERATIVE)


def open_to_all(name: str, pips: int = 1, orders: int = 2) -> CommandCard:
    """A card of the data that any army can play first."""
    return replace(
        CARDS[name], belongs_to=(), title="", faction="", battle_force="", requirement=(), priority_pips=pips,
        slots=slots(orders),
    )  # fmt: skip


def plays(what: CommandCard, *units: Unit) -> Tabletop:
    """Blue plays the card, with priority if it has few pips; red has Leia, two Rebels and an AT-ST."""
    table = Tabletop(army(*units, cards=[what]), army(LEIA, REBELS, REBELS, AT_ST))
    table.both_play(what.name, "Push")
    return table


def until(table: Tabletop, step: str) -> None:
    while table.step != step:
        if (asked := table.blue.asked("orders")) and asked.rule != "LG-43":
            table.blue.answers("orders", "none")
        else:
            table.first_offered()


def turns(table: Tabletop, number: int) -> None:
    """So many turns, whatever is offered first."""
    for _ in range(number):
        seat = table.state.turn
        while table.state.turn is seat:
            table.first_offered()


def free(player: Player, key: str, value: Value = None) -> bool:
    """Whether this answer would ask the opponent nothing."""
    before = len(player.table.events_of(ConsentAsked))
    player.answers(key, value)
    if len(player.table.events_of(ConsentAsked)) == before:
        return True
    player.answers("consent.drop")
    return False


def strikes(player: Player) -> bool:
    """Whether a card lets this player choose a token of the opponent."""
    asked = player.asked("token.back")
    return asked is not None and any(each.startswith("enemy:") for each in player.offered("token.back"))


@pytest.mark.rule("LA-63")
def test_an_effect_at_the_start_of_the_phase_lasts_until_the_first_unit_is_activated() -> None:
    table = plays(open_to_all("Double the Fall"), VEERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST)
    until(table, "activation")
    assert strikes(table.blue)
    table.blue.answers("effect")
    assert strikes(table.blue), "the players confirm it first, or move the tokens first"
    table.blue.answers("turn", "Veers")
    assert not strikes(table.blue)
    assert not free(table.blue, "token.back", table.blue.offered("token.back")[0])


@pytest.mark.rule("LA-63")
@pytest.mark.parametrize("key", ["pass", "draw"])
def test_a_pass_and_a_draw_are_turns_too(key: str) -> None:
    table = plays(open_to_all("Double the Fall", orders=0), VEERS, SNOWTROOPERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST)
    table.blue.with_consent("advantage")
    until(table, "activation")
    table.blue.answers("effect")
    assert before_turns(table.state)
    assert strikes(table.blue)
    table.blue.answers("turn", key)
    assert not before_turns(table.state)
    assert not strikes(table.blue)


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-04")
def test_a_draw_that_finds_no_unit_is_the_first_one_too() -> None:
    wasted = replace(plays(open_to_all("Ploy"), VEERS, SNOWTROOPERS).state, step="activation", wasted=True)
    assert not before_turns(wasted)
    assert before_turns(replace(wasted, wasted=False))
    assert not before_turns(replace(wasted, wasted=False, drawn="corps"))
    assert not before_turns(replace(wasted, wasted=False, step="end"))


@pytest.mark.rule("LA-63")
def test_an_effect_at_the_end_of_the_command_phase_lasts_until_the_first_turn() -> None:
    table = plays(open_to_all("Battlefield Reconnaissance"), VEERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST)
    until(table, "orders")
    assert not free(table.blue, "advantage"), "too early"
    until(table, "activation")
    turns(table, 1)
    assert not free(table.blue, "advantage"), "too late"


@pytest.mark.rule("LA-63")
def test_and_is_free_at_its_moment() -> None:
    table = plays(open_to_all("Battlefield Reconnaissance"), VEERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST)
    until(table, "activation")
    assert free(table.blue, "advantage")


@pytest.mark.rule("LA-63")
def test_a_token_for_which_the_opponent_chooses_the_unit_goes_back_before_the_first_turn() -> None:
    for late in (False, True):
        table = plays(open_to_all("Delaying Tactics"), VEERS, SNOWTROOPERS, AT_ST)
        until(table, "activation")
        turns(table, late)
        assert free(table.red, "token.back", "Rebels 1") is not late


@pytest.mark.rule("LA-63")
def test_what_is_due_at_the_end_of_the_command_phase_is_free_as_soon_as_its_card_is_reported() -> None:
    flips = tuple(each for each in CARDS["You Have Something I Want"].acts if each.act is Act.TOKEN_FLIP_FACEDOWN)
    wanted = replace(open_to_all("You Have Something I Want"), acts=flips)  # in the first round it is not played
    table = plays(wanted, VEERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST)
    until(table, "pass_pool")
    assert table.blue.asked("effect")
    assert free(table.blue, "token.down", table.blue.offered("token.down")[0])
    chosen = plays(open_to_all("Delaying Tactics"), VEERS, SNOWTROOPERS, AT_ST)
    until(chosen, "pass_pool")
    assert free(chosen.red, "token.back", "Rebels 1")


@pytest.mark.rule("LA-46")
@pytest.mark.rule("TB-42")
def test_an_advantage_that_a_card_gives_then_is_taken_then() -> None:
    table = plays(open_to_all("Battlefield Reconnaissance"), VEERS, SNOWTROOPERS, AT_ST)
    until(table, "pass_pool")
    assert table.blue.asked("effect")
    assert free(table.blue, "advantage")


@pytest.mark.rule("LA-63")
def test_and_not_that_of_a_commander() -> None:
    table = plays(open_to_all("Delaying Tactics"), VEERS, SNOWTROOPERS, AT_ST)
    until(table, "activation")
    assert not free(table.red, "token.back", "Leia")
    assert free(table.red, "token.back", "Rebels 1")
    assert table.last(GiftUsed).name == "Delaying Tactics"


@pytest.mark.rule("LA-46")
@pytest.mark.rule("LA-63")
@pytest.mark.parametrize("name", ["A Beautiful Friendship", "Evasive Action"])
def test_an_order_of_a_card_is_issued_while_its_own_seat_issues(name: str) -> None:
    """Red has priority, and issues first."""
    table = plays(open_to_all(name, pips=3, orders=1), VEERS, BIKES, BIKES, BIKES)
    until(table, "orders")
    assert table.red.asked("orders")
    assert not free(table.blue, "order.extra", "Bikes 1"), "red issues"
    while not table.blue.asked("orders"):
        table.first_offered()
    assert free(table.blue, "order.extra", "Bikes 1")
    table.blue.answers("orders", "Veers")
    until(table, "activation")
    assert not free(table.blue, "order.extra", "Bikes 3"), "orders are not issued any more"


@pytest.mark.rule("LA-46")
@pytest.mark.rule("LA-63")
@pytest.mark.parametrize(
    ("name", "units", "ordered"),
    [
        ("Mechanized Incursion", (TANK, DROIDS, DROIDS, DROIDS), "Tank"),
        ("Synchronized Offensive", (TANK, *[unit("Clones", Rank.CORPS, "clone trooper")] * 3), "Tank"),
    ],
)
def test_an_order_for_who_is_near_another_one_is_issued_then_too(
    name: str, units: tuple[Unit, ...], ordered: str
) -> None:
    table = plays(open_to_all(name, orders=1), VEERS, *units)
    until(table, "orders")
    table.blue.answers("orders", ordered)
    assert table.blue.asked("orders").rule == "LA-45"  # type: ignore[union-attr]
    until(table, "activation")
    unordered = next(troop.name for troop in table.blue.side.troops if not troop.ordered and troop.name != "Veers")
    assert not free(table.blue, "order.extra", unordered)


@pytest.mark.rule("LA-46")
@pytest.mark.rule("LA-63")
def test_a_token_that_goes_back_on_issuing_does_so_while_its_own_seat_issues() -> None:
    table = plays(open_to_all("We Make Weapons", pips=3), VEERS, DROIDS, DROIDS, DROIDS)
    until(table, "orders")
    table.blue.with_consent("order.extra", "Droids 1")
    assert not free(table.blue, "token.back", "Droids 1"), "red issues"
    while not table.blue.asked("orders"):
        table.first_offered()
    assert free(table.blue, "token.back", "Droids 1")


@pytest.mark.rule("LA-63")
def test_and_not_in_the_activation_phase() -> None:
    table = plays(open_to_all("We Make Weapons"), VEERS, DROIDS, DROIDS, DROIDS)
    until(table, "activation")
    assert not free(table.blue, "token.back", table.blue.offered("token.back")[0])


@pytest.mark.rule("LA-46")
@pytest.mark.rule("LA-63")
def test_a_card_that_acts_on_the_opponents_orders_gives_while_the_opponent_issues() -> None:
    watching = does(does(card("Watching", 1, slots(2), Timing.ISSUING), Act.ON_ENEMY_ORDER), Act.ADVANTAGE_GAIN, "9")
    table = plays(watching, VEERS, SNOWTROOPERS, SNOWTROOPERS)
    until(table, "orders")
    assert table.blue.asked("orders")
    assert not free(table.blue, "advantage")
    while not table.red.asked("orders"):
        table.first_offered()
    assert free(table.blue, "advantage")


@pytest.mark.rule("LA-63")
def test_what_a_card_with_two_times_does_belongs_to_one_of_them() -> None:
    table = plays(open_to_all("I Smell Fear... and it Smells Good", pips=3), VEERS, SNOWTROOPERS, AT_ST)
    until(table, "orders")
    table.red.answers("orders", "Leia")
    assert not strikes(table.blue), "its effect during the Activation Phase"
    until(table, "activation")
    assert strikes(table.blue)
    turns(table, 2)
    assert strikes(table.blue), "as long as the phase lasts"


@pytest.mark.rule("LA-63")
def test_and_that_can_be_the_first_one() -> None:
    for late in (False, True):
        table = plays(open_to_all("They Too Will Suffer"), VEERS, SNOWTROOPERS, AT_ST)
        until(table, "activation")
        turns(table, 2 * late)
        up = next(name for name in table.red.offered("token.back") if not name.startswith("enemy:"))
        assert free(table.red, "token.back", up) is not late


@pytest.mark.rule("LA-63")
def test_a_time_that_the_players_read_otherwise_counts_and_not_the_datas() -> None:
    named = does(card("Named", 1, slots(2), Timing.ACTIVATION), Act.ADVANTAGE_GAIN, "9@command_end")
    table = plays(named, VEERS, SNOWTROOPERS, SNOWTROOPERS)
    until(table, "activation")
    turns(table, 1)
    assert free(table.blue, "advantage")


@pytest.mark.rule("LA-63")
def test_an_order_at_no_stated_time_is_none_of_the_activation_phase() -> None:
    for timing, late in ((Timing.UNTIMED, False), (Timing.ACTIVATION, True)):
        table = plays(does(card("More", 1, slots(1), timing), Act.EXTRA_ORDER, "9"), VEERS, *[DROIDS] * 4)
        until(table, "orders")
        assert free(table.blue, "order.extra", "Droids 4") is not late
        until(table, "activation")
        turns(table, 1)
        name = next(troop.name for troop in table.blue.side.troops if not troop.ordered and not troop.activations)
        assert free(table.blue, "order.extra", name) is late


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-07")
def test_a_unit_that_acts_after_another_one_does_so_when_that_one_has_ended() -> None:
    table = plays(open_to_all("Somebody Has to Save Our Skins", orders=3), ORGANA, SNOWTROOPERS, SNOWTROOPERS)
    until(table, "activation")
    assert not free(table.blue, "turn.extra", "Snowtroopers 2"), "too early"
    table.blue.answers("turn", "Leia Organa")
    assert not free(table.blue, "turn.extra", "Snowtroopers 2"), "she is at it still"
    table.blue.answers("turn.end")
    assert free(table.blue, "turn.extra", "Snowtroopers 2")


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-07")
def test_and_not_once_another_activation_has_ended() -> None:
    table = plays(open_to_all("Somebody Has to Save Our Skins", orders=3), ORGANA, SNOWTROOPERS, SNOWTROOPERS)
    until(table, "activation")
    table.blue.activates("Leia Organa")
    turns(table, 1)
    assert not free(table.blue, "turn.extra", "Snowtroopers 2"), "too late"


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-07")
@pytest.mark.parametrize("turn", ["Leia", "pass"])
def test_and_not_once_the_opponent_has_begun_a_turn_or_passed(turn: str) -> None:
    table = plays(open_to_all("Somebody Has to Save Our Skins", orders=3), ORGANA, SNOWTROOPERS, SNOWTROOPERS, AT_ST)
    table.red.with_consent("advantage")
    until(table, "activation")
    table.blue.activates("Leia Organa")
    table.red.answers("turn", turn)
    assert not free(table.blue, "turn.extra", "Snowtroopers 2"), "too late"


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-07")
@pytest.mark.parametrize(("first", "other"), [("Luke Skywalker", "Chewbacca"), ("Chewbacca", "Luke Skywalker")])
def test_of_two_units_the_other_one_acts_at_the_end_of_ones_activation(first: str, other: str) -> None:
    table = plays(open_to_all("Common Cause", orders=3), LUKE, CHEWBACCA, SNOWTROOPERS)
    until(table, "activation")
    assert not free(table.blue, "turn.extra", other), "too early"
    table.blue.activates(first)
    assert not free(table.blue, "turn.extra", "Snowtroopers"), "neither of the two"
    assert free(table.blue, "turn.extra", other)


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-06")
def test_an_activation_that_the_opponents_turn_ends_has_ended_too() -> None:
    table = plays(open_to_all("Somebody Has to Save Our Skins", orders=3), ORGANA, SNOWTROOPERS, SNOWTROOPERS)
    until(table, "activation")
    table.blue.answers("turn", "Leia Organa")
    table.red.answers("turn", "Leia")
    assert free(table.blue, "turn.extra", "Snowtroopers 2")


@pytest.mark.rule("LA-63")
def test_nobody_is_the_other_one_of_itself_and_a_round_begins_after_nobody() -> None:
    table = plays(open_to_all("Common Cause", orders=3), LUKE, CHEWBACCA, SNOWTROOPERS)
    until(table, "activation")
    table.blue.activates("Luke Skywalker")
    words = "Luke Skywalker/Chewbacca after other"
    luke, chewbacca = (table.blue.unit(name) for name in ("Luke Skywalker", "Chewbacca"))
    assert in_turn(table.state, BLUE, words, chewbacca)
    assert not in_turn(table.state, BLUE, words, luke)
    assert not in_turn(evolve(table.state, RoundBegan(2)), BLUE, words, chewbacca)


@pytest.mark.rule("LA-63")
def test_what_lasts_through_the_activation_phase_ends_with_it() -> None:
    for timing, late in ((Timing.ACTIVATION, False), (Timing.UNTIMED, True)):
        back = does(card("Back", 1, slots(1), timing), Act.RECOVER_FROM_DISCARD, "any")
        table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[back]), army(LEIA, REBELS))
        table.command_phase("Ambush", "Push")
        table.end_round()
        table.both_play("Back", "Ambush")
        until(table, "end")
        assert free(table.blue, "card.recover", table.blue.card("Ambush")) is late


@pytest.mark.rule("LA-63")
def test_it_is_the_owners_own_unit_that_has_to_have_ended() -> None:
    """Both armies have Leia; red's own has acted."""
    what = open_to_all("Somebody Has to Save Our Skins", pips=3, orders=3)
    table = Tabletop(army(ORGANA, *[SNOWTROOPERS] * 2, cards=[what]), army(ORGANA, REBELS, REBELS))
    table.both_play(what.name, "Push")
    until(table, "activation")
    table.red.activates("Leia Organa")
    assert not free(table.blue, "turn.extra", "Snowtroopers 1")


@pytest.mark.rule("LA-63")
def test_of_each_act_of_the_data_that_has_a_time_it_is_one_of_its_cards() -> None:
    for each in CARDS.values():
        assert {what.time for what in each.acts if what.time} <= {*each.timings}, each.name
