"""A whole emulated table whose readers are no RC522, or not all of them."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

import hal.events as hw
from table.config import Config
from table.config.schema import ReaderConfig, StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.emulation.world import EmulatedWorld
from table.rules.seats import BLUE, RED

SIDES = {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"}
KINDS = {
    "on leads": {"blue": ReaderConfig(kind="pn532"), "red": ReaderConfig(kind="pn532")},
    "of two kinds": {"blue": ReaderConfig(), "red": ReaderConfig(kind="pn532", link="i2c")},
}
every_kind = pytest.mark.parametrize("readers", KINDS.values(), ids=KINDS)


def config(folder: Path, readers: dict[str, ReaderConfig]) -> Config:
    return replace(Config(), state=StateConfig(folder=str(folder)), readers=readers)


@pytest.mark.slow
@every_kind
def test_a_card_before_each_seat_is_reported_and_missed(readers: dict[str, ReaderConfig], tmp_path: Path) -> None:
    table = VirtualTable(Setup.of(config(tmp_path, readers)))
    table.session.start()
    table.wait(0.5)
    card = next(iter(table.setup.games.cards)).id
    for seat in (BLUE, RED):
        table.lay(seat, card)
    table.clear(RED)
    reported = [event for event in table.heard if isinstance(event, hw.TagPlaced | hw.TagLifted | hw.TagUnclear)]
    placed = [event.reader for event in reported if isinstance(event, hw.TagPlaced)]
    assert placed == ["blue", "red"]
    assert reported[-1] == hw.TagLifted("red")
    table.close()


@pytest.mark.campaign
@every_kind
def test_bots_play_a_round_by_laying_cards(readers: dict[str, ReaderConfig], tmp_path: Path) -> None:
    table = VirtualTable(Setup.of(config(tmp_path, readers)), seed=1)
    begin(table, "legion_2024", SIDES)
    BotMatch(table, random.Random(1)).until(lambda now: now.view is not None and now.view.round == 2)
    assert table.now.faults == ()
    table.close()


@every_kind
def test_in_real_time_each_wire_has_a_thread_and_all_share_the_world(
    readers: dict[str, ReaderConfig], tmp_path: Path
) -> None:
    world = EmulatedWorld(replace(config(tmp_path, readers)), ())
    devices = world.devices()
    seen: list[hw.ReaderEvent] = []
    for at_s in range(3):
        for each in devices.readers:
            seen += each.poll(float(at_s))
    assert {event.reader for event in seen if isinstance(event, hw.ReaderBack)} == {"blue", "red"}
    assert len(devices.readers) == len(readers)
    devices.close()
    world.close()
