"""An open match with its journal: command -> decide -> journal -> evolve. An event counts only once it is on disk."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

import msgspec

from table import __version__
from table.records.ports import Journal, JournalError, JournalNewerError, JournalUnwritableError
from table.rules.chance import Chance
from table.rules.fairness import SecretChance, secret_commitment
from table.rules.game import Event, Game
from table.rules.match.codec import Asked, Cause, EventCodec, version_in
from table.rules.match.commands import Disclose, MatchCommand, OnlyAnswer, ReviseRules, Timed
from table.rules.match.events import (
    ClockSet,
    DispenserAwaited,
    DispenserFound,
    HoppersLoaded,
    MatchOpened,
    PayoutFailed,
    PayoutSettled,
    SpentTokens,
    TokensCounted,
    TokensOwed,
)
from table.rules.match.match import Match
from table.rules.match.revision import Revision, revision_of
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat


class OpenMatch:
    """An open match with its journal. Only the session's thread uses it."""

    def __init__(
        self, match: Match[Any], journal: Journal, state: MatchState[Any], now_s: Callable[[], float] = lambda: 0.0
    ) -> None:
        """`now_s` is a monotonic clock in seconds, which times a match with a clock."""
        self.match = match
        self.journal = journal
        self.state = state
        self.seats: tuple[Seat, ...] = SEATS
        """The seats that are played at this table."""
        self._codec = EventCodec(match.events)
        self._secret = journal.secret()
        self.locked = ""
        """The journal's head when all seats had last locked, since this match was opened, in hex."""
        self._now_s, self._opened_s = now_s, now_s()
        self._before_ms = 0 if state.clock is None else state.clock.at_ms
        """The match's time when it was opened here, because the time in which the table was off does not count."""
        self._stands_s: float | None = None
        """The time of the first failed write, while writing still fails."""

    @classmethod
    def begin(
        cls,
        game: Game[Any],
        journal: Journal,
        setup: Mapping[Seat, Any],
        loaded: HoppersLoaded,
        there: DispenserFound | DispenserAwaited | None,
        spent: SpentTokens | None = None,
        clock_set: ClockSet | None = None,
        now_s: Callable[[], float] = lambda: 0.0,
    ) -> Self | tuple[Refusal, ...]:
        """Begin a match, and write its first events. Return the refusals if the game rejects the setup.

        Raises JournalUnwritableError. In both cases nothing is written.
        """
        match = Match(game)
        version = match.revision(__version__).stated
        opened = MatchOpened(journal.match_id, game.system, secret_commitment(journal.secret()), version)
        begun = match.begin(opened, setup, loaded, there, spent, clock_set)
        refusals = tuple(item for item in begun if isinstance(item, Refusal))
        if refusals:
            return refusals
        events = tuple(item for item in begun if isinstance(item, Event))
        codec = EventCodec(match.events)
        journal.append([codec.encode(event) for event in events], codec.encode_cause(Cause()))
        return cls(match, journal, match.fold(None, events), now_s)

    @classmethod
    def load(cls, game: Game[Any], journal: Journal, now_s: Callable[[], float] = lambda: 0.0) -> Self:
        """Return the match at the end of its journal.

        It continues by the rules that last decided it, or by the game's current rules if those no longer exist. Raises
        JournalError if an event does not fit them, and JournalNewerError if later rules decided it: then the file is
        sound.
        """
        decided = ""
        try:
            decided = last_version(journal)
            match = _rules(game, journal, revision_of(decided))
            codec = EventCodec(match.events)
            state = match.fold(None, tuple(codec.decode(body) for body in journal.bodies()))
        except (msgspec.MsgspecError, LookupError, ValueError) as error:
            raise JournalError(
                f"{journal.path}: an event does not fit the rules of this command-table ({error}): "
                f"finish the match with the one that began it, {decided}"
            ) from error
        return cls(match, journal, state, now_s)

    @property
    def revising(self) -> ReviseRules | None:
        """Return the command that records a change to later rules, or None if the rules stay the same."""
        now = self.match.revision(__version__)
        return ReviseRules(now.stated) if now.is_later(revision_of(self.state.version)) else None

    def do(self, command: MatchCommand) -> tuple[Event, ...] | Refusal:
        """Decide a command, and write its events. Return them, or the refusal.

        If it raises JournalUnwritableError, nothing has happened.
        """
        if self.state.clock is not None and not isinstance(command, Timed):
            command = Timed(self.at_ms, command)
        heard = RecordedChance(self.chance)
        outcome = self.match.decide(self.state, command, heard.chance)
        if isinstance(outcome, Refusal) or not outcome:
            return outcome
        state = self.match.fold(self.state, outcome)
        cause = self._codec.encode_cause(Cause(command, tuple(heard.asked)))
        try:
            self.journal.append([self._codec.encode(event) for event in outcome], cause)
        except JournalUnwritableError:
            self._stands_s = self._now_s() if self._stands_s is None else self._stands_s
            raise
        self.writable()
        self.state = state
        return outcome

    def prompts(self) -> tuple[AnyPrompt, ...]:
        """Return the open prompts of the seats at this table."""
        return self.match.prompts(self.state)

    def only_answer(self) -> OnlyAnswer | None:
        """Return the answer that this table gives by itself now (TB-19), or None."""
        return self.match.only_answer(self.state)

    @property
    def at_ms(self) -> int:
        """Return the match's time in milliseconds, without the time in which the table was off, or could not write."""
        now_s = self._now_s() if self._stands_s is None else self._stands_s
        return self._before_ms + round((now_s - self._opened_s) * 1000)

    @property
    def stands(self) -> bool:
        """True while nothing can be written and the match's time is stopped."""
        return self._stands_s is not None

    def writable(self) -> None:
        """Restart the match's time. The time in which nothing could be written is charged to no seat."""
        if self._stands_s is not None:
            self._opened_s += self._now_s() - self._stands_s
            self._stands_s = None

    def events(self) -> Iterator[Event]:
        """Read all events from the disk. Raises sqlite3.Error."""
        return (self._codec.decode(body) for body in self.journal.bodies())

    def counted(self) -> Counter[str]:
        """Return the tokens that came out of the hoppers according to the journal, by kind."""
        kinds: dict[str, str] = {}
        passed: dict[str, int] = {}
        for event in self.events():
            match event:
                case TokensOwed():
                    kinds[event.job] = event.kind
                case TokensCounted() | PayoutFailed() | PayoutSettled():
                    passed[event.job] = max(passed.get(event.job, 0), event.passed)
                case _:
                    pass
        return sum((Counter({kinds[job]: n}) for job, n in passed.items()), Counter[str]())

    def note_locked(self) -> None:
        """Remember the journal's current head, which covers every seal, before the cards are opened."""
        self.locked = self.journal.head.hex()

    def disclosure(self) -> Disclose:
        """Return the command that discloses the secret. The match refuses it before its end."""
        return Disclose(self._secret)

    @property
    def discloses(self) -> bool:
        """True if the match is over, and its secret is not disclosed yet."""
        return self.state.ended is not None and not self.state.secret

    @property
    def settled(self) -> bool:
        """True if the match's file is complete."""
        return bool(self.state.secret) and not self.prompts()

    @property
    def verifiable(self) -> bool:
        """True if the secret matches its commitment.

        It is not in the chain, so disk damage could change it.
        """
        return secret_commitment(self._secret) == self.state.commitment

    @property
    def chance(self) -> SecretChance | None:
        """Return the chance of the match, or None until both seats have dialled their numbers."""
        return SecretChance(self._secret, self.state.numbers) if self.state.numbered else None


