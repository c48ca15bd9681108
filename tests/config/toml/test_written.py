"""A configuration that is written is read back as it was, in every language."""

from pathlib import Path

import pytest

from table.config import Config, load
from table.config.schema import DispenserConfig, ReaderConfig, ScreenConfig, defaults
from table.config.toml.written import written
from table.words import Words, languages

USB = {"blue": ReaderConfig(kind="pcsc", usb="1-1.2"), "red": ReaderConfig(kind="pcsc", usb='"Odd" \x7f reader\\ ä')}
SERIAL = {
    "blue": ReaderConfig(kind="pn532", port="/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"),
    "red": ReaderConfig(kind="pn532", port="COM12"),
}
WIRES = {"blue": ReaderConfig(kind="rc522"), "red": ReaderConfig(kind="pn532", link="spi", device=1)}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("readers", [USB, SERIAL, WIRES], ids=["usb", "serial", "wires"])
def test_what_is_written_is_read(language: str, readers: dict[str, ReaderConfig], tmp_path: Path) -> None:
    config = Config(
        world="real",
        readers=readers,
        panels={},
        dispenser=DispenserConfig(port="/dev/ttyACM0"),
        screen=ScreenConfig(language=language, fullscreen=True),
    )
    file = tmp_path / "table.toml"
    file.write_text(written(config, defaults(config.world), Words(language)), "utf-8")
    loaded = load(file)
    assert loaded.problems == ()
    assert loaded.config == config


def test_each_key_is_explained_once_and_other_keys_are_offered() -> None:
    config = Config(world="real", readers=USB, panels={}, dispenser=DispenserConfig(port="none"))
    lines = written(config, defaults(config.world), Words("en")).splitlines()
    assert sum("USB socket, as lsusb" in line for line in lines) == 1
    assert '# facing = "bottom"    # expected one of: bottom, top' in lines
    assert not any(line.startswith(("[hoppers", "[web")) for line in lines)
