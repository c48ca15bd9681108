"""The program is killed, or the plug is pulled, in mid-evening: the match continues, and no token is paid twice."""

import random
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytest_mock import MockerFixture

from table.config import Config
from table.config.schema import StateConfig
from table.devices.latest_view import LatestView
from table.devices.live import NotOpenedError
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin, disagreements
from table.emulation.power import PowerSupply
from table.emulation.virtual_table import VirtualTable
from table.rules.match.events import PayoutSettled, TokensOwed, TokensTakenByHand
from table.rules.seats import BLUE, RED

pytestmark = pytest.mark.slow

SIDES = {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"}


def table_in(folder: Path, seed: int) -> VirtualTable:
    table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=str(folder)))), seed=seed)
    begin(table, "legion_2024", SIDES)
    return table


def owed_and_given(table: VirtualTable) -> tuple[Counter[str], Counter[str]]:
    play = table.session.play
    assert play is not None
    """What was owed by kind, and what was given; the rest of a job that is owed again under another id counts once."""
    owed, jobs, given = Counter[str](), dict[str, TokensOwed](), Counter[str]()
    for event in play.events():
        match event:
            case TokensOwed():
                jobs[event.job] = event
                owed[event.kind] += event.count
            case PayoutSettled():
                job = jobs[event.job]
                given[job.kind] += event.passed
                owed[job.kind] -= job.count - event.passed
            case TokensTakenByHand():
                given[jobs[event.job].kind] += event.count
            case _:
                pass
    return owed, given


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(4))
def test_killed_again_and_again_the_table_pays_every_token_once(tmp_path: Path, seed: int) -> None:
    table = table_in(tmp_path, seed)
    rng = random.Random(seed)
    evening = BotMatch(table, rng)
    for _ in range(4):
        evening.act()
        if rng.random() < 0.25:
            table.wait(rng.random() * 0.4)
            rng.choice((table.kill_host, table.cut_power))()
            evening = BotMatch(table, rng)
    evening.settle()
    table.wait(4.0)
    evening.until(lambda now: not any(handing.state == "unknown" for handing in now.handing))
    evening.settle()
    assert disagreements(table) == ()
    owed, given = owed_and_given(table)
    play = table.session.play
    assert play is not None
    still_open = Counter[str]()
    for job in play.state.ledger.jobs:
        still_open[job.kind] += job.count
    assert owed == given + still_open
    table.close()


@pytest.mark.campaign
def test_after_a_kill_in_mid_payout_the_pico_is_asked_and_nothing_is_paid_twice(tmp_path: Path) -> None:
    table = table_in(tmp_path, 3)
    evening = BotMatch(table, random.Random(3))
    evening.until(lambda now: any(handing.state == "asked" for handing in now.handing))
    before, owed = len(table.fallen), sum(handing.count - handing.passed for handing in table.now.handing)
    table.kill_host()
    assert table.wait_for(lambda now: not now.handing, 10.0)
    assert len(table.fallen) == before + owed
    assert disagreements(table) == ()
    table.close()


@pytest.mark.campaign
def test_a_cut_of_all_power_in_mid_payout_is_asked_of_the_players(tmp_path: Path) -> None:
    table = table_in(tmp_path, 3)
    evening = BotMatch(table, random.Random(3))
    evening.until(lambda now: any(handing.state == "asked" for handing in now.handing))
    table.wait(0.15)
    table.cut_power()
    assert table.wait_for(lambda now: any(handing.state == "unknown" for handing in now.handing), 10.0)
    assert any(prompt.key.startswith("match.payout.") for prompt in table.now.prompts)
    table.close()


def test_a_table_that_shows_nothing_was_not_opened(mocker: MockerFixture) -> None:
    """As at a real table: `LiveTable.start` raises the same."""
    mocker.patch("table.emulation.power.READY_S", 0.0)
    supply = PowerSupply(mocker.Mock(), LatestView(), boot=mocker.Mock())
    with pytest.raises(NotOpenedError, match="the match cannot be opened"):
        supply.start()
