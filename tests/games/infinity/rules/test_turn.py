"""Rules around the tokens: set-up, the player turn and its orders, troopers out of play, physical tokens."""

import random

import pytest
from msgspec.structs import replace

from table.games.infinity.rules.game import Infinity
from table.games.infinity.rules.model.forces import Force, Order
from table.games.infinity.rules.setup.first_turn import FirstTurnDisputed, FirstTurnGiven
from table.games.infinity.rules.troopers.arrivals import TrooperArrived
from table.games.infinity.rules.troopers.casualties import SpeedballUsed
from table.games.infinity.rules.turn.order_count import ForceChecked
from table.games.infinity.rules.turn.order_spending import MissionOver, OrdersEnded, OrderSpent, TurnBegan
from table.games.infinity.rules.uses.use_parts import CommandTokenSpent, UseBegan
from table.games.infinity.rules.uses.wip_rerolls import RerollsEnded
from table.rules.commands import Answer, Reveal
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, OpenCard, Roll, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat
from table.rules.tokens import HandBack, HandOut
from tests.games.infinity.kit import DOCKERS, RANGERS, Tabletop, force, opened, troop, trooper
from tests.rules.played import Loaded

UNTOLD = force(
    trooper("A", order=None, tactical=None), trooper("B", order=None, tactical=None),
    trooper("C", order=None, tactical=None), bonus=None, lieutenant_orders=None,
)  # fmt: skip


@pytest.mark.rule("TB-101")
def test_a_force_that_cannot_play_is_refused_with_all_that_is_wrong() -> None:
    wrong = force(
        *troop(11), *troop(5, 2, "Gunner"), trooper("Mule", 1, Order.REGULAR, peripheral_of="Gunner 1"),
        trooper("Lost Proxy", 9, proxy_of="nobody"), lieutenant_orders=3,
    )  # fmt: skip
    refusals = Infinity().begin({BLUE: wrong, RED: DOCKERS})
    assert {refusal.rule for refusal in refusals if isinstance(refusal, Refusal)} == {"TB-101"}
    keys = [refusal.why.key.rpartition(".")[2] for refusal in refusals if isinstance(refusal, Refusal)]
    assert sorted(keys) == [
        "group_full", "group_number", "lieutenant_orders", "other_group", "owner", "peripheral_order", "too_many",
    ]  # fmt: skip


@pytest.mark.rule("TB-101")
@pytest.mark.parametrize("setup", [{}, {BLUE: "a list"}, {BLUE: Force("", ()), RED: DOCKERS}])
def test_what_is_no_force_is_refused(setup: dict[Seat, object]) -> None:
    assert all(isinstance(each, Refusal) and each.rule == "TB-101" for each in Infinity().begin(setup))


@pytest.mark.rule("TB-101")
def test_ten_members_and_fifteen_troopers_are_allowed_and_proxies_are_no_members() -> None:
    proxies = [trooper(f"Proxy {n}", 1, Order.NONE, proxy_of="Ranger 1") for n in range(2)]
    full = force(*troop(10), *troop(5, 2, "Gunner"), *proxies)
    assert not any(isinstance(each, Refusal) for each in Infinity().begin({BLUE: full, RED: full}))


@pytest.mark.rule("TB-102")
def test_a_token_is_spent_when_all_is_answered_and_not_before() -> None:
    table = opened("orders")
    table.blue.spends("guts", trooper="Ranger 1")
    assert table.blue.tokens == 4
    asked = {p.key for p in table.prompts() if p.seat is BLUE}
    assert asked == {"use.result", "use.drop"}, "nothing else is asked of that seat meanwhile"
    assert table.blue.tries("lost", "1").rule == "TB-102"
    table.blue.answers("use.drop")
    assert (table.blue.tokens, table.step) == (4, "orders")
    assert table.blue.asked("order")
    assert table.blue.tries("use.result", "passed").rule == "TB-102"


@pytest.mark.rule("TB-102")
def test_a_use_can_be_chosen_by_laying_its_reference_card() -> None:
    table = opened("orders")
    prompt = table.blue.asked("use")
    assert isinstance(prompt, OpenCard)
    assert prompt.standing
    assert {o.id: o.card for o in prompt.options}["coordinate"] == "infinity.use.coordinate"
    offered = {option.card for option in prompt.options}
    owned = {(one.card, one.kind) for one in table.game.belongings(table.state, BLUE)}
    assert {(card, "reference") for card in offered} < owned
    assert sum(kind == "reference" for _, kind in owned) == 14


