"""Two tables in virtual time, with a player each, on a line that loses, doubles, delays and reorders frames."""

import heapq
import itertools
import random
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from lab.random_acts import towards_the_end
from lab.trials.game_trials import game_trials
from table import __version__
from table.games.random_play.match import chosen, locked
from table.games.random_play.trial import System, Trial
from table.games.rule_set import RuleSet
from table.records.two_tables.pair_keys import SigningKey
from table.records.two_tables.paired_side import PairedSide
from table.records.two_tables.peer import TwoTablesPeer
from table.records.two_tables.peer_values import OwnSide
from table.rules.commands import Answer
from table.rules.errors import ProgramError
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import BLUE, SEATS, Seat

MOST_DELAY_MS, USUAL_DELAY_MS, SLOW_OF = 30_000, 200, 5
MOST_STEPS = 40_000
RESTLESS = 20
LOST_RECORDS = 6
DOWN_MS = 20_000
"""The longest time until a killed side is started again."""


class NeverOverError(ProgramError, RuntimeError):
    """Both tables wait for each other."""


class KilledError(BaseException):
    """The program of a side ends at once, as with kill -9. It is no error of the program: not an Exception."""


class Weather(NamedTuple):
    """The faults of a line and of its ends. Each is the probability per frame, or per write to a disk."""

    loss: float = 0.2
    doubling: float = 0.1
    replays: float = 0.05
    """An old frame of the same sender comes again, however old."""
    least_ms: int = 0
    usual_ms: int = USUAL_DELAY_MS
    most_ms: int = MOST_DELAY_MS
    """The longest delay of one frame in `SLOW_OF`; all others are delayed up to `usual_ms`."""
    kills: float = 0.01


BAD = Weather()
CALM = Weather(0, 0, 0, 0, 0, 0, 0)


class MortalDisk(dict[str, bytes]):
    """A disk whose program is killed in the middle of some writes, before or after the record is durable."""

    def __init__(self, rng: random.Random, kills: float) -> None:
        super().__init__()
        self._rng, self._kills = rng, kills

    def __setitem__(self, name: str, content: bytes) -> None:
        if self._rng.random() < self._kills:
            if self._rng.random() < 0.5:
                super().__setitem__(name, content)
            raise KilledError
        super().__setitem__(name, content)

    def die(self) -> None:
        """Do nothing: this side has no volatile data to lose."""


class ForgetfulDisk(MortalDisk):
    """The control: a disk that loses its last records when the program is killed."""

    def __init__(self, rng: random.Random, kills: float) -> None:
        super().__init__(rng, kills)
        self._last: deque[tuple[str, bytes | None]] = deque(maxlen=LOST_RECORDS)

    def __setitem__(self, name: str, content: bytes) -> None:
        if "own" in self and "pairing" in self:
            self._last.append((name, self.get(name)))
        super().__setitem__(name, content)

    def die(self) -> None:
        """Lose the last records. The pairing stays."""
        while self._last:
            name, before = self._last.pop()
            self.pop(name, None)
            if before is not None:
                self.update({name: before})


class SentFrame(NamedTuple):
    """A frame as somebody on the line sees it."""

    at_ms: int
    seat: Seat
    """The sender."""
    frame: bytes


class Player:
    """A random player of one side. It remembers the card that it locked, as people do."""

    def __init__(self, seat: Seat, seed: int, turns: int, *, idle: bool = False) -> None:
        """`idle` is True for a player that does nothing by itself."""
        self._seat, self._turns, self._idle = seat, turns, idle
        self._pick = random.Random(seed).randrange
        self.card = ""
        self.refused = 0
        """The number of other cards that it tried to lay after a restart, each refused."""

    def plays(self, peer: TwoTablesPeer) -> None:
        """Answer a question of this side, if it has one."""
        if self._idle:
            return
        if peer.lays_again:
            others = [each for each in self._hand(peer) if each != self.card]
            if others and self._pick(2):
                self.refused += peer.lay_again(others[self._pick(len(others))]) is not None
            peer.lay_again(self.card)
        if peer.busy or peer.pair is None or peer.pair.state.ended:
            return
        prompts = peer.prompts
        if self._turns <= 0 and (end := towards_the_end(prompts)) is not None:
            end = Answer(self._seat, end.prompt, end.value)
            peer.answer(next(each for each in prompts if each.key == end.prompt), end)
            return
        if all(prompt.standing for prompt in prompts):
            return
        self._turns -= 1
        prompt = chosen(prompts, self._pick, RESTLESS)
        if isinstance(prompt, SealedCard):
            self.card = locked(peer.rules.match.game, peer.pair.state.game, self._seat, self._pick)
            peer.lay(prompt, self.card)
        else:
            peer.answer(prompt, Answer(self._seat, prompt.key, prompt.sample(self._pick)))

    def _hand(self, peer: TwoTablesPeer) -> tuple[str, ...]:
        state = None if peer.pair is None else peer.pair.state.game
        return tuple(one.id for one in peer.rules.match.game.hand(state, self._seat))


