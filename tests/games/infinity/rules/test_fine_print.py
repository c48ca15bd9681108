"""The corners of the rules: who can still be chosen, what waits for nobody, what an event leaves behind."""

import pytest
from msgspec.structs import replace

from table.games.infinity import rules
from table.games.infinity.rules.corrections import mission_corrections
from table.games.infinity.rules.game import Infinity, evolve
from table.games.infinity.rules.model.forces import MOST_GROUPS, MOST_TROOPERS, Force, Order
from table.games.infinity.rules.model.mission_state import (
    InfinitySide,
    Member,
    Mission,
    Reroll,
    SpentToken,
    Turn,
    other_groups,
    pool_of,
    with_members,
    with_order,
    with_side,
    with_turn,
)
from table.games.infinity.rules.model.uses import FIRETEAM, NO_RETREAT, SUPPRESS, TAKE_ORDERS, TokenUse
from table.games.infinity.rules.setup.force_checks import force_problems
from table.games.infinity.rules.token_forecast import worst_case
from table.games.infinity.rules.troopers.arrivals import TrooperArrived
from table.games.infinity.rules.troopers.casualties import TrooperBack, TrooperLost
from table.games.infinity.rules.turn.order_count import OrdersCounted
from table.games.infinity.rules.turn.order_spending import OrdersEnded, TurnBegan, TurnEnded, orders_left
from table.games.infinity.rules.uses.use_candidates import pools_for, troopers_for
from table.games.infinity.rules.uses.use_limits import logistics_turn, why_not
from table.games.infinity.rules.uses.use_parts import LEAST_WIP, MOST_WIP, CommandTokenSpent
from table.games.infinity.rules.uses.wip_rerolls import DIE, RerollsEnded, WipRolled
from table.rules.commands import Answer
from table.rules.corrections import Corrected
from table.rules.prompts import ChooseSome, Confirm, Number
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from table.rules.view import Rolled
from tests.games.defaults import telling_defaults
from tests.games.infinity.kit import Tabletop, force, opened, troop, trooper


def standing(table: Tabletop) -> set[str]:
    return {prompt.key for prompt in table.prompts() if prompt.standing}


class TestWhomAUseIsFor:
    @pytest.mark.rule("IN-22")
    def test_a_trooper_can_go_where_there_is_room_for_it_and_all_that_is_its(self) -> None:
        full = force(*troop(9), trooper("Chief", 2), trooper("Mule", 2, Order.NONE, peripheral_of="Chief"))
        side = opened(blue=full).blue.side
        assert other_groups(side, side.member("10")) == (1,), "two come, and the peripheral takes no place"
        assert other_groups(side, side.member("1")) == (2,)
        second = opened(blue=force(*troop(2, 2))).blue.side
        assert other_groups(second, second.member("1")) == (1,), "a group may be empty so far"

    @pytest.mark.rule("IN-32")
    def test_a_coordinated_order_needs_an_order_and_somebody_of_that_group(self) -> None:
        state = opened().state
        assert list(pools_for(state, BLUE)) == [(1, False), (2, False), (2, True)]
        spent = with_side(state, BLUE, pools=((1, 1), (2, 0)))
        assert list(pools_for(spent, BLUE)) == [(1, False)]
        gone = with_members(state, BLUE, tuple(str(n) for n in range(7, 12)), lost=True)
        assert list(pools_for(gone, BLUE)) == [(1, False)], "nobody is left in the second"

    @pytest.mark.rule("IN-33")
    @pytest.mark.parametrize(
        ("use", "already"), [(SUPPRESS, "suppressive"), (NO_RETREAT, "steady"), (FIRETEAM, "leader")]
    )
    def test_who_has_it_already_or_is_lost_is_not_offered(self, use: TokenUse, already: str) -> None:
        state = opened().state
        state = with_members(with_members(state, BLUE, ("1",), **{already: True}), BLUE, ("2",), lost=True)
        offered = [member.id for member in troopers_for(state, BLUE, use)]
        assert offered[0] == "3"
        assert len(offered) == 9


