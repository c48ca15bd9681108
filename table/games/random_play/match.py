"""Play any game by random legal answers: bots know only the prompts and their own hands.

`command` answers a game without a match; `RandomMatch` plays a whole match of it in memory, with seals and tokens.
"""

import random
from collections.abc import Mapping
from typing import Any

from table.rules.cards import CardKind
from table.rules.commands import Answer, Command, Reveal
from table.rules.errors import ProgramError
from table.rules.fairness import SALT_BYTES, SECRET_BYTES, SecretChance, seal_commitment, secret_commitment
from table.rules.game import Event, Game
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.match import Match
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, Pick, Seal, SealedCard
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat

UNLAWFUL = 12
"""Once in this many times, any card of the seat is sealed, so that the game may have to refuse it."""


class UnansweredError(ProgramError, RuntimeError):
    """The match is stuck: there is no question, and it is not over."""


class AnswerRefusedError(ProgramError, RuntimeError):
    """The game refused an answer that its own prompt accepts."""


def chosen(prompts: tuple[AnyPrompt, ...], pick: Pick, restless: int) -> AnyPrompt:
    """Return the prompt to answer next; one time in `restless` it may be a standing one.

    Raises UnansweredError if there is none.
    """
    waited = [prompt for prompt in prompts if not prompt.standing]
    if not waited:
        raise UnansweredError(f"nobody is asked anything; standing: {[prompt.key for prompt in prompts]}")
    return prompts[pick(len(prompts))] if pick(restless) == 0 else waited[pick(len(waited))]


def laid(game: Game[Any], state: Any, seat: Seat, pick: Pick) -> str:
    """Return the card to lay: mostly a legal one, now and then any command card of the seat."""
    any_card = [one.card for one in game.belongings(state, seat) if one.kind == CardKind.COMMAND]
    if any_card and pick(UNLAWFUL) == 0:
        return any_card[pick(len(any_card))]
    lawful = game.hand(state, seat)
    return lawful[pick(len(lawful))].id


def locked(game: Game[Any], state: Any, seat: Seat, pick: Pick) -> str:
    """Return the card that the seat locks: if the table refuses one, it lays another."""
    card = laid(game, state, seat, pick)
    return card if game.sealable(state, seat, card) else locked(game, state, seat, pick)


def command(game: Game[Any], state: Any, pick: Pick, restless: int) -> Command:
    """Return the bots' next command in a game without a match: sealed cards are revealed at once."""
    prompts = game.prompts(state)
    prompt = chosen(prompts, pick, restless)
    if isinstance(prompt, SealedCard):
        seats = [p.seat for p in prompts if isinstance(p, SealedCard) and p.seat is not None]
        return Reveal(tuple((seat, locked(game, state, seat, pick)) for seat in seats))
    return Answer(_who(prompt, pick), prompt.key, prompt.sample(pick))


def _who(prompt: AnyPrompt, pick: Pick) -> Seat:
    return SEATS[pick(len(SEATS))] if prompt.seat is None else prompt.seat


class RandomMatch:
    """A match in memory. Its dispenser pays out at once what its hoppers hold, and reports an empty one."""

    rules: type[Match[Any]] = Match

    def __init__(
        self,
        game: Game[Any],
        setup: Mapping[Seat, Any],
        hoppers: tuple[ev.HopperEntry, ...],
        seed: int,
        *,
        restless: int = 5,
        spent: ev.SpentTokens | None = None,
        clock_set: ev.ClockSet | None = None,
    ) -> None:
        self.match: Match[Any] = self.rules(game)
        self._rng = random.Random(seed)
        self._pick = self._rng.randrange
        self._restless = restless
        self._secret = self._rng.randbytes(SECRET_BYTES)
        self._openings: dict[Seat, cmd.Opening] = {}
        opened = ev.MatchOpened(
            f"random{seed}", game.system, secret_commitment(self._secret), self.match.revision("1").stated
        )
        begun = self.match.begin(opened, setup, ev.HoppersLoaded(hoppers), ev.DispenserFound(), spent, clock_set)
        self.events: list[Event] = []
        """Every event that was decided, as in a journal."""
        self._state: MatchState[Any] | None = None
        self._take(tuple(item for item in begun if isinstance(item, Event)))
        self._chance: SecretChance | None = None

    @property
    def state(self) -> MatchState[Any]:
        if self._state is None:
            raise ValueError("the match was refused when it began")
        return self._state

    def turn(self) -> bool:
        """Send one command of a player, with everything that follows automatically.

        Return False if the match is over.
        """
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

    def _lock(self, prompt: SealedCard) -> None:
        seat = _who(prompt, self._pick)
        card = locked(self.match.game, self.state.game, seat, self._pick)
        self._openings[seat] = cmd.Opening(seat, self._rng.randbytes(SALT_BYTES), card)
        self._do(Answer(seat, prompt.key, Seal(seal_commitment(self._openings[seat].salt, card))))

    def _do(self, command: cmd.MatchCommand) -> None:
        decided = self._decided(command)
        if isinstance(decided, Refusal):
            raise AnswerRefusedError(f"{command}: {decided.rule} {decided.why}")
        self._take(decided)
        for event in decided:
            if isinstance(event, ev.TokensOwed | ev.PayoutAskedAgain):
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
            self._do(cmd.TokenPassed(id, n))
        outcome = ev.PayoutOutcome.DONE if passed == job.count else ev.PayoutOutcome.EMPTY
        self._do(cmd.PayoutEnded(id, passed, outcome))

    def _take(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self._state = self.match.evolve(self._state, event)
        self.events.extend(events)
