"""The hopper with its heap, as MuJoCo reads it. The engine's lengths are metres."""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

import mujoco
import trimesh

from poured.pieces import Piece, heights, pieces
from proofs.assembly import document
from proofs.meshes import PRINTED, checked_in
from sim_hardware.dispenser.kit import HopperMeasures

STEP_S = 0.001
TORQUE = 0.6
"""Newton metres at which the motor stalls; assumed, as small geared motors with a worm state it."""
CARD = 700.0
"""Kilograms per cubic metre of cardboard."""
ANGLES = math.radians(80), math.radians(280)
"""Tokens are poured between these angles: beside the partition, not onto it."""
LOWEST, APART = 25.0, 0.5
"""The first token falls from this height; each further one from so many diameters higher."""


@dataclass(frozen=True, slots=True)
class Pour:
    """One heap: how many tokens, their friction, the table's tilt in degrees, and the seed of their places."""

    tokens: int = 16
    friction: float = 0.3
    tilt: float = 0.0
    seed: int = 1


def scene(m: HopperMeasures, pour: Pour, low_roof: bool = False) -> mujoco.MjModel:
    """Return the model. `low_roof` is the control: it cuts the partition down to a plate."""
    meshes = list(_parts(m, low_roof))
    shapes = {"disc": "", "fixed": ""}
    assets = ""
    for number, (body, piece) in enumerate(meshes):
        vertices = " ".join(f"{each:.6f}" for each in (piece / 1000).ravel())
        assets += f'<mesh name="m{number}" vertex="{vertices}"/>'
        shapes[body] += f'<geom type="mesh" mesh="m{number}" contype="1" conaffinity="2"/>'
    down = math.radians(pour.tilt)
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{STEP_S}" integrator="implicitfast" cone="elliptic"'
        f' gravity="{9.81 * math.sin(down)} 0 {-9.81 * math.cos(down)}"/><asset>{assets}</asset>'
        f'<default><geom friction="{pour.friction} 0.002 0.0001" condim="4" solref="0.003 1"/></default>'
        f'<worldbody>{shapes["fixed"]}<body name="disc"><joint name="shaft" axis="0 0 1" armature="5e-4"'
        f' damping="2e-3"/><inertial pos="0 0 0" mass="0.03" diaginertia="3e-5 3e-5 4e-5"/>{shapes["disc"]}</body>'
        f"{''.join(_heap(m, pour))}</worldbody>"
        f'<actuator><velocity joint="shaft" kv="2" forcerange="{-TORQUE} {TORQUE}"/></actuator></mujoco>'
    )


def printed_part(m: HopperMeasures, name: str) -> trimesh.Trimesh:
    return checked_in(PRINTED / m.token.name / f"{name}.stl")


def levels(m: HopperMeasures, name: str, part: trimesh.Trimesh) -> list[float]:
    """Return the heights of a part's layers. The heads of the floor's screws fill their sinks, which are no layer."""
    every = heights(part)
    return [every[0], m.bowl.floor, every[-1]] if name == "base" else every


def _parts(m: HopperMeasures, low_roof: bool) -> Iterator[tuple[str, Piece]]:
    for name in ("disc", "base", "bowl"):
        part = printed_part(m, name)
        if low_roof and name == "bowl":
            part = _cut_down(m, part)
        move = document()["stands"][m.token.name][name]["moved"][0]
        for piece in pieces(part, levels(m, name, part)):
            yield ("disc" if name == "disc" else "fixed"), piece + move


def _cut_down(m: HopperMeasures, bowl: trimesh.Trimesh) -> trimesh.Trimesh:
    """Return the bowl without what stands within its wall above the flange."""
    inner = m.pitch_radius + m.pocket / 2 + 0.5
    room = trimesh.creation.cylinder(inner, m.bowl.height + 1, sections=128)
    room.apply_translation((0, 0, m.bowl.flange + (m.bowl.height + 1) / 2))
    return trimesh.boolean.difference([bowl, room], engine="manifold")


def _heap(m: HopperMeasures, pour: Pour) -> Iterator[str]:
    chance, token = random.Random(pour.seed), m.token
    widest = m.pitch_radius + m.pocket / 2 - token.diameter / 2 - 4
    for number in range(pour.tokens):
        angle, out = chance.uniform(*ANGLES), max(m.disc.hub_radius + 2, chance.uniform(0.2, 1.0) * widest)
        x, y, z = out * math.cos(angle), out * math.sin(angle), LOWEST + number * APART * token.diameter
        yield (
            f'<body pos="{x / 1000} {y / 1000} {z / 1000}"'
            f' euler="{chance.uniform(-60, 60)} {chance.uniform(-60, 60)} 0"><freejoint/>'
            f'<geom type="cylinder" size="{token.diameter / 2000} {token.thickness / 2000}" density="{CARD}"'
            ' contype="2" conaffinity="3"/></body>'
        )
