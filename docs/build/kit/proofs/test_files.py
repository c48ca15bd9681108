"""What lies here is whole, and made from the measures as they are now."""

from pathlib import Path

import pytest
import yaml

from proofs.assembly import COMMON, assembled, document
from proofs.fitting import crooked, joints
from proofs.meshes import PRINTED
from proofs.spoilt import beside
from sim_hardware.dispenser.kit import Token, fingerprint, tokens

ROOT = Path(__file__).parents[4]


def test_the_files_were_made_from_these_measures() -> None:
    assert document()["measures"] == fingerprint(), "run `make kit`"


def test_each_file_stands_somewhere_and_there_is_one_for_each_place() -> None:
    stands = {(of, part) for of, parts in document()["stands"].items() for part in parts}
    shared = {path.stem for path in (PRINTED / COMMON).glob("*.stl")}
    wanted = {(COMMON if part in shared else of, part) for of, part in stands}
    assert wanted == {(path.parent.name, path.stem) for path in PRINTED.glob("*/*.stl")}
    assert {of for of, _ in stands} == {*(each.name for each in tokens()), COMMON}


def test_the_harnesses_and_the_form_of_a_first_build_are_yaml() -> None:
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / "first-build.yml").read_text("utf-8"))
    assert {"name", "description", "body"} <= form.keys()
    assert {each["type"] for each in form["body"]} <= {"markdown", "input", "textarea", "checkboxes"}
    for path in sorted((PRINTED.parent / "harness").glob("*.yml")):
        assert yaml.safe_load(path.read_text("utf-8")).keys() >= {"connectors", "cables", "connections"}


@pytest.mark.parametrize("token", tokens(), ids=lambda token: token.name)
def test_a_part_that_stands_beside_its_place_is_found(token: Token) -> None:
    """The control: what `assembly.json` says is not taken on trust."""
    hopper = assembled(token)
    screw = hopper.measures.screw
    for part in ("base", "bowl", "mount", "legs", "chute", "cover"):
        spoilt = beside(hopper, part, 1.0)
        assert [each for joint in joints(spoilt) for each in crooked(joint, screw.cut, screw.free)], part
