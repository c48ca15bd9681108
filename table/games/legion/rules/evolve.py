"""The state after an event, by one small function for each type. They trust their events, which `decide` has judged."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table.games.legion.rules.changes import CHANGES, change_aside, change_parked, change_pool, still_begun_early
from table.games.legion.rules.command import fold
from table.games.legion.rules.corrected_points import corrected
from table.games.legion.rules.model import events as e
from table.games.legion.rules.model.armies import Army, Timing
from table.games.legion.rules.model.editions import EDITIONS, Edition
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.labels import names
from table.games.legion.rules.model.slots import fits
from table.games.legion.rules.model.state import (
    KINDS,
    CardFacts,
    LegionBattle,
    LegionSide,
    Reading,
    RoundPlay,
    Troop,
    played,
    with_play,
    with_side,
    with_troop,
)
from table.games.legion.rules.tokens import hand_backs, hand_outs
from table.rules.corrections import Corrected, CorrectionDropped, CorrectionSaid
from table.rules.counts import change
from table.rules.game import Event
from table.rules.seats import SEATS, Seat
from table.rules.steps import StepBegan
from table.rules.view import Rolled


def evolve(battle: LegionBattle | None, event: Event) -> LegionBattle:
    if battle is None:
        if not isinstance(event, e.MatchBegun):
            raise ValueError(f"a match begins with MatchBegun, not with {type(event).__name__}")
        edition = EDITIONS[event.edition]
        return LegionBattle(
            _muster(event.blue, edition), _muster(event.red, edition), event.rounds, event.roller, edition,
            event.rolls_by_hand, event.draws_by_hand,
        )  # fmt: skip
    after = FOLD[type(event)](battle, event)
    if battle.before is not None and after.before is battle.before and not still_begun_early(battle, event):
        after = replace(after, before=None)
    for out in hand_outs(event):
        after = _on_the_table(after, out.seat, out.kind, out.count)
    for back in hand_backs(battle, event):
        after = _on_the_table(after, back.seat, back.kind, -back.count)
    return after


def _on_the_table(battle: LegionBattle, seat: Any, kind: str, by: int) -> LegionBattle:
    return with_side(battle, seat, out=change(battle.side(seat).out, kind, by, KINDS))


def _muster(army: Army, edition: Edition) -> LegionSide:
    """Return an army at the beginning. A unit that is Unstoppable has its second order token in every round (LA-31)."""
    called = names(army)
    twice = edition.keywords
    troops = tuple(
        Troop(unit, called[unit.id], unit.rank, turns=2 if twice and unit.has(Keyword.UNSTOPPABLE) else 1)
        for unit in army.units
    )
    return LegionSide(army, troops, tuple(card.id for card in army.hand))


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(each for each in cards if each != card)


def _round_began(battle: LegionBattle, event: e.RoundBegan) -> LegionBattle:
    for seat in SEATS:
        battle = with_side(battle, seat, play=RoundPlay())
    return replace(
        battle, round=event.number, step="select", priority=None, turn=None, drawn="", wasted=False,
        active=None, going_on=(), last_ended=None, closed=False,
    )  # fmt: skip


def _step_began(battle: LegionBattle, event: StepBegan) -> LegionBattle:
    turn = battle.priority if event.step == "activation" else None
    return replace(battle, step=event.step, turn=turn, active=None, going_on=())


def _cards_revealed(battle: LegionBattle, event: e.CardsRevealed) -> LegionBattle:
    for seat, _ in event.cards:
        battle = with_play(battle, seat, refused="", again=False)
    return replace(battle, reveals=battle.reveals + 1)


def _card_played(battle: LegionBattle, event: e.CardPlayed) -> LegionBattle:
    battle = with_side(battle, event.seat, hand=_without(battle.side(event.seat).hand, event.card))
    return with_play(battle, event.seat, card=event.card, reading=Reading(), resolved=())


def _card_refused(battle: LegionBattle, event: e.CardRefused) -> LegionBattle:
    return with_play(battle, event.seat, refused=event.card, again=battle.step == "resolve")


def _facts_agreed(battle: LegionBattle, event: e.CardFactsAgreed) -> LegionBattle:
    known = CardFacts(event.card, event.pips, event.timing, event.slots, event.later, event.seat)
    others = tuple(facts for facts in battle.facts if facts.card != event.card)
    again = battle.play(event.seat).rereading
    battle = with_play(battle, event.seat, reading=Reading(), rereading="")
    battle = replace(battle, facts=(*others, known))
    return _orders_reread(battle, event.seat) if again else battle


def _orders_reread(battle: LegionBattle, seat: Seat) -> LegionBattle:
    """Let the seat issue the orders that a corrected orders line allows, if the step is not over."""
    if battle.step != "orders" or not battle.play(seat).commander or battle.play(seat).fell:
        return battle
    return with_play(battle, seat, orders_done=False, lost=0, in_range=None)


def _effect_resolved(battle: LegionBattle, event: e.EffectResolved) -> LegionBattle:
    if event.timing is Timing.SETUP:
        return with_play(battle, event.seat, divulging="")
    return with_play(battle, event.seat, resolved=(*battle.play(event.seat).resolved, event.timing))


def _sent_back(battle: LegionBattle, event: e.CardSentBack) -> LegionBattle:
    side = battle.side(event.seat)
    battle = with_side(battle, event.seat, hand=(*side.hand, event.card))
    barred = (*side.play.barred, event.card)
    returner = battle.play(event.seat.opponent).card
    battle = with_play(battle, event.seat.opponent, returner=returner)
    return with_play(battle, event.seat, card="", barred=barred, sent_back=event.card, proposal="", resolved=())


def _instead_agreed(battle: LegionBattle, event: e.InsteadAgreed) -> LegionBattle:
    again = event.instead == "again"
    no_card = "" if again else "agreed"
    return with_play(battle, event.seat, sent_back="", proposal="", again=again, no_card=no_card)


def _die_rolled(battle: LegionBattle, event: e.DieRolled) -> LegionBattle:
    rolled = Rolled(event.die, event.face, event.seat, event.question, event.by_hand)
    return replace(battle, rolled=rolled, questions=battle.questions + 1)


def _priority_corrected(battle: LegionBattle, event: e.PriorityCorrected) -> LegionBattle:
    """Give priority to this seat. No turn was taken yet, so the Activation Phase begins with it."""
    return replace(battle, priority=event.seat, turn=event.seat if battle.step == "activation" else battle.turn)


def _order_issued(battle: LegionBattle, event: e.OrderIssued) -> LegionBattle:
    battle = with_troop(battle, event.seat, event.unit, ordered=True, face_up=True)
    if event.pooled:
        battle = change_pool(battle, event.seat, event.rank, -1)
    if ":" in event.offer:  # a unit's offer is taken once, a card's as often as it gives one
        battle = with_play(battle, event.seat, offered=(*battle.play(event.seat).offered, event.offer))
    if event.extra:
        return battle
    return with_play(battle, event.seat, ordered=(*battle.play(event.seat).ordered, (event.unit, event.rank)))


def _card_returned(battle: LegionBattle, event: e.CardReturned) -> LegionBattle:
    battle = with_side(battle, event.seat, hand=(*battle.side(event.seat).hand, event.card))
    return with_play(battle, event.seat, returned=True)


def _token_drawn(battle: LegionBattle, event: e.TokenDrawn) -> LegionBattle:
    battle = with_play(change_pool(battle, event.seat, event.rank, -1), event.seat, drew=True)
    return replace(battle, drawn=event.rank, wasted=False, questions=battle.questions + 1)


def _defeated(battle: LegionBattle, event: e.UnitDefeated) -> LegionBattle:
    lost = battle.side(event.seat).troop(event.unit).face_up
    return with_troop(battle, event.seat, event.unit, defeated=True, face_up=False, order_lost=lost)


def _restored(battle: LegionBattle, event: e.UnitRestored) -> LegionBattle:
    troop = battle.side(event.seat).troop(event.unit)
    battle = with_play(battle, event.seat, restoring="")
    changes = {"defeated": False, "face_up": troop.order_lost, "order_lost": False}
    battle = _reopened(with_troop(battle, event.seat, event.unit, **changes), event.seat, event.unit)
    return change_pool(battle, event.seat, str(troop.rank), event.tokens) if event.tokens else battle


def _reopened(battle: LegionBattle, seat: Seat, unit: str) -> LegionBattle:
    """Reopen what this unit allows again, being back or of another rank: a nomination, its own orders, one for it."""
    play = battle.play(seat)
    if battle.step != "orders":
        return battle
    if play.nominated and not play.commander:
        return with_play(battle, seat, nominated=False, orders_done=False)
    if play.fell and play.commander == unit:
        return with_play(battle, seat, fell=False, orders_done=False)
    return _in_reach(battle, seat, unit)


def _in_reach(battle: LegionBattle, seat: Seat, unit: str) -> LegionBattle:
    """Reopen the seat's orders if its card can mean this unit only now. Its distance is asked, too."""
    play, card, troop = battle.play(seat), played(battle, seat), battle.side(seat).troop(unit)
    fit = card is not None and not troop.ordered and any(fits(slot, troop) for slot in card.slots or ())
    if not fit or play.fell or (play.orders_done and not play.lost):
        return battle
    return with_play(battle, seat, orders_done=False, lost=0, in_range=None)