def last_version(journal: Journal) -> str:
    """Return the last version of the rules that a journal states; empty if there is none.

    Raises `msgspec.MsgspecError`.
    """
    stated = (version_in(body) for body in journal.bodies())
    return next(reversed([version for version in stated if version is not None]), "")


def _rules(game: Game[Any], journal: Journal, decided: Revision) -> Match[Any]:
    """Return the rules by which an unfinished match continues. Raises JournalNewerError."""
    match = Match.at(game, decided)
    if match is not None:
        return match
    current = Match(game)
    if not decided.is_later(current.revision(__version__)):
        return current
    raise JournalNewerError(
        f"{journal.path}: played by later rules of {game.system} ({decided.stated}) than this command-table has "
        f"({current.revision(__version__).stated}): update it, or the game"
    )


class RecordedChance:
    """A chance that records each question for the journal, so that a verifier can check it without the game."""

    def __init__(self, chance: Chance | None) -> None:
        self._chance = chance
        self.asked: list[Asked] = []

    @property
    def chance(self) -> Chance | None:
        """Return this object, or None until both seats have dialled their numbers."""
        return None if self._chance is None else self

    def below(self, bound: int, question: int) -> int:
        """Query the chance, and record the answer. Raises ValueError before both numbers are dialled."""
        if self._chance is None:
            raise ValueError("there is no chance before both numbers are dialled")
        came = self._chance.below(bound, question)
        self.asked.append((question, bound, came))
        return came
