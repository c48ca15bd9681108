"""Every open prompt, in random play: what it does not offer is refused by a rule and changes nothing (TB-20)."""

import random
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from lab.rulebook import every_rule
from table.games.random_play.match import command
from table.games.tide_of_iron import rules
from table.games.tide_of_iron.rules.game import TideOfIron
from table.games.tide_of_iron.rules.model.battle_state import CommandPhaseActs, TideBattle
from table.games.tide_of_iron.rules.model.scenario import Scoring, SeatScenario
from table.rules.commands import Answer, Reveal
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, ChooseSome, Number, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS
from tests.games.defaults import telling_defaults
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


def standing_still(pick: Callable[[int], int], reported: list[Event] | None = None) -> Iterator[TideBattle]:
    """The states between the commands of a random battle, and its events."""
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
        if reported is not None:
            reported += follows


def beside_the_prompt(state: TideBattle, prompt: AnyPrompt, pick: Callable[[int], int]) -> None:
    for seat in SEATS if prompt.seat is None else (prompt.seat,):
        values: Iterator[Value] = illegal(prompt)
        for value in values:
            is_refused(state, Answer(seat, prompt.key, value))
        taken = GAME.decide(state, Answer(seat, prompt.key, prompt.sample(pick)), Loaded())
        assert not isinstance(taken, Refusal), (prompt, taken)


HELD = {
    "act.command", "act.points", "action", "card", "correct.agree", "gain.command", "gain.control", "gain.cost",
    "gain.initiative", "gain.marker", "gain.points", "gain.take", "initiative", "order", "spent", "use",
}  # fmt: skip
"""An answer that spends, gains or ends something, and cannot be meant by a slip."""
STANDING = {
    "act.command", "act.points", "card.away", "card.ready", "card.remove", "card.return", "conflict", "correct",
    "correct.drop",
}  # fmt: skip
"""What can be answered at any time and holds up nobody. So can a card that is activated in an Action Phase."""
UNSPOKEN = {"CardActChosen", "CorrectionSaid", "SheetAgreed", "StepBegan", "UnitsReported"}
"""Half an answer: the story has no line for it."""
NOW_AND_THEN = {"CommandReceived", "CorrectionDropped"}


@pytest.mark.rule("TB-82")
@pytest.mark.rule("IB-15")
def test_what_is_held_and_what_waits_for_nobody() -> None:
    states = [state for seed in range(4) for state in standing_still(random.Random(seed).randrange)]
    prompts = [prompt for state in states for prompt in GAME.prompts(state)]
    for prompt in prompts:
        assert prompt.hold is (prompt.key in HELD), prompt.key
        assert prompt.standing is (prompt.key in STANDING) or prompt.key == "card", prompt.key
        if isinstance(prompt, ChooseSome):
            assert (prompt.least, prompt.most) == (0, len(prompt.options))
        if isinstance(prompt, Number) and prompt.key.startswith(("act.", "gain.", "initiative")):
            assert prompt.least == 1
    assert {prompt.key for prompt in prompts} >= HELD | STANDING


def test_whatever_both_seats_may_know_has_a_line_in_the_story() -> None:
    events: list[Event] = []
    for seed in range(4):
        for _ in standing_still(random.Random(seed).randrange, events):
            pass
    silent = {type(event).__name__ for event in events if GAME.line(event) is None}
    spoken = {type(event).__name__ for event in events if GAME.line(event) is not None}
    assert silent <= UNSPOKEN | NOW_AND_THEN
    assert not spoken & UNSPOKEN
    assert {"ScenarioWon", "AllRoundsPlayed", "ControlTaken", "InitiativeDetermined", "RoundBegan"} <= spoken


def test_what_a_journal_or_a_scenario_does_not_say_is_nothing_or_the_rule() -> None:
    assert telling_defaults(rules) == {
        "StrategyCardReturned.to": "headquarters", "TideSide.acts": CommandPhaseActs(), "TideBattle.round": 1,
        "StrategyCard.command_phase": True, "StrategyCard.action_phase": True, "Deck.first": 1, "Deck.last": 99,
        "Scenario.scoring": Scoring(),
    }  # fmt: skip


@pytest.mark.rule("TB-20")
def test_no_card_is_ever_revealed() -> None:
    state = next(standing_still(lambda _: 0))
    refused = GAME.decide(state, Reveal(()), Loaded())
    assert isinstance(refused, Refusal)
    assert refused.rule == "TB-20"
