"""The skills around the Lieutenant: Chain of Command, Strategos, NCO, Inspiring Leadership, Commlink."""

import pytest

from table.games.infinity.lists.force_list import read_force
from table.games.infinity.rules.corrections import mission_corrections
from table.games.infinity.rules.game import Infinity
from table.games.infinity.rules.model.forces import Force, Order, Trooper
from table.games.infinity.rules.model.order_tokens import HEAPS
from table.games.infinity.rules.troopers.arrivals import ReinforcementsArrived
from table.games.infinity.rules.turn.order_count import OrdersCounted
from table.games.infinity.rules.turn.order_spending import LieutenantNamed
from table.games.infinity.rules.uses.use_effects import InspiredOrderSpent
from table.rules.seats import BLUE
from tests.games.infinity.kit import DOCKERS, Player, Tabletop, force, opened, troop, trooper

STRATEGISTS = force(*troop(3), *troop(2, 2, "Gunner"), strategos=2, lieutenant_orders=2)
SERGEANTS = force(*troop(3), trooper("Sergeant", tactical=False, nco=True))
PROPHETS = force(
    trooper("Prophet", inspiring=True), *troop(2), *troop(3, name="Zealot", order=Order.IRREGULAR),
    trooper("Convert", 2, Order.IRREGULAR),
)  # fmt: skip


def checked(blue: Force, *found: str) -> Tabletop:
    table = opened("checks", blue=blue)
    table.blue.answers("checks", found)
    return table


def sign(table: Tabletop, name: str) -> str:
    return next(piece.icon for piece in table.game.view(table.state).seats[0].pieces if piece.name == name)


class TestChainOfCommand:
    @pytest.mark.rule("IA-14")
    def test_the_check_is_passed_and_the_new_lieutenant_has_the_skill_alone(self) -> None:
        table = checked(force(*troop(3), lieutenant_orders=2), "lieutenant_lost", "chain").to("orders")
        assert table.blue.pools == {1: 3}, "everybody is Regular"
        assert table.blue.side.lieutenant_left == 1
        table.turn_of(table.red).turn_of(table.blue)
        assert table.blue.side.lieutenant_left == 1, "it stays, even if the old one recovers"
        assert not table.events_of(LieutenantNamed)

    @pytest.mark.rule("IA-14")
    def test_it_is_offered_to_everybody_since_who_has_it_is_private(self) -> None:
        table = opened("checks")
        assert "chain" in table.blue.offered("checks")
        line = table.blue.answers("checks", ("chain",))
        assert "Ranger" not in repr([table.game.line(event) for event in line])

    @pytest.mark.rule("IA-14")
    def test_without_an_order_of_the_lieutenant_there_is_none_to_have(self) -> None:
        table = checked(force(*troop(3), lieutenant_orders=0), "lieutenant_lost", "chain").to("orders")
        assert table.blue.side.lieutenant_left == 0

    @pytest.mark.rule("IA-14")
    @pytest.mark.rule("IA-16")
    def test_strategos_goes_with_the_old_lieutenant(self) -> None:
        table = checked(STRATEGISTS, "chain")
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert "strategos" not in table.blue.offered("checks")

    @pytest.mark.rule("IA-14")
    @pytest.mark.rule("IA-12")
    def test_in_retreat_there_is_no_lieutenant_all_the_same(self) -> None:
        table = checked(force(*troop(3)), "retreat", "chain").to("orders")
        assert table.blue.side.lieutenant_left == 0
        assert table.blue.pools == {}


