"""Bots that answer prompts by chance: random legal play, and what must hold after every event of it."""

import random
from collections.abc import Callable, Iterator

from table.bench.legion_invariants import broken
from table.bench.random_play import command
from table.games.game import Event
from table.games.legion.armies import Army
from table.games.legion.rules import Legion
from table.games.legion.state import Battle
from table.games.refusal import Refusal
from table.games.seats import BLUE, RED


class Dice:
    """Chance for tests: a generator of its own, seeded."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, bound: int, question: int) -> int:
        return self.random.randrange(bound)


def play(
    game: Legion, blue: Army, red: Army, pick: Callable[[int], int], seed: int, restless: int = 5
) -> Iterator[tuple[Battle, Event, Battle]]:
    """A whole match, event by event, with the state before and after it."""
    chance = Dice(seed)
    begun = game.begin({BLUE: blue, RED: red})
    state: Battle | None = None
    for event in begun:
        assert isinstance(event, Event), event
        before, state = state, game.evolve(state, event)
        if before is not None:
            yield before, event, state
    assert state is not None
    while not game.over(state):
        decided = game.decide(state, command(game, state, pick, restless), chance)
        assert not isinstance(decided, Refusal), decided
        for event in decided:
            assert isinstance(event, Event)
            before, state = state, game.evolve(state, event)
            yield before, event, state
    assert game.prompts(state) == ()


def check(battle: Battle) -> None:
    """What holds after every event."""
    assert list(broken(battle)) == []
