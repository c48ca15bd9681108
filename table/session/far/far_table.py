"""A match with another table, from the invitation to its file. The session's thread only.

The session stays the writer of its own journal: this side (`PairedSide`) agrees with the other one on batches, and the
journal gets each one that both have signed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from table import __version__
from table.games.files.offers import FurtherQuestion, Incomplete
from table.games.table_games import TableGames
from table.records.ports import JournalError, JournalUnwritableError
from table.records.shared.pair_disk import PairDisk
from table.records.shared.pair_folder import START, PairFolder
from table.records.shared.shared_match import SignedBatch
from table.records.two_tables.canonical import WORDS_COMPARED, canonical, from_canonical
from table.records.two_tables.invitation import FarInvitation, NotAnInvitationError, invitation
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import Text, text
from table.session.far.watched_line import WatchedLine
from table.session.journal_writer import JournalWriter
from table.session.lobby.list_library import ListsRead, SideOf
from table.session.lobby.match_starter import MatchStarter
from table.session.ports import FarFrame, FarMessage, FarOnline, FarOpening, FarRequest, LineWay
from table.view.published import FaultNote, PhoneState, SeatPhone

if TYPE_CHECKING:
    from table.records.two_tables.paired_side import PairedSide

RULE = "TB-131"
WORDS, LEAVE = "far.words", "far.leave"
SAME, DIFFERENT = "same", "different"
TOPIC_BYTES = 16
SHOWN_DIGITS = 16


class FarRecord(Struct, frozen=True):
    """The beginning of a match with another table, as it is on disk before the pairing."""

    code: str
    offer: str
    seat: Seat
    system: str


class FarPorts(Struct, frozen=True):
    """The parts of this table that a match with another one uses."""

    games: TableGames
    folder: PairFolder
    send: Callable[[FarRequest], None]
    """Passes a request to the line; it waits for nothing."""
    url: str
    """The address of the relay for invitations; empty if none is configured."""
    entropy: Callable[[int], bytes]
    now_s: Callable[[], float]


class FarTable:
    """The match with another table, or none."""

    def __init__(self, ports: FarPorts | None, starter: MatchStarter, writer: JournalWriter) -> None:
        """Play no such match without `ports`."""
        self._ports, self._starter, self._writer = ports, starter, writer
        self._asked: FarOpening | None = None
        """The wish whose list is being read."""
        self._record: FarRecord | None = None
        self._disk: PairDisk | None = None
        self._side: PairedSide | None = None
        self._line: WatchedLine | None = None
        self._problem: FaultNote | None = None
        self._filed = 0
        """The number of batches in the file of the match."""

    # -- its beginning and its end -----------------------------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """Return the seat of this table, or None without such a match."""
        return None if self._record is None else self._record.seat

    def begin(self, opening: FarOpening) -> tuple[Refusal, ...]:
        """Invite another table, or join it, once the own list is read. Return the refusals."""
        ports = self._ports
        if ports is None or (not opening.code and not ports.url):
            return (Refusal(RULE, text("far.no_relay")),)
        if opening.system not in ports.games:
            return (Refusal(RULE, text("app.no_such_game", system=opening.system, known=", ".join(ports.games))),)
        try:
            if opening.code:
                invitation(opening.code)
            there = None if self._busy else ports.folder.unfinished()
        except NotAnInvitationError:
            return (Refusal(RULE, text("far.bad_code")),)
        except JournalUnwritableError as error:
            return (Refusal(RULE, text("fault.journal.unwritable", detail=str(error))),)
        if there is not None and self._is_same(there, opening):
            return () if self.resume(None) or self._asked else (Refusal(RULE, text("far.unfinished")),)
        if there is not None or self._busy:
            return (Refusal(RULE, text("far.unfinished")),)
        found = self._starter.library.ask(SideOf(opening.system, opening.offer))
        self._asked = opening if found is None else None
        return () if found is None else self._brought(ports, opening, found)

    @property
    def _busy(self) -> bool:
        """True if a match is in play or paired, so that no other one can begin."""
        return self._side is not None or self._writer.play is not None

    def _is_same(self, disk: PairDisk, opening: FarOpening) -> bool:
        """True if the requested match is the unfinished one, as after a restart. Closes its records."""
        record = from_canonical(disk[START], FarRecord)
        disk.close()
        alike = (record.system, record.offer) == (opening.system, opening.offer)
        return alike and (not opening.code or invitation(opening.code) == invitation(record.code))

    def receive_list(self, read: ListsRead) -> tuple[Refusal, ...]:
        """Take the list that was being read. Return the refusals."""
        asked = self._asked
        if self._ports is None or asked is None or read.request != SideOf(asked.system, asked.offer):
            return ()
        self._asked = None
        return () if self._busy or self.resume(None, read.found) else self._brought(self._ports, asked, read.found)

    def resume(self, match: str | None, found: Any = None) -> bool:
        """Continue the unfinished match if it is this one, or has not begun. Return False if it is another one.

        With None, continue any unfinished match. Before its first batch it needs its list, which is read unless it was
        `found`; it goes on once the list is there.
        """
        if self._ports is None:
            return False
        disk = None
        with self._writer.reporting():
            disk = self._ports.folder.unfinished()
        if disk is None:
            return False
        record = from_canonical(disk[START], FarRecord)
        begun = disk.get("match", b"").decode()
        if match is not None and begun and begun != match:
            disk.close()
            return False
        side = None
        if "batch 1" not in disk:
            side = self._read(record) if found is None else _side(found)
            if side is None:  # it is still being read
                disk.close()
                self._asked = FarOpening(record.system, record.offer, record.code if record.seat is RED else "")
                return False
            if isinstance(side, tuple | FurtherQuestion):  # there is no such list any more, and no batch holds
                disk.remove()
                return False
        self._open(self._ports, disk, record, side)
        return True

    def close(self) -> None:
        """Close the records of the match. Nothing may be called afterwards."""
        if self._disk is not None:
            self._disk.close()

    def put_away(self) -> bool:
        """End the match: its file goes into the archive, its records are removed.

        Return False, and keep the match with its records, if the file cannot be written.
        """
        if self._disk is None or self._ports is None:
            return True
        left = False
        with self._writer.reporting():
            if self._side is not None and self._side.peer is not None:
                self._side.peer.leave()
                self.send_due()
            left = True
        if not left or not self._keep_file():
            return False
        self._disk.remove()
        self._ports.send(LineWay())
        self._asked = self._record = self._disk = self._side = self._line = self._problem = None
        self._filed = 0
        return True

    def _brought(self, ports: FarPorts, opening: FarOpening, found: Any) -> tuple[Refusal, ...]:
        from table.records.two_tables.pair_keys import SigningKey  # with `cryptography`, which most tables never need

        if isinstance(found, FurtherQuestion):
            return (Refusal(RULE, text("far.whole_list")),)
        if isinstance(found, tuple):
            return found
        side = _side(found)
        seat = RED if opening.code else BLUE
        with self._writer.reporting():
            key = SigningKey(ports.folder.identity())
            code = opening.code or FarInvitation(key.public, ports.entropy(TOPIC_BYTES).hex(), ports.url).text
            record = FarRecord(code, opening.offer, seat, opening.system)
            disk = ports.folder.begin(invitation(code).topic)
            disk[WORDS_COMPARED] = b"no"
            disk[START] = canonical(record)
            self._open(ports, disk, record, side)
        return ()

    def _read(self, record: FarRecord) -> Any:
        return _side(self._starter.library.ask(SideOf(record.system, record.offer)))

    def _open(self, ports: FarPorts, disk: PairDisk, record: FarRecord, side: Any) -> None:
        from table.records.two_tables.pair_keys import SigningKey
        from table.records.two_tables.paired_side import PairedSide
        from table.records.two_tables.peer_values import OwnSide

        way = invitation(record.code)
        game, data = ports.games[record.system], ports.games.data_hash(record.system)
        hand = () if side is None else game.hand_of(side)
        own = OwnSide(game, side, hand, data, __version__)
        theirs = "" if record.seat is BLUE else way.identity
        key = SigningKey(ports.folder.identity())
        self._record, self._disk = record, disk
        self._side = PairedSide(record.seat, own, key, disk, ports.entropy, theirs)
        self._line = WatchedLine(self._side, ports.send, _ms(ports))
        ports.send(LineWay(way.url, way.topic, record.seat))
        self.follow()

    # -- its messages and its time -----------------------------------------------------------------------------------

    def receive(self, message: FarMessage) -> Refusal | None:
        """Take a message of the line. Return the refusal of an own act that has waited for it."""
        if self._line is None or self._side is None or self._ports is None:
            return None
        now_ms, peer = _ms(self._ports), self._side.peer
        waited = peer is not None and peer.refused is None
        with self._writer.reporting():
            match message:
                case FarFrame(frame=frame):
                    self._line.receive(frame, now_ms)
                case FarOnline(online=online):
                    self._line.online(online, now_ms)
        return self._side.peer.refused if waited and self._side.peer is not None else None

    def follow(self) -> tuple[SignedBatch, ...]:
        """Open the match after its first valid batch, and write the batches that both signed. Return the new ones."""
        peer = None if self._side is None else self._side.peer
        if peer is None or self._disk is None or not peer.log:
            return ()
        if self._writer.shared is None:
            try:
                with self._writer.reporting():
                    play = self._starter.share(peer)
                    self._disk["match"] = play.state.id.encode()
                    self._writer.open(play)
                    self._problem = None
            except JournalError as error:
                self._problem = FaultNote("journal.unusable", "journal", str(error))
        new = self._writer.follow()
        play_now = self._writer.shared
        if play_now is not None and play_now.state.ended is not None and self._filed < len(peer.log):
            self._keep_file()
        return new

    def send_due(self) -> None:
        """Send the messages that the other table needs now."""
        if self._line is None or self._ports is None:
            return
        with self._writer.reporting():
            self._line.send_due(_ms(self._ports))

    def due_s(self) -> float | None:
        """Return the time of the next frame, if there is such a match."""
        return None if self._line is None else self._line.due_ms() / 1000

    def _keep_file(self) -> bool:
        """Write the file of the match, if a batch holds. Return False if it cannot be written."""
        peer = None if self._side is None else self._side.peer
        if self._side is None or peer is None or not peer.log or self._ports is None:
            return True
        kept = False
        with self._writer.reporting():
            self._ports.folder.keep_file(peer.match, self._side.match_file())
            self._filed, kept = len(peer.log), True
        return kept

    # -- what the players see and answer -----------------------------------------------------------------------------

    @property
    def faults(self) -> tuple[FaultNote, ...]:
        """Return whose line is down, since when, and why a match cannot be played."""
        if self._line is None or self._ports is None:
            return ()
        own = () if self._problem is None else (self._problem,)
        return (*own, *self._line.faults(_ms(self._ports)))

    def around(self, prompts: Callable[[], tuple[AnyPrompt, ...]]) -> tuple[AnyPrompt, ...]:
        """Return the questions of such a match: its own until the words were compared, then those of the match."""
        seat, side = self.seat, self._side
        if seat is None or side is None:
            return prompts()
        peer = side.peer
        if peer is not None and peer.over:
            return (self._leave(seat, self._why_stopped(), standing=False),)
        if side.words and self._disk is not None and self._disk.get(WORDS_COMPARED) != b"yes":
            return (self._compare(seat, side.words),)
        shared = self._writer.shared
        if shared is None:
            return (self._leave(seat, text("far.waits"), standing=False),)
        if peer is not None and peer.unconfirmed_end and not shared.prompts():
            return (self._leave(seat, text("far.last"), standing=False),)
        return (*prompts(), self._leave(seat, text(LEAVE), standing=True))

    def asks(self, answer: Answer) -> bool:
        return self.seat is not None and answer.prompt in (WORDS, LEAVE)

    def take(self, answer: Answer) -> bool:
        """Take an answer of this table's player. Return True if the match is to be left."""
        if answer.seat is not self.seat or self._disk is None:
            return False
        if answer.prompt == WORDS and answer.value == SAME:
            with self._writer.reporting():
                self._disk[WORDS_COMPARED] = b"yes"
                if self._side is not None and self._side.peer is not None:
                    self._side.peer.advance()
            return False
        return True

    def code_at(self, seat: Seat) -> SeatPhone | None:
        """Return the invitation to be shown on the half of the other seat, until a table has come."""
        record, side = self._record, self._side
        if record is None or side is None or seat is not record.seat.opponent or record.seat is RED or side.words:
            return None
        return SeatPhone(PhoneState.INVITED, record.code, text("far.scan"), far=True)

    def waits(self, seat: Seat) -> Text | None:
        """Return the words of a half without a question, or None for the usual ones."""
        play, peer = self._writer.shared, None if self._side is None else self._side.peer
        if play is None or peer is None or play.state.ended is not None:
            return None
        if seat is not peer.seat:
            return text("far.elsewhere")
        if any(each.seat is peer.seat.opponent and not each.standing for each in play.match.prompts(play.state)):
            return text("screen.waiting", seat=text(f"screen.seat.{peer.seat.opponent}"))
        return text("far.sent") if peer.busy or peer.waits_for else None

    def _compare(self, seat: Seat, words: tuple[int, ...]) -> AnyPrompt:
        first, second, third, fourth = (text(f"phone.word.{number:02}") for number in words)
        options = tuple(Option(each, text(f"far.words.{each}")) for each in (SAME, DIFFERENT))
        ask = text(WORDS, first=first, second=second, third=third, fourth=fourth)
        return ChooseOne(key=WORDS, seat=seat, ask=ask, rule=RULE, options=options, hold=True)

    def _leave(self, seat: Seat, ask: Text, *, standing: bool) -> AnyPrompt:
        return Confirm(key=LEAVE, seat=seat, ask=ask, rule=RULE, hold=True, standing=standing, setting=standing)

    def _why_stopped(self) -> Text:
        peer = None if self._side is None else self._side.peer
        if peer is not None and peer.lie is not None:
            return text("far.lie", lie=text(f"far.lie.{peer.lie.lie}"), seat=text(f"seat.{peer.lie.seat}"))
        if peer is not None and peer.was_left:
            return text("far.left")
        stop = None if peer is None else peer.stop
        if stop is None or stop.ours == stop.theirs:
            return text("far.stopped")
        ours, theirs = (each[:SHOWN_DIGITS] or "-" for each in (stop.ours, stop.theirs))
        return text("far.stopped.hashes", number=stop.number, ours=ours, theirs=theirs)


def _side(found: Any) -> Any:
    """Return the side of a list that was found, if it is one."""
    return found.side if isinstance(found, Incomplete) else found


def _ms(ports: FarPorts) -> int:
    return round(ports.now_s() * 1000)
