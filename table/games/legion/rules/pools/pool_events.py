"""Events of pools, and of tokens that move between pools, cards and units."""

from typing import ClassVar

from msgspec.structs import replace

from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.event_kinds import TokenEvent, UnitEvent
from table.games.legion.rules.model.state import ADVANTAGE, LegionBattle, with_play, with_troop
from table.games.legion.rules.model.story_lines import line, seat_name, unless_zero, unnamed
from table.games.legion.rules.model.token_counts import change_parked, change_pool
from table.rules.counts import Counts, of
from table.rules.event_rows import EventRow
from table.rules.game import SeatEvent
from table.rules.seats import Seat
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut


class PoolCreated(SeatEvent, frozen=True, tag=True):
    """A seat's order pool is made."""

    counts: Counts
    bag: bool = False


class PassPoolCreated(SeatEvent, frozen=True, tag=True):
    """A seat gets the advantage tokens of its pass pool."""

    count: int


class AdvantageGained(SeatEvent, frozen=True, tag=True):
    """A seat gets an advantage token."""


class TokensCleared(SeatEvent, frozen=True, tag=True):
    """Tokens of defeated units are cleared, because this seat has no unit left to activate."""

    pool: Counts
    parked: Counts = ()
    aside: tuple[Rank, ...] = ()


class TokenPutBack(UnitEvent, frozen=True, tag=True):
    """A face-up order token goes back into the pool, which is shuffled."""

    rank: Rank


class TokenLookedAt(TokenEvent, frozen=True, tag=True):
    """A seat looked at a token of its pool, so it knows the result of the same draw."""

    final: ClassVar[bool] = True
    question: int


class TokenShuffledIn(TokenEvent, frozen=True, tag=True):
    """The token that was looked at is back in the pool."""


class TokenParked(TokenEvent, frozen=True, tag=True):
    """A token was put on a command card, from beside a unit or, if `unit` is empty, out of the pool."""

    unit: str
    name: str
    bag: bool = False


class TokenTakenBack(TokenEvent, frozen=True, tag=True):
    """A token was taken from a command card, to a unit or, if `unit` is empty, into the pool."""

    unit: str
    name: str


class TokenSetAside(TokenEvent, frozen=True, tag=True):
    """Chance took a token out of the pool onto a card. Its owner sees it, and so it cannot be undone."""

    final: ClassVar[bool] = True
    question: int


class TokenUsed(TokenEvent, frozen=True, tag=True):
    """A token that lay on a card is used instead of a draw. `hidden`: only its owner knew it until now."""

    hidden: bool = False


class TokenReturned(UnitEvent, frozen=True, tag=True):
    """The active unit's token goes into the pool in this round, and not face down beside it."""

    rank: Rank


class TokenTurned(UnitEvent, frozen=True, tag=True):
    """A token lies face down beside a unit without an activation. `pooled`: it comes out of the pool."""

    rank: Rank
    pooled: bool = False
    bag: bool = False


def _put_back(battle: LegionBattle, event: TokenPutBack) -> LegionBattle:
    battle = with_troop(battle, event.seat, event.unit, face_up=False)
    return change_pool(battle, event.seat, event.rank, 1) if battle.play(event.seat).pooled else battle


def _looked_at(battle: LegionBattle, event: TokenLookedAt) -> LegionBattle:
    battle = with_play(change_pool(battle, event.seat, event.rank, -1), event.seat, looked_at=event.rank)
    return replace(battle, questions=battle.questions + 1)


def _token_parked(battle: LegionBattle, event: TokenParked) -> LegionBattle:
    battle = change_parked(battle, event.seat, event.rank, 1)
    if event.unit:
        return with_troop(battle, event.seat, event.unit, face_up=False)
    return change_pool(battle, event.seat, event.rank, -1)


def _taken_back(battle: LegionBattle, event: TokenTakenBack) -> LegionBattle:
    battle = change_parked(battle, event.seat, event.rank, -1)
    if event.unit:
        return with_troop(battle, event.seat, event.unit, face_up=True, ordered=True)
    return change_pool(battle, event.seat, event.rank, 1)


def _set_aside(battle: LegionBattle, x: TokenSetAside) -> LegionBattle:
    battle = with_play(change_pool(battle, x.seat, x.rank, -1), x.seat, aside=(*battle.play(x.seat).aside, x.rank))
    return replace(battle, questions=battle.questions + 1)


def _used(battle: LegionBattle, x: TokenUsed) -> LegionBattle:
    if x.hidden:
        aside = list(battle.play(x.seat).aside)
        aside.remove(x.rank)
        battle = with_play(battle, x.seat, aside=tuple(aside))
    else:
        battle = change_parked(battle, x.seat, x.rank, -1)
    return replace(battle, drawn=x.rank, wasted=False)


def _returned(battle: LegionBattle, x: TokenReturned) -> LegionBattle:
    troop = battle.side(x.seat).troop(x.unit)
    return change_pool(with_troop(battle, x.seat, x.unit, again=troop.again + 1), x.seat, x.rank, 1)


