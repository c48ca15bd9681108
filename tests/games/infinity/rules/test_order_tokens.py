"""The tokens of Infinity on the table: a heap for each kind that has a hopper, and everything back at the end."""

import random

import pytest

from lab.trials.infinity.infinity_trial import broken, out, sides
from table.games.infinity.rules.game import Infinity
from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.model.order_tokens import GROUPS, HEAPS
from table.games.infinity.rules.token_forecast import will_hold, worst_case
from table.games.infinity.rules.turn.order_spending import MissionOver
from table.games.random_play.invariants import WatchedMatch
from table.games.random_play.match import RandomMatch
from table.games.random_play.trial import Trial
from table.rules.match import events as ev
from table.rules.match.payouts import TOKENS_BACK
from table.rules.match.trays import held
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.rules.tokens import HandBack, HandOut
from tests.games.infinity.kit import DOCKERS, RANGERS, Tabletop, force, troop, trooper
from tests.rules.match.table import MatchTable

TEAMS = force(
    *troop(3), *troop(2, 2, "Gunner"), trooper("Scout", 2, Order.IRREGULAR), trooper("Chief", 1, tactical=True),
    lieutenant_orders=2,
)  # fmt: skip
ALL = Infinity(heaps=HEAPS)


def counted(heaps: tuple[str, ...], step: str = "orders") -> Tabletop:
    return Tabletop(TEAMS, TEAMS, game=Infinity(heaps=heaps)).to(step)


def orders(table: Tabletop) -> dict[str, int]:
    return {out.kind: out.count for out in table.outs if out.kind not in ("command", "speedball")}


class TestTheOrderCount:
    @pytest.mark.rule("TB-116")
    @pytest.mark.parametrize(
        ("heaps", "tokens"),
        [
            ((), {"regular": 6}),
            (("regular_2",), {"regular": 4, "regular_2": 2}),
            (("irregular", "lieutenant"), {"regular": 6, "irregular": 1, "lieutenant": 2}),
            (HEAPS, {"regular_1": 4, "regular_2": 2, "irregular": 1, "tactical": 1, "lieutenant": 2}),
        ],
    )
    def test_hands_out_by_group_and_kind_what_the_table_has_a_heap_for(
        self, heaps: tuple[str, ...], tokens: dict[str, int]
    ) -> None:
        assert orders(counted(heaps)) == tokens

    @pytest.mark.rule("TB-116")
    @pytest.mark.rule("IA-05")
    def test_without_a_lieutenant_all_tokens_are_irregular_and_none_is_the_lieutenants(self) -> None:
        table = counted(HEAPS, "checks")
        table.blue.answers("checks", ("lieutenant_lost",))
        assert orders(table) == {"irregular": 7, "tactical": 1}

    @pytest.mark.rule("IA-04")
    def test_a_trooper_that_is_off_the_table_has_no_token_that_would_reveal_it(self) -> None:
        hiding = force(*troop(3), trooper("Shade", 1, Order.IRREGULAR, hidden=True))
        table = Tabletop(hiding, TEAMS, game=ALL).to("orders")
        assert orders(table) == {"regular_1": 3, "lieutenant": 1}

    @pytest.mark.rule("TB-116")
    def test_a_match_with_its_kinds_goes_on_with_them_whatever_the_table_has_now(self) -> None:
        begun = counted(HEAPS).state
        events = ALL.begin({BLUE: TEAMS, RED: TEAMS})
        assert getattr(events[0], "heaps", None) == HEAPS == begun.heaps


