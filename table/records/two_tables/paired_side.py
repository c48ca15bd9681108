"""A side on its line: pairing, encrypted frames of padded length, and messages that are repeated until answered."""

from collections.abc import Callable, MutableMapping

from msgspec import Struct

from table.records.two_tables.canonical import NotCanonicalError, canonical, from_disk, read_message
from table.records.two_tables.pair_file import FORMAT, PairEnd, PairHeader, pair_lines
from table.records.two_tables.pair_keys import (
    KEY_BYTES,
    SIGNATURE_BYTES,
    VERSION,
    LineKey,
    PairingHello,
    SigningKey,
    greeted,
    hello_commitment,
    is_signed,
    pairing_id,
    pairing_words,
)
from table.records.two_tables.peer import TwoTablesPeer
from table.records.two_tables.peer_values import OwnSide, PairedKeys
from table.records.two_tables.sealing import ForgedFrameError, FrameOpener, Sealer
from table.records.two_tables.statements import PairingMessage, PairMessage, SentCommitment, SentHello, SentPairing
from table.rules.seats import BLUE, SEATS, Seat

PADDED = 256
LENGTH, OVERHEAD = 4, 8 + 16
"""The bytes of a content's length, and those of a sealed frame's counter and tag."""
PAIRING, GREETING, SEALED = b"\0", b"\1", b"\2"
MOST_SESSIONS = 8
"""The most sessions with one line key: each one is tried with a frame that fits none."""
FIRST_MS, LONGEST_MS = 1_000, 30_000
"""The time after which a message is repeated, which doubles up to the longest."""


class OwnRecord(Struct, frozen=True):
    """The own keys of a match, which are on disk before the pairing."""

    hello: PairingHello
    private: str
    secret: str


class PairedRecord(Struct, frozen=True):
    """The pairing, as both have signed it."""

    signature: str
    theirs: PairingHello
    their_signature: str


def padded(content: bytes, more: int = 0) -> bytes:
    """Return a content after its length, padded so that the frame is a multiple of 256 bytes.

    `more` bytes come from its encryption, and one is the kind of the frame.
    """
    room = 1 + LENGTH + len(content) + more
    return len(content).to_bytes(LENGTH) + content + bytes(-room % PADDED)


def unpadded(filled: bytes) -> bytes:
    return filled[LENGTH : LENGTH + int.from_bytes(filled[:LENGTH])]


class SealedLine:
    """The encryption of one side. Its key is new at each start, and before each ninth session with one key."""

    def __init__(self, keys: PairedKeys, entropy: Callable[[int], bytes]) -> None:
        self._keys, self._entropy = keys, entropy
        self._renew()

    def _renew(self) -> None:
        """Begin with a new line key, and without a session."""
        keys, self._own = self._keys, LineKey(self._entropy)
        signature = keys.signing.sign("line", greeted(keys.match, keys.seat, self._own.public))
        self.greeting = self._own.public + bytes.fromhex(signature)
        self._sessions: dict[bytes, tuple[Sealer, FrameOpener]] = {}
        """The sessions by the other side's line key. None is ever begun twice: no counter is used twice."""
        self._current: bytes | None = None
        self.is_open = False
        """True once a frame of the other side has been decrypted in the session that is used now."""

    def greet(self, greeting: bytes) -> None:
        """Take the other side's line key, and send in its session until another key or frame comes.

        An old greeting may come again. The other side then answers the next frame with its own greeting.
        """
        public, signature = greeting[:KEY_BYTES], greeting[KEY_BYTES : KEY_BYTES + SIGNATURE_BYTES]
        seat = self._keys.seat.opponent
        if not is_signed(self._keys.theirs, "line", greeted(self._keys.match, seat, public), signature.hex()):
            return
        if public not in self._sessions:
            if len(self._sessions) == MOST_SESSIONS:
                self._renew()  # a session that was only forgotten could begin again, with the same counters
            agreed = self._own.agreed(self._keys.match, self._keys.seat, public)
            if agreed is None:
                return
            out, into = (agreed.to_red, agreed.to_blue) if self._keys.seat is BLUE else (agreed.to_blue, agreed.to_red)
            self._sessions[public] = (Sealer(out), FrameOpener(into, lossy=True))
        if public != self._current:
            self._current, self.is_open = public, False

    def seal(self, content: bytes) -> bytes | None:
        """Return the next frame, or None before the other side's key is known."""
        if self._current is None:
            return None
        return SEALED + self._sessions[self._current][0].seal(padded(content, OVERHEAD))

    def open(self, frame: bytes) -> bytes | None:
        """Return the content of a frame; None for a frame that is old, changed or another's."""
        for public, (_, opener) in reversed(self._sessions.items()):
            try:
                content = opener.open(frame)
            except ForgedFrameError:
                continue
            self._current, self.is_open = public, True
            return unpadded(content)
        return None


