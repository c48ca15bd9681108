"""Readers of other kinds than an RC522 in a file of settings: what belongs together, and what is taken twice."""

from pathlib import Path

import pytest

from hal.readers.pn532.settings import Pn532Settings
from hal.readers.settings import ReaderSettings
from sim_hardware.clock import Clock
from sim_hardware.nfc import ReaderWorld
from table.config import Config, describe, load
from table.config.schema import PanelConfig, ReaderConfig
from table.devices.configured.device_settings import every_reader
from table.emulation.connections import reader_places
from tests.config.words import say

SEATS = '[readers.blue]\nkind = "pn532"\n{blue}\n[readers.red]\nkind = "pn532"\n{red}\n'


PORTS_OF_WINDOWS = (("blue", "COM3"), ("red", "com3"))


def problems_of(tmp_path: Path, document: str) -> list[str]:
    file = tmp_path / "table.toml"
    file.write_text(document, "utf-8")
    return describe(load(file).problems, say)[:-1]


def test_an_old_file_without_a_kind_has_rc522_readers() -> None:
    assert {reader.kind for reader in Config().readers.values()} == {"rc522"}


def test_a_pi_needs_the_port_of_a_reader_on_a_lead(tmp_path: Path) -> None:
    lines = problems_of(
        tmp_path, 'world = "real"\n' + SEATS.format(blue='port = "ttyUSB0"', red='port = "/dev/ttyUSB1"')
    )
    assert len(lines) == 1
    assert "/dev/serial/by-id" in lines[0]


def test_an_emulated_table_needs_none(tmp_path: Path) -> None:
    assert problems_of(tmp_path, SEATS.format(blue="", red="")) == []


@pytest.mark.parametrize("there", ['port = "/dev/ttyUSB0"', 'link = "i2c"'])
def test_two_readers_at_one_port_or_bus_are_reported(tmp_path: Path, there: str) -> None:
    (line,) = problems_of(tmp_path, 'world = "real"\n' + SEATS.format(blue=there, red=there))
    assert "readers.blue" in line


def test_a_reader_and_the_dispenser_at_one_port_are_reported(tmp_path: Path) -> None:
    seats = SEATS.format(blue='port = "/dev/ttyACM0"', red='port = "/dev/ttyUSB0"')
    (line,) = problems_of(tmp_path, f'world = "real"\n[dispenser]\nport = "/dev/ttyACM0"\n{seats}')
    assert "readers.blue.port" in line
    assert "dispenser.port is there already" in line


def test_a_reader_on_a_lead_takes_no_pin_of_spi(tmp_path: Path) -> None:
    panel = "".join(
        f"{name} = {pin}\n" for name, pin in zip(PanelConfig.__struct_fields__[:6], range(7, 13), strict=True)
    )
    leads = SEATS.format(blue="", red="")
    seats = '[seats.blue]\npanel = "blue"\n[panels.blue]\n' + panel + "[panels.red]\n" + panel.replace("= ", "= 1")
    assert not any("SPI bus" in line for line in problems_of(tmp_path, leads + seats))
    assert any("SPI bus" in line for line in problems_of(tmp_path, leads.replace("pn532", "rc522") + seats))


def test_a_reader_on_i2c_takes_pins_2_and_3(tmp_path: Path) -> None:
    leads = SEATS.format(blue='link = "i2c"', red="")
    wires = "previous = 2\nnext = 4\nconfirm = 17\nlamp_red = 27\nlamp_green = 22\nlamp_blue = 5\n"
    other = "previous = 6\nnext = 12\nconfirm = 13\nlamp_red = 16\nlamp_green = 19\nlamp_blue = 20\n"
    (line,) = problems_of(tmp_path, leads + "[panels.blue]\n" + wires + "[panels.red]\n" + other)
    assert "I2C bus 1" in line


def test_readers_that_share_a_bus_are_polled_together_and_each_lead_by_itself() -> None:
    config = Config(
        readers={
            "rc522": ReaderConfig(device=0),
            "beside": ReaderConfig(kind="pn532", link="spi", device=1),
            "lead": ReaderConfig(kind="pn532"),
            "other": ReaderConfig(kind="pn532"),
            "board": ReaderConfig(kind="pn532", link="i2c"),
        }
    )
    groups = every_reader(config, ReaderWorld(Clock(), reader_places(config)))
    assert [[each.name for each in group] for group in groups] == [["rc522", "beside"], ["lead"], ["other"], ["board"]]
    kinds = {each.name: type(each) for group in groups for each in group}
    assert kinds == {name: ReaderSettings if name == "rc522" else Pn532Settings for name in config.readers}


def test_a_port_on_windows_is_the_same_in_small_letters(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    readers = "".join(f'[readers.{seat}]\nkind = "pn532"\nport = "{port}"\n' for seat, port in PORTS_OF_WINDOWS)
    file.write_text(f'world = "real"\n{readers}')
    (problem,) = load(file).problems
    assert (problem.key, say(problem.right)) == (
        "readers.red.port",
        "readers.blue.port is there already; each port or I2C bus takes one part",
    )