class TestTakenAway:
    @pytest.mark.rule("IA-10")
    @pytest.mark.rule("TB-116")
    def test_two_orders_come_back_at_once_from_their_groups_heaps(self) -> None:
        full = force(*troop(7), *troop(5, 2, "Gunner"))
        table = Tabletop(full, DOCKERS, game=ALL).to("recount")
        table.red.begins("strategic", "take_orders", taken="1", taken_too="2")
        assert table.backs[-2:] == [HandBack(BLUE, "regular_1", 1), HandBack(BLUE, "regular_2", 1)]
        assert dict(table.blue.side.orders_out) == {"regular_1": 6, "regular_2": 4, "lieutenant": 1}

    @pytest.mark.rule("IN-34")
    def test_an_irregular_order_is_exchanged_for_one_of_the_troopers_group(self) -> None:
        table = counted(HEAPS)
        table.blue.spends("exchange", trooper="Scout", isolated="no")
        assert table.outs[-1] == HandOut(BLUE, "regular_2", 1)
        assert table.backs[-1] == HandBack(BLUE, "irregular", 1)

    @pytest.mark.rule("IN-34")
    def test_without_a_heap_of_irregular_orders_nothing_is_given_for_it(self) -> None:
        table = counted(())
        before = list(table.backs)
        table.blue.spends("exchange", trooper="Scout", isolated="no")
        assert table.outs[-1] == HandOut(BLUE, "regular", 1)
        assert [back for back in table.backs[len(before) :] if back.kind != "command"] == []

    @pytest.mark.rule("TB-116")
    def test_every_token_of_the_turn_goes_back_when_it_is_over_spent_or_not(self) -> None:
        table = counted(HEAPS)
        table.blue.answers("order", "group.1")
        table.turn_of(table.red, "checks")
        back = {b.kind: b.count for b in table.backs if b.seat is BLUE and b.kind != "command"}
        assert back == {"regular_1": 4, "regular_2": 2, "irregular": 1, "tactical": 1, "lieutenant": 2}
        assert table.blue.side.orders_out == ()

    @pytest.mark.rule("TB-76")
    def test_a_corrected_pool_moves_a_token_of_its_own_heap(self) -> None:
        table = counted(HEAPS)
        for seat, key, value in (
            (table.blue, "correct", "pool.2.regular_2"),
            (table.blue, "correct.to", 1),
            (table.blue, "correct.why", "slip"),
            (table.red, "correct.agree", "yes"),
        ):
            seat.answers(key, value)
        assert table.blue.pools == {1: 4, 2: 1}
        assert table.backs[-1] == HandBack(BLUE, "regular_2", 1, later=True)


class TestCorrections:
    """What can be spent after a correction, and what lies on the table of each heap, is the same."""

    @staticmethod
    def corrected(
        what: str, to: str | int, game: Infinity = ALL, step: str = "orders"
    ) -> tuple[Tabletop, list[object]]:
        """Return the table, and the tokens that blue gets and gives back by the correction."""
        table = Tabletop(TEAMS, TEAMS, game=game).to(step)
        outs, backs = len(table.outs), len(table.backs)
        family = f"{what.partition('.')[0]}."
        for key, value in (
            ("correct", what if table.blue.asked("correct").accepts(what) else family),  # type: ignore[union-attr]
            ("correct.which", what),
            ("correct.to", to),
            ("correct.why", "slip"),
        ):
            if table.blue.asked(key) is not None:
                table.blue.answers(key, value)
        table.red.answers("correct.agree", "yes")
        return table, [*table.outs[outs:], *table.backs[backs:]]

    @pytest.mark.rule("TB-76")
    @pytest.mark.parametrize(
        ("what", "to", "tokens"),
        [
            ("order.1.regular_1", "irregular", {"irregular": 1, "regular_1": -1}),
            ("order.6.regular_2", "regular", {"regular_2": 1, "irregular": -1}),
            ("order.7.regular_1", "none", {"regular_1": -1, "tactical": -1}),
            ("tactical.1", "yes", {"tactical": 1}),
            ("tactical.7", "no", {"tactical": -1}),
            ("group.1", "2", {"regular_1": -1, "regular_2": 1}),
            ("group.6", "1", {}),
            ("lieutenant_left", 0, {"lieutenant": -2}),
            ("pool.1.regular_1", 1, {"regular_1": -3}),
            ("lieutenant", 1, {}),
        ],
    )
    def test_move_the_tokens_of_every_heap_that_they_change(
        self, what: str, to: str | int, tokens: dict[str, int]
    ) -> None:
        table, moved = self.corrected(what, to)
        outs = [HandOut(BLUE, kind, n) for kind, n in sorted(tokens.items()) if n > 0]
        backs = [HandBack(BLUE, kind, -n, later=True) for kind, n in sorted(tokens.items()) if n < 0]
        assert moved == [*outs, *backs]
        lying = {"regular_1": 4, "regular_2": 2, "irregular": 1, "tactical": 1, "lieutenant": 2}
        after = {kind: n + tokens.get(kind, 0) for kind, n in lying.items()}
        assert dict(table.blue.side.orders_out) == {kind: n for kind, n in after.items() if n}
        assert list(broken(table.state)) == []

    @pytest.mark.rule("TB-76")
    def test_a_kind_without_a_heap_has_no_token_to_move(self) -> None:
        _, moved = self.corrected("order.1", "irregular", Infinity(heaps=("tactical",)))
        assert moved == [HandBack(BLUE, "regular", 1, later=True)]
        _, moved = self.corrected("tactical.1", "yes", Infinity(heaps=("irregular",)))
        assert moved == []

    @pytest.mark.rule("TB-76")
    def test_with_one_heap_a_corrected_pool_moves_its_tokens(self) -> None:
        assert self.corrected("pool.1", 1, Infinity())[1] == [HandBack(BLUE, "regular", 3, later=True)]

    @pytest.mark.rule("TB-76")
    def test_before_the_order_count_nothing_lies_there_and_nothing_moves(self) -> None:
        for what, to in (("order.1.regular_1", "irregular"), ("tactical.7", "no"), ("group.1", "2")):
            assert self.corrected(what, to, step="checks")[1] == []

    @pytest.mark.rule("TB-76")
    def test_command_tokens_and_speedballs_go_by_their_number_as_ever(self) -> None:
        assert self.corrected("command", 2)[1] == [HandBack(BLUE, "command", 2, later=True)]
        assert self.corrected("speedball", 1)[1] == [HandOut(BLUE, "speedball", 1)]


