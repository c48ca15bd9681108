"""Matches of random pairs of armies, in which everything that cards and keywords do must come by itself.

A bot answers questions, reports defeated units, and takes what a card in play gives. It never opens the list of what is
always possible.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from lab.figure import Figure, control_of, none_of
from lab.trials.legion import legion_evening, moment_presses, trigger_reading
from table.games.legion.data.catalogue import CURRENT
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.keywords.reminders import Reminded
from table.games.legion.rules.model.state import LegionBattle
from table.games.random_play.match import locked
from table.rules.chance import Chance
from table.rules.commands import Answer, Command, Reveal
from table.rules.errors import ProgramError
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, Seat

GIVEN = "legion.gift.ask"
BY_RULE = frozenset({"order.offer", "dictate", "hold", "advantage.spend"})
"""The keys of the prompts that a card or a keyword opens at its moment, beside those in the name of a card."""
GIFT_EVERY, DEFEAT_EVERY = 4, 25
LEFT_OUT = frozenset({"target", "inspire", "ai", "independent"})
"""The keywords whose reminders the control leaves out."""
CONTROL_MATCHES = 8
SHOWN = 5


class TriggerRefusedError(ProgramError, RuntimeError):
    """The rules refused an answer that a prompt accepts."""


@dataclass(frozen=True)
class Forgetful(Legion2024):
    """The rules without the reminders of some keywords."""

    def decide(self, state: LegionBattle, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        decided = super().decide(state, command, chance)
        if isinstance(decided, Refusal):
            return decided
        return tuple(each for each in decided if not (isinstance(each, Reminded) and each.keyword in LEFT_OUT))


@dataclass(frozen=True)
class Hidden(Legion2024):
    """Rules that offer every reward of a card in the seat's menu."""

    def prompts(self, state: LegionBattle) -> tuple[AnyPrompt, ...]:
        return tuple(_without_ready(prompt) for prompt in super().prompts(state))


def _without_ready(prompt: AnyPrompt) -> AnyPrompt:
    return replace(prompt, ready=False) if prompt.ready else prompt


class RandomChance:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def below(self, bound: int, question: int) -> int:
        return self._rng.randrange(bound)


@dataclass(frozen=True)
class Watched:
    """A played match: its events, and the number of visits to a seat's menu."""

    events: tuple[Event, ...]
    menu: frozenset[tuple[int, Seat, str]]
    """A round, a seat and the key of a prompt that a rule opened and no question showed."""
    given: int
    """The number of prompts in the name of a card or keyword that were open."""


def is_given(prompt: AnyPrompt) -> bool:
    """True if a card or a keyword opens this prompt now."""
    return prompt.standing and (prompt.ask.key == GIVEN or prompt.key in BY_RULE)


def play(game: Legion2024, seed: int) -> Watched:
    """Play a match of two random armies to its end."""
    rng = random.Random(seed)
    return played_out(game, legion_evening.random_evening(CURRENT, rng).sides(), rng)


def played_out(game: Legion2024, sides: Mapping[Seat, Any], rng: random.Random) -> Watched:
    """Play a match of these sides to its end."""
    events = [each for each in game.begin(sides) if isinstance(each, Event)]
    state = game.evolve(None, events[0])
    for event in events[1:]:
        state = game.evolve(state, event)
    chance, menu, given = RandomChance(rng), set[tuple[int, Seat, str]](), 0
    while not game.over(state):
        prompts = game.prompts(state)
        open_now = [prompt for prompt in prompts if is_given(prompt)]
        given += len(open_now)
        menu |= {(state.round, prompt.seat or BLUE, prompt.key) for prompt in open_now if not prompt.ready}
        command = _command(game, state, prompts, rng)
        decided = game.decide(state, command, chance)
        if isinstance(decided, Refusal):
            raise TriggerRefusedError(f"{command}: {decided}")
        for event in decided:
            state = game.evolve(state, event)
        events += decided
    return Watched(tuple(events), frozenset(menu), given)


def _command(game: Legion2024, state: LegionBattle, prompts: tuple[AnyPrompt, ...], rng: random.Random) -> Command:
    waited = [prompt for prompt in prompts if not prompt.standing]
    gifts = [prompt for prompt in prompts if is_given(prompt)]
    fallen = [prompt for prompt in prompts if prompt.key == "defeat"]
    prompt = rng.choice(waited)
    if isinstance(prompt, SealedCard):
        seats = [each.seat for each in waited if isinstance(each, SealedCard) and each.seat is not None]
        return Reveal(tuple((seat, locked(game, state, seat, rng.randrange)) for seat in seats))
    if gifts and rng.randrange(GIFT_EVERY) == 0:
        prompt = rng.choice(gifts)
    elif fallen and state.step == "activation" and rng.randrange(DEFEAT_EVERY) == 0:
        prompt = rng.choice(fallen)
    return Answer(prompt.seat or BLUE, prompt.key, prompt.sample(rng.randrange))


def measure(count: int, seed: int, done: Callable[[int], None], fewest: moment_presses.Fewest) -> Iterator[Figure]:
    """Play `count` matches, and compare each with the second reading."""
    forgotten, menu, checked, given = list[str](), 0, 0, 0
    for n in range(count):
        watched = play(Legion2024(), seed * count + n)
        reading = trigger_reading.read(watched.events)
        forgotten += reading.forgotten
        checked += reading.checked
        menu += len(watched.menu)
        given += watched.given
        done(n + 1)
    note = ", ".join(dict.fromkeys(forgotten[: 3 * SHOWN]))
    yield none_of("triggers.forgotten", forgotten, "moments", checked, note)
    yield none_of("triggers.menu", menu, "visits", given)
    few = range(CONTROL_MATCHES)
    missing = sum(len(trigger_reading.read(play(Forgetful(), seed * count + n).events).forgotten) for n in few)
    yield control_of("triggers.forgotten.control", missing, "moments", len(few))
    hidden = sum(len(play(Hidden(), seed * count + n).menu) for n in few)
    yield control_of("triggers.menu.control", hidden, "visits", len(few))
    yield from moment_presses.measure(fewest)
