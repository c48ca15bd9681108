"""Pins that the kernel uses otherwise: the doctor and check-config name them with their entry in config.txt."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from table.config import Config, describe, load
from table.config.kernel_pins import claimed, claimed_pins_problems, shared
from table.config.schema import ReaderConfig
from table.config.toml.toml_keys import dotted
from table.program.cli import main
from table.words import Words

EXAMPLE = Path(__file__).parents[2] / "examples" / "raspberry-pi.toml"


@pytest.fixture
def wiring() -> Config:
    """The example's: blue's RESET is on 4, lamps are on 5, 6, 13 and on 12, 20, 21."""
    return load(EXAMPLE).config


def pi(root: Path, *entries: str) -> Path:
    file = root / "boot" / "firmware" / "config.txt"
    file.parent.mkdir(parents=True)
    file.write_text("\n".join(entries) + "\n", "utf-8")
    return root


@pytest.mark.parametrize(
    ("entry", "keys"),
    [
        ("dtoverlay=w1-gpio", ["readers.blue.reset_pin"]),
        ("dtparam=i2s=on", ["panels.red.lamp_green", "panels.red.lamp_blue"]),
        ("dtoverlay=hifiberry-dac", ["panels.red.lamp_green", "panels.red.lamp_blue"]),
        ("dtoverlay=audremap", ["panels.blue.lamp_blue", "panels.red.lamp_red"]),
        ("dtoverlay=spi1-3cs", ["panels.blue.previous", "panels.red.confirm", "panels.red.lamp_green",
                                "panels.red.lamp_blue"]),
        ("enable_uart=1", []),
        ("dtparam=spi=on", []),
    ],
)  # fmt: skip
def test_a_pin_that_an_overlay_has_is_named_with_the_entry(
    wiring: Config, tmp_path: Path, entry: str, keys: list[str]
) -> None:
    root = pi(tmp_path, entry)
    assert [dotted(claim.key) for claim in claimed(wiring, root)] == keys
    lines = describe(tuple(claimed_pins_problems(EXAMPLE, wiring, root)), Words().say)
    for key, line in zip(keys, lines, strict=False):
        assert line.startswith(f"{EXAMPLE}:")
        assert f": {key} = " in line
        assert f"({entry})" in line


def test_a_reader_on_the_second_spi_bus_loses_it_to_a_sound_card(tmp_path: Path) -> None:
    config = Config(world="real", readers={"blue": ReaderConfig(bus=1, device=0)}, panels={})
    found = list(claimed(config, pi(tmp_path, "dtoverlay=spi1-1cs", "dtparam=i2s=on")))
    assert {claim.entry for claim in found} == set(), "the first entry keeps the pins"
    root = pi(tmp_path / "other", "dtparam=i2s=on", "dtoverlay=spi1-1cs")
    assert {claim.pin for claim in claimed(config, root)} == {18, 19, 20, 21}


def test_a_computer_without_that_file_claims_nothing(wiring: Config, tmp_path: Path) -> None:
    assert list(claimed(wiring, tmp_path)) == []


def test_the_functions_that_may_need_a_pin_are_named_with_its_key(wiring: Config) -> None:
    sentences = [Words().say(line) for line in shared(wiring)]
    assert len(sentences) == 4
    assert "I2S" in sentences[2]
    assert "panels.red.lamp_green = 20, panels.red.lamp_blue = 21" in sentences[2]
    panel = replace(wiring.panels["blue"], previous=14, next=15)
    assert "UART" in Words().say(next(shared(Config(readers={}, panels={"blue": panel}))))


def test_check_config_prints_them_and_finds_no_problem() -> None:
    result = CliRunner().invoke(main, ["check-config", str(EXAMPLE)])
    assert result.exit_code == 0
    assert "No problems." in result.output
    assert "1-Wire" in result.output
    assert "PWM sound" in result.output
