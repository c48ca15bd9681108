"""The campaign in small, with a real Mosquitto: `make hall`."""

import json

import pytest
from click.testing import CliRunner

from lab.campaigns.hall import hall_campaign
from lab.campaigns.hall.mosquitto import NoBrokerError, found
from table.program.cli import main


@pytest.mark.hall
@pytest.mark.timeout(600)
def test_it_loses_nothing_and_its_controls_do() -> None:
    if not found():
        pytest.skip("there is no mosquitto here: `make hall` looks for Debian's")
    done = CliRunner().invoke(main, ["campaign", "hall", "--deaths", "1", "--json"])
    figures = {each["name"]: each for each in json.loads(done.stdout)["figures"]}
    for name in (
        "hall.results",
        "hall.results.honest",
        "hall.union",
        "hall.union.files",
        "hall.outage.differing",
        "hall.kills.lost",
        "hall.kills.double",
    ):
        assert figures[name]["value"] == 0, figures[name]
    assert figures["hall.union.control"]["ok"]
    assert figures["hall.kills.control"]["ok"]
    assert figures["hall.page.10.lost"]["value"] == 0
    for name in (
        "hall.hostile.memory",
        "hall.hostile.lost",
        "hall.hostile.unreported",
        "hall.hostile.control",
        "hall.hostile.page.control",
        "hall.hostile.page.connects_control",
    ):
        assert figures[name]["ok"], figures[name]


def test_without_a_broker_it_reports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_campaign, "found", lambda: "")
    with pytest.raises(NoBrokerError, match="apt install mosquitto"):
        next(iter(hall_campaign.campaign(1, 1, lambda _: None)))
    done = CliRunner().invoke(main, ["campaign", "hall", "--deaths", "1"])
    assert done.exit_code == 1
    assert done.stderr.strip().startswith("Error: there is no mosquitto here")
    assert "Traceback" not in done.output
