"""The load on a broker between tables: real frames, a real Mosquitto, and a control that is found."""

import asyncio
import ssl
from pathlib import Path
from random import Random

import pytest
from pytest_mock import MockerFixture

from lab.campaigns.hall.mosquitto import found
from lab.campaigns.two_tables.bad_line import CALM, TwoTables
from lab.campaigns.two_tables.quiet_sessions import hidden_game
from lab.campaigns.two_tables.relay import relay_figures
from lab.campaigns.two_tables.relay.matches_on_relay import FRAMES, MatchOnRelay, WireClient
from lab.campaigns.two_tables.relay.relay_figures import relay_broker
from lab.certificates import signed
from lab.figure import NotMeasuredError


def test_without_a_broker_nothing_is_measured_and_the_reason_is_printed(
    mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    mocker.patch("lab.campaigns.two_tables.relay.relay_figures.found", return_value="")
    assert list(relay_figures.measure(1)) == []
    assert "no mosquitto" in capsys.readouterr().err


@pytest.mark.campaign
def test_the_frames_of_the_load_are_as_long_as_those_of_a_match() -> None:
    tables = TwoTables(hidden_game(), 1, 40, CALM)
    tables.run()
    lengths = [len(each.frame) for each in tables.frames]
    assert sum(FRAMES) / len(FRAMES) == pytest.approx(sum(lengths) / len(lengths), rel=0.2)
    assert all(length % 256 == 0 for length in FRAMES)


@pytest.mark.hall
def test_a_batch_goes_over_a_real_broker_and_others_are_refused(tmp_path: Path) -> None:
    if not found():
        pytest.skip("there is no mosquitto here: `make hall` looks for Debian's")
    files = signed(tmp_path)
    broker = relay_broker(tmp_path, found(), files)
    broker.start()
    tls = ssl.create_default_context(cafile=files.ca)

    async def played(tls: ssl.SSLContext) -> float:
        match = MatchOnRelay(broker.port, tls, Random(1))
        async with match.blue, match.red:
            return await match.batch()

    async def refused() -> None:
        async with WireClient(broker.port, "a/b", "blue", "#/", tls):
            pass

    try:
        assert 0 < asyncio.run(played(tls)) < 60
        with pytest.raises((NotMeasuredError, asyncio.IncompleteReadError)):
            asyncio.run(refused())
        with pytest.raises(ssl.SSLCertVerificationError):
            asyncio.run(played(ssl.create_default_context()))
    finally:
        broker.kill()


@pytest.mark.hall
def test_a_few_matches_are_measured_and_the_control_is_found(mocker: MockerFixture) -> None:
    if not found():
        pytest.skip("there is no mosquitto here: `make hall` looks for Debian's")
    for name, value in {"MATCHES": 5, "TURNS": 1, "PROBED": 40, "FLAT_OUT_S": 0.5, "BATCH_S": 0.1}.items():
        mocker.patch(f"lab.campaigns.two_tables.relay.relay_figures.{name}", value)
    figures = {figure.name: figure for figure in relay_figures.measure(1)}
    assert figures["two_tables.relay.others"].n > 5
    assert figures["two_tables.relay.flat_out"].value > 0
    assert figures["two_tables.relay.control"].ok