def _turned(battle: LegionBattle, x: TokenTurned) -> LegionBattle:
    troop = battle.side(x.seat).troop(x.unit)
    face_up = troop.face_up and x.pooled
    battle = with_troop(battle, x.seat, x.unit, face_up=face_up, turned=troop.turned + 1)
    return change_pool(battle, x.seat, x.rank, -1) if x.pooled else battle


def _pooled(x: PoolCreated) -> Text | None:
    """Return the line for players with their own bag: the dispensed tokens go into the bag (TB-75)."""
    return text("legion.story.bag", seat=seat_name(x)) if x.bag and x.counts else None


def _cleared_line(x: TokensCleared) -> Text:
    number = sum(n for _, n in (*x.pool, *x.parked)) + len(x.aside)
    return text("legion.story.cleared", seat=seat_name(x), number=number)


def _bag_filled(x: PoolCreated) -> tuple[HandOut, ...]:
    """Return the whole pool if it goes into the players' own bag (TB-75)."""
    return tuple(HandOut(x.seat, rank, n) for rank, n in x.counts) if x.bag else ()


def _advantage(seat: Seat, number: int) -> tuple[HandOut, ...]:
    return (HandOut(seat, ADVANTAGE, number),) if number else ()


def _one(x: TokenSetAside | TokenParked | TokenTurned) -> tuple[HandOut, ...]:
    return (HandOut(x.seat, x.rank, 1),)


def _back(x: TokenPutBack | TokenReturned | TokenTakenBack) -> tuple[HandBack, ...]:
    return (HandBack(x.seat, x.rank, 1, later=True),)


def _put_back_tokens(before: LegionBattle, x: TokenPutBack) -> tuple[HandBack, ...]:
    return () if _is_bag(before, x.seat) else _back(x)


def _taken_back_tokens(before: LegionBattle, x: TokenTakenBack) -> tuple[HandBack, ...]:
    return () if x.unit or _is_bag(before, x.seat) else _back(x)


def _returned_tokens(before: LegionBattle, x: TokenReturned) -> tuple[HandBack, ...]:
    return () if _is_bag(before, x.seat) or not _is_spare(before, x.seat, x.rank) else _back(x)


def _is_bag(battle: LegionBattle, seat: Seat) -> bool:
    """True if the pool is in the players' own bag: tokens go into no hopper before the round is over."""
    return battle.draws_by_hand and battle.play(seat).pooled


def _is_spare(battle: LegionBattle, seat: Seat, rank: Rank) -> bool:
    """True if more tokens of a rank were handed out than lie face up or on a card.

    Otherwise the returning token was drawn by hand and never handed out.
    """
    side, play = battle.side(seat), battle.play(seat)
    beside = sum(troop.face_up for troop in side.troops if troop.rank is rank)
    lying = beside + of(play.parked, rank) + play.aside.count(rank) + (play.looked_at == rank)
    return of(side.out, rank) > lying


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(
        PoolCreated, lambda b, x: with_play(b, x.seat, pooled=True, pool=x.counts), _pooled, hands_out=_bag_filled
    ),
    EventRow(
        PassPoolCreated,
        lambda b, x: with_play(b, x.seat, passes_counted=True, passes=b.play(x.seat).passes + x.count),
        unless_zero("pass_pool", "count"),
        hands_out=lambda x: _advantage(x.seat, x.count),
    ),
    EventRow(
        AdvantageGained,
        lambda b, x: with_play(b, x.seat, passes=b.play(x.seat).passes + 1),
        line("advantage"),
        hands_out=lambda x: _advantage(x.seat, 1),
    ),
    EventRow(TokensCleared, lambda b, x: with_play(b, x.seat, pool=(), parked=(), aside=()), _cleared_line),
    EventRow(TokenPutBack, _put_back, line("put_back"), hands_back=_put_back_tokens),
    EventRow(
        TokenLookedAt, _looked_at, unnamed("looked"), hands_out=lambda x: (HandOut(x.seat, x.rank, 1, fallen=True),)
    ),
    EventRow(
        TokenShuffledIn,
        lambda b, x: with_play(change_pool(b, x.seat, x.rank, 1), x.seat, looked_at=""),
        unnamed("shuffled_in"),
        hands_back=lambda _, x: (HandBack(x.seat, x.rank, 1, later=True, unnamed=1),),
    ),
    EventRow(TokenParked, _token_parked, line("parked"), hands_out=lambda x: () if x.bag or x.unit else _one(x)),
    EventRow(TokenTakenBack, _taken_back, line("taken_back"), hands_back=_taken_back_tokens),
    EventRow(TokenSetAside, _set_aside, unnamed("set_aside"), hands_out=_one),
    EventRow(TokenUsed, _used, line("used")),
    EventRow(TokenReturned, _returned, line("put_back"), hands_back=_returned_tokens),
    EventRow(TokenTurned, _turned, line("turned"), hands_out=lambda x: _one(x) if x.pooled and not x.bag else ()),
)
