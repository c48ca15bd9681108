"""Whatever is answered to whatever is asked: what the prompt does not offer is refused by a rule and changes nothing.

All systems, each inside its match, at any place of a random match (TB-20, TB-06).
"""

import random
from collections.abc import Iterator
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.rulebook import every_rule
from lab.systems import systems
from table.config import Config
from table.devices.configured.device_settings import hopper_entries
from table.games.random_play.match import RandomMatch
from table.games.random_play.trial import System
from table.rules.commands import Answer, Reveal
from table.rules.match import commands as cmd
from table.rules.match.events import PayoutOutcome
from table.rules.match.questions import OWN_KEYS
from table.rules.prompts import Seal, SealedCard, Value
from table.rules.refusal import Refusal
from table.rules.seats import SEATS
from tests.games.legion.rules.bots import Dice
from tests.rules.illegal import illegal

RULES = frozenset(rule.id for rule in every_rule())
SYSTEMS = tuple(systems())
EVERY = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.game.system)
ODD = ["group.", "group." + "9" * 5000, "group.²", "own.1", "tactical.", "drawn:", "drawn:x", "pool:", "1>pool", "card"]
WORDS = st.one_of(st.text(max_size=12), st.sampled_from(ODD))
VALUES: st.SearchStrategy[Value] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    WORDS,
    st.lists(WORDS, max_size=4).map(tuple),
    st.text("0123456789abcdef", max_size=66).map(Seal),
)
KEYS = st.one_of(
    st.text(max_size=8), st.sampled_from(["use.trooper", "correct.to", "match.refill.x", "match.payout.1"])
)
USUAL = ("turn", "order", "card", "select")
"""Of one game or another: what is refused elsewhere states why by a rule of its own."""
COMMANDS: st.SearchStrategy[cmd.MatchCommand] = st.one_of(
    st.builds(cmd.TokenPassed, WORDS, st.integers()),
    st.builds(cmd.PayoutEnded, WORDS, st.integers(), st.sampled_from(PayoutOutcome), st.integers(), WORDS),
    st.builds(cmd.PayoutUnknown, WORDS, st.integers(), st.integers()),
    st.builds(cmd.PayoutUnheard, WORDS, st.integers()),
    st.builds(cmd.TokenLate, WORDS, st.integers()),
    st.builds(
        cmd.OpenSeals,
        st.lists(st.builds(cmd.Opening, st.sampled_from(SEATS), st.binary(max_size=4), WORDS), max_size=3).map(tuple),
    ),
)


@pytest.mark.slow
@EVERY
@pytest.mark.rule("TB-06")
@pytest.mark.rule("TB-20")
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_what_is_not_offered_is_refused_by_a_rule_and_changes_nothing(system: System, data: st.DataObject) -> None:
    table = _somewhere(system, data)
    before = deepcopy(table.state)
    rubbish = data.draw(st.lists(VALUES, min_size=3, max_size=8))
    for answer in _answers(table, rubbish, data.draw(st.lists(KEYS, max_size=3))):
        refused = table.match.decide(table.state, answer, Dice(1))
        assert isinstance(refused, Refusal), answer
        assert refused.rule in RULES, (answer, refused)
        assert refused.why.key, answer
    assert table.state == before


def _answers(table: RandomMatch, rubbish: list[Value], keys: list[str]) -> Iterator[Answer]:
    """Beside each open prompt, from the seat that is not asked, and to questions that nobody asks."""
    prompts = table.match.prompts(table.state)
    for prompt in prompts:
        who = SEATS if prompt.seat is None else (prompt.seat,)
        others = {p.seat for p in prompts if p.key == prompt.key}
        for seat in who:
            yield from (Answer(seat, prompt.key, value) for value in illegal(prompt))
            yield from (Answer(seat, prompt.key, value) for value in rubbish if not prompt.accepts(value))
        for seat in SEATS:
            if seat not in others and None not in others:
                yield Answer(seat, prompt.key, prompt.sample(lambda _: 0))
    asked = {prompt.key for prompt in prompts}
    keys = [*keys, *USUAL]
    yield from (Answer(seat, key, value) for key in keys if key not in asked for seat in SEATS for value in rubbish)


@EVERY
@settings(max_examples=4, deadline=None)
@given(data=st.data())
@pytest.mark.slow
def test_what_is_offered_is_taken(system: System, data: st.DataObject) -> None:
    table = _somewhere(system, data)
    for prompt in table.match.prompts(table.state):
        seat = data.draw(st.sampled_from(SEATS)) if prompt.seat is None else prompt.seat
        value = prompt.sample(lambda n: data.draw(st.integers(0, n - 1)))
        taken = table.match.decide(table.state, Answer(seat, prompt.key, value), Dice(1))
        assert not isinstance(taken, Refusal), (prompt, taken)
        if not prompt.key.startswith(OWN_KEYS) and not isinstance(prompt, SealedCard):
            assert taken, prompt


@EVERY
@settings(max_examples=4, deadline=None)
@given(data=st.data())
@pytest.mark.slow
def test_what_a_dispenser_or_a_reader_may_say_of_nothing_raises_nothing(system: System, data: st.DataObject) -> None:
    table = _somewhere(system, data)
    for command in data.draw(st.lists(COMMANDS, max_size=6)):
        table.match.decide(table.state, command, Dice(1))
    state = table.state.game
    cards = data.draw(st.lists(st.tuples(st.sampled_from(SEATS), WORDS), max_size=3).map(tuple))
    revealed = table.match.game.decide(state, Reveal(cards), Dice(1))
    asked = {prompt.seat for prompt in table.match.game.prompts(state) if isinstance(prompt, SealedCard)}
    if {seat for seat, _ in cards} != asked or len(cards) != len(asked) or not asked:
        assert isinstance(revealed, Refusal)
        assert revealed.rule in RULES


def _somewhere(system: System, data: st.DataObject) -> RandomMatch:
    seed = data.draw(st.integers(0, 2**32))
    table = RandomMatch(system.game, system.sides(random.Random(seed)), hopper_entries(Config()), seed, restless=4)
    for _ in range(data.draw(st.integers(0, 70))):
        if not table.turn():
            break
    return table
