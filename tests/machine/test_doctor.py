"""The doctor on a real kernel: well where all is well, and right about what was planted (`make machine-long`)."""

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from hal.events import Button
from sim_hardware.nfc.spi_bus import Disturbance
from table.rules.seats import BLUE, RED
from table.words import Words
from tests.machine.run import BUILT, Run
from tests.machine.test_faults import EMPTY, FILL, SLOW, SOUND, becomes

PROGRAM = "/opt/command-table/command-table"
DOCTOR = f"runuser -u command-table -- {PROGRAM} doctor --config /etc/command-table/config.toml --json 2>/dev/null"
FOLDER = "/var/lib/command-table"

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not (BUILT / "disk.img").exists(), reason="there is no machine: sudo make machine builds it"),
]


class Plant(NamedTuple):
    """A fault, how it comes and goes, and the words that the doctor has for it."""

    name: str
    comes: Callable[[Run], object]
    goes: Callable[[Run], object]
    word: str
    """The key of the doctor's sentence, or of the fault in it."""


def shell(command: str) -> Callable[[Run], object]:
    return lambda run: run.outside.shell(command)


def at_pico(word: str) -> Callable[[Run], object]:
    """Return an act that puts something else behind the cable, which is pulled meanwhile."""

    def act(run: Run) -> None:
        run.outside.cable(plugged=False)
        run.outside.dispenser.power(True)
        run.outside.dispenser.fault(word)
        run.outside.shell("/usr/local/sbin/machine-gadget plug")

    return act


def disturb(run: Run) -> None:
    run.outside.readers.buses[0].disturbed[0] = Disturbance(1.0)


def calm(run: Run) -> None:
    run.outside.readers.buses[0].disturbed.clear()


PLANTED = (
    Plant(
        "a reader's wires are off",
        lambda run: run.outside.readers.unplug(BLUE),
        lambda run: run.outside.readers.plug(BLUE),
        "fault.reader.missing",
    ),
    Plant("two boards on MISO", disturb, calm, "doctor.chip.contended"),
    Plant(
        "a button hangs",
        lambda run: run.outside.panels.press(RED, Button.NEXT),
        lambda run: run.outside.panels.release(RED, Button.NEXT),
        "doctor.panel.stuck",
    ),
    Plant(
        "the dispenser's cable is out",
        lambda run: run.outside.cable(plugged=False),
        lambda run: run.outside.cable(plugged=True),
        "doctor.port.missing",
    ),
    Plant("a Pico without firmware", at_pico("no-firmware"), at_pico("plug"), "fault.dispenser.no_firmware"),
    Plant("a Pico with old firmware", at_pico("old-firmware"), at_pico("plug"), "fault.dispenser.old_firmware"),
    Plant("another device at the port", at_pico("stranger"), at_pico("plug"), "fault.dispenser.foreign"),
    Plant(
        "a light barrier the wrong way round",
        at_pico("barrier-swapped"),
        at_pico("rewire"),
        "fault.hopper.dark",
    ),
    Plant(
        "SPI is off",
        shell("echo spi0.1 >/sys/bus/spi/drivers/spidev/unbind"),
        shell("echo spi0.1 >/sys/bus/spi/drivers/spidev/bind; udevadm settle"),
        "doctor.spi.missing",
    ),
    Plant(
        "the user is not in the group",
        shell("chown root:root /dev/gpiochip0"),
        shell("chown root:gpio /dev/gpiochip0"),
        "doctor.device.forbidden",
    ),
    Plant(
        "the card is full",
        shell(FILL),
        shell(EMPTY),
        "fault.state.full",
    ),
    Plant("the card is slow", lambda run: becomes(run, SLOW), lambda run: becomes(run, SOUND), "doctor.disk.slow"),
    Plant(
        "the folder is in memory",
        shell(f"mount -t tmpfs -o mode=700,uid=$(id -u command-table) tmpfs {FOLDER}"),
        shell(f"umount {FOLDER}"),
        "doctor.lasting.forgets",
    ),
    Plant(
        "the folder can only be read",
        shell(f"mount --bind {FOLDER} {FOLDER} && mount -o remount,bind,ro {FOLDER}"),
        shell(f"umount {FOLDER}"),
        "fault.state.unwritable",
    ),
    Plant(
        "the clock is behind",
        shell("date +%s >/run/now; date -s 1970-01-02"),
        shell("date -s @$(cat /run/now)"),
        "fault.program.clock_behind",
    ),
    Plant(
        "a file of secrets that others may read",
        shell(f"chmod 644 {FOLDER}/cards.json"),
        shell(f"chmod 600 {FOLDER}/cards.json"),
        "fault.state.exposed",
    ),
)


@pytest.fixture(scope="module", autouse=True)
def stopped(run: Run) -> Iterator[None]:
    """Stop the table, so that the doctor has its devices."""
    run.boot()
    run.outside.shell("systemctl stop command-table")
    yield
    run.outside.shell("systemctl start command-table", 900)


def reported(run: Run) -> tuple[str, ...]:
    """Return what the doctor states is to be mended."""
    found = json.loads(run.outside.shell(DOCTOR, 600))
    return tuple(finding["said"] for finding in found if finding["state"] == "mend")


def test_where_all_is_well_nothing_is_to_be_mended(run: Run) -> None:
    assert reported(run) == ()


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.name)
def test_what_was_planted_is_named(run: Run, plant: Plant) -> None:
    plant.comes(run)
    try:
        found = reported(run)
    finally:
        plant.goes(run)
    assert any(sentence(plant.word).search(each) for each in found), found


def sentence(key: str) -> re.Pattern[str]:
    """Return the sentence of a key, with anything where its names stand."""
    return re.compile(re.sub(r"\\\{\w+\\\}", ".*", re.escape(Words("en").sentences[key])))
