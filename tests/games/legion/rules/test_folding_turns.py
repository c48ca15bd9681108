"""The effect of the events of turns, tokens and orders, one event at a time."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.activation.turn_events import (
    ActivationEnded,
    ActivationResumed,
    TokenDictated,
    TurnSkipped,
)
from table.games.legion.rules.event_table import evolve
from table.games.legion.rules.model.armies import Rank, Timing
from table.games.legion.rules.model.state import Activation, LegionBattle, RoundPlay, with_play, with_side, with_troop
from table.games.legion.rules.orders.order_events import OrderIssued
from table.games.legion.rules.pools.pool_events import TokensCleared, TokenSetAside, TokenUsed
from table.games.legion.rules.reading.reading_events import CardFactsAgreed
from table.games.legion.rules.round_events import RoundEnded
from table.games.legion.rules.selection.selection_events import CardRefused
from table.games.legion.rules.units.unit_events import UnitPromoted
from table.rules.seats import BLUE, RED
from table.rules.text import text
from tests.games.legion.rules.kit import card, skirmish, slots

ONE_CORPS = (("corps", 1),)
LINE = card("Line", 1, slots(1, ranks=(Rank.COMMANDER,)))


def turns(**facts: object) -> LegionBattle:
    """The Activation Phase, blue's turn, the last draw wasted; and with these facts of blue's round."""
    battle = replace(skirmish().state, step="activation", priority=BLUE, turn=BLUE, wasted=True, questions=4)
    return with_play(battle, BLUE, **{"pool": (("corps", 2),), **facts})


def blue(battle: LegionBattle, event: object) -> RoundPlay:
    return evolve(battle, event).blue.play  # type: ignore[arg-type]


class TestTheEndOfAnActivation:
    begun = replace(turns(), active=(BLUE, "1"), going_on=(Activation(BLUE, "1"), Activation(RED, "1", True)))

    @pytest.mark.rule("LA-06")
    def test_a_turn_that_begins_early_ends_all_that_is_going_on_and_keeps_the_way_back(self) -> None:
        before = replace(self.begun, before=skirmish().state)
        battle = evolve(before, ActivationEnded(BLUE, "1", "Veers", early=True))
        assert (battle.going_on, battle.active, battle.turn, battle.wasted) == ((), None, RED, False)
        assert battle.before == self.begun, "and no way back to before that"

    @pytest.mark.rule("LA-06")
    def test_the_way_back_is_the_state_before(self) -> None:
        ended = replace(turns(), before=self.begun)
        assert evolve(ended, ActivationResumed(BLUE, "1", "Veers", RED)) == self.begun
        assert evolve(turns(), ActivationResumed(BLUE, "1", "Veers", RED)) == turns()


@pytest.mark.rule("LA-02")
def test_a_seat_with_nobody_left_passes_by_itself() -> None:
    battle = evolve(turns(passed=False), TurnSkipped(BLUE))
    assert (battle.turn, battle.blue.play.passed, battle.wasted) == (RED, True, False)


@pytest.mark.rule("LA-04")
def test_the_tokens_of_the_defeated_go_from_everywhere() -> None:
    lying = turns(parked=ONE_CORPS, aside=(Rank.CORPS,))
    cleared = blue(lying, TokensCleared(BLUE, (("corps", 2),), ONE_CORPS, (Rank.CORPS,)))
    assert (cleared.pool, cleared.parked, cleared.aside) == ((), (), ())


class TestATokenOnACard:
    @pytest.mark.rule("LA-10")
    def test_chance_lays_it_beside_those_that_lie_there(self) -> None:
        battle = evolve(turns(aside=(Rank.HEAVY,)), TokenSetAside(BLUE, Rank.CORPS, 4))
        assert (battle.blue.play.aside, battle.blue.play.pool) == ((Rank.HEAVY, Rank.CORPS), ONE_CORPS)
        assert battle.questions == 5

    @pytest.mark.rule("LA-10")
    @pytest.mark.parametrize("hidden", [False, True])
    def test_it_is_used_instead_of_a_draw(self, hidden: bool) -> None:
        battle = turns(parked=ONE_CORPS, aside=(Rank.HEAVY, Rank.CORPS))
        after = evolve(battle, TokenUsed(BLUE, Rank.CORPS, hidden))
        assert (after.drawn, after.wasted, after.questions) == ("corps", False, 4)
        left = (ONE_CORPS, (Rank.HEAVY,)) if hidden else ((), (Rank.HEAVY, Rank.CORPS))
        assert (after.blue.play.parked, after.blue.play.aside) == left

    @pytest.mark.rule("TB-34")
    @pytest.mark.parametrize(
        ("number", "left"),
        [(0, (Rank.CORPS, Rank.CORPS)), (1, (Rank.COMMANDER, Rank.CORPS)), (2, (Rank.COMMANDER, Rank.COMMANDER))],
    )
    def test_a_promoted_units_tokens_are_exchanged_there(self, number: int, left: tuple[Rank, ...]) -> None:
        promoted = UnitPromoted(BLUE, "3", "Snowtroopers 1", Rank.CORPS, Rank.COMMANDER, False, aside=number)
        battle = with_side(turns(aside=(Rank.CORPS, Rank.CORPS)), BLUE, out=(("corps", 2),))
        assert blue(battle, promoted).aside == left


@pytest.mark.rule("TB-52")
def test_a_dictated_draw_leaves_the_pool_and_is_dictated_no_more() -> None:
    battle = evolve(turns(draws="corps", drew=False), TokenDictated(BLUE, Rank.CORPS))
    assert (battle.drawn, battle.wasted, battle.questions) == ("corps", False, 4)
    assert (battle.blue.play.draws, battle.blue.play.drew, battle.blue.play.pool) == ("", True, ONE_CORPS)


@pytest.mark.rule("TB-36")
def test_after_a_round_a_seat_may_find_a_commander_and_no_turn_is_taken_back() -> None:
    battle = evolve(with_side(replace(turns(), before=turns()), BLUE, uncommanded=True), RoundEnded(1))
    assert (battle.blue.uncommanded, battle.before, battle.closed) == (False, None, True)


@pytest.mark.rule("TB-20")
@pytest.mark.parametrize(("step", "again"), [("resolve", True), ("select", False)])
def test_a_card_that_is_refused_after_the_reveal_is_laid_again(step: str, again: bool) -> None:
    refused = blue(
        replace(turns(), step=step), CardRefused(BLUE, "a", "A", "LG-13", text("legion.refused.not_friendly"))
    )
    assert (refused.refused, refused.again) == ("a", again)


class TestAnOrdersLineThatIsReadAgain:
    agreed = CardFactsAgreed(BLUE, LINE.id, LINE.name, 1, Timing.NONE, ())

    def read_again(self, step: str = "orders", **facts: object) -> RoundPlay:
        stated = {"commander": "1", "rereading": LINE.id, "orders_done": True, "lost": 1, "in_range": (), **facts}
        return blue(with_play(replace(turns(), step=step), BLUE, **stated), self.agreed)

    @pytest.mark.rule("TB-76")
    def test_its_orders_are_issued_again_while_the_step_lasts(self) -> None:
        play = self.read_again()
        assert (play.orders_done, play.lost, play.in_range, play.rereading) == (False, 0, None, "")

    @pytest.mark.rule("TB-76")
    @pytest.mark.parametrize(
        "otherwise", [{"step": "activation"}, {"commander": ""}, {"fell": True}, {"rereading": ""}]
    )
    def test_they_stay_where_nobody_issues_them(self, otherwise: dict[str, str]) -> None:
        play = self.read_again(**otherwise)
        assert (play.orders_done, play.lost, play.in_range) == (True, 1, ())


class TestAUnitThatACardCanMeanOnlyNow:
    """A promoted unit is of another rank, and so the orders line may reach it (TB-49)."""

    promoted = UnitPromoted(BLUE, "3", "Snowtroopers 1", Rank.CORPS, Rank.COMMANDER, face_up=False)

    def after(self, *, laid: str = LINE.id, ordered: bool = False, **facts: object) -> RoundPlay:
        battle = replace(skirmish(cards=[LINE, card("Still", 1, ())]).state, step="orders")
        battle = with_troop(battle, BLUE, "3", ordered=ordered)
        stated = {"card": laid, "commander": "1", "nominated": True, "orders_done": True, "lost": 1, "in_range": ()}
        return blue(with_play(battle, BLUE, **{**stated, **facts}), self.promoted)

    @pytest.mark.rule("TB-49")
    def test_the_orders_that_were_lost_are_open_again_and_its_distance_is_asked(self) -> None:
        play = self.after()
        assert (play.orders_done, play.lost, play.in_range) == (False, 0, None)

    @pytest.mark.rule("TB-49")
    @pytest.mark.parametrize(
        "otherwise",
        [{"laid": ""}, {"laid": "legion.card.still"}, {"ordered": True}, {"fell": True}, {"lost": 0}],
        ids=["no card", "a card without orders", "it has an order", "the commander fell", "all were issued"],
    )
    def test_nothing_is_open_again_otherwise(self, otherwise: dict[str, object]) -> None:
        play = self.after(**otherwise)  # type: ignore[arg-type]
        assert (play.orders_done, play.in_range) == (True, ())


@pytest.mark.rule("LA-32")
def test_every_offer_that_was_taken_is_remembered() -> None:
    battle = with_play(replace(turns(), step="orders"), BLUE, offered=("direct:1",))
    issued = OrderIssued(BLUE, "3", "Snowtroopers 1", Rank.CORPS, extra=True, offer="direct:2")
    assert blue(battle, issued).offered == ("direct:1", "direct:2")
