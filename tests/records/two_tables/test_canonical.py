"""One spelling for everything that is signed, and the trees to which a side commits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from table.records.two_tables.canonical import HashTree, NotCanonicalError, canonical, from_canonical, leads_to

DEPTH = 5
LEAVES = st.lists(st.binary(min_size=32, max_size=32), min_size=1, max_size=20, unique=True)


class Pair(Struct, frozen=True, forbid_unknown_fields=True):
    b: int
    a: str


def test_names_are_in_order_without_blanks() -> None:
    assert canonical(Pair(1, "ä")) == '{"a":"ä","b":1}'.encode()
    assert from_canonical(canonical(Pair(1, "ä")), Pair) == Pair(1, "ä")


@pytest.mark.parametrize(
    "raw",
    [
        b'{"b":1,"a":""}',
        b'{"a":"", "b":1}',
        b'{"a":"","b":1.0}',
        b'{"a":"","a":"","b":1}',
        b'{"a":"","b":1,"c":1}',
        b'{"a":"\\u0061","b":1}',
        b'{"a":""}',
        b"",
        b'{"a":"\xff","b":1}',
    ],
)
def test_any_other_spelling_is_refused(raw: bytes) -> None:
    with pytest.raises(NotCanonicalError):
        from_canonical(raw, Pair)


@given(leaves=LEAVES)
def test_each_leaf_leads_to_the_root_from_its_own_place(leaves: list[bytes]) -> None:
    tree = HashTree(leaves, DEPTH)
    for place, leaf in enumerate(leaves):
        assert leads_to(tree.root, leaf, place, tree.path(place), DEPTH)
        others = [each for each in range(len(leaves) * 2) if each != place]
        assert not any(leads_to(tree.root, leaf, each, tree.path(place), DEPTH) for each in others)


@given(leaves=LEAVES, other=st.binary(min_size=32, max_size=32))
def test_no_other_leaf_leads_there(leaves: list[bytes], other: bytes) -> None:
    tree = HashTree(leaves, DEPTH)
    assert other in leaves or not any(leads_to(tree.root, other, n, tree.path(n), DEPTH) for n in range(len(leaves)))


@pytest.mark.parametrize("path", ["", "00", "zz", "AA" * 32])
def test_a_path_of_another_form_leads_nowhere(path: str) -> None:
    tree = HashTree([bytes(32), bytes([1] * 32)], DEPTH)
    assert not leads_to(tree.root, bytes(32), 0, path, DEPTH)


@given(leaves=LEAVES, deeper=st.integers(1, 4))
def test_a_tree_of_another_depth_has_no_leaf_here(leaves: list[bytes], deeper: int) -> None:
    """In a deeper tree one place has several leaves, each at the end of a path of another length."""
    tree = HashTree(leaves, DEPTH + deeper)
    assert not any(leads_to(tree.root, leaf, n, tree.path(n), DEPTH) for n, leaf in enumerate(leaves))
