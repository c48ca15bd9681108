"""The hopper with its heap, as MuJoCo reads it. The engine's lengths are metres."""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import mujoco
import numpy as np
import trimesh

from poured.pieces import Piece, heights, pieces
from proofs.assembly import document
from proofs.meshes import PRINTED, checked_in
from sim_hardware.dispenser.kit import HopperMeasures, Token

STEPS_S = 0.0005, 0.00025, 0.000125
"""The engine's steps. A pour that is not valid with one is made with the next."""
GIVES = 2
"""Bodies that touch give way within so many steps: the engine's shortest time."""
CONVERGED = "1e-7"
"""The solver ends a step at this. With a hundred times as much it threw wedged tokens through others."""
HOPPER = 'contype="1" conaffinity="2"'
"""What is part of the hopper touches tokens only."""
WAY = 3
"""The way of pouring, which each kept pour names. Raise it with every change by which pours come out otherwise."""
TORQUE = 0.6
"""Newton metres at which the motor stalls; assumed: between the data sheets of a small and of a larger geared motor.

The kit's page names them.
"""
DISC_KG = 0.03
REST_NM = 1e-6
"""Newton metres: the engine has the shaft's friction in its equations from the start."""
FACETS = 32
"""The sides of the prism that stands for a token: 0.06 mm off the circle."""
CARD = 700.0
"""Kilograms per cubic metre of cardboard."""
STRIPS = 4
"""A bowed token is bent along so many strips, each of which is flat."""
LID = 5.0
"""Millimetres that the bowl's lid is thick."""
NOTHING = 0.01
"""Millimetres that a file's lengths are off at most."""
LEVEL = 0.05
"""A face is level if its normal leans by less."""
PARTED = math.radians(56)
"""Beside the partition, from the exit's angle. Tokens are poured where they do not touch it."""


@dataclass(frozen=True, slots=True)
class Pour:
    """One heap: how many tokens, their friction, the table's tilt in degrees, and the seed of their places.

    `larger` is 1 for tokens at the upper end of both tolerances, and -1 at the lower. Lengths are millimetres.
    """

    tokens: int = 16
    friction: float = 0.3
    tilt: float = 0.0
    downhill: float = 0.0
    """The degrees from the exit to where the tilted table is lowest, anticlockwise."""
    larger: float = 0.0
    bow: float = 0.0
    """A token that lies on a table rises so much in its middle: it is bent about one diameter."""
    untrue: float = 0.0
    """The disc's middle is so much beside the shaft's axis, and its rim rises and falls by as much in a turn."""
    pocket: float = 0.0
    """Pockets were printed wider by this."""
    gap: float = 0.0
    """The roof was printed higher by this."""
    floor: float = 0.0
    """The floor within the base was printed higher by this."""
    seed: int = 1


def scene(m: HopperMeasures, pour: Pour, low_roof: bool = False, step_s: float = STEPS_S[0]) -> mujoco.MjModel:
    """Return the model. `low_roof` is the control: it cuts the partition down to a plate."""
    meshes = list(_parts(m, pour, low_roof))
    shapes = {"disc": "", "fixed": ""}
    assets = ""
    for number, (body, piece) in enumerate(meshes):
        assets += f'<mesh name="m{number}" vertex="{_listed(piece)}"/>'
        shapes[body] += f'<geom type="mesh" mesh="m{number}" {HOPPER}/>'
    down, aside = math.radians(pour.tilt), math.radians(pour.downhill)
    pull = -9.81 * np.array([-math.sin(down) * math.cos(aside), -math.sin(down) * math.sin(aside), math.cos(down)])
    bent = list(token_strips(m.token, pour.larger, pour.bow))
    assets += "".join(f'<mesh name="t{number}" vertex="{_listed(strip)}"/>' for number, strip in enumerate(bent))
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{step_s}" integrator="implicitfast" cone="elliptic" impratio="5"'
        f' tolerance="{CONVERGED}"'
        f' gravity="{_listed(1000 * pull)}"><flag multiccd="enable" island="disable"/></option>'
        f"<asset>{assets}</asset>"
        f'<default><geom friction="{pour.friction} 0 0" condim="3" solref="{GIVES * step_s} 1"'
        ' solimp="0.99 0.9995 0.0001"/></default>'
        f'<worldbody>{shapes["fixed"]}<body name="disc"><joint name="shaft" axis="0 0 1" armature="5e-4"'
        f' damping="2e-3" frictionloss="{REST_NM}"/><inertial pos="0 0 0" mass="{DISC_KG}"'
        f' diaginertia="3e-5 3e-5 4e-5"/>{shapes["disc"]}</body>'
        f"{''.join(_heap(m, pour, len(bent)))}{_lid(m)}</worldbody>"
        f'<actuator><velocity joint="shaft" kv="2" forcerange="{-TORQUE} {TORQUE}"/></actuator></mujoco>'
    )


def rim(m: HopperMeasures) -> float:
    """Return the height of the wall's and the partition's upper end."""
    return m.gap + m.bowl.flange + m.bowl.height


def _lid(m: HopperMeasures) -> str:
    """Return the bowl's lid, which lies aside until the tokens are in."""
    half = (m.bowl_radius + m.bowl.wall) / 1000
    return (
        f'<body name="lid" mocap="true" pos="-1 0 0"><geom type="box" size="{half} {half} {LID / 2000}"'
        f" {HOPPER}/></body>"
    )


def lay_lid(m: HopperMeasures, pour: Pour, data: mujoco.MjData) -> None:
    data.mocap_pos[0] = 0, 0, (rim(m) + pour.gap + LID / 2) / 1000


