"""What surrounds the command tokens: peripherals, hidden troopers, casualties, Lieutenant, Retreat!, initiative."""

import re

import msgspec
import pytest

from table.games.infinity.rules.game import Infinity
from table.games.infinity.rules.model.around_events import (
    InitiativeDecided,
    InitiativeDieRolled,
    LieutenantNamed,
    ReinforcementsArrived,
    TrooperRevealed,
)
from table.games.infinity.rules.model.events import (
    FirstTurnGiven,
    IrregularThisTurnSaid,
    OrdersEnded,
    OrdersTaken,
    TrooperBack,
    TrooperLost,
)
from table.games.infinity.rules.model.forces import Force, Order
from table.games.infinity.rules.steps.candidates import other_groups
from table.games.infinity.rules.steps.orders import orders_left
from table.games.infinity.rules.story import tell
from table.rules.prompts import ChooseOne, ChooseSome, Number, Roll
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from table.rules.text import Text, text
from table.rules.tokens import HandBack
from table.words import Words
from tests.games.infinity.kit import DOCKERS, RANGERS, Tabletop, force, opened, troop, trooper

MULES = tuple(trooper(f"Mule {n}", 1, Order.NONE, peripheral_of="Ranger 1") for n in (1, 2))
SCOUTS = force(
    *troop(6),
    *troop(4, 2, "Gunner"),
    trooper("Scout", 2, hidden=True),
    trooper("Diver", 1, Order.IRREGULAR, hidden=True),
)
RESERVES = force(*troop(6), *troop(3, 3, "Late", reinforcement=True))


def wrong(side: Force) -> set[str]:
    refusals = Infinity().begin({BLUE: side, RED: DOCKERS})
    return {each.why.key.rpartition(".")[2] for each in refusals if isinstance(each, Refusal)}


class TestPeripherals:
    @pytest.mark.rule("IA-01")
    def test_ten_troopers_and_two_peripherals_are_a_combat_group(self) -> None:
        assert wrong(force(*troop(10), *MULES)) == set()
        assert wrong(force(*troop(11), *MULES)) == {"group_full"}

    @pytest.mark.rule("IA-01")
    def test_a_trooper_can_join_nine_with_its_peripherals(self) -> None:
        side = opened(blue=force(*troop(2), *MULES, *troop(9, 2, "Gunner"))).blue.side
        assert other_groups(side, side.member("1")) == (2,)

    @pytest.mark.rule("IA-01")
    def test_nine_and_a_peripheral_have_room_for_one_trooper_more(self) -> None:
        mule = trooper("Mule", 2, Order.NONE, peripheral_of="Gunner 1")
        table = opened("executive", blue=force(*troop(2), *troop(9, 2, "Gunner"), mule))
        table.blue.begins("executive", "regroup", trooper="Ranger 1", group="2")
        assert table.blue.side.size(2) == 10

    @pytest.mark.rule("IA-01")
    def test_they_give_no_orders_and_a_list_in_which_one_does_is_refused(self) -> None:
        mule = trooper("Mule", 1, Order.REGULAR, peripheral_of="Ranger 1")
        assert wrong(force(*troop(2), mule)) == {"peripheral_order"}
        assert opened(blue=force(*troop(2), *MULES)).blue.pools == {1: 2}

    @pytest.mark.rule("IA-01")
    def test_neither_they_nor_their_controllers_coordinate(self) -> None:
        table = opened(blue=force(*troop(4), *MULES))
        table.blue.spends("coordinate", pool="1")
        assert table.blue.offered("use.troopers") == [
            "Ranger 2", "Ranger 3", "Ranger 4",
        ]  # fmt: skip

    @pytest.mark.rule("IA-01")
    def test_a_group_of_controllers_coordinates_nothing(self) -> None:
        table = opened(blue=force(*troop(1), *MULES, *troop(2, 2, "Gunner")))
        table.blue.spends("coordinate")
        assert table.blue.offered("use.pool") == ["2"]

    @pytest.mark.rule("IA-01")
    def test_a_controller_that_is_out_disconnects_them_until_it_is_back(self) -> None:
        table = opened(blue=force(*troop(4), *MULES))
        table.blue.loses("Ranger 1")
        assert [member.name for member in table.blue.side.members if member.cut] == ["Mule 1", "Mule 2"]
        table.blue.answers("use", "guts")
        assert table.blue.offered("use.trooper") == ["Ranger 2", "Ranger 3", "Ranger 4"]
        table.blue.answers("use.drop")
        table.blue.answers("back", "1")
        assert not any(member.cut for member in table.blue.side.members)


