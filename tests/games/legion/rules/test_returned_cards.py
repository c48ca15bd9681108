"""A card that an effect on reveal returns: classic (LC-18, TB-23), and never by today's rules (LA-50)."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.effects.effect_events import CardSentBack, InsteadAgreed
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.games.legion.rules.orders.order_events import OrderIssued
from table.games.legion.rules.priority.priority_events import PriorityGiven
from table.games.legion.rules.selection.selection_events import CannotPlay, CardPlayed, CardRefused
from table.rules.prompts import SealedCard
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import LEIA, REBELS, SNOWTROOPERS, VADER, VEERS, Tabletop, army, card

CHANGE_OF_PLANS = card("Change of Plans", 1, timing=Timing.REVEAL)
LOOMS = card("Annihilation Looms", 1, timing=Timing.REVEAL)
MYSTERY = replace(card("Mystery", 1), timing=None)


def classic(*cards: CommandCard, game: Legion | None = None) -> Tabletop:
    """Small armies by the classic rules, each with these cards."""
    blue, red = army(VEERS, VADER, SNOWTROOPERS, cards=cards), army(LEIA, REBELS, REBELS, cards=cards)
    return Tabletop(blue, red, game=game or LegionClassic())


def sent_back() -> Tabletop:
    table = classic(CHANGE_OF_PLANS, LOOMS)
    table.both_play("Change of Plans", "Annihilation Looms")
    table.blue.answers("card.back")
    return table


@pytest.mark.rule("TB-23")
def test_a_reveal_effect_can_return_the_opponents_card_unresolved() -> None:
    table = sent_back()
    assert table.events_of(CardSentBack) == [CardSentBack(RED, LOOMS.id, LOOMS.name)]
    assert "Annihilation Looms" in table.red.hand
    assert table.blue.asked("effect") is None, "first it is settled what red does instead"
    shown = table.game.view(table.state).seats[1].card
    assert shown is not None
    assert not shown.counts


@pytest.mark.rule("TB-23")
def test_its_owner_seals_another_if_both_agree_and_not_that_one() -> None:
    table = sent_back()
    assert table.blue.tries("instead", "again").rule == "TB-23"
    table.red.answers("instead", "again")
    assert table.red.tries("instead.agree", "yes").rule == "TB-23"
    table.blue.answers("instead.agree", "yes")
    table.red.plays("Push")
    assert table.last(CardPlayed) == CardPlayed(RED, "legion.card.push", "Push")
    table.blue.answers("effect")
    assert [event.seat for event in table.events_of(EffectResolved)] == [BLUE]
    assert table.state.priority is BLUE


@pytest.mark.rule("TB-23")
def test_or_its_owner_plays_none_if_both_agree() -> None:
    table = sent_back()
    table.red.answers("instead", "again")
    table.blue.answers("instead.agree", "no")
    assert not table.events_of(InsteadAgreed)
    table.red.answers("instead", "none")
    table.blue.answers("instead.agree", "yes")
    table.blue.answers("effect")
    assert table.last(PriorityGiven) == PriorityGiven(BLUE, "LC-22")
    table.issue_all()
    assert {event.seat for event in table.events_of(OrderIssued)} == {BLUE}


@pytest.mark.rule("TB-23")
@pytest.mark.rule("LC-12")
def test_who_loses_the_last_leader_before_the_other_card_is_laid_plays_none() -> None:
    table = sent_back()
    table.red.answers("instead", "again")
    table.blue.answers("instead.agree", "yes")
    table.red.answers("defeat", "Leia")
    assert table.events_of(CannotPlay) == [CannotPlay(RED, "leaderless")]
    assert table.red.asked("select") is None


@pytest.mark.rule("TB-23")
def test_only_while_an_effect_on_reveal_is_resolved_and_only_by_its_owner() -> None:
    table = classic(CHANGE_OF_PLANS, LOOMS, card("Untimed", 1, timing=Timing.UNTIMED))
    table.both_play("Change of Plans", "Annihilation Looms")
    assert table.red.tries("card.back").rule == "TB-23", "blue's effect comes first"
    table.blue.answers("effect")
    table.red.answers("card.back")
    assert table.last(CardSentBack).seat is BLUE
    other = classic(card("Untimed", 1, timing=Timing.UNTIMED))
    other.both_play("Untimed", "Push")
    assert other.blue.tries("card.back").rule == "TB-23"


@pytest.mark.rule("TB-23")
def test_who_has_no_other_card_plays_none_without_being_asked() -> None:
    only = replace(army(LEIA), hand=(LOOMS,))
    table = Tabletop(army(VEERS, cards=[CHANGE_OF_PLANS]), only, game=LegionClassic())
    table.both_play("Change of Plans", "Annihilation Looms")
    table.blue.answers("card.back")
    assert table.events_of(InsteadAgreed) == [InsteadAgreed(RED, "none")]


@pytest.mark.rule("TB-23")
@pytest.mark.rule("LC-14")
def test_a_returned_card_that_is_laid_again_is_replaced_by_standing_orders() -> None:
    table = sent_back()
    table.red.answers("instead", "again")
    table.blue.answers("instead.agree", "yes")
    table.red.plays("Annihilation Looms")
    assert table.last(CardRefused).card == LOOMS.id
    assert table.last(CardPlayed).name == "Standing Orders"


def read_off() -> Tabletop:
    """Today's match, in which blue reads its unknown card off as one that acts on reveal, and red agrees."""
    table = classic(MYSTERY, game=Legion2024())
    table.both_play("Mystery", "Push")
    table.blue.answers("read.timing", ("reveal",))
    table.red.answers("read.agree", "yes")
    return table


@pytest.mark.rule("LA-50")
def test_by_todays_rules_an_unknown_card_that_is_read_off_as_one_of_the_reveal_returns_nothing() -> None:
    table = read_off()
    assert table.blue.asked("effect"), "what it does, it does"
    for player in (table.blue, table.red):
        assert player.asked("card.back") is None
        assert player.tries("card.back").rule == "TB-20", "it is no question of these rules"
    table.blue.answers("effect")
    assert not any(isinstance(prompt, SealedCard) for prompt in table.prompts()), "nobody chooses again"
    assert table.state.priority is BLUE
    assert [(event.seat, event.name) for event in table.events_of(CardPlayed)] == [(BLUE, "Mystery"), (RED, "Push")]
