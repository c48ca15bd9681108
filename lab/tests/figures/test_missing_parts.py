"""No part of a table stops it: each is missing, busy and forbidden once, before the table opens and in a match."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from hal.panels.pins import lgpio_pins
from lab.figures.pc.edges import Trouble
from lab.figures.pc.parts_figures import PartsTable, PartVerdict, parts, verdict
from table.config import Config
from table.config.schema import SeatConfig, SeatsConfig, StateConfig
from table.devices.devices import Devices
from table.program.backends import real_devices
from table.rules.seats import SEATS

DESK = SeatConfig(reader="blue", panel="none")
NAMES = [part.name for part in parts(Path("/nowhere"))]
TROUBLES = [
    Trouble.BUSY,
    pytest.param(Trouble.ABSENT, marks=pytest.mark.campaign),
    pytest.param(Trouble.FORBIDDEN, marks=pytest.mark.campaign),
]


@pytest.mark.campaign
@pytest.mark.parametrize("in_play", [False, True], ids=["at the start", "in play"])
@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("name", NAMES)
def test_without_any_part_the_table_is_played_and_names_it(
    name: str, trouble: Trouble, tmp_path: Path, *, in_play: bool
) -> None:
    part = next(part for part in parts(tmp_path) if part.name == name)
    assert verdict(part, trouble, tmp_path / "state", in_play=in_play) == PartVerdict()


@pytest.mark.slow
@pytest.mark.rule("TB-02")
def test_two_players_lock_their_cards_at_one_reader(tmp_path: Path) -> None:
    config = replace(
        Config(),
        world="real",
        panels={},
        seats=SeatsConfig(blue=DESK, red=DESK),
        state=StateConfig(folder=str(tmp_path)),
    )
    with ExitStack() as stack:
        table = PartsTable(config, lambda _: None, real_devices, stack)
        stack.callback(table.close)
        table.session.start()
        assert table.reach_a_match()
        for seat in SEATS:
            assert table.locks(seat)
            table.clear(seat)
        assert table.now.view is not None
        assert table.now.view.reveals == 1
        assert [desk.reader for desk in table.now.desks] == ["empty", "empty"]


def test_every_kind_of_part_is_among_them() -> None:
    assert len(NAMES) == len(set(NAMES)) == 22
    assert {name.split(".")[0] for name in NAMES} == {"panels", "gpiochip", "readers", "dispenser", "keypads"}


@pytest.mark.slow
def test_a_table_that_opens_its_pins_first_would_be_found(tmp_path: Path) -> None:
    def strict(config: Config, _now_s: object) -> Devices:
        lgpio_pins(config.state.made())
        raise AssertionError("the chip was opened")

    (chip,) = [part for part in parts(tmp_path) if part.name == "gpiochip"]
    found = verdict(chip, Trouble.ABSENT, tmp_path / "state", strict, in_play=False)
    assert found.stopped.startswith("PinsError: the pins cannot be opened (can not open gpiochip)")


@pytest.mark.slow
def test_a_table_that_does_not_look_at_a_part_would_be_found(tmp_path: Path) -> None:
    """The control of the fault's place: without the dispenser's link nobody names its port."""

    def without_link(config: Config, _now_s: object) -> Devices:
        made = real_devices(config)
        return Devices(made.readers, made.panels, None)

    (dispenser,) = [part for part in parts(tmp_path) if part.name == "dispenser"]
    assert not verdict(dispenser, Trouble.BUSY, tmp_path / "state", without_link, in_play=False).named
