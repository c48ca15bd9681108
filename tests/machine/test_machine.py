"""The table as installed, on Debian's own kernel: from the power switch to the lobby (`make machine`)."""

import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from hal.dispenser.link import UNPLUGGED
from table.devices.judge_socket import JudgeStatus
from table.rules.seats import SEATS, Seat
from table.view.published import Desk, ReaderState
from tests.machine.cards import setup
from tests.machine.outside import Outside, waiting
from tests.machine.qemu import Machine

BUILT = Path(__file__).parents[2] / ".venv/machine"
"""The folder that build.sh wrote; the pictures and the times of the last run are put there too."""
PICTURES = BUILT / "pictures"
PATIENCE_S = 240.0
"""The seconds of its clock in which a machine without KVM, on a busy host, does what a Pi does in one or two."""
CARD = "legion.card.standing-orders"

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not (BUILT / "disk.img").exists(), reason="there is no machine: sudo make machine builds it"),
]


class Run:
    """A machine and its world, and the seconds from the power switch to each thing that was reached."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.setup = machine, setup()
        self.outside = Outside(machine, self.setup)
        self.times: dict[str, float] = {}

    def reached(self, what: str) -> Path:
        """Write down the time, and the picture on the display."""
        self.times[what] = round(self.machine.up_s, 1)
        (BUILT / "times.json").write_text(json.dumps(self.times, indent=1) + "\n")
        return self.machine.screen(PICTURES / f"{len(self.times)}-{what.replace(' ', '-')}.png")


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.iterdir():
        old.unlink()
    with Machine(BUILT) as machine:
        made = Run(machine)
        yield made
        (BUILT / "journal.txt").write_text(made.outside.shell("journalctl --no-pager", 120))
        made.outside.close()


def colours(picture: Path) -> int:
    """Return how many colours stand in a picture, at one of its points in sixty-four."""
    drawn = pygame.image.load(str(picture))
    width, height = drawn.get_size()
    return len({tuple(drawn.get_at((x, y))) for x in range(0, width, 8) for y in range(0, height, 8)})


def seen(run: Run, what: str, patience_s: float = 60.0) -> int:
    """Return the colours on the display as soon as there are some."""
    until_s = run.outside.now_s() + patience_s
    while (there := colours(run.reached(what))) < 8 and run.outside.now_s() < until_s:
        run.outside.wait(2)
    return there


def test_it_boots_to_the_lobby_and_a_picture_stands_on_its_display(run: Run) -> None:
    run.outside.shell("true", 1200)
    run.reached("shell")
    run.outside.shell("until systemctl is-active -q command-table; do sleep 1; done", 1800)
    run.reached("ready")
    now = waiting(run.outside, lambda now: bool(now.prompts), PATIENCE_S, "the lobby")
    assert [prompt.key for prompt in now.prompts] == ["system"]
    assert seen(run, "lobby") >= 8, "it is no empty screen"
    assert run.outside.shell("systemctl --failed --no-legend") == ""


def test_every_part_is_found(run: Run) -> None:
    now = waiting(run.outside, lambda now: not now.faults, PATIENCE_S, "no fault")
    assert [desk.reader for desk in now.desks] == [ReaderState.EMPTY, ReaderState.EMPTY]


def test_nothing_above_the_kernel_is_emulated(run: Run) -> None:
    opened = run.outside.shell("ls -l /proc/$(systemctl show -p MainPID --value command-table)/fd")
    for device in ("spidev0.0", "spidev0.1", "gpiochip0", "ttyACM0", "dri/card0", "input/event"):
        assert f"/dev/{device}" in opened


@pytest.mark.parametrize("seat", SEATS)
def test_a_button_moves_the_focus(run: Run, seat: Seat) -> None:
    before = desk(run.outside.look(), seat).focus
    assert before is not None
    run.outside.panels.press(seat, "next")
    run.outside.wait(0.3)
    run.outside.panels.release(seat, "next")
    moved = replace(before, cursor=before.cursor + 1)
    waiting(run.outside, lambda now: desk(now, seat).focus == moved, PATIENCE_S, "the next answer")


@pytest.mark.parametrize("seat", SEATS)
def test_a_lamp_shines(run: Run, seat: Seat) -> None:
    assert run.outside.wait_for(lambda: max(run.outside.panels.lamp(seat)) > 0, PATIENCE_S)


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_is_read_and_its_absence_too(run: Run, seat: Seat) -> None:
    card = run.outside.decks.tag(seat, CARD)
    run.outside.readers.lay(seat, card)
    waiting(run.outside, lambda now: desk(now, seat).reader is ReaderState.CARD, PATIENCE_S, "a card")
    run.outside.readers.lift(seat, card)
    waiting(run.outside, lambda now: desk(now, seat).reader is ReaderState.EMPTY, PATIENCE_S, "no card")


def test_a_dispenser_that_is_pulled_is_told_and_found_again(run: Run) -> None:
    run.outside.cable(plugged=False)
    waiting(run.outside, lambda now: UNPLUGGED in faults(now), PATIENCE_S, "a dispenser that is gone")
    run.outside.cable(plugged=True)
    waiting(run.outside, lambda now: not now.faults, PATIENCE_S, "a dispenser that is back")
    run.reached("end")


def desk(now: JudgeStatus, seat: Seat) -> Desk:
    """Return what is shown of a seat."""
    return next(each for each in now.desks if each.seat is seat)


def faults(now: JudgeStatus) -> list[str]:
    """Return the codes of the faults that are shown."""
    return [fault.code for fault in now.faults]