@pytest.mark.rule("TB-113")
@pytest.mark.rule("IA-04")
def test_each_trooper_on_the_table_has_a_card_that_states_its_casualty_and_no_hidden_one_has() -> None:
    hiding = force(*troop(2), trooper("Shade", 1, hidden=True))
    table = opened("orders", blue=hiding)
    cards = [one for one in table.game.belongings(table.state, BLUE) if one.kind == "unit"]
    assert [(one.card, one.option, one.prompt) for one in cards] == [
        ("infinity.trooper.ranger-1", "1", "lost"), ("infinity.trooper.ranger-2", "2", "lost"),
    ]  # fmt: skip
    asked = table.blue.asked("lost")
    assert isinstance(asked, ChooseOne)
    assert [option.card for option in asked.options] == [one.card for one in cards]
    table.blue.loses("Ranger 1", "dead")
    spent = {one.card for one in table.game.belongings(table.state, BLUE) if one.spent}
    assert spent == {"infinity.trooper.ranger-1"}


@pytest.mark.rule("TB-103")
def test_a_bought_roll_is_made_before_anything_else() -> None:
    table = opened("orders", chance=(19, 19))
    table.blue.loses("Ranger 3")
    table.blue.spends("doctor", trooper="Ranger 3", cube="yes", who="Ranger 1", wip=13, failed=15)
    assert [p.key for p in table.prompts() if p.seat is BLUE] == ["reroll"]
    assert table.blue.tries("order", "group.1").rule == "TB-102"
    table.blue.answers("reroll")
    assert [p.key for p in table.prompts() if p.seat is BLUE] == ["reroll.again"]
    table.blue.answers("reroll.again", "no")
    assert table.last(RerollsEnded).seat is BLUE
    assert table.blue.tokens == 3
    assert table.blue.tries("reroll").rule == "TB-103"


@pytest.mark.rule("TB-104")
def test_what_a_list_does_not_say_is_asked_before_the_deployment() -> None:
    table = Tabletop(UNTOLD)
    assert {p.key for p in table.prompts()} == {"facts.bonus", "facts.lieutenant", "facts.none"}
    table.blue.answers("facts.bonus", "yes")
    table.blue.answers("facts.lieutenant", 2)
    table.blue.answers("facts.none", table.blue.ids("C"))
    table.blue.answers("facts.irregular", table.blue.ids("B"))
    assert table.blue.offered("facts.tactical") == ["1", "2"], "who gives no order gives no Tactical one"
    table.blue.answers("facts.tactical", table.blue.ids("A"))
    assert [m.order for m in table.blue.side.members] == [Order.REGULAR, Order.IRREGULAR, Order.NONE]
    assert [m.tactical for m in table.blue.side.members] == [True, False, False]
    table.to("orders")
    assert table.state.turn.counted == 3
    assert (table.blue.pools, table.blue.side.lieutenant_left, table.blue.tokens) == ({1: 1}, 2, 5)


@pytest.mark.rule("TB-105")
def test_both_say_who_has_the_first_turn_until_they_agree() -> None:
    table = Tabletop().to("initiative")
    table.blue.answers("first", "blue")
    assert table.blue.tries("first", "red").rule == "TB-105"
    table.red.answers("first", "red")
    assert table.events_of(FirstTurnDisputed)
    assert not table.events_of(FirstTurnGiven)
    table.red.answers("first", "red")
    table.blue.answers("first", "red")
    assert table.last(FirstTurnGiven).seat is RED
    table.to("checks")
    assert table.state.active is RED


@pytest.mark.rule("TB-106")
def test_the_match_waits_until_both_have_deployed() -> None:
    table = Tabletop().to("deploy")
    table.red.answers("deploy")
    assert table.step == "deploy"
    assert table.red.tries("deploy").rule == "TB-106"
    table.blue.answers("deploy")
    assert table.step == "logistical"


