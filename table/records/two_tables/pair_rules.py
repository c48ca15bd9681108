"""A match between two tables by the rules of its game: the same `Match` at both sides, with locks and rolls of both."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Union

import msgspec
from msgspec.structs import replace as with_fields

from table.records.two_tables.canonical import HASH_BYTES, canonical, domain, hashed, leads_to
from table.records.two_tables.statements import CardOpening, Lie, LockMoment, PairBatch, RollPart, SideOffer, batch_hash
from table.rules.cards import CardKind
from table.rules.chance import Chance
from table.rules.choice.sealed_choice import ChoiceMoment, ChoiceOpening, fields, seal_salt, verify
from table.rules.commands import Answer
from table.rules.errors import InputError, ProgramError
from table.rules.fairness import SecretChance
from table.rules.game import Event, Game
from table.rules.match import events as ev
from table.rules.match.commands import CallJudge, MatchCommand, OnlyAnswer, Opening, OpenSeals
from table.rules.match.match import Match, find
from table.rules.match.questions import NUMBER
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, Seal, by_tables_alone
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import text

HAND_DEPTH, CHANCE_DEPTH = 8, 12
"""The depths of the trees over a hand and over a side's contributions."""
ROLLS = 1 << CHANCE_DEPTH
"""The number of rolls to which a side commits."""
RULE = "TB-06"
_HEX_64 = re.compile("[0-9a-f]{64}")


class NotAllowedError(InputError, ValueError):
    """A side may not do this now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.rule}: {refusal.why.key}")
        self.refusal = refusal


class LieFoundError(InputError, ValueError):
    """A signed statement is a lie."""

    def __init__(self, lie: Lie) -> None:
        super().__init__(lie)
        self.lie = lie


class StatesDifferError(InputError, ValueError):
    """Both sides' rules decide the same events, and their states differ. Nobody lied: the programs do."""

    def __init__(self, number: int, ours: str, theirs: str) -> None:
        super().__init__(f"step {number}: the states differ, {ours} and {theirs}")
        self.number, self.ours, self.theirs = number, ours, theirs


class RollNeededError(ProgramError, LookupError):
    """A roll is needed whose contributions are not opened yet."""

    def __init__(self, question: int) -> None:
        super().__init__(question)
        self.question = question


class SharedChance(SecretChance):
    """The chance of both sides: each roll comes from a contribution of each. Others raise RollNeededError."""

    def __init__(self, keys: Mapping[int, bytes]) -> None:
        """`keys` has both contributions to a roll, joined by XOR, by the number of the roll."""
        self._keys = keys
        self.asked: list[tuple[int, int, int]] = []

    def below(self, bound: int, question: int) -> int:
        came = super().below(bound, question)
        self.asked.append((question, bound, came))
        return came

    def _digest(self, question: int, attempt: int) -> bytes:
        key = self._keys.get(question)
        if key is None:
            raise RollNeededError(question)
        return hmac.digest(key, domain("die") + fields(question, attempt), "sha256")


@dataclass(frozen=True)
class CardLock:
    """A locked card that is not opened yet."""

    moment: ChoiceMoment
    batch: str
    """The hash of the batch with the lock."""


@dataclass(frozen=True)
class PairState:
    """A match between two tables after its last batch that holds."""

    offers: Mapping[Seat, SideOffer]
    number: int
    head: str
    state: MatchState[Any]
    act: PairBatch | None = None
    """The act whose rolls are open, or None."""
    locks: Mapping[Seat, CardLock] = field(default_factory=dict)
    attempts: Mapping[Seat, int] = field(default_factory=dict)
    """The number of locks of each seat since its last reveal."""


