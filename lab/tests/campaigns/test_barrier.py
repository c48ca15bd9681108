"""Cards are revealed when both are locked, and in no order of presses, lifts and power cuts before."""

from itertools import product

import pytest

from lab.campaigns.barrier.barrier_table import EVERYTHING, BarrierTable, EarlyRevealError, SampleShelf, SeatTruth, run
from lab.campaigns.barrier.session_copy import moment
from lab.campaigns.order_search import CampaignAct, explore
from lab.log_silence import unwarned
from table.rules.seats import BLUE, RED

LOCKED = ((BLUE, "card"), (BLUE, "hold"), (RED, "card"), (RED, "hold"))
SHELF = SampleShelf()


@pytest.mark.rule("TB-05")
@pytest.mark.parametrize("lock", ["hold", "touch"])
def test_both_locked_is_a_reveal(lock: str) -> None:
    assert run((*LOCKED[:3], (RED, lock)), SHELF)


@pytest.mark.rule("TB-02", "TB-03", "TB-04", "TB-77")
@pytest.mark.parametrize(
    "between",
    [
        [(BLUE, "lift")],
        [(BLUE, "other")],
        [(BLUE, "judge")],
        [(BLUE, "unlock")],
        [(BLUE, "gone"), (BLUE, "back"), (BLUE, "other")],
        [(None, "cut")],
        [(None, "call")],
    ],
)
def test_a_seal_that_was_broken_voided_or_frozen_meanwhile_is_none(between: list[CampaignAct]) -> None:
    assert not run((*LOCKED[:2], *between, *LOCKED[2:]), SHELF)


@pytest.mark.parametrize("blur", [[(BLUE, "several")], [(BLUE, "unclear")], [(BLUE, "gone")]])
def test_a_card_that_cannot_be_seen_cannot_be_locked(blur: list[CampaignAct]) -> None:
    acts = (LOCKED[0], *blur, LOCKED[1], *LOCKED[2:])
    assert not run(acts, SHELF)


def test_a_seal_lasts_while_its_card_is_not_seen_to_go() -> None:
    away = [(BLUE, "gone"), (BLUE, "back"), (BLUE, "several"), (BLUE, "card")]
    assert run((*LOCKED[:2], *away, *LOCKED[2:]), SHELF)


PHONED = ((BLUE, "phone card"), (BLUE, "phone lock"), (RED, "phone card"), (RED, "phone lock"))


@pytest.mark.rule("TB-121")
def test_two_phones_lock_and_reveal_as_readers_do() -> None:
    assert played(*PHONED).revealed
    assert played(*LOCKED[:2], *PHONED[2:]).revealed, "one at a reader, one on a phone"


@pytest.mark.rule("TB-121", "TB-122")
@pytest.mark.parametrize(
    "between",
    [
        [(RED, "phone old")],
        [(RED, "phone other"), (RED, "phone none")],
        [(RED, "phone foreign")],
        [(None, "cut")],
        [(BLUE, "card")],
    ],
)
def test_what_a_phone_does_meanwhile_reveals_nothing(between: list[CampaignAct]) -> None:
    assert not played(*PHONED[:2], *between).revealed


def played(*acts: CampaignAct) -> BarrierTable:
    """The table with phones after these acts."""
    table = BarrierTable(SHELF, phones=True)
    for act in acts:
        table.does(*act)
    return table


@pytest.mark.rule("TB-77")
def test_what_was_locked_before_the_judge_came_is_revealed_when_the_match_goes_on() -> None:
    assert run((*LOCKED[:3], (None, "call"), (RED, "hold"), (None, "go on"), (RED, "hold")), SHELF)


@pytest.mark.slow
def test_orders_that_lead_to_the_same_moment_are_the_same_order() -> None:
    """Merging them leaves none out: every order of two, one by one, leads where the merged ones do."""
    alone, few = {BarrierTable(SHELF).moment}, EVERYTHING[::3]
    with unwarned():
        for acts in (*product(few, repeat=1), *product(few, repeat=2)):
            table = BarrierTable(SHELF)
            for act in acts:
                table.does(*act)
            alone.add(table.moment)
        merged = explore(BarrierTable(SHELF), few, 170, lambda _: None)
    assert merged.depth == 2
    assert merged.seen == alone


def test_a_twin_goes_its_own_way() -> None:
    table = BarrierTable(SHELF)
    for act in LOCKED[:3]:
        table.does(*act)
    before = table.moment
    other = table.twin()
    assert other.moment == before
    other.does(*LOCKED[3])
    assert other.revealed
    assert table.moment == before
    table.does(None, "cut")
    assert not table.revealed
    assert other.over


def test_a_session_with_something_new_in_it_has_to_name_what_distinguishes_it() -> None:
    table = BarrierTable(SHELF)
    setattr(table.session, "_new", object())  # noqa: B010
    with pytest.raises(TypeError, match="object of a session"):
        moment(table.session, {})


def test_a_reveal_without_a_lock_of_both_is_called_early() -> None:
    table = BarrierTable(SHELF)
    for seat, act in LOCKED[:-1]:
        table.does(seat, act)
    table._truth[BLUE] = SeatTruth("card")
    with pytest.raises(EarlyRevealError, match="before both"):
        table.does(*LOCKED[-1])


def test_an_unknown_act_is_an_error() -> None:
    table = BarrierTable(SHELF)
    with pytest.raises(KeyError, match="faint"):
        table.does(BLUE, "faint")
    with pytest.raises(KeyError, match="faint"):
        table.does(None, "faint")
