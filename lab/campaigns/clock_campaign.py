"""`campaign clock`: random matches with power cuts. Is each second charged to the right seat?

Players of every game think for random times, and power is cut between two of their answers: the time since the last
batch is lost, and the match resumes from its file. A second verifier in another language sums up from the file the
times that each seat was charged and was not charged. Their sum must be the time of the match, and the charged time must
be the one that the table shows, to the millisecond. The control is a clock on the screen that counts whole frames.

Both verifiers would accept a clock that starts too late. So the first choice of each match is also timed by the
campaign, which reads from the prompts who has to choose. The control for it are rules that charge nobody for the first
choice.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from msgspec.structs import replace

from lab.campaigns.forge.forgeries import rewritten
from lab.figure import Figure, control_of, none_of
from lab.second_verifier import outputs
from lab.systems import systems
from table.config import Config
from table.devices.configured.device_settings import hopper_entries
from table.games.random_play.match import RandomMatch
from table.games.random_play.trial import System
from table.records.journal import batch_body
from table.records.open_match import RecordedChance
from table.rules.commands import Answer
from table.rules.fairness import SecretChance
from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match.codec import Cause, EventCodec
from table.rules.match.events import ClockMode, ClockRuns, ClockSet
from table.rules.match.match import Match
from table.rules.match.payouts import HAND
from table.rules.match.questions import OWN_KEYS
from table.rules.prompts import Roll
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat

TURNS, RESTLESS = 24, 12
CUT = 8
"""Power is cut before one turn in so many."""
PICTURE_MS = 100
"""The frame time of the control's screen."""
LONGEST_MS = 90_000
AT_ONCE = 100
SHOWN = 5


@dataclass
class ClockCounts:
    matches: int = 0
    cuts: int = 0
    errors_ms: list[int] = field(default_factory=list)
    by_screen_ms: list[int] = field(default_factory=list)
    first_ms: list[int] = field(default_factory=list)
    """The error of each seat's charge for the first choice."""
    late_ms: list[int] = field(default_factory=list)
    """The same under rules that charge nobody for the first choice."""


class TimedMatch(RandomMatch):
    """A random match with a clock, and the true time, which only this class knows."""

    def __init__(self, system: System, seed: int) -> None:
        self._time = random.Random(f"time/{seed}")
        self.now_ms = 0
        """The true time of the match, without time lost in power cuts."""
        self.seen_ms = {BLUE: 0, RED: 0}
        """The time that a screen has counted for each seat: whole frames, and no time before a cut."""
        self._since_ms = 0
        mode = self._time.choice(tuple(ClockMode))
        super().__init__(
            system.game, system.sides(random.Random(seed)), hopper_entries(Config()), seed, restless=RESTLESS,
            clock_set=ClockSet(mode, self._time.randrange(1, 3_600_000), self._time.choice((0, 60_000))),
        )  # fmt: skip
        self._codec = EventCodec(self.match.events)
        begun = [self._codec.encode(event) for event in self.events]
        self._bodies = [batch_body(begun, self._codec.encode_cause(Cause()))]
        for job in self.state.ledger.jobs:
            self._pay_out(job.id)

    @property
    def asked(self) -> frozenset[Seat]:
        """Return the seats that have to choose: none while either seat may answer, a die rolls or the table asks."""
        waits = [prompt for prompt in self.match.prompts(self.state) if not prompt.standing]
        if any(prompt.seat is None or prompt.key.startswith(OWN_KEYS) for prompt in waits):
            return frozenset()
        return frozenset(prompt.seat for prompt in waits if prompt.seat is not None and not isinstance(prompt, Roll))

    def first_choice(self) -> dict[Seat, int]:
        """Make the first choice of the match, and return the time that each seat took for it after the set-up time."""
        asked, setup_ms = self.asked, 0 if self.state.clock is None else self.state.clock.set.setup_ms
        self.think()
        took, before = max(0, self._since_ms - setup_ms), len(self._bodies)
        for _ in range(TURNS):  # a refused answer does not count, and time goes on
            if len(self._bodies) > before or not self.turn():
                break
        return {seat: took * (seat in asked) for seat in (BLUE, RED)}

    @property
    def charged_ms(self) -> dict[Seat, int]:
        """Return the used time that the table shows."""
        clock = self.state.clock
        return {} if clock is None else {seat: clock.charged_ms(seat) for seat in (BLUE, RED)}

    def think(self) -> None:
        """Let a player think. The screen counts whole frames for the seats that it shows as running."""
        thought = self._time.randrange(LONGEST_MS)
        for seat in () if self.state.clock is None else self.state.clock.running:
            self.seen_ms[seat] += thought // PICTURE_MS * PICTURE_MS
        self._since_ms += thought

    def cut(self) -> None:
        """Cut the power and resume from the file. The time since the last batch is lost and is charged to nobody."""
        self._since_ms = 0
        bodies = [self._codec.encode(event) for event in self.events]
        self._state = self.match.fold(None, tuple(map(self._codec.decode, bodies)))
        self._do(cmd.Restarted())

    def file(self) -> bytes:
        return rewritten(self.state.id, self.state.system, self._bodies)

    def _pay_out(self, id: str) -> None:
        """Pay out, or answer that hands take the tokens. No clock stops for that."""
        job = self.state.ledger.job(id)
        if job is not None and job.hopper is None:
            self._do(Answer(job.seat, HAND + id))
        else:
            super()._pay_out(id)

    def _decided(self, command: cmd.MatchCommand) -> tuple[Event, ...] | Refusal:
        if isinstance(command, cmd.Timed):
            raise ValueError("a player's command has its time from here")
        at_ms = self.now_ms + self._since_ms
        timed = cmd.Timed(at_ms, command)
        recorded = RecordedChance(SecretChance(self._secret, self.state.numbers) if self.state.numbered else None)
        decided = self.match.decide(self.state, timed, recorded.chance)
        if not isinstance(decided, Refusal) and decided:
            self.now_ms, self._since_ms = at_ms, 0
            events = [self._codec.encode(event) for event in decided]
            self._bodies.append(batch_body(events, self._codec.encode_cause(Cause(timed, tuple(recorded.asked)))))
        return decided


