"""The physical tokens that an event hands out and takes back (TB-31), and the most that a round can ask for."""

from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.events import (
    AdvantageGained,
    OrderIssued,
    PassPoolCreated,
    PoolCreated,
    RoundEnded,
    TokenAdded,
    TokenDrawn,
    TokenLookedAt,
    TokenParked,
    TokenPutBack,
    TokenShuffledIn,
    TokenTakenBack,
    UnitActivated,
    UnitPromoted,
    UnitRestored,
)
from table.games.legion.rules.model.phase_events import TokenDictated, TokenReturned, TokenSetAside, TokenTurned
from table.games.legion.rules.model.state import ADVANTAGE, KINDS, LegionBattle
from table.games.legion.rules.pools.pool_making import advantage
from table.rules.corrections import Corrected
from table.rules.counts import count, of
from table.rules.game import Event
from table.rules.seats import SEATS, Seat
from table.rules.tokens import HandBack, HandOut


def hand_outs(event: Event) -> tuple[HandOut, ...]:
    """Return the tokens that an event hands out.

    A token drawn by hand is the players' already. A bag of theirs gets the whole pool when it is made (TB-75).
    """
    match event:
        case PoolCreated(seat=seat, counts=counts, bag=True):
            return tuple(HandOut(seat, rank, n) for rank, n in counts)
        case OrderIssued(pooled=True, bag=True) | TokenParked(bag=True):
            return ()
        case OrderIssued(seat=seat, rank=rank):
            return (HandOut(seat, rank, 1),)
        case TokenLookedAt(seat=seat, rank=rank):
            return (HandOut(seat, rank, 1, fallen=True),)
        case TokenDrawn(lost=True) | TokenDictated(lost=True):
            return ()
        case TokenDictated(seat=seat, rank=rank):
            return (HandOut(seat, rank, 1),)
        case UnitActivated(seat=seat, pooled=True, rank=Rank() as rank, bag=False):
            return (HandOut(seat, rank, 1),)
        case TokenTurned(seat=seat, pooled=True, rank=rank, bag=False) | TokenSetAside(seat=seat, rank=rank):
            return (HandOut(seat, rank, 1),)
        case TokenDrawn(seat=seat, rank=rank, by_hand=False) | TokenParked(seat=seat, rank=rank, unit=""):
            return (HandOut(seat, rank, 1),)
        case TokenAdded(seat=seat, rank=rank, pooled=True, bag=True):
            return (HandOut(seat, rank, 1),)
        case UnitRestored(seat=seat, tokens=n, rank=Rank() as rank, bag=True) if n:
            return (HandOut(seat, rank, n),)
        case UnitPromoted(seat=seat, rank=rank) if n := _exchanged(event):
            return (HandOut(seat, rank, n),)
        case PassPoolCreated(seat=seat, count=n) if n:
            return (HandOut(seat, ADVANTAGE, n),)
        case AdvantageGained(seat=seat):
            return (HandOut(seat, ADVANTAGE, 1),)
        case Corrected(seat=seat, what="advantage", added=n) if n:
            return (HandOut(seat, ADVANTAGE, n),)
    return ()


def hand_backs(before: LegionBattle, event: Event) -> tuple[HandBack, ...]:
    match event:
        case TokenShuffledIn(seat=seat, rank=rank):
            return (HandBack(seat, rank, 1, later=True, unnamed=1),)
        case TokenPutBack(seat=seat) | TokenReturned(seat=seat) | TokenTakenBack(seat=seat, unit="") if _into_bag(
            before, seat
        ):
            return ()
        case TokenReturned(seat=seat, rank=rank) if not _spare(before, seat, rank):
            return ()
        case TokenPutBack(seat=seat, rank=rank) | TokenReturned(seat=seat, rank=rank):
            return (HandBack(seat, rank, 1, later=True),)
        case TokenTakenBack(seat=seat, rank=rank, unit=""):
            return (HandBack(seat, rank, 1, later=True),)
        case UnitPromoted(seat=seat, was=rank) if n := _exchanged(event):
            return (HandBack(seat, rank, n, later=True),)
        case Corrected(seat=seat, what="advantage", taken=n) if n:
            return (HandBack(seat, ADVANTAGE, n, later=True),)
        case RoundEnded():
            return tuple(HandBack(seat, kind, n) for seat in SEATS for kind, n in before.side(seat).out)
    return ()


def _into_bag(battle: LegionBattle, seat: Seat) -> bool:
    """True if a token goes back into the players' bag, and so into no hopper before the round is over."""
    return battle.draws_by_hand and battle.play(seat).pooled


def _spare(battle: LegionBattle, seat: Seat, rank: Rank) -> bool:
    """True if more tokens of a rank were handed out than lie face up or on a card.

    Else the one that goes back was drawn by hand, and was never handed out.
    """
    side, play = battle.side(seat), battle.play(seat)
    beside = sum(troop.face_up for troop in side.troops if troop.rank is rank)
    lying = beside + of(play.parked, rank) + play.aside.count(rank) + (play.looked_at == rank)
    return of(side.out, rank) > lying


def _exchanged(promoted: UnitPromoted) -> int:
    """Return how many tokens of a promoted unit the players have. Those in the pool count only if it is a bag."""
    return promoted.face_up + promoted.parked + promoted.aside + (promoted.pooled if promoted.bag else 0)


def worst_case(battle: LegionBattle) -> tuple[HandOut, ...]:
    """Return the most tokens for the coming round.

    Each unit's token is handed out at most once for each of its activations; advantage tokens follow from the units
    that stand now.
    """
    owed: list[HandOut] = []
    for seat in SEATS:
        troops = battle.side(seat).troops
        ranks = [troop.rank for troop in troops if troop.rank and not troop.defeated for _ in range(troop.turns)]
        owed += [HandOut(seat, kind, n) for kind, n in count(ranks, KINDS)]
        if more := advantage(battle, seat):
            owed.append(HandOut(seat, ADVANTAGE, more))
    return tuple(owed)
