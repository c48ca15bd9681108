"""Results that are kept: they are the same as those worked out again, and are worked out once."""

import random
from typing import Any

import pytest

from lab.systems import systems
from table.games.random_play.match import RandomMatch
from table.games.random_play.trial import System
from table.rules.kept import A_BATCH, Alike, Chain, Memo, MemoOfTwo, once_a_state
from table.rules.match.match import Match


class Worked:
    """A function that counts how often it works."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, *asked: Any) -> Any:
        self.times += 1
        return [*asked]


def value(text: str) -> tuple[str, ...]:
    """An equal value of its own at each call."""
    return (text,)


def test_a_memo_keeps_the_result_for_the_very_same_value_alone() -> None:
    work = Worked()
    memo = Memo(work)
    one, other = value("state"), value("state")
    assert memo(one) is memo(one)
    assert work.times == 1
    assert memo(other) == [other]
    memo(one)
    assert work.times == 3, "the last one alone is kept"


def test_a_memo_of_two_keeps_the_results_for_the_last_value_and_the_one_before_it() -> None:
    work = Worked()
    memo = MemoOfTwo(work)
    states = [value("first"), value("second"), value("third")]
    first, second = memo(states[0]), memo(states[1])
    assert memo(states[0]) is first
    assert memo(states[1]) is second
    assert work.times == 2
    memo(states[2])
    assert memo(states[1]) is second
    assert work.times == 3
    assert memo(value("second")) == [("second",)], "an equal value of its own is another one"
    assert work.times == 4
    memo(states[0])
    assert work.times == 5, "what was asked before those two is worked out again"


def test_asked_again_for_the_last_value_a_memo_of_two_still_knows_the_one_before() -> None:
    work = Worked()
    memo = MemoOfTwo(work)
    one, other = value("first"), value("second")
    for state in (one, other, other, one):
        memo(state)
    assert work.times == 2


def test_alike_keeps_one_result_for_each_seat_while_the_values_are_equal() -> None:
    work = Worked()
    alike = Alike(work)
    blue, red = alike("blue", value("units")), alike("red", value("units"))
    assert (alike("blue", value("units")), alike("red", value("units"))) == (blue, red)
    assert work.times == 2
    assert alike("blue", value("fewer")) == ["blue", ("fewer",)]
    assert alike("red", value("units")) is red
    assert work.times == 3


def test_what_follows_a_state_by_an_event_is_worked_out_once() -> None:
    work = Worked()
    chain = Chain(work)
    state, event = value("state"), value("event")
    after = chain(state, event)
    assert chain(state, event) is after
    assert chain(None, event) == [None, event]
    assert chain(value("state"), event) == after
    assert work.times == 3, "another state is another matter, be it equal"
    assert chain(state, value("event")) == after
    assert work.times == 4, "and so is another event"


def test_a_whole_batch_is_kept_and_not_much_more() -> None:
    work = Worked()
    chain = Chain(work)
    events = [value(str(number)) for number in range(A_BATCH + 1)]
    for _ in range(2):
        for event in events[:A_BATCH]:
            chain(None, event)
    assert work.times == A_BATCH
    chain(None, events[A_BATCH])
    chain(None, events[0])
    assert work.times == A_BATCH + 2


def test_once_a_state_is_once_for_each_seat_until_the_next_state() -> None:
    work = Worked()

    @once_a_state
    def whose(state: tuple[str, ...], seat: str) -> object:
        """Say whose it is."""
        return work(state, seat)

    state, after = value("state"), value("state")
    assert whose(state, "blue") is whose(state, "blue")
    assert whose(state, "red") == [state, "red"]
    assert work.times == 2
    whose(after, "blue")
    whose(state, "blue")
    assert work.times == 4
    assert (whose.__name__, whose.__doc__) == ("whose", "Say whose it is.")


@pytest.mark.parametrize("system", list(systems()), ids=lambda each: each.game.system)
def test_questions_of_a_state_are_the_same_whoever_was_asked_before(system: System) -> None:
    """Two matches in turn, so that nothing that is kept of one is there for the other."""
    rng = random.Random(7)
    one, other = (RandomMatch(system.game, system.sides(rng), (), seed, restless=3) for seed in (1, 2))
    asked = []
    for _ in range(16):
        for match in (one, other):
            match.turn()
            asked.append((match.state, match.match.prompts(match.state), match.match.view(match.state)))
    again = Match(system.game)
    for state, prompts, view in reversed(asked):
        assert again.prompts(state) == prompts
        assert again.view(state) == view
