"""A table on a laptop: two readers in cases on USB, keyboard and screen, and no Pi's header beneath it.

The system's library of PC/SC is the emulated one, and lgpio and spidev cannot be loaded, as on most computers.
"""

import ctypes
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from hal.events import Button
from table.config import Config, load
from table.config.schema import ReaderConfig
from table.devices.configured.device_settings import uses_pins
from table.devices.hands_on.dialogue import Dialogue, DoctorTime
from table.devices.hands_on.steps import examined
from table.devices.hands_on.verdicts import HandsStep
from table.devices.latest_view import LatestView
from table.devices.live import TableCallbacks, TableStart
from table.devices.setup import load_setup
from table.devices.tags.card_book import CardBook
from table.emulation.world import EmulatedWorld
from table.program.backends import backend_of
from table.program.commands.check_config import command as check_config
from table.program.commands.doctor_command import command as doctor
from table.program.doctor.hands_on import real_parts
from table.records.folder import CARD_BOOK
from table.rules.commands import Answer
from table.rules.seats import BLUE, RED
from table.screen.keys import KeyPush
from table.view.published import Published
from tests.patience import PATIENCE_S
from tests.program.handled import handled
from tests.setups import emulated_world, setup_in

LAPTOP = """world = "real"
[seats.blue]
reader = "blue"
panel = "none"
[seats.red]
panel = "none"
[readers.blue]
kind = "pcsc"
usb = "Emulated ACR122U blue"
[readers.red]
kind = "pcsc"
usb = "Emulated ACR122U red"
"""
SIDES = ((BLUE, "sample:rebels_leia_luke"), (RED, "sample:empire_veers_vader"))
MATCH = TableStart(resume=False, system="legion_2024", sides=SIDES)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(f'{LAPTOP}[state]\nfolder = "{tmp_path}"\n', "utf-8")
    return file


@pytest.fixture
def world(tmp_path: Path, mocker: MockerFixture) -> Iterator[EmulatedWorld]:
    """What lies on the table: the readers on USB with their cards, whose tags are enrolled."""
    cased = {name: ReaderConfig(kind="pcsc") for name in ("blue", "red")}
    world = emulated_world(setup_in(tmp_path, Config(readers=cased)))
    CardBook(world.decks.book()).save(tmp_path / CARD_BOOK)
    mocker.patch("ctypes.CDLL", side_effect=partial(_library, ctypes.CDLL, world))
    mocker.patch.dict(sys.modules, {"lgpio": None, "gpiozero.pins.lgpio": None, "spidev": None})
    yield world
    world.close()


def _library(load: type[ctypes.CDLL], world: EmulatedWorld, path: str | None, **options: bool) -> Any:
    """Return the emulated library of PC/SC, or the C library of this computer, which has no path."""
    return load(path, **options) if path is None else world.readers.pcsc


def _wait(latest: LatestView, condition: Callable[[Published], bool]) -> None:
    while not condition(latest()):
        assert latest.wake.wait(PATIENCE_S)
        latest.wake.clear()


def _reader_has_a_card(place: int, now: Published) -> bool:
    return now.desks[place].reader == "card"


def _locked(place: int, now: Published) -> bool:
    """True if this seat's card is locked, or both were and are open already."""
    return now.desks[place].locked or _revealed(now)


def _revealed(now: Published) -> bool:
    return now.view is not None and now.view.reveals == 1


@pytest.mark.slow
def test_a_laptop_with_two_readers_is_a_table_that_is_played_by_keyboard(file: Path, world: EmulatedWorld) -> None:
    latest, setup = LatestView(), load_setup(file).setup
    backend = backend_of(setup.config, setup.session, latest, MATCH, TableCallbacks())
    backend.table.start()
    try:
        for seat, number in ((BLUE, 7), (RED, 42)):
            handled(backend.table, Answer(seat, "match.number", number))
        for place, seat in enumerate((BLUE, RED)):
            world.readers.lay(str(seat), world.decks.tag(seat, "legion.card.ambush"))
            _wait(latest, partial(_reader_has_a_card, place))
            backend.push(KeyPush(seat, Button.CONFIRM, held=True))
            _wait(latest, partial(_locked, place))
        _wait(latest, _revealed)
    finally:
        assert backend.table.stop(PATIENCE_S)
        backend.close(PATIENCE_S)


@pytest.mark.slow
@pytest.mark.usefixtures("world")
def test_check_config_and_the_doctor_want_no_pins_there_either(file: Path) -> None:
    assert CliRunner().invoke(check_config, [str(file)]).output == "No problems.\n"
    printed = CliRunner().invoke(doctor, ["--config", str(file)]).output
    assert "panels: none is configured: play by keyboard and touch screen" in printed
    assert "pins" not in printed
    assert "lgpio" not in printed


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize("step", [HandsStep.BUTTONS, HandsStep.LAMPS])
def test_the_doctor_that_asks_tries_no_panel_where_there_is_none(
    step: HandsStep, file: Path, mocker: MockerFixture
) -> None:
    ticks = count()
    asking = Dialogue(mocker.MagicMock(), DoctorTime(lambda: float(next(ticks)), lambda _: None))
    (verdict,) = examined(real_parts(load(file).config, mocker.MagicMock()), asking, [step])
    assert not verdict.tried
    assert verdict.words.key == "hands.untried.no_panels"


def test_an_rc522_without_a_wired_reset_needs_no_pins() -> None:
    free = {"blue": ReaderConfig(device=0), "red": ReaderConfig(device=1)}
    assert not uses_pins(Config(world="real", panels={}, readers=free))
    assert uses_pins(Config(world="real", panels={}, readers={**free, "red": ReaderConfig(device=1, irq_pin=19)}))
    assert uses_pins(Config(world="real", readers=free))
