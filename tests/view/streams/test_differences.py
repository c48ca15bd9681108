"""The difference between any two JSON values, and its application."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.view.streams.differences import Change, ChangeKind, Json, applied, differences

leaves = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([0.0, 1.0, 0.5]) | st.text("ab/~", max_size=2)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab/~0", max_size=2), inner, max_size=4),
    max_leaves=12,
)


def exactly(value: Json) -> str:
    """Tell true from 1 and 1 from 1.0, which are equal in Python."""
    return json.dumps(value, sort_keys=True)


@pytest.mark.slow
@settings(deadline=None)
@given(values, values)
def test_the_changes_make_one_value_of_the_other_and_leave_the_first_as_it_is(one: Json, other: Json) -> None:
    before = exactly(one)
    assert exactly(applied(one, differences(one, other))) == exactly(other)
    assert exactly(one) == before


@pytest.mark.slow
@settings(deadline=None)
@given(values)
def test_nothing_differs_from_itself(value: Json) -> None:
    assert list(differences(value, json.loads(json.dumps(value)))) == []


def test_a_field_that_changes_is_one_change() -> None:
    before = {"play": {"round": 1, "seats": {"blue": {"locked": False}}}}
    after = {"play": {"round": 1, "seats": {"blue": {"locked": True}}}}
    assert list(differences(before, after)) == [Change(ChangeKind.REPLACE, "/play/seats/blue/locked", True)]


def test_what_comes_in_at_the_front_of_a_list_moves_nothing_else() -> None:
    units = [{"id": n} for n in range(20)]
    assert list(differences({"units": units[1:]}, {"units": units})) == [Change(ChangeKind.ADD, "/units/0", {"id": 0})]
    assert list(differences({"units": units}, {"units": units[1:]})) == [Change(ChangeKind.REMOVE, "/units/0")]


def test_a_key_with_a_slash_is_written_as_a_pointer_has_it() -> None:
    assert [each.path for each in differences({"a/b~c": 1}, {"a/b~c": 2})] == ["/a~1b~0c"]
