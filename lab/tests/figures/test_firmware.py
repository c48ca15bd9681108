"""The firmware's loop is measured against the first one, and a firmware that is no faster misses the goal."""

import pytest
from pytest_mock import MockerFixture

from lab.figures import firmware


@pytest.mark.campaign
def test_todays_loop_is_four_times_as_fast_as_the_first_and_the_first_is_not(mocker: MockerFixture) -> None:
    mocker.patch.object(firmware, "TURNS", 1000)
    mocker.patch.object(firmware, "TRIES", 2)
    figures = {figure.name: figure for figure in firmware.measure(1)}
    assert figures["firmware.turns"].ok
    assert figures["firmware.turns"].value >= firmware.FASTER
    assert figures["firmware.turns.control"].ok
    assert figures["firmware.turns.control"].value < firmware.FASTER


def test_without_the_first_firmware_nothing_is_measured(mocker: MockerFixture) -> None:
    mocker.patch.object(firmware, "FIRST", firmware.PROJECT / "nowhere")
    assert list(firmware.measure(1)) == []
