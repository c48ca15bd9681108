"""The checks of a match at two tables that need no rules of a game: offers, commands, locks, rolls. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from table.records.two_tables.canonical import HASH_BYTES
from table.records.two_tables.pair_rules import (
    ROLLS,
    CardLock,
    SharedChance,
    chance_commitment,
    check_part,
    fits_lock,
    is_in_hand,
)
from table.records.two_tables.statements import CardOpening, LockMoment, PairBatch, RollPart, SideOffer
from table.records.verify.facts import Fact, Facts, check_opening, fact
from table.records.verify.seals import GONE
from table.rules.choice.sealed_choice import ChoiceMoment
from table.rules.errors import InputError
from table.rules.seats import BLUE, SEATS, Seat


class PairFacts(NamedTuple):
    """The facts of a match that every verifier reads."""

    offers: Mapping[Seat, SideOffer]
    batches: tuple[Facts, ...]
    """In the order of the batches, without the results of rolls."""


class PairFactsError(InputError, ValueError):
    """A batch breaks the form of a match at two tables, whatever its game."""


def pair_facts(match: str, system: str, batches: Sequence[PairBatch]) -> PairFacts:
    """Return the facts. Raises ValueError if a batch or the offers of both sides are not those of a match."""
    offers = {offer.seat: offer for offer in batches[0].offers}
    _demand(tuple(offers) == SEATS and len(batches[0].offers) == len(SEATS), 1, "has not the offers of both sides")
    alike = {(offer.match, offer.system, offer.rules, offer.data) for offer in offers.values()}
    stated = (offers[BLUE].match, offers[BLUE].system)
    _demand(len(alike) == 1 and stated == (match, system), 1, "has offers that differ")
    facts = tuple(_facts(batch) for batch in batches)
    _demand(bool(facts[0].events), 1, "opens no match")
    check_opening(facts, match, system)
    opened = facts[0].events[0]
    fits = (opened.word("commitment"), opened.word("version")) == (chance_commitment(offers), offers[BLUE].rules)
    _demand(fits, 1, "opens another match than both sides offered")
    return PairFacts(offers, facts)


def check_openings(
    facts: PairFacts, batches: Sequence[PairBatch], hashes: Sequence[str], last: Sequence[CardOpening | RollPart]
) -> None:
    """Check that each opening is the one of its lock, and of the committed hand. Raises ValueError.

    `last` has the openings of the last line, whose locks are not opened.
    """
    locks: dict[str, CardLock] = {}
    sealed_as: dict[str, str] = {}
    opened, tries = dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 0)
    for batch, known, its_hash in zip(batches, facts.batches, hashes, strict=True):
        shown = {event.seat: event for event in known.events if event.type == "SealOpened"}
        seats = [opening.seat for opening in batch.openings]
        _demand(seats == [seat for seat in SEATS if seat in shown], batch.number, "has other openings than reveals")
        for opening in batch.openings:
            lock, event = locks.get(opening.seat), shown[opening.seat]
            fits = lock is not None and opening.lock == lock.batch and opening.card == event.word("card")
            fits = fits and lock is not None and fits_lock(opening, lock.moment, event.hex("commitment"))
            _demand(fits, batch.number, "opens another card than was locked")
            _demand(is_in_hand(facts.offers[opening.seat], opening), batch.number, "opens a card of no hand")
        sealed = [Seat(event.seat) for event in known.events if event.type == "CardSealed"]
        stated = [LockMoment(tries[seat], opened[seat] + 1) for seat in sealed]
        _demand(stated == ([] if batch.lock is None else [batch.lock]), batch.number, "states another round or try")
        for event in known.events:
            if event.type == "CardSealed" and batch.lock is not None:
                seat = Seat(event.seat)
                moment = ChoiceMoment(batch.match, batch.lock.round, seat, batch.lock.attempt, batch.last)
                locks[seat], sealed_as[seat] = CardLock(moment, its_hash), event.hex("commitment")
                tries[seat] += 1
            elif event.type in (*GONE, "SealOpened"):
                gone = locks.pop(event.seat, None)
                if event.type == "SealOpened":
                    earlier = gone is not None and gone.batch != its_hash
                    _demand(earlier, batch.number, "opens a lock of its own")
                    opened[Seat(event.seat)] += 1
                    tries[Seat(event.seat)] = 0
    for each in last:
        if isinstance(each, CardOpening):
            lock = locks.get(each.seat)
            fits = lock is not None and each.lock == lock.batch and is_in_hand(facts.offers[each.seat], each)
            fits = fits and lock is not None and fits_lock(each, lock.moment, sealed_as[each.seat])
            _demand(fits, batches[-1].number, "is followed by an opening of no lock")


def check_rolls(
    offers: Mapping[Seat, SideOffer], batches: Sequence[PairBatch], opened: Sequence[CardOpening | RollPart]
) -> int:
    """Return the number of rolls, each derived from the contributions of both sides. Raises ValueError.

    `opened` has the parts of the last line, for a roll of the last act.
    """
    due: int | None = None
    last, count = -1, 0
    for batch in batches:
        asked = [question for question, _, _ in batch.chance]
        whole = [(part.question, part.seat) for part in batch.parts] == [(n, seat) for n in asked for seat in SEATS]
        _demand(asked[:1] == ([] if due is None else [due]) and whole, batch.number, "rolls what no act asked for")
        for part in batch.parts:
            check_part(offers, part)
        chance = SharedChance(_keys(batch.parts))
        for question, bound, came in batch.chance:
            fits = question > last and bound > 0 and chance.below(bound, question) == came
            _demand(fits, batch.number, f"has another result of roll {question}")
            last, count = question, count + 1
        due = batch.roll
        _demand(due is None or last < due < ROLLS, batch.number, "needs a roll that was made, or is beyond the last")
    parts = [part for part in opened if isinstance(part, RollPart)]
    for part in parts:
        is_due = due is not None and part.question >= due and part.question == parts[0].question
        _demand(is_due, batches[-1].number, "is followed by a part of no roll")
        check_part(offers, part)
    return count


def _keys(parts: Sequence[RollPart]) -> dict[int, bytes]:
    """Return the contributions of both sides, joined. Two parts that follow each other belong to one roll."""
    both = zip(parts[::2], parts[1::2], strict=True)
    return {
        blue.question: (int(blue.contribution, 16) ^ int(red.contribution, 16)).to_bytes(HASH_BYTES)
        for blue, red in both
    }


def _facts(batch: PairBatch) -> Facts:
    by_itself = batch.number == 1 or bool(batch.chance)
    commanded = isinstance(batch.command, dict) and isinstance(batch.command.get("type"), str)
    _demand(batch.command is None if by_itself else commanded, batch.number, "has no command, or one too many")
    _demand(not (by_itself or batch.openings) or batch.seat is BLUE, batch.number, "is blue's, whoever acted")
    _demand(
        not (batch.offers or batch.signed) or batch.number == 1, batch.number, "has offers, which the first one has"
    )
    acts = batch.roll is not None and not by_itself and not batch.openings
    _demand(acts if not batch.events else batch.roll is None, batch.number, "has no events, or those of a roll to come")
    return Facts((), tuple(map(_fact, batch.events)))


def _fact(event: Any) -> Fact:
    if not isinstance(event, dict):
        raise PairFactsError("an event is not an object")
    return fact(event)


def _demand(holds: bool, number: int, why: str) -> None:
    if not holds:
        raise PairFactsError(f"batch {number} {why}")