class TestStrategos:
    @pytest.mark.rule("IA-16")
    def test_lieutenant_orders_become_regular_ones_of_the_lieutenants_group(self) -> None:
        table = checked(STRATEGISTS, "strategos")
        assert table.blue.offered("count.pool") == ["1", "2"]
        table.blue.answers("count.pool", "2")
        assert table.last(OrdersCounted).counted == 7
        table.to("orders")
        assert table.blue.pools == {1: 3, 2: 4}
        assert table.blue.side.lieutenant_left == 0
        for _ in range(4):
            table.blue.answers("order", "group.2")
        most = {point.id: point.most for point in mission_corrections.points(table.state, BLUE)}
        assert (most["pool.1"], most["pool.2"]) == (3, 4), "so many it can be corrected to"
        assert table.blue.pools == {1: 3}

    @pytest.mark.rule("IA-16")
    def test_it_is_chosen_each_turn(self) -> None:
        table = checked(STRATEGISTS, "strategos")
        table.blue.answers("count.pool", "1")
        table.turn_of(table.red).turn_of(table.blue)
        assert table.blue.pools == {1: 3, 2: 2}
        assert table.blue.side.lieutenant_left == 2

    @pytest.mark.rule("IA-16")
    def test_their_tokens_are_those_of_the_pool(self) -> None:
        table = Tabletop(STRATEGISTS, DOCKERS, game=Infinity(heaps=HEAPS)).to("checks")
        table.blue.answers("checks", ("strategos",))
        table.blue.answers("count.pool", "2")
        assert table.last(OrdersCounted).heaps == (("regular_1", 3), ("regular_2", 4))

    @pytest.mark.rule("IA-16")
    def test_without_a_lieutenant_with_the_skill_there_is_none(self) -> None:
        assert "strategos" not in opened("checks").blue.offered("checks")
        table = checked(STRATEGISTS, "lieutenant_lost", "strategos")
        assert table.blue.asked("count.pool") is None
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert "strategos" not in table.blue.offered("checks"), "the new Lieutenant has the skill Lieutenant alone"

    @pytest.mark.rule("IA-16")
    @pytest.mark.parametrize("level", [1, 2])
    def test_level_two_moves_one_trooper_without_a_token(self, level: int) -> None:
        table = opened("checks", blue=force(*troop(3), *troop(2, 2, "Gunner"), strategos=level))
        assert ("strategos" in table.blue.offered("executive")) is (level == 2)
        if level == 1:
            assert table.blue.tries("executive", "strategos").rule == "IA-16"
            return
        table.blue.begins("executive", "strategos", trooper="Gunner 2")
        asked = table.blue.asked("use.group")
        assert asked is not None
        assert asked.moment
        table.blue.answers("use.group", "1")
        assert (table.blue.member("Gunner 2").group, table.blue.tokens) == (1, 4)
        assert "strategos" not in table.blue.offered("executive"), "one trooper a turn"
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert "strategos" in table.blue.offered("executive")

    @pytest.mark.rule("IA-16")
    def test_a_list_states_its_level(self) -> None:
        one = '[[trooper]]\nname = "{}"\norder = "regular"\n'
        read = read_force(
            one.format("A") + "strategos = 1\n" + one.format("B") + "strategos = 2\nhidden = true\n"
        ).force
        assert read is not None
        assert read.strategos == 1, "nobody that is off the table"


class TestNco:
    @pytest.mark.rule("IA-17")
    def test_it_spends_a_lieutenant_order_as_its_own_even_if_the_lieutenant_has_fallen_since(self) -> None:
        table = opened("window", blue=SERGEANTS)
        table.to("orders")
        table.blue.loses("Ranger 1", "dead")
        nco = f"nco.{table.blue.member('Sergeant').id}"
        assert nco in table.blue.offered("order")
        table.blue.answers("order", nco)
        assert table.blue.side.lieutenant_left == 0
        assert nco not in table.blue.offered("order")
        assert table.blue.pools == {1: 4}

    @pytest.mark.rule("IA-17")
    @pytest.mark.rule("IA-24")
    def test_it_ends_its_suppressive_fire(self) -> None:
        table = opened("window", red=SERGEANTS)
        table.red.begins("strategic", "suppress", trooper="Sergeant")
        table.turn_of(table.red)
        table.red.answers("order", f"nco.{table.red.member('Sergeant').id}")
        assert not table.red.member("Sergeant").suppressive

    @pytest.mark.rule("IA-17")
    def test_not_while_it_is_isolated_or_out(self) -> None:
        table = checked(SERGEANTS, "isolated")
        table.blue.answers("count.isolated", table.blue.ids("Sergeant"))
        table.to("orders")
        assert table.blue.tries("order", f"nco.{table.blue.member('Sergeant').id}").rule == "IA-17"
        table = opened("orders", blue=SERGEANTS)
        table.blue.loses("Sergeant")
        assert table.blue.tries("order", f"nco.{table.blue.member('Sergeant').id}").rule == "IA-17"


class TestInspiringLeadership:
    @pytest.mark.rule("IA-18")
    def test_all_who_give_orders_are_regular_while_its_bearer_is_the_lieutenant(self) -> None:
        table = checked(PROPHETS, "inspired").to("orders")
        assert table.blue.pools == {1: 6, 2: 1}
        assert sign(table, "Zealot 1") == "token.order"
        table.blue.loses("Prophet")
        table.turn_of(table.red).turn_of(table.blue)
        assert table.blue.pools == {1: 2}
        assert sign(table, "Zealot 1") == "order.irregular"

    @pytest.mark.rule("IA-18")
    def test_without_it_they_are_as_their_profiles_say(self) -> None:
        table = checked(PROPHETS).to("orders")
        assert table.blue.pools == {1: 3}
        assert table.blue.tries("use", "inspire").rule == "IA-18"
        assert "inspired" not in opened("checks").blue.offered("checks")

    @pytest.mark.rule("IA-18")
    def test_its_army_never_enters_retreat(self) -> None:
        table = checked(PROPHETS, "inspired")
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert table.blue.offered("checks") == ["lieutenant_lost", "isolated", "chain"]
        table.blue.answers("checks", ("lieutenant_lost",))
        table.turn_of(table.red).turn_of(table.blue, "checks")
        assert table.blue.offered("checks") == ["retreat", "lieutenant_lost", "isolated", "chain", "inspired"]

    @pytest.mark.rule("IA-18")
    def test_a_coordinated_order_with_it_costs_the_lieutenants_order_alone(self) -> None:
        table = checked(PROPHETS, "inspired").to("orders")
        table.blue.answers("use", "inspire")
        assert "Convert" not in table.blue.offered("use.troopers"), "of another group"
        assert "Prophet" not in table.blue.offered("use.troopers"), "it takes part anyway"
        table.blue.answers("use.troopers", table.blue.ids("Ranger 1", "Zealot 1"))
        assert table.last(InspiredOrderSpent).troopers == table.blue.ids("Prophet", "Ranger 1", "Zealot 1")
        assert (table.blue.tokens, table.blue.pools, table.blue.side.lieutenant_left) == (4, {1: 6, 2: 1}, 0)
        assert table.blue.tries("use", "inspire").rule == "IA-18"
        assert not table.state.turn.regrouped, "that is Strategos"

    @pytest.mark.rule("IA-18")
    def test_it_needs_no_token(self) -> None:
        table = checked(PROPHETS, "inspired").to("orders")
        for _ in range(4):
            table.blue.spends("guts", trooper="Ranger 1", result="passed")
        assert table.blue.offered("use") == ["inspire"]

    @pytest.mark.rule("IA-18")
    @pytest.mark.rule("IA-07")
    def test_it_is_declared_in_the_orders_phase_alone(self) -> None:
        table = opened("checks", blue=PROPHETS)
        assert table.blue.tries("use", "inspire").rule == "IA-07"


