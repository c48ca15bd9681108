"""The commands of the documents are found as a reader types them, and each one that is left out has a reason."""

from pathlib import Path

import pytest

from lab.figures.fresh_environment import ROOT
from lab.figures.wheel_figures import LEFT_OUT, WITH_A_TABLE, TypedCommand, named_commands, typed_commands
from table.program.cli import COMMANDS

README = """\
```
command-table run --config table.toml   # opens it
```

Or type `command-table history`, or `command-table bench`.
"""
PAGE = """\
1. As root:

   ```
   sudo -u table command-table hand 'Echo line'
   command-table run --config table.toml
   ```
"""


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """Return a checkout with a README and one page."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text(README, "utf-8")
    (tmp_path / "docs" / "page.md").write_text(PAGE, "utf-8")
    return tmp_path


def test_each_line_is_found_once_without_its_comment(documents: Path) -> None:
    assert [each.words for each in typed_commands(documents)] == ["run --config table.toml", 'hand "Echo line"']


def test_a_command_in_a_sentence_is_found_if_it_is_not_the_labs(documents: Path) -> None:
    assert named_commands(documents) == ["history"]


def test_some_run_on_and_some_need_a_table_beside_them() -> None:
    assert TypedCommand("run --config table.toml", "README.md").runs_on
    assert TypedCommand("phone judge", "web.md").needs_a_table
    assert not TypedCommand("history", "README.md").runs_on


def test_every_command_of_these_documents_is_one_of_the_program() -> None:
    commands = [*typed_commands(ROOT)]
    assert len(commands) > 30
    assert {each.words.split()[0] for each in commands} <= {*COMMANDS}
    assert {*named_commands(ROOT)} <= {*COMMANDS}


def test_every_reason_to_leave_one_out_still_has_its_command() -> None:
    commands = [each.words for each in typed_commands(ROOT)]
    assert [start for start in (*LEFT_OUT, *WITH_A_TABLE) if not any(each.startswith(start) for each in commands)] == []