@pytest.mark.rule("TB-107")
def test_the_active_player_reports_whether_a_check_failed() -> None:
    table = opened("checks")
    table.blue.answers("checks", ("retreat", "lieutenant_lost"))
    assert table.last(ForceChecked) == ForceChecked(BLUE, True, True)
    table.to("orders")
    assert table.blue.pools == {}
    assert all(member.own_order for member in table.blue.side.members)
    assert table.state.turn.counted == 11
    assert "lieutenant" not in table.blue.offered("order")


@pytest.mark.rule("TB-107")
def test_nothing_is_asked_of_orders_where_no_check_failed() -> None:
    table = opened("checks")
    table.blue.answers("checks", ())
    assert table.step == "recount"
    table.turn_of(table.red, "checks")
    table.red.answers("checks", ("lieutenant_lost",))
    table.to("orders")
    assert table.red.side.lieutenant_left == 0


@pytest.mark.rule("TB-108")
def test_who_is_hidden_or_off_the_table_keeps_its_order_to_itself() -> None:
    table = opened(blue=force(*troop(6), trooper("Scout", 1, Order.IRREGULAR, hidden=True)))
    assert table.blue.pools == {1: 6}
    assert table.state.turn.counted == 6
    table.blue.answers("arrive", "1")
    assert f"own.{table.blue.member('Scout').id}" in table.blue.offered("order")
    assert table.blue.tries("use", "exchange").rule == "IN-34", "it is for itself"


@pytest.mark.rule("TB-109")
def test_the_impetuous_phase_comes_before_the_orders() -> None:
    table = opened("impetuous")
    assert table.blue.tries("order", "group.1").rule == "TB-110"
    assert table.red.tries("impetuous").rule == "TB-109"
    table.blue.answers("impetuous")
    assert table.step == "orders"


@pytest.mark.rule("TB-110")
def test_each_order_is_spent_once_and_from_where_it_is() -> None:
    captain = trooper("Captain", 1, tactical=True)
    wild = trooper("Wild", 2, Order.IRREGULAR)
    table = opened("orders", blue=force(captain, wild, trooper("Gunner", 2)))
    assert table.blue.offered("order") == ["group.1", "group.2", "own.2", "tactical.1", "lieutenant"]
    for order in ("group.1", "own.2", "tactical.1", "lieutenant"):
        table.blue.answers("order", order)
    assert table.blue.offered("order") == ["group.2"]
    assert [event.kind for event in table.events_of(OrderSpent)] == ["regular", "own", "tactical", "lieutenant"]
    for order in ("group.1", "own.2", "tactical.1", "lieutenant"):
        assert table.blue.tries("order", order).rule == "TB-110"
    table.blue.answers("order", "group.2")
    assert table.blue.asked("order") is None
    assert table.blue.asked("orders.end")


@pytest.mark.rule("TB-110")
def test_only_the_active_player_spends_orders() -> None:
    table = opened("orders")
    assert table.red.tries("order", "group.1").rule == "TB-110"


@pytest.mark.rule("TB-111")
def test_unused_orders_go_when_the_turn_ends() -> None:
    table = opened("orders")
    table.blue.answers("order", "group.1")
    asked = table.blue.asked("orders.end")
    assert asked is not None
    assert asked.hold
    table.blue.answers("orders.end")
    assert table.last(OrdersEnded).unused == 10, "five and four Regular, an Irregular; the Lieutenant's is apart"
    table.blue.answers("states")
    assert table.blue.pools == {}
    assert not any(member.own_order for member in table.blue.side.members)
    assert table.blue.side.lieutenant_left == 0


@pytest.mark.rule("TB-111")
@pytest.mark.rule("IN-32")
@pytest.mark.rule("IN-34")
def test_after_the_orders_there_is_none_to_coordinate_or_to_exchange() -> None:
    table = opened("orders")
    assert {"coordinate", "exchange"} <= set(table.blue.offered("use"))
    table.blue.answers("orders.end")
    assert table.step == "states"
    assert table.blue.pools == {}
    assert table.blue.tries("use", "coordinate").rule == "IA-07"
    assert table.blue.tries("use", "exchange").rule == "IN-34"
    table.blue.appears("1", "1.regular")
    assert not table.blue.member("+1").own_order, "who is revealed now has missed the orders"


