"""An army's state in its turn: Retreat!, Loss of Lieutenant, isolation, G: Jumpers, and the skills around them."""

import pytest

from table.games.infinity.lists.force_list import read_force
from table.games.infinity.rules.model.forces import Force, Order
from table.games.infinity.rules.model.mission_state import with_members
from table.games.infinity.rules.troopers.casualties import CasualtyBegan, TrooperLost
from table.games.infinity.rules.turn.army_state import in_retreat, regular
from table.games.infinity.rules.turn.order_spending import LieutenantNamed, MissionOver
from table.games.infinity.rules.uses.use_effects import OrdersTaken
from table.rules.seats import BLUE
from table.rules.text import text
from tests.games.infinity.kit import DOCKERS, RANGERS, Tabletop, force, opened, troop, trooper

KNIGHTS = force(*troop(3), trooper("Knight", warhorse=True), trooper("Berserker", 1, Order.IRREGULAR, impetuous=True))
SPIES = force(*troop(6), *troop(5, 2, "Gunner"), counterintelligence=True)
PROXIES = force(
    trooper("Mary", tactical=True), trooper("Proxy 1", order=Order.NONE, proxy_of="Mary"),
    trooper("Proxy 2", order=Order.NONE, proxy_of="Mary"), *troop(3),
)  # fmt: skip


def checked(*found: str, blue: Force = KNIGHTS) -> Tabletop:
    table = opened("checks", blue=blue)
    table.blue.answers("checks", found)
    return table


class TestLossOfLieutenant:
    @pytest.mark.rule("IA-05")
    def test_everybody_is_irregular_but_a_trooper_with_warhorse(self) -> None:
        table = checked("lieutenant_lost").to("orders")
        assert table.blue.pools == {1: 1}
        assert not table.blue.member("Knight").own_order
        assert table.blue.member("Ranger 1").own_order

    @pytest.mark.rule("IA-13")
    def test_a_lieutenant_that_is_isolated_or_was_never_placed_is_lost_by_the_same_check(self) -> None:
        table = checked("lieutenant_lost")
        assert table.state.turn.leaderless
        assert table.blue.side.lieutenant_left == 0
        table.turn_of(table.red)
        assert table.events_of(LieutenantNamed)

    @pytest.mark.rule("IA-24")
    @pytest.mark.parametrize("found", ["lieutenant_lost", "retreat"])
    def test_it_ends_suppressive_fire(self, found: str) -> None:
        table = opened("window", blue=KNIGHTS)
        table.red.begins("strategic", "suppress", trooper="Docker 1")
        table.turn_of(table.red, "checks")
        assert table.red.member("Docker 1").suppressive
        table.red.answers("checks", (found,))
        assert not table.red.member("Docker 1").suppressive

    @pytest.mark.rule("IA-24")
    def test_a_coordinated_order_ends_it_too(self) -> None:
        table = opened("window", blue=KNIGHTS)
        table.red.begins("strategic", "suppress", trooper="Docker 1")
        table.turn_of(table.red)
        table.red.spends("coordinate", pool="1", troopers=("Docker 1", "Docker 2"))
        assert not table.red.member("Docker 1").suppressive

    @pytest.mark.rule("IA-24")
    @pytest.mark.parametrize("trooper", ["Corsair", "Docker 2"])
    def test_an_order_of_its_own_or_a_fireteam_ends_it_too(self, trooper: str) -> None:
        table = opened("window", blue=KNIGHTS)
        table.red.begins("strategic", "suppress", trooper=trooper)
        table.turn_of(table.red)
        if trooper == "Corsair":
            table.red.answers("order", f"own.{table.red.member(trooper).id}")
        else:
            table.red.spends("fireteam", trooper=trooper, chart="yes")
        assert not table.red.member(trooper).suppressive


