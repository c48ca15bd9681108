"""Casualties and Retreat!"""

import pytest

from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.model.mission_state import other_groups
from table.games.infinity.rules.troopers.casualties import TrooperBack, TrooperLost
from table.rules.prompts import ChooseSome
from table.rules.seats import RED
from table.rules.text import Text
from tests.games.infinity.kit import MULES, Tabletop, force, opened, troop, trooper


class TestCasualties:
    @pytest.mark.rule("IA-03")
    def test_its_player_is_asked_what_became_of_a_trooper_and_nothing_else_meanwhile(self) -> None:
        table = opened()
        table.red.answers("lost", table.red.member("Docker 1").id)
        assert table.last(TrooperLost) == TrooperLost(RED, "1", "Docker 1", dead=False), "the usual is not asked for"
        table.red.answers("lost", table.red.member("Docker 1").id)
        assert [prompt.key for prompt in table.prompts() if prompt.seat is RED] == ["fate"]
        assert table.red.offered("fate") == ["dead", "back", "nothing"]
        table.red.answers("fate", "nothing")
        assert len(table.events_of(TrooperLost)) == 1
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
        for fate, reported in (("back", TrooperBack), ("dead", TrooperLost)):
            table.blue.loses("Ranger 1")
            table.blue.answers("lost", "1")
            assert table.blue.offered("fate") == ["dead", "back", "nothing"]
            table.blue.answers("fate", fate)
            assert isinstance(table.journal[-1], reported)
        table.blue.loses("Ranger 2", "dead")
        assert "2" not in table.blue.offered("lost"), "nothing more can become of it"

    @pytest.mark.rule("IA-03")
    def test_a_dead_trooper_that_is_back_gets_a_place_in_a_group_that_has_one(self) -> None:
        table = opened(blue=force(*troop(10), *MULES, *troop(3, 2, "Gunner")))
        table.blue.loses("Ranger 1", "dead")
        table.turn_of(table.red).turn_of(table.blue, "checks")
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
        table = opened("checks")
        table.blue.loses("Ranger 1", "dead")
        table.blue.loses("Ranger 2")
        table.blue.answers(window, use)
        assert table.blue.offered("use.trooper")[0] == "Ranger 2"

    @pytest.mark.rule("IA-01")
    @pytest.mark.rule("IN-23")
    def test_a_possessed_controller_that_is_released_has_its_peripherals_again(self) -> None:
        table = opened("checks", blue=force(*troop(4), *MULES))
        table.blue.loses("Ranger 1")
        table.blue.begins("executive", "release", trooper="Ranger 1", possessed="yes")
        assert not any(member.lost or member.cut for member in table.blue.side.members)


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
            "infinity.check.retreat", "infinity.check.lieutenant_lost", "infinity.check.isolated",
            "infinity.check.chain",
        ]  # fmt: skip

    @pytest.mark.rule("IA-06")
    @pytest.mark.parametrize(("hidden", "proposed"), [(1, True), (31, True), (34, False), (100, False)])
    def test_troopers_off_the_table_are_survivors_and_its_player_decides(self, hidden: int, proposed: bool) -> None:
        """Of a hundred points on the table one is left."""
        there = (trooper("Last", points=1), *(trooper(f"R {n}", points=33) for n in range(3)))
        table = opened("orders", blue=force(*there, trooper("Shade", points=hidden, hidden=True)))
        for n in range(3):
            table.blue.loses(f"R {n}")
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert (self.checks(table)[0].key == "infinity.check.retreat_counted") is proposed
        table.blue.answers("checks", ())
        assert not table.state.turn.retreat

    @pytest.mark.rule("IA-06")
    @pytest.mark.parametrize(
        ("points", "most"), [(400, 100), (350, 88), (300, 75), (250, 63), (200, 50), (150, 38), (298, 75)]
    )
    def test_the_threshold_is_a_quarter_of_the_points_available(self, points: int, most: int) -> None:
        for left, proposed in ((most, True), (most + 1, False)):
            there = (trooper("Left", points=left), trooper("Lost", points=40))
            table = opened("orders", blue=force(*there, points=points))
            table.blue.loses("Lost")
            table.turn_of(table.red).turn_of(table.blue, "checks")
            label = self.checks(table)[0]
            assert (label.key == "infinity.check.retreat_counted") is proposed
            assert not proposed or dict(label.args) == {"most": most, "points": points}

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
    def test_reinforcements_that_have_not_arrived_are_survivors(self) -> None:
        late = trooper("Late", 3, reinforcement=True, points=50)
        table = opened("orders", blue=force(*(trooper(f"R {n}", points=25) for n in range(4)), late, points=150))
        for n in range(4):
            table.blue.loses(f"R {n}")
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert self.checks(table)[0].key == "infinity.check.retreat", "50 of 150"

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
