"""A match at an imaginary table: seats that dial, lock, lift and answer, and a dispenser that says what one likes."""

from typing import Any

from examples.skirmish import Skirmish
from table.rules.commands import Answer
from table.rules.fairness import SecretChance, seal_commitment, secret_commitment
from table.rules.game import Event, Game
from table.rules.match import commands as cmd
from table.rules.match.events import DispenserFound, HopperEntry, HoppersLoaded, MatchOpened, SpentTokens
from table.rules.match.match import Match
from table.rules.match.revision import OF_EVERY_MATCH, Revision
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, Seal, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat

SECRET = bytes(32)
VERSION = Revision("1", OF_EVERY_MATCH, 1).stated
STORE = 7
"""The dispenser's memory."""
HOPPERS = (HopperEntry(0, "command", 10), HopperEntry(1, "corps", 5))


class MatchTable:
    """Begins a match, of skirmish if no other game is reported; `events` is everything that was ever decided."""

    def __init__(
        self,
        hoppers: tuple[HopperEntry, ...] = HOPPERS,
        up: bool = True,
        game: Game[Any] | None = None,
        sides: tuple[Any, Any] = ("Blue army", "Red army"),
        sealing: str = "card",
        spent: SpentTokens | None = None,
    ) -> None:
        """`sealing` is the key under which the game asks for a card to be locked."""
        self.match: Match[Any] = Match(game or Skirmish())
        self.sealing = sealing
        opened = MatchOpened("testmatch", self.match.game.system, secret_commitment(SECRET), VERSION)
        begun = self.match.begin(
            opened, {BLUE: sides[0], RED: sides[1]}, HoppersLoaded(hoppers), DispenserFound() if up else None, spent
        )
        self.events: list[Event] = [event for event in begun if isinstance(event, Event)]
        self.state: MatchState[Any] = self.match.fold(None, tuple(self.events))
        if up:
            self.does(cmd.DispenserIs(True, STORE, 0))
        self._openings: dict[Seat, cmd.Opening] = {}

    def dialled(self) -> "MatchTable":
        self.answers(BLUE, "match.number", 7)
        self.answers(RED, "match.number", 42)
        return self

    def does(self, command: cmd.MatchCommand) -> tuple[Event, ...] | Refusal:
        chance = SecretChance(SECRET, self.state.numbers) if self.state.numbered else None
        outcome = self.match.decide(self.state, command, chance)
        if not isinstance(outcome, Refusal):
            self.events.extend(outcome)
            self.state = self.match.fold(self.state, outcome)
        return outcome

    def answers(self, seat: Seat, prompt: str, value: Value = None) -> tuple[Event, ...] | Refusal:
        return self.does(Answer(seat, prompt, value))

    def locks(self, seat: Seat, card: str) -> tuple[Event, ...] | Refusal:
        salt = bytes([len(self.events)]) * 32
        self._openings[seat] = cmd.Opening(seat, salt, card)
        return self.answers(seat, self.sealing, Seal(seal_commitment(salt, card)))

    def opens(self, *seats: Seat) -> tuple[Event, ...] | Refusal:
        return self.does(cmd.OpenSeals(tuple(self._openings[seat] for seat in seats or (BLUE, RED))))

    def plays(self, blue: int, red: int) -> tuple[Event, ...] | Refusal:
        self.locks(BLUE, f"skirmish.card.{blue}")
        self.locks(RED, f"skirmish.card.{red}")
        return self.opens()

    def asked(self, key: str) -> AnyPrompt | None:
        return next((p for p in self.match.prompts(self.state) if p.key.startswith(key)), None)

    @property
    def job(self) -> str:
        """The one open job."""
        (job,) = self.state.ledger.jobs
        return job.id
