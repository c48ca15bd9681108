"""Every open prompt, in random play: what it does not offer is refused by a rule and changes nothing (TB-20)."""

import random
from collections.abc import Callable, Iterator

import pytest

from lab.rulebook import every_rule
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.state import LegionBattle
from table.games.random_play.match import command
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS
from tests.games.legion.rules.bots import EMPIRE, REBELLION, Dice
from tests.rules.illegal import illegal

RULES = frozenset(rule.id for rule in every_rule())


def is_refused(game: Legion, state: LegionBattle, answer: Answer) -> None:
    outcome = game.decide(state, answer, Dice(0))
    assert isinstance(outcome, Refusal), answer
    assert outcome.rule in RULES, answer


@pytest.mark.campaign
@pytest.mark.rule("TB-20")
@pytest.mark.parametrize("seed", [0, 3, 4, 7])
def test_illegal_answers_are_refused_and_samples_are_taken(seed: int) -> None:
    """At every place of a match where somebody is asked; seeds, since a whole match is too long to be shrunk."""
    game = LegionClassic(rounds=2) if seed == 3 else Legion2024(rounds=2)
    pick, sampled = random.Random(seed).randrange, random.Random(seed).randrange
    keys: set[str] = set()
    for n, state in enumerate(standing_still(game, pick, seed)):
        prompts = game.prompts(state)
        keys |= {prompt.key for prompt in prompts}
        for prompt in prompts if n % 4 == seed % 4 else ():
            beside_the_prompt(game, state, prompt, sampled)
        for key in keys - {prompt.key for prompt in prompts}:
            for seat in SEATS:
                is_refused(game, state, Answer(seat, key))
    assert {"select", "orders", "turn", "unit", "end", "park", "pile"} <= keys


def standing_still(game: Legion, pick: Callable[[int], int], seed: int) -> Iterator[LegionBattle]:
    """The states between the commands of a random match."""
    chance = Dice(seed)
    state: LegionBattle | None = None
    for event in game.begin({BLUE: EMPIRE, RED: REBELLION}):
        assert isinstance(event, Event)
        state = game.evolve(state, event)
    while state is not None and not game.over(state):
        yield state
        follows = game.decide(state, command(game, state, pick, 3), chance)
        assert not isinstance(follows, Refusal), follows
        for event in follows:
            state = game.evolve(state, event)


def beside_the_prompt(game: Legion, state: LegionBattle, prompt: AnyPrompt, pick: Callable[[int], int]) -> None:
    assert prompt.seat is not None
    for value in illegal(prompt):
        is_refused(game, state, Answer(prompt.seat, prompt.key, value))
    other = prompt.seat.opponent
    if not any(p.key == prompt.key and p.seat is other for p in game.prompts(state)):
        is_refused(game, state, Answer(other, prompt.key, prompt.sample(pick)))
    if not isinstance(prompt, SealedCard):
        taken = game.decide(state, Answer(prompt.seat, prompt.key, prompt.sample(pick)), Dice(1))
        assert not isinstance(taken, Refusal), (prompt, taken)
