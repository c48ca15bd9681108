"""One payout of a whole heap: the engine turns what the firmware drives, which sees what leaves the floor."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import mujoco
import numpy as np

from firmware_bridge.firmware.barrier import Barrier
from firmware_bridge.firmware.board import Board
from firmware_bridge.firmware.hopper import HopperDrive
from firmware_bridge.firmware.settings import Settings
from poured.scene import DISC_KG, REST_NM, STEPS_S, Pour, lay_lid, scene
from sim_hardware.dispenser.kit import GRAVITY_MM_S2, HopperMeasures

LET_GO_S, COME_TO_REST_S, LONGEST_S = 0.1, 0.5, 180.0
"""The seconds between two tokens that a hand lets go, until the last one rests, and of the longest payout."""
GRAVITY_M_S2 = GRAVITY_MM_S2 / 1000
FALLING = 2
"""The engine's step is so much shorter while tokens fall, because they are faster than the disc."""
WITHIN = 0.5
"""The share of a token's thickness by which the engine may let one body into another. A pour with more is not valid."""
PAIR_S = 0.2
STALLED = 0.1
"""A disc that turns at less than this share of its speed stands still."""
DISC = 1
"""The engine's number of the disc; that of all that stands still is 0, and tokens come after it."""
FIRST, EACH = 1, 7
"""A place in `qpos` is that of the disc's shaft. Each token has seven numbers after it: its place, and how it lies."""
BENEATH = 2.0
"""A token has left once its middle is so many millimetres beneath the floor."""
LIMBO = -1.0
"""The height, in metres, of what is in the hand or has left the hopper."""


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
    beside: int
    """The tokens that left the hopper otherwise than through the exit. They are not paid, and nobody counts them."""
    at: tuple[float, ...]
    """The seconds at which tokens left the floor."""
    deepest: float
    """The millimetres by which one body was within another at worst: the engine's own error."""
    hardest: float
    """The newtons with which disc or hopper pressed a token at most while the disc stood still."""
    step_s: float
    """The engine's step."""

    def is_valid(self, m: HopperMeasures) -> bool:
        """True if no body was too deep within another, and each token left by the exit."""
        return self.beside == 0 and self.deepest <= WITHIN * m.token.thickness


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


class Heap:
    """The tokens: in a hand, in the hopper, or gone."""

    def __init__(self, m: HopperMeasures, pour: Pour, model: mujoco.MjModel) -> None:
        self.data = mujoco.MjData(model)
        self._m, self._pour, self.model = m, pour, model
        count = (model.nq - FIRST) // EACH
        self._let_go = model.qpos0[FIRST:].reshape(count, EACH)
        self._places = self.data.qpos[FIRST:].reshape(count, EACH)
        self._speeds = self.data.qvel[FIRST:].reshape(count, EACH - 1)
        self._limbo = np.c_[np.arange(count) * 0.1 + 1, np.zeros(count), np.full(count, LIMBO)]
        self.inside = np.zeros(count, dtype=bool)
        self.beside = 0
        self.deepest = 0.0
        self._put_away()

    def pour(self) -> None:
        """Let one token after another go, wait until all rest, and close the bowl."""
        self.model.opt.timestep /= FALLING
        for number in range(len(self.inside)):
            self.let_go(number)
            self.wait(LET_GO_S)
        self.wait(COME_TO_REST_S)
        self.model.opt.timestep *= FALLING
        lay_lid(self._m, self._pour, self.data)

    def let_go(self, number: int) -> None:
        self.inside[number] = True
        self._places[number], self._speeds[number] = self._let_go[number], 0

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / self.model.opt.timestep)):
            self.step()

    def step(self) -> int:
        """Let the engine go on, and return how many tokens fell through the exit."""
        self._put_away()
        mujoco.mj_step(self.model, self.data)
        self.deepest = max(self.deepest, -float(self.data.contact.dist.min(initial=0.0)))
        below = self.inside & (self._places[:, 2] * 1000 < -self._m.bowl.floor - BENEATH)
        if not below.any():
            return 0
        self.inside[below] = False
        came = sum(self._is_at_exit(1000 * x, 1000 * y) for x, y in self._places[below, :2])
        self.beside += int(below.sum()) - came
        return came

    def brake(self) -> None:
        """Let the disc rub on the floor, with its weight and with what tokens press it down."""
        contact = self.data.contact
        bodies = self.model.geom_bodyid[contact.geom]
        pressing = (contact.efc_address >= 0) & (bodies == DISC).any(axis=1)
        forces = self.data.efc_force[contact.efc_address[pressing][:, None] + np.arange(3)]
        upward = (forces * contact.frame[pressing].reshape(-1, 3, 3)[:, :, 2]).sum(axis=1)
        lifted = float(np.where(bodies[pressing, 1] == DISC, upward, -upward).sum())
        pressed = max(0.0, DISC_KG * GRAVITY_M_S2 - lifted)
        self.model.dof_frictionloss[0] = REST_NM + self._pour.friction * pressed * self._m.pitch_radius / 1000

    def _put_away(self) -> None:
        away = ~self.inside
        self._places[away, :3], self._speeds[away] = self._limbo[away], 0

    def _is_at_exit(self, x: float, y: float) -> bool:
        """True within the hole, and where a token may have got to that has fallen through it."""
        across, along = x - self._m.pitch_radius, y - min(0.0, max(-self._m.chute.dwell, y))
        return math.hypot(across, along) < self._m.hole / 2

    def rest(self) -> tuple[tuple[float, float, float], ...]:
        """Return where the tokens in the hopper are, in millimetres."""
        return tuple(tuple(round(1000 * float(each), 1) for each in place[:3]) for place in self._places[self.inside])


def paid(
    m: HopperMeasures,
    pour: Pour,
    low_roof: bool = False,
    timings: "dict[str, int] | None" = None,
    steps_s: Sequence[float] = STEPS_S,
) -> Paid:
    """Pour and pay all, with the first of these steps that is small enough, or with the last.

    `low_roof` and other `timings` are controls.
    """
    for step_s in steps_s:
        came = _paid(m, pour, low_roof, timings or {}, step_s)
        if came.is_valid(m):
            break
    return came


def _paid(m: HopperMeasures, pour: Pour, low_roof: bool, timings: dict[str, int], step_s: float) -> Paid:
    model = scene(m, pour, low_roof, step_s)
    heap = Heap(m, pour, model)
    data = heap.data
    heap.pour()
    board, gone = PouredBoard(), list[float]()
    drive = HopperDrive(board, 0, Settings().change(timings))
    drive.start(pour.tokens, 0)
    speed, began, stalled_s, ending, hardest = math.tau * m.motor.turns_per_minute / 60, data.time, 0.0, "", 0.0
    while not ending and board.seconds < LONGEST_S:
        data.ctrl[0] = board.direction * speed
        heap.brake()
        came = heap.step()
        board.seconds = data.time - began
        if board.direction != 0 and abs(data.qvel[0]) < STALLED * speed:
            stalled_s += step_s
            hardest = max(hardest, _hardest(model, data))
        for _ in range(came):
            gone.append(board.seconds)
            board.falls(m)
        board.pass_edges()
        ending = drive.step(board.now_ms())
    return Paid(
        len(gone),
        drive.seen,
        ending,
        sum(later - earlier < PAIR_S for earlier, later in pairwise(gone)),
        round(board.seconds, 2),
        round(stalled_s, 2),
        heap.rest(),
        heap.beside,
        tuple(round(each, 2) for each in gone),
        round(heap.deepest * 1000, 2),
        round(hardest, 1),
        step_s,
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
