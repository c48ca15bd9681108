"""Every prompt and every event of random matches: what is held, what waits for nobody, what both seats hear of it."""

import random
from collections.abc import Iterator

import pytest

from lab.trials.infinity.infinity_trial import sides
from table.games.infinity.rules.game import Infinity
from table.games.random_play.match import command
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number
from table.rules.refusal import Refusal
from tests.rules.played import Loaded

HELD = {
    "arrive", "arrive.where", "correct.agree", "deploy", "mission", "order", "orders.end", "reroll", "score.agree",
    "speedball",
}  # fmt: skip
"""An answer that spends, reveals or agrees to something, and cannot be meant by a slip."""
STANDING = {
    "arrive": 0, "arrive.drop": 0, "back": 1, "correct": 0, "correct.drop": 0, "executive": 6, "lost": 7, "mission": 0,
    "order.back": 8, "procedural": 6, "speedball": 0, "use": 6, "use.drop": 8,
}  # fmt: skip
"""What can be answered at any time and holds up nobody. One with a higher number comes first."""
NUMBERS = {"facts.lieutenant": (0, 2), "initiative.wip": (1, 20), "use.wip": (1, 19)}
UNSPOKEN = {
    "BonusSaid", "CasualtyBegan", "CorrectionSaid", "FirstTurnSaid", "ImpetuousEnded", "InitiativeBegan",
    "InitiativeWipSaid", "IrregularSaid", "IrregularThisTurnSaid", "IsolatedNamed", "LieutenantOrdersSaid",
    "LogisticsPassed", "ObjectivesClaimed", "ObjectivesDenied", "OrderGroupChosen", "OrderlessSaid", "RevealBegan",
    "RevealDropped", "StatesEnded", "StepBegan", "TacticalSaid", "TurnEnded", "UseBegan", "UseDetailed", "WindowPassed",
}  # fmt: skip
"""Half an answer, or what is private: the story has no line for it."""
NOW_AND_THEN = {"CorrectionDropped", "ForceChecked", "OrdersEnded", "UseDropped"}
"""They have a line only if something came of them."""


def played(seed: int) -> Iterator[tuple[tuple[AnyPrompt, ...], tuple[Event, ...]]]:
    """Yield the prompts and the events of a random match, answer by answer."""
    rng, game, chance = random.Random(seed), Infinity(rounds=2), Loaded(otherwise=0)
    state, events = None, tuple(event for event in game.begin(sides(rng)) if isinstance(event, Event))
    while True:
        for event in events:
            state = game.evolve(state, event)
        assert state is not None
        yield game.prompts(state), events
        if game.over(state):
            return
        decided = game.decide(state, command(game, state, rng.randrange, 3), chance)
        events = () if isinstance(decided, Refusal) else tuple(decided)


@pytest.mark.rule("TB-102")
@pytest.mark.rule("TB-118")
def test_what_is_held_and_what_waits_for_nobody() -> None:
    prompts = [prompt for seed in range(4) for asked, _ in played(seed) for prompt in asked]
    for prompt in prompts:
        assert (prompt.hold, prompt.standing) == (prompt.key in HELD, prompt.key in STANDING), prompt.key
        assert prompt.often == STANDING.get(prompt.key, 6 if prompt.key in ("strategic", "logistical") else 0)
        if isinstance(prompt, ChooseOne):
            assert prompt.short is (prompt.key == "order.group")
        if isinstance(prompt, Number) and prompt.key in NUMBERS:
            assert (prompt.least, prompt.most) == NUMBERS[prompt.key]
        if isinstance(prompt, ChooseSome) and prompt.key != "use.troopers":
            assert (prompt.least, prompt.most) == (0, len(prompt.options)), prompt.key
    assert HELD | STANDING.keys() <= {prompt.key for prompt in prompts}


def test_whatever_both_seats_may_know_has_a_line_in_the_story() -> None:
    game = Infinity()
    events = [event for seed in range(4) for _, line in played(seed) for event in line]
    silent = {type(event).__name__ for event in events if game.line(event) is None}
    spoken = {type(event).__name__ for event in events if game.line(event) is not None}
    assert silent <= UNSPOKEN | NOW_AND_THEN
    assert not spoken & UNSPOKEN
    assert {"MissionOver", "OrdersCounted", "TrooperLost", "SpeedballUsed", "WipRolled"} <= spoken
