"""A part as convex pieces, because the engine takes each mesh as its convex hull.

Disc, base and bowl are made of upright prisms. Each layer is cut in its middle, and the outline is cut into triangles.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import trimesh

LEAST = 0.01
"""Square millimetres of a triangle that is left out, because it has no thickness."""
OFF = 0.02
"""An outline is simplified by so many millimetres at most."""

Piece = np.ndarray
"""The six corners of a prism over a triangle."""


def heights(part: trimesh.Trimesh) -> list[float]:
    """Return the heights at which a part has level faces."""
    return sorted({round(float(z), 2) for z in part.vertices[:, 2]})


def pieces(part: trimesh.Trimesh, levels: Sequence[float]) -> Iterator[Piece]:
    """Yield the pieces of a part between each two of these heights."""
    for low, high in pairwise(levels):
        cut = part.section(plane_origin=(0, 0, (low + high) / 2), plane_normal=(0, 0, 1))
        flat, back = cut.to_2D()
        for outline in flat.polygons_full:
            corners, triangles = trimesh.creation.triangulate_polygon(outline.simplify(OFF), engine="earcut")
            placed = trimesh.transform_points(np.c_[corners, np.zeros(len(corners))], back)[:, :2]
            for each in triangles:
                triangle = placed[each]
                if area(triangle) > LEAST:
                    yield np.r_[np.c_[triangle, [low] * 3], np.c_[triangle, [high] * 3]]


def area(triangle: np.ndarray) -> float:
    (x1, y1), (x2, y2) = triangle[1] - triangle[0], triangle[2] - triangle[0]
    return abs(float(x1 * y2 - y1 * x2)) / 2
