"""The messages between two tables, and the signed parts of them."""

from enum import StrEnum
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from table.records.two_tables.canonical import Hex32, canonical, hashed
from table.records.two_tables.pair_keys import PairingHello
from table.records.verify import form
from table.rules.match.codec import Asked
from table.rules.seats import Seat

Head: TypeAlias = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
"""The hash of a batch or a state; empty for none."""
BatchNumber = Annotated[int, Meta(ge=1)]
LastNumber = Annotated[int, Meta(ge=0)]
"""The number of the last batch that holds, 0 before the first one."""


class SideOffer(Struct, frozen=True, forbid_unknown_fields=True):
    """A side's data before the match: the values that both sides compare, and its commitments."""

    chance: Hex32
    """The root of its contributions to rolls."""
    data: str
    """The hash of the game's data and settings."""
    hand: Hex32
    """The root of its hand."""
    match: str
    rules: str
    """The version of the program, with the revisions of the rules."""
    seat: Seat
    side: Any
    """The army or nation, as the game has it."""
    system: str


class CardOpening(Struct, frozen=True, forbid_unknown_fields=True):
    """A locked card, opened."""

    card: str
    index: int
    """The place of the card in the committed hand."""
    leaf_salt: str
    lock: str
    """The hash of the batch that has the lock."""
    match: str
    path: str
    salt: str
    seat: Seat


class RollPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A contribution of one side to a roll."""

    contribution: str
    match: str
    path: str
    question: int
    seat: Seat


class LockMoment(Struct, frozen=True, forbid_unknown_fields=True):
    """The moment of a lock, for which its commitment was made."""

    attempt: int
    """The seat's earlier locks since its last opened card."""
    round: int
    """The number of the seat's opened cards, plus one."""


class PairBatch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"seat": "from"}):
    """A batch of a match between two tables. It holds once both have signed it."""

    events: tuple[Any, ...]
    last: str
    """The hash of the batch before it; empty in the first one."""
    match: str
    number: BatchNumber
    seat: Seat
    """The side whose act it is."""
    state: Hex32
    """The hash of the state after it."""
    chance: tuple[Asked, ...] = ()
    command: Any = None
    lock: LockMoment | None = None
    offers: tuple[SideOffer, ...] = ()
    """The offers of both sides, blue's first, in the first batch."""
    openings: tuple[CardOpening, ...] = ()
    parts: tuple[RollPart, ...] = ()
    """The contributions of both sides to the rolls of this batch."""
    proposal: str = ""
    """Red's signature of this batch without it, if it is red's act."""
    roll: int | None = None
    """The first roll that the act needs, if its events follow in the next batch."""
    signed: tuple[str, ...] = ()
    """The signatures of both offers."""


def proposed(batch: PairBatch) -> "Statement":
    """Return the proposal that an act of red states, as red has to have signed it."""
    return Statement(canonical(replace(batch, proposal="")).decode(), StatementKind.PROPOSAL, batch.proposal)


def offered(batch: PairBatch) -> "tuple[Statement, ...]":
    """Return the offers of the first batch, as both sides have to have signed them."""
    pairs = zip(batch.offers, batch.signed, strict=False)
    return tuple(Statement(canonical(offer).decode(), StatementKind.OFFER, signature) for offer, signature in pairs)


def offer_commitment(body: str) -> str:
    return hashed("offer commitment", body.encode()).hex()


def batch_hash(body: bytes) -> str:
    return hashed("batch", body).hex()


class Lie(StrEnum):
    TWO_BATCHES = "two_batches"
    ANOTHER_CARD = "another_card"
    NOT_IN_HAND = "not_in_hand"
    NOT_PLAYABLE = "not_playable"
    ANOTHER_NUMBER = "another_number"
    ANOTHER_EVENT = "another_event"
    NOT_PROPOSED = "not_proposed"
    ANOTHER_OFFER = "another_offer"


class StatementKind(StrEnum):
    """The kinds of signed statements. Each is the domain of its signature."""

    BATCH = "batch"
    PROPOSAL = "proposal"
    OPENING = "opening"
    PART = "part"
    OFFER = "offer"
    STOP = "stop"


class Statement(Struct, frozen=True, forbid_unknown_fields=True):
    """A signed statement of one side."""

    body: str
    """Canonical JSON."""
    kind: StatementKind
    signature: str

    @property
    def signed(self) -> bytes:
        """Return the bytes that the signature covers, after its domain."""
        body = self.body.encode()
        batch = self.kind in (StatementKind.BATCH, StatementKind.PROPOSAL)
        return bytes.fromhex(batch_hash(body)) if batch else body


