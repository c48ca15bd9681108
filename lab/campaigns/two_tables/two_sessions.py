"""Two whole sessions in virtual time, each with its folder, journal and player, on the bad line of the campaign."""

import heapq
import itertools
import random
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

import hal.events as hw
from hal.sealed import Sealed
from lab.campaigns.two_tables.bad_line import BAD, DOWN_MS, MOST_STEPS, SLOW_OF, KilledError, NeverOverError, Weather
from lab.headless import BY_SEAT, HeadlessParts, PreparedSides, headless_session
from lab.random_acts import towards_the_end
from table.emulation.cards import uid
from table.emulation.virtual_table import seeded_entropy
from table.games.random_play.match import chosen, locked
from table.games.random_play.trial import System
from table.records.disk import FileDisk
from table.records.matches import MatchFolder, opened
from table.records.ports import Connection, Cursor
from table.records.shared.pair_folder import PairFolder
from table.records.shared.shared_match import LAY_AGAIN, SharedMatch
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import BLUE, SEATS, Seat
from table.session.far.far_table import LEAVE, SAME, WORDS, FarPorts
from table.session.input import Touched
from table.session.lobby.list_library import AtOnce
from table.session.match_switch import NEXT_MATCH
from table.session.ports import FarFrame, FarOnline, FarOpening, FarRequest, Message, PhoneRequest, Ports
from table.session.session import Session
from table.view.published import Published

RELAY = "mqtts://relay.example:8883"
RESTLESS = 20
WRITES = ("INSERT", "COMMIT", "DELETE")
IDLE_MS = 1_000
"""The step of the clock while neither table has anything due."""


class MortalConnection:
    """A database connection whose program is killed in the middle of some writes."""

    def __init__(self, db: Connection, dies: Callable[[], bool]) -> None:
        self._db, self._dies = db, dies

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        writes = sql.startswith(WRITES)
        if writes and self._dies():
            raise KilledError
        cursor = self._db.execute(sql, parameters)
        if writes and self._dies():
            raise KilledError
        return cursor

    def close(self) -> None:
        self._db.close()


class MortalFiles(FileDisk):
    """The shipping disk, under a program that may be killed."""

    def __init__(self, dies: Callable[[], bool]) -> None:
        self._dies = dies
        self._open: list[Connection] = []

    def connect(self, path: Path) -> Connection:
        db = super().connect(path)
        self._open.append(db)
        return MortalConnection(db, self._dies)

    def die(self) -> None:
        """Close all files as the system does: what was not committed is lost."""
        for db in self._open:
            db.close()
        self._open.clear()