class TestNobodyWaits:
    @pytest.mark.rule("TB-113")
    @pytest.mark.rule("TB-114")
    @pytest.mark.rule("TB-115")
    def test_what_can_happen_at_any_time(self) -> None:
        table = opened()
        table.state = with_side(table.state, BLUE, speedballs=1)
        table.blue.loses("Ranger 1")
        assert standing(table) == {"use", "lost", "back", "arrive", "speedball", "correct"}
        held = {prompt.key for prompt in table.prompts() if prompt.hold}
        assert held == {"arrive", "speedball", "order", "orders.end"}
        table.blue.spends("guts", trooper="Ranger 2")
        assert {prompt.key for prompt in table.prompts() if prompt.seat is BLUE and prompt.standing} == {"use.drop"}

    @pytest.mark.rule("TB-106")
    def test_a_deployment_is_entered_by_holding(self) -> None:
        table = Tabletop().to("deploy")
        asked = table.red.asked("deploy")
        assert isinstance(asked, Confirm)
        assert asked.hold


@pytest.mark.rule("TB-102")
@pytest.mark.parametrize("step", ["checks", "impetuous", "orders", "states"])
def test_a_token_can_be_spent_in_every_step_of_ones_turn(step: str) -> None:
    table = opened(step)
    table.blue.spends("guts", trooper="Ranger 1")
    assert table.blue.asked("use.result"), "its parts are asked there"
    table.blue.answers("use.drop")
    assert table.step == step


@pytest.mark.rule("IN-36")
@pytest.mark.parametrize("step", ["checks", "impetuous", "orders", "states"])
def test_a_roll_can_be_bought_in_every_step_of_ones_turn(step: str) -> None:
    table = opened(step, chance=[19])
    table.blue.spends("doctor", trooper="Ranger 3", cube="yes", who="Ranger 1", wip=13, failed=15)
    table.blue.answers("reroll")
    table.blue.answers("reroll.again", "no")
    assert table.step == step


class TestTheDie:
    @pytest.mark.rule("IN-36")
    def test_it_has_twenty_faces_and_a_wip_is_from_1_to_19(self) -> None:
        assert DIE.faces == tuple(str(face) for face in range(1, 21))
        assert (LEAST_WIP, MOST_WIP) == (1, 19)

    @pytest.mark.rule("IN-36")
    def test_a_roll_is_shown_and_is_one_question_more(self) -> None:
        state = replace(opened().state, questions=4, reroll=Reroll(BLUE, "doctor", "3", 13, "2"))
        failed = evolve(state, WipRolled(BLUE, "17", False, 4, True))
        assert failed.rolled == Rolled("d20", "17", BLUE, 4, by_hand=True)
        assert failed.questions == Infinity().questions(failed) == 5
        assert failed.reroll is not None
        assert failed.reroll.rolled
        assert evolve(state, WipRolled(BLUE, "7", True, 4, False)).reroll is None

    @pytest.mark.rule("IN-37")
    def test_without_another_token_the_last_roll_stands_and_is_reported(self) -> None:
        table = opened(chance=[19])
        table.state = with_side(table.state, BLUE, tokens=1)
        table.blue.spends("doctor", trooper="Ranger 3", cube="yes", who="Ranger 1", wip=13, failed=15)
        rolled, ended, *_ = table.blue.answers("reroll")
        assert isinstance(rolled, WipRolled)
        assert isinstance(ended, RerollsEnded)


class TestTokens:
    @pytest.mark.rule("TB-116")
    def test_regular_orders_on_the_table_are_counted_until_the_turn_is_over(self) -> None:
        table = opened()
        assert table.blue.side.regular_out == 10
        state = with_members(table.state, BLUE, ("1",), own_order=True, tactical_order=True, apart=True)
        unused = evolve(state, OrdersEnded(BLUE, 12))
        assert (unused.blue.pools, unused.blue.lieutenant_left, unused.blue.regular_out) == ((), 0, 10)
        assert not any(member.own_order or member.tactical_order for member in unused.blue.members)
        over = evolve(unused, TurnEnded(BLUE, 1))
        assert over.blue.regular_out == 0
        assert not any(member.apart for member in over.blue.members)

    @pytest.mark.rule("TB-116")
    def test_the_worst_that_is_to_come(self) -> None:
        begun = Tabletop(force(*troop(3), trooper("Mute", 1, Order.NONE)), force(*troop(2))).state
        (orders, *rest) = worst_case(begun)
        assert (orders.seat, orders.kind, orders.count) == (BLUE, "regular", 3), "who gives none is not counted"
        lost = with_members(begun, BLUE, ("1", "2"), lost=True)
        assert worst_case(lost)[0].count == 2
        assert {out.kind for out in rest} == {"command", "speedball"}

    @pytest.mark.rule("IN-14")
    def test_tokens_of_ones_own_turn_are_counted_and_others_are_not(self) -> None:
        state = with_turn(opened().state, spent=1)
        mine = evolve(state, CommandTokenSpent(BLUE, "guts"))
        theirs = evolve(state, CommandTokenSpent(RED, "take_orders"))
        assert (mine.turn.spent, theirs.turn.spent) == (2, 1)
        assert (mine.blue.tokens, theirs.red.tokens) == (3, 3)


