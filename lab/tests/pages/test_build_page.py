"""The way to a table, walked by the page alone: each of its steps finds the mistake that it names, and no other."""

import re
from pathlib import Path

import pytest

from lab.built.built_table import BuiltTable
from lab.built.human import EmulatedOperator
from lab.built.plants import EXPECTED, Plant, PlantedAt
from lab.pages.generated_section import renewed
from lab.pages.harness.build_page import PAGE, read_parts, section
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.steps import examined
from table.devices.hands_on.verdicts import HandsStep

DOCS = Path(__file__).parents[3] / "docs"
TEXT = (DOCS / PAGE).read_text("utf-8")
STEP = re.compile(r"^command-table doctor --hands ([a-z]+) --config table\.toml$", re.MULTILINE)
PLANTED = re.compile(r"`command-table doctor --hands ([a-z]+) --mistake ([a-z-]+)`")
STEPS = [HandsStep(each) for each in STEP.findall(TEXT)]
PLANTS = {str(plant): plant for plant in Plant}
MISTAKES = [(HandsStep(step), PLANTS[mistake]) for step, mistake in PLANTED.findall(TEXT)]


def found(plant: Plant | None, step: HandsStep) -> list[tuple[HandsStep, object]]:
    table = BuiltTable(plant)
    result = examined(table.parts(), Dialogue(EmulatedOperator(table), table.time), (step,))
    return [(each.step, each.mistake) for each in result if each.mistake is not None or not each.tried]


def test_the_page_has_todays_parts() -> None:
    assert renewed(TEXT, section(read_parts(DOCS))) == TEXT, "run `make docs`"


def test_a_page_without_a_place_for_the_parts_is_not_written_over() -> None:
    with pytest.raises(ValueError, match="no place for a generated section"):
        renewed("# Another page\n", section(()))


def test_the_page_walks_through_every_step_once() -> None:
    assert sorted(STEPS) == sorted(HandsStep)


def test_each_step_has_a_mistake_that_is_planted_in_it() -> None:
    assert list(dict.fromkeys(step for step, _ in MISTAKES)) == STEPS
    assert all(EXPECTED[plant].step is step for step, plant in MISTAKES)


def test_every_kind_of_reader_that_the_page_offers_has_its_mistake() -> None:
    planted = {plant for _, plant in MISTAKES}
    assert {PlantedAt.RC522, PlantedAt.PN532, PlantedAt.PCSC} <= {plant.at for plant in planted}


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_was_built_as_the_page_states_is_well(step: HandsStep) -> None:
    assert found(None, step) == []


@pytest.mark.slow
@pytest.mark.parametrize(("step", "plant"), MISTAKES)
def test_the_mistake_of_a_step_is_named_in_it(step: HandsStep, plant: Plant) -> None:
    assert set(found(plant, step)) == {EXPECTED[plant]}


def test_its_first_page_states_that_nobody_has_built_it_and_how_to_report_it() -> None:
    assert "**Nobody has built it yet.**" in TEXT.partition("## ")[0]
    form = (DOCS.parent / ".github" / "ISSUE_TEMPLATE" / "first-build.yml").read_text("utf-8")
    assert "command-table report --config table.toml" in form
    assert "command-table doctor --hands --json --config table.toml" in form
    assert form.count("required: true") == 4


def test_it_names_no_part_that_is_not_printed_or_bought() -> None:
    """Names in backquotes on the page that are printed parts are files of the kit."""
    printed = {path.stem for path in (DOCS / "build" / "kit" / "printed").rglob("*.stl")}
    named = set(re.findall(r"`((?:tray|panel|pi|pico|mount|base|bowl|disc|leg|chute|cover)[a-z-]*)`", TEXT))
    assert named <= printed
    assert {"tray", "tray-lid", "panel-box", "panel-top", "pi-case", "pico-case", "mount", "base"} <= named
    screws = set(re.findall(r"M[0-9.]+x[0-9]+", TEXT.partition("<!-- to here. -->")[2]))
    bought = {size for part in read_parts(DOCS) for size in re.findall(r"M[0-9.]+x[0-9]+", part.name)}
    assert screws <= bought


def test_every_picture_that_was_drawn_is_shown_somewhere() -> None:
    pictures = {path.name for path in (DOCS / "build" / "kit" / "pictures").glob("*.svg")}
    assert {name for name in pictures if f"pictures/{name}" in TEXT} == pictures