class TestTheList:
    @pytest.mark.rule("IA-02")
    def test_hidden_troopers_are_among_the_fifteen_and_the_ten(self) -> None:
        assert wrong(force(*troop(10), *troop(5, 2, "Gunner"))) == set()
        hidden = trooper("Scout", 2, hidden=True)
        assert wrong(force(*troop(10), *troop(5, 2, "Gunner"), hidden)) == {"too_many"}
        assert wrong(force(*troop(10), trooper("Scout", 1, hidden=True))) == {"group_full"}

    @pytest.mark.rule("IA-02")
    def test_what_belongs_to_a_hidden_trooper_is_hidden_with_it(self) -> None:
        scout, mule = trooper("Scout", hidden=True), trooper("Mule", 1, Order.NONE, peripheral_of="Scout")
        assert wrong(force(*troop(2), scout, mule)) == {"apart"}

    @pytest.mark.rule("IA-02")
    def test_it_comes_into_its_own_group_however_full_the_other_one_is(self) -> None:
        table = opened(blue=force(*troop(10), trooper("Scout", 2, hidden=True)))
        table.blue.answers("arrive", "1")
        assert table.last(TrooperRevealed) == TrooperRevealed(BLUE, "11", "Scout", 2)
        assert table.blue.member("Scout").group == 2

    @pytest.mark.rule("IA-02")
    def test_it_holds_a_place_that_nobody_else_can_take(self) -> None:
        table = opened(blue=force(*troop(2), *troop(9, 2, "Gunner"), trooper("Scout", 2, hidden=True)))
        table.blue.answers("arrive", "2")
        assert table.blue.tries("arrive.where", "2.regular").rule == "IA-02"
        table.blue.answers("arrive.where", "1.regular")
        assert (table.blue.side.size(1), table.blue.side.size(2)) == (3, 10)


class TestCasualties:
    @pytest.mark.rule("IA-03")
    def test_its_player_is_asked_what_became_of_a_trooper_and_nothing_else_meanwhile(self) -> None:
        table = opened()
        table.red.answers("lost", table.red.member("Docker 1").id)
        assert [prompt.key for prompt in table.prompts() if prompt.seat is RED] == ["fate"]
        assert table.red.offered("fate") == ["unconscious", "dead", "nothing"]
        table.red.answers("fate", "nothing")
        assert not table.told(TrooperLost)
        assert table.blue.asked("order")

    @pytest.mark.rule("IA-03")
    @pytest.mark.parametrize(("fate", "free"), [("unconscious", False), ("dead", True)])
    def test_a_dead_trooper_leaves_its_place_and_an_unconscious_one_keeps_it(self, fate: str, free: bool) -> None:
        table = opened(blue=force(*troop(10), *troop(2, 2, "Gunner")))
        table.blue.loses("Ranger 10", fate)
        side = table.blue.side
        assert (other_groups(side, side.member("11")) == (1,)) is free
        assert table.blue.member("Ranger 10").dead is free

    @pytest.mark.rule("IA-03")
    def test_an_unconscious_trooper_dies_or_is_back(self) -> None:
        table = opened()
        for fate, told in (("back", TrooperBack), ("dead", TrooperLost)):
            table.blue.loses("Ranger 1")
            table.blue.answers("lost", "1")
            assert table.blue.offered("fate") == ["dead", "back", "nothing"]
            table.blue.answers("fate", fate)
            assert isinstance(table.journal[-1], told)
        table.blue.loses("Ranger 2", "dead")
        assert "2" not in table.blue.offered("lost"), "nothing more can become of it"

    @pytest.mark.rule("IA-03")
    def test_a_dead_trooper_that_is_back_gets_a_place_in_a_group_that_has_one(self) -> None:
        table = opened(blue=force(*troop(10), *MULES, *troop(3, 2, "Gunner")))
        table.blue.loses("Ranger 1", "dead")
        table.turn_of(table.red).turn_of(table.blue, "executive")
        table.blue.begins("executive", "regroup", trooper="Gunner 1", group="1")
        table.blue.answers("back", "1")
        assert table.blue.offered("fate") == ["into.2", "nothing"]
        table.blue.answers("fate", "nothing")
        assert table.blue.member("Ranger 1").dead
        table.blue.answers("back", "1")
        table.blue.answers("fate", "into.2")
        assert {table.blue.member(name).group for name in ("Ranger 1", "Mule 1", "Mule 2")} == {2}
        assert not table.blue.member("Ranger 1").dead
        assert not table.blue.member("Mule 1").cut
        assert (table.blue.side.size(1), table.blue.side.size(2)) == (10, 3)

    @pytest.mark.rule("IA-03")
    def test_where_its_own_group_has_a_place_that_comes_first_and_what_takes_none_is_not_asked(self) -> None:
        table = opened(blue=force(*troop(4), *MULES, *troop(3, 2, "Gunner")))
        table.blue.loses("Gunner 1", "dead")
        table.blue.loses("Mule 1", "dead")
        table.blue.answers("back", table.blue.member("Gunner 1").id)
        assert table.blue.offered("fate") == ["into.2", "into.1", "nothing"]
        table.blue.answers("fate", "into.2")
        table.blue.answers("back", table.blue.member("Mule 1").id)
        assert not table.blue.member("Mule 1").dead

    @pytest.mark.rule("IA-03")
    @pytest.mark.rule("IN-22")
    @pytest.mark.parametrize(("first", "second"), [("Twin", "Proxy"), ("Proxy", "Twin")])
    def test_a_trooper_keeps_its_place_while_one_of_its_proxies_lives_and_gets_another_after_all_of_them(
        self, first: str, second: str
    ) -> None:
        family = (trooper("Twin"), trooper("Proxy", 1, Order.NONE, proxy_of="Twin"))
        mule = trooper("Mule", 1, Order.NONE, peripheral_of="Twin")
        table = opened(blue=force(*family, mule, *troop(9), *troop(2, 2, "Gunner")))
        side = table.blue.side
        gunner = side.member(table.blue.member("Gunner 1").id)
        table.blue.loses(first, "dead")
        assert table.blue.side.size(1) == 10
        assert other_groups(table.blue.side, gunner) == ()
        table.blue.answers("back", table.blue.member(first).id)
        assert not table.blue.member(first).dead, "it has its place yet, and nothing is asked"
        table.blue.loses(first, "dead")
        table.blue.loses(second, "dead")
        assert table.blue.side.size(1) == 9, "the peripheral takes none"
        assert other_groups(table.blue.side, gunner) == (1,)
        table.blue.loses("Mule", "dead")
        table.blue.answers("back", table.blue.member("Mule").id)
        assert not table.blue.member("Mule").dead, "it takes no place, and nothing is asked"
        table.blue.answers("back", table.blue.member(first).id)
        table.blue.answers("fate", "into.2")
        assert {table.blue.member(name).group for name in ("Twin", "Proxy", "Mule")} == {2}
        assert (table.blue.side.size(1), table.blue.side.size(2)) == (9, 3)

    @pytest.mark.rule("IA-03")
    @pytest.mark.rule("IN-36")
    @pytest.mark.rule("IN-37")
    @pytest.mark.parametrize(("window", "use"), [("executive", "release"), ("use", "doctor"), ("use", "engineer")])
    def test_no_token_is_for_a_dead_trooper(self, window: str, use: str) -> None:
        table = opened("executive")
        table.blue.loses("Ranger 1", "dead")
        table.blue.loses("Ranger 2")
        table.blue.answers(window, use)
        assert table.blue.offered("use.trooper")[0] == "Ranger 2"

    @pytest.mark.rule("IA-01")
    @pytest.mark.rule("IN-23")
    def test_a_possessed_controller_that_is_released_has_its_peripherals_again(self) -> None:
        table = opened("executive", blue=force(*troop(4), *MULES))
        table.blue.loses("Ranger 1")
        table.blue.begins("executive", "release", trooper="Ranger 1", possessed="yes")
        assert not any(member.lost or member.cut for member in table.blue.side.members)


