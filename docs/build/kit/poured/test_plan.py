"""What the campaign pours, and two pours of it."""

from collections import Counter
from pathlib import Path

import pytest

from poured.payout import Paid
from poured.plan import (
    HALVED,
    KEPT,
    Planned,
    every_pour,
    is_valid,
    kept,
    lacking,
    planned_of,
    poured,
    pours_to_halve,
)
from poured.scene import STEPS_S, Pour
from sim_hardware.dispenser.kit import measures, token, tokens

NAMES = [each.name for each in tokens()]


def test_each_token_is_poured_20_times_at_the_middle_and_40_times_at_the_edges() -> None:
    counted = Counter((each.token, each.part) for each in every_pour() if not each.control)
    assert counted == {(name, part): count for name in NAMES for part, count in (("middle", 20), ("edges", 40))}
    assert len(set(every_pour())) == len(every_pour())


def test_the_first_of_them_have_every_token_at_the_middle_and_at_an_edge() -> None:
    first = [each for each in every_pour() if not each.control][:18]
    assert {(each.token, each.part) for each in first} >= {
        (name, part) for name in NAMES for part in ("middle", "edges")
    }


def test_a_kept_row_is_what_was_planned() -> None:
    for each in every_pour():
        assert planned_of(each.row()) == each


@pytest.mark.parametrize("path", [KEPT, HALVED], ids=["kept", "halved"])
def test_every_kept_pour_has_the_present_measures_timings_and_way(path: Path) -> None:
    assert len(kept(path)) == len(path.read_text("utf-8").splitlines()), "take the others out of the file"


@pytest.mark.parametrize("path", [KEPT, HALVED], ids=["kept", "halved"])
def test_in_every_kept_pour_bodies_stayed_out_of_each_other(path: Path) -> None:
    assert [row for row in kept(path) if not is_valid(row)] == []


@pytest.mark.parametrize(("beside", "deepest", "expected"), [(0, 0.7, True), (1, 0.3, False), (0, 0.8, False)])
def test_a_step_is_too_long_if_a_body_was_half_a_token_deep_in_another_or_a_token_fell_beside(
    beside: int, deepest: float, expected: bool
) -> None:
    came = Paid(16, 16, "done", 0, 7.0, 0.0, (), beside, (), deepest, 0.0, STEPS_S[0])
    assert came.is_valid(measures(token("18x1.5"))) == expected
    assert is_valid({"token": "18x1.5", "deepest": deepest}) == (deepest < 0.75)


def test_twenty_pours_of_the_plan_are_made_with_half_the_step_and_always_the_same() -> None:
    some = pours_to_halve()
    assert len(set(some)) == 20
    assert some == pours_to_halve()
    assert set(some) < set(every_pour())
    assert lacking([], some) == some


@pytest.mark.parametrize("name", ["20x2.0", "25x2.0"])
def test_a_short_pour_is_paid_to_its_last_token(name: str) -> None:
    row = poured(Planned(name, Pour(8, seed=1)))
    assert (row["paid"], row["counted"], row["ending"], row["left"]) == (8, 8, "done", [])
    assert is_valid(row)
