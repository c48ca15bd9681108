"""The clock of a match (TB-97). Times come with the commands; nothing here reads a clock.

A seat's time runs while it has a question. Both run while both choose in secret. An undo returns no time.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from table.rules.game import Event
from table.rules.match import events as ev
from table.rules.prompts import AnyPrompt, Roll, SealedCard
from table.rules.seats import BLUE, RED, SEATS, Seat

RULE = "TB-97"
REVEAL_MS = 4_000
"""Neither seat is charged while the cards turn and the die rolls."""
NOBODY: frozenset[Seat] = frozenset()


class MatchClock(Struct, frozen=True):
    """The time charged up to `at_ms`, and the seats whose time runs since then."""

    set: ev.ClockSet
    at_ms: int = 0
    """The time of the last batch, since the match began."""
    blue_ms: int = 0
    red_ms: int = 0
    any_ms: int = 0
    """The time in which at least one seat was charged. A shared clock counts it."""
    nobody_ms: int = 0
    """The time in which neither seat was charged."""
    blue: bool = False
    red: bool = False
    since_ms: int = 0
    """Neither seat is charged before this time."""
    round: int = 0
    """The round in which the last batch ended."""
    last_round: int = 0
    """The round in which a time was used up, if that makes it the last one; else 0."""
    closed: bool = False
    """True once the match is closed. Later time is not counted."""

    def charged_ms(self, seat: Seat) -> int:
        return self.blue_ms if seat is BLUE else self.red_ms

    @property
    def running(self) -> tuple[Seat, ...]:
        """Return the seats whose time runs, once `since_ms` is past."""
        return tuple(seat for seat, runs in zip(SEATS, (self.blue, self.red), strict=True) if runs)

    def at(self, at_ms: int) -> "MatchClock":
        """Return the clock at this time, assuming no event until then."""
        at_ms = max(at_ms, self.at_ms)
        if self.closed:
            return replace(self, at_ms=at_ms)
        ran = max(0, at_ms - max(self.at_ms, self.since_ms)) if self.blue or self.red else 0
        return replace(
            self,
            at_ms=at_ms,
            blue_ms=self.blue_ms + ran * self.blue,
            red_ms=self.red_ms + ran * self.red,
            any_ms=self.any_ms + ran,
            nobody_ms=self.nobody_ms + at_ms - self.at_ms - ran,
        )

    def left_ms(self, seat: Seat) -> int:
        """Return the time left for a seat, or of the shared time; negative once it is used up."""
        shared = self.set.mode is ev.ClockMode.SHARED
        return self.set.time_ms - (self.any_ms if shared else self.charged_ms(seat))

    @property
    def last_one(self) -> bool:
        """True if a used-up time makes this round the last one (TB-98).

        After an undo it may be the round after this one.
        """
        if self.last_round or self.set.at_zero is not ev.AtZero.LAST_ROUND:
            return 0 < self.last_round <= self.round
        return any(self.left_ms(seat) <= 0 for seat in SEATS)


def begun(clock_set: ev.ClockSet) -> MatchClock:
    """Return the clock at the beginning: no time is charged before the set-up time is over."""
    return MatchClock(clock_set, since_ms=clock_set.setup_ms)


def turned(clock: MatchClock, event: ev.ClockRuns, round_number: int) -> MatchClock:
    """Return the clock after a batch that ended in this round.

    A time is used up in the round in which the batch before it ended (TB-98).
    """
    now = clock.at(event.at_ms)
    last = clock.last_round or ((clock.round or round_number) if now.last_one else 0)
    return replace(now, blue=event.blue, red=event.red, since_ms=event.since_ms, round=round_number, last_round=last)


def runs(clock: MatchClock, at_ms: int, seats: frozenset[Seat], events: Sequence[Event] = ()) -> ev.ClockRuns:
    """Return the event that ends a batch: its time, and the seats whose time runs from then on."""
    at_ms = max(at_ms, clock.at_ms)
    stands = any(event.final or getattr(event, "face", None) is not None for event in events)
    revealed = any(isinstance(event, ev.SealOpened) for event in events)
    since = max(at_ms + REVEAL_MS * (stands or revealed), clock.since_ms)
    return ev.ClockRuns(at_ms, BLUE in seats, RED in seats, since)


def asked(prompts: Sequence[AnyPrompt]) -> frozenset[Seat]:
    """Return the seats that the game asks. A prompt for either seat, or a roll, costs no time."""
    waits = [prompt for prompt in prompts if not prompt.standing]
    if any(prompt.seat is None for prompt in waits):
        return NOBODY
    return frozenset(prompt.seat for prompt in waits if prompt.seat is not None and not isinstance(prompt, Roll))


def hindered(prompts: Sequence[AnyPrompt], unread: frozenset[Seat], locked: frozenset[Seat]) -> bool:
    """True if a seat has to lay a card while its reader is missing. Neither seat is charged meanwhile."""
    return any(isinstance(prompt, SealedCard) and prompt.seat in unread - locked for prompt in prompts)