OFFER_LEVELS = 32
"""The depth of an offer: the first batch has both offers, and has to be within its own limit."""
MARKS, MOST_MARKS = (b",", b":", b"[", b"{"), 16_384
"""The bytes that part the values of a statement, and how many it may have: each value costs time to check."""


def most_bytes(kind: StatementKind) -> int:
    """Return the most bytes of a statement from the line. A proof has two, and each byte may be two in it."""
    match kind:
        case StatementKind.BATCH:
            return 192 * form.KIB
        case StatementKind.PROPOSAL:
            return 128 * form.KIB
        case StatementKind.OFFER:
            return 32 * form.KIB
        case StatementKind.OPENING | StatementKind.PART | StatementKind.STOP:
            return 16 * form.KIB


def has_room(statement: Statement) -> bool:
    """True if the statement is small enough for the record of the match, and for its file, whatever follows."""
    levels = OFFER_LEVELS if statement.kind is StatementKind.OFFER else form.LEVELS
    body = statement.body.encode()
    added = 2 if statement.kind is StatementKind.PROPOSAL else 0  # the batch has its signature, too
    if sum(map(body.count, MARKS)) + added > MOST_MARKS:
        return False
    try:
        form.check(body, most_bytes(statement.kind), levels)
    except (ValueError, RecursionError):
        return False
    return True


class ProvedLie(Struct, frozen=True, forbid_unknown_fields=True):
    """A lie, and the liar's own signed statements that prove it."""

    lie: Lie
    seat: Seat
    """The liar."""
    statements: tuple[Statement, ...]


class HeldBatch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A batch with its signatures. One that lacks red's does not hold yet."""

    body: str
    blue: str
    red: str = ""

    @property
    def hash(self) -> str:
        return batch_hash(self.body.encode())

    def of(self, seat: Seat) -> Statement:
        """Return the batch as a statement of one side."""
        return Statement(self.body, StatementKind.BATCH, self.blue if seat is Seat.BLUE else self.red)


class StopReason(StrEnum):
    """The reason of a stop. There is no other one."""

    LEFT = "left"
    LIE = "lie"
    STATE = "state"
    TWO_HASHES = "two_hashes"
    ROLLS = "rolls"
    ANSWERED = "answered"
    """The other side has stopped."""
    SYSTEM = "system"
    RULES = "rules"
    DATA = "data"
    SIDES = "sides"
    """The rules refuse the offered sides."""


COMPARED = (StopReason.SYSTEM, StopReason.RULES, StopReason.DATA)
"""The fields of both offers that have to be alike."""
BEFORE_PLAY = (*COMPARED, StopReason.SIDES)
"""The reasons of a match that does not begin. No file has them."""


class SideStop(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side has stopped the match: at its last batch, with its hash, and why."""

    head: Head
    """For `state`: the hash of its own state after the refused batch."""
    match: str
    number: LastNumber
    """For `state`: the number of the refused batch."""
    seat: Seat
    why: StopReason
    refused: Head = ""
    """For `state`: the hash of the refused batch or proposal."""

    @property
    def is_whole(self) -> bool:
        """True if it names a refused batch for `state`, and for no other reason."""
        return bool(self.refused) is (self.why is StopReason.STATE)


Stated: TypeAlias = SideOffer | CardOpening | RollPart | SideStop
"""Everything that a side signs apart from batches."""


class SentCommitment(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A commitment: in the pairing to the sender's hello, and on its line to its offer."""

    commitment: Hex32


class SentHello(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    hello: PairingHello


class SentPairing(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    signature: str


class SentHead(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The last batch that holds at the sender."""

    ask: bool
    """True if the sender wants the same of the other side."""
    head: Head
    number: LastNumber


class SentBatch(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    batch: HeldBatch


class SentSignature(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Red's signature of a batch."""

    number: BatchNumber
    signature: str


class SentStatement(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An offer, a proposal, an opening, a contribution or a stop."""

    statement: Statement


def fits_record(message: "PairMessage") -> bool:
    """True if what the message has signed is small enough for the record of the match."""
    match message:
        case SentBatch(batch=held):
            return has_room(held.of(Seat.BLUE))
        case SentStatement(statement=statement):
            return has_room(statement)
        case SentCommitment() | SentHead() | SentSignature():
            return True


PairingMessage: TypeAlias = SentCommitment | SentHello | SentPairing
PairMessage: TypeAlias = SentCommitment | SentHead | SentBatch | SentSignature | SentStatement
