"""The table of `command-table evening`: the settings of a file, without its parts."""

from pathlib import Path

from table.devices.configured.device_settings import hopper_entries
from table.devices.configured.panel_settings import panel_settings
from table.program.commands.network.evening import evening_setup

FILE = """
[screen]
language = "de"
[readers.blue]
kind = "pcsc"
[readers.red]
kind = "pcsc"
usb = "1-1"
[state]
folder = "{folder}"
"""


def test_without_a_file_there_is_a_real_table_without_any_part() -> None:
    setup = evening_setup(None)
    config = setup.config
    assert (config.world, dict(config.readers), panel_settings(config)) == ("real", {}, ())
    assert (config.dispenser_port, hopper_entries(config)) == ("none", ())
    assert (config.web.phones, config.web.listen, config.web.spectators) == (True, "0.0.0.0", "off")
    assert setup.seats.phones_alone
    assert not setup.seats.readers


def test_a_file_gives_its_settings_and_none_of_its_parts(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(FILE.format(folder=tmp_path))
    setup = evening_setup(file)
    assert (setup.config.screen.language, setup.config.state.path) == ("de", tmp_path)
    assert (dict(setup.config.readers), setup.seats.shared_reader) == ({}, "")
