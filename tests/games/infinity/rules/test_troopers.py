"""Troopers in a list: peripherals, hidden ones, the Lieutenant, reinforcements."""

import msgspec
import pytest

from table.games.infinity.rules.model.forces import Force, Order
from table.games.infinity.rules.model.mission_state import other_groups
from table.games.infinity.rules.troopers.arrivals import ReinforcementsArrived, TrooperRevealed
from table.games.infinity.rules.turn.order_count import IrregularThisTurnSaid
from table.games.infinity.rules.turn.order_spending import LieutenantNamed, orders_left
from table.rules.seats import BLUE
from tests.games.infinity.kit import (
    DOCKERS,
    MULES,
    RANGERS,
    RESERVES,
    SCOUTS,
    Tabletop,
    force,
    opened,
    troop,
    trooper,
    wrong,
)


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
        table = opened("checks", blue=force(*troop(2), *troop(9, 2, "Gunner"), mule))
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


class TestPrivacy:
    @pytest.mark.rule("IA-04")
    def test_nothing_that_everybody_sees_reveals_those_that_are_hidden(self) -> None:
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
        assert table.events_of(LieutenantNamed) == [LieutenantNamed(BLUE, 1)]
        table.turn_of(table.blue)
        assert (table.blue.pools, table.blue.side.lieutenant_left) == ({1: 4}, 1)

    @pytest.mark.rule("IA-05")
    def test_a_list_without_such_orders_gets_none(self) -> None:
        table = Tabletop(force(*troop(4), lieutenant_orders=0)).to("checks")
        table.blue.answers("checks", ("lieutenant_lost",))
        table.turn_of(table.red)
        assert table.events_of(LieutenantNamed) == [LieutenantNamed(BLUE, 0)]


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
    def test_their_group_is_as_full_as_their_list_states_before_they_arrive(self) -> None:
        table = opened("checks", blue=force(*troop(5), *troop(10, 2, "Relief", reinforcement=True)))
        assert "regroup" not in table.blue.offered("executive"), "there is no group to go to"
        table.to("checks").blue.answers("reinforce", "2")
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
        table.turn_of(table.red, "checks")
        assert table.blue.tries("reinforce", "3").rule == "IA-08"

    @pytest.mark.rule("IA-08")
    def test_once_the_orders_are_counted_they_wait_for_the_next_turn(self) -> None:
        table = opened(blue=RESERVES)
        assert table.blue.asked("reinforce") is None


def test_the_samples_of_the_tests_can_be_played() -> None:
    assert not any(wrong(side) for side in (RANGERS, DOCKERS, SCOUTS, RESERVES))
