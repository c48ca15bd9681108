"""The checked-in files are those that the measures make, byte for byte, and made twice they are the same."""

from pathlib import Path

import pytest
import yaml
from build123d import import_step

from proofs.meshes import checked_in
from sim_hardware.dispenser.kit import tokens
from solids.files import shelves, write, write_part
from solids.pictures import draw

PRINTED = Path(__file__).parents[1] / "printed"
ROOT = Path(__file__).parents[4]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.st*"))}


def test_the_checked_in_files_are_those_that_the_measures_make(tmp_path: Path) -> None:
    write(tmp_path)
    made, kept = contents(tmp_path), contents(PRINTED)
    assert made.keys() == kept.keys()
    assert [name for name, content in made.items() if content != kept[name]] == [], "run `make kit`"


def test_made_twice_they_are_the_same(tmp_path: Path) -> None:
    for turn in ("first", "second"):
        (tmp_path / turn).mkdir()
        for shelf, part in shelves():
            if shelf == "common":
                write_part(part.on_the_bed, tmp_path / turn / part.name)
    assert contents(tmp_path / "first") == contents(tmp_path / "second")


def test_the_pictures_are_those_of_the_measures(tmp_path: Path) -> None:
    draw(tmp_path)
    kept = {path.name: path.read_bytes() for path in (PRINTED.parent / "pictures").glob("*.svg")}
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.svg")} == kept, "run `make kit`"


def test_the_harnesses_and_the_form_of_a_first_build_are_yaml() -> None:
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / "first-build.yml").read_text("utf-8"))
    assert {"name", "description", "body"} <= form.keys()
    assert {each["type"] for each in form["body"]} <= {"markdown", "input", "textarea", "checkboxes"}
    for path in sorted((PRINTED.parent / "harness").glob("*.yml")):
        assert yaml.safe_load(path.read_text("utf-8")).keys() >= {"connectors", "cables", "connections"}


@pytest.mark.parametrize("name", [each.name for each in tokens()])
def test_the_step_file_is_the_same_solid_as_the_mesh(name: str) -> None:
    """A reader of STEP that knows nothing of the mesh finds the same volume, but for the facets."""
    for path in sorted((PRINTED / name).glob("*.step")):
        volume = sum(each.volume for each in import_step(path).solids())
        assert checked_in(path.with_suffix(".stl")).volume == pytest.approx(volume, rel=0.01), path.stem


def test_other_measures_make_another_part(tmp_path: Path) -> None:
    """The control: the comparison sees a disc of another token."""
    discs = [part for shelf, part in shelves() if part.name == "disc"]
    for number, part in enumerate(discs):
        write_part(part.on_the_bed, tmp_path / f"{number}")
    assert len(set(contents(tmp_path).values())) == 2 * len(discs)
