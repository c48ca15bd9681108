"""The example client of the feed, with Python alone, follows a table that plays."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from examples.follow_feed import change
from table.devices.edge.line_socket import LineSocket
from table.view.streams.differences import Json, differences
from tests.devices.edge.kit import AtTableTime, served
from tests.network.watched import WatchedTable
from tests.view.streams.test_differences import exactly, values

CLIENT = Path(__file__).parents[2] / "examples" / "follow_feed.py"


@pytest.mark.slow
@settings(deadline=None)
@given(values, values)
def test_it_makes_changes_as_the_table_means_them(one: Json, other: Json) -> None:
    table: dict[str, Any] = {"all": json.loads(json.dumps(one))}
    for each in differences({"all": one}, {"all": other}):
        change(table, **msgspec.to_builtins(each))
    assert exactly(table["all"]) == exactly(other)


def test_it_is_short_and_needs_nothing_but_python() -> None:
    lines = [line for line in CLIENT.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) <= 35
    assert {line.split()[1] for line in lines if line.startswith(("import ", "from "))} == {
        "json", "socket", "sys", "collections.abc", "typing",
    }  # fmt: skip


@pytest.mark.slow
def test_it_reports_the_story_of_a_table(table: WatchedTable) -> None:
    feed = LineSocket(AtTableTime(table.feed, lambda: table.now_s))
    with served(table.folder, feed) as edge:
        command = [sys.executable, str(CLIENT), str(table.folder), "de"]
        client = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert client.stdout is not None
        stated = [client.stdout.readline().strip() for _ in range(2)]
        table.now_s += 1.0
        table.plays(blue=1, red=2)
        table.now_s += 1.0  # frames that were sent meanwhile do not hold up the rest
        edge.wake()
        while not stated[-1].startswith("5. "):
            stated.append(client.stdout.readline().strip())
    client.wait(10)
    client.stdout.close()
    assert "Blau hat eine Karte verriegelt." in " ".join(stated)
