"""A side of a match between two tables. It has no clock, socket or disk of its own.

Blue writes every batch. Red's acts reach blue as signed proposals. So a batch that only one side has signed is always
blue's last one, and red signs only what it holds at once.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

from table.records.two_tables.canonical import NotCanonicalError, canonical, from_canonical
from table.records.two_tables.pair_keys import SigningKey, is_signed
from table.records.two_tables.pair_rules import (
    LieFoundError,
    NotAllowedError,
    OwnSecrets,
    PairRules,
    PairState,
    RollNeededError,
    check_part,
)
from table.records.two_tables.statements import (
    CardOpening,
    HeldBatch,
    Lie,
    PairBatch,
    PairMessage,
    ProvedLie,
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
    batch_hash,
)
from table.rules.choice.sealed_choice import ChoiceOpening, commit
from table.rules.commands import Answer
from table.rules.game import Game
from table.rules.match.commands import CallJudge, MatchCommand
from table.rules.match.events import CalledBy
from table.rules.match.questions import NUMBER
from table.rules.prompts import AnyPrompt, Seal, SealedCard
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import text


class WaitsFor(StrEnum):
    """The thing that the other side owes. Owing it is no lie."""

    NOTHING = ""
    OFFER = "offer"
    SIGNATURE = "signature"
    OPENING = "opening"
    PART = "part"


@dataclass(frozen=True)
class PairedKeys:
    """The result of a pairing, and the secrets of one side."""

    match: str
    seat: Seat
    signing: SigningKey
    """The key of this match."""
    theirs: str
    """The other side's public key of this match."""
    secret: bytes

    def public(self, seat: Seat) -> str:
        return self.signing.public if seat is self.seat else self.theirs


@dataclass(frozen=True)
class OwnSide:
    """A side of a game, as its player brings it."""

    game: Game[Any]
    side: Any
    hand: tuple[str, ...]
    """The cards that the side may ever lock; empty in a game without hidden cards."""
    data: str
    """The hash of the game's data and settings, which both sides must have alike."""
    program: str
    """The version of the program."""


@dataclass(frozen=True)
class Wish:
    """An act that waits until it can become a batch. It ends when its question changes."""

    prompt: AnyPrompt | None
    """The question that it answers; None for a call of the judge."""
    command: Answer | CallJudge | None
    """None for a card to lock."""
    card: str = ""


@dataclass(frozen=True)
class Stop:
    """The match cannot go on: both hashes are shown."""

    number: int
    ours: str
    theirs: str
    why: str