class LateRules(Match[Any]):
    """The rules with a fault: the clock runs for nobody until the first answer."""

    def opening(self, head: tuple[Event, ...], begun: tuple[Event, ...]) -> tuple[Event, ...]:
        batch = super().opening(head, begun)
        return tuple(
            replace(event, blue=False, red=False) if isinstance(event, ClockRuns) else event for event in batch
        )


class LateMatch(TimedMatch):
    rules = LateRules


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Play `count` matches. The goal is meant for 10,000."""
    counts = ClockCounts()
    played = _played(counts, count, seed)
    while chunk := list(islice(played, AT_ONCE)):
        for match, output in zip(chunk, outputs(match.file() for match in chunk), strict=True):
            _judge(counts, match, output)
        done(counts.matches)
    counts.first_ms += _first_choices(TimedMatch, count, seed)
    counts.late_ms += _first_choices(LateMatch, min(count, AT_ONCE), seed)
    worst, screen = max(counts.errors_ms), max(counts.by_screen_ms)
    note = f"{counts.matches} matches, {counts.cuts} cuts"
    yield none_of("clock.error", worst, "ms", len(counts.errors_ms), note)
    yield control_of("clock.control", screen, "ms", len(counts.by_screen_ms), note="a clock on the screen")
    first, late = max(counts.first_ms), max(counts.late_ms)
    yield none_of("clock.first", first, "ms", len(counts.first_ms), "the first choice")
    yield control_of("clock.first.control", late, "ms", len(counts.late_ms), "charged from the second batch on")


def _played(counts: ClockCounts, count: int, seed: int) -> Iterator[TimedMatch]:
    every = tuple(systems())
    for number in range(count):
        match = TimedMatch(every[number % len(every)], seed * 1_000_000 + number)
        chance = random.Random(f"cuts/{seed}/{number}")
        for _ in range(TURNS):
            match.think()
            if chance.randrange(CUT) == 0:
                match.cut()
                counts.cuts += 1
            if not match.turn():
                break
        counts.matches += 1
        yield match


def _first_choices(play: type[TimedMatch], count: int, seed: int) -> Iterator[int]:
    """Yield the error of each seat's charge for the first choice of each match, read from its file."""
    every = tuple(systems())
    for start in range(0, count, AT_ONCE):
        matches = [
            play(every[number % len(every)], seed * 1_000_000 + number)
            for number in range(start, min(start + AT_ONCE, count))
        ]
        took = [match.first_choice() for match in matches]
        for match, by_seat, output in zip(matches, took, outputs(match.file() for match in matches), strict=True):
            clock = output.get("clock") if output["ok"] else None
            for seat, ms in by_seat.items():
                yield match.now_ms + 1 if clock is None else abs(clock[str(seat)]["charged"] - ms)


def _judge(counts: ClockCounts, match: TimedMatch, output: Any) -> None:
    """Compare the second verifier's times with the true times and with the table's."""
    clock = output.get("clock") if output["ok"] else None
    for seat, charged in match.charged_ms.items():
        if clock is None:
            counts.errors_ms.append(match.now_ms + 1)
            continue
        of_seat = clock[str(seat)]
        missing = abs(of_seat["charged"] + of_seat["not"] - match.now_ms)
        counts.errors_ms.append(missing + abs(of_seat["charged"] - charged) + abs(clock["match"] - match.now_ms))
        counts.by_screen_ms.append(abs(match.seen_ms[seat] - of_seat["charged"]))