class TestTheEnd:
    @pytest.mark.rule("TB-116")
    @pytest.mark.parametrize(
        ("heaps", "orders"),
        [
            (("irregular",), {"regular": 7, "irregular": 1}),
            (HEAPS, {"regular_1": 4, "regular_2": 3, "irregular": 1, "tactical": 1, "lieutenant": 2}),
        ],
    )
    def test_a_seat_will_hold_its_orders_its_command_tokens_and_its_speedballs(
        self, heaps: tuple[str, ...], orders: dict[str, int]
    ) -> None:
        table = counted(heaps, "logistical")
        needs = {(need.seat, need.kind): need.count for need in will_hold(table.state)}
        own = orders | {"command": 4, "speedball": 2}
        assert needs == {(seat, kind): n for seat in (BLUE, RED) for kind, n in own.items()}

    @pytest.mark.rule("TB-116")
    def test_a_seat_whose_last_turn_is_over_needs_no_order_any_more(self) -> None:
        table = Tabletop(TEAMS, TEAMS, rounds=1, game=Infinity(rounds=1)).to("orders")
        assert {need.seat for need in will_hold(table.state) if need.kind == "regular"} == {BLUE, RED}
        table.turn_of(table.red, "checks")
        assert {need.seat for need in will_hold(table.state) if need.kind == "regular"} == {RED}
        assert {need.seat for need in worst_case(table.state) if need.kind == "regular"} == {RED}

    @pytest.mark.rule("TB-116")
    def test_whatever_lies_on_the_table_is_asked_back_when_the_match_is_over(self) -> None:
        table = Tabletop(TEAMS, TEAMS, rounds=1, game=Infinity(rounds=1)).to("logistical")
        table.blue.answers("logistical", "speedballs")
        table.red.answers("logistical", "none")
        while not table.state.over:
            table._on()
        assert table.game.line(table.last(MissionOver)) == text("infinity.tell.over", number=1)
        held = {(each.seat, each.kind): each.count for each in table.outs}
        back: dict[tuple[object, str], int] = {}
        for each in table.backs:
            back[each.seat, each.kind] = back.get((each.seat, each.kind), 0) + each.count
        assert back == held, "every token of the evening"
        assert (list(out(table.state)), will_hold(table.state), worst_case(table.state)) == ([], (), ())

    @pytest.mark.rule("TB-79")
    @pytest.mark.parametrize("spent", list(ev.SpentTokens))
    def test_and_none_of_it_stays_in_a_players_tray(self, spent: ev.SpentTokens) -> None:
        hoppers = (ev.HopperEntry(0, "regular", 60), ev.HopperEntry(1, "command", 20))
        table = MatchTable(hoppers, up=False, game=Infinity(rounds=1), sides=(RANGERS, DOCKERS), spent=spent).dialled()
        for _ in range(200):
            if table.asked("match.close"):
                break
            asked = next(p for p in table.match.prompts(table.state) if not p.standing and p.key != "order")
            value = Tabletop._nothing(asked)
            table.answers(asked.seat or BLUE, asked.key, value)
        assert table.asked(TOKENS_BACK) is not None
        assert table.state.ledger.trays == ()
        assert not any(held(table.state.ledger).values()), "all of it is asked back"


@pytest.mark.rule("TB-116")
@pytest.mark.parametrize("heaps", [HEAPS, GROUPS[:1], ("tactical",)])
@pytest.mark.slow
def test_random_players_never_lose_a_token_of_any_heap(heaps: tuple[str, ...]) -> None:
    for seed in range(3):
        match = RandomMatch(Infinity(rounds=2, heaps=heaps), sides(random.Random(seed)), (), seed, restless=40)
        watch = WatchedMatch(match.match, Trial(sides, broken, out))
        reported = 0
        while match.turn():
            watch.saw(match.events[reported:])
            watch.rests(match.state)
            reported = len(match.events)
        assert watch.broken == []