def sampled(rule_set: RuleSet) -> System:
    """Return a game with the two lists of its demo."""
    system, shelf = rule_set.game.system, rule_set.shelf_of(Path())
    sides = {seat: shelf.fetch(system, offer) for seat, offer in zip(SEATS, rule_set.samples or (), strict=True)}
    return System(rule_set.game, Trial(lambda _: sides))


SideMade = Callable[..., PairedSide]


class TwoTables:
    """Two sides, each with its disk and its player, and the line between them."""

    def __init__(
        self,
        system: System,
        seed: int,
        turns: int,
        weather: Weather = BAD,
        made: Mapping[Seat, SideMade] | None = None,
        disks: Mapping[Seat, type[MortalDisk]] | None = None,
    ) -> None:
        """`made` replaces the program of a side, for one that lies, and `disks` its disk."""
        self.system, self._weather = system, weather
        self.rng = random.Random(seed)
        self._sides = dict(system.sides(self.rng))
        self._made = made or {}
        self.now_ms = 0
        self.kills = 0
        self.frames: list[SentFrame] = []
        """Everything that was on the line."""
        self._order = itertools.count()
        self._way: list[tuple[int, int, Seat, bytes]] = []
        self._identities = {seat: SigningKey(self.rng.randbytes(32)) for seat in SEATS}
        of = disks or {}
        self.disks = {seat: of.get(seat, MortalDisk)(self.rng, weather.kills) for seat in SEATS}
        self.players = {seat: Player(seat, seed * 2 + n, turns) for n, seat in enumerate(SEATS)}
        self.sides: dict[Seat, PairedSide | None] = dict.fromkeys(SEATS)
        self._starts = dict.fromkeys(SEATS, 0)
        """The time at which a killed side is started again."""

    def peer(self, seat: Seat) -> TwoTablesPeer:
        """Return the match of a side. Raises NeverOverError if the side is not paired."""
        side = self.sides[seat]
        if side is None or side.peer is None:
            raise NeverOverError(f"{seat} has no match")
        return side.peer

    def match_file(self, seat: Seat) -> bytes:
        """Return the file of the match as a side has it. Raises NeverOverError if the side is not there."""
        side = self.sides[seat]
        if side is None:
            raise NeverOverError(f"{seat} is not there")
        return side.match_file()

    @property
    def over(self) -> bool:
        """True if the match has ended at both sides, or one has stopped it."""
        peers = [side.peer for side in self.sides.values() if side is not None and side.peer is not None]
        if any(peer.over for peer in peers):
            return True
        states = [peer.pair.state for peer in peers if peer.pair is not None and peer.waits_for == ""]
        return len(states) == len(SEATS) and all(state.ended for state in states)

    def run(self, most: int = MOST_STEPS) -> None:
        """Play until the match is over at both sides. Raises NeverOverError."""
        for _ in range(most):
            if self.over:
                return
            self.step()
        raise NeverOverError(f"{self.system.game.system}: not over after {most} steps, {self.now_ms / 1000:.0f} s")

    def step(self) -> None:
        """Let both sides act now, and continue to the next moment."""
        for seat in SEATS:
            self._alive(seat, self._acts)
        times = [self._way[0][0]] if self._way else []
        for seat, side in self.sides.items():
            times.append(self._starts[seat] if side is None else side.due_ms)
        self.now_ms = max(self.now_ms, min(times))
        while self._way and self._way[0][0] <= self.now_ms:
            _, _, seat, frame = heapq.heappop(self._way)
            self._alive(seat, partial(PairedSide.receive, frame=frame, now_ms=self.now_ms))

    def waits(self, most_ms: int) -> None:
        """Let the line and both programs work for so long."""
        until = self.now_ms + most_ms
        while self.now_ms < until:
            self.step()

    def plays_until_locks(self) -> None:
        """Answer each question with its first answer until both seats are to lock a card. Players do nothing."""
        self.players = {seat: Player(seat, 0, 0, idle=True) for seat in SEATS}
        while sum(isinstance(prompt, SealedCard) for _, prompt in self._asked()) < len(SEATS):
            self.step()
            for seat, prompt in self._asked():
                if not isinstance(prompt, SealedCard) and not self.peer(seat).busy:
                    self.peer(seat).answer(prompt, Answer(seat, prompt.key, prompt.sample(lambda _: 0)))

    def locks(self, seat: Seat, number: int) -> None:
        """Let a seat lock one of the cards that it may play."""
        peer = self.peer(seat)
        prompt = next(each for each in peer.prompts if isinstance(each, SealedCard))
        hand = peer.rules.match.game.hand(peer.pair.state.game, seat) if peer.pair is not None else ()
        playable = [each.id for each in hand if peer.pair and peer.rules.match.sealable(peer.pair.state, seat, each.id)]
        peer.lay(prompt, playable[number])

    def _asked(self) -> list[tuple[Seat, AnyPrompt]]:
        """Return the questions that are awaited, with their seats."""
        peers = [side.peer for side in self.sides.values() if side is not None and side.peer is not None]
        return [(peer.seat, each) for peer in peers for each in peer.prompts if not each.standing]

    def kill(self, seat: Seat) -> None:
        """End the program of a side at once. Its memory is gone; its disk is not."""
        self.kills += 1
        self.disks[seat].die()
        self.sides[seat] = None
        self._starts[seat] = self.now_ms + self.rng.randrange(DOWN_MS)

    def _acts(self, side: PairedSide) -> None:
        if side.peer is not None and not side.peer.over:
            self.players[side.seat].plays(side.peer)
        for frame in side.frames(self.now_ms):
            self._send(side.seat, frame)

    def _alive(self, seat: Seat, does: Callable[[PairedSide], None]) -> None:
        try:
            side = self.sides[seat]
            if side is None:
                if self.now_ms < self._starts[seat]:
                    return
                side = self.sides[seat] = self._started(seat)
            does(side)
        except KilledError:
            self.kill(seat)

    def _started(self, seat: Seat) -> PairedSide:
        side = None if "batch 1" in self.disks[seat] else self._sides[seat]  # a table reads no list again
        hidden = None if side is None else game_trials(self.system.game.system).hidden
        own = OwnSide(self.system.game, side, () if hidden is None else hidden.hand(side), "data", __version__)
        code = "" if seat is BLUE else self._identities[BLUE].public
        make = self._made.get(seat, PairedSide)
        return make(seat, own, self._identities[seat], self.disks[seat], self.rng.randbytes, code)

    def _send(self, seat: Seat, frame: bytes) -> None:
        self.frames.append(SentFrame(self.now_ms, seat, frame))
        weather, rng = self._weather, self.rng
        if rng.random() < weather.loss:
            return
        sent = [frame] * (1 + (rng.random() < weather.doubling))
        if rng.random() < weather.replays:
            old = rng.choice(self.frames)
            sent += [old.frame] * (old.seat is seat)
        for each in sent:
            most = weather.most_ms if rng.randrange(SLOW_OF) == 0 else weather.usual_ms
            heapq.heappush(
                self._way, (self.now_ms + rng.randint(weather.least_ms, most), next(self._order), seat.opponent, each)
            )


def same_end(tables: TwoTables) -> bool:
    """True if both sides have the same batches, byte for byte, and the same state."""
    blue, red = (tables.peer(seat) for seat in SEATS)
    if blue.pair is None or red.pair is None:
        return False
    same: Any = [held.body for held in blue.log] == [held.body for held in red.log]
    return bool(same) and blue.log == red.log and blue.pair.state == red.pair.state