@pytest.mark.rule("TB-112")
def test_a_round_is_a_turn_of_each_and_the_match_ends_after_the_last() -> None:
    table = Tabletop(rounds=2)
    while not table.state.over:
        table._on()
    turns = [(event.round, event.seat) for event in table.events_of(TurnBegan)]
    assert turns == [(1, BLUE), (1, RED), (2, BLUE), (2, RED)]
    assert table.last(MissionOver).rounds == 2
    assert table.prompts() == ()
    assert table.blue.tries("order", "group.1").rule == "TB-20"


@pytest.mark.rule("TB-112")
def test_the_states_phase_follows_the_orders() -> None:
    table = opened("states")
    assert table.red.tries("states").rule == "TB-112"
    table.blue.answers("states")
    assert table.state.active is RED


@pytest.mark.rule("TB-113")
def test_who_is_out_gives_no_order_and_can_be_back() -> None:
    table = opened("checks")
    table.blue.loses("Gunner 1")
    table.red.loses("Docker 1")
    table.to("orders")
    assert table.blue.pools == {1: 6, 2: 3}
    table.blue.loses("Ranger 1")
    assert table.blue.pools == {1: 6, 2: 3}, "an order that is in the pool stays there"
    table.blue.spends("coordinate", pool="1")
    assert "Ranger 1" not in table.blue.offered("use.troopers")
    table.blue.answers("use.drop")
    table.blue.answers("back", table.blue.member("Gunner 1").id)
    table.turn_of(table.red).turn_of(table.blue)
    assert table.blue.pools == {1: 5, 2: 4}


@pytest.mark.rule("TB-113")
def test_an_irregular_trooper_that_is_out_spends_no_order() -> None:
    table = opened("orders")
    own = f"own.{table.blue.member('Berserker').id}"
    table.blue.loses("Berserker")
    assert table.blue.tries("order", own).rule == "TB-110"


@pytest.mark.rule("TB-114")
def test_a_hidden_trooper_is_revealed_and_its_order_is_its_own_in_that_turn() -> None:
    table = opened("orders")
    table.blue.appears("3", "2.regular")
    assert table.last(TrooperArrived).group == 2
    assert table.blue.pools == {1: 6, 2: 4}
    table.blue.answers("order", "own.+3")
    table.turn_of(table.red).turn_of(table.blue)
    assert table.blue.pools == {1: 6, 2: 5}


@pytest.mark.rule("TB-114")
def test_there_is_room_for_fifteen_and_ten_a_group() -> None:
    table = opened("orders", blue=force(*troop(10), *troop(4, 2, "Gunner")))
    assert table.blue.offered("arrive") == ["1"], "fourteen, and room for one"
    table.blue.answers("arrive", "1")
    assert {o.partition(".")[0] for o in table.blue.offered("arrive.where")} == {"2"}, "group 1 is full"
    table.blue.answers("arrive.where", "2.irregular")
    assert table.blue.tries("arrive", "1").rule == "TB-114"


@pytest.mark.rule("TB-115")
def test_a_used_speedball_goes_back() -> None:
    table = Tabletop().to("logistical")
    table.blue.begins("logistical", "speedballs")
    table.to("orders")
    table.blue.answers("speedball")
    assert table.last(SpeedballUsed).seat is BLUE
    assert table.backs[-1] == HandBack(BLUE, "speedball", 1, later=True)
    table.blue.answers("speedball")
    assert table.blue.tries("speedball").rule == "TB-115"


@pytest.mark.rule("TB-116")
def test_tokens_are_paid_out_as_they_come_up_and_go_back() -> None:
    table = opened("recount")
    assert table.outs[-1] == HandOut(BLUE, "regular", 10)
    table.red.begins("strategic", "take_orders", taken="1", taken_too="1")
    table.to("orders")
    table.blue.spends("exchange", trooper="Berserker", isolated="no")
    table.blue.answers("order", "group.1")
    assert table.backs == [
        HandBack(RED, "command", 1, later=True), HandBack(BLUE, "regular", 2), HandBack(BLUE, "command", 1, later=True),
    ]  # fmt: skip
    table.to("states")
    table.blue.answers("states")
    assert table.backs[-1] == HandBack(BLUE, "regular", 9), "spent and unused ones together"