class TestPrivacy:
    @pytest.mark.rule("IA-04")
    def test_nothing_that_everybody_sees_tells_of_those_that_are_hidden(self) -> None:
        def seen(side: Force) -> list[bytes]:
            table = Tabletop(side)
            shown: list[object] = []
            for _ in range(25):
                table._on()
                shown += [table.prompts(), table.game.view(table.state), table.game.worst_case(table.state)]
            return [msgspec.json.encode(each) for each in shown]

        hidden = (trooper("Scout", 2, hidden=True), trooper("Diver", 1, Order.IRREGULAR, hidden=True))
        assert seen(force(*troop(6), *troop(4, 2, "Gunner"), *hidden)) == seen(force(*troop(6), *troop(4, 2, "Gunner")))

    @pytest.mark.rule("IA-04")
    def test_they_appear_by_numbers_and_then_everybody_knows_them(self) -> None:
        table = opened(blue=SCOUTS)
        assert table.blue.offered("arrive") == ["1", "2", "3", "4", "5"], "as many as a list of fifteen could have"
        table.blue.answers("arrive", "2")
        assert "Diver" in {piece.name for piece in table.game.view(table.state).seats[0].pieces}
        assert "Scout" not in {piece.name for piece in table.game.view(table.state).seats[0].pieces}
        assert table.blue.offered("arrive") == ["1", "3", "4", "5"]

    @pytest.mark.rule("IA-04")
    def test_a_number_that_the_list_does_not_have_asks_and_can_be_dropped(self) -> None:
        table = opened(blue=SCOUTS)
        table.blue.answers("arrive", "5")
        table.blue.answers("arrive.drop")
        assert "5" in table.blue.offered("arrive")

    @pytest.mark.rule("IA-04")
    def test_one_may_appear_while_deploying_and_has_no_order_of_its_own_for_that(self) -> None:
        table = Tabletop(SCOUTS).to("deploy")
        table.blue.answers("arrive", "1")
        assert not table.blue.member("Scout").own_order
        table.to("orders")
        assert table.blue.pools == {1: 6, 2: 5}


