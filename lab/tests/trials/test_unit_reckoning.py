"""Unit data are reckoned a second time from their JSON, and a false reckoning differs."""

import json
from pathlib import Path

import pytest

from lab.campaigns.units_campaign import campaign
from lab.trials.infinity.unit_reckoning import UnitReckoning
from tests.games.infinity.lists.test_codes import CODE
from tests.games.infinity.lists.test_units import published


def test_an_invented_file_is_read_as_it_is_reckoned_and_a_false_reckoning_differs(tmp_path: Path) -> None:
    (tmp_path / "kestrel.json").write_bytes(published())
    measured = {figure.name: figure for figure in UnitReckoning().figures(tmp_path)}
    assert measured["units.files"].value == 1
    assert (measured["units.options"].value, measured["units.options"].n) == (100, 4)
    assert measured["units.options.control"].value == 0
    assert all(figure.ok for figure in measured.values())


def test_a_file_that_is_not_read_misses_the_goal(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(published())
    (tmp_path / "b.json").write_text(json.dumps({"units": []}))
    files, *_ = UnitReckoning().figures(tmp_path)
    assert (files.value, files.ok, files.note) == (1, False, "b.json")


def test_a_folder_without_data_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no unit data"):
        next(UnitReckoning().figures(tmp_path))


def test_an_army_code_beside_its_data_asks_nothing_that_they_answer(tmp_path: Path) -> None:
    (tmp_path / "kestrel.json").write_bytes(published())
    (tmp_path / "codes.json").write_text(json.dumps([{"code": CODE}]))
    codes = {figure.name: figure for figure in UnitReckoning().figures(tmp_path)}["units.codes"]
    assert (codes.value, codes.n, codes.ok) == (1, 1, True)


def test_what_the_data_lack_is_counted_apart(tmp_path: Path) -> None:
    data = json.loads(published())
    (tmp_path / "kestrel.json").write_text(json.dumps({**data, "units": data["units"][:1]}))
    (tmp_path / "codes.json").write_text(json.dumps([{"code": CODE}]))
    codes = {figure.name: figure for figure in UnitReckoning().figures(tmp_path)}["units.codes"]
    assert (codes.n, codes.note) == (0, "left out: 1 with units that the data lack, 0 against the rules of a list")


@pytest.mark.campaign
def test_invented_data_are_read_as_they_are_reckoned() -> None:
    figures = {figure.name: figure for figure in campaign(120, 1, lambda _: None)}
    assert (figures["units.files"].n, figures["units.options"].n) == (3, 120)
    assert all(figure.ok for figure in figures.values())
