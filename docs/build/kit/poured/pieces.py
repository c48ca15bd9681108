"""A part as convex pieces, because the engine takes each mesh as its convex hull.

Disc, base and bowl are made of layers whose sides are upright or slope evenly. Each layer is cut in its middle. The
outline is cut into triangles, which are joined again as far as they stay convex: a token slips into the seams of thin
pieces.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import shapely
import trimesh

LEAST = 0.01
"""Square millimetres of a piece that is left out, because it has no thickness."""
OFF = 0.06
"""An outline is simplified by so many millimetres at most."""

NEAR = 0.01
"""Millimetres below which two places are one."""

Piece = np.ndarray
"""The corners of a prism, first those beneath."""


def heights(part: trimesh.Trimesh) -> list[float]:
    """Return the heights at which a part has level faces."""
    return sorted({round(float(z), 2) for z in part.vertices[:, 2]})


def pieces(part: trimesh.Trimesh, levels: Sequence[float]) -> Iterator[Piece]:
    """Yield the pieces of a part between each two of these heights."""
    for low, high in pairwise(levels):
        cut = part.section(plane_origin=(0, 0, (low + high) / 2), plane_normal=(0, 0, 1))
        flat, back = cut.to_2D()
        for outline in flat.polygons_full:
            cells = shapely.constrained_delaunay_triangles(outline.simplify(NEAR).simplify(OFF)).geoms
            every = np.array([each.exterior.coords[:3] for each in cells])
            corners, numbers = np.unique(every.reshape(-1, 2), axis=0, return_inverse=True)
            triangles = numbers.reshape(-1, 3)
            placed = trimesh.transform_points(np.c_[corners, np.zeros(len(corners))], back)[:, :2]
            aside = _slopes(part, low, high, placed) * (high - low) / 2
            lower, upper = placed - aside, placed + aside
            for ring in convex_rings(lower, upper, triangles):
                if _area(placed[ring]) > LEAST:
                    yield np.r_[np.c_[lower[ring], [low] * len(ring)], np.c_[upper[ring], [high] * len(ring)]]


def _slopes(part: trimesh.Trimesh, low: float, high: float, corners: np.ndarray) -> np.ndarray:
    """Return how far a part's side goes aside at each corner of its cut, for a millimetre upward."""
    ends = part.vertices[part.edges_unique]
    ends = ends[(ends[:, :, 2].min(1) < low + NEAR) & (ends[:, :, 2].max(1) > high - NEAR)]
    steps = ends[:, 1] - ends[:, 0]
    steps /= steps[:, 2:]
    crossing = ends[:, 0] + steps * ((low + high) / 2 - ends[:, 0, 2])[:, None]
    away = np.linalg.norm(corners[:, None] - crossing[None, :, :2], axis=2)
    return np.where(away.min(axis=1, keepdims=True) < NEAR, steps[away.argmin(axis=1), :2], 0.0)


def convex_rings(lower: np.ndarray, upper: np.ndarray, triangles: np.ndarray) -> Iterator[list[int]]:
    """Yield the corners of shapes that the triangles make, and that are convex beneath and above."""
    corners = (lower + upper) / 2
    rings = {
        n: [int(a) for a in (each if _area(corners[each]) > 0 else each[::-1])] for n, each in enumerate(triangles)
    }
    owner = {edge: n for n, ring in rings.items() for edge in _edges(ring)}
    for start, end in sorted(owner, key=lambda edge: -float(np.linalg.norm(corners[edge[0]] - corners[edge[1]]))):
        if start > end or (end, start) not in owner:
            continue
        here, there = owner[start, end], owner[end, start]
        joined = [*_from(rings[here], end), *_from(rings[there], start)[1:-1]]
        if here != there and _is_convex(lower[joined]) and _is_convex(upper[joined]):
            rings[here] = joined
            del rings[there]
            owner.update((edge, here) for edge in _edges(joined))
    yield from rings.values()


def _edges(ring: list[int]) -> Iterator[tuple[int, int]]:
    return zip(ring, [*ring[1:], ring[0]], strict=True)


def _from(ring: list[int], first: int) -> list[int]:
    at = ring.index(first)
    return ring[at:] + ring[:at]


def _is_convex(edge: np.ndarray) -> bool:
    steps = np.roll(edge, -1, axis=0) - edge
    after = np.roll(steps, -1, axis=0)
    return bool(np.all(steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0] >= 0))


def _area(edge: np.ndarray) -> float:
    """Return the area within a ring; negative if it is clockwise."""
    x, y = edge.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
