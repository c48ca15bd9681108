"""A side of a match between two tables. It has no clock, socket or disk of its own.

Blue writes every batch. Red's acts reach blue as signed proposals. So a batch that only one side has signed is always
blue's last one, and red signs only what it holds at once.
"""

from msgspec.structs import replace

from table.records.two_tables.canonical import NotCanonicalError, canonical, from_canonical
from table.records.two_tables.pair_rules import (
    LieFoundError,
    NotAllowedError,
    PairState,
    StatesDifferError,
    check_part,
    compare,
)
from table.records.two_tables.peer_values import Stop
from table.records.two_tables.proofs import check_offers, check_proposal, check_proposed
from table.records.two_tables.side_acts import SideActs
from table.records.two_tables.statements import (
    BEFORE_PLAY,
    COMPARED,
    CardOpening,
    HeldBatch,
    Lie,
    PairBatch,
    PairMessage,
    RollPart,
    SentBatch,
    SentCommitment,
    SentHead,
    SentSignature,
    SentStatement,
    SideOffer,
    SideStop,
    Statement,
    StatementKind,
    StopReason,
    batch_hash,
    fits_record,
    offer_commitment,
)
from table.rules.seats import BLUE, RED


class TwoTablesPeer(SideActs):
    """The messages of one side, and its checks of the other's. Everything is on its disk before it is sent."""

    def ask_head(self) -> None:
        """Ask the other side for its last batch, to see whether it is there."""
        number, head = self._head
        self._replies.append(SentHead(True, head, number))

    # -- what goes over the line ------------------------------------------------------------------------------------

    @property
    def unconfirmed_end(self) -> bool:
        """True if the match has ended here, and a side may still lack the other's signature of its last batch."""
        return self.ended and (self.busy or (self.seat is RED and self._their_number < len(self.log)))

    @property
    def was_left(self) -> bool:
        """True if a player left the match before its end."""
        return self.stop is not None and self.stop.why == StopReason.LEFT

    def leave(self) -> None:
        """Stop a match that has not ended, and let the other side know; or confirm the end, for which it may wait."""
        if self.ended:
            self._replies.append(SentHead(False, self._head[1], self._head[0]))
        elif not self.over:
            self._stops_here(StopReason.LEFT)

    def outstanding(self) -> tuple[PairMessage, ...]:
        """Return the messages that the other side needs now. They are sent again until they no longer stand here."""
        if (stop := self.own_stop) is not None:
            return (*self._offering(), SentStatement(stop))
        due: list[PairMessage] = []
        if not self._may_sign:
            due.append(SentHead(True, self._head[1], self._head[0]))
        due += self._offering()
        if self._pending is not None:
            due.append(SentBatch(self._pending))
        if self.seat is RED and self._proposal is not None:
            due.append(SentStatement(self._proposal))
        due += map(SentStatement, self._due_statements())
        return tuple(due)

    def _offering(self) -> tuple[PairMessage, ...]:
        """Return the commitment to the own offer, and the offer itself once the other side is committed to its own.

        The offer shows the army, so the player confirms first that the other side is whom it should be.
        """
        if self.pair is not None:
            return ()
        offer = (SentStatement(self._offer),) if "their offer" in self._disk and self._confirmed else ()
        return (SentCommitment(offer_commitment(self._offer.body)), *offer)

    def replies(self) -> tuple[PairMessage, ...]:
        """Return the answers to the received messages, each once."""
        replies, self._replies = tuple(self._replies), []
        return replies

    def receive(self, message: PairMessage) -> None:
        """Take a message of the other side. It may come again, late, or never. One with too large a body is dropped."""
        if not fits_record(message):
            return
        match message:
            case SentStatement(statement=Statement(kind=StatementKind.STOP) as statement):
                self._their_side_stopped(statement)
            case SentCommitment() if "their offer" not in self._disk:
                self._disk["their offer"] = message.commitment.encode()
            case _ if self.over:
                return
            case SentHead():
                self._their_head(message)
            case SentBatch():
                self._their_batch(message.batch)
            case SentSignature():
                self._their_signature(message)
            case SentStatement():
                self._their_statement(message.statement)
            case SentCommitment():
                pass  # it came again
        self.advance()

    # -- the other side's messages -----------------------------------------------------------------------------------

    def _their_head(self, message: SentHead) -> None:
        number, head = self._head
        if message.number <= number and message.head != self._head_at(message.number):
            if message.number > 0:  # nobody has signed a head: ask for the batch
                self._replies.append(SentHead(False, self._head_at(message.number - 1), message.number - 1))
            return
        if 0 <= message.number <= number or not self._may_sign:  # after the first answer, no log is longer than the own
            self._their_number = message.number
        if 0 <= message.number < number:
            self._replies.append(SentBatch(self.log[message.number]))
        if message.ask:
            self._replies.append(SentHead(False, head, number))

    def _takes_offer(self, statement: Statement) -> None:
        """Take the offer to which the other side was committed before it saw this side's."""
        offer, first = from_canonical(statement.body.encode(), SideOffer), self._their_offer
        if self.pair is not None or offer.seat is not self.seat.opponent or offer.match != self._keys.match:
            return
        if first is not None and first.body != statement.body:
            self._prove(Lie.ANOTHER_OFFER, first, statement)
        elif offer_commitment(statement.body) == self._disk.get("their offer", b"").decode():
            self._their_offer, self._offers[offer.seat] = statement, offer

    def _their_side_stopped(self, statement: Statement) -> None:
        """Take the other side's signed stop, which the record of the match keeps."""
        if self.ended or self.their_stop is not None or not self._is_theirs(statement):
            return
        try:
            stop = from_canonical(statement.body.encode(), SideStop)
        except NotCanonicalError:
            return
        if (stop.seat, stop.match) != (self.seat.opponent, self._keys.match):
            return
        if not stop.is_whole or (self.pair is not None and stop.why in BEFORE_PLAY):
            return
        awaits = stop.why in COMPARED and self.pair is None and self._their_offer is None
        if not self.over and not awaits:  # the other side's offer comes beside it, and has both values
            ours, own = "", self.one_sided
            if own is not None and stop.refused == batch_hash(own.body.encode()):
                ours = from_canonical(own.body.encode(), PairBatch).state
            elif stop.why is not StopReason.STATE and (held := self._held_at(stop.number)) is not None:
                ours = held.hash
            self._stops(Stop(stop.number, ours, stop.head, stop.why, answers=True))
        if self.pair is not None:  # after the own stop: a side that has only theirs would answer no repetition
            self._disk["their stop"], self.their_stop = canonical(statement), statement

    def _their_batch(self, held: HeldBatch) -> None:
        body = held.body.encode()
        if not self._is_theirs(held.of(self.seat.opponent)):
            return
        try:
            batch = from_canonical(body, PairBatch)
        except NotCanonicalError:
            return
        number, head = self._head
        if batch.match != self._keys.match or (batch.number == number + 1 and batch.last != head):
            return
        known = self._held_at(batch.number)
        if known is not None and known.body != held.body:
            self._two_batches(known, batch, held)
            return
        if batch.number <= number:
            if self.seat is RED:
                self._replies.append(SentSignature(batch.number, self.log[batch.number - 1].red))
            return
        if batch.number > number + 1 or (self.seat is BLUE and not self._is_own(held.of(BLUE))):
            return
        self._take(batch, held)

    def _two_batches(self, known: HeldBatch, batch: PairBatch, held: HeldBatch) -> None:
        """Take a second batch of one number: the other side's lie, or one that this side's disk has forgotten."""
        if self._is_theirs(known.of(self.seat.opponent)):
            self._prove(Lie.TWO_BATCHES, known.of(self.seat.opponent), held.of(self.seat.opponent))
        elif self._is_own(held.of(BLUE)):  # blue's disk is a copy, and both have signed the batch that it forgot
            self._pending = None
            self._take(batch, held)
            if not self.over:
                self._stops(Stop(batch.number, known.hash, held.hash, StopReason.TWO_HASHES))

    def _take(self, batch: PairBatch, held: HeldBatch) -> None:
        """Check the next batch by the rules, sign it at red, and add it to the log."""
        mine = held.red and self._is_own(held.of(self.seat))
        waits = self.pair is None and self._their_offer is None  # to compare it
        if not mine and (self.seat is BLUE or not self._may_sign or waits):
            return
        if mine and self.pair is None and self._offers[self.seat] not in batch.offers:
            self._stops(
                Stop(0, "", "", StopReason.SIDES)
            )  # the disk is older than its offer, and the list is another one
            return
        try:
            if not mine:  # a batch with its own signature is one that this side has checked
                self._check(batch, held)
        except LieFoundError as found:
            first = (self._their_offer,) if found.lie is Lie.ANOTHER_OFFER and self._their_offer is not None else ()
            self._prove(found.lie, *first, held.of(self.seat.opponent))
            return
        except StatesDifferError as found:
            refused = held.of(self.seat.opponent)
            self._stops(Stop(found.number, found.ours, found.theirs, StopReason.STATE, refused))
            return
        if not mine:
            signature = self._keys.signing.sign("batch", bytes.fromhex(held.hash))
            held = HeldBatch(held.body, held.blue, signature)
        self._hold(held)
        if not mine:
            self._replies.append(SentSignature(batch.number, held.red))

    def _check(self, batch: PairBatch, held: HeldBatch) -> None:
        """Raise LieFoundError or StatesDifferError unless the rules of both decide this batch now."""
        check_proposed(self.keys, batch)
        if self.pair is not None:
            self.rules.check(self.pair, batch)
            return
        check_offers(self.keys, batch)
        theirs = {offer.seat: offer for offer in batch.offers}
        if any(theirs[seat] != offer for seat, offer in self._offers.items()):
            raise LieFoundError(Lie.ANOTHER_OFFER)
        try:
            expected = self.rules.begin(theirs, self._kind)
        except NotAllowedError as error:
            raise LieFoundError(Lie.ANOTHER_EVENT) from error
        compare(replace(expected, signed=batch.signed), batch)

    def _their_signature(self, message: SentSignature) -> None:
        held = self._pending
        if held is None or message.number != len(self.log) + 1:
            return
        signed = HeldBatch(held.body, held.blue, message.signature)
        if self._is_theirs(signed.of(RED)):
            self._hold(signed)

    def _their_statement(self, statement: Statement) -> None:
        if not self._is_theirs(statement):
            return
        try:
            if statement.kind is StatementKind.OFFER:
                self._takes_offer(statement)
            elif self.pair is not None:
                self._their_word(self.pair, statement)
        except NotCanonicalError:
            return

    def _their_word(self, pair: PairState, statement: Statement) -> None:
        match statement.kind:
            case StatementKind.PROPOSAL:
                self._their_proposal(pair, statement)
            case StatementKind.OPENING:
                self._their_opening(pair, statement)
            case StatementKind.PART:
                self._their_part(pair, statement)
            case StatementKind.BATCH | StatementKind.OFFER | StatementKind.STOP:
                pass  # these come in messages of their own

    def _their_proposal(self, pair: PairState, statement: Statement) -> None:
        batch = from_canonical(statement.body.encode(), PairBatch)
        if self.seat is RED or self._pending is not None or (batch.number, batch.last) != (pair.number + 1, pair.head):
            return
        try:
            check_proposal(batch)
            self.rules.check(pair, batch)
        except LieFoundError as found:
            self._prove(found.lie, statement)
            return
        except StatesDifferError as found:
            self._stops(Stop(found.number, found.ours, found.theirs, StopReason.STATE, statement))
            return
        self._proposal = statement

    def _their_opening(self, pair: PairState, statement: Statement) -> None:
        opening = from_canonical(statement.body.encode(), CardOpening)
        seat = self.seat.opponent
        lock = pair.locks.get(seat)
        if lock is None or opening.lock != lock.batch or opening.seat is not seat:
            return
        if not self.rules.match.ready_to_open(pair.state) or seat in self._shown:
            return
        try:
            self.rules.check_opening(pair, opening)
        except LieFoundError as found:
            first = self.log[0].of(seat) if found.lie is Lie.NOT_IN_HAND else self._lock_statement(seat)
            self._prove(found.lie, first, statement)
            return
        self._keep(seat, pair.number, statement)
        self._shown[seat] = opening

    def _their_part(self, pair: PairState, statement: Statement) -> None:
        part = from_canonical(statement.body.encode(), RollPart)
        seat = self.seat.opponent
        if part.seat is not seat or part.question != self._question() or (seat, part.question) in self._parts:
            return
        try:
            check_part(pair.offers, part)
        except LieFoundError as found:
            self._prove(found.lie, self.log[0].of(seat), statement)
            return
        self._keep(seat, part.question, statement)
        self._parts[seat, part.question] = part