class PairRules:
    """Decides batches, and checks those of the other side. It keeps no state."""

    def __init__(self, game: Game[Any]) -> None:
        self.match: Match[Any] = Match(game)
        union: Any = Union[self.match.events]  # noqa: UP007
        self._events: msgspec.json.Decoder[tuple[Event, ...]] = msgspec.json.Decoder(tuple[union, ...])

    def begin(self, offers: Mapping[Seat, SideOffer], kind: type[Any]) -> PairBatch:
        """Return the first batch. `kind` is the type of the game's sides. Raises NotAllowedError for refused sides."""
        blue, red = offers[BLUE], offers[RED]
        opened = ev.MatchOpened(blue.match, blue.system, chance_commitment(offers), blue.rules)
        try:
            sides = {seat: msgspec.convert(offer.side, kind, str_keys=True) for seat, offer in offers.items()}
        except msgspec.ValidationError as error:
            raise NotAllowedError(Refusal("TB-15", text("match.wrong_openings"))) from error
        if any(canonical(sides[seat]) != canonical(offer.side) for seat, offer in offers.items()):
            raise NotAllowedError(Refusal("TB-15", text("match.wrong_openings")))  # a field that no side has
        begun = self.match.begin(opened, sides, ev.HoppersLoaded(()), None)
        events = tuple(each for each in begun if isinstance(each, Event))
        if len(events) < len(begun):
            raise NotAllowedError(next(each for each in begun if isinstance(each, Refusal)))
        state = self.match.fold(None, events)
        return PairBatch(_plain(events), "", blue.match, 1, BLUE, state_hash(state), offers=(blue, red))

    def prompts(self, state: MatchState[Any]) -> tuple[AnyPrompt, ...]:
        """Return the open questions. A result of a player's own dice or deck is no answer to them."""
        return tuple(map(by_tables_alone, self.match.prompts(state)))

    def act(self, pair: PairState, seat: Seat, command: MatchCommand) -> PairBatch:
        """Return the batch of a side's act. Raises NotAllowedError."""
        state = pair.state
        own = seat if isinstance(command, Answer | CallJudge) else BLUE if isinstance(command, OnlyAnswer) else None
        stated = command.seat if isinstance(command, Answer | CallJudge) else seat
        if own is not seat or stated is not seat or pair.act is not None or self.match.ready_to_open(state):
            raise NotAllowedError(Refusal(RULE, text("match.not_asked", seat=text(f"seat.{seat}"))))
        if isinstance(command, Answer) and (command.prompt == NUMBER or not _is_lock_or_plain(command)):
            raise NotAllowedError(Refusal(RULE, text("match.not_an_answer")))
        if isinstance(command, Answer) and self._is_by_hand(state, command):
            raise NotAllowedError(Refusal("TB-131", text("match.not_by_hand")))
        batch = PairBatch((), pair.head, state.id, pair.number + 1, seat, "", command=_plain(command))
        try:
            events = self._decided(state, command, SharedChance({}))
        except RollNeededError as needed:
            if needed.question >= ROLLS:
                raise NotAllowedError(Refusal("TB-131", text("match.no_more_rolls"))) from needed
            return with_fields(batch, state=state_hash(state), roll=needed.question)
        after = self.match.fold(state, events)
        if self.match.questions(after) < self.match.questions(state):
            raise NotAllowedError(Refusal("TB-71", text("match.not_an_answer")))
        locks = any(isinstance(event, ev.CardSealed) for event in events)
        moment = self.moment(pair, seat)
        lock = LockMoment(moment.attempt, moment.round) if locks else None
        return with_fields(batch, events=_plain(events), lock=lock, state=state_hash(after))

    def rolled(self, pair: PairState, parts: tuple[RollPart, ...]) -> PairBatch:
        """Return the batch with the events of the open act. Raises RollNeededError while contributions are missing."""
        if pair.act is None:
            raise LieFoundError(Lie.ANOTHER_EVENT)
        chance = SharedChance(_joined(parts))
        events = self._decided(pair.state, msgspec.convert(pair.act.command, MatchCommand), chance)
        used = {question for question, _, _ in chance.asked}
        after = self.match.fold(pair.state, events)
        return PairBatch(
            _plain(events), pair.head, pair.state.id, pair.number + 1, BLUE, state_hash(after),
            chance=tuple(chance.asked), parts=tuple(sorted(
                {(part.question, part.seat): part for part in parts if part.question in used}.values(),
                key=lambda each: (each.question, each.seat),
            )),
        )  # fmt: skip

    def revealed(self, pair: PairState, openings: Mapping[Seat, CardOpening]) -> PairBatch:
        """Return the batch that turns over all locked cards."""
        shown = tuple(openings[seat] for seat in SEATS if seat in openings)
        opened = tuple(
            Opening(each.seat, seal_salt(pair.locks[each.seat].moment, bytes.fromhex(each.salt)), each.card)
            for each in shown
        )
        command = OpenSeals(tuple(next(o for o in opened if o.seat is seat) for seat, _ in pair.state.seals))
        events = self._decided(pair.state, command, SharedChance({}))
        after = self.match.fold(pair.state, events)
        return PairBatch(
            _plain(events), pair.head, pair.state.id, pair.number + 1, BLUE, state_hash(after),
            command=_plain(command), openings=shown,
        )  # fmt: skip

    def check(self, pair: PairState, batch: PairBatch) -> None:
        """Check that the rules decide this batch after the last one. Raises LieFoundError or StatesDifferError."""
        try:
            expected = self._expected(pair, batch)
        except Exception as error:  # a forged command can break the rules' code anywhere: that is a finding
            raise LieFoundError(Lie.ANOTHER_EVENT) from error
        compare(expected, with_fields(batch, proposal="") if batch.seat is RED else batch)

    def check_first(self, batch: PairBatch) -> None:
        """Check the first batch, with the sides as they are in it. Raises LieFoundError."""
        offers = {offer.seat: offer for offer in batch.offers}
        events = self.events(batch)
        head = events[:2]
        match head:
            case (ev.MatchOpened() as opened, ev.HoppersLoaded(hoppers=())):
                stated = (opened.id, opened.system, opened.commitment, opened.version)
            case _:
                raise LieFoundError(Lie.ANOTHER_EVENT)
        blue, red = offers[BLUE], offers[RED]
        alike = (blue.match, blue.system, blue.rules, blue.data) == (red.match, red.system, red.rules, red.data)
        follows = self.match.opening(head, tuple(each for each in events if type(each) in self.match.game.events))
        state = self.match.fold(None, follows)
        expected = PairBatch(
            _plain(follows), "", batch.match, 1, BLUE, state_hash(state), offers=(blue, red), signed=batch.signed
        )
        if not alike or stated != (blue.match, blue.system, chance_commitment(offers), blue.rules):
            raise LieFoundError(Lie.ANOTHER_EVENT)
        if canonical(expected) != canonical(batch) or batch.match != blue.match:
            raise LieFoundError(Lie.ANOTHER_EVENT)

    def _expected(self, pair: PairState, batch: PairBatch) -> PairBatch:
        if pair.act is not None:
            for part in batch.parts:
                check_part(pair.offers, part)
            return self.rolled(pair, batch.parts)
        if self.match.ready_to_open(pair.state):
            for opening in batch.openings:
                self.check_opening(pair, opening)
            return self.revealed(pair, {each.seat: each for each in batch.openings})
        return self.act(pair, batch.seat, msgspec.convert(batch.command, MatchCommand))

    def check_opening(self, pair: PairState, opening: CardOpening) -> None:
        """Check an opening of a card that is locked now. Raises LieFoundError."""
        lock, offer = pair.locks[opening.seat], pair.offers[opening.seat]
        fits = fits_lock(opening, lock.moment, dict(pair.state.seals)[opening.seat])
        if opening.lock != lock.batch or not fits:
            raise LieFoundError(Lie.ANOTHER_CARD)
        if not is_in_hand(offer, opening):
            raise LieFoundError(Lie.NOT_IN_HAND)
        brought = self.match.game.belongings(pair.state.game, opening.seat)
        listed = {one.card for one in brought if one.kind == CardKind.COMMAND}
        if opening.card not in listed or not self.match.sealable(pair.state, opening.seat, opening.card):
            raise LieFoundError(Lie.NOT_PLAYABLE)

    def moment(self, pair: PairState, seat: Seat) -> ChoiceMoment:
        """Return the moment of a lock that is the next batch."""
        opened = dict(zip(SEATS, pair.state.opened, strict=True))[seat]
        return ChoiceMoment(pair.state.id, opened + 1, str(seat), pair.attempts.get(seat, 0), pair.head)

    def question(self, pair: PairState, parts: tuple[RollPart, ...]) -> int | None:
        """Return the number of the roll whose contributions are needed now, or None."""
        if pair.act is None:
            return None
        try:
            self.rolled(pair, parts)
        except RollNeededError as needed:
            return needed.question
        return None

    def follow(self, pair: PairState | None, body: bytes) -> PairState:
        """Return the match after a batch that was checked before."""
        batch, head = msgspec.json.decode(body, type=PairBatch), batch_hash(body)
        events = self.events(batch)
        if pair is None:
            offers = {offer.seat: offer for offer in batch.offers}
            return PairState(offers, 1, head, self.match.fold(None, events))
        state = self.match.fold(pair.state, events) if events else pair.state
        locks, attempts = dict(pair.locks), dict(pair.attempts)
        for event in events:
            match event:
                case ev.CardSealed(seat=seat):
                    locks[seat] = CardLock(self.moment(pair, seat), head)
                    attempts[seat] = attempts.get(seat, 0) + 1
                case ev.SealOpened(seat=seat):
                    del locks[seat]
                    attempts[seat] = 0
                case ev.SealWithdrawn(seat=seat) | ev.SealBroken(seat=seat) | ev.SealVoided(seat=seat):
                    del locks[seat]
                case _:
                    pass
        act = batch if batch.roll is not None else None
        return replace(pair, number=batch.number, head=head, state=state, act=act, locks=locks, attempts=attempts)

    def events(self, batch: PairBatch) -> tuple[Event, ...]:
        """Return the events of a batch. Raises msgspec.ValidationError for those of another game."""
        return self._events.decode(canonical(batch.events))

    def _is_by_hand(self, state: MatchState[Any], answer: Answer) -> bool:
        """True if the answer is accepted at one table alone, where the players may roll and draw themselves."""
        asked = find(self.match.prompts(state), answer)
        return asked is not None and asked.accepts(answer.value) and not by_tables_alone(asked).accepts(answer.value)

    def _decided(self, state: MatchState[Any], command: MatchCommand, chance: Chance) -> tuple[Event, ...]:
        events = self.match.decide(state, command, chance)
        if isinstance(events, Refusal):
            raise NotAllowedError(events)
        if not events:
            raise NotAllowedError(Refusal(RULE, text("match.not_an_answer")))
        return events


