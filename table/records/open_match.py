"""An open match with its journal: command -> decide -> journal -> evolve. Nothing is so before it is on disk."""

from collections.abc import Iterator, Mapping
from typing import Any, Self

import msgspec

from table import __version__
from table.records.ports import Journal, JournalError
from table.rules.chance import Chance
from table.rules.fairness import SecretChance, secret_commitment
from table.rules.game import Event, Game
from table.rules.match.codec import Asked, Cause, EventCodec
from table.rules.match.commands import Disclose, MatchCommand
from table.rules.match.events import DispenserAwaited, DispenserFound, HoppersLoaded, MatchOpened
from table.rules.match.match import Match
from table.rules.match.state import MatchState
from table.rules.refusal import Refusal
from table.rules.seats import Seat


class Play:
    """The session's thread only."""

    def __init__(self, match: Match[Any], journal: Journal, state: MatchState[Any]) -> None:
        self.match = match
        self.journal = journal
        self.state = state
        self._codec = EventCodec(match.events)
        self._secret = journal.secret()

    @classmethod
    def begin(
        cls,
        game: Game[Any],
        journal: Journal,
        setup: Mapping[Seat, Any],
        loaded: HoppersLoaded,
        there: DispenserFound | DispenserAwaited | None,
    ) -> Self | tuple[Refusal, ...]:
        match = Match(game)
        opened = MatchOpened(journal.match_id, game.system, secret_commitment(journal.secret()), __version__)
        begun = match.begin(opened, setup, loaded, there)
        refusals = tuple(item for item in begun if isinstance(item, Refusal))
        if refusals:
            return refusals
        events = tuple(item for item in begun if isinstance(item, Event))
        codec = EventCodec(match.events)
        journal.append([codec.encode(event) for event in events], codec.encode_cause(Cause()))
        return cls(match, journal, match.fold(None, events))

    @classmethod
    def load(cls, game: Game[Any], journal: Journal) -> Self:
        """The match where its journal ends. JournalError if an event does not fit the rules: the file is sound."""
        match = Match(game)
        codec = EventCodec(match.events)
        try:
            state = match.fold(None, tuple(codec.decode(body) for body in journal.bodies()))
        except (msgspec.MsgspecError, LookupError, ValueError) as error:
            raise JournalError(
                f"{journal.path}: an event does not fit the rules of this command-table ({error}): "
                "finish the match with the one that began it"
            ) from error
        return cls(match, journal, state)

    def do(self, command: MatchCommand) -> tuple[Event, ...] | Refusal:
        """Raises JournalUnwritable, and then nothing has happened."""
        heard = HeardChance(self.chance)
        outcome = self.match.decide(self.state, command, heard.chance)
        if isinstance(outcome, Refusal) or not outcome:
            return outcome
        state = self.match.fold(self.state, outcome)
        cause = self._codec.encode_cause(Cause(command, tuple(heard.asked)))
        self.journal.append([self._codec.encode(event) for event in outcome], cause)
        self.state = state
        return outcome

    def events(self) -> Iterator[Event]:
        """The whole journal, read from the disk."""
        return (self._codec.decode(body) for body in self.journal.bodies())

    def disclosure(self) -> Disclose:
        """The command that makes the secret known; refused before the end."""
        return Disclose(self._secret)

    @property
    def verifiable(self) -> bool:
        """The secret is the one that was committed to. It stands in no chain: a disk can spoil it."""
        return secret_commitment(self._secret) == self.state.commitment

    @property
    def chance(self) -> SecretChance | None:
        """There once both seats have dialled in their numbers."""
        return SecretChance(self._secret, self.state.numbers) if self.state.numbered else None


class HeardChance:
    """Listens to what is asked of the chance, for the journal: a verifier needs to know no game to check it."""

    def __init__(self, chance: Chance | None) -> None:
        self._chance = chance
        self.asked: list[Asked] = []

    @property
    def chance(self) -> Chance | None:
        return None if self._chance is None else self

    def below(self, bound: int, question: int) -> int:
        if self._chance is None:
            raise ValueError("there is no chance before both numbers are dialled")
        came = self._chance.below(bound, question)
        self.asked.append((question, bound, came))
        return came