class TestTheLieutenant:
    @pytest.mark.rule("IA-05")
    def test_one_statement_makes_every_trooper_irregular(self) -> None:
        table = opened("checks")
        table.blue.answers("checks", ("lieutenant_lost",))
        assert table.step == "recount", "nothing else is asked"
        assert table.last(IrregularThisTurnSaid).troopers == tuple(str(n) for n in range(1, 11))
        table.to("orders")
        assert (table.blue.pools, orders_left(table.blue.side)) == ({}, 11)

    @pytest.mark.rule("IA-05")
    def test_the_next_one_has_the_skill_alone_and_is_named_at_the_end_of_the_turn(self) -> None:
        table = Tabletop(force(*troop(4), lieutenant_orders=2)).to("checks")
        table.blue.answers("checks", ("lieutenant_lost",))
        table.to("orders")
        assert table.blue.side.lieutenant_left == 0
        table.turn_of(table.red)
        assert table.told(LieutenantNamed) == [LieutenantNamed(BLUE, 1)]
        table.turn_of(table.blue)
        assert (table.blue.pools, table.blue.side.lieutenant_left) == ({1: 4}, 1)

    @pytest.mark.rule("IA-05")
    def test_a_list_without_such_orders_gets_none(self) -> None:
        table = Tabletop(force(*troop(4), lieutenant_orders=0)).to("checks")
        table.blue.answers("checks", ("lieutenant_lost",))
        table.turn_of(table.red)
        assert table.told(LieutenantNamed) == [LieutenantNamed(BLUE, 0)]


class TestRetreat:
    COSTLY = force(*(trooper(f"Ranger {n}", points=25) for n in range(1, 5)))

    @staticmethod
    def checks(table: Tabletop) -> list[Text]:
        prompt = table.blue.asked("checks")
        assert isinstance(prompt, ChooseSome)
        return [option.label for option in prompt.options]

    @pytest.mark.rule("IA-06")
    def test_where_the_points_are_known_the_table_counts_them(self) -> None:
        table = opened("orders", blue=self.COSTLY)
        for name in ("Ranger 1", "Ranger 2"):
            table.blue.loses(name)
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert self.checks(table)[0].key == "infinity.check.retreat", "half are left: it is not proposed"
        table.blue.loses("Ranger 3", "dead")
        assert self.checks(table)[0].key == "infinity.check.retreat_counted", "a quarter, and no more"

    @pytest.mark.rule("IA-06")
    def test_where_they_are_not_it_asks(self) -> None:
        assert [label.key for label in self.checks(opened("checks"))] == [
            "infinity.check.retreat", "infinity.check.lieutenant_lost",
        ]  # fmt: skip

    @pytest.mark.rule("IA-06")
    @pytest.mark.rule("IA-04")
    @pytest.mark.parametrize("hidden", [0, 27, 100])
    def test_it_is_proposed_by_what_everybody_sees_and_the_owner_of_hidden_troopers_overrules_it(
        self, hidden: int
    ) -> None:
        """Of a hundred points on the table one is left. A hidden trooper without points does not tell of itself."""
        there = (trooper("Last", points=1), *(trooper(f"R {n}", points=33) for n in range(3)))
        table = opened("orders", blue=force(*there, trooper("Shade", points=hidden, hidden=True)))
        for n in range(3):
            table.blue.loses(f"R {n}")
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert self.checks(table)[0].key == "infinity.check.retreat_counted"
        table.blue.answers("checks", ())
        assert not table.state.turn.retreat

    @pytest.mark.rule("IA-06")
    @pytest.mark.rule("IA-04")
    @pytest.mark.parametrize("hidden", [0, 300])
    def test_three_tenths_of_what_everybody_sees_are_more_than_a_quarter_whatever_is_hidden(self, hidden: int) -> None:
        there = (trooper(f"R {n}", points=points) for n, points in enumerate((30, 30, 40)))
        table = opened("orders", blue=force(*there, trooper("Shade", points=hidden, hidden=True)))
        for n in (1, 2):
            table.blue.loses(f"R {n}")
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert self.checks(table)[0].key == "infinity.check.retreat"

    @pytest.mark.rule("IA-06")
    def test_where_one_has_no_points_the_table_does_not_count_but_asks(self) -> None:
        table = opened("checks", blue=force(*(trooper(f"R {n}", points=25) for n in range(3)), trooper("Untold")))
        assert self.checks(table)[0].key == "infinity.check.retreat"

    @pytest.mark.rule("IA-06")
    def test_the_points_of_a_peripheral_are_its_controllers(self) -> None:
        mule = trooper("Mule", 1, Order.NONE, peripheral_of="R 0")
        table = opened("orders", blue=force(*(trooper(f"R {n}", points=25) for n in range(4)), mule))
        for n in range(3):
            table.blue.loses(f"R {n}")
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert self.checks(table)[0].key == "infinity.check.retreat_counted", "it counts, though the mule has none"

    @pytest.mark.rule("IA-06")
    @pytest.mark.rule("IA-08")
    def test_reinforcements_are_part_of_the_points_once_they_arrive(self) -> None:
        late = trooper("Late", 3, reinforcement=True, points=500)
        table = opened("orders", blue=force(*(trooper(f"R {n}", points=25) for n in range(4)), late))
        for n in range(3):
            table.blue.loses(f"R {n}")
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert self.checks(table)[0].key == "infinity.check.retreat_counted", "25 of 100"
        table.blue.answers("reinforce", "3")
        assert self.checks(table)[0].key == "infinity.check.retreat", "525 of 600"

    @pytest.mark.rule("IA-06")
    def test_all_are_irregular_but_those_that_it_does_not_affect_who_are_named_once(self) -> None:
        table = opened("checks")
        table.blue.answers("checks", ("retreat",))
        table.blue.answers("count.steady", table.blue.ids("Ranger 1", "Gunner 1"))
        table.to("orders")
        assert table.blue.pools == {1: 1, 2: 1}
        table.turn_of(table.red).turn_of(table.blue, "checks")
        table.blue.answers("checks", ("retreat",))
        assert not set(table.blue.ids("Ranger 1", "Gunner 1")) & set(table.blue.offered("count.steady"))


