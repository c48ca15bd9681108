"""Undo in every system, anywhere in a random match: game, tokens and the next roll are as before (TB-71 to TB-73)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lab.systems import systems
from table.config import Config
from table.devices.configured.device_settings import hopper_entries
from table.games.random_play.match import RandomMatch
from table.games.random_play.trial import System
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.match.events import SpentTokens
from table.rules.match.payouts import HAND, PAYOUT
from table.rules.match.questions import OWN_KEYS
from table.rules.match.undo import AGREE, UNDO, held
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import SEATS

EVERY = pytest.mark.parametrize("system", tuple(systems()), ids=lambda system: system.game.system)


@pytest.mark.slow
@EVERY
@pytest.mark.rule("TB-71")
@pytest.mark.rule("TB-72")
@pytest.mark.rule("TB-73")
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32), turns=st.integers(3, 60), spent=st.sampled_from(SpentTokens))
def test_what_is_undone_is_as_if_never_answered_and_answered_again_it_comes_the_same(
    system: System, seed: int, turns: int, spent: SpentTokens
) -> None:
    sides, hoppers = system.sides(random.Random(seed)), hopper_entries(Config())
    table = RandomMatch(system.game, sides, hoppers, seed, restless=3, spent=spent)
    for _ in range(turns):
        if not table.turn():
            return
    pick = random.Random(seed).randrange
    for prompt in _of_the_game(table):
        before, tokens, seen = table.state.game, held(table.state.ledger), table.match.view(table.state)
        seat = SEATS[pick(2)] if prompt.seat is None else prompt.seat
        answer = Answer(seat, prompt.key, prompt.sample(pick))
        first = _answered(table, answer)
        if not _undone(table):
            return  # a reveal: it cannot be undone
        assert table.state.game == before
        assert held(table.state.ledger) == tokens
        after = table.match.view(table.state)
        assert seen is not None
        assert after is not None
        lines = {"story": (), "line_count": 0}
        assert replace(after, **lines) == replace(seen, **lines), "only the story is longer"
        assert _answered(table, answer) == first, "chance is not undone"
        if not _undone(table):
            return


def _of_the_game(table: RandomMatch) -> list[AnyPrompt]:
    return [
        prompt
        for prompt in table.match.prompts(table.state)
        if not prompt.key.startswith(OWN_KEYS) and not isinstance(prompt, SealedCard)
    ]


def _answered(table: RandomMatch, answer: Answer) -> list[Event]:
    """What happened in the game; tokens have job numbers of their own."""
    there = len(table.events)
    table._do(answer)
    return [event for event in table.events[there:] if type(event) in table.match.game.events]


def _undone(table: RandomMatch) -> bool:
    """Both agree. A dispenser that owes something is heard first."""
    while doubt := next((p for p in table.match.prompts(table.state) if p.key.startswith((PAYOUT, HAND))), None):
        table._do(Answer(doubt.seat or SEATS[0], doubt.key, doubt.sample(lambda n: n - 1)))
    if not any(prompt.key == UNDO for prompt in table.match.prompts(table.state)):
        return False
    marked = table.state.marks[-1]
    table._do(Answer(SEATS[0], UNDO))
    table._do(Answer(SEATS[1], AGREE, "yes"))
    assert table.state.game is marked.game
    return True
