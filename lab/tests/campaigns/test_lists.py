"""The campaign of lists in small, and that its damage, its second reader and its controls find what they must."""

import random
from collections import Counter

import pytest

from lab.campaigns.lists_campaign import DAMAGES, Tried, trials, tries
from lab.trials.list_trial import ListOutcome
from table.games.found import shipped


@pytest.mark.slow
def test_the_games_whose_lists_are_tried_bring_their_trial_along() -> None:
    forms = {"json", "link", "tournament", "standard", "minimal", "standard_bare", "minimal_bare", "admiral", "points"}
    forms |= {"bars", "breaks", "escaped", "mail", "page"}
    assert {form for trial in trials() for form in trial.forms} == forms
    assert len(trials()) < len(shipped())


@pytest.mark.parametrize("name", DAMAGES)
def test_each_damage_changes_one_place_and_loses_nothing_else(name: str) -> None:
    rng, between = random.Random(1), {"byte": None, "word": b" ", "line": b"\n"}[name]
    written = b"Echo line\n44/800\n - Fleet Troopers = 44\n"
    for _ in range(200):
        harmed = DAMAGES[name](written, rng)
        if between is None:
            assert abs(len(harmed) - len(written)) <= 1
        else:
            before, after = Counter(written.split(between)), Counter(harmed.split(between))
            assert (before - after).total() + (after - before).total() <= 1


def test_what_is_read_or_reported_is_readable_and_what_is_silently_wrong_is_not() -> None:
    tried = Tried(
        Counter({("json", ListOutcome.RIGHT): 3, ("json", ListOutcome.REPORTED): 1, ("json", ListOutcome.UNREAD): 2})
    )
    assert tried.readable("json") == (4, 6)


@pytest.mark.campaign
def test_a_few_lists_of_each_form_are_read_and_no_damage_is_silent() -> None:
    tried = tries(trials(), 3, seed=2)
    assert all(well == number for well, number in map(tried.readable, tried.forms))
    assert tried.wrong == []
    assert tried.damaged[ListOutcome.REPORTED] > 0
