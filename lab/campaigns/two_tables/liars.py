"""Sides that lie: the program of one side, changed in one place."""

import hashlib
from collections.abc import Mapping, MutableMapping
from dataclasses import replace as with_value
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from lab.campaigns.two_tables.bad_line import SideMade
from lab.campaigns.two_tables.quiet_sessions import HIDDEN_GAME
from table.records.two_tables.canonical import HashTree, canonical, from_canonical
from table.records.two_tables.pair_rules import CHANCE_DEPTH, PairRules, PairState, StatesDifferError, contribution_leaf
from table.records.two_tables.paired_side import PairedSide
from table.records.two_tables.peer import TwoTablesPeer
from table.records.two_tables.peer_values import OwnSide, PairedKeys, WaitsFor, Wish
from table.records.two_tables.statements import (
    CardOpening,
    HeldBatch,
    Lie,
    PairBatch,
    PairMessage,
    RollPart,
    SentBatch,
    SentHead,
    SentStatement,
    SideStop,
    Stated,
    Statement,
    StatementKind,
    StopReason,
    batch_hash,
    offer_commitment,
)
from table.rules.choice.sealed_choice import ChoiceOpening, commit
from table.rules.commands import Answer
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, Seal, SealedCard
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat

OTHER_HASH = bytes(32).hex()


class LiesAboutCard(TwoTablesPeer):
    """Opens another card of its hand than the locked one."""

    def _open_card(self, pair: PairState) -> bool:
        if not super()._open_card(pair):
            return False
        lie = self._false(pair, self._shown[self.seat])
        self._keep(self.seat, pair.number, self._stated(StatementKind.OPENING, lie))
        return True

    def _write(self, pair: PairState) -> bool:
        """Wait with the reveal until the other side has the false opening."""
        return not self._shown and super()._write(pair)

    def _false(self, pair: PairState, opening: CardOpening) -> CardOpening:
        other = next(card for card in self._brought(pair) if card != opening.card)
        return self._secrets.opening(pair.locks[self.seat], ChoiceOpening(other, bytes.fromhex(opening.salt)))

    def _may_lock(self, pair: PairState, card: str) -> bool:
        return True

    def _locked(self, card: str) -> ChoiceOpening | None:
        """Return what it means to open, though it is not what it locked."""
        locked = self.pair is not None and self.seat in self.pair.locks
        return super()._locked(card) or (self._card if locked else None)

    def _brought(self, pair: PairState) -> tuple[str, ...]:
        brought = self.rules.match.game.belongings(pair.state.game, self.seat)
        return tuple(one.card for one in brought if self._secrets.has(one.card))


class LaysForeignCard(LiesAboutCard):
    """Locks a card that is not in its hand, and opens it with the path of another one."""

    FOREIGN = "a_card_of_nobody"

    def lay(self, prompt: SealedCard, card: str) -> Refusal | None:
        self._wish = Wish(prompt, None, self.FOREIGN)
        self.advance()
        return None

    def _open_card(self, pair: PairState) -> bool:
        if self._card is not None:
            self._card = ChoiceOpening(self._brought(pair)[0], self._card.salt)
        return super()._open_card(pair)

    def _false(self, pair: PairState, opening: CardOpening) -> CardOpening:
        return replace(opening, card=self.FOREIGN)


class LaysSpentCard(LiesAboutCard):
    """Locks a card that it may not play, as soon as it has one."""

    def lay(self, prompt: SealedCard, card: str) -> Refusal | None:
        pair = self.pair
        brought = () if pair is None else self._brought(pair)
        spent = [each for each in brought if pair and not self.rules.match.sealable(pair.state, self.seat, each)]
        self._wish = Wish(prompt, None, next(iter(spent), card))
        self.advance()
        return None

    def _write(self, pair: PairState) -> bool:
        shown = self._shown.get(self.seat)
        if shown is not None and not self.rules.match.sealable(pair.state, self.seat, shown.card):
            return False
        return super(LiesAboutCard, self)._write(pair)

    def _false(self, pair: PairState, opening: CardOpening) -> CardOpening:
        return opening


class LiesAboutNumber(TwoTablesPeer):
    """Opens another contribution to a roll than it committed to."""

    def _stated(self, kind: StatementKind, value: Stated) -> Statement:
        if isinstance(value, RollPart):
            value = replace(value, contribution=bytes(32).hex())
        return super()._stated(kind, value)