class TwoTablesPeer:
    """The log, the acts and the checks of one side. Everything is on its disk before it is sent."""

    def __init__(self, keys: PairedKeys, own: OwnSide, disk: MutableMapping[str, bytes]) -> None:
        """`disk` keeps a record by its name: it is durable when an assignment returns."""
        self._keys, self._disk, self.seat = keys, disk, keys.seat
        self.rules = PairRules(own.game)
        self._secrets = OwnSecrets(keys.secret, keys.match, keys.seat, own.hand)
        self._kind = type(own.side)
        version = self.rules.match.revision(own.program).stated
        offer = SideOffer(
            self._secrets.chance.root, own.data, self._secrets.hand.root, keys.match, version, keys.seat,
            msgspec.json.decode(canonical(own.side)), own.game.system,
        )  # fmt: skip
        self._offers: dict[Seat, SideOffer] = {self.seat: offer}
        self.log: list[HeldBatch] = []
        self.pair: PairState | None = None
        self._pending: HeldBatch | None = None
        """Blue's last batch, which red has not signed yet."""
        self._proposal: Statement | None = None
        """Red's proposal for the next batch: at red its own, at blue the one that came."""
        self._wish: Wish | None = None
        self._card: ChoiceOpening | None = None
        """The locked card of this side, in memory only."""
        self._shown: dict[Seat, CardOpening] = {}
        """The openings of the cards that are locked now."""
        self._parts: dict[tuple[Seat, int], RollPart] = {}
        self._asked: tuple[tuple[int, int], int | None] = ((0, 0), None)
        """The roll that the open act needs, after this batch and with so many contributions."""
        self._their_number = -1
        """The number of the other side's last batch since this start; -1 before it is known."""
        self.lie: ProvedLie | None = None
        self.stop: Stop | None = None
        self.refused: Refusal | None = None
        """The refusal of this side's last act, if it did not become a batch."""
        self._replies: list[PairMessage] = []
        self._load()

    # -- what the player sees and does ------------------------------------------------------------------------------

    @property
    def keys(self) -> Mapping[Seat, str]:
        """Return the public keys of the match."""
        return {seat: self._keys.public(seat) for seat in SEATS}

    @property
    def match(self) -> str:
        """Return the id of the match."""
        return self._keys.match

    def ask_head(self) -> None:
        """Ask the other side for its last batch, to see whether it is there."""
        number, head = self._head
        self._replies.append(SentHead(True, head, number))

    @property
    def busy(self) -> bool:
        """True while an act of this side waits to become a batch."""
        return self._wish is not None or self._proposal is not None or self._pending is not None

    @property
    def prompts(self) -> tuple[AnyPrompt, ...]:
        """Return the questions that this side may answer now."""
        if self.pair is None or self.over or self.pair.act or self.rules.match.ready_to_open(self.pair.state):
            return ()
        asked = self.rules.match.prompts(self.pair.state)
        return tuple(each for each in asked if each.seat in (None, self.seat) and each.key != NUMBER)

    @property
    def over(self) -> bool:
        return self.lie is not None or self.stop is not None

    @property
    def lays_again(self) -> bool:
        """True if the locked card was lost in a restart, and its player has to lay it again."""
        pair = self.pair
        locked = pair is not None and self.seat in pair.locks and self.rules.match.ready_to_open(pair.state)
        return locked and not self.over and self.seat not in self._shown and self._card is None

    @property
    def waits_for(self) -> WaitsFor:
        """Return what the other side owes. A record of a match that was left has it."""
        pair = self.pair
        if self._pending is not None:
            return WaitsFor.SIGNATURE
        if pair is None:
            return WaitsFor.OFFER
        if self._proposal is not None and self.seat is RED:
            return WaitsFor.SIGNATURE
        if self.rules.match.ready_to_open(pair.state) and self.seat.opponent not in self._shown:
            return WaitsFor.OPENING if self.seat.opponent in pair.locks else WaitsFor.NOTHING
        question = self._question()
        if question is not None and (self.seat.opponent, question) not in self._parts:
            return WaitsFor.PART
        return WaitsFor.NOTHING

    def answer(self, prompt: AnyPrompt, command: Answer) -> Refusal | None:
        """Act for the player. The act becomes a batch as soon as both have signed it. Return its refusal, if any."""
        return self._wishes(Wish(prompt, command))

    def call_judge(self, how: CalledBy) -> Refusal | None:
        """Call the judge for this side. Return the refusal, if any."""
        return self._wishes(Wish(None, CallJudge(how, self.seat)))

    def _wishes(self, wish: Wish) -> Refusal | None:
        """Carry out an act, or let it wait for the line. It is refused at once in both cases."""
        self.refused, self._wish = None, wish
        self._advance()
        waits = self._wish is wish and self._proposal is None
        if self.pair is not None and wish.command is not None and waits:
            try:
                self.rules.act(self.pair, self.seat, wish.command)
            except NotAllowedError as error:
                self.refused, self._wish = error.refusal, None
        return self.refused

    def lay(self, prompt: SealedCard, card: str) -> Refusal | None:
        """Lock a card. Return the refusal of a card that may not be played (LA-50), which nobody else sees."""
        pair = self.pair
        if pair is None or not self.rules.match.sealable(pair.state, self.seat, card) or not self._secrets.has(card):
            return Refusal(prompt.rule, text("match.not_an_answer"))
        self.refused = None
        self._wish = Wish(prompt, None, card)
        self._advance()
        return None

    def lay_again(self, card: str) -> Refusal | None:
        """Lay the locked card again after a restart. Another card is refused."""
        pair = self.pair
        if pair is None or not self.lays_again:
            return Refusal("TB-06", text("match.not_asked", seat=text(f"seat.{self.seat}")))
        commitment, opening = commit(self._keys.secret, pair.locks[self.seat].moment, card)
        if commitment != dict(pair.state.seals)[self.seat]:
            return Refusal("TB-14", text("match.wrong_opening", seat=text(f"seat.{self.seat}")))
        self._card = opening
        self._advance()
        return None

    # -- what goes over the line ------------------------------------------------------------------------------------

    def outstanding(self) -> tuple[PairMessage, ...]:
        """Return the messages that the other side needs now. They are sent again until they no longer stand here."""
        if self.stop is not None or self.lie is not None:
            number, head = self._head
            return (SentStop(head, number, self.stop.why if self.stop else "lie"),)
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
        if message.number < number:
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
        if not mine and (self.seat is BLUE or not self._may_sign):
            return
        try:
            self._check(batch, held)
        except LieFoundError as found:
            self._prove(found.lie, held.of(self.seat.opponent))
            return
        if not mine:
            signature = self._keys.signing.sign("batch", bytes.fromhex(held.hash))
            held = HeldBatch(held.body, held.blue, held.proposal, signature)
        self._hold(held)
        if not mine:
            self._replies.append(SentSignature(batch.number, held.red))

    def _check(self, batch: PairBatch, held: HeldBatch) -> None:
        """Raise LieFoundError unless the rules of both decide this batch now."""
        if self.pair is None:
            theirs = {offer.seat: offer for offer in batch.offers}
            if theirs.get(self.seat) != self._offers[self.seat] or self.seat.opponent not in theirs:
                raise LieFoundError(Lie.ANOTHER_EVENT)
            try:
                expected = self.rules.begin(theirs, self._kind)
            except NotAllowedError as error:
                raise LieFoundError(Lie.ANOTHER_EVENT) from error
            if canonical(expected) != held.body.encode():
                raise LieFoundError(Lie.ANOTHER_EVENT)
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

    # -- own acts ----------------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Do everything that this side can do now."""
        while not self.over and self._step():
            pass

    def _step(self) -> bool:
        """Do one thing. Return False if there is nothing to do."""
        if self.pair is None:
            return self._open_match()
        if self._open_card(self.pair) or self._open_part(self.pair):
            return True
        if not self._may_sign or self._pending is not None:
            return False
        if self.seat is BLUE:
            return self._write(self.pair)
        return self._propose(self.pair)

    def _open_match(self) -> bool:
        if self.seat is RED or self._pending is not None or not self._may_sign or len(self._offers) < len(SEATS):
            return False
        try:
            self._sign(self.rules.begin(self._offers, self._kind))
        except NotAllowedError as error:
            self.stop = Stop(0, "", "", f"refused: {error}")
        return True

    def _open_card(self, pair: PairState) -> bool:
        """Open the own card once every card is locked at this disk."""
        lock = pair.locks.get(self.seat)
        if lock is None or self._card is None or self.seat in self._shown:
            return False
        if self._pending is not None or not self.rules.match.ready_to_open(pair.state):
            return False
        opening = self._secrets.opening(lock, self._card)
        self._keep(self.seat, pair.number, self._stated(StatementKind.OPENING, opening))
        self._shown[self.seat] = opening
        return True

    def _open_part(self, pair: PairState) -> bool:
        """Open the own contribution to the roll that the act needs, in turn: of even rolls, blue's is the first."""
        question = self._question()
        if question is None or self._pending is not None or (self.seat, question) in self._parts:
            return False
        first = SEATS[question % len(SEATS)] is self.seat
        if not first and (self.seat.opponent, question) not in self._parts:
            return False
        part = self._secrets.part(question)
        self._keep(self.seat, question, self._stated(StatementKind.PART, part))
        self._parts[self.seat, question] = part
        return True

    def _write(self, pair: PairState) -> bool:
        """Write and sign the next batch at blue: what follows by itself, then blue's own act, then red's."""
        if pair.act is not None:
            try:
                self._sign(self.rules.rolled(pair, tuple(self._parts.values())))
            except RollNeededError:
                return False
            return True
        if self.rules.match.ready_to_open(pair.state):
            if set(self._shown) != set(pair.locks):
                return False
            self._sign(self.rules.revealed(pair, self._shown))
            return True
        only = self.rules.match.only_answer(pair.state)
        if only is not None:
            self._sign(self.rules.act(pair, BLUE, only))
            return True
        if self._wish is not None:
            batch, self._wish = self._wished(pair), None
            if batch is not None:
                self._sign(batch)
            return True
        if self._proposal is not None:
            proposal, self._proposal = self._proposal, None
            self._sign_body(proposal.body, proposal.signature)
            return True
        return False

    def _propose(self, pair: PairState) -> bool:
        if self._wish is None or self._proposal is not None or pair.act or self.rules.match.ready_to_open(pair.state):
            return False
        batch = self._wished(pair)
        if batch is not None:
            body = canonical(batch)
            signature = self._keys.signing.sign("proposal", bytes.fromhex(batch_hash(body)))
            proposal = Statement(body.decode(), StatementKind.PROPOSAL, signature)
            self._disk["proposal"] = canonical(proposal)
            self._proposal = proposal
        return True

    def _wished(self, pair: PairState) -> PairBatch | None:
        """Return the batch of the waiting act; None, and the act is over, if its question has changed."""
        wish = self._wish
        if wish is None or (wish.prompt is not None and wish.prompt not in self.prompts):
            self._wish = None
            return None
        command: MatchCommand | None = wish.command
        if command is None and wish.prompt is not None:
            commitment, opening = commit(self._keys.secret, self.rules.moment(pair, self.seat), wish.card)
            command, self._card = Answer(self.seat, wish.prompt.key, Seal(commitment)), opening
        if command is None:
            return None
        try:
            return self.rules.act(pair, self.seat, command)
        except NotAllowedError as error:
            self.refused, self._wish = error.refusal, None
            return None

    # -- the log -----------------------------------------------------------------------------------------------------

    def _sign(self, batch: PairBatch) -> None:
        self._sign_body(canonical(batch).decode(), "")

    def _sign_body(self, body: str, proposal: str) -> None:
        """Write and sign the next batch at blue. It is on disk before it is sent."""
        signature = self._keys.signing.sign("batch", bytes.fromhex(batch_hash(body.encode())))
        held = HeldBatch(body, signature, proposal)
        self._disk[f"batch {len(self.log) + 1}"] = canonical(held)
        self._pending = held

    def _hold(self, held: HeldBatch) -> None:
        """Add a batch that both have signed."""
        self._disk[f"batch {len(self.log) + 1}"] = canonical(held)
        self._add(held)

    def _add(self, held: HeldBatch) -> None:
        before = self.pair
        self.pair = self.rules.follow(before, held.body.encode())
        self.log.append(held)
        if self.seat is RED and self._proposal is not None and self._proposal.body == held.body:
            self._wish = None
        self._pending, self._proposal = None, None
        if before is not None and self.seat in before.locks and self.seat not in self.pair.locks:
            self._card = None
        if not self.rules.match.ready_to_open(self.pair.state):
            self._shown = {}
        if self.pair.act is None:
            self._parts = {}

    def _load(self) -> None:
        """Go on from the disk."""
        if (lie := self._disk.get("lie")) is not None:
            self.lie = from_canonical(lie, ProvedLie)
        while (raw := self._disk.get(f"batch {len(self.log) + 1}")) is not None:
            held = from_canonical(raw, HeldBatch)
            if not held.red:
                self._pending = held
                break
            self._add(held)
        pair = self.pair
        if pair is None:
            return
        if self.seat is RED and (raw := self._disk.get("proposal")) is not None:
            proposal = from_canonical(raw, Statement)
            batch = from_canonical(proposal.body.encode(), PairBatch)
            self._proposal = proposal if (batch.number, batch.last) == (pair.number + 1, pair.head) else None
        for seat in SEATS:
            if self.rules.match.ready_to_open(pair.state) and (kept := self._kept("opening", seat, pair.number)):
                self._shown[seat] = from_canonical(kept, CardOpening)
        while (question := self._question()) is not None:
            known = len(self._parts)
            for seat in SEATS:
                if kept := self._kept("part", seat, question):
                    self._parts[seat, question] = from_canonical(kept, RollPart)
            if len(self._parts) == known or self._question() == question:
                break

    def _kept(self, kind: str, seat: Seat, number: int) -> bytes | None:
        raw = self._disk.get(f"{kind} {seat} {number}")
        return None if raw is None else from_canonical(raw, Statement).body.encode()

    def _keep(self, seat: Seat, number: int, statement: Statement) -> None:
        """Write an opening or a contribution to disk: before it is sent, or as it came."""
        self._disk[f"{statement.kind} {seat} {number}"] = canonical(statement)

    def _due_statements(self) -> Iterator[Statement]:
        """Yield the own openings and contributions that the open act needs."""
        if self.pair is None:
            return
        names = [f"part {seat} {question}" for seat, question in self._parts if seat is self.seat]
        if self.seat in self._shown:
            names.append(f"opening {self.seat} {self.pair.number}")
        for name in names:
            yield from_canonical(self._disk[name], Statement)

    def _stated(self, kind: StatementKind, value: CardOpening | RollPart) -> Statement:
        body = canonical(value)
        return Statement(body.decode(), kind, self._keys.signing.sign(kind, body))

    def _prove(self, lie: Lie, *statements: Statement) -> None:
        """Stop the match: the other side lied. The proof is on disk."""
        self.lie = ProvedLie(lie, self.seat.opponent, statements)
        self._disk["lie"] = canonical(self.lie)

    def _stopped(self, number: int, theirs: str, why: str) -> None:
        ours = self._held_at(number)
        self.stop = Stop(number, "" if ours is None else ours.hash, theirs, why)

    def _lock_statement(self, seat: Seat) -> Statement:
        """Return the batch with the lock of a seat, as this seat signed it."""
        locked = self.pair.locks[seat].batch if self.pair is not None else ""
        return next(held.of(seat) for held in reversed(self.log) if held.hash == locked)

    def _question(self) -> int | None:
        """Return the number of the roll whose contributions are needed now."""
        pair = self.pair
        if pair is None or pair.act is None:
            return None
        moment = (pair.number, len(self._parts))
        if self._asked[0] != moment:
            self._asked = (moment, self.rules.question(pair, tuple(self._parts.values())))
        return self._asked[1]

    def _held_at(self, number: int) -> HeldBatch | None:
        if 0 < number <= len(self.log):
            return self.log[number - 1]
        return self._pending if number == len(self.log) + 1 else None

    def _head_at(self, number: int) -> str:
        return self.log[number - 1].hash if 0 < number <= len(self.log) else ""

    @property
    def _head(self) -> tuple[int, str]:
        return len(self.log), self._head_at(len(self.log))

    @property
    def _may_sign(self) -> bool:
        """True if this disk has everything that the other side has: one from a backup signs nothing before."""
        return 0 <= self._their_number <= len(self.log)

    def _is_theirs(self, statement: Statement) -> bool:
        return is_signed(self._keys.theirs, statement.kind, statement.signed, statement.signature)

    def _is_own(self, statement: Statement) -> bool:
        return is_signed(self._keys.signing.public, statement.kind, statement.signed, statement.signature)