@pytest.mark.rule("IA-07")
@pytest.mark.parametrize("step", ["executive", "impetuous", "states"])
def test_a_coordinated_order_is_one_of_the_orders_phase(step: str) -> None:
    table = opened(step)
    assert "coordinate" not in table.blue.offered("use")
    assert table.blue.tries("use", "coordinate").rule == "IA-07"


class TestReinforcements:
    @pytest.mark.rule("IA-08")
    def test_they_count_neither_towards_the_fifteen_nor_towards_the_orders(self) -> None:
        assert wrong(force(*troop(10), *troop(5, 2, "Gunner"), *troop(4, 3, "Late", reinforcement=True))) == set()
        table = opened(blue=RESERVES)
        assert (table.blue.pools, table.state.turn.counted) == ({1: 6}, 6)
        assert len(table.game.view(table.state).seats[0].pieces) == 6

    @pytest.mark.rule("IA-08")
    def test_a_group_of_them_is_one_as_a_whole(self) -> None:
        assert wrong(force(*troop(3), trooper("Late", reinforcement=True))) == {"mixed_group"}
        assert wrong(force(*troop(3, reinforcement=True))) == {"nobody_begins"}
        assert wrong(force(*troop(3), trooper("Late", 3, hidden=True, reinforcement=True))) == {"late_and_hidden"}

    @pytest.mark.rule("IA-08")
    def test_their_group_is_as_full_as_their_list_says_before_they_arrive(self) -> None:
        table = opened("executive", blue=force(*troop(5), *troop(10, 2, "Relief", reinforcement=True)))
        assert "regroup" not in table.blue.offered("executive"), "there is no group to go to"
        table.blue.answers("reinforce", "2")
        assert table.blue.side.size(2) == 10

    @pytest.mark.rule("IA-08")
    def test_they_arrive_as_a_group_before_the_orders_of_the_own_turn_are_counted(self) -> None:
        table = opened("window", blue=RESERVES).to("checks")
        assert table.red.asked("reinforce") is None
        table.blue.answers("reinforce", "3")
        assert table.last(ReinforcementsArrived) == ReinforcementsArrived(BLUE, 3)
        table.to("orders")
        assert table.blue.pools == {1: 6, 3: 3}
        assert table.blue.tries("reinforce", "3").rule == "IA-08"

    @pytest.mark.rule("IA-08")
    def test_they_do_not_arrive_in_the_turn_of_the_opponent(self) -> None:
        table = opened(blue=RESERVES)
        table.turn_of(table.red, "executive")
        assert table.blue.tries("reinforce", "3").rule == "IA-08"

    @pytest.mark.rule("IA-08")
    def test_once_the_orders_are_counted_they_wait_for_the_next_turn(self) -> None:
        table = opened(blue=RESERVES)
        assert table.blue.asked("reinforce") is None