def _promoted(battle: LegionBattle, event: e.UnitPromoted) -> LegionBattle:
    battle = _reopened(with_troop(battle, event.seat, event.unit, rank=event.rank), event.seat, event.unit)
    for rank, by in ((event.was, -1), (event.rank, 1)):
        battle = change_pool(battle, event.seat, rank, by * event.pooled)
        battle = change_parked(battle, event.seat, rank, by * event.parked)
    return change_aside(battle, event.seat, event.was, event.rank, event.aside)


def _put_back(battle: LegionBattle, event: e.TokenPutBack) -> LegionBattle:
    battle = with_troop(battle, event.seat, event.unit, face_up=False)
    return change_pool(battle, event.seat, event.rank, 1) if battle.play(event.seat).pooled else battle


def _looked_at(battle: LegionBattle, event: e.TokenLookedAt) -> LegionBattle:
    battle = with_play(change_pool(battle, event.seat, event.rank, -1), event.seat, looked_at=event.rank)
    return replace(battle, questions=battle.questions + 1)


def _token_parked(battle: LegionBattle, event: e.TokenParked) -> LegionBattle:
    battle = change_parked(battle, event.seat, event.rank, 1)
    if event.unit:
        return with_troop(battle, event.seat, event.unit, face_up=False)
    return change_pool(battle, event.seat, event.rank, -1)