class PairedSide:
    """A side of a match on a line that loses, doubles, delays and reorders frames."""

    plays: type[TwoTablesPeer] = TwoTablesPeer

    def __init__(
        self,
        seat: Seat,
        own: OwnSide,
        identity: SigningKey,
        disk: MutableMapping[str, bytes],
        entropy: Callable[[int], bytes],
        their_identity: str = "",
    ) -> None:
        """`their_identity` is the public key in the code that this side has read; empty at the side that shows it."""
        self.seat, self._own, self._identity, self._disk = seat, own, identity, disk
        self._entropy, self._their_identity = entropy, their_identity
        if (kept := disk.get("own")) is None:
            signing = entropy(KEY_BYTES)
            hello = PairingHello(identity.public, SigningKey(signing).public, entropy(16).hex(), VERSION)
            kept = disk["own"] = canonical(OwnRecord(hello, signing.hex(), entropy(KEY_BYTES).hex()))
        self._mine = from_disk(kept, OwnRecord)
        self._their_commitment = disk.get("commitment", b"").decode()
        self._theirs: PairingHello | None = None
        self._record: PairedRecord | None = None
        self.peer: TwoTablesPeer | None = None
        """The side's match, once both are paired."""
        self._line: SealedLine | None = None
        self._sent: dict[tuple[bytes, bytes], None] = {}
        """The contents that were sent last, with the kinds of their frames."""
        self._wait_ms = FIRST_MS
        self.due_ms = 0
        """The time at which frames are to be repeated, if nothing comes before."""
        self.last_ms = 0
        """The time of the other side's last frame."""
        self._replies: list[tuple[bytes, bytes]] = []
        if (paired := disk.get("pairing")) is not None:
            self._begin(from_disk(paired, PairedRecord))

    @property
    def words(self) -> tuple[int, ...]:
        """Return the numbers of the words that both players compare; empty before both hellos are there."""
        return () if self._theirs is None else pairing_words(self._match(self._theirs))

    def match_file(self) -> bytes:
        """Return the file of the match so far. Raises ValueError before the first batch holds."""
        if self.peer is None or self._record is None or not self.peer.log:
            raise ValueError("no batch holds yet")
        mine, theirs = (self._mine.hello, self._record.signature), (self._record.theirs, self._record.their_signature)
        (blue, blues), (red, reds) = (mine, theirs) if self.seat is BLUE else (theirs, mine)
        log, peer = self.peer.log, self.peer
        header = PairHeader(FORMAT, (blue, red), self._match(self._record.theirs), (blues, reds), self._own.game.system)
        stop = {self.seat: peer.own_stop, self.seat.opponent: peer.their_stop}
        stops = tuple(each for seat in SEATS if (each := stop[seat]) is not None)
        end = PairEnd(len(log), log[-1].hash, peer.lie, peer.opened_by, peer.waits_for, peer.one_sided, stops)
        return b"".join(pair_lines(header, log, end))

    def receive(self, frame: bytes, now_ms: int) -> None:
        """Take a frame from the line. Anything may come; a frame that is not the other side's is dropped."""
        kind, rest = frame[:1], frame[1:]
        try:
            if kind == PAIRING:
                self._pair(read_message(unpadded(rest), PairingMessage))
            elif kind == GREETING and self._line is not None:
                self._line.greet(unpadded(rest))
            elif kind == SEALED and self._line is not None and self.peer is not None:
                content = self._line.open(rest)
                if content is None:  # the other side may use a session of an earlier start
                    self._replies.append((GREETING, self._line.greeting))
                    return
                self.last_ms = now_ms
                self.peer.receive(read_message(content, PairMessage))
        except NotCanonicalError:
            return

    def frames(self, now_ms: int) -> list[bytes]:
        """Return the frames to send now: the new ones, and all that are due again."""
        needed = dict.fromkeys(self._needed())
        fresh = [each for each in needed if each not in self._sent]
        if needed.keys() != self._sent.keys():
            self._sent, self._wait_ms, self.due_ms = needed, FIRST_MS, now_ms + FIRST_MS
        elif now_ms >= self.due_ms:
            fresh, self._wait_ms = list(needed), min(2 * self._wait_ms, LONGEST_MS)
            self.due_ms = now_ms + self._wait_ms
        replies, self._replies = self._replies, []
        if self.peer is not None:
            replies += ((SEALED, canonical(each)) for each in self.peer.replies())
        made = (self._frame(kind, content) for kind, content in dict.fromkeys((*replies, *fresh)))
        return [frame for frame in made if frame is not None]

    def _frame(self, kind: bytes, content: bytes) -> bytes | None:
        if kind != SEALED:
            return kind + padded(content)
        return None if self._line is None else self._line.seal(content)

    def _needed(self) -> list[tuple[bytes, bytes]]:
        """Return the messages that the other side needs now, each with its kind."""
        if self.peer is None or self._line is None:
            return [(PAIRING, canonical(each)) for each in self._pairing_messages()]
        greeting = [] if self._line.is_open else [(GREETING, self._line.greeting)]
        return greeting + [(SEALED, canonical(each)) for each in self.peer.outstanding()]

    def _pairing_messages(self) -> list[PairingMessage]:
        """Return the steps of the pairing so far: the hello only after the other side's commitment."""
        hello = self._mine.hello
        steps: list[PairingMessage] = [SentCommitment(hello_commitment(hello))]
        if self._their_commitment:
            steps.append(SentHello(hello))
        if self._theirs is not None:
            signature = self._identity.sign("pairing", bytes.fromhex(self._match(self._theirs)))
            steps.append(SentPairing(signature))
        return steps

    def _pair(self, message: PairingMessage) -> None:
        mine = self._mine.hello
        match message:
            case SentCommitment() if message.commitment == hello_commitment(mine):
                return  # a mirror: nobody plays against itself
            case SentCommitment() if self.peer is not None:
                self._replies += ((PAIRING, canonical(each)) for each in self._pairing_messages()[1:])
            case SentCommitment() if not self._their_commitment:
                self._disk["commitment"] = message.commitment.encode()
                self._their_commitment = message.commitment
            case SentHello(hello=hello) if self._theirs is None:
                known = self._their_identity in ("", hello.identity) and hello.version == VERSION
                known = known and hello.identity != mine.identity and hello.match != mine.match
                if known and hello_commitment(hello) == self._their_commitment:
                    self._theirs = hello
            case SentPairing() if self._theirs is not None and self.peer is None:
                signed = bytes.fromhex(self._match(self._theirs))
                if is_signed(self._theirs.identity, "pairing", signed, message.signature):
                    own = self._identity.sign("pairing", signed)
                    record = PairedRecord(own, self._theirs, message.signature)
                    self._disk["pairing"] = canonical(record)
                    self._begin(record)
            case SentCommitment() | SentHello() | SentPairing():
                pass

    def _match(self, theirs: PairingHello) -> str:
        return pairing_id({self.seat: self._mine.hello, self.seat.opponent: theirs})

    def _begin(self, record: PairedRecord) -> None:
        self._theirs, self._record = record.theirs, record
        signing = SigningKey(bytes.fromhex(self._mine.private))
        secret = bytes.fromhex(self._mine.secret)
        keys = PairedKeys(self._match(record.theirs), self.seat, signing, record.theirs.match, secret)
        self._line = SealedLine(keys, self._entropy)
        self.peer = self.plays(keys, self._own, self._disk)
