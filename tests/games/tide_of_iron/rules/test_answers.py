"""Every open prompt, in random play: what it does not offer is refused by a rule and changes nothing (TB-20)."""

import random
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from lab.rulebook import every_rule
from table.games.random_play.match import command
from table.games.tide_of_iron.rules.game import TideOfIron
from table.games.tide_of_iron.rules.model.battle_state import TideBattle
from table.games.tide_of_iron.rules.model.scenario import Scoring, SeatScenario
from table.rules.commands import Answer, Reveal
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS
from tests.games.tide_of_iron.kit import LORRY, balance, rich
from tests.rules.illegal import illegal
from tests.rules.played import Loaded

RULES = frozenset(rule.id for rule in every_rule())
SCENARIO = replace(rich(), uses=(LORRY,), scoring=Scoring(objectives=True, asked=True))
GAME = TideOfIron()


def is_refused(state: TideBattle, answer: Answer) -> None:
    outcome = GAME.decide(state, answer, Loaded())
    assert isinstance(outcome, Refusal), answer
    assert outcome.rule in RULES, answer


@pytest.mark.slow
@pytest.mark.rule("TB-20")
@pytest.mark.parametrize("seed", range(3))
def test_illegal_answers_are_refused_and_samples_are_taken(seed: int) -> None:
    pick = random.Random(seed).randrange
    keys: set[str] = set()
    for n, state in enumerate(standing_still(pick)):
        balance(state)
        prompts = GAME.prompts(state)
        keys |= {prompt.key for prompt in prompts}
        for prompt in prompts if n % 3 == seed else ():
            beside_the_prompt(state, prompt, pick)
        for key in keys - {prompt.key for prompt in prompts}:
            for seat in SEATS:
                is_refused(state, Answer(seat, key))
    assert {"units", "sheet.agree", "points", "use", "initiative", "spent", "action"} <= keys


def standing_still(pick: Callable[[int], int]) -> Iterator[TideBattle]:
    """The states between the commands of a random battle."""
    state: TideBattle | None = None
    for event in GAME.begin({BLUE: SeatScenario(SCENARIO, "american"), RED: SeatScenario(SCENARIO, "german")}):
        assert isinstance(event, Event)
        state = GAME.evolve(state, event)
    while state is not None and not GAME.over(state):
        yield state
        follows = GAME.decide(state, command(GAME, state, pick, 3), Loaded())
        assert not isinstance(follows, Refusal), follows
        for event in follows:
            state = GAME.evolve(state, event)


def beside_the_prompt(state: TideBattle, prompt: AnyPrompt, pick: Callable[[int], int]) -> None:
    for seat in SEATS if prompt.seat is None else (prompt.seat,):
        values: Iterator[Value] = illegal(prompt)
        for value in values:
            is_refused(state, Answer(seat, prompt.key, value))
        taken = GAME.decide(state, Answer(seat, prompt.key, prompt.sample(pick)), Loaded())
        assert not isinstance(taken, Refusal), (prompt, taken)


@pytest.mark.rule("TB-20")
def test_no_card_is_ever_revealed() -> None:
    state = next(standing_still(lambda _: 0))
    refused = GAME.decide(state, Reveal(()), Loaded())
    assert isinstance(refused, Refusal)
    assert refused.rule == "TB-20"