class ChoosesAmongLeaves(TwoTablesPeer):
    """Commits to a tree of twice as many leaves, in which a longer path leads to a second contribution to each roll."""

    def __init__(self, keys: PairedKeys, own: OwnSide, disk: MutableMapping[str, bytes]) -> None:
        super().__init__(keys, own, disk)
        leaves = [contribution_leaf(keys.seat, n, bytes.fromhex(self._secrets.part(n).contribution)) for n in range(64)]
        self._secrets.chance = HashTree(leaves, CHANCE_DEPTH + 1)
        deep = replace(self._offers[self.seat], chance=self._secrets.chance.root)
        self._offers[self.seat], self._offer = deep, self._stated(StatementKind.OFFER, deep)


class ChangesOffer(TwoTablesPeer):
    """Offers something else than it was committed to, once it has seen the other side's offer: the same root."""

    def _takes_offer(self, statement: Statement) -> None:
        super()._takes_offer(statement)
        theirs = self._offers.get(self.seat.opponent)
        if self.pair is None and theirs is not None:
            changed = replace(self._offers[self.seat], chance=theirs.chance)
            self._offers[self.seat], self._offer = changed, self._stated(StatementKind.OFFER, changed)

    def outstanding(self) -> tuple[PairMessage, ...]:
        waits = self.pair is None and self._their_offer is None
        return tuple(each for each in super().outstanding() if not (waits and isinstance(each, SentStatement)))


class OffersTwice(TwoTablesPeer):
    """Offers another side as soon as it has seen the other's, as after a restart with another list."""

    def outstanding(self) -> tuple[PairMessage, ...]:
        due = super().outstanding()
        if self.pair is not None or self._their_offer is None:
            return due
        changed = replace(self._offers[self.seat], side=self._offers[self.seat.opponent].side)
        return (SentStatement(self._stated(StatementKind.OFFER, changed)), *due)


class ChangesFirstBatch(TwoTablesPeer):
    """Puts another offer of the other side into the first batch than that side has signed."""

    def _sign(self, batch: PairBatch) -> None:
        if batch.offers:
            blue, red = batch.offers
            batch = replace(batch, offers=(blue, replace(red, side=blue.side)))
        super()._sign(batch)


class LocksForLater(LiesAboutCard):
    """Locks a card for a later try than the next one."""

    LATER = 7

    def _wished(self, pair: PairState) -> PairBatch | None:
        wish, batch = self._wish, super()._wished(pair)
        if batch is None or batch.lock is None or wish is None or wish.prompt is None:
            return batch
        moment = self.rules.moment(pair, self.seat)
        commitment, self._card = commit(
            self._keys.secret, with_value(moment, attempt=moment.attempt + self.LATER), wish.card
        )
        return self.rules.act(pair, self.seat, Answer(self.seat, wish.prompt.key, Seal(commitment)))

    def _false(self, pair: PairState, opening: CardOpening) -> CardOpening:
        return opening


class StatesLaterTry(LocksForLater):
    """States that later try, too."""

    def _wished(self, pair: PairState) -> PairBatch | None:
        batch = super()._wished(pair)
        if batch is None or batch.lock is None:
            return batch
        return replace(batch, lock=replace(batch.lock, attempt=batch.lock.attempt + self.LATER))


class ActsForOther(TwoTablesPeer):
    """Blue signs an act of red that red never proposed; red proposes one of blue."""

    def _step(self) -> bool:
        pair, other = self.pair, self.seat.opponent
        asked = () if pair is None else self.rules.prompts(pair.state)
        ends = any(each.key == "match.end" and each.seat in (None, other) for each in asked)
        idle = self._may_sign and self._pending is None and self._proposal is None
        if pair is None or not ends or not idle or pair.number < len(SEATS):
            return super()._step()
        batch = self.rules.act(pair, other, Answer(other, "match.end", "concede"))
        if self.seat is BLUE:
            signature = self._keys.signing.sign("proposal", bytes.fromhex(batch_hash(canonical(batch))))
            self._sign(replace(batch, proposal=signature))
        else:
            body = canonical(batch)
            signature = self._keys.signing.sign("proposal", bytes.fromhex(batch_hash(body)))
            self._proposal = Statement(body.decode(), StatementKind.PROPOSAL, signature)
        return True


class HidesBehindState(TwoTablesPeer):
    """Stops the match by a false state once it knows a roll: blue signs one, red claims to have another."""

    def _sign(self, batch: PairBatch) -> None:
        super()._sign(replace(batch, state=bytes(32).hex()) if batch.chance else batch)

    def _check(self, batch: PairBatch, held: HeldBatch) -> None:
        super()._check(batch, held)
        if batch.chance:
            raise StatesDifferError(batch.number, bytes(32).hex(), batch.state)


