"""Each promise has programs that try to break it, and a fault that is planted into the shipping code is found."""

from pathlib import Path

import pytest

from lab.adversaries.adversaries_campaign import broken_by_tests, control_is_found
from lab.adversaries.planted import FAULTS
from lab.adversaries.promises import PAGE, promises

HEAD = "# Page\n\n## Attacks that fail\n\n| attack | what stops it | try it |\n|---|---|---|\n"


def page(folder: Path, *rows: str) -> Path:
    made = folder / "page.md"
    made.write_text(HEAD + "".join(f"{row}\n" for row in rows) + "\n## More\n", "utf-8")
    return made


def test_every_promise_names_a_program() -> None:
    assert [each.attack for each in promises() if not each.is_tried] == []
    assert (
        len(promises())
        == PAGE.read_text("utf-8").partition("## Attacks that fail")[2].partition("\n## ")[0].count("\n| ") - 1
    ), "each row is read"


def test_a_promise_without_a_program_is_noticed(tmp_path: Path) -> None:
    (bare, tried) = promises(page(tmp_path, "| A. | Nothing. | none |", "| B. | X. | `command-table campaign leak` |"))
    assert (bare.is_tried, tried.is_tried, tried.campaigns) == (False, True, ("leak",))


def test_a_campaign_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        promises(page(tmp_path, "| A. | X. | `command-table campaign nonsense` |"))


def test_each_planted_fault_attacks_one_promise() -> None:
    attacks = [each.attack for each in promises()]
    assert [name for name, fault in FAULTS.items() if sum(each.startswith(fault.attack) for each in attacks) != 1] == []


@pytest.mark.campaign
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_breaks_its_promise(name: str) -> None:
    assert control_is_found(name, promises())


@pytest.mark.campaign
def test_no_promise_is_broken_by_its_tests() -> None:
    assert broken_by_tests(promises()) == set()


@pytest.mark.campaign
def test_a_program_that_does_not_run_leaves_a_promise_broken(tmp_path: Path) -> None:
    rows = promises(page(tmp_path, "| A. | X. | `tests/rules/test_fairness.py::test_that_nobody_wrote` |"))
    assert broken_by_tests(rows) == {"A."}
