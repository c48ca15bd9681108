"""Every part can be printed: sound, on both beds, with walls that hold and nothing that hangs in the air."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import trimesh

from proofs.meshes import PRINTED, checked_in
from proofs.printing import overhang, thin_walls, too_large, unsound
from sim_hardware.dispenser.kit import document

PARTS = sorted(PRINTED.glob("*/*.stl"))
BEDS = (180.0, 220.0)
EVERY = pytest.mark.parametrize("path", PARTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
DECLARED: Mapping[str, float] = {each["part"]: each["most"] for each in document()["overhang"]}


def test_there_are_parts_for_five_tokens() -> None:
    assert len({path.parent.name for path in PARTS} - {"common"}) == 5


def test_each_part_has_the_hash_of_its_step_file() -> None:
    hashes = (PRINTED / "STEP.sha256").read_text("utf-8").split("\n")
    named = {line.partition("  ")[2] for line in hashes if line}
    assert named == {f"{path.parent.name}/{path.stem}.step" for path in PARTS}


@EVERY
def test_it_is_one_watertight_body(path: Path) -> None:
    assert list(unsound(checked_in(path))) == []


@EVERY
@pytest.mark.parametrize("bed", BEDS)
def test_it_fits_the_bed(path: Path, bed: float) -> None:
    assert list(too_large(checked_in(path), bed)) == []


@EVERY
def test_no_wall_is_too_thin(path: Path) -> None:
    assert list(thin_walls(checked_in(path))) == []


@EVERY
def test_nothing_hangs_free_that_is_not_declared(path: Path) -> None:
    assert overhang(checked_in(path)) <= DECLARED.get(path.stem, 0.0)


# Controls.


def test_a_box_with_a_hole_in_its_side_is_not_sound() -> None:
    box = trimesh.creation.box((20, 20, 20))
    box.update_faces([n != 0 for n in range(len(box.faces))])
    with pytest.raises(ValueError, match="this mesh is no body"):
        list(unsound(box))


def test_two_boxes_are_not_one_body() -> None:
    apart = trimesh.util.concatenate(
        [trimesh.creation.box((5, 5, 5)), trimesh.creation.box((5, 5, 5)).apply_translation((9, 0, 0))]
    )
    assert list(unsound(apart)) == ["it is 2 bodies"]


def test_a_part_as_large_as_the_bed_is_too_large() -> None:
    assert list(too_large(trimesh.creation.box((180, 20, 5)), 180.0)) == ["180 x 20 x 5 mm on a bed of 180 mm"]


def test_a_thin_wall_is_found() -> None:
    assert list(thin_walls(trimesh.creation.box((20, 1.0, 20))))
    assert not list(thin_walls(trimesh.creation.box((20, 1.3, 20))))


def test_a_ledge_is_found() -> None:
    ledge = trimesh.creation.box((10, 10, 2)).apply_translation((10, 0, 9))
    post = trimesh.creation.box((10, 10, 20))
    assert overhang(trimesh.boolean.union([post, ledge], engine="manifold")) == pytest.approx(100.0)