def _taken_back(battle: LegionBattle, event: e.TokenTakenBack) -> LegionBattle:
    battle = change_parked(battle, event.seat, event.rank, -1)
    if event.unit:
        return with_troop(battle, event.seat, event.unit, face_up=True, ordered=True)
    return change_pool(battle, event.seat, event.rank, 1)


def _token_added(battle: LegionBattle, event: e.TokenAdded) -> LegionBattle:
    troop = battle.side(event.seat).troop(event.unit)
    battle = with_troop(battle, event.seat, event.unit, turns=troop.turns + 1)
    return change_pool(battle, event.seat, event.rank, 1) if event.pooled else battle


def _recovered(battle: LegionBattle, event: e.CardRecovered) -> LegionBattle:
    side = battle.side(event.seat)
    return with_side(battle, event.seat, hand=(*side.hand, event.card), discard=_without(side.discard, event.card))


def _discarded(battle: LegionBattle, event: e.CardDiscarded) -> LegionBattle:
    battle = with_side(battle, event.seat, discard=(*battle.side(event.seat).discard, event.card))
    return with_play(battle, event.seat, card="")


def _stays(battle: LegionBattle, event: e.CardStays) -> LegionBattle:
    battle = with_side(battle, event.seat, lasting=(*battle.side(event.seat).lasting, event.card))
    return with_play(battle, event.seat, card="")


