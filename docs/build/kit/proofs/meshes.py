"""Meshes of the checked-in parts, and bodies made of them."""

from functools import cache
from pathlib import Path

import numpy as np
import trimesh
from manifold3d import Manifold, Mesh

PRINTED = Path(__file__).parents[1] / "printed"


@cache
def checked_in(path: Path) -> trimesh.Trimesh:
    return trimesh.load_mesh(path)


def of_mesh(mesh: trimesh.Trimesh) -> Manifold:
    """Return the mesh as a solid body. Raises ValueError where it is none."""
    body = Manifold(Mesh(np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32)))
    if body.is_empty():
        raise ValueError(f"this mesh is no body: {body.status()}")
    return body


def overlap(one: Manifold, other: Manifold) -> float:
    """Return the volume that two bodies share, in cubic millimetres."""
    return (one ^ other).volume()
