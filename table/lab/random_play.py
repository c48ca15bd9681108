"""Random legal play of any game: bots that know nothing but the prompts and their own hands.

`command` answers a game by itself; `RandomMatch` plays a whole match of it in memory, with seals and tokens.
"""

import random
from collections.abc import Mapping
from typing import Any

from table.rules.commands import Answer, Command, Reveal
from table.rules.errors import ProgramError
from table.rules.fairness import SALT_BYTES, SECRET_BYTES, SecretChance, seal_commitment, secret_commitment
from table.rules.game import Event, Game
from table.rules.match import commands as cmd
from table.rules.match import undo
from table.rules.match.events import (
    DispenserFound,
    HopperEntry,
    HoppersLoaded,
    MatchOpened,
    PayoutAskedAgain,
    TokensOwed,
)
from table.rules.match.match import Match
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, Pick, Seal, SealedCard
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat

UNLAWFUL = 12
"""One sealed card in so many is any card of the seat's, which the game may have to refuse."""


class UnansweredError(ProgramError, RuntimeError):
    """Nobody is asked anything, and the match is not over."""


class RefusedError(ProgramError, RuntimeError):
    """An answer that its own prompt accepts was refused."""


def chosen(prompts: tuple[AnyPrompt, ...], pick: Pick, restless: int) -> AnyPrompt:
    """The prompt to answer next. One time in `restless` it may be a standing one. UnansweredError if none waits."""
    waited = [prompt for prompt in prompts if not prompt.standing]
    if not waited:
        raise UnansweredError(f"nobody is asked anything; standing: {[prompt.key for prompt in prompts]}")
    return prompts[pick(len(prompts))] if pick(restless) == 0 else waited[pick(len(waited))]


def laid(game: Game[Any], state: Any, seat: Seat, pick: Pick) -> str:
    """Mostly a lawful card; now and then any command card of the seat's."""
    any_card = [one.card for one in game.belongings(state, seat) if one.kind == "command"]
    if any_card and pick(UNLAWFUL) == 0:
        return any_card[pick(len(any_card))]
    lawful = game.hand(state, seat)
    return lawful[pick(len(lawful))].id


def command(game: Game[Any], state: Any, pick: Pick, restless: int) -> Command:
    """What bots do next in a game without a match around it: sealed cards are revealed at once."""
    prompts = game.prompts(state)
    prompt = chosen(prompts, pick, restless)
    if isinstance(prompt, SealedCard):
        seats = [p.seat for p in prompts if isinstance(p, SealedCard) and p.seat is not None]
        return Reveal(tuple((seat, laid(game, state, seat, pick)) for seat in seats))
    return Answer(_who(prompt, pick), prompt.key, prompt.sample(pick))


def _who(prompt: AnyPrompt, pick: Pick) -> Seat:
    return SEATS[pick(len(SEATS))] if prompt.seat is None else prompt.seat


class RandomMatch:
    """A match in memory. Its dispenser pays out at once what its hoppers hold, and says so when one is empty."""

    def __init__(
        self,
        game: Game[Any],
        setup: Mapping[Seat, Any],
        hoppers: tuple[HopperEntry, ...],
        seed: int,
        *,
        restless: int = 5,
    ) -> None:
        self.match: Match[Any] = Match(game)
        self._rng = random.Random(seed)
        self._pick = self._rng.randrange
        self._restless = restless
        self._secret = self._rng.randbytes(SECRET_BYTES)
        self._openings: dict[Seat, cmd.Opening] = {}
        opened = MatchOpened(f"random{seed}", game.system, secret_commitment(self._secret), "1")
        begun = self.match.begin(opened, setup, HoppersLoaded(hoppers), DispenserFound())
        self.events: list[Event] = []
        """Everything that was decided, as a journal would have it."""
        self._state: MatchState[Any] | None = None
        self._take(tuple(item for item in begun if isinstance(item, Event)))
        self._chance: SecretChance | None = None

    @property
    def state(self) -> MatchState[Any]:
        if self._state is None:
            raise ValueError("the match was refused when it began")
        return self._state

    def turn(self) -> bool:
        """One command of a player's, and all that the table adds to it by itself. False: the match is over."""
        prompts = self.match.prompts(self.state)
        if not prompts and self.state.ended:
            return False
        prompt = chosen(prompts, self._pick, self._restless)
        if isinstance(prompt, SealedCard):
            self._lock(prompt)
        else:
            self._do(Answer(_who(prompt, self._pick), prompt.key, prompt.sample(self._pick)))
        if self.match.ready_to_open(self.state):
            self._do(cmd.OpenSeals(tuple(self._openings[seat] for seat, _ in self.state.seals)))
        return True

    def regret(self) -> bool:
        """Both seats agree that the last answer was never given. False: there is nothing to undo now."""
        asked = {prompt.key: prompt for prompt in self.match.prompts(self.state)}
        if undo.UNDO not in asked:
            return False
        seat = _who(asked[undo.UNDO], self._pick)
        self._do(Answer(seat, undo.UNDO))
        self._do(Answer(seat.opponent, undo.AGREE, "yes"))
        return True

    def _lock(self, prompt: SealedCard) -> None:
        seat = _who(prompt, self._pick)
        card = laid(self.match.game, self.state.game, seat, self._pick)
        self._openings[seat] = cmd.Opening(seat, self._rng.randbytes(SALT_BYTES), card)
        self._do(Answer(seat, prompt.key, Seal(seal_commitment(self._openings[seat].salt, card))))

    def _do(self, command: cmd.MatchCommand) -> None:
        decided = self._decided(command)
        if isinstance(decided, Refusal):
            raise RefusedError(f"{command}: {decided.rule} {decided.why}")
        self._take(decided)
        for event in decided:
            if isinstance(event, TokensOwed | PayoutAskedAgain):
                self._pay_out(event.job)

    def _decided(self, command: cmd.MatchCommand) -> tuple[Event, ...] | Refusal:
        if self._chance is None and self.state.numbered:
            self._chance = SecretChance(self._secret, self.state.numbers)
        return self.match.decide(self.state, command, self._chance)

    def _pay_out(self, id: str) -> None:
        job = self.state.ledger.job(id)
        if job is None or job.hopper is None:
            return
        content = next(entry.content for entry in self.state.ledger.hoppers if entry.number == job.hopper)
        passed = min(content, job.count)
        for n in range(1, passed + 1):
            self._do(cmd.Counted(id, n))
        self._do(cmd.Ended(id, passed, "done" if passed == job.count else "empty"))

    def _take(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self._state = self.match.evolve(self._state, event)
        self.events.extend(events)
