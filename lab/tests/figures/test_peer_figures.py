"""Our drivers beside public ones: a driver that costs less than ours misses the goal, one that costs more does not."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import pytest
from pytest_mock import MockerFixture

from lab.figure import Figure
from lab.figures.readers import peer_figures
from lab.figures.readers.peer_figures import (
    ABSENT,
    BESIDE,
    CARDS,
    DRIVERS,
    OURS,
    PLACES,
    Driver,
    PeerDesk,
    found_none,
    identified,
    measure,
)
from sim_hardware.clock import MS

T = TypeVar("T")
EVERY_CHIP = pytest.mark.parametrize("chip", PLACES)


def slowed(driver: Driver, by_ns: int) -> Driver:
    """Return a driver that takes longer for each call."""

    def later(begin: Callable[[PeerDesk], Callable[[], T]], desk: PeerDesk) -> Callable[[], T]:
        act = begin(desk)

        def done() -> T:
            desk.clock.advance(by_ns)
            return act()

        return done

    return Driver(partial(later, driver.identify), partial(later, driver.absent))


def compared(mocker: MockerFixture, chip: str, other: Driver, own: Driver) -> dict[str, Figure]:
    """Return the figures of a run with one public driver."""
    mocker.patch.object(peer_figures, "DRIVERS", {chip: {OURS: own, "other": other}})
    mocker.patch.object(peer_figures, "PLACES", {chip: PLACES[chip]})
    mocker.patch.object(peer_figures, "BESIDE", {})
    return {figure.name: figure for figure in measure()}


@EVERY_CHIP
@pytest.mark.parametrize("card", CARDS)
def test_our_driver_finds_the_whole_uid(chip: str, card: str) -> None:
    assert identified(DRIVERS[chip][OURS], PLACES[chip], card) is not None


@EVERY_CHIP
def test_our_driver_notices_an_empty_field_sooner_than_a_card(chip: str) -> None:
    ours = DRIVERS[chip][OURS]
    card = identified(ours, PLACES[chip], "4_bytes")
    assert card is not None
    assert found_none(ours, PLACES[chip]).time_ms < card.time_ms


@EVERY_CHIP
def test_a_slower_driver_is_behind_and_a_faster_one_misses_our_goal(chip: str, mocker: MockerFixture) -> None:
    ours = DRIVERS[chip][OURS]
    name = f"reader.peers.{chip}.other.{ABSENT}.time_ratio"
    assert compared(mocker, chip, slowed(ours, MS), ours)[name].ok
    assert not compared(mocker, chip, ours, slowed(ours, MS))[name].ok


def test_half_a_uid_is_not_compared(mocker: MockerFixture) -> None:
    ours = DRIVERS["rc522"][OURS]
    half = Driver(lambda desk: partial(lambda find: find()[:4], ours.identify(desk)), ours.absent)
    figures = compared(mocker, "rc522", half, ours)
    assert "reader.peers.rc522.other.identify_7_bytes.whole" in figures
    assert not [name for name in figures if "other.identify_7_bytes.time" in name]


@pytest.mark.foreign
def test_no_public_driver_is_ahead_of_ours() -> None:
    pytest.importorskip("adafruit_pn532", reason="make foreign installs the public drivers")
    figures = {figure.name: figure for figure in measure()}
    assert {name.split(".")[3] for name in figures if name.endswith("absent.time_ratio")} == {
        "mfrc522", "pi_rc522", "adafruit", "pn532pi", "nfcpy", *BESIDE,
    }  # fmt: skip
    assert [name for name, figure in figures.items() if not figure.ok] == []


def test_a_driver_with_another_task_is_compared_without_a_goal(mocker: MockerFixture) -> None:
    own = DRIVERS["pn532"][OURS]
    mocker.patch.object(peer_figures, "DRIVERS", {"pn532": {OURS: slowed(own, MS)}})
    mocker.patch.object(peer_figures, "PLACES", {"pn532": PLACES["pn532"]})
    mocker.patch.object(peer_figures, "BESIDE", {"ours_two": own})
    figures = {figure.name: figure for figure in measure()}
    ratio = figures["reader.peers.pn532.ours_two.identify_4_bytes.time_ratio"]
    assert ratio.value is not None
    assert float(ratio.value) < 1
    assert (ratio.goal, ratio.ok) == (None, True)