class DodgesByHead(TwoTablesPeer):
    """Keeps its part and the result to itself once it knows a roll, and sends an unsigned hash of another batch."""

    dodged = 0
    """The number of the batch after which it knew a roll."""

    def outstanding(self) -> tuple[PairMessage, ...]:
        return (SentHead(False, OTHER_HASH, len(self.log)),) if self._knows() else super().outstanding()

    def _knows(self) -> bool:
        knows = len(self._parts) == len(SEATS) and self.pair is not None
        self.dodged = self.dodged or len(self.log) * knows
        return self.dodged > 0

    def _write(self, pair: PairState) -> bool:
        return pair.act is None and super()._write(pair)


class StallsByHead(DodgesByHead):
    """Opens its part, and states that it has batches which nobody has written; it signs nothing more."""

    BEYOND = 10**6

    def outstanding(self) -> tuple[PairMessage, ...]:
        if not self._knows():
            return super().outstanding()
        parts = (each for each in super(DodgesByHead, self).outstanding() if isinstance(each, SentStatement))
        return (SentHead(False, OTHER_HASH, self.BEYOND), *parts)

    def replies(self) -> tuple[PairMessage, ...]:
        replies = super().replies()
        return () if self._knows() else replies


class StopsFalsely(TwoTablesPeer):
    """Stops a match that goes on, for a reason that it has not got, at a batch that nobody has."""

    why = ""

    def outstanding(self) -> tuple[PairMessage, ...]:
        due, number = super().outstanding(), len(self.log)
        if self.over or number < len(SEATS):
            return due
        stop = {"head": OTHER_HASH, "match": self.match, "number": number + 3, "seat": self.seat, "why": self.why}
        refused = {"refused": OTHER_HASH} if self.why == StopReason.STATE else {}
        body = canonical({**stop, **refused})
        signature = self._keys.signing.sign(StatementKind.STOP, body)
        return (*due, SentStatement(Statement(body.decode(), StatementKind.STOP, signature)))


def stopping_for(why: str) -> type[TwoTablesPeer]:
    """Return the program of a side that stops for this reason."""
    return type(f"StopsFor_{why}", (StopsFalsely,), {"why": why})


class LiesAboutEvent(TwoTablesPeer):
    """Signs an act whose last event is missing."""

    def _wished(self, pair: PairState) -> PairBatch | None:
        batch = super()._wished(pair)
        if batch is None or len(batch.events) < 2 or pair.number < 4:
            return batch
        return replace(batch, events=batch.events[:-1])


class OwnDice(PairRules):
    """Rules that take a result which a player typed, as at one table."""

    def prompts(self, state: MatchState[Any]) -> tuple[AnyPrompt, ...]:
        return self.match.prompts(state)

    def _is_by_hand(self, state: MatchState[Any], answer: Answer) -> bool:
        return False


class TypesResults(TwoTablesPeer):
    """Answers a roll or a draw with a result of its own choice."""

    def __init__(self, keys: PairedKeys, own: OwnSide, disk: MutableMapping[str, bytes]) -> None:
        super().__init__(keys, own, disk)
        self.rules = OwnDice(own.game)


class SignsTwice(TwoTablesPeer):
    """Signs a second batch with the number of one that holds, and sends it."""

    def outstanding(self) -> tuple[PairMessage, ...]:
        due = super().outstanding()
        if len(self.log) < 4:
            return due
        held = self.log[-1]
        batch = replace(msgspec.json.decode(held.body, type=PairBatch), state=bytes(32).hex())
        body = canonical(batch)
        signature = self._keys.signing.sign("batch", bytes.fromhex(batch_hash(body)))
        other = replace(held, body=body.decode(), **{str(self.seat): signature})
        return (*due, SentBatch(other))


class FallsSilent(TwoTablesPeer):
    """Keeps its openings and contributions to itself."""

    def outstanding(self) -> tuple[PairMessage, ...]:
        opened = (StatementKind.OPENING, StatementKind.PART)
        due = super().outstanding()
        return tuple(each for each in due if not isinstance(each, SentStatement) or each.statement.kind not in opened)

    def _write(self, pair: PairState) -> bool:
        return pair.act is None and not self.rules.match.ready_to_open(pair.state) and super()._write(pair)


class OpensEarly(TwoTablesPeer):
    """The control: a side that opens its card as soon as it is locked."""

    def outstanding(self) -> tuple[PairMessage, ...]:
        due, pair = super().outstanding(), self.pair
        if self._card is None or pair is None or self.seat not in pair.locks or self.seat in self._shown:
            return due
        opening = self._secrets.opening(pair.locks[self.seat], self._card)
        return (*due, SentStatement(self._stated(StatementKind.OPENING, opening)))