class TestRetreat:
    @pytest.mark.rule("IA-12")
    def test_there_is_no_lieutenant_order_no_impetuous_phase_and_no_new_lieutenant(self) -> None:
        table = checked("retreat")
        table.blue.answers("count.steady", ())
        table.red.answers("strategic", "none")
        assert table.step == "orders", "the Impetuous Phase is passed over"
        assert table.blue.side.lieutenant_left == 0
        assert table.blue.pools == {1: 1}, "the trooper with Warhorse"
        table.turn_of(table.red)
        assert not table.events_of(LieutenantNamed)

    @pytest.mark.rule("IA-12")
    def test_without_it_all_three_are_there(self) -> None:
        table = checked()
        table.red.answers("strategic", "none")
        assert table.step == "impetuous"
        assert table.blue.side.lieutenant_left == 1

    @pytest.mark.rule("IA-12")
    def test_once_it_ends_the_lieutenant_gives_orders_again(self) -> None:
        table = checked("retreat")
        table.to("orders").turn_of(table.red).turn_of(table.blue)
        assert table.blue.side.lieutenant_left == 1
        assert table.blue.pools == {1: 4}

    @pytest.mark.rule("IA-12")
    @pytest.mark.parametrize("lost", [1, 2])
    def test_the_match_ends_when_all_its_troopers_are_lost(self, lost: int) -> None:
        table = checked("retreat", blue=force(*troop(2)))
        for n in range(1, lost + 1):
            table.blue.loses(f"Ranger {n}")
        table.to("states")
        table.blue.answers("states")
        over = table.events_of(MissionOver)
        assert table.state.over is bool(over) is (lost == 2)
        assert [one.wiped_out for one in over] == [BLUE] * (lost == 2)
        wiped_out = text("infinity.tell.wiped_out", seat=text("seat.blue"))
        assert [table.game.line(one) for one in over] == [wiped_out] * (lost == 2)

    @pytest.mark.rule("IA-12")
    def test_it_does_not_end_while_somebody_can_still_arrive(self) -> None:
        table = checked("retreat", blue=force(*troop(1), trooper("Shade", hidden=True)))
        table.blue.loses("Ranger 1")
        table.turn_of(table.red)
        assert not table.state.over

    @pytest.mark.rule("IA-06")
    @pytest.mark.parametrize(("points", "out", "retreat"), [(0, 2, False), (10, 1, False), (10, 2, True)])
    def test_an_army_without_points_is_never_counted_as_in_retreat(self, points: int, out: int, retreat: bool) -> None:
        table = opened("checks", blue=force(*troop(2, points=points)))
        lost = table.blue.ids("Ranger 1", "Ranger 2")[:out]
        assert in_retreat(with_members(table.state, BLUE, lost, lost=True).blue) is retreat


class TestIsolated:
    @pytest.mark.rule("IA-19")
    def test_it_is_irregular_this_turn_and_takes_part_in_no_coordinated_order_or_fireteam(self) -> None:
        table = checked("isolated")
        assert "Knight" not in [table.blue.side.member(id).name for id in table.blue.offered("count.isolated")]
        table.blue.answers("count.isolated", table.blue.ids("Ranger 1"))
        table.to("orders")
        assert table.blue.pools == {1: 3}
        assert table.blue.member("Ranger 1").own_order
        table.blue.begins("use", "coordinate", pool="1")
        assert "Ranger 1" not in table.blue.offered("use.troopers")
        table.blue.answers("use.drop")
        table.blue.answers("use", "fireteam")
        assert "Ranger 1" not in table.blue.offered("use.trooper")
        table.blue.answers("use.drop")
        table.blue.answers("use", "exchange")
        assert table.blue.offered("use.trooper") == ["Berserker"]
        table.blue.answers("use.drop")
        table.turn_of(table.red).turn_of(table.blue)
        assert table.blue.pools == {1: 4}, "it is asked for each turn"

    @pytest.mark.rule("IA-19")
    @pytest.mark.rule("IA-24")
    def test_it_leads_no_fireteam_any_more_and_its_fire_ends(self) -> None:
        table = checked("isolated")
        table.state = with_members(table.state, BLUE, ("1",), leader=True, suppressive=True)
        table.blue.answers("count.isolated", ("1",))
        ranger = table.blue.member("Ranger 1")
        assert (ranger.isolated, ranger.leader, ranger.suppressive) == (True, False, False)

    @pytest.mark.rule("IA-21")
    def test_all_of_a_coordinated_order_have_the_same_training(self) -> None:
        table = checked().to("orders")
        table.blue.answers("use", "coordinate")
        assert table.blue.offered("use.pool") == ["1", "1.irregular"]
        table.blue.answers("use.pool", "1")
        assert "Berserker" not in table.blue.offered("use.troopers")
        table.blue.answers("use.troopers", table.blue.ids("Ranger 1", "Ranger 2"))
        assert table.blue.pools == {1: 3}
        table.blue.begins("use", "coordinate", pool="1.irregular")
        assert table.blue.offered("use.troopers") == ["Berserker"]
        table.blue.answers("use.troopers", table.blue.ids("Berserker"))
        assert table.blue.pools == {1: 2}, "a Regular Order all the same"

    @pytest.mark.rule("IA-19")
    def test_its_sign_is_that_of_an_irregular_trooper_in_this_turn_alone(self) -> None:
        table = checked("isolated")
        table.blue.answers("count.isolated", table.blue.ids("Ranger 1"))
        table.to("orders")

        def sign() -> str:
            pieces = table.game.view(table.state).seats[0].pieces
            return next(piece.icon for piece in pieces if piece.name == "Ranger 1")

        assert sign() == "order.irregular"
        table.turn_of(table.red)
        assert sign() == "token.order"

    @pytest.mark.rule("IN-36")
    @pytest.mark.rule("IN-37")
    @pytest.mark.rule("IN-34")
    @pytest.mark.parametrize("healer", ["doctor", "engineer"])
    def test_the_usual_answer_comes_first(self, healer: str) -> None:
        table = checked().to("orders")
        table.blue.loses("Ranger 3")
        table.blue.answers("use", healer)
        assert table.blue.offered("use.trooper")[:2] == ["Ranger 3", "Ranger 1"]
        table.blue.answers("use.drop")
        table.blue.begins("use", "exchange", trooper="Berserker")
        assert table.blue.offered("use.isolated") == ["no", "yes"]


