"""Each promise has programs that try to break it, and a fault that is planted into the shipping code is found."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from pytest_mock import MockerFixture

from lab.adversaries.adversaries_campaign import (
    DOCS,
    PAGE,
    QUOTED,
    broken_by_tests,
    campaign,
    control_is_found,
    promises,
)
from lab.adversaries.planted import FAULTS, VARIABLE
from lab.adversaries.sentences import no_promises, promising, without_row
from lab.campaigns.hall import mosquitto

NEW_PROMISES = """# Page

The table waits. It never
loses a token. No event is lost.

- Cards are shown.
- Nobody else sees
  them.

| if | then |
|---|---|
| it fails | it cannot play |

```
only code
```
"""
NO_ROW = {"adversaries": "it runs all rows", "hopper": "it needs MuJoCo, in an environment of its own"}
"""Campaigns that no row names, and why."""
HEAD = "# Page\n\n## Attacks that fail\n\n| attack | what stops it | try it |\n|---|---|---|\n"


def page(folder: Path, *rows: str) -> Path:
    made = folder / "page.md"
    made.write_text(HEAD + "".join(f"{row}\n" for row in rows) + "\n## More\n", "utf-8")
    return made


def test_every_promise_names_a_program() -> None:
    assert [each.attack for each in promises() if not each.is_tried] == []
    assert (
        len(promises(PAGE))
        == PAGE.read_text("utf-8").partition("## Attacks that fail")[2].partition("\n## ")[0].count("\n| ") - 1
    ), "each row is read"


def test_each_quoted_promise_stands_in_its_page() -> None:
    quoted = promises(QUOTED)
    assert {each.page.name for each in quoted} == {"fairness.md", "reliability.md", "web.md", "hall.md", "far.md"}
    assert [each.attack for each in quoted if each.attack not in _flat(each.page)] == []


def test_each_failure_of_a_hall_has_its_promise() -> None:
    """No row of that table is lost."""
    table = (DOCS / "play/hall.md").read_text("utf-8").partition("## If something fails\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ")[1] for line in table.splitlines() if line.startswith("| ")][1:]
    promised = [each.attack for each in promises(QUOTED)]
    assert len(rows) == 14
    assert [row for row in rows if not any(attack in row for attack in promised)] == []


def test_each_campaign_of_the_page_of_reliability_has_its_promise() -> None:
    page = (QUOTED.parent / "reliability.md").read_text("utf-8")
    measured = set(re.findall(r"^## `command-table campaign ([\w-]+)", page, re.MULTILINE))
    named = {name for each in promises(QUOTED) if each.page.name == "reliability.md" for name, _ in each.campaigns}
    assert measured - named - NO_ROW.keys() == set()


def test_each_sentence_that_promises_has_its_row_or_a_reason_for_none() -> None:
    """A new promise in one of these pages has a program, or is not made."""
    rows = promises(QUOTED)
    lacking = {
        sentence.text
        for page in {each.page for each in rows}
        for sentence in without_row(page, [each.attack for each in rows if each.page == page])
    }
    assert lacking - no_promises().keys() == set(), "no row, and no reason in no_promises.toml"
    assert no_promises().keys() - lacking == set(), "gone, or with a row"


def test_a_new_promise_of_a_page_is_noticed(tmp_path: Path) -> None:
    """Wherever it stands: in a paragraph, a list or a table. A row quotes a part of its sentence."""
    made = tmp_path / "page.md"
    made.write_text(NEW_PROMISES, "utf-8")
    assert [each.text for each in promising(made)] == [
        "It never loses a token.",
        "No event is lost.",
        "Nobody else sees them.",
        "it cannot play",
    ]
    assert [each.text for each in without_row(made, ["never loses", "Nobody else sees them."])] == [
        "No event is lost.",
        "it cannot play",
    ]


def _flat(page: Path) -> str:
    return " ".join(page.read_text("utf-8").split())


def test_a_promise_without_a_program_is_noticed(tmp_path: Path) -> None:
    (bare, tried) = promises(page(tmp_path, "| A. | Nothing. | none |", "| B. | X. | `command-table campaign leak` |"))
    assert (bare.is_tried, tried.is_tried, tried.campaigns) == (False, True, (("leak", ""),))


def test_a_figure_of_a_campaign_can_be_named_alone(tmp_path: Path) -> None:
    (some,) = promises(page(tmp_path, "| A. | X. | `command-table campaign phone` (`pairing.*`) |"))
    assert some.campaigns == (("phone", "pairing."),)


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


@pytest.mark.parametrize(("without", "found"), [("PASSED", True), ("FAILED", False), ("ERROR", False)])
def test_a_test_that_fails_without_the_fault_does_not_find_it(mocker: MockerFixture, without: str, found: bool) -> None:
    (promise,) = (each for each in promises() if each.attack.startswith(FAULTS["any-opening"].attack))

    def run(_: Sequence[str], *, env: Mapping[str, str], **__: object) -> CompletedProcess[str]:
        outcome = "FAILED" if VARIABLE in env else without
        return CompletedProcess((), 1, "".join(f"{outcome} {test}\n" for test in promise.tests), "")

    mocker.patch("lab.adversaries.adversaries_campaign.subprocess.run", run)
    assert control_is_found("any-opening", promises()) is found


def test_each_test_that_a_promise_names_is_there() -> None:
    """Other targets run these tests, and the campaign runs them once more."""
    named = {test for each in promises() for test in each.tests}
    assert [test for test in named if not _is_there(*test.split("::"))] == []


def _is_there(file: str, *names: str) -> bool:
    written = (DOCS.parent / file).read_text("utf-8")
    return all(re.search(rf"^ *(?:async )?(?:def|class) {name}\b", written, re.MULTILINE) for name in names)


@pytest.mark.campaign
def test_a_program_that_does_not_run_leaves_a_promise_broken(tmp_path: Path) -> None:
    rows = promises(page(tmp_path, "| A. | X. | `tests/rules/test_fairness.py::test_that_nobody_wrote` |"))
    assert broken_by_tests(rows) == {"A."}


def test_a_missing_broker_is_reported_before_anything_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mosquitto, "found", lambda: "")
    with pytest.raises(mosquitto.NoBrokerError):
        next(iter(campaign(1000, 1, lambda _: None)))
