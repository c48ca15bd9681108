"""Lists that somebody is still typing: each is read, or it is reported what is wrong with it. Nothing else happens."""

from importlib import resources
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from table.games.files.raw_list import ListError
from table.games.infinity.lists.force_list import is_infinity, read_force
from table.games.legion.data.catalogue import load
from table.games.legion.lists.army_list import judged, read_list
from table.games.legion.lists.formats import read_written
from table.games.tide_of_iron.scenarios.loader import of_document
from table.games.tide_of_iron.scenarios.scenario_format import Scenarios
from table.rules.text import Text
from table.words import Words
from tests.games.legion.lists.test_plain import DISCORD, STANDARD, TOURNAMENT

CATALOGUE = load()
PIECES = (
    "Echo line", "994/1000", "0/800", "Points: 0", "Corps:", "Commanders", "**Support**", "Units:", "Army", "Commands:",
    "Commands: Ambush, Push", "Hand", "Contingencies:", "Faction: Rebels", "Battle force:", "Objectives:", "- ", " - ",
    "  ", "\t", "• Ambush", "1.", "2x", "2× AT-RT = 110", "AT-RT (55)", " - Z-6 Trooper (22)", "(75)", "= 93", ":", ",",
    "/", "```", "\x1b[2J", "\u202e", "\u2028", "\0",
)  # fmt: skip
"""Lines and beginnings of lines, as they stand while somebody types."""


def _cut(whole: str) -> st.SearchStrategy[str]:
    return st.integers(0, len(whole)).map(lambda end: whole[:end])


def _holed(whole: str) -> st.SearchStrategy[str]:
    """Some of its lines, in any order."""
    return st.lists(st.sampled_from(whole.splitlines()), max_size=12).map("\n".join)


WHOLE = (STANDARD, TOURNAMENT, DISCORD)
HALF_TYPED = st.one_of(
    *map(_cut, WHOLE),
    *map(_holed, WHOLE),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=10).map("\n".join),
)


@pytest.mark.campaign
@settings(max_examples=300, deadline=None)
@given(HALF_TYPED)
@example("Echo\n994/1000\nCorps:\n")
@example("994/1000\nPoints: 0\n")
@example("Commands:\nAmbush\nPush\n")
@pytest.mark.rule("TB-15")
def test_a_half_typed_list_is_read_or_its_faults_are_reported(words: str) -> None:
    problems = problems_of(words)
    assert problems is None or problems
    assert all(problem.key in Words() for problem in problems or ())


def problems_of(words: str) -> tuple[Text, ...] | None:
    """None: it was read, and has units."""
    try:
        return None if read_written(words).units else ()
    except ListError as error:
        return error.problems


@pytest.mark.campaign
@settings(max_examples=100, deadline=None)
@given(HALF_TYPED)
def test_the_other_readers_raise_nothing_over_it_either(words: str) -> None:
    result = read_list(words, CATALOGUE)
    assert result.army is not None or judged(result)
    force = read_force(words)
    assert force.force is not None or force.problems
    assert {Scenarios().recognises(words), is_infinity(words)} <= {True, False}


@pytest.mark.parametrize("half", ["Echo\n994/1000\nCorps:\n", "994/1000\nPoints: 0\n", "Commands:\nAmbush\nPush\n"])
def test_a_list_without_a_unit_explains_what_to_do(half: str) -> None:
    with pytest.raises(ListError) as error:
        read_written(half)
    assert [Words().say(problem) for problem in error.value.problems] == [
        "The list names no unit. Write each unit on its own line, or export the list again."
    ]


FORCE = resources.files("table.games.infinity.lists").joinpath("samples/first_watch.toml").read_text("utf-8")
SCENARIO = resources.files("table.games.tide_of_iron.scenarios").joinpath("samples/mill_bridge.toml").read_text("utf-8")


@settings(max_examples=60, deadline=None)
@given(_cut(FORCE))
@pytest.mark.rule("TB-101")
def test_a_force_that_is_cut_off_anywhere_is_read_or_its_faults_are_reported(words: str) -> None:
    result = read_force(words)
    assert result.force is not None or result.problems


@settings(max_examples=60, deadline=None)
@given(_cut(SCENARIO))
@pytest.mark.rule("TB-81")
def test_a_scenario_that_is_cut_off_anywhere_is_read_or_its_faults_are_reported(words: str) -> None:
    scenario, problems = of_document(words, Path("half.toml"))
    assert (scenario is None) is bool(problems)