class TestJumper:
    @pytest.mark.rule("IA-20")
    def test_it_gives_its_order_as_long_as_one_proxy_stands(self) -> None:
        table = Tabletop(PROXIES, DOCKERS, rounds=5).to("orders")
        for name, pool in (("Mary", 4), ("Proxy 1", 4), ("Proxy 2", 3)):
            table.blue.loses(name)
            table.turn_of(table.red).turn_of(table.blue)
            assert table.blue.pools == {1: pool}
        assert not any(one.tactical_order for one in table.blue.side.members)

    @pytest.mark.rule("IA-20")
    @pytest.mark.rule("IA-01")
    def test_neither_its_peripheral_nor_a_proxy_with_an_order_of_its_own_gives_it(self) -> None:
        mule = trooper("Mule", order=Order.NONE, peripheral_of="Mary")
        twin = trooper("Twin", proxy_of="Mary")
        table = opened("checks", blue=force(trooper("Mary"), mule, twin, *troop(3)))
        table.blue.loses("Mary")
        table.to("orders")
        assert table.blue.pools == {1: 4}, "three, and the twin's"

    @pytest.mark.rule("IA-20")
    def test_its_tactical_order_is_its_proxys(self) -> None:
        table = opened("checks", blue=PROXIES)
        table.blue.loses("Mary")
        table.to("orders")
        assert table.blue.member("Proxy 1").tactical_order

    @pytest.mark.rule("IA-20")
    def test_the_order_of_a_jumper_that_was_not_there_at_the_count_stays_out_of_the_pool(self) -> None:
        table = opened("checks", blue=PROXIES)
        jumper = table.blue.ids("Mary")
        there, gone = (with_members(table.state, BLUE, jumper, lost=True, apart=apart).blue for apart in (False, True))
        assert [one.name for one in regular(there)] == ["Proxy 1", "Ranger 1", "Ranger 2", "Ranger 3"]
        assert [one.name for one in regular(gone)] == ["Ranger 1", "Ranger 2", "Ranger 3"]


