"""The emulated hopper feeds as the kept pours did: its table is generated from them."""

import pytest

from firmware_bridge.firmware.settings import Settings
from lab.kept_pours import Row, kept
from lab.pages.feeding_table import TABLE, Wait, table, waits
from sim_hardware.dispenser.kit import hopper_fingerprint

TIMINGS = Settings()
TURNED_BACK_S = (0.0, 3.5, 7.75)
"""The seconds until the disc has turned back so often: 2.75 forward, 0.75 back, 2.75 forward, 1.5 back."""


def row(*at: float, tokens: int) -> Row:
    return {
        "token": "25x2.0",
        "control": None,
        "measures": hopper_fingerprint("25x2.0"),
        "tokens": tokens,
        "paid": len(at),
        "at": at,
    }


def test_the_table_of_the_emulated_hopper_is_that_of_the_kept_pours() -> None:
    rows = kept()
    changed = {each["token"] for each in rows if each["measures"] != hopper_fingerprint(each["token"])}
    assert changed == set(), "their measures have changed: pour again (`make hopper`)"
    assert TABLE.read_text("utf-8") == table(rows), "run `make docs`"


def test_a_gap_of_three_pockets_is_one_wait_of_three() -> None:
    assert list(waits(row(0.4, 1.6, tokens=2))) == [Wait(2, 1, 0, came=True), Wait(1, 3, 0, came=True)]


@pytest.mark.parametrize("times", [1, 2])
def test_a_token_that_came_after_turns_back_is_a_jam(times: int) -> None:
    assert list(waits(row(TURNED_BACK_S[times] + 0.8, tokens=1))) == [Wait(1, 2, times, came=True)]


def test_a_pour_that_was_given_up_has_a_jam_that_no_turn_back_freed() -> None:
    assert list(waits(row(0.4, tokens=3)))[-1] == Wait(2, 0, TIMINGS.retries, came=False)


def test_what_an_earlier_roof_did_does_not_count() -> None:
    spoilt = {**row(0.4, 20.0, tokens=9), "control": "roof"}
    assert table([row(0.4, tokens=1), spoilt]) == table([row(0.4, tokens=1)])
