"""Whatever happens on the way, the hall's log is the union of what its tables told; and who trusts a broker loses."""

from pathlib import Path

import pytest

from lab.campaigns.hall.hall_stage import compared
from lab.campaigns.hall.simulated import SimulatedTable
from lab.campaigns.hall.union import Odds, VirtualHall, runs
from table.network.broker import BrokerAccess
from table.network.hall.organiser.hall_log import FILE, lines_of

QUIET = Odds(0, 0, 0, 0, 0, 0, 0)
STORMY = Odds(lost=0.3, double=0.3, late=0.6, table_cut=0.1, hall_dies=0.1, broker_dies=0.1, network_cut=0.1)


def test_without_a_fault_everything_comes_at_once(tmp_path: Path) -> None:
    hall = VirtualHall(tmp_path, 2, 1, QUIET)
    hall.plays(10)
    assert hall.quiet(3)
    assert (hall.compared().differing, hall.unproved()) == (0, 0)
    assert hall.compared().events > 4


@pytest.mark.slow
@pytest.mark.parametrize("odds", [Odds(), STORMY])
def test_after_any_mixture_of_faults_the_log_is_what_was_reported(odds: Odds, tmp_path: Path) -> None:
    hall = VirtualHall(tmp_path, 2, 7, odds)
    hall.plays(40)
    assert hall.quiet()
    assert (hall.compared().differing, hall.unproved()) == (0, 0)


@pytest.mark.slow
def test_an_evening_without_a_network_is_delivered_afterwards_in_its_order(tmp_path: Path) -> None:
    hall = VirtualHall(tmp_path, 1, 1, QUIET)
    hall.outage(120.0)
    assert hall.compared().lost > 60
    assert hall.quiet()
    assert hall.compared().differing == 0


@pytest.mark.slow
def test_an_outbox_that_trusts_the_broker_loses(tmp_path: Path) -> None:
    (hall,) = runs(1, 1, tmp_path, tables=2, steps=15, trusts_broker=True)
    assert hall.compared().lost > 0


def test_a_log_that_is_not_the_union_is_found(tmp_path: Path) -> None:
    table = SimulatedTable("table-1", BrokerAccess("", 1, "", ""), tmp_path)
    table.opens()
    table.plays()
    lines = [*table.published.values()]
    assert compared(lines, [table]).differing == 0
    assert compared(lines[:-1], [table]).lost == 1
    assert compared([*lines, lines[0]], [table]).double == 1
    assert compared([lines[1], lines[0], *lines[2:]], [table]).disordered == 1
    assert compared([*lines[:-1], lines[-1].replace(b"table1m1", b"table1m9")], [table]).strange == 1


def test_what_a_hall_that_died_had_half_written_is_no_event(tmp_path: Path) -> None:
    hall = VirtualHall(tmp_path, 1, 1, QUIET)
    hall.quiet()
    with (tmp_path / FILE).open("ab") as log:
        log.write(b'{"v":1')
    assert compared(lines_of(tmp_path), hall.tables.values()).differing == 0
