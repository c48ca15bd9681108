"""A machine with its world and its players, and the times of what was reached in it."""

import json
from pathlib import Path

import pygame

from table.view.published import Published
from tests.machine.cards import setup
from tests.machine.outside import Outside, waiting
from tests.machine.players import BriefAnswers, Players
from tests.machine.qemu import Machine

BUILT = Path(__file__).parents[2] / ".venv/machine"
"""The folder that build.sh wrote; the pictures and the times of the last run are put there too."""
PICTURES = BUILT / "pictures"
PATIENCE_S = 240.0
"""The seconds of its clock in which a machine without KVM, on a busy host, does what a Pi does in one or two."""


class Run:
    """A machine and its world, and the seconds from the power switch to each thing that was reached."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.setup = machine, setup()
        self.outside = Outside(machine, self.setup)
        self.players = Players(self.outside, BriefAnswers(1))
        self.times: dict[str, float] = {}

    def reached(self, what: str, rests_s: float = 0.0) -> Path:
        """Write down the time, and the picture on the display once it has moved for so many seconds."""
        self.times[what] = round(self.machine.up_s, 1)
        self.outside.wait_for(lambda: False, rests_s)
        (BUILT / "times.json").write_text(json.dumps(self.times, indent=1) + "\n")
        return self.machine.screen(PICTURES / f"{len(self.times)}-{what.replace(' ', '-')}.png")

    def boot(self) -> Published:
        """Wait for the lobby, or for the match that continues, with every part found."""
        return booted(self.outside, self.players)


def booted(outside: Outside, players: Players) -> Published:
    """Wait until the table asks something, with every part found, and return what is published."""
    outside.shell("until systemctl is-active -q command-table; do sleep 1; done", 1800)
    waiting(outside, lambda now: bool(now.prompts) and not troubles(now.faults), PATIENCE_S, "the first question")
    return players.look()


def troubles(faults: object) -> list[str]:
    """Return the codes of the faults that a sound table has not. A hopper gets low by itself."""
    assert isinstance(faults, tuple)
    return [fault.code for fault in faults if fault.code != "hopper.short"]


def colours(picture: Path) -> int:
    """Return how many colours are in a picture, at one of its points in sixty-four."""
    drawn = pygame.image.load(str(picture))
    width, height = drawn.get_size()
    return len({tuple(drawn.get_at((x, y))) for x in range(0, width, 8) for y in range(0, height, 8)})
