"""Unit data are reckoned a second time from their JSON, and a false reckoning differs."""

import json
from pathlib import Path

import pytest

from lab.trials.infinity.unit_reckoning import figures, main
from tests.games.infinity.lists.test_units import published


def test_an_invented_file_is_read_as_it_is_reckoned_and_a_false_reckoning_differs(tmp_path: Path) -> None:
    (tmp_path / "kestrel.json").write_bytes(published())
    measured = {figure.name: figure for figure in figures(tmp_path)}
    assert measured["units.files"].value == 1
    assert (measured["units.options"].value, measured["units.options"].n) == (100, 4)
    assert measured["units.options.control"].value == 0
    assert all(figure.ok for figure in measured.values())
    assert main(str(tmp_path)) == 0


def test_a_file_that_is_not_read_misses_the_goal(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(published())
    (tmp_path / "b.json").write_text(json.dumps({"units": []}))
    files, *_ = figures(tmp_path)
    assert (files.value, files.ok, files.note) == (1, False, "b.json")
    assert main(str(tmp_path)) == 1


def test_a_folder_without_data_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no unit data"):
        next(figures(tmp_path))
