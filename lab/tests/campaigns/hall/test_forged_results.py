"""The small form of a thousand forged reports: no broker is needed."""

from pathlib import Path

import pytest

from lab.campaigns.hall.forged_results import results_figures


@pytest.mark.campaign
def test_no_forged_result_stands_as_proved_and_halls_that_compare_less_are_deceived(tmp_path: Path) -> None:
    figures = {each.name: each for each in results_figures(tmp_path, 2, 100)}
    assert [name for name, each in figures.items() if not each.ok] == []
    assert {"hall.results", "hall.results.honest", "hall.results.control", "hall.results.code_control"} == {*figures}
