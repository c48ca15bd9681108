"""The signed log of one side: everything is on its disk before it is sent, and a start continues from there."""

from collections.abc import Iterator, Mapping, MutableMapping
from itertools import pairwise

import msgspec

from table.records.two_tables.canonical import WORDS_COMPARED, canonical, from_disk
from table.records.two_tables.own_secrets import OwnSecrets
from table.records.two_tables.pair_keys import is_signed
from table.records.two_tables.pair_rules import PairRules, PairState
from table.records.two_tables.peer_values import OwnSide, PairedKeys, Stop, Wish
from table.records.two_tables.statements import (
    COMPARED,
    CardOpening,
    HeldBatch,
    Lie,
    PairBatch,
    PairMessage,
    ProvedLie,
    RollPart,
    SideOffer,
    SideStop,
    Stated,
    Statement,
    StatementKind,
    StopReason,
    batch_hash,
    has_room,
)
from table.rules.choice.sealed_choice import ChoiceOpening, commit
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat


class SideLog:
    """The log of a side, with its openings and proofs. It signs only one batch with each number."""

    def __init__(self, keys: PairedKeys, own: OwnSide, disk: MutableMapping[str, bytes]) -> None:
        """`disk` keeps a record by its name: it is durable when an assignment returns."""
        self._keys, self._disk, self.seat = keys, disk, keys.seat
        self.rules = PairRules(own.game)
        if "offer" not in disk:  # the hand of a start that was killed before its offer counts no more than its list
            disk["hand"] = canonical(own.hand)
        hand = from_disk(disk["hand"], tuple[str, ...])
        self._secrets = OwnSecrets(keys.secret, keys.match, keys.seat, hand)
        self._kind = type(own.side)
        version = self.rules.match.revision(own.program).stated
        offer = SideOffer(
            self._secrets.chance.root, own.data, self._secrets.hand.root, keys.match, version, keys.seat,
            msgspec.json.decode(canonical(own.side)), own.game.system,
        )  # fmt: skip
        self._today = offer
        """The offer of this program and its settings, as they are now."""
        self._offer = self._kept_offer(offer)
        """The offer of this side. It is the same after each start, whatever the player's list is by then."""
        self._offers: dict[Seat, SideOffer] = {self.seat: from_disk(self._offer.body.encode(), SideOffer)}
        self._their_offer: Statement | None = None
        self.log: list[HeldBatch] = []
        self.pair: PairState | None = None
        self._pending: HeldBatch | None = None
        """Blue's last batch, which red has not signed yet."""
        self._proposal: Statement | None = None
        """Red's proposal for the next batch: at red its own, at blue the received one."""
        self._wish: Wish | None = None
        self._proposed: Wish | None = None
        """The act that red's proposal is of. A call of the judge may wait behind it."""
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
        self.their_stop: Statement | None = None
        """The other side's signed stop, if it has stopped the match."""
        self.refused: Refusal | None = None
        """The refusal of this side's last act, if it did not become a batch."""
        self._replies: list[PairMessage] = []
        self._load()
        if self.pair is None and self._pending is None:
            self._compare()
            if not has_room(self._offer):
                self.stop = Stop(0, "", "", StopReason.SIDES)  # nobody takes it

    @property
    def keys(self) -> Mapping[Seat, str]:
        """Return the public keys of the match."""
        return {seat: self._keys.public(seat) for seat in SEATS}

    @property
    def match(self) -> str:
        """Return the id of the match."""
        return self._keys.match

    @property
    def over(self) -> bool:
        return self.lie is not None or self.stop is not None

    @property
    def ended(self) -> bool:
        """True if the match has ended at this side. Afterwards only batches of both sides change its record."""
        return self.pair is not None and self.pair.state.ended is not None

    def _kept_offer(self, offer: SideOffer) -> Statement:
        """Return the signed offer on disk, which this one becomes at the first start."""
        if (raw := self._disk.get("offer")) is None:
            raw = self._disk["offer"] = canonical(self._stated(StatementKind.OFFER, offer))
        return from_disk(raw, Statement)

    @property
    def _confirmed(self) -> bool:
        """True once the player has confirmed the words. Before, nothing that shows the army is sent."""
        return self._disk.get(WORDS_COMPARED) != b"no"

    def _compare(self) -> None:
        """Stop the match if today's offer, the kept one and the other side's are not of the same game.

        The own offer has to be beside the stop, so the words come first.
        """
        for why in COMPARED if self._confirmed else ():
            for ours, theirs in pairwise(getattr(each, why) for each in (self._today, *self._offers.values())):
                if ours != theirs:
                    self.stop = Stop(0, ours, theirs, why)
                    return

    def _sign(self, batch: PairBatch) -> None:
        """Write and sign the next batch at blue. It is on disk before it is sent."""
        body = canonical(batch)
        signature = self._keys.signing.sign("batch", bytes.fromhex(batch_hash(body)))
        held = HeldBatch(body.decode(), signature)
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
        stated = from_disk(held.body.encode(), PairBatch).proposal
        if self._wish is self._proposed and self._proposal is not None and self._proposal.signature == stated:
            self._wish = None
        self._pending, self._proposal = None, None
        self._card = None if self._card is None else self._locked(self._card.choice)
        if not self.rules.match.ready_to_open(self.pair.state):
            self._shown = {}
        if self.pair.act is None:
            self._parts = {}

    def _locked(self, card: str) -> ChoiceOpening | None:
        """Return the opening of this card, if it is the locked one of this side."""
        pair = self.pair
        if pair is None or self.seat not in pair.locks:
            return None
        commitment, opening = commit(self._keys.secret, pair.locks[self.seat].moment, card)
        return opening if commitment == dict(pair.state.seals)[self.seat] else None

    def _load(self) -> None:
        """Continue from the state on the disk."""
        if (lie := self._disk.get("lie")) is not None:
            self.lie = from_disk(lie, ProvedLie)
        if (stop := self._disk.get("stop")) is not None:
            self.stop = from_disk(stop, Stop)
        if (stop := self._disk.get("their stop")) is not None:
            self.their_stop = from_disk(stop, Statement)
        while (raw := self._disk.get(f"batch {len(self.log) + 1}")) is not None:
            held = from_disk(raw, HeldBatch)
            if not held.red:
                self._pending = held
                break
            self._add(held)
        pair = self.pair
        if pair is None:
            return
        if self.seat is RED and (raw := self._disk.get("proposal")) is not None:
            proposal = from_disk(raw, Statement)
            batch = from_disk(proposal.body.encode(), PairBatch)
            self._proposal = proposal if (batch.number, batch.last) == (pair.number + 1, pair.head) else None
        for seat in SEATS:
            if self.rules.match.ready_to_open(pair.state) and (kept := self._kept("opening", seat, pair.number)):
                self._shown[seat] = from_disk(kept, CardOpening)
        while (question := self._question()) is not None:
            known = len(self._parts)
            for seat in SEATS:
                if kept := self._kept("part", seat, question):
                    self._parts[seat, question] = from_disk(kept, RollPart)
            if len(self._parts) == known or self._question() == question:
                break

    def _kept(self, kind: str, seat: Seat, number: int) -> bytes | None:
        raw = self._disk.get(f"{kind} {seat} {number}")
        return None if raw is None else from_disk(raw, Statement).body.encode()

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
            yield from_disk(self._disk[name], Statement)

    def _stated(self, kind: StatementKind, value: Stated) -> Statement:
        body = canonical(value)
        return Statement(body.decode(), kind, self._keys.signing.sign(kind, body))

    def _prove(self, lie: Lie, *statements: Statement) -> None:
        """Stop the match, if it has not ended: the other side lied. The proof is on disk."""
        if self.ended:
            return
        proved = ProvedLie(lie, self.seat.opponent, statements)
        self._disk["lie"] = canonical(proved)
        self.lie = proved

    def _stops(self, stop: Stop) -> None:
        """Stop the match, if it has not ended. A match that has begun stays stopped after a start."""
        if self.ended:
            return
        if self.pair is not None:
            self._disk["stop"] = canonical(stop)
        self.stop = stop

    def _stops_here(self, why: StopReason) -> None:
        """Stop the match at the own last batch."""
        number, head = self._head
        self._stops(Stop(number, head, head, why))

    @property
    def own_stop(self) -> Statement | None:
        """Return the signed stop of this side, if it has stopped the match."""
        if not self.over:
            return None
        (number, head), stop, refused = self._head, self.stop, ""
        why = StopReason.LIE if stop is None else StopReason.ANSWERED if stop.answers else stop.why
        if stop is not None and stop.refused is not None:
            number, head, refused = stop.number, stop.ours, batch_hash(stop.refused.body.encode())
        return self._stated(StatementKind.STOP, SideStop(head, self._keys.match, number, self.seat, why, refused))

    @property
    def one_sided(self) -> Statement | None:
        """Return the batch after the last one, or red's proposal of it, that only its own side has signed."""
        if self.stop is not None and self.stop.refused is not None:
            return self.stop.refused
        return self._proposal if self._pending is None else self._pending.of(BLUE)

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
        """True if this log is complete. A restored backup must not sign before it has all batches again."""
        return 0 <= self._their_number <= len(self.log)

    def _is_theirs(self, statement: Statement) -> bool:
        return is_signed(self._keys.theirs, statement.kind, statement.signed, statement.signature)

    def _is_own(self, statement: Statement) -> bool:
        return is_signed(self._keys.signing.public, statement.kind, statement.signed, statement.signature)