class TestOrders:
    @pytest.mark.rule("TB-110")
    def test_all_kinds_of_orders_are_left(self) -> None:
        side = opened().blue.side
        assert orders_left(side) == 11, "ten Regular, one Irregular; the Lieutenant's is apart"
        state = with_members(opened().state, BLUE, ("1", "2"), tactical_order=True)
        assert orders_left(state.blue) == 13

    @pytest.mark.rule("TB-110")
    def test_a_refused_order_is_given_the_reason(self) -> None:
        table = opened()
        for _ in range(6):
            table.blue.answers("order", "group.1")
        keys = [
            table.blue.tries("order", value).why.key for value in ("group.1", "own.1", "tactical.1", "x.1", "group.x")
        ]
        assert keys == [
            "infinity.refused.pool", "infinity.refused.own", "infinity.refused.own", "refused.not_offered",
            "refused.not_offered",
        ]  # fmt: skip
        assert table.blue.tries("order", "group.2x").why.key == "refused.not_offered"

    @pytest.mark.rule("TB-108")
    def test_the_lieutenants_orders_go_with_the_lieutenant(self) -> None:
        state = with_turn(opened("checks").state, lieutenant_lost=True)
        counted = OrdersCounted(BLUE, ((1, 6),), (), (), 6)
        assert evolve(state, counted).blue.lieutenant_left == 0
        untold = with_side(opened("checks").state, BLUE, lieutenant_orders=None)
        assert evolve(untold, counted).blue.lieutenant_left == 0

    def test_a_pool_that_is_not_there_is_empty(self) -> None:
        side = opened().blue.side
        assert (pool_of(side, 1), pool_of(side, 7)) == (6, 0)
        assert dict(with_order(opened().state, BLUE, 3, 1).blue.pools) == {1: 6, 2: 4, 3: 1}


