"""The checked-in parts where they stand: `assembly.json` tells how each is turned and moved off its bed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import trimesh
from manifold3d import Manifold

from proofs.meshes import PRINTED, checked_in, of_mesh
from sim_hardware.dispenser.kit import HopperMeasures, Token, measures
from solids.places import Places, places

COMMON = "common"
GRID = 4
"""Digits of a millimetre. A file holds lengths as 32-bit numbers: faces that touch are brought back onto each other."""


@dataclass(frozen=True, slots=True)
class Hopper:
    """The bodies of a hopper, assembled."""

    measures: HopperMeasures
    at: Places
    disc: Manifold
    base: Manifold
    bowl: Manifold
    mount: Manifold
    legs: Manifold
    chute: Manifold
    cover: Manifold


@cache
def document() -> Mapping[str, Any]:
    """Return `assembly.json`."""
    return json.loads((PRINTED / "assembly.json").read_text("utf-8"))


def standing(of: str, part: str) -> Manifold:
    """Return a part of the hopper for a token, or of `common`, where it stands; all of it where it stands often."""
    reported = document()["stands"][of][part]
    path = PRINTED / of / f"{part}.stl"
    mesh = checked_in(path if path.exists() else PRINTED / COMMON / path.name)
    bodies = [of_mesh(_moved(mesh, reported["turned"], move)) for move in reported["moved"]]
    return sum(bodies[1:], bodies[0])


def _moved(mesh: trimesh.Trimesh, turned: int, move: list[float]) -> trimesh.Trimesh:
    there = mesh.copy()
    there.apply_transform(trimesh.transformations.rotation_matrix(np.radians(turned), (1, 0, 0)))
    there.vertices = np.round(there.vertices + move, GRID)
    return there


def assembled(token: Token) -> Hopper:
    m = measures(token)
    names = ("disc", "base", "bowl", "mount", "leg", "chute", "cover")
    return Hopper(m, places(m), *(standing(token.name, each) for each in names))