class FarSession:
    """A session at one table, and the random player of its seat."""

    def __init__(
        self, parts: HeadlessParts, folder: Path, system: System, side: Any, seat: Seat, seed: int, turns: int,
        now_s: Callable[[], float], disk: MortalFiles,
    ) -> None:  # fmt: skip
        self.seat, self._parts, self._folder, self._system = seat, parts, folder, system
        self._entropy, self._now_s, self.disk = seeded_entropy(seed), now_s, disk
        self._sides = PreparedSides()
        self._sides.brought = {seat: side}
        self._pick = random.Random(seed).randrange
        self._turns = turns
        self.sent: list[bytes] = []
        self.requested: list[PhoneRequest] = []
        """Everything that the session requested of phones, at a table of phones alone."""
        self.now: Published | None = None
        self.card = ""
        """The card that the player locked."""
        self.refused = 0
        """The number of other cards that the player tried to lay after a restart."""
        self.session: Session | None = None

    @property
    def published(self) -> Published:
        """Return the view of this table. Raises NeverOverError before there is one."""
        if self.now is None:
            raise NeverOverError(f"{self.seat} shows nothing")
        return self.now

    @property
    def play(self) -> SharedMatch | None:
        play = None if self.session is None else self.session.play
        return play if isinstance(play, SharedMatch) else None

    def boot(self) -> None:
        """Start the program of this table."""
        phones = self.requested.append if self._parts.setup.phones_alone else None
        ports = Ports(
            lambda _: None, self._publish, self._parts.book, self._entropy, now_s=self._now_s, phones=phones
        )  # fmt: skip
        far = FarPorts(
            self._parts.setup.games, PairFolder(self._folder, self._entropy, self.disk), self._send, RELAY,
            self._entropy, self._now_s,
        )  # fmt: skip
        matches = MatchFolder(self._folder, self._entropy, self.disk)
        games = {self._system.game.system: self._system.game}
        wiring = replace(BY_SEAT, phones_alone=self._parts.setup.phones_alone)
        session = headless_session(games, AtOnce(self._sides), matches, ports, wiring=wiring, far=far)
        session.start()
        self.session = session
        self.step(FarOnline(True))

    def opens(self, code: str = "") -> None:
        """Invite the other table, or join it."""
        if self.session is not None:
            self.session.step(FarOpening(self._system.game.system, str(self.seat), code))

    @property
    def code(self) -> str:
        phone = self.published.desks[SEATS.index(self.seat.opponent)].phone
        return "" if phone is None else phone.address

    def step(self, message: Message) -> None:
        if self.session is not None:
            self.session.step(message)

    def rests(self) -> None:
        """Do nothing."""

    def plays(self) -> None:
        """Give one answer, if the player has a question."""
        prompts = [each for each in self.published.prompts if each.seat is self.seat and not each.setting]
        words = [each for each in prompts if each.key == WORDS]
        if words:
            self.step(Answer(self.seat, WORDS, SAME))
            return
        play = self.play
        asked = tuple(each for each in prompts if each.key not in (LEAVE, NEXT_MATCH))
        if play is None or not asked:
            return
        if self._turns <= 0 and (end := towards_the_end(asked)) is not None:
            self.step(Answer(self.seat, end.prompt, end.value))
        elif not all(each.standing for each in asked):
            self._turns -= 1
            self._answers(play, chosen(asked, self._pick, RESTLESS))

    def _answers(self, play: SharedMatch, prompt: AnyPrompt) -> None:
        if not isinstance(prompt, SealedCard):
            self.step(Answer(self.seat, prompt.key, prompt.sample(self._pick)))
        elif prompt.key != LAY_AGAIN:
            self.card = locked(play.match.game, play.state.game, self.seat, self._pick)
            self.locks(prompt, self.card)
        else:
            others = [each.card for each in play.match.game.belongings(play.state.game, self.seat)]
            other = others[self._pick(len(others))]
            if other != self.card and self._parts.book(hw.Tag(uid(self.seat, other))) is not None:
                self.locks(prompt, other)
                self.refused += 1
            self.locks(prompt, self.card)

    def locks(self, prompt: AnyPrompt, card: str) -> None:
        """Lay a card on the seat's reader, and hold."""
        self.step(hw.TagLifted(self.seat))
        self.step(hw.TagPlaced(self.seat, Sealed(hw.Tag(uid(self.seat, card)))))
        self.step(Touched(self.seat, prompt.key, hold=True))

    def kill(self) -> None:
        """End the program at once, as with kill -9."""
        self.session = self.now = None
        self.sent.clear()
        self.disk.die()

    def journal(self) -> tuple[bytes, ...]:
        """Return the batches of the journal that was played last. Raises NeverOverError without one."""
        journal = opened(self._folder)
        if journal is None:
            raise NeverOverError(f"{self.seat} has no journal")
        batches = tuple(journal.batches())
        journal.close()
        return batches

    def match_files(self) -> list[Path]:
        """Return the files with both signatures."""
        return sorted((self._folder / "archive").glob("*.two.jsonl"))

    def _publish(self, published: Published) -> None:
        self.now = published

    def _send(self, request: FarRequest) -> None:
        if isinstance(request, FarFrame):
            self.sent.append(request.frame)