RELIEF = (*troop(3, points=60), *troop(3, 3, "Late", points=40, reinforcement=True))
"""Three hundred points."""


class TestReinforcements:
    @pytest.mark.rule("IA-08")
    @pytest.mark.parametrize(("size", "most"), [(250, 200), (300, 225), (350, 250), (400, 275)])
    def test_they_are_requested_once_so_few_points_survive(self, size: int, most: int) -> None:
        for left, come in ((most, True), (most + 1, False)):
            table = opened("checks", blue=force(trooper("One", points=left - 1), *late(1), points=size))
            assert (table.blue.asked("reinforce") is not None) is come
            if not come:
                refused = table.blue.tries("reinforce", "3")
                assert (refused.rule, dict(refused.why.args)) == ("IA-08", {"most": most, "points": size})

    @pytest.mark.rule("IA-08")
    def test_or_in_the_third_round(self) -> None:
        table = opened("checks", blue=force(*RELIEF, points=300))
        for _ in range(2):
            assert table.blue.asked("reinforce") is None
            table.turn_of(table.red).turn_of(table.blue, "checks")
        table.blue.answers("reinforce", "3")
        assert table.last(ReinforcementsArrived) == ReinforcementsArrived(BLUE, 3)
        assert (len(table.blue.side.members), table.blue.side.coming) == (len(RELIEF), ())

    @pytest.mark.rule("IA-08")
    def test_without_any_in_the_list_it_is_no_matter_of_points(self) -> None:
        refused = opened("checks", blue=force(*troop(3, points=100), points=300)).blue.tries("reinforce", "3")
        assert refused.why.key != "infinity.refused.reinforce"

    @pytest.mark.rule("IA-08")
    def test_where_the_list_has_no_points_its_player_decides(self) -> None:
        assert may(force(*troop(2), *troop(1, 3, "Late", reinforcement=True), points=300))
        assert may(force(*RELIEF, points=200)), "no game with reinforcements has that size"

    @pytest.mark.rule("IA-08")
    def test_they_come_between_the_executive_use_and_the_checks(self) -> None:
        table = opened("window", blue=force(*troop(2), *troop(1, 3, "Late", reinforcement=True)))
        assert table.blue.tries("reinforce", "3").rule == "IA-08"
        table.to("checks")
        asked = table.blue.asked("reinforce")
        assert asked is not None
        assert (asked.hold, asked.standing) == (True, True)
        table.blue.answers("checks", ("isolated",))
        assert table.blue.tries("reinforce", "3").rule == "IA-08"

    @pytest.mark.rule("IA-08")
    @pytest.mark.parametrize(("link", "warnings"), [
        ("", ["plain.no_commlink", "plain.reinforced"]), ("commlink = 0", ["plain.reinforced"]), ("commlink = 1", []),
    ])  # fmt: skip
    def test_a_commlink_raises_the_fifteen_of_the_list(self, link: str, warnings: list[str]) -> None:
        one = '[[trooper]]\nname = "{}"\norder = "regular"\ntimes = {}\ngroup = {}\n'
        words = (
            one.format("A", 8, 1) + f"lieutenant = false\n{link}\n" + one.format("B", 8, 3) + "reinforcement = true\n"
        )
        found = [warning.key for warning in read_force(words).warnings]
        assert [key for key in found if key != "plain.no_lieutenant"] == warnings


def late(points: int) -> tuple[Trooper, ...]:
    return (trooper("Late", 3, points=points, reinforcement=True),)


def may(side: Force) -> bool:
    player: Player = opened("checks", blue=side).blue
    return player.asked("reinforce") is not None
