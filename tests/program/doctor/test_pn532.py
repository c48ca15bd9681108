"""The doctor's look at a reader with a PN532, and at the port that it is to be found at."""

from pathlib import Path

import pytest

from hal.panels.pins import PinsError
from sim_hardware.clock import Clock, S
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.pn532 import Quirk
from sim_hardware.nfc.tags import Ntag
from table.config import Config
from table.config.schema import ReaderConfig, StateConfig
from table.devices.configured.device_settings import lone_readers
from table.devices.configured.panel_settings import panel_settings
from table.devices.hands_on.dialogue import DoctorTime
from table.emulation.connections import reader_places
from table.program.backends import parts_to_examine
from table.program.doctor import devices
from table.program.doctor.finding import Finding, FindingState
from table.program.doctor.permissions import permissions
from table.words import Words

CONFIG = Config(readers={"blue": ReaderConfig(kind="pn532"), "red": ReaderConfig(kind="pn532", link="i2c")})
CARD = bytes.fromhex("04112233445566")


class Bench:
    def __init__(self, *quirks: Quirk) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, reader_places(CONFIG), quirks=frozenset(quirks))
        self.time = DoctorTime(lambda: self.clock.now_s, lambda pause_s: self.clock.advance(int(pause_s * S)))

    def blue(self) -> list[Finding]:
        reader, _ = lone_readers(CONFIG, self.world)
        return list(devices.readers((reader,), self.time))


def keys(findings: list[Finding]) -> list[str]:
    return [finding.words.key.removeprefix("doctor.") for finding in findings]


def test_a_sound_one_with_and_without_a_card() -> None:
    bench = Bench()
    assert keys(bench.blue()) == ["chip.pn532", "signal.quiet"]
    bench.world.lay("blue", Ntag(CARD))
    assert keys(bench.blue()) == ["chip.pn532", "signal.well"]


def test_a_clone_cannot_be_judged_and_is_not_called_broken() -> None:
    (finding, *_) = Bench(Quirk.NO_DIAGNOSE).blue()
    assert (finding.words.key, finding.state) == ("doctor.chip.pn532_clone", FindingState.NOTE)


def test_wrong_switches_or_crossed_wires_are_named() -> None:
    bench = Bench()
    next(iter(bench.world.lines.values())).crossed = True
    (finding,) = bench.blue()
    assert finding.state is FindingState.MEND
    sentence = Words().say(finding.words)
    assert "switches" in sentence
    assert "TX goes to RX" in sentence


@pytest.mark.parametrize(("there", "state"), [(False, FindingState.MEND), (True, FindingState.WELL)])
def test_the_files_of_ports_and_buses_are_looked_for(tmp_path: Path, there: bool, state: FindingState) -> None:
    readers = {
        "blue": ReaderConfig(kind="pn532", port="/dev/ttyUSB7"),
        "red": ReaderConfig(kind="pn532", link="i2c", i2c=3),
    }
    (tmp_path / "dev").mkdir()
    if there:
        for name in ("ttyUSB7", "i2c-3"):
            (tmp_path / "dev" / name).touch()
    found = list(permissions(readers, "none", tmp_path, header=True, fullscreen=False))
    assert [finding.state for finding in found[:2]] == [state, state]


def test_readers_that_need_no_pins_are_examined_where_pins_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table's first step is readers and screen: a fault of the pins is notified of the pins, and of nothing else."""

    def closed(_: Path) -> None:
        raise PinsError("this user is not in the group gpio")

    monkeypatch.setattr("table.devices.configured.device_settings.lgpio_pins", closed)
    readers = {name: ReaderConfig(kind="pn532", port=str(tmp_path / name)) for name in ("blue", "red")}
    config = Config(world="real", readers=readers, state=StateConfig(folder=str(tmp_path)))
    parts = parts_to_examine(config)
    clock = Clock()
    time = DoctorTime(lambda: clock.now_s, lambda pause_s: clock.advance(int(pause_s * S)))
    assert keys(list(devices.readers(parts.readers(), time))) == ["fault", "fault"]
    (finding,) = devices.panels(panel_settings(config), parts.header, time)
    assert finding.part.key == "doctor.part.pins"