def _lasting_discarded(battle: LegionBattle, event: e.LastingCardDiscarded) -> LegionBattle:
    side = battle.side(event.seat)
    return with_side(
        battle, event.seat, lasting=_without(side.lasting, event.card), discard=(*side.discard, event.card)
    )


FOLD: dict[type[Event], Callable[[LegionBattle, Any], LegionBattle]] = {
    **CHANGES,
    e.RoundBegan: _round_began,
    StepBegan: _step_began,
    e.CannotPlay: lambda b, x: with_play(b, x.seat, no_card=x.why, again=False),
    e.CanPlay: lambda b, x: with_play(b, x.seat, no_card=""),
    e.CardsRevealed: _cards_revealed,
    e.CardPlayed: _card_played,
    e.CardRefused: _card_refused,
    e.CardReadOff: lambda b, x: with_play(b, x.seat, reading=x.reading),
    e.CardFactsAgreed: _facts_agreed,
    e.CardFactsDisputed: lambda b, x: with_play(b, x.seat, reading=Reading()),
    e.EffectResolved: _effect_resolved,
    e.CardSentBack: _sent_back,
    e.InsteadProposed: lambda b, x: with_play(b, x.seat, proposal=x.instead),
    e.InsteadAgreed: _instead_agreed,
    e.InsteadDisputed: lambda b, x: with_play(b, x.seat, proposal=""),
    e.DieRolled: _die_rolled,
    e.PriorityGiven: lambda b, x: replace(b, priority=x.seat),
    e.PriorityCorrected: _priority_corrected,
    e.CommanderNominated: lambda b, x: with_play(b, x.seat, nominated=True, commander=x.unit),
    e.CommanderMissing: lambda b, x: with_play(b, x.seat, nominated=True, orders_done=True),
    e.CommanderFell: lambda b, x: with_play(b, x.seat, orders_done=True, fell=True),
    e.RangeJudged: lambda b, x: with_play(b, x.seat, in_range=x.units),
    e.OrderIssued: _order_issued,
    e.OrdersFinished: lambda b, x: with_play(b, x.seat, orders_done=True, lost=x.lost),
    e.PoolCreated: lambda b, x: with_play(b, x.seat, pooled=True, pool=x.counts),
    e.PassPoolCreated: lambda b, x: with_play(b, x.seat, passes_counted=True, passes=b.play(x.seat).passes + x.count),
    e.CardReturned: _card_returned,
    e.TokenDrawn: _token_drawn,
    e.DrawWasted: lambda b, _: replace(b, drawn="", wasted=True),
    e.UnitDefeated: _defeated,
    e.RestoringBegan: lambda b, x: with_play(b, x.seat, restoring=x.unit),
    e.UnitRestored: _restored,
    e.UnitPromoted: _promoted,
    e.TokenPutBack: _put_back,
    e.TokenLookedAt: _looked_at,
    e.TokenShuffledIn: lambda b, x: with_play(change_pool(b, x.seat, x.rank, 1), x.seat, looked_at=""),
    e.TokenParked: _token_parked,
    e.TokenTakenBack: _taken_back,
    e.TokenAdded: _token_added,
    e.AdvantageGained: lambda b, x: with_play(b, x.seat, passes=b.play(x.seat).passes + 1),
    e.CardRecovered: _recovered,
    e.RoundOverSaid: lambda b, x: with_play(b, x.seat, ended=True),
    e.CardDiscarded: _discarded,
    e.CardStays: _stays,
    e.LastingCardDiscarded: _lasting_discarded,
    e.DiscardLookedAt: lambda b, _: b,
    e.GivenAsked: lambda b, x: with_play(b, x.seat, inquiry=x.inquiry),
    e.GivenJudged: lambda b, x: with_play(b, x.seat, inquiry=None),
    e.AllRoundsPlayed: lambda b, _: replace(b, over=True),
    **fold.FOLD,
    CorrectionSaid: lambda b, x: replace(b, correction=x.correction),
    CorrectionDropped: lambda b, _: replace(b, correction=None),
    Corrected: lambda b, x: replace(corrected(b, x), correction=None),
}
