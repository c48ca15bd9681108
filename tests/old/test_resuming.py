"""Old matches go on at a table that is switched on, at whatever was going on when it was switched off."""

from pathlib import Path

import pytest

from tests.old import doors
from tests.old.kept import batches, facts, journal, otherwise, rule_sets, unmeant

RESUMED = facts("resumed.json.xz")


@pytest.mark.slow
@pytest.mark.parametrize("then", RESUMED, ids=lambda then: f"{then['of']}-{then['moment']}")
def test_a_match_goes_on_where_it_was(then: dict[str, object], tmp_path: Path) -> None:
    name, folder = str(then["of"]), tmp_path / "state"
    path = journal(name, folder, facts(f"matches/{name}.json.xz")["named"][then["moment"]])
    with doors.switched_on(folder, rule_sets(name)) as table:
        assert unmeant(otherwise(then["published"], doors.published(table))) == []
        before = batches(path)
        table.does(str(then["line"]))
        table.does("expect no fault journal.unwritable")
        assert batches(path) > before