class TestArrivals:
    @pytest.mark.rule("TB-114")
    def test_each_has_a_number_of_its_own(self) -> None:
        table = opened()
        for slot in "21":
            table.blue.appears(slot, "1.regular")
        assert [event.trooper for event in table.events_of(TrooperArrived)] == ["+2", "+1"]

    @pytest.mark.rule("TB-114")
    def test_its_order_is_its_own_in_this_turn(self) -> None:
        table = opened()
        orders = {}
        for state, name in ((table.state, "mine"), (replace(table.state, active=RED), "theirs")):
            for order in (Order.REGULAR, Order.NONE):
                after = evolve(state, TrooperArrived(BLUE, "+1", "+1", 1, order, 1))
                member = after.blue.member("+1")
                orders[name, order] = (member.own_order, member.apart, member.tactical)
        assert orders == {
            ("mine", Order.REGULAR): (True, True, False), ("mine", Order.NONE): (False, False, False),
            ("theirs", Order.REGULAR): (False, False, False), ("theirs", Order.NONE): (False, False, False),
        }  # fmt: skip
        before = evolve(with_turn(table.state, counted=None), TrooperArrived(BLUE, "+1", "+1", 1, Order.REGULAR, 1))
        assert not before.blue.member("+1").own_order, "it will be counted"

    @pytest.mark.rule("TB-114")
    @pytest.mark.rule("IA-02")
    def test_one_comes_with_all_that_is_its_and_the_others_stay_hidden(self) -> None:
        mule = trooper("Mule", 1, Order.NONE, peripheral_of="Shade", hidden=True)
        table = opened(blue=force(*troop(2), trooper("Shade", hidden=True), mule, trooper("Diver", hidden=True)))
        table.blue.answers("arrive", "1")
        assert [one.name for one in table.blue.side.members] == ["Ranger 1", "Ranger 2", "Shade", "Mule"]
        assert [one.name for one in table.blue.side.away] == ["Diver"]

    @pytest.mark.rule("TB-114")
    @pytest.mark.parametrize("group", [1, 2, 3])
    def test_it_can_be_of_the_first_two_groups_or_of_one_in_use(self, group: int) -> None:
        table = opened(blue=force(*troop(2, group)))
        table.blue.answers("arrive", "1")
        groups = {option.partition(".")[0] for option in table.blue.offered("arrive.where")}
        assert groups == {"1", "2", str(group)}

    @pytest.mark.rule("TB-114")
    def test_peripherals_and_proxies_take_nobodys_place(self) -> None:
        mule = trooper("Mule", 2, Order.NONE, peripheral_of="Gunner 1")
        proxy = trooper("Proxy", 2, Order.NONE, proxy_of="Gunner 1")
        almost = force(*troop(10), *troop(MOST_TROOPERS - 11, 2, "Gunner"), mule, proxy)
        table = opened(blue=almost)
        assert table.blue.asked("arrive"), "fourteen, and room for one"
        table.blue.appears("1", "2.none")
        assert table.blue.asked("arrive") is None
        full = opened(blue=force(*troop(10), *troop(MOST_TROOPERS - 10, 2, "Gunner")))
        assert (full.blue.side.slots, full.blue.asked("arrive")) == (0, None), "a list of fifteen that all stand there"

    @pytest.mark.rule("TB-113")
    def test_who_is_lost_keeps_neither_fire_nor_team(self) -> None:
        state = with_members(opened().state, BLUE, ("1",), suppressive=True, leader=True)
        lost = evolve(state, TrooperLost(BLUE, "1", "Ranger 1", dead=False)).blue.member("1")
        assert (lost.lost, lost.suppressive, lost.leader) == (True, False, False)
        assert not evolve(state, TrooperBack(BLUE, "1", "Ranger 1")).blue.member("1").lost