class LocksWithoutSalt(TwoTablesPeer):
    """The control: a side whose commitment is the hash of the card alone."""

    def _wished(self, pair: PairState) -> PairBatch | None:
        wish = self._wish
        if wish is None or not wish.card or wish.prompt is None:
            return super()._wished(pair)
        commitment = hashlib.sha256(wish.card.encode()).hexdigest()
        return self.rules.act(pair, self.seat, Answer(self.seat, wish.prompt.key, Seal(commitment)))


class SignsAtOnce(TwoTablesPeer):
    """The control: a side that signs after a start without asking for the other's log."""

    @property
    def _may_sign(self) -> bool:
        return True

    def outstanding(self) -> tuple[PairMessage, ...]:
        due, (number, head) = super().outstanding(), self._head
        return (*due, SentHead(True, head, number)) if self._their_number < 0 else due


class BelievesHeads(TwoTablesPeer):
    """The control: a side that stops for a false hash which nobody signed, and waits for batches that nobody has."""

    def _their_head(self, message: SentHead) -> None:
        super()._their_head(message)
        self._their_number = message.number
        if 0 < message.number <= len(self.log) and message.head != self._head_at(message.number):
            self._stops_here(StopReason.TWO_HASHES)

    @property
    def waits_for(self) -> WaitsFor:
        return WaitsFor.NOTHING if self._their_number > len(self.log) else super().waits_for


class RepeatsStops(TwoTablesPeer):
    """The control: a side that signs what the other side's stop states as its own."""

    @property
    def own_stop(self) -> Statement | None:
        if self.their_stop is None:
            return super().own_stop
        stop = from_canonical(self.their_stop.body.encode(), SideStop)
        return self._stated(StatementKind.STOP, replace(stop, seat=self.seat))


class TakesAnyOffer(TwoTablesPeer):
    """The control: a side to which an offer counts as its own commitment."""

    def _takes_offer(self, statement: Statement) -> None:
        self._disk["their offer"] = offer_commitment(statement.body).encode()
        super()._takes_offer(statement)


class FilesNothingRefused(TwoTablesPeer):
    """The control: a side whose record leaves out the batch that it or the other side has not signed."""

    @property
    def one_sided(self) -> Statement | None:
        return None


class AccusesSilence(TwoTablesPeer):
    """The control: a side that calls the other one a liar as long as it owes something."""

    def outstanding(self) -> tuple[PairMessage, ...]:
        if self.waits_for in (WaitsFor.OPENING, WaitsFor.PART):
            self._prove(Lie.NOT_IN_HAND)
        return super().outstanding()


class TrustsAll(TwoTablesPeer):
    """The control: a side that accepts every signed batch without a check."""

    def _check(self, batch: PairBatch, held: HeldBatch) -> None:
        pass


def side_of(peer: type[TwoTablesPeer]) -> SideMade:
    """Return the factory of a side that plays by this program."""
    return type(f"{peer.__name__}Side", (PairedSide,), {"plays": peer})


LIARS: Mapping[Lie, type[TwoTablesPeer]] = MappingProxyType(
    {
        Lie.ANOTHER_CARD: LiesAboutCard,
        Lie.NOT_IN_HAND: LaysForeignCard,
        Lie.NOT_PLAYABLE: LaysSpentCard,
        Lie.ANOTHER_NUMBER: LiesAboutNumber,
        Lie.ANOTHER_EVENT: LiesAboutEvent,
        Lie.TWO_BATCHES: SignsTwice,
        Lie.ANOTHER_OFFER: OffersTwice,
    }
)
"""Lies that either side can tell."""


class Cheat(NamedTuple):
    """A side that lies, the names that its lie may get, and who can tell it."""

    plays: type[TwoTablesPeer]
    lies: tuple[Lie, ...]
    seats: tuple[Seat, ...] = SEATS
    system: str = HIDDEN_GAME


CHEATS = (
    *(Cheat(plays, (lie,)) for lie, plays in LIARS.items()),
    Cheat(ChoosesAmongLeaves, (Lie.ANOTHER_NUMBER, Lie.ANOTHER_EVENT)),  # the second if blue writes it into a result
    Cheat(LocksForLater, (Lie.ANOTHER_CARD,)),
    Cheat(StatesLaterTry, (Lie.ANOTHER_EVENT,)),
    Cheat(ActsForOther, (Lie.NOT_PROPOSED,), (BLUE,)),
    Cheat(ActsForOther, (Lie.ANOTHER_EVENT,), (RED,)),
    Cheat(ChangesFirstBatch, (Lie.ANOTHER_OFFER,), (BLUE,)),
    *(Cheat(TypesResults, (Lie.ANOTHER_EVENT,), system=system) for system in (HIDDEN_GAME, "infinity", "tide_of_iron")),
)
