"""The effect of each event on a state in which every feature is in use."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.activation.turn_events import Passed, TokenDrawn, TurnSkipped, UnitActivated
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.effects.effect_events import CardSentBack, CardStays, InsteadAgreed, LastingCardDiscarded
from table.games.legion.rules.event_table import evolve
from table.games.legion.rules.model.armies import Rank, Timing
from table.games.legion.rules.model.state import (
    Activation,
    LegionBattle,
    Reading,
    RoundPlay,
    Troop,
    with_play,
    with_side,
    with_troop,
)
from table.games.legion.rules.pools.pool_events import TokenLookedAt, TokenTakenBack
from table.games.legion.rules.priority.priority_events import DieRolled
from table.games.legion.rules.reading.reading_events import CardFactsAgreed
from table.games.legion.rules.round_events import RoundBegan, RoundEnded
from table.games.legion.rules.selection.selection_events import CannotPlay, CardPlayed, CardsRevealed
from table.games.legion.rules.units.unit_events import UnitRestored
from table.rules.game import Event
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import StepBegan
from table.rules.view import Rolled
from tests.games.legion.rules.kit import skirmish

CORPS = (("corps", 2),)


def busy() -> LegionBattle:
    """The middle of an Activation Phase, at its most tangled."""
    battle = replace(
        skirmish().state, step="activation", priority=RED, turn=BLUE, drawn="corps", wasted=True,
        active=(RED, "1"), going_on=(Activation(BLUE, "1"),), closed=True, questions=4, reveals=4,
    )  # fmt: skip
    for seat in SEATS:
        battle = with_play(
            battle, seat, refused="a", again=True, resolved=(Timing.REVEAL,), reading=Reading(pips=2), barred=("a",),
            proposal="again", sent_back="a", no_card="agreed", pool=CORPS, parked=CORPS, looked_at="corps", passes=2,
            passed=True, aside=(Rank.CORPS,), pooled=True,
        )  # fmt: skip
        battle = with_side(battle, seat, lasting=("a",), discard=("a",), out=(("corps", 9),))
    changes = {"ordered": True, "face_up": True, "order_lost": True, "activations": 1, "turned": 1, "again": 1}
    return with_troop(battle, BLUE, "1", **changes)


def after(event: Event) -> LegionBattle:
    return evolve(busy(), event)


def play(event: Event, seat: Seat = BLUE) -> RoundPlay:
    return after(event).play(seat)


def veers(event: Event) -> Troop:
    return after(event).side(BLUE).troop("1")


@pytest.mark.rule("LG-01")
def test_a_round_begins_with_nothing_of_the_last_one() -> None:
    battle = after(RoundBegan(2))
    assert (battle.round, battle.step, battle.priority, battle.turn) == (2, "select", None, None)
    assert (battle.drawn, battle.wasted, battle.going_on, battle.active, battle.closed) == ("", False, (), None, False)
    assert (battle.blue.play, battle.red.play) == (RoundPlay(), RoundPlay())


def test_a_step_begins_with_no_unit_in_action_and_only_the_activation_phase_with_a_turn() -> None:
    orders = after(StepBegan("orders"))
    assert (orders.step, orders.turn, orders.active, orders.going_on) == ("orders", None, None, ())
    assert after(StepBegan("activation")).turn is RED


@pytest.mark.rule("LG-10")
def test_a_reveal_is_counted_and_takes_the_refused_card_off_the_screen() -> None:
    battle = after(CardsRevealed(((BLUE, "b"),)))
    assert battle.reveals == 5
    assert (battle.blue.play.refused, battle.blue.play.again) == ("", False)
    assert (battle.red.play.refused, battle.red.play.again) == ("a", True), "red did not lay another"


def test_a_played_card_is_not_read_and_its_effect_not_resolved() -> None:
    played = play(CardPlayed(BLUE, "legion.card.push", "Push"))
    assert (played.card, played.reading, played.resolved) == ("legion.card.push", Reading(), ())


@pytest.mark.rule("TB-24")
def test_what_was_agreed_of_a_card_is_kept_and_the_reading_is_over() -> None:
    battle = after(CardFactsAgreed(BLUE, "a", "A", 2, Timing.NONE, ()))
    assert battle.blue.play.reading == Reading()
    assert [(known.card, known.pips) for known in battle.facts] == [("a", 2)]


@pytest.mark.rule("TB-23")
def test_a_card_sent_back_is_barred_with_those_before_it() -> None:
    sent = play(CardSentBack(BLUE, "b", "B"))
    assert (sent.card, sent.barred, sent.sent_back) == ("", ("a", "b"), "b")
    assert (sent.proposal, sent.resolved) == ("", ())
    assert after(CardSentBack(BLUE, "b", "B")).blue.hand[-1] == "b"


@pytest.mark.rule("TB-23")
@pytest.mark.parametrize(("instead", "no_card"), [("again", ""), ("none", "agreed")])
def test_instead_of_a_card_sent_back_its_owner_lays_another_or_none(instead: str, no_card: str) -> None:
    agreed = play(InsteadAgreed(BLUE, instead))
    assert (agreed.again, agreed.no_card) == (instead == "again", no_card)
    assert (agreed.sent_back, agreed.proposal) == ("", "")


def test_who_cannot_play_is_waited_for_no_more() -> None:
    cannot = play(CannotPlay(BLUE, "leaderless"))
    assert (cannot.no_card, cannot.again) == ("leaderless", False)


@pytest.mark.rule("TB-47")
@pytest.mark.parametrize(
    "event",
    [
        DieRolled(RED, "red_defense", "blank", 4, True),
        TokenDrawn(BLUE, Rank.CORPS, 4, False),
        TokenLookedAt(BLUE, Rank.CORPS, 4),
    ],
)
def test_every_roll_and_draw_is_one_question_more(event: Event) -> None:
    assert Legion2024().questions(after(event)) == 5


def test_the_last_roll_is_shown() -> None:
    rolled = after(DieRolled(RED, "red_defense", "blank", 4, True)).rolled
    assert rolled == Rolled("red_defense", "blank", RED, 4, by_hand=True)


@pytest.mark.rule("TB-29")
def test_a_drawn_token_leaves_the_pool_and_waits_for_a_unit() -> None:
    battle = after(TokenDrawn(BLUE, Rank.CORPS, 4, False))
    assert (battle.drawn, battle.wasted, battle.blue.play.pool) == ("corps", False, (("corps", 1),))


@pytest.mark.rule("LA-06")
def test_an_activation_lasts_and_the_turn_with_it() -> None:
    battle = after(UnitActivated(BLUE, "1", "Veers", drawn=False))
    assert (battle.turn, battle.active, battle.drawn) == (BLUE, (BLUE, "1"), "")
    assert (battle.wasted, battle.blue.play.passed) == (False, False)
    assert (battle.blue.troop("1").activations, battle.blue.troop("1").face_up) == (2, False)


@pytest.mark.rule("LA-03")
def test_a_pass_ends_the_turn_and_no_unit_is_active() -> None:
    battle = after(Passed(BLUE, free=False))
    assert (battle.turn, battle.active, battle.wasted, battle.blue.play.passed) == (RED, None, False, True)
    assert battle.blue.play.passes == 1
    assert after(Passed(BLUE, free=True)).blue.play.passes == 2
    assert (after(TurnSkipped(BLUE)).turn, after(TurnSkipped(BLUE)).wasted) == (RED, False)


@pytest.mark.rule("TB-33")
def test_a_unit_that_is_back_has_its_token_back_once() -> None:
    back = veers(UnitRestored(BLUE, "1", "Veers", 0, "slip"))
    assert (back.defeated, back.face_up, back.order_lost) == (False, True, False)


@pytest.mark.rule("TB-41")
def test_a_token_taken_from_a_card_is_a_units_order() -> None:
    unit = evolve(busy(), TokenTakenBack(BLUE, Rank.CORPS, "3", "Snowtroopers 1")).blue.troop("3")
    assert (unit.face_up, unit.ordered) == (True, True)


@pytest.mark.rule("TB-37")
def test_lasting_cards_lie_beside_each_other_until_they_are_discarded() -> None:
    assert after(CardStays(BLUE, "b", "B")).blue.lasting == ("a", "b")
    side = after(LastingCardDiscarded(BLUE, "a", "A")).blue
    assert (side.lasting, side.discard) == ((), ("a", "a"))


@pytest.mark.rule("TB-36")
def test_at_the_end_of_a_round_nothing_lies_on_the_table() -> None:
    battle = after(RoundEnded(1))
    for seat in SEATS:
        over = battle.play(seat)
        assert (over.pool, over.parked, over.aside, over.looked_at, over.passes) == ((), (), (), "", 0)
    unit = battle.blue.troop("1")
    assert (unit.ordered, unit.face_up, unit.order_lost) == (False, False, False)
    assert (unit.activations, unit.turned, unit.again) == (0, 0, 0)
    assert battle.going_on == ()
    assert battle.blue.out == ()
    assert battle.closed