class TestTheList:
    @pytest.mark.rule("TB-101")
    @pytest.mark.rule("IA-02")
    def test_a_side_begins_as_its_list_states(self) -> None:
        chief = trooper("Chief", 2, impetuous=True, points=30, wip=14, warhorse=True, nco=True, inspiring=True)
        listed = force(
            chief, trooper("Mule", 2, None, tactical=None, peripheral_of="Chief"), trooper("Open", tactical=None),
            trooper("Shade", hidden=True), trooper("Late", 3, None, reinforcement=True),
            points=300, bonus=True, lieutenant_orders=2, counterintelligence=True, strategos=1,
        )  # fmt: skip
        side = Tabletop(replace(listed, sectorial="Echo")).blue.side
        tokens = side.tokens
        assert replace(side, tokens=None) == InfinitySide(
            "A force",
            (
                Member(
                    "1", "Chief", 2, Order.REGULAR, False, impetuous=True, points=30, wip=14, warhorse=True, nco=True,
                    inspiring=True,
                ),
                Member("2", "Mule", 2, Order.NONE, False, "1"),
                Member("3", "Open", 1, Order.REGULAR, None),
            ),
            True, 2, slots=13, away=(Member("4", "Shade", 1, Order.REGULAR, False, slot=1),),
            coming=(Member("5", "Late", 3, None, False),), sectorial="Echo", points=300, counterintelligence=True,
            strategos=1, unsaid=("3", "5"),
        )  # fmt: skip
        assert tokens == 5

    @pytest.mark.rule("TB-101")
    def test_a_force_without_a_name_is_called_the_list(self) -> None:
        (named,) = force_problems(Force("Echo", ()))
        (nameless,) = force_problems(Force("", ()))
        assert dict(named.args)["who"] == "Echo"
        assert "the_list" in repr(dict(nameless.args)["who"])

    @pytest.mark.rule("TB-101")
    def test_two_of_one_id_and_one_without(self) -> None:
        first, second = troop(2)
        assert [p.key for p in force_problems(Force("E", (first, replace(second, id="2"))))] == [
            "infinity.muster.twice"
        ]
        twice = Force("E", (replace(first, id="1"), replace(second, id="1")))
        assert [p.key for p in force_problems(twice)] == ["infinity.muster.twice"]
        assert force_problems(Force("E", (replace(first, id="1"), replace(second, id="2")))) == ()

    @pytest.mark.rule("TB-101")
    @pytest.mark.parametrize(("orders", "allowed"), [(None, True), (0, True), (1, True), (2, True), (3, False)])
    def test_a_lieutenant_has_up_to_two_orders(self, orders: int | None, allowed: bool) -> None:
        assert (force_problems(force(*troop(1), lieutenant_orders=orders)) == ()) is allowed

    @pytest.mark.rule("TB-101")
    @pytest.mark.parametrize("group", [0, 1, 2, 3])
    def test_groups_are_numbered_from_1(self, group: int) -> None:
        assert (force_problems(force(*troop(1, group))) == ()) is (1 <= group <= MOST_GROUPS)
        assert force_problems(force(*troop(1, MOST_GROUPS))) == ()

    @pytest.mark.rule("TB-101")
    def test_a_peripheral_may_leave_its_order_unsaid_and_others_may_have_one(self) -> None:
        mule = trooper("Mule", 1, None, peripheral_of="Ranger 1")
        assert force_problems(force(*troop(1), mule, trooper("Proxy", 1, Order.REGULAR, proxy_of="Ranger 1"))) == ()

    @pytest.mark.rule("TB-104")
    def test_what_follows_another_gives_no_order_unless_it_is_reported(self) -> None:
        followers = (
            trooper("Mule", 1, None, tactical=None, peripheral_of="Ranger 1"),
            trooper("Proxy", 1, None, tactical=None, proxy_of="Ranger 1"),
            trooper("Own", 1, Order.REGULAR, tactical=True, proxy_of="Ranger 1"),
            trooper("Untold", 1, None, tactical=None),
        )
        members = {m.name: (m.order, m.tactical) for m in Tabletop(force(*troop(1), *followers)).blue.side.members}
        assert members == {
            "Ranger 1": (Order.REGULAR, False), "Mule": (Order.NONE, False), "Proxy": (Order.NONE, False),
            "Own": (Order.REGULAR, True), "Untold": (None, None),
        }  # fmt: skip

    @pytest.mark.rule("TB-104")
    def test_what_is_asked_may_be_none_and_at_most_two_orders(self) -> None:
        untold = force(trooper("A", order=None, tactical=None), bonus=None, lieutenant_orders=None)
        table = Tabletop(untold)
        some, count = table.blue.asked("facts.none"), table.blue.asked("facts.lieutenant")
        assert isinstance(some, ChooseSome)
        assert isinstance(count, Number)
        assert (some.least, some.most, count.least, count.most) == (0, 1, 0, 2)


class TestCoordination:
    @pytest.mark.rule("IN-32")
    def test_one_trooper_up_to_four_take_part(self) -> None:
        table = opened()
        table.blue.begins("use", "coordinate", pool="1")
        troopers = table.blue.asked("use.troopers")
        assert isinstance(troopers, ChooseSome)
        assert (troopers.least, troopers.most) == (1, 4)

    @pytest.mark.rule("IN-11")
    def test_a_reserve_is_reported_to_be_deployed_by_holding(self) -> None:
        table = Tabletop().to("deploy")
        table.blue.begins("procedural", "set_aside", trooper="Ranger 1")
        table.to("reserve")
        asked = table.blue.asked("reserve")
        assert isinstance(asked, Confirm)
        assert asked.hold


class TestWindows:
    @pytest.mark.rule("IN-16")
    def test_nobody_asks_for_speedballs_outside_the_logistical_step(self) -> None:
        assert logistics_turn(opened().state) is None
        table = Tabletop().to("logistical")
        assert logistics_turn(table.state) is BLUE
        assert logistics_turn(replace(table.state, first=None)) is None

    @pytest.mark.rule("IN-13")
    def test_two_of_more_than_ten_orders_are_taken_if_two_are_regular(self) -> None:
        table = opened("recount")
        assert why_not(table.state, RED, TAKE_ORDERS) is None
        everybody = tuple(member.id for member in table.blue.side.members)
        own = with_members(table.state, BLUE, everybody, own_order=True)
        for pools, key in ((((1, 2),), ""), (((1, 1),), "no_regular"), ((), "no_regular")):
            refusal = why_not(with_side(own, BLUE, pools=pools), RED, TAKE_ORDERS)
            assert (refusal.why.key.rpartition(".")[2] if refusal else "") == key
        few = why_not(with_side(table.state, BLUE, pools=((1, 9),)), RED, TAKE_ORDERS)
        assert few is not None
        assert dict(few.why.args)["count"] == 10, "nine, and the Berserker's"


