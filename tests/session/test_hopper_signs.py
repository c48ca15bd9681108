"""A wiring fault of a hopper is shown as long as the dispenser reports it."""

from pathlib import Path

from firmware_bridge.firmware.settings import VERSION
from hal.events import DispenserUp, HopperSign, Sign
from table.rules.match.events import HopperEntry
from tests.session.kit import SessionTable

NINE = tuple(HopperEntry(number, "command", 10) for number in range(9))


def codes(table: SessionTable) -> list[tuple[str, str]]:
    return [(fault.code, fault.part) for fault in table.now.faults]


def test_a_mistake_in_the_wiring_is_shown_until_the_dispenser_sees_it_no_more(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, NINE).begun()
    table.receives(DispenserUp(7, VERSION, 9), HopperSign(2, Sign.NEVER_LIGHT), HopperSign(4, Sign.BACKWARD))
    assert codes(table) == [("hopper.dark", "3"), ("hopper.backward", "5")]
    table.receives(HopperSign(2, Sign.UNTRIED))
    assert codes(table) == [("hopper.backward", "5")]
    table.receives(DispenserUp(8, VERSION, 9))
    assert codes(table) == [], "it started anew, and says again what it sees"


def test_of_a_hopper_that_is_not_in_the_configuration_nothing_is_reported(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, NINE).begun()
    table.receives(DispenserUp(7, VERSION, 12), HopperSign(11, Sign.NEVER_LIGHT), HopperSign(10, Sign.BACKWARD))
    assert codes(table) == []


def test_a_token_in_a_barrier_and_an_untried_hopper_are_no_faults(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, NINE).begun()
    table.receives(
        DispenserUp(7, VERSION, 9), *(HopperSign(n, sign) for n, sign in enumerate(Sign) if n != 4 and n != 5)
    )
    assert codes(table) == []


def test_timings_of_its_own_are_no_fault_of_a_dispenser(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, NINE).begun()
    table.receives(DispenserUp(7, VERSION, 9, tuned=True))
    assert codes(table) == []
