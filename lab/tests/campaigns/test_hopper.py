"""`campaign hopper`: what its figures make of the kept pours, and what it states where its engine is missing."""

import importlib
from collections.abc import Mapping

from click.testing import CliRunner
from pytest_mock import MockerFixture

from lab.campaigns.hopper_campaign import deepest, figures, halved, part_of
from lab.commands.campaign import command
from lab.figure import Figure
from lab.kept_pours import MIDDLE, Row

PLANNED = {"middle": 2, "edges": 20}


def row(paid: int = 16, counted: int | None = None, left: int | None = None, **other: object) -> Row:
    came = {"paid": paid, "counted": paid if counted is None else counted, "hardest": 9.5, "seed": 1, "step_s": 0.0005}
    rest = [[0.0, 0.0, 1.0]] * (16 - paid if left is None else left)
    return {"token": "25x2.0", "control": None, "tokens": 16, "left": rest, **MIDDLE, **came, **other}


def named(rows: list[Row]) -> Mapping[str, Figure]:
    return {each.name: each for each in figures(rows, PLANNED)}


def test_every_planned_pour_at_the_middle_and_19_of_20_at_the_edges_must_be_emptied() -> None:
    rows = [row(), row(), *(row(friction=0.6) for _ in range(19)), row(15, friction=0.6)]
    assert [each.name for each in figures(rows, PLANNED) if not each.ok] == []
    assert not named(rows[1:])["hopper.emptied.middle"].ok, "a pour that was never made is none that was emptied"
    short = named([*rows[:-2], row(15, friction=0.6), row(3, bow=0.4)])["hopper.emptied.edges"]
    assert (short.value, short.ok) == (18, False)
    assert "25x2.0, bow 0.4, seed 1: 3 of 16" in short.note


def test_a_token_that_was_not_counted_is_one_of_a_pair() -> None:
    assert named([row(16, counted=15)])["hopper.pairs"].value == 1
    assert named([row(16)])["hopper.pairs"].ok


def test_a_token_that_fell_beside_the_hopper_is_lost() -> None:
    assert named([row(14, left=1, beside=1)])["hopper.lost"].value == 1
    assert named([row(14)])["hopper.lost"].ok


def test_the_number_that_the_table_names_must_be_that_in_the_bowl() -> None:
    assert named([row(14, counted=13)])["hopper.left"].value == 1
    assert named([row(14)])["hopper.left"].ok


def test_a_control_that_was_emptied_is_none() -> None:
    assert part_of(row(3, control="roof")) == "control"
    assert named([row(3, control="roof")])["hopper.roof.control"].ok
    assert not named([row(control="roof")])["hopper.roof.control"].ok


def test_a_pour_in_which_bodies_were_too_deep_within_each_other_is_a_finding() -> None:
    assert deepest([row(deepest=0.4), row(deepest=1.0)], within=0.5).ok
    too_deep = deepest([row(deepest=0.4), row(deepest=1.1)], within=0.5)
    assert (too_deep.max, too_deep.ok) == (55, False)


def test_a_pour_with_half_the_step_must_come_to_the_same() -> None:
    usual = [row(), row(14, seed=2), row(seed=3)]
    finer = [row(step_s=0.00025), row(12, seed=2, step_s=0.00025), row(seed=3, step_s=0.00025)]
    assert halved(usual, finer, 3).ok
    assert not halved(usual, finer[:2], 3).ok, "one was not made"
    assert not halved(usual, [*finer[:2], row(seed=3)], 3).ok, "the step is the same"
    other = halved(usual, [*finer[:2], row(15, seed=3, step_s=0.00025)], 3)
    assert (other.value, other.ok) == (2, False)
    assert "seed 3: 15 of 16" in other.note


def test_without_its_engine_it_explains_what_to_install(mocker: MockerFixture) -> None:
    lacking = ModuleNotFoundError("No module named 'mujoco'", name="mujoco")
    mocker.patch.object(importlib, "import_module", side_effect=lambda name: _import(name, lacking))
    result = CliRunner().invoke(command, ["hopper", "--pours", "1"])
    assert result.exit_code == 1
    assert "needs the package mujoco" in result.output
    assert "-m pip install -e './lab[hopper]'" in " ".join(result.output.split())


IMPORT = importlib.import_module


def _import(name: str, lacking: ModuleNotFoundError) -> object:
    if name == "poured.plan":
        raise lacking
    return IMPORT(name)
