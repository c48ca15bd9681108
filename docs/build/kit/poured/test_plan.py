"""What the campaign pours, and two pours of it."""

from collections import Counter

import pytest

from poured.payout import Paid
from poured.plan import KEPT, Planned, every_pour, kept, planned_of, poured
from poured.scene import STEPS_S, Pour
from sim_hardware.dispenser.kit import measures, token, tokens

NAMES = [each.name for each in tokens()]


def test_each_token_is_poured_20_times_at_the_middle_and_40_times_at_the_edges() -> None:
    counted = Counter((each.token, each.part) for each in every_pour() if not each.control)
    assert counted == {(name, part): count for name in NAMES for part, count in (("middle", 20), ("edges", 40))}
    assert len(set(every_pour())) == len(every_pour())


def test_the_first_of_them_have_every_token_at_the_middle_and_at_an_edge() -> None:
    first = every_pour()[:20]
    assert {(each.token, each.part) for each in first} >= {
        (name, part) for name in NAMES for part in ("middle", "edges")
    }


def test_a_kept_row_is_what_was_planned() -> None:
    for each in every_pour():
        assert planned_of(each.row()) == each


def test_every_kept_pour_has_the_present_measures_timings_and_way() -> None:
    assert len(kept()) == len(KEPT.read_text("utf-8").splitlines()), "take the others out of the file"


def test_in_no_kept_pour_a_token_went_through_a_wall_or_over_it() -> None:
    assert [row for row in kept() if row["beside"] or row["deepest"] > measures(token(row["token"])).bowl.wall] == []


@pytest.mark.parametrize(("beside", "deepest", "expected"), [(0, 2.3, False), (1, 0.3, True), (0, 2.5, True)])
def test_a_step_is_too_long_if_a_token_may_have_gone_through_a_wall(
    beside: int, deepest: float, expected: bool
) -> None:
    came = Paid(16, 16, "done", 0, 7.0, 0.0, (), beside, (), deepest, 0.0, STEPS_S[0])
    assert came.may_have_passed(measures(token("18x1.5"))) == expected


@pytest.mark.parametrize("name", ["20x2.0", "25x2.0"])
def test_a_pour_is_paid_to_its_last_token(name: str) -> None:
    row = poured(Planned(name, Pour(seed=1)))
    assert (row["paid"], row["counted"], row["ending"], row["left"]) == (16, 16, "done", [])