class TestSkills:
    @pytest.mark.rule("IA-15")
    def test_against_counterintelligence_one_order_is_taken(self) -> None:
        table = opened("recount", blue=SPIES)
        table.red.answers("strategic", "take_orders")
        asked = table.red.asked("use.taken")
        assert asked is not None
        assert asked.ask == text("infinity.ask.taken_one")
        table.red.answers("use.taken", "1")
        taken = table.last(OrdersTaken)
        assert taken.groups == (1,)
        assert table.game.line(taken) == text("infinity.tell.taken_one", seat=text("seat.blue"), group=1)
        assert table.blue.pools == {1: 5, 2: 5}
        assert [(back.kind, back.count) for back in table.backs if back.seat is BLUE] == [("regular", 1)]

    @pytest.mark.rule("IN-13")
    def test_without_it_two_are_asked_for(self) -> None:
        table = opened("recount")
        table.red.answers("strategic", "take_orders")
        for part in ("taken", "taken_too"):
            asked = table.red.asked(f"use.{part}")
            assert asked is not None
            assert asked.ask != text("infinity.ask.taken_one")
            table.red.answers(f"use.{part}", "1")
        assert table.last(OrdersTaken).groups == (1, 1)

    @pytest.mark.rule("IA-15")
    @pytest.mark.parametrize(("blue", "tokens"), [(SPIES, 2), (RANGERS, 1)])
    def test_the_limit_is_two_tokens_with_it_and_one_without(self, blue: Force, tokens: int) -> None:
        table = opened("window", blue=blue)
        table.red.begins("strategic", "limit")
        table.to("orders")
        for _ in range(tokens):
            table.blue.spends("guts", trooper="Ranger 1", result="passed")
        assert table.blue.tries("use", "guts").rule == "IN-14"

    @pytest.mark.rule("IA-15")
    @pytest.mark.rule("IA-05")
    def test_a_list_states_both(self) -> None:
        words = '[[trooper]]\nname = "A"\norder = "regular"\nwarhorse = true\ncounterintelligence = true\n'
        read = read_force(words).force
        assert read is not None
        assert (read.counterintelligence, read.troopers[0].warhorse) == (True, True)

    @pytest.mark.rule("IA-22")
    def test_a_trooper_that_appears_in_the_orders_phase_brings_its_tactical_order(self) -> None:
        table = opened(blue=force(*troop(3), trooper("Shade", tactical=True, hidden=True)))
        table.blue.answers("arrive", "1")
        assert table.blue.member("Shade").tactical_order

    @pytest.mark.rule("IA-22")
    def test_a_tactical_order_is_lost_to_the_part_in_a_coordinated_order(self) -> None:
        table = opened(blue=force(trooper("Scout", tactical=True), *troop(3)))
        table.blue.spends("coordinate", pool="1", troopers=("Scout", "Ranger 1"))
        assert not table.blue.member("Scout").tactical_order

    @pytest.mark.rule("IA-23")
    def test_a_failed_doctor_kills_an_unconscious_patient(self) -> None:
        table = opened(chance=(19,))
        table.blue.loses("Ranger 3")
        table.blue.spends("doctor", trooper="Ranger 3", cube="yes", who="Ranger 1", wip=13, failed=15)
        table.blue.answers("reroll")
        table.blue.answers("reroll.again", "no")
        assert table.last(TrooperLost).dead
        assert table.blue.side.size(1) == 5, "its place is free"

    @pytest.mark.rule("IA-23")
    def test_after_a_failed_engineer_it_is_asked_what_the_wound_did(self) -> None:
        table = opened(chance=(19,))
        table.blue.loses("Ranger 3")
        table.blue.spends("engineer", trooper="Ranger 3", remote="yes", who="Ranger 1", wip=13, failed=15)
        table.blue.answers("reroll")
        table.blue.answers("reroll.again", "no")
        assert table.last(CasualtyBegan).name == "Ranger 3"
        table.blue.answers("fate", "dead")
        assert table.blue.member("Ranger 3").dead

    @pytest.mark.rule("IA-23")
    def test_a_patient_that_stands_may_be_out_after_it(self) -> None:
        table = opened(chance=(19,))
        table.blue.spends("engineer", trooper="Ranger 3", remote="yes", who="Ranger 1", wip=13, failed=15)
        table.blue.answers("reroll")
        table.blue.answers("reroll.again", "no")
        assert table.blue.offered("fate") == ["unconscious", "dead", "nothing"]
        table.blue.answers("fate", "unconscious")
        assert (table.blue.member("Ranger 3").lost, table.blue.member("Ranger 3").dead) == (True, False)

    @pytest.mark.rule("IA-08")
    def test_a_list_that_passes_fifteen_with_its_reinforcements_is_warned_about(self) -> None:
        def warned(late: int) -> bool:
            one = '[[trooper]]\nname = "{}"\norder = "regular"\ntimes = {}\ngroup = {}\n'
            words = one.format("A", 8, 1) + one.format("B", late, 3) + "reinforcement = true\n"
            read = read_force(words)
            assert read.problems == ()
            return "plain.reinforced" in [warning.key for warning in read.warnings]

        assert not warned(7)
        assert warned(8)
