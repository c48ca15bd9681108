"""Attackers find what is planted, and nothing else; a sequence of acts can be repeated."""

from collections.abc import Hashable
from pathlib import Path

import pytest

from lab.adversaries.attackers.attackers_campaign import SEARCHES, is_found, searched
from lab.adversaries.attackers.planted import FAULTS
from lab.adversaries.attackers.search import AttackAct, BrokenPromiseError, search

QUICK = ("any-origin", "too-early", "no-room", "short-codes", "one-by-one")
"""Faults that are found at once."""


class Lock:
    """A lock of four digits, which opens to those who find one digit after the other."""

    def __init__(self) -> None:
        self.found = 0

    def does(self, act: AttackAct) -> None:
        self.found = self.found + 1 if act.name == "7429"[self.found] else 0
        if self.found == 4:
            raise BrokenPromiseError("it is open")

    @property
    def position(self) -> Hashable:
        return self.found

    def close(self) -> None:
        """Leave nothing."""


def test_a_search_goes_on_from_what_led_to_something_new() -> None:
    result = search(Lock, "0123456789", 4000, 1)
    assert result.broken[0] == "it is open (after: " + result.broken[0].partition("after: ")[2]
    assert result.broken[0].endswith("7, 4, 2, 9)")


def test_the_same_seed_finds_the_same() -> None:
    assert search(Lock, "0123456789", 1000, 5) == search(Lock, "0123456789", 1000, 5)


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_fault_is_found(tmp_path: Path, name: str) -> None:
    assert is_found(name, 1, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHES)
def test_nothing_is_broken_where_nothing_is_planted(tmp_path: Path, name: str) -> None:
    assert searched(name, 300, 3, tmp_path).broken == ()


@pytest.mark.parametrize("name", SEARCHES)
def test_each_search_has_a_planted_fault(name: str) -> None:
    assert name in {fault.attack for fault in FAULTS.values()}


def test_a_planted_fault_goes_again() -> None:
    from table.devices.hall_socket import HallDesk

    before = HallDesk._may
    with FAULTS["hall-may"].patched():
        assert HallDesk._may is not before
    assert HallDesk._may is before


@pytest.mark.campaign
@pytest.mark.parametrize("name", sorted(set(FAULTS) - {*QUICK}))
def test_every_planted_fault_is_found(tmp_path: Path, name: str) -> None:
    assert is_found(name, 1, tmp_path)