def compare(expected: PairBatch, batch: PairBatch) -> None:
    """Compare a batch with this side's own result of the rules. Raises LieFoundError or StatesDifferError."""
    if canonical(expected) == canonical(batch):
        return
    if canonical(with_fields(expected, state=batch.state)) == canonical(batch):
        raise StatesDifferError(batch.number, expected.state, batch.state)
    raise LieFoundError(Lie.ANOTHER_EVENT)


def fits_lock(opening: CardOpening, moment: ChoiceMoment, commitment: str) -> bool:
    """True if the opening is the one of this lock."""
    if (opening.match, opening.seat) != (moment.match, moment.seat) or not _HEX_64.fullmatch(opening.salt):
        return False
    return verify(moment, commitment, ChoiceOpening(opening.card, bytes.fromhex(opening.salt)))


def is_in_hand(offer: SideOffer, opening: CardOpening) -> bool:
    """True if the path of the opened card ends at the root of the hand."""
    if not _HEX_64.fullmatch(opening.leaf_salt):
        return False
    leaf = hand_leaf(opening.index, bytes.fromhex(opening.leaf_salt), opening.card)
    return leads_to(offer.hand, leaf, opening.index, opening.path, HAND_DEPTH)


def check_part(offers: Mapping[Seat, SideOffer], part: RollPart) -> None:
    """Check a contribution to a roll. Raises LieFoundError."""
    offer = offers[part.seat]
    fits = _HEX_64.fullmatch(part.contribution) is not None and part.match == offer.match and part.question >= 0
    if fits:
        leaf = contribution_leaf(part.seat, part.question, bytes.fromhex(part.contribution))
        fits = leads_to(offer.chance, leaf, part.question, part.path, CHANCE_DEPTH)
    if not fits:
        raise LieFoundError(Lie.ANOTHER_NUMBER)


