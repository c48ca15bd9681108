"""The acts of one side: its player's wishes become batches, or proposals, and locks and rolls are opened in turn."""

from msgspec.structs import replace

from table.records.two_tables.canonical import canonical, from_disk
from table.records.two_tables.pair_rules import ROLLS, NotAllowedError, PairState, RollNeededError
from table.records.two_tables.peer_values import Stop, WaitsFor, Wish
from table.records.two_tables.side_log import SideLog
from table.records.two_tables.statements import PairBatch, Statement, StatementKind, StopReason, batch_hash, has_room
from table.rules.choice.sealed_choice import commit
from table.rules.commands import Answer
from table.rules.match.commands import CallJudge, MatchCommand
from table.rules.match.events import CalledBy
from table.rules.match.questions import NUMBER
from table.rules.prompts import AnyPrompt, Seal, SealedCard
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import text


class SideActs(SideLog):
    """The questions and acts of this side."""

    @property
    def busy(self) -> bool:
        """True while an act of this side waits to become a batch."""
        return self._wish is not None or self._proposal is not None or self._pending is not None

    @property
    def prompts(self) -> tuple[AnyPrompt, ...]:
        """Return the questions that this side may answer now."""
        if self.pair is None or self.over or self.pair.act or self.rules.match.ready_to_open(self.pair.state):
            return ()
        asked = self.rules.prompts(self.pair.state)
        return tuple(each for each in asked if each.seat in (None, self.seat) and each.key != NUMBER)

    @property
    def lays_again(self) -> bool:
        """True if the locked card was lost in a restart, and its player has to lay it again."""
        pair = self.pair
        locked = pair is not None and self.seat in pair.locks and self.rules.match.ready_to_open(pair.state)
        return locked and not self.over and self.seat not in self._shown and self._card is None

    @property
    def waits_for(self) -> WaitsFor:
        """Return the message that the other side owes. The record of an abandoned match has it."""
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
        due = question is None and (pair.act is not None or self.rules.match.ready_to_open(pair.state))
        if due and self.seat is RED and self.seat in self.opened:
            return WaitsFor.RESULT
        behind = self._their_number > len(self.log) or (due and self.seat is BLUE and not self._may_sign)
        return WaitsFor.SIGNATURE if behind else WaitsFor.NOTHING  # of batches that it claims to have

    @property
    def opened(self) -> tuple[Seat, ...]:
        """Return the seats whose card, or part of the last roll, is opened."""
        kind, number = self._last_opened
        have = self._shown.keys() if kind is StatementKind.OPENING else {seat for seat, n in self._parts if n == number}
        return tuple(seat for seat in SEATS if seat in have)

    @property
    def opened_by(self) -> tuple[Statement, ...]:
        """Return the signed openings, or parts, of these seats. The record of a left match has them."""
        kind, number = self._last_opened
        return tuple(from_disk(self._disk[f"{kind} {seat} {number}"], Statement) for seat in self.opened)

    @property
    def _last_opened(self) -> tuple[StatementKind, int]:
        """Return the kind and the number of the statements that open the locked cards, or the last opened roll.

        That may be one before the roll that is needed now: who dodges it knew its result.
        """
        question = max((roll for _, roll in self._parts), default=None)
        number = 0 if self.pair is None else self.pair.number
        return (StatementKind.OPENING, number) if question is None else (StatementKind.PART, question)

    def answer(self, prompt: AnyPrompt, command: Answer) -> Refusal | None:
        """Act for the player. The act becomes a batch as soon as both have signed it. Return its refusal, if any."""
        return self._wishes(Wish(prompt, command))

    def call_judge(self, how: CalledBy) -> Refusal | None:
        """Call the judge for this side. Return the refusal, if any."""
        return self._wishes(Wish(None, CallJudge(how, self.seat)))

    def _wishes(self, wish: Wish) -> Refusal | None:
        """Carry out an act, or let it wait for the line. It is refused at once in both cases."""
        self.refused, self._wish = None, wish
        self.advance()
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
        if pair is None or not self._may_lock(pair, card):
            return Refusal(prompt.rule, text("match.not_an_answer"))
        self.refused = None
        self._wish = Wish(prompt, None, card)
        self.advance()
        return None

    def _may_lock(self, pair: PairState, card: str) -> bool:
        return self.rules.match.sealable(pair.state, self.seat, card) and self._secrets.has(card)

    def lay_again(self, card: str) -> Refusal | None:
        """Lay the locked card again after a restart. Another card is refused."""
        if not self.lays_again:
            return Refusal("TB-06", text("match.not_asked", seat=text(f"seat.{self.seat}")))
        self._card = self._locked(card)
        if self._card is None:
            return Refusal("TB-14", text("match.wrong_opening", seat=text(f"seat.{self.seat}")))
        self.advance()
        return None

    def advance(self) -> None:
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
        if self._pending is not None or not self._confirmed:
            return False
        self._compare()
        if self.over or self.seat is RED or not self._may_sign or len(self._offers) < len(SEATS):
            return False
        try:
            batch = self.rules.begin(self._offers, self._kind)
            batch = replace(batch, signed=tuple(each.signature for each in self._both_offers))
            self._sign(_with_room(batch, StatementKind.BATCH))
        except NotAllowedError:
            self.stop = Stop(0, "", "", StopReason.SIDES)
        return True

    @property
    def _both_offers(self) -> tuple[Statement, ...]:
        """Return the signed offers that are known, blue's first."""
        known = {self.seat: self._offer, self.seat.opponent: self._their_offer}
        return tuple(each for seat in SEATS if (each := known[seat]) is not None)

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
        if question >= ROLLS:
            self._stops_here(StopReason.ROLLS)
            return self.over
        first = SEATS[question % len(SEATS)] is self.seat
        if not first and (self.seat.opponent, question) not in self._parts:
            return False
        part = self._secrets.part(question)
        self._keep(self.seat, question, self._stated(StatementKind.PART, part))
        self._parts[self.seat, question] = part
        return True

    def _write(self, pair: PairState) -> bool:
        """Write and sign the next batch at blue: what follows by itself, then blue's own act, then red's."""
        try:
            follows = self._following(pair)
        except RollNeededError:
            return False
        except NotAllowedError:  # no roll is left, or no room
            self._stops_here(StopReason.ROLLS)
            return self.over
        if follows is not None:
            self._sign(follows)
            return True
        if pair.act is not None or self.rules.match.ready_to_open(pair.state):
            return False
        if self._wish is not None:
            batch, self._wish = self._wished(pair), None
            if batch is not None:
                self._sign(batch)
            return True
        if self._proposal is not None:
            proposal, self._proposal = self._proposal, None
            batch = from_disk(proposal.body.encode(), PairBatch)
            self._sign(replace(batch, proposal=proposal.signature))
            return True
        return False

    def _following(self, pair: PairState) -> PairBatch | None:
        """Return the batch that follows by itself, or None. Raises RollNeededError and NotAllowedError."""
        if pair.act is not None:
            follows = self.rules.rolled(pair, tuple(self._parts.values()))
        elif self.rules.match.ready_to_open(pair.state):
            if set(self._shown) != set(pair.locks):
                return None
            follows = self.rules.revealed(pair, self._shown)
        elif (only := self.rules.match.only_answer(pair.state)) is not None:
            follows = self.rules.act(pair, BLUE, only)
        else:
            return None
        return _with_room(follows, StatementKind.BATCH)

    def _propose(self, pair: PairState) -> bool:
        if self._wish is None or self._proposal is not None or pair.act or self.rules.match.ready_to_open(pair.state):
            return False
        batch = self._wished(pair)
        if batch is not None:
            body = canonical(batch)
            signature = self._keys.signing.sign("proposal", bytes.fromhex(batch_hash(body)))
            proposal = Statement(body.decode(), StatementKind.PROPOSAL, signature)
            self._disk["proposal"] = canonical(proposal)
            self._proposal, self._proposed = proposal, self._wish
        return True

    def _wished(self, pair: PairState) -> PairBatch | None:
        """Return the batch of the waiting act; None, and the act is over, if its question has changed."""
        wish = self._wish
        if wish is None or (wish.prompt is not None and wish.prompt not in self.prompts):
            self._wish = None
            return None
        command: MatchCommand | None = wish.command
        if command is None and wish.prompt is not None:
            if not self._may_lock(pair, wish.card):  # a batch has come in between, and opening it would be a lie
                self._wish = None
                return None
            commitment, opening = commit(self._keys.secret, self.rules.moment(pair, self.seat), wish.card)
            command, self._card = Answer(self.seat, wish.prompt.key, Seal(commitment)), opening
        if command is None:
            return None
        kind = StatementKind.BATCH if self.seat is BLUE else StatementKind.PROPOSAL
        try:
            return _with_room(self.rules.act(pair, self.seat, command), kind)
        except NotAllowedError as error:
            self.refused, self._wish = error.refusal, None
            return None


def _with_room(batch: PairBatch, kind: StatementKind) -> PairBatch:
    """Return the batch, if the other side takes one of its size. Raises NotAllowedError."""
    if not has_room(Statement(canonical(batch).decode(), kind, "")):
        raise NotAllowedError(Refusal("TB-131", text("match.no_room")))
    return batch