def test_a_use_that_cannot_be_is_refused_for_its_own_reason_only_while_nothing_is_put_into_words() -> None:
    table = opened()
    table.state = with_side(table.state, BLUE, tokens=0)
    assert table.blue.tries("use", "guts").rule == "IN-31"
    over = replace(table.state, over=True)
    refusal = Infinity().decide(over, Answer(BLUE, "use", "guts"), table.chance)
    assert isinstance(refusal, Refusal)
    assert refusal.why.key == "refused.over"
    assert Infinity().over(over)
    assert not Infinity().over(table.state)


def test_a_new_turn_knows_nothing_of_the_last() -> None:
    state: Mission = with_turn(opened().state, limited=True, spent=1, counted=3)
    after = evolve(state, TurnBegan(RED, 1))
    assert (after.turn, after.active, after.step) == (Turn(), RED, "window")


@pytest.mark.rule("TB-102")
@pytest.mark.parametrize(
    ("step", "seat", "window", "use", "part"),
    [
        ("deploy", BLUE, "procedural", "set_aside", "trooper"),
        ("window", RED, "strategic", "suppress", "trooper"),
        ("recount", RED, "strategic", "take_orders", "taken"),
        ("checks", BLUE, "executive", "regroup", "trooper"),
    ],
)
def test_a_use_is_put_into_words_in_the_step_in_which_it_was_begun(
    step: str, seat: Seat, window: str, use: str, part: str
) -> None:
    table = Tabletop().to(step)
    player = table.blue if seat is BLUE else table.red
    player.answers(window, use)
    assert table.step == step
    assert player.asked(f"use.{part}")
    player.answers("use.drop")
    assert table.step == step
    assert player.asked(window)


@pytest.mark.rule("TB-109")
@pytest.mark.parametrize("step", ["impetuous", "states"])
def test_a_phase_without_a_choice_ends_with_a_press(step: str) -> None:
    asked = opened(step).blue.asked(step)
    assert isinstance(asked, Confirm)
    assert not asked.hold
    assert asked.ask.key == f"infinity.ask.{step}", "the Lieutenant's order is a matter of the Orders Phase"


def test_what_a_journal_does_not_say_is_nothing_or_the_rule() -> None:
    assert telling_defaults(rules) == {
        "Trooper.order": Order.REGULAR, "Member.order": Order.REGULAR, "Force.lieutenant_orders": 1,
        "Initiative.turns": True, "Mission.turn": Turn(),
        "SeasonObjective.when": "round", "SeasonMission.rounds": 3, "SeasonMission.most": 10, "TokensLimited.count": 1,
        "OrderExchanged.token": "regular",
    }  # fmt: skip


def test_what_nobody_reports_is_the_rule() -> None:
    """A match of three rounds, a Lieutenant with one order."""
    plain = Force("Plain", troop(1))
    assert (plain.lieutenant_orders, plain.bonus, Infinity().rounds) == (1, False, 3)


@pytest.mark.rule("TB-76")
@pytest.mark.parametrize(
    ("what", "was", "to"), [("command", 4, 2), ("command", 3, 4), ("command", 0, 2), ("speedball", 0, 2)]
)
def test_a_corrected_number_of_tokens_is_that_number(what: str, was: int, to: int) -> None:
    state = with_side(opened().state, BLUE, tokens=was if what == "command" else 4)
    x = Corrected(BLUE, what, was, to, "", text("infinity.correct.command"), to)
    side = mission_corrections.corrected(state, x).blue
    assert (side.tokens if what == "command" else side.speedballs) == to


@pytest.mark.rule("TB-76")
@pytest.mark.parametrize(
    ("what", "kept_in"),
    [
        ("lieutenant", "lieutenant_orders"),
        ("lieutenant_left", "lieutenant_left"),
        ("objective", "objective_points"),
        ("speedball", "speedballs"),
    ],
)
def test_a_corrected_number_of_a_side_is_kept_where_it_counts(what: str, kept_in: str) -> None:
    state = with_side(opened().state, BLUE, **{kept_in: 0})
    x = Corrected(BLUE, what, 0, 2, "", text("infinity.correct.command"), 2)
    assert mission_corrections.corrected(state, x) == with_side(state, BLUE, **{kept_in: 2})