class TwoSessions:
    """Both tables, and the line between them."""

    def __init__(
        self,
        parts: Mapping[Seat, HeadlessParts],
        folder: Path,
        system: System,
        seed: int,
        turns: int,
        weather: Weather = BAD,
        *,
        idle: bool = False,
    ) -> None:
        """`idle` is True for players that do nothing by themselves."""
        self._weather, self._idle, self.rng = weather, idle, random.Random(seed)
        self.now_ms, self.kills = 0, 0
        self._order = itertools.count()
        self._way: list[tuple[int, int, Seat, bytes]] = []
        self.frames: list[tuple[int, Seat, bytes]] = []
        sides = dict(system.sides(self.rng))
        self.tables = {
            seat: FarSession(
                parts[seat], folder / str(seat), system, sides[seat], seat, seed * 2 + n, turns,
                lambda: self.now_ms / 1000, MortalFiles(self._dies),
            )
            for n, seat in enumerate(SEATS)
        }  # fmt: skip
        self._starts = dict.fromkeys(SEATS, 0)
        self._mortal = False
        for table in self.tables.values():
            table.boot()
        self.tables[BLUE].opens()
        self.tables[BLUE.opponent].opens(self.tables[BLUE].code)
        self._mortal = True

    def _dies(self) -> bool:
        return self._mortal and self.rng.random() < self._weather.kills

    @property
    def over(self) -> bool:
        """True if the match has ended and settled at both tables, or one has stopped it."""
        plays = [table.play for table in self.tables.values()]
        return all(play is not None and play.state.ended is not None and play.settled for play in plays)

    def run(self, most: int = MOST_STEPS) -> None:
        """Play until the match is over at both tables. Raises NeverOverError."""
        for _ in range(most):
            if self.over:
                return
            self.step()
        raise NeverOverError(f"not over after {most} steps, {self.now_ms / 1000:.0f} s")

    def step(self) -> None:
        """Let both tables act now, and continue to the next moment."""
        for seat in SEATS:
            self._alive(seat, FarSession.rests if self._idle else FarSession.plays)
        times = [self._way[0][0]] if self._way else []
        for seat, table in self.tables.items():
            if table.session is None:
                times.append(self._starts[seat])
            elif (due_s := table.session.next_deadline()) is not None:
                times.append(round(due_s * 1000))
        self.now_ms = max(self.now_ms, min(times, default=self.now_ms + IDLE_MS))
        while self._way and self._way[0][0] <= self.now_ms:
            _, _, seat, frame = heapq.heappop(self._way)
            self._alive(seat, partial(FarSession.step, message=FarFrame(frame)))

    def close(self) -> None:
        """End both programs."""
        for table in self.tables.values():
            table.kill()

    def waits(self, most_ms: int) -> None:
        """Let the line and both programs work for so long."""
        until = self.now_ms + most_ms
        while self.now_ms < until:
            self.step()

    def kill(self, seat: Seat) -> None:
        self.kills += 1
        self.tables[seat].kill()
        self._starts[seat] = self.now_ms + self.rng.randrange(DOWN_MS)

    def _alive(self, seat: Seat, does: Callable[[FarSession], object]) -> None:
        table = self.tables[seat]
        try:
            if table.session is None:
                if self.now_ms < self._starts[seat]:
                    return
                table.boot()
            does(table)
            if table.session is not None:
                table.session.tick(self.now_ms / 1000)
        except KilledError:
            self.kill(seat)
        sent, table.sent = table.sent, []
        for frame in sent:
            self._send(seat, frame)

    def _send(self, seat: Seat, frame: bytes) -> None:
        self.frames.append((self.now_ms, seat, frame))
        weather, rng = self._weather, self.rng
        if rng.random() < weather.loss:
            return
        for _ in range(1 + (rng.random() < weather.doubling)):
            most = weather.most_ms if rng.randrange(SLOW_OF) == 0 else weather.usual_ms
            came_ms = self.now_ms + rng.randint(weather.least_ms, most)
            heapq.heappush(self._way, (came_ms, next(self._order), seat.opponent, frame))
