"""The public view and the story of a match. Neither reveals the Lieutenant."""

import pytest
from msgspec.structs import replace

from table.games.infinity.rules.game import EVENTS, TABLE
from table.games.infinity.rules.mission_view import view
from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.model.mission_labels import icon_of
from table.games.infinity.rules.model.mission_state import Member, Mission, UnfinishedUse, with_members, with_side
from table.games.infinity.rules.model.season import SeasonMission
from table.games.infinity.rules.setup.first_turn import FirstTurnGiven
from table.games.infinity.rules.turn.order_count import ForceChecked, OrdersCounted
from table.games.infinity.rules.turn.order_spending import OrdersEnded, OrderSpent
from table.games.infinity.rules.uses.use_effects import OrderCoordinated, OrdersTaken
from table.games.infinity.rules.uses.use_parts import UseBegan, UseDropped
from table.games.infinity.rules.uses.wip_rerolls import WipRolled
from table.rules.game import Event
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.rules.view import Piece, View
from table.words import Words
from tests.games.infinity.kit import Tabletop, force, opened, troop, trooper

WORDS = Words("en")


def seen(mission: Mission) -> View:
    return view("infinity", TABLE, mission)


def states(mission: Mission) -> list[str]:
    return [step.state for step in seen(mission).steps]


def pieces(mission: Mission) -> dict[str, Piece]:
    """Of blue's troopers."""
    return {piece.name: piece for piece in seen(mission).seats[0].pieces}


def test_the_set_up_and_the_turns_have_steps_of_their_own() -> None:
    table = Tabletop().to("initiative")
    assert [step.id for step in seen(table.state).steps] == ["facts", "initiative", "deploy", "reserve", "logistical"]
    assert states(table.state) == ["done", "now", "ahead", "ahead", "ahead"]
    table.to("orders")
    steps = [step.id for step in seen(table.state).steps]
    assert steps == ["window", "checks", "count", "recount", "impetuous", "orders", "states"]
    assert states(table.state) == ["done"] * 5 + ["now", "ahead"]


def test_round_and_whose_turn_it_is() -> None:
    table = Tabletop()
    assert (seen(table.state).round, seen(table.state).first) == (1, None)
    table.to("deploy")
    assert seen(table.state).first is BLUE, "who has the first turn"
    table.turn_of(table.red)
    assert (seen(table.state).round, seen(table.state).first) == (1, RED)
    table.turn_of(table.blue)
    assert seen(table.state).round == 2
    assert [seat.seat for seat in seen(table.state).seats] == [BLUE, RED]


def test_it_reports_whose_turn_or_first_turn_it_is_and_that_it_is_over() -> None:
    table = Tabletop().to("deploy")
    assert seen(table.state).first_called.key == "infinity.first"
    assert [seat.side for seat in seen(table.state).seats] == ["A force", "A force"]
    assert seen(table.state).phase.key == "infinity.phase.setup"
    table.to("orders")
    view = seen(table.state)
    assert (view.first_called.key, view.over, view.rounds) == ("infinity.active", False, 3)
    assert seen(replace(table.state, over=True)).over


def test_a_mission_of_the_season_has_its_objective_points_in_sight() -> None:
    state = replace(opened().state, season=SeasonMission(name="Ridge", objectives=()))
    (_, points) = seen(with_side(state, BLUE, objective_points=3)).seats[0].counters
    assert (points.label.key, points.value, points.icon) == ("infinity.counter.objective", 3, "counter.victory")


def test_a_disconnected_peripheral_is_gone() -> None:
    assert pieces(with_members(opened().state, BLUE, ("1",), cut=True))["Ranger 1"].state == "gone"


@pytest.mark.parametrize("step", ["checks", "count", "impetuous", "states"])
def test_each_step_of_a_turn_has_a_headline_with_whose_it_is(step: str) -> None:
    headline = seen(replace(opened().state, step=step)).headline
    assert headline.key == f"infinity.headline.{step}"
    assert dict(headline.args)["seat"] == text("seat.blue")


def test_command_tokens_and_speedballs_are_counted() -> None:
    table = opened()
    (tokens,) = seen(table.state).seats[0].counters
    assert (WORDS.say(tokens.label), tokens.value, tokens.icon) == ("Command tokens", 4, "token.command")
    balls = with_side(table.state, BLUE, speedballs=2, tokens=None)
    assert [counter.value for counter in seen(balls).seats[0].counters] == [0, 2]


def test_the_pools_of_the_player_whose_turn_it_is() -> None:
    table = opened("checks")
    assert seen(table.state).seats[0].pools == (), "nothing is counted yet"
    table.to("orders")
    blue, red = seen(table.state).seats
    assert red.pools == ()
    assert [(WORDS.say(pool.label), pool.counts) for pool in blue.pools] == [
        ("Combat group 1", (("token.order", 6), ("order.irregular", 0), ("order.tactical", 0))),
        ("Combat group 2", (("token.order", 4), ("order.irregular", 1), ("order.tactical", 0))),
    ]
    idle = with_side(table.state, RED, pools=((1, 2),))
    assert seen(idle).seats[1].pools == (), "it is not red's turn"
    table.blue.loses("Berserker")
    assert seen(table.state).seats[0].pools[1].counts[1] == ("order.irregular", 0)


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("group.1", "Blue spends an order of group 1."),
        ("own.3", "Blue spends Berserker's own order."),
        ("tactical.4", "Blue spends Scout's Tactical Order."),
        ("lieutenant", "Blue spends a Lieutenant order."),
        ("nco.5", "Blue spends a Lieutenant order on Sergeant."),
    ],
)
def test_each_order_that_is_spent_has_a_line_of_its_own(order: str, words: str) -> None:
    berserker, scout = trooper("Berserker", 1, Order.IRREGULAR), trooper("Scout", tactical=True)
    table = opened(blue=force(*troop(2), berserker, scout, trooper("Sergeant", nco=True)))
    table.blue.answers("order", order)
    line = table.game.line(table.last(OrderSpent))
    assert line is not None
    assert WORDS.say(line) == words