def chance_commitment(offers: Mapping[Seat, SideOffer]) -> str:
    """Return the commitment to the chance of both sides, which `MatchOpened` has."""
    return hashed("chance of two", fields(offers[BLUE].chance, offers[RED].chance)).hex()


def state_hash(state: MatchState[Any]) -> str:
    """Return the hash of a state, without the earlier states that it keeps for an undo."""
    return hashlib.sha256(domain("state") + canonical(with_fields(state, marks=()))).hexdigest()


def hand_leaf(index: int, salt: bytes, card: str) -> bytes:
    """Return the leaf of a card of a hand."""
    return hashed("leaf", fields(index, salt, card))


def contribution_leaf(seat: Seat, question: int, contribution: bytes) -> bytes:
    """Return a leaf that only this seat can open. A side that copies the other's root cannot open one."""
    return hashed("contribution", fields(seat, question, contribution))


def _joined(parts: tuple[RollPart, ...]) -> dict[int, bytes]:
    """Return both contributions to each roll, joined, where both are there."""
    of = {(part.seat, part.question): int(part.contribution, 16) for part in parts}
    both = {question for _, question in of if all((seat, question) in of for seat in SEATS)}
    return {question: (of[BLUE, question] ^ of[RED, question]).to_bytes(HASH_BYTES) for question in both}


def _is_lock_or_plain(answer: Answer) -> bool:
    """True unless the answer is a lock without a commitment."""
    return not isinstance(answer.value, Seal) or _HEX_64.fullmatch(answer.value.commitment) is not None


def _plain(value: Any) -> Any:
    """Return commands or events as JSON has them."""
    return msgspec.to_builtins(value)
