"""Cards are revealed when both are locked, and in no order of presses, lifts and power cuts before."""

import pytest

from table.bench.barrier import BarrierTable, EarlyRevealError, Shelf, run
from table.bench.barrier_campaign import campaign, deepest
from table.games.seats import BLUE, RED

LOCKED = ((BLUE, "card"), (BLUE, "hold"), (RED, "card"), (RED, "hold"))


@pytest.mark.rule("TB-05")
def test_both_locked_is_a_reveal() -> None:
    assert run(LOCKED, Shelf())


@pytest.mark.rule("TB-02", "TB-04")
@pytest.mark.parametrize("between", [(BLUE, "lift"), (BLUE, "other"), (None, "cut")])
def test_a_seal_that_was_broken_or_voided_meanwhile_is_none(between: tuple[object, str]) -> None:
    assert not run((*LOCKED[:2], between, *LOCKED[2:]), Shelf())  # type: ignore[arg-type]


def test_every_order_of_two_deeds_is_safe_and_a_hasty_table_is_found_out() -> None:
    figures = {figure.name: figure for figure in campaign(2 * 13**2, 1, lambda _: None)}
    assert all(figure.ok for figure in figures.values())
    assert figures["barrier.interleavings"].value == 2 * 13**2
    assert deepest(100_000) == 4


def test_a_reveal_without_a_hold_of_both_is_called_early() -> None:
    table = BarrierTable(Shelf())
    table._confirmed = dict.fromkeys(table._confirmed, False)
    for seat, deed in LOCKED[:-1]:
        table.does(seat, deed)
    table._confirmed[BLUE] = False
    with pytest.raises(EarlyRevealError, match="before both"):
        table.does(*LOCKED[-1])