@pytest.mark.rule("IA-09")
def test_the_orders_on_the_screen_are_those_that_are_judged_and_can_be_spent() -> None:
    table = opened("checks", blue=SCOUTS)
    table.blue.answers("checks", ())
    left = dict(table.game.view(table.state).headline.args)["left"]
    assert left == table.state.turn.counted == orders_left(table.blue.side) == 10
    assert table.red.tries("strategic", "take_orders").rule == "IN-13", "ten, and the hidden ones do not count"
    table.to("orders")
    asked = table.blue.asked("orders.end")
    assert asked is not None
    headline = table.game.view(table.state).headline
    table.blue.answers("orders.end")
    told = tell(table.last(OrdersEnded))
    assert told is not None
    for language in ("en", "de", "es"):
        for said in (headline, asked.ask, told):
            assert re.findall(r"\d+", Words(language).say(said)) == ["10"], "the Lieutenant's is told apart"


@pytest.mark.rule("IA-09")
def test_the_lieutenants_order_is_told_apart_from_the_only_other_one() -> None:
    table = opened(blue=force(*troop(2)))
    table.blue.answers("order", "group.1")
    assert Words().say(table.game.view(table.state).headline) == "Blue's turn: one order left, and the Lieutenant's"
    table.blue.answers("order", "group.1")
    assert Words().say(table.game.view(table.state).headline) == "Blue's turn: 0 orders left, and the Lieutenant's"
    asked = table.blue.asked("orders.end")
    assert asked is not None
    assert Words().say(asked.ask) == "End the orders (0 unused, and the Lieutenant's)"


@pytest.mark.rule("IA-09")
@pytest.mark.rule("IN-13")
def test_a_correction_of_the_counted_orders_changes_the_one_by_which_more_than_ten_are_judged() -> None:
    table = Tabletop().to("recount")
    for key, value in (("correct", "pool.1"), ("correct.to", 4), ("correct.why", "rule")):
        table.blue.answers(key, value)
    table.red.answers("correct.agree", "yes")
    assert dict(table.game.view(table.state).headline.args)["left"] == 9
    assert dict(table.red.tries("strategic", "take_orders").why.args)["count"] == 9


@pytest.mark.rule("IA-09")
@pytest.mark.rule("IN-13")
def test_who_is_revealed_or_lost_after_the_count_changes_nothing_of_it_while_orders_can_be_taken() -> None:
    berserker = trooper("Berserker", 2, Order.IRREGULAR, tactical=True)
    table = Tabletop(force(*troop(8), berserker, trooper("Shade", 2, hidden=True))).to("recount")

    def said() -> set[object]:
        view = table.game.view(table.state)
        pools = sum(n for pool in view.seats[0].pools for _, n in pool.counts)
        return {
            dict(view.headline.args)["left"],
            pools,
            dict(table.red.tries("strategic", "take_orders").why.args)["count"],
        }

    assert said() == {10}
    table.blue.answers("arrive", "1")
    table.blue.loses("Berserker")
    assert said() == {10}
    table.red.answers("strategic", "none")
    table.to("orders")
    assert orders_left(table.blue.side) == 9, "eight, and the revealed one's own"


@pytest.mark.rule("IA-10")
def test_orders_that_are_taken_are_asked_back_as_tokens() -> None:
    table = opened("recount")
    table.red.begins("strategic", "take_orders", taken="1", taken_too="2")
    assert table.last(OrdersTaken).seat is BLUE
    assert HandBack(BLUE, "regular", 2) in table.backs
    assert table.blue.side.regular_out == sum(table.blue.pools.values()) == 8


