"""Bots that answer prompts by chance: two armies for random legal play, and what must hold after every event of it."""

import random
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from lab.trials.legion.legion_trial import broken
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.armies import Army, Rank, Slot, Timing
from table.games.legion.rules.model.state import LegionBattle
from table.games.random_play.match import command
from table.rules.game import Event
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import AT_ST, LEIA, REBELS, SNOWTROOPERS, VADER, VEERS, army, card, own, slots, unit

MYSTERY = replace(card("Mystery", 0), priority_pips=None, slots=None, timing=None)
HINTED = replace(MYSTERY, id="legion.card.hinted", name="Hinted", suggested=(Slot(types=("trooper",)),))
EMPIRE = army(
    VEERS, VADER, SNOWTROOPERS, SNOWTROOPERS, unit("Scouts", Rank.SPECIAL), AT_ST, unit("ID10", None),
    cards=[
        own("Veers", card("Change of Plans", 3, timing=Timing.REVEAL)), MYSTERY,
        card("March", 2, timing=Timing.ISSUING), card("Bombard", 1, timing=Timing.ACTIVATION),
    ],
)  # fmt: skip
REBELLION = army(
    LEIA, unit("Luke", Rank.OPERATIVE), *[REBELS] * 3, unit("Fleet"), unit("Veterans"),
    unit("AT-RT", Rank.SUPPORT, "ground vehicle"),
    cards=[
        replace(own("Leia", card("Command", 2, slots(2), Timing.START_OF_ACTIVATION)), permanent=True),
        MYSTERY, HINTED, card("Hold", 2, slots(2, types=("vehicle",)), Timing.UNTIMED),
    ],
)  # fmt: skip


class Dice:
    """Chance for tests: a generator of its own, seeded."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, bound: int, question: int) -> int:
        return self.random.randrange(bound)


def play(
    game: Legion, blue: Army, red: Army, pick: Callable[[int], int], seed: int, restless: int = 5
) -> Iterator[tuple[LegionBattle, Event, LegionBattle]]:
    """A whole match, event by event, with the state before and after it."""
    chance = Dice(seed)
    begun = game.begin({BLUE: blue, RED: red})
    state: LegionBattle | None = None
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


def check(battle: LegionBattle) -> None:
    """What holds after every event."""
    assert list(broken(battle)) == []
