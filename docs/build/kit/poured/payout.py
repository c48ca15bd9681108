"""One payout of a whole heap: the engine turns what the firmware drives, which sees what leaves the floor."""

import math
from dataclasses import dataclass
from itertools import pairwise

import mujoco
import numpy as np

from firmware_bridge.firmware.barrier import Barrier
from firmware_bridge.firmware.board import Board
from firmware_bridge.firmware.hopper import HopperDrive
from firmware_bridge.firmware.settings import Settings
from poured.scene import STEP_S, Pour, scene
from sim_hardware.dispenser.kit import HopperMeasures

POUR_S, LONGEST_S = 1.2, 180.0
PAIR_S = 0.2
STALLED = 0.1
"""A disc that turns at less than this share of its speed stands still."""
DISC = 1
"""The engine's number of the disc; that of all that stands still is 0, and tokens come after it."""
LIMBO = -1.0
"""The height, in metres, of what has left the hopper."""


@dataclass(frozen=True, slots=True)
class Paid:
    paid: int
    counted: int
    """The tokens that the firmware counted."""
    ending: str
    pairs: int
    """The tokens that left the floor within 0.2 s of the one before."""
    seconds: float
    stalled_s: float
    left: tuple[tuple[float, float, float], ...]
    """Where the rest lies, in millimetres."""
    at: tuple[float, ...]
    """The seconds at which tokens left the floor."""
    deepest: float
    """The millimetres by which one body was within another at worst: the engine's own error."""
    hardest: float
    """The newtons with which disc or hopper pressed a token at most while the disc stood still."""


class PouredBoard(Board):
    """The firmware's board: a motor, a barrier, and the simulation's clock."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.direction = 0
        self._barrier: Barrier | None = None
        self._edges: list[tuple[float, int]] = []
        self._covered = 0

    def now_ms(self) -> int:
        return int(self.seconds * 1e3)

    def now_us(self) -> int:
        return int(self.seconds * 1e6) & 0x3FFFFFFF

    def drive(self, hopper: int, direction: int) -> None:
        self.direction = direction

    def watch(self, hopper: int, barrier: Barrier) -> None:
        self._barrier = barrier

    def is_dark(self, hopper: int) -> bool:
        return self._covered > 0

    def has_tokens(self, hopper: int) -> None:
        return None

    def is_stalled(self, hopper: int) -> None:
        return None

    def interrupts_off(self) -> int:
        return 0

    def interrupts_on(self, before: int) -> None:
        pass

    def falls(self, m: HopperMeasures) -> None:
        """Send a token that has left the floor through the chute."""
        dark_at = self.seconds + m.fall_ns / 1e9
        self._edges = sorted([*self._edges, (dark_at, 1), (dark_at + m.dark_ns / 1e9, -1)])

    def pass_edges(self) -> None:
        while self._edges and self._edges[0][0] <= self.seconds:
            (_, change), *self._edges = self._edges
            before = self._covered > 0
            self._covered += change
            if before != (self._covered > 0):
                self._barrier.edge(self._covered > 0, self.now_us())


def paid(m: HopperMeasures, pour: Pour, low_roof: bool = False, timings: "dict[str, int] | None" = None) -> Paid:
    """Pour, pay all, and tell what came. `low_roof` and other `timings` are controls."""
    model = scene(m, pour, low_roof)
    data = mujoco.MjData(model)
    for _ in range(round(POUR_S / STEP_S)):
        mujoco.mj_step(model, data)
    board, gone, inside = PouredBoard(), list[float](), set(range(pour.tokens))
    drive = HopperDrive(board, 0, Settings().change(timings or {}))
    drive.start(pour.tokens, 0)
    speed, began, stalled_s, ending = math.tau * m.motor.turns_per_minute / 60, data.time, 0.0, ""
    deepest = hardest = 0.0
    while not ending and board.seconds < LONGEST_S:
        data.ctrl[0] = board.direction * speed
        mujoco.mj_step(model, data)
        board.seconds = data.time - began
        deepest = max(deepest, -float(data.contact.dist.min(initial=0.0)))
        if board.direction != 0 and abs(data.qvel[0]) < STALLED * speed:
            stalled_s += STEP_S
            hardest = max(hardest, _hardest(model, data))
        for number in range(pour.tokens):
            place = data.qpos[1 + 7 * number : 4 + 7 * number]
            if number in inside and place[2] * 1000 < -m.bowl.floor - 2:
                inside.discard(number)
                gone.append(board.seconds)
                board.falls(m)
            if number not in inside:
                place[:] = number * 0.1 + 1, 0, LIMBO
                data.qvel[1 + 6 * number : 7 + 6 * number] = 0
        board.pass_edges()
        ending = drive.step(board.now_ms())
    rest = (data.qpos[1 + 7 * number : 4 + 7 * number] * 1000 for number in sorted(inside))
    return Paid(
        len(gone),
        drive.seen,
        ending,
        sum(later - earlier < PAIR_S for earlier, later in pairwise(gone)),
        round(board.seconds, 2),
        round(stalled_s, 2),
        tuple(tuple(round(float(each), 1) for each in place) for place in rest),
        tuple(round(each, 2) for each in gone),
        round(deepest * 1000, 2),
        round(hardest, 1),
    )


def _hardest(model: mujoco.MjModel, data: mujoco.MjData) -> float:
    """Return the largest force, in newtons, with which the disc or what stands still presses one token."""
    pressing = data.contact.efc_address >= 0
    bodies = np.sort(model.geom_bodyid[data.contact.geom[pressing]], axis=1)
    pressed = bodies[:, 0] <= DISC
    forces = np.zeros((DISC + 1, model.nbody))
    addresses = data.contact.efc_address[pressing][pressed]
    np.add.at(forces, tuple(bodies[pressed].T), data.efc_force[addresses])
    return float(forces.max())