def token_corners(token: Token, larger: float) -> np.ndarray:
    """Return a token's corners: a prism, because the engine at times takes a cylinder's faces for its side."""
    around = np.linspace(0, math.tau, FACETS, endpoint=False)
    ring = (token.diameter + larger * token.diameter_tolerance) / 2 * np.c_[np.cos(around), np.sin(around)]
    half = (token.thickness + larger * token.thickness_tolerance) / 2
    return np.r_[np.c_[ring, [-half] * FACETS], np.c_[ring, [half] * FACETS]]


def token_strips(token: Token, larger: float, bow: float) -> Iterator[np.ndarray]:
    """Yield a token's convex pieces: itself, or if it is bowed strips that lie along an arc of this height."""
    whole = token_corners(token, larger)
    if not bow:
        yield whole
        return
    radius, half = float(whole[:, 0].max()), float(whole[:, 2].max())
    for low, high in pairwise(np.linspace(-radius, radius, STRIPS + 1)):
        x = np.linspace(low, high, FACETS // STRIPS + 1)
        y = np.sqrt(np.maximum(0.0, radius**2 - x**2))
        z = np.interp(x, (low, high), bow * (1 - np.square((low, high)) / radius**2))
        yield np.concatenate([np.c_[x, side * y, z + face] for side in (-1, 1) for face in (-half, half)])


def _listed(millimetres: np.ndarray) -> str:
    return " ".join(f"{each:.7f}" for each in (millimetres / 1000).ravel())


def printed_part(m: HopperMeasures, name: str) -> trimesh.Trimesh:
    return checked_in(PRINTED / m.token.name / f"{name}.stl")


def levels(m: HopperMeasures, name: str, part: trimesh.Trimesh) -> list[float]:
    """Return the heights of a part's layers. The heads of the floor's screws fill their sinks, which are no layer."""
    every = heights(part)
    return [every[0], m.bowl.floor, every[-1]] if name == "base" else every


def _parts(m: HopperMeasures, pour: Pour, low_roof: bool) -> Iterator[tuple[str, Piece]]:
    for name in ("disc", "base", "bowl"):
        part = printed_part(m, name)
        if low_roof and name == "bowl":
            part = _cut_down(m, part)
        move = document()["stands"][m.token.name][name]["moved"][0]
        if pour.pocket and name == "disc":
            part = thinner(part, pour.pocket / 2)
        for piece in pieces(part, levels(m, name, part)):
            yield ("disc" if name == "disc" else "fixed"), _as_printed(m, pour, name, piece + move)


def _as_printed(m: HopperMeasures, pour: Pour, name: str, piece: Piece) -> Piece:
    """Return a piece where an inexact printer and a bent shaft bring it."""
    if name == "bowl":
        return piece + np.array([0, 0, pour.gap])
    if name == "base":
        return piece + np.array([0, 0, pour.floor if piece[:, 2].max() < NOTHING else 0.0])
    lean = pour.untrue / m.disc_radius
    return piece + np.c_[[pour.untrue] * len(piece), np.zeros(len(piece)), -lean * piece[:, 0]]


def thinner(part: trimesh.Trimesh, by: float) -> trimesh.Trimesh:
    """Return a part all of whose sides have receded by this."""
    level = np.round(part.face_normals[:, :2], 4)
    away = part.vertices.copy()
    for number, faces in enumerate(part.vertex_faces):
        sides = np.unique(level[faces[faces >= 0]], axis=0)
        sides = sides[np.linalg.norm(sides, axis=1) > LEVEL]
        if len(sides):
            length = np.linalg.norm(sides, axis=1)
            away[number, :2] -= np.linalg.lstsq(sides / length[:, None], np.full(len(sides), by), rcond=None)[0]
    return trimesh.Trimesh(away, part.faces, process=False)


def _cut_down(m: HopperMeasures, bowl: trimesh.Trimesh) -> trimesh.Trimesh:
    """Return the bowl without what stands within its wall above the flange."""
    room = trimesh.creation.cylinder(m.bowl_radius, m.bowl.height + 1, sections=128)
    room.apply_translation((0, 0, m.bowl.flange + (m.bowl.height + 1) / 2))
    return trimesh.boolean.difference([bowl, room], engine="manifold")


def _heap(m: HopperMeasures, pour: Pour, strips: int) -> Iterator[str]:
    """Yield each token where it is let go, above the bowl. On a tilted table it drifts to its place beside the hub."""
    chance, token = random.Random(pour.seed), m.token
    shape = "".join(
        f'<geom type="mesh" mesh="t{strip}" density="{CARD}" contype="2" conaffinity="3"/>' for strip in range(strips)
    )
    least, widest = m.disc.hub_top + token.diameter / 2 + 1, m.pitch_radius - token.diameter * 0.05
    z = rim(m) + token.diameter
    aside, drift = math.radians(pour.downhill), z * math.tan(math.radians(pour.tilt))
    for _ in range(pour.tokens):
        out = chance.uniform(least, widest)
        beside = PARTED + math.asin(min(1.0, (token.diameter / 2 + 1) / out))
        angle = chance.uniform(beside, math.tau - beside)
        x, y = out * math.cos(angle) - drift * math.cos(aside), out * math.sin(angle) - drift * math.sin(aside)
        yield (
            f'<body pos="{x / 1000} {y / 1000} {z / 1000}"'
            f' euler="{chance.uniform(-60, 60)} {chance.uniform(-60, 60)} 0"><freejoint/>{shape}</body>'
        )
