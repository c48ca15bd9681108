"""The proof of a lie, for a third person: the liar's own signed statements, and the log that both signed before."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from table.records.two_tables.canonical import NotCanonicalError, from_canonical
from table.records.two_tables.pair_keys import is_signed
from table.records.two_tables.pair_rules import LieFoundError, PairRules, PairState, check_part, fits_lock, is_in_hand
from table.records.two_tables.statements import (
    CardOpening,
    Lie,
    PairBatch,
    ProvedLie,
    RollPart,
    SideOffer,
    Statement,
    StatementKind,
    batch_hash,
    offered,
    proposed,
)
from table.rules.choice.sealed_choice import ChoiceMoment
from table.rules.seats import BLUE, RED, SEATS, Seat

FORMS: Mapping[Lie, tuple[tuple[StatementKind, ...], ...]] = MappingProxyType(
    {
        Lie.TWO_BATCHES: ((StatementKind.BATCH, StatementKind.BATCH),),
        Lie.ANOTHER_CARD: ((StatementKind.BATCH, StatementKind.OPENING),),
        Lie.NOT_IN_HAND: ((StatementKind.BATCH, StatementKind.OPENING),),
        Lie.NOT_PLAYABLE: ((StatementKind.BATCH, StatementKind.OPENING),),
        Lie.ANOTHER_NUMBER: ((StatementKind.BATCH, StatementKind.PART),),
        Lie.ANOTHER_EVENT: ((StatementKind.BATCH,), (StatementKind.PROPOSAL,)),
        Lie.NOT_PROPOSED: ((StatementKind.BATCH,),),
        Lie.ANOTHER_OFFER: (
            (StatementKind.OFFER, StatementKind.OFFER),
            (StatementKind.OFFER, StatementKind.BATCH),
            (StatementKind.BATCH,),
        ),
    }
)
"""The kinds of the statements that prove a lie, in this order and no others."""


def proves(proved: ProvedLie, keys: Mapping[Seat, str], rules: PairRules, pair: PairState | None) -> bool:
    """True if the statements prove the lie. `keys` are the public keys of the match, `pair` the match after the log.

    The lies `not_playable` and `another_event` need the rules of the game and the log; the others need neither.
    """
    public = keys[proved.seat]
    formed = tuple(each.kind for each in proved.statements) in FORMS[proved.lie]
    if not formed or not all(_is_of(public, each) for each in proved.statements):
        return False
    try:
        return _contradict(proved, keys, rules, pair)
    except (NotCanonicalError, ValueError, LookupError, TypeError):
        return False


def check_proposal(batch: PairBatch) -> None:
    """Check that a proposal is one of red. Raises LieFoundError."""
    if batch.seat is not RED or batch.proposal:
        raise LieFoundError(Lie.ANOTHER_EVENT)


def check_proposed(keys: Mapping[Seat, str], batch: PairBatch) -> None:
    """Check that red has signed its act as a proposal before blue signed it. Raises LieFoundError."""
    if batch.seat is RED and not _is_of(keys[RED], proposed(batch)):
        raise LieFoundError(Lie.NOT_PROPOSED)


def check_offers(keys: Mapping[Seat, str], batch: PairBatch) -> None:
    """Check that each side has signed its offer in the first batch. Raises LieFoundError."""
    seats = tuple(offer.seat for offer in batch.offers)
    pairs = zip(SEATS, offered(batch), strict=False)
    if seats != SEATS or len(batch.signed) != len(SEATS) or not all(_is_of(keys[seat], each) for seat, each in pairs):
        raise LieFoundError(Lie.ANOTHER_OFFER)


def _is_of(public: str, statement: Statement) -> bool:
    return is_signed(public, statement.kind, statement.signed, statement.signature)


def _contradict(proved: ProvedLie, keys: Mapping[Seat, str], rules: PairRules, pair: PairState | None) -> bool:
    *before, last = proved.statements
    match proved.lie:
        case Lie.TWO_BATCHES:
            one, other = _batch(before[0]), _batch(last)
            return (one.match, one.number) == (other.match, other.number) and before[0].body != last.body
        case Lie.ANOTHER_CARD:
            return _is_another_card(before[0], _opening(last))
        case Lie.NOT_IN_HAND:
            offers = {offer.seat: offer for offer in _batch(before[0]).offers}
            return not is_in_hand(offers[proved.seat], _opening(last))
        case Lie.ANOTHER_NUMBER:
            offers = {offer.seat: offer for offer in _batch(before[0]).offers}
            return _refused(proved.lie, lambda: check_part(offers, from_canonical(last.body.encode(), RollPart)))
        case Lie.NOT_PROPOSED:
            return _refused(proved.lie, lambda: check_proposed(keys, _batch(last)))
        case Lie.ANOTHER_OFFER:
            return _is_another_offer(proved, keys)
        case Lie.NOT_PLAYABLE if pair is not None:
            opening = _opening(last)
            fits = batch_hash(before[0].body.encode()) == opening.lock == pair.locks[proved.seat].batch
            return fits and _refused(proved.lie, lambda: rules.check_opening(pair, opening))
        case Lie.ANOTHER_EVENT if pair is not None:
            batch = from_canonical(last.body.encode(), PairBatch)
            follows = (batch.number, batch.last) == (pair.number + 1, pair.head)
            proposes = last.kind is StatementKind.PROPOSAL
            return follows and (
                (proposes and _refused(proved.lie, lambda: check_proposal(batch)))
                or _refused(proved.lie, lambda: rules.check(pair, batch))
            )
        case Lie.NOT_PLAYABLE | Lie.ANOTHER_EVENT:
            return False


def _is_another_card(lock: Statement, opening: CardOpening) -> bool:
    """True if the opening does not fit the lock, whose batch states round and try."""
    batch = _batch(lock)
    sealed = [each for each in batch.events if each["type"] == "CardSealed" and each["seat"] == opening.seat]
    if len(sealed) != 1 or not isinstance(sealed[0]["commitment"], str) or batch.lock is None:
        return False
    if batch_hash(lock.body.encode()) != opening.lock:
        return False
    moment = ChoiceMoment(batch.match, batch.lock.round, opening.seat, batch.lock.attempt, batch.last)
    return not fits_lock(opening, moment, sealed[0]["commitment"])


def _is_another_offer(proved: ProvedLie, keys: Mapping[Seat, str]) -> bool:
    """True for two offers of one side, or for a first batch with an offer that its side has not signed."""
    last = proved.statements[-1]
    bodies = {each.body for each in proved.statements if each.kind is StatementKind.OFFER}
    if last.kind is StatementKind.BATCH:
        batch = _batch(last)
        if batch.number != 1 or proved.seat is not BLUE:
            return False
        if _refused(proved.lie, lambda: check_offers(keys, batch)):
            return True
        bodies.update(each.body for each, seat in zip(offered(batch), SEATS, strict=True) if seat is proved.seat)
    offers = [from_canonical(each.encode(), SideOffer) for each in bodies]
    return len({each.match for each in offers}) == 1 and len(offers) > 1


def _batch(statement: Statement) -> PairBatch:
    return from_canonical(statement.body.encode(), PairBatch)


def _opening(statement: Statement) -> CardOpening:
    return from_canonical(statement.body.encode(), CardOpening)


def _refused(lie: Lie, check: Callable[[], None]) -> bool:
    """True if the check finds this lie."""
    try:
        check()
    except LieFoundError as found:
        return found.lie is lie
    return False
