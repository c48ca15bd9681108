"""The proof of a lie, for a third person: the liar's own signed statements, and the log that both signed before."""

from collections.abc import Callable, Mapping

from table.records.two_tables.canonical import NotCanonicalError, from_canonical
from table.records.two_tables.pair_keys import is_signed
from table.records.two_tables.pair_rules import LieFoundError, PairRules, PairState, check_part, fits_lock, is_in_hand
from table.records.two_tables.statements import (
    CardOpening,
    Lie,
    PairBatch,
    ProvedLie,
    RollPart,
    Statement,
    StatementKind,
    batch_hash,
)
from table.rules.choice.sealed_choice import ChoiceMoment
from table.rules.seats import Seat


def proves(proved: ProvedLie, keys: Mapping[Seat, str], rules: PairRules, pair: PairState | None) -> bool:
    """True if the statements prove the lie. `keys` are the public keys of the match, `pair` the match after the log.

    The lies `not_playable` and `another_event` need the rules of the game and the log; the others need neither.
    """
    public = keys[proved.seat]
    if not all(is_signed(public, each.kind, each.signed, each.signature) for each in proved.statements):
        return False
    try:
        return _contradict(proved, rules, pair)
    except (NotCanonicalError, ValueError, LookupError, TypeError):
        return False


def _contradict(proved: ProvedLie, rules: PairRules, pair: PairState | None) -> bool:
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
        case Lie.NOT_PLAYABLE if pair is not None:
            opening = _opening(last)
            fits = opening.lock == pair.locks[proved.seat].batch
            return fits and _refused(proved.lie, lambda: rules.check_opening(pair, opening))
        case Lie.ANOTHER_EVENT if pair is not None and last.kind in (StatementKind.BATCH, StatementKind.PROPOSAL):
            batch = from_canonical(last.body.encode(), PairBatch)
            follows = (batch.number, batch.last) == (pair.number + 1, pair.head)
            return follows and _refused(proved.lie, lambda: rules.check(pair, batch))
    return False


def _is_another_card(lock: Statement, opening: CardOpening) -> bool:
    batch = _batch(lock)
    sealed = [each for each in batch.events if each["type"] == "CardSealed" and each["seat"] == opening.seat]
    moment = ChoiceMoment(batch.match, opening.round, opening.seat, opening.attempt, batch.last)
    opens = len(sealed) == 1 and batch_hash(lock.body.encode()) == opening.lock
    return opens and not fits_lock(opening, moment, sealed[0]["commitment"])


def _batch(statement: Statement) -> PairBatch:
    if statement.kind is not StatementKind.BATCH:
        raise ValueError("not a batch")
    return from_canonical(statement.body.encode(), PairBatch)


def _opening(statement: Statement) -> CardOpening:
    if statement.kind is not StatementKind.OPENING:
        raise ValueError("not an opening")
    return from_canonical(statement.body.encode(), CardOpening)


def _refused(lie: Lie, check: Callable[[], None]) -> bool:
    """True if the check finds this lie."""
    try:
        check()
    except LieFoundError as found:
        return found.lie is lie
    return False
