"""The checked-in files are those that the measures make, byte for byte, and made twice they are the same."""

from pathlib import Path

import pytest
from build123d import import_step

from proofs.meshes import PRINTED, checked_in
from sim_hardware.dispenser.kit import tokens
from solids.files import COMMON, shelves, write, write_part
from solids.pictures import draw


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files by their names. STEP files are not in git: their hashes are."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".step")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_made_twice_the_files_are_the_checked_in_ones(tmp_path: Path) -> None:
    kept = contents(PRINTED)
    for turn in ("first", "second"):
        write(tmp_path / turn)
        made = contents(tmp_path / turn)
        assert made.keys() == kept.keys()
        assert [name for name, content in made.items() if content != kept[name]] == [], "run `make kit`"


def test_the_pictures_are_those_of_the_measures(tmp_path: Path) -> None:
    draw(tmp_path)
    assert contents(tmp_path) == contents(PRINTED.parent / "pictures"), "run `make kit`"


FACETS = 0.015
"""The share of a part's volume that its facets take at most."""


@pytest.mark.parametrize("name", [*(each.name for each in tokens()), COMMON])
def test_the_step_file_is_the_same_solid_as_the_mesh(name: str, tmp_path: Path) -> None:
    """A reader of STEP that knows nothing of the mesh finds the same volume, but for the facets.

    The disc's hub has most to lose: a cone of 16 facets has 2.5 % less than a round one, and is half of the disc.
    """
    for shelf, part in shelves():
        if shelf != name:
            continue
        write_part(part.on_the_bed, tmp_path / part.name)
        volume = sum(each.volume for each in import_step(tmp_path / f"{part.name}.step").solids())
        assert checked_in(PRINTED / name / f"{part.name}.stl").volume == pytest.approx(volume, rel=FACETS), part.name


def test_other_measures_make_another_part(tmp_path: Path) -> None:
    """The control: the comparison sees a disc of another token."""
    discs = [part for shelf, part in shelves() if part.name == "disc"]
    for number, part in enumerate(discs):
        write_part(part.on_the_bed, tmp_path / f"{number}")
    assert len(set(contents(tmp_path).values())) == len(discs)