@pytest.mark.rule("TB-116")
def test_the_worst_case_is_one_players_orders_and_the_tokens_still_to_come() -> None:
    def worst(table: Tabletop) -> set[tuple[Seat, str, int]]:
        return {(out.seat, out.kind, out.count) for out in table.game.worst_case(table.state)}

    speedballs = {(BLUE, "speedball", 2), (RED, "speedball", 2)}
    begun = {(RED, "regular", 6), (BLUE, "command", 5), (RED, "command", 4), *speedballs}
    assert worst(Tabletop(force(*troop(3), bonus=None))) == begun
    lying = {(BLUE, "command", 4), (RED, "command", 4)}
    assert worst(opened("orders")) == {(BLUE, "regular", 11), *lying}, "what lies on the table does not come back"


def test_where_each_token_went_is_kept_and_reported() -> None:
    table = Tabletop().to("logistical")
    table.blue.begins("logistical", "speedballs")
    table.to("orders")
    table.blue.spends("guts", trooper="Ranger 1", result="passed")
    assert [(spent.use, spent.round) for spent in table.blue.side.spent] == [("speedballs", 0), ("guts", 1)]
    story_line = [table.game.line(event) for event in table.events_of(CommandTokenSpent)]
    assert [line.key for line in story_line if line is not None] == ["infinity.tell.token"] * 2


def test_nothing_is_laid_face_down() -> None:
    table = opened("orders")
    assert table.game.hand(table.state, BLUE) == ()
    assert isinstance(table.game.decide(table.state, Reveal(()), Loaded()), Refusal)


def wrong_answers(prompt: AnyPrompt) -> list[Value]:
    match prompt:
        case ChooseOne():
            return ["nobody", None, 3, ()]
        case ChooseSome():
            return ["nobody", None, ("nobody",), tuple(o.id for o in prompt.options) * 2]
        case Number():
            return [prompt.least - 1, prompt.most + 1, "1", None]
        case Roll():
            return ["0", "21", 3]
        case Confirm():
            return ["yes", 1]
        case _:
            pass
    return []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_each_illegal_answer_to_each_prompt_is_refused_by_a_rule_and_changes_nothing(seed: int) -> None:
    """At every second place of each match, the even ones of one and the odd ones of the next."""
    pick = random.Random(seed).randrange
    table = Tabletop(UNTOLD if seed % 2 else RANGERS, chance=[n % 20 for n in range(40)])
    for n in range(120):
        prompts = table.prompts()
        if not prompts:
            break
        for prompt in prompts if n % 2 == seed // 2 % 2 else ():
            assert prompt.seat is not None
            for value in wrong_answers(prompt):
                if not prompt.accepts(value):
                    refusal = table.refuses(Answer(prompt.seat, prompt.key, value))
                    assert refusal.rule[:3] in ("IN-", "IA-", "TB-")
        chosen = prompts[pick(len(prompts))]
        assert chosen.seat is not None
        value = chosen.sample(pick)
        assert chosen.accepts(value)
        table.does(Answer(chosen.seat, chosen.key, value))
    assert table.events_of(UseBegan) or seed


@pytest.mark.rule("TB-107")
@pytest.mark.rule("TB-108")
def test_only_the_active_player_checks_and_counts() -> None:
    table = opened("checks")
    assert table.blue.asked("checks")
    assert table.red.asked("checks") is None
    table.blue.answers("checks", ("retreat",))
    assert table.blue.asked("count.steady")
    assert table.red.asked("count.steady") is None


@pytest.mark.rule("TB-78")
def test_tokens_are_asked_for_when_both_players_have_had_their_turn() -> None:
    table = Tabletop().to("orders")
    first = table.state.first
    assert first is not None
    for active, settled in ((None, True), (first, True), (first.opponent, False)):
        assert table.game.round_settled(replace(table.state, active=active)) is settled
    assert table.game.round_settled(replace(table.state, active=first.opponent, over=True))


@pytest.mark.rule("TB-79")
def test_each_player_will_hold_the_orders_of_a_turn_of_their_own() -> None:
    table = Tabletop().to("orders")
    needs = [out for out in table.game.will_hold(table.state) if out.kind == "regular"]
    most = [out for out in table.game.worst_case(table.state) if out.kind == "regular"]
    assert [out.seat for out in needs] == [BLUE, RED]
    assert most == [max(needs, key=lambda out: out.count)], "the hopper pays one player at a time"
