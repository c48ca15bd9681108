"""Faults of a part as it lies on the bed, as lines; none if it can be printed."""

from collections.abc import Iterator

import numpy as np
import trimesh
from manifold3d import Manifold

from proofs.meshes import of_mesh

BRIM = 5.0
"""Around a part on its bed."""
THINNEST = 1.2
STEEPEST = 45.0
OPPOSITE = -0.9
"""A ray that leaves at a face which looks the other way has gone through a wall, and not through an edge."""
SPECK = 0.02
"""Triangles of less square millimetres are no places to measure a wall at."""
CLEAR = 0.01


def unsound(mesh: trimesh.Trimesh) -> Iterator[str]:
    if not mesh.is_watertight:
        yield "it is not watertight"
    if not mesh.is_winding_consistent or mesh.volume <= 0:
        yield "its faces do not look outward"
    if (bodies := len(of_mesh(mesh).decompose())) != 1:
        yield f"it is {bodies} bodies"


def too_large(mesh: trimesh.Trimesh, bed: float) -> Iterator[str]:
    wide, deep, high = mesh.extents
    if max(wide, deep) + 2 * BRIM > bed or high > bed:
        yield f"{wide:.0f} x {deep:.0f} x {high:.0f} mm on a bed of {bed:.0f} mm"


def thin_walls(mesh: trimesh.Trimesh) -> Iterator[str]:
    """Yield the places where a ray from the middle of a face leaves through the opposite one too soon."""
    body: Manifold = of_mesh(mesh)
    for middle, normal, area in zip(mesh.triangles_center, mesh.face_normals, mesh.area_faces, strict=True):
        if area < SPECK:
            continue
        start, end = middle - normal * CLEAR, middle - normal * (THINNEST - CLEAR)
        for hit in body.ray_cast(tuple(start), tuple(end)):
            if float(np.dot(hit.normal, normal)) < OPPOSITE:
                yield f"a wall of {CLEAR + hit.distance * (THINNEST - 2 * CLEAR):.2f} mm at {np.round(middle, 1)}"


def overhang(mesh: trimesh.Trimesh) -> float:
    """Return the square millimetres that hang freer than they may and do not lie on the bed."""
    lowest = mesh.vertices[:, 2].min()
    down = mesh.face_normals[:, 2] < -np.cos(np.radians(STEEPEST)) - 1e-3
    on_the_bed = mesh.triangles[:, :, 2].max(axis=1) < lowest + 0.05
    return float(mesh.area_faces[down & ~on_the_bed].sum())