@pytest.mark.rule("TB-76")
@pytest.mark.rule("IN-14")
@pytest.mark.parametrize(("was", "to", "spent"), [(3, 4, 0), (4, 3, 2), (1, 4, 0)])
def test_a_corrected_number_of_tokens_counts_for_the_limit_of_its_turn(was: int, to: int, spent: int) -> None:
    state = with_turn(with_side(opened().state, BLUE, tokens=was), limited=True, spent=1)
    x = Corrected(BLUE, "command", was, to, "", text("infinity.correct.command"), to)
    assert mission_corrections.corrected(state, x).turn.spent == spent


@pytest.mark.rule("TB-76")
def test_a_number_that_is_nothing_is_corrected_from_nothing() -> None:
    state = with_side(opened().state, BLUE, tokens=0, lieutenant_orders=0, speedballs=0, lieutenant_left=0)
    for orders in (0, 2):
        points = mission_corrections.points(with_side(state, BLUE, lieutenant_orders=orders), BLUE)
        now = {point.id: (point.now, point.most) for point in points}
        assert (now["lieutenant"], now["lieutenant_left"]) == ((orders, 2), (0, 2))
        assert now["command"] == now["speedball"] == (0, 4)


@pytest.mark.rule("TB-76")
def test_a_corrected_token_is_the_last_one_spent_or_one_more_without_a_use() -> None:
    guts, nobody_knows = SpentToken("guts", 1), SpentToken("", 1)
    state = with_side(opened().state, BLUE, tokens=2, spent=(guts, guts))
    for to, spent in ((3, (guts,)), (4, ()), (1, (guts, guts, nobody_knows))):
        x = Corrected(BLUE, "command", 2, to, "", text("infinity.correct.command"), to)
        assert mission_corrections.corrected(state, x).blue.spent == spent


@pytest.mark.rule("TB-112")
def test_a_seat_has_a_turn_to_come_until_its_last_one_is_over() -> None:
    table = Tabletop(rounds=2)
    table.turn_of(table.red)
    assert all(table.state.has_turn_to_come(seat) for seat in (BLUE, RED))
    table.turn_of(table.blue).turn_of(table.red)
    assert [table.state.has_turn_to_come(seat) for seat in (BLUE, RED)] == [False, True]
    table.to("states")
    table.red.answers("states")
    assert not any(table.state.has_turn_to_come(seat) for seat in (BLUE, RED))


@pytest.mark.rule("TB-112")
def test_the_states_phase_names_those_whose_states_are_checked() -> None:
    table = Tabletop().to("window")
    table.red.begins("strategic", "suppress", trooper="Docker 2")
    table.turn_of(table.red, "orders")
    table.red.loses("Docker 1")
    table.red.loses("Docker 3", "dead")
    table.to("states")
    asked = table.red.asked("states")
    assert asked is not None
    assert dict(asked.ask.args) == {"names": "Docker 1, Docker 2"}


@pytest.mark.rule("TB-76")
@pytest.mark.parametrize("mark", ["suppressive", "leader", "steady"])
def test_a_state_that_is_on_is_listed_and_can_be_corrected_to_be_off(mark: str) -> None:
    state = with_members(opened().state, BLUE, ("1",), **{mark: True})
    point = next(point for point in mission_corrections.points(state, BLUE) if point.id == f"{mark}.1")
    assert ([option.id for option in point.options], point.now) == (["on", "off"], "on")
    assert point.listed in mission_corrections.listed(state, BLUE)


@pytest.mark.rule("TB-76")
@pytest.mark.parametrize("mark", ["suppressive", "leader", "steady"])
def test_a_corrected_state_of_a_trooper_is_over(mark: str) -> None:
    state = with_members(opened().state, BLUE, ("1",), **{mark: True})
    x = Corrected(BLUE, f"{mark}.1", "on", "off", "", text("infinity.correct.command"), "off")
    assert not getattr(mission_corrections.corrected(state, x).blue.member("1"), mark)
