"""A side of a match between two tables. It has no clock, socket or disk of its own.

Blue writes every batch. Red's acts reach blue as signed proposals. So a batch that only one side has signed is always
blue's last one, and red signs only what it holds at once.
"""

from table.records.two_tables.canonical import NotCanonicalError, from_canonical
from table.records.two_tables.pair_keys import is_signed
from table.records.two_tables.pair_rules import (
    LieFoundError,
    NotAllowedError,
    PairState,
    StatesDifferError,
    check_part,
    compare,
)
from table.records.two_tables.peer_values import Stop
from table.records.two_tables.side_acts import SideActs
from table.records.two_tables.statements import (
    CardOpening,
    HeldBatch,
    Lie,
    PairBatch,
    PairMessage,
    RollPart,
    SentBatch,
    SentHead,
    SentOffer,
    SentSignature,
    SentStatement,
    SentStop,
    SideOffer,
    Statement,
    StatementKind,
)
from table.rules.seats import BLUE, RED, SEATS

LEFT, STATE = "left", "state"
"""The reasons of a stop: a player left the match, or both sides' states differ."""


class TwoTablesPeer(SideActs):
    """The messages of one side, and its checks of the other's. Everything is on its disk before it is sent."""

    def ask_head(self) -> None:
        """Ask the other side for its last batch, to see whether it is there."""
        number, head = self._head
        self._replies.append(SentHead(True, head, number))

    # -- what goes over the line ------------------------------------------------------------------------------------

    @property
    def unconfirmed_end(self) -> bool:
        """True if the match has ended here, and the other side may still lack the signature of its last batch."""
        ended = self.pair is not None and self.pair.state.ended is not None
        return ended and self.seat is RED and self._their_number < len(self.log)

    @property
    def was_left(self) -> bool:
        """True if a player left the match before its end."""
        return self.stop is not None and self.stop.why == LEFT

    def leave(self) -> None:
        """Stop a match that has not ended, and let the other side know."""
        if not self.over and (self.pair is None or self.pair.state.ended is None):
            number, head = self._head
            self.stop = Stop(number, head, head, LEFT)

    def outstanding(self) -> tuple[PairMessage, ...]:
        """Return the messages that the other side needs now. They are sent again until they no longer stand here."""
        if self.stop is not None or self.lie is not None:
            number, head = self._head
            if self.stop is not None and self.stop.why == STATE:
                number, head = self.stop.number, self.stop.ours
            offers = (SentOffer(self._offers[self.seat]),) if self.pair is None else ()
            return (*offers, SentStop(head, number, self.stop.why if self.stop else "lie"))
        due: list[PairMessage] = []
        if not self._may_sign:
            due.append(SentHead(True, self._head[1], self._head[0]))
        if self.pair is None:
            due.append(SentOffer(self._offers[self.seat]))
        if self._pending is not None:
            due.append(SentBatch(self._pending))
        if self.seat is RED and self._proposal is not None:
            due.append(SentStatement(self._proposal))
        due += map(SentStatement, self._due_statements())
        return tuple(due)

    def replies(self) -> tuple[PairMessage, ...]:
        """Return the answers to what came, each once."""
        replies, self._replies = tuple(self._replies), []
        return replies

    def receive(self, message: PairMessage) -> None:
        """Take a message of the other side. It may come again, late, or never."""
        if self.over:
            return
        match message:
            case SentHead():
                self._their_head(message)
            case SentOffer():
                self._their_offer(message.offer)
            case SentBatch():
                self._their_batch(message.batch)
            case SentSignature():
                self._their_signature(message)
            case SentStatement():
                self._their_statement(message.statement)
            case SentStop(why="system" | "rules" | "data") if self.pair is None:
                pass  # The other side's offer comes beside it, and has both values.
            case SentStop(why="state"):
                self.stop = Stop(message.number, self._state_at(message.number), message.head, STATE)
            case SentStop():
                self._stopped(message.number, message.head, message.why)
        self._advance()

    # -- the other side's messages -----------------------------------------------------------------------------------

    def _their_head(self, message: SentHead) -> None:
        number, head = self._head
        if message.number <= number and message.head != self._head_at(message.number):
            self._stopped(message.number, message.head, "two_hashes")
            return
        self._their_number = message.number
        if 0 <= message.number < number:
            self._replies.append(SentBatch(self.log[message.number]))
        if message.ask:
            self._replies.append(SentHead(False, head, number))

    def _their_offer(self, offer: SideOffer) -> None:
        if self.pair is not None or offer.seat is not self.seat.opponent or offer.match != self._keys.match:
            return
        own = self._offers[self.seat]
        for why in ("system", "rules", "data"):
            ours, theirs = getattr(own, why), getattr(offer, why)
            if ours != theirs:
                self.stop = Stop(0, ours, theirs, why)
                return
        self._offers[offer.seat] = offer

    def _their_batch(self, held: HeldBatch) -> None:
        body = held.body.encode()
        if not self._is_theirs(held.of(self.seat.opponent)):
            return
        try:
            batch = from_canonical(body, PairBatch)
        except NotCanonicalError:
            return
        if batch.match != self._keys.match:
            return
        known = self._held_at(batch.number)
        if known is not None and known.body != held.body:
            if self._is_theirs(known.of(self.seat.opponent)):
                self._prove(Lie.TWO_BATCHES, known.of(self.seat.opponent), held.of(self.seat.opponent))
            elif batch.number <= len(self.log) or held.red:
                self._stopped(batch.number, held.hash, "two_hashes")
            return
        if batch.number <= len(self.log):
            if self.seat is RED:
                self._replies.append(SentSignature(batch.number, self.log[batch.number - 1].red))
            return
        if batch.number > len(self.log) + 1 or (self.seat is BLUE and not self._is_own(held.of(BLUE))):
            return
        self._take(batch, held)

    def _take(self, batch: PairBatch, held: HeldBatch) -> None:
        """Check the next batch by the rules, sign it at red, and add it to the log."""
        mine = held.red and self._is_own(held.of(self.seat))
        waits = self.pair is None and self.seat.opponent not in self._offers  # for the offer, to compare it
        if not mine and (self.seat is BLUE or not self._may_sign or waits):
            return
        try:
            self._check(batch, held)
        except LieFoundError as found:
            self._prove(found.lie, held.of(self.seat.opponent))
            return
        except StatesDifferError as found:
            self.stop = Stop(found.number, found.ours, found.theirs, STATE)
            return
        if not mine:
            signature = self._keys.signing.sign("batch", bytes.fromhex(held.hash))
            held = HeldBatch(held.body, held.blue, held.proposal, signature)
        self._hold(held)
        if not mine:
            self._replies.append(SentSignature(batch.number, held.red))

    def _check(self, batch: PairBatch, held: HeldBatch) -> None:
        """Raise LieFoundError or StatesDifferError unless the rules of both decide this batch now."""
        if self.pair is None:
            theirs = {offer.seat: offer for offer in batch.offers}
            if theirs.keys() != set(SEATS) or any(theirs[seat] != offer for seat, offer in self._offers.items()):
                raise LieFoundError(Lie.ANOTHER_EVENT)
            try:
                expected = self.rules.begin(theirs, self._kind)
            except NotAllowedError as error:
                raise LieFoundError(Lie.ANOTHER_EVENT) from error
            compare(expected, batch)
            return
        self.rules.check(self.pair, batch)
        if batch.seat is RED:
            proposed = Statement(held.body, StatementKind.PROPOSAL, held.proposal)
            if not is_signed(self._keys.public(RED), proposed.kind, proposed.signed, proposed.signature):
                raise LieFoundError(Lie.ANOTHER_EVENT)

    def _their_signature(self, message: SentSignature) -> None:
        held = self._pending
        if held is None or message.number != len(self.log) + 1:
            return
        signed = HeldBatch(held.body, held.blue, held.proposal, message.signature)
        if self._is_theirs(signed.of(RED)):
            self._hold(signed)

    def _their_statement(self, statement: Statement) -> None:
        if self.pair is None or not self._is_theirs(statement):
            return
        try:
            match statement.kind:
                case StatementKind.PROPOSAL:
                    self._their_proposal(self.pair, statement)
                case StatementKind.OPENING:
                    self._their_opening(self.pair, statement)
                case StatementKind.PART:
                    self._their_part(self.pair, statement)
        except NotCanonicalError:
            return

    def _their_proposal(self, pair: PairState, statement: Statement) -> None:
        batch = from_canonical(statement.body.encode(), PairBatch)
        if self.seat is RED or self._pending is not None or (batch.number, batch.last) != (pair.number + 1, pair.head):
            return
        try:
            if batch.seat is not RED:
                raise LieFoundError(Lie.ANOTHER_EVENT)
            self.rules.check(pair, batch)
        except LieFoundError as found:
            self._prove(found.lie, statement)
            return
        except StatesDifferError as found:
            self.stop = Stop(found.number, found.ours, found.theirs, STATE)
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