class TestInitiative:
    @staticmethod
    def rolling(*faces: int, blue: int = 13, red: int = 14) -> Tabletop:
        """Both want the roll, say their WIP, and roll these faces, blue first."""
        table = Tabletop(chance=[face - 1 for face in faces]).to("initiative")
        table.red.answers("first", "roll")
        assert table.blue.asked("first") is None
        table.blue.answers("initiative.wip", blue)
        table.red.answers("initiative.wip", red)
        for _ in range(len(faces) // 2):
            table.blue.answers("initiative.roll")
            table.red.answers("initiative.roll")
        return table

    @pytest.mark.rule("IA-11")
    @pytest.mark.parametrize(
        ("blue", "red", "winner"),
        [(12, 3, BLUE), (12, 14, RED), (14, 3, RED), (13, 15, BLUE), (7, 7, None), (14, 15, None), (1, 20, BLUE)],
    )
    def test_the_higher_die_that_does_not_exceed_its_wip_wins(self, blue: int, red: int, winner: object) -> None:
        assert self.rolling(blue, red).last(InitiativeDecided).winner is winner

    @pytest.mark.rule("IA-11")
    def test_without_a_winner_it_is_rolled_again_by_the_same_wips(self) -> None:
        table = self.rolling(20, 20, 5, 4)
        assert [event.winner for event in table.told(InitiativeDecided)] == [None, BLUE]
        assert table.blue.asked("initiative.wip") is None

    @pytest.mark.rule("IA-11")
    def test_the_winner_takes_a_turn(self) -> None:
        for choice, first in (("first", BLUE), ("second", RED)):
            table = self.rolling(10, 2)
            assert table.red.asked("initiative.choice") is None
            table.blue.answers("initiative.choice", choice)
            assert table.last(FirstTurnGiven).seat is first
            assert table.step == "deploy"

    @pytest.mark.rule("IA-11")
    def test_or_the_deployment_and_the_other_one_takes_a_turn(self) -> None:
        table = self.rolling(10, 2)
        table.blue.answers("initiative.choice", "deployment")
        assert table.red.offered("initiative.choice") == ["first", "second"]
        table.red.answers("initiative.choice", "first")
        assert table.last(FirstTurnGiven).seat is RED

    @pytest.mark.rule("IA-11")
    def test_the_dial_begins_at_the_usual_wip_and_the_die_is_the_tables(self) -> None:
        table = Tabletop().to("initiative")
        table.blue.answers("first", "roll")
        dial = table.red.asked("initiative.wip")
        assert isinstance(dial, Number)
        assert (dial.first, dial.least, dial.most) == (13, 1, 20)
        table = self.rolling()
        assert isinstance(table.blue.asked("initiative.roll"), Roll)

    @pytest.mark.rule("IA-11")
    def test_who_rolls_by_hand_types_the_face(self) -> None:
        table = Tabletop(game=Infinity(rolls_by_hand=True)).to("initiative")
        table.blue.answers("first", "roll")
        for player in (table.blue, table.red):
            player.answers("initiative.wip", 13)
        assert table.blue.tries("initiative.roll").rule == "TB-75"
        table.blue.answers("initiative.roll", 13)
        table.red.answers("initiative.roll", 12)
        assert table.last(InitiativeDecided).winner is BLUE
        assert [each.by_hand for each in table.told(InitiativeDieRolled)] == [True, True]
        assert [each.by_hand for each in self.rolling(5, 4).told(InitiativeDieRolled)] == [False, False]

    @pytest.mark.rule("IA-11")
    def test_the_die_stays_until_the_turns_are_chosen_and_goes_with_that_step(self) -> None:
        table = self.rolling(10, 2)
        die = table.game.view(table.state).rolled
        assert die is not None
        assert (die.face, die.past) == ("2", False)
        table.blue.answers("initiative.choice", "deployment")
        assert table.game.view(table.state).rolled == die, "red still decides by it"
        table.red.answers("initiative.choice", "first")
        assert table.step == "deploy"
        assert table.game.view(table.state).rolled == msgspec.structs.replace(die, past=True)

    @pytest.mark.rule("IA-11")
    def test_everybody_can_read_who_won_it_or_that_it_is_rolled_again(self) -> None:
        assert tell(InitiativeDecided(RED)) == text("infinity.tell.initiative_won", seat=text("seat.red"))
        assert tell(InitiativeDecided(None)) == text("infinity.tell.initiative_again")


class TestSpending:
    @pytest.mark.rule("TB-118")
    def test_an_order_is_spent_by_holding(self) -> None:
        asked = opened().blue.asked("order")
        assert isinstance(asked, ChooseOne)
        assert asked.hold

    @pytest.mark.rule("TB-118")
    def test_the_group_that_was_spent_last_comes_first(self) -> None:
        table = opened()
        table.blue.answers("order", "group.2")
        assert table.blue.offered("order")[:2] == ["group.2", "group.1"]

    @pytest.mark.rule("TB-118")
    def test_a_group_without_orders_asks_which_one_is_next_and_that_spends_nothing(self) -> None:
        table = opened(blue=force(*troop(1), *troop(2, 2, "Gunner"), *troop(2, 3, "Diver")))
        table.blue.answers("order", "group.1")
        assert table.blue.offered("order.group") == ["2", "3", "lieutenant", "any"]
        asked = table.blue.asked("order.group")
        assert asked is not None
        assert not asked.hold
        before = table.blue.pools
        table.blue.answers("order.group", "3")
        assert table.blue.pools == before
        assert table.blue.asked("order.group") is None
        assert table.blue.offered("order")[0] == "group.3"

    @pytest.mark.rule("TB-118")
    def test_it_can_go_on_with_another_order(self) -> None:
        table = opened(blue=force(*troop(1), *troop(2, 2, "Gunner")))
        table.blue.answers("order", "group.1")
        table.blue.answers("order.group", "any")
        assert table.blue.asked("order.group") is None

    @pytest.mark.rule("TB-118")
    def test_so_it_is_asked_where_no_group_has_any_left_and_what_is_chosen_comes_first(self) -> None:
        others = (trooper("Berserker", 2, Order.IRREGULAR), trooper("Corsair", 2, Order.IRREGULAR))
        table = opened(blue=force(*troop(1), *others))
        table.blue.answers("order", "group.1")
        berserker, corsair = (f"own.{id}" for id in table.blue.ids("Berserker", "Corsair"))
        assert table.blue.offered("order.group") == [berserker, corsair, "lieutenant", "any"]
        table.blue.answers("order.group", corsair)
        assert table.blue.offered("order")[0] == corsair

    @pytest.mark.rule("TB-118")
    def test_after_a_single_order_it_is_asked_before_any_other_is_spent(self) -> None:
        table = opened(blue=force(*troop(2), trooper("Berserker", 2, Order.IRREGULAR)))
        (berserker,) = table.blue.ids("Berserker")
        table.blue.answers("order", f"own.{berserker}")
        assert table.blue.offered("order.group") == ["1", "lieutenant", "any"]
        table.blue.answers("order.group", "lieutenant")
        table.blue.answers("order", "lieutenant")
        assert table.blue.offered("order.group") == ["1", "any"]
        table.blue.answers("order.group", "1")
        assert table.blue.offered("order") == ["group.1"]

    @pytest.mark.rule("TB-118")
    def test_whoever_spends_another_groups_order_without_that_question_goes_on_with_that_group(self) -> None:
        table = opened(blue=force(*troop(2), trooper("Berserker", 2, Order.IRREGULAR)))
        table.blue.answers("order", f"own.{table.blue.ids('Berserker')[0]}")
        table.blue.answers("order", "group.1")
        assert table.blue.asked("order.group") is None
        assert table.blue.offered("order")[0] == "group.1"


@pytest.mark.rule("TB-109")
def test_where_nobody_is_impetuous_the_phase_passes_and_else_it_says_who_is() -> None:
    table = opened("impetuous")
    asked = table.blue.asked("impetuous")
    assert asked is not None
    assert dict(asked.ask.args) == {"names": "Berserker"}
    calm = opened("executive", blue=force(*troop(3)))
    steps = set()
    while calm.step != "orders":
        steps.add(calm.step)
        calm._on()
    assert "impetuous" not in steps


@pytest.mark.rule("IN-36")
def test_the_wip_dial_remembers_what_was_said_for_the_trooper_and_for_the_use() -> None:
    def first(who: str, trooper: str = "Ranger 6") -> int:
        table.blue.spends("doctor", trooper=trooper, cube="yes", who=who)
        dial = table.blue.asked("use.wip")
        assert isinstance(dial, Number)
        table.blue.answers("use.drop")
        return dial.first

    table = opened(chance=[0, 0])
    assert first("Ranger 1") == 13
    for name, wip in (("Ranger 1", 15), ("Ranger 2", 11)):
        table.blue.spends("doctor", trooper="Ranger 6", cube="yes", who=name, wip=wip, failed=20)
        table.blue.answers("reroll")
    assert (first("Ranger 1"), first("Ranger 2"), first("Ranger 3")) == (15, 11, 11)
    assert first("Ranger 1", "Ranger 2") == 15, "whomever it treats"


@pytest.mark.rule("IN-36")
@pytest.mark.rule("IN-37")
@pytest.mark.parametrize(("use", "condition"), [("doctor", "cube"), ("engineer", "remote")])
def test_who_rolls_is_asked_of_those_who_can_and_the_last_one_comes_first(use: str, condition: str) -> None:
    mule = trooper("Mule", 1, Order.NONE, peripheral_of="Ranger 1")
    medic = trooper("Medic", wip=15)
    table = opened(blue=force(*troop(3), mule, medic), chance=[0, 0])
    table.blue.loses("Ranger 2")
    for expected, who in ((["Ranger 1", "Medic"], "Medic"), (["Medic", "Ranger 1"], "Ranger 1")):
        table.blue.spends(use, trooper="Ranger 3", **{condition: "yes"})
        names = {member.id: member.name for member in table.blue.side.members}
        assert [names[id] for id in table.blue.offered("use.who")] == expected
        assert table.blue.tries("use.who", "nobody").rule in ("IN-36", "IN-37")
        table.blue.answers("use.who", table.blue.member(who).id)
        dial = table.blue.asked("use.wip")
        assert isinstance(dial, Number)
        assert dial.first == 15, "the Medic's, by the list; of the other one nothing is known but what was said last"
        table.blue.answers("use.wip", 15)
        table.blue.answers("use.failed", 16)
        table.blue.answers("reroll")
    for name in ("Ranger 1", "Ranger 3"):
        table.blue.loses(name)
    table.blue.answers("use", use)
    assert "Medic" not in table.blue.offered("use.trooper"), "nobody is left to treat it"


def test_the_samples_of_the_tests_can_be_played() -> None:
    assert not any(wrong(side) for side in (RANGERS, DOCKERS, SCOUTS, RESERVES))
