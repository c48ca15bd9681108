"""The campaign of codes in small, its control, and samples that are brought along."""

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from lab.campaigns.codes_campaign import campaign, of_samples, outcomes, trials
from lab.trials.list_trial import ListOutcome
from table.program.cli import main


@pytest.mark.slow
def test_a_few_codes_of_each_layout_are_read_and_no_damaged_one_is_taken_for_another_list() -> None:
    figures = {figure.name: figure for figure in campaign(60, 1, lambda _: None)}
    assert list(figures) == [
        "codes.layout_a", "codes.layout_b", "codes.layout_c", "codes.layout_d", "codes.damaged_taken",
        "codes.damaged_taken.control",
    ]  # fmt: skip
    assert [name for name, figure in figures.items() if not figure.ok] == []


def test_a_hasty_reader_is_found_out() -> None:
    (trial,) = trials()
    assert outcomes(trial, 100, 2)[ListOutcome.WRONG] == 0
    assert outcomes(trial.hasty(), 100, 2)[ListOutcome.WRONG] > 0


def test_one_byte_is_damaged_and_no_more() -> None:
    (trial,) = trials()
    rng = random.Random(1)
    written = trial.written(rng, "b")
    assert trial.read(written, written.code) is ListOutcome.RIGHT
    assert len({trial.damaged(rng, written.code) for _ in range(50)} - {written.code}) > 40


def test_samples_are_read_and_held_against_what_is_known_of_them(tmp_path: Path) -> None:
    (trial,) = trials()
    code = trial.written(random.Random(1), "c")
    groups = {str(each.number): [m.id.replace(".", "-") for m in each.members] for each in code.content.groups}
    sample = {"name": "one", "code": code.code, "groups": groups}
    (figure,) = of_samples(json.dumps([sample, sample | {"groups": None}]).encode())
    assert (figure.value, figure.ok) == (2, True)
    file = tmp_path / "samples.json"
    file.write_text(json.dumps([sample, {"name": "cut", "code": code.code[:-9]}, sample | {"groups": {"1": []}}]))
    result = CliRunner().invoke(main, ["campaign", "codes", "--codes", "4", "--samples", str(file)])
    assert result.exit_code == 1
    assert "cut; one" in result.output


@pytest.mark.parametrize(("name", "content"), [("codes", "{}"), ("codes", "no JSON"), ("chance", "[]")])
def test_a_file_without_samples_is_refused_and_a_campaign_without_a_use_for_them(
    name: str, content: str, tmp_path: Path
) -> None:
    file = tmp_path / "samples.json"
    file.write_text(content)
    result = CliRunner().invoke(main, ["campaign", name, "--codes", "1", "--samples", str(file)])
    assert result.exit_code == 2
    assert "samples" in result.output