@pytest.mark.rule("IA-09")
def test_a_trooper_that_was_revealed_before_the_count_is_in_it() -> None:
    table = Tabletop(force(*troop(3), trooper("Shade", 1, Order.IRREGULAR, hidden=True))).to("deploy")
    table.blue.answers("arrive", "1")
    table.to("recount")
    (pool,) = seen(table.state).seats[0].pools
    assert pool.counts == (("token.order", 3), ("order.irregular", 1), ("order.tactical", 0))


def test_a_group_without_an_order_has_no_pool_and_one_order_is_enough_for_one() -> None:
    lone = force(trooper("Tactician", 1, Order.NONE, tactical=True), *troop(1, 2), trooper("Mute", 3, Order.NONE))
    table = opened(blue=lone)
    assert [WORDS.say(pool.label) for pool in seen(table.state).seats[0].pools] == ["Combat group 2"]
    state = with_members(table.state, BLUE, ("1",), tactical_order=True)
    assert seen(state).seats[0].pools[0].counts == (("token.order", 0), ("order.irregular", 0), ("order.tactical", 1))


def test_a_trooper_shows_what_has_become_of_it() -> None:
    state = opened().state
    assert pieces(state)["Berserker"].state == "ordered"
    assert pieces(state)["Ranger 1"] == Piece("1", "Ranger 1", "token.order", "", ())
    assert pieces(with_members(state, BLUE, ("1",), tactical_order=True))["Ranger 1"].state == "ordered"
    assert pieces(with_members(state, BLUE, ("11",), lost=True))["Berserker"].state == "gone"
    for stated, badge in (
        ("suppressive", "sign.lock"), ("leader", "sign.link"), ("steady", "sign.up"), ("aside", "sign.card"),
    ):  # fmt: skip
        assert pieces(with_members(state, BLUE, ("1",), **{stated: True}))["Ranger 1"].badges == (badge,)


def test_an_icon_for_each_kind_of_order_and_for_none() -> None:
    kinds = (Order.REGULAR, Order.IRREGULAR, Order.NONE, None)
    icons = [icon_of(Member("1", "A", 1, kind, tactical=False)) for kind in kinds]
    assert icons == ["token.order", "order.irregular", "counter.units", "counter.units"]
    assert WORDS.say(text("infinity.name", name="Ranger")) == "Ranger"


def test_the_headline_reports_what_is_going_on() -> None:
    table = Tabletop()
    table.to("deploy")
    assert seen(table.state).headline.key == "infinity.headline.deploy"
    table.to("orders")
    headline = seen(table.state).headline
    assert headline.key == "infinity.headline.orders_too"
    assert dict(headline.args)["left"] == 11, "without those of the Lieutenant"
    assert WORDS.say(headline).startswith("Blue")
    window = replace(table.state, step="window")
    assert WORDS.say(seen(window).headline) == "Red: strategic use", "who is asked, and not whose turn begins"
    using = replace(table.state, using=UnfinishedUse(RED, "guts"))
    again = replace(window, step="recount")
    assert WORDS.say(seen(again).headline).startswith("Red: strategic use, against"), "who is asked, once more"
    assert seen(using).headline.key == "infinity.headline.use"
    assert "Red" in WORDS.say(seen(using).headline)
    assert seen(replace(using, over=True)).headline.key == "infinity.headline.over"


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (FirstTurnGiven(BLUE), "Blue has the first turn."),
        (UseDropped(BLUE, "guts"), None),
        (UseDropped(BLUE, "guts", "IN-30"), "Blue keeps the token: no Guts roll."),
        (OrdersCounted(BLUE, ((1, 6), (2, 4)), ("11",), (), 11), "Blue counts 11 orders, 10 of them Regular."),
        (OrdersTaken(RED, (1, 2)), "Red loses Regular Orders of groups 1 and 2: remove two tokens."),
        (OrdersTaken(RED, (2, 2)), "Red loses two Regular Orders of group 2: remove two tokens."),
        (WipRolled(BLUE, "7", True, 0, False), "Blue rolls 7: it works."),
        (WipRolled(BLUE, "17", False, 0, True), "Blue rolled 17 by hand: it fails."),
        (ForceChecked(BLUE, False, False), None),
        (ForceChecked(BLUE, True, True), "Blue's force is in Retreat!"),
        (ForceChecked(BLUE, False, True), "Blue has lost the Lieutenant."),
        (OrdersEnded(BLUE, 0), None),
        (OrdersEnded(BLUE, 3), "Blue leaves 3 orders unused."),
        (OrderCoordinated(BLUE, 1, ("1", "2")), "Blue"),
        (UseBegan(BLUE, "guts"), None),
    ],
)
def test_the_story_in_words(event: Event, line: str | None) -> None:
    story_line = EVENTS.line(event)
    if line is None:
        assert story_line is None
    else:
        assert story_line is not None
        assert line in WORDS.say(story_line)
