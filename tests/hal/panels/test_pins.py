"""The real pins, as far as a machine without any can tell."""

import re
import sys
import tempfile
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from hal.packages import install_command
from hal.panels.pins import PinsError, lgpio_pins


def test_without_lgpio_there_is_no_other_factory_but_a_sentence_that_explains_what_to_do(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    mocker.patch.dict("os.environ")
    mocker.patch.dict(sys.modules, {"lgpio": None, "gpiozero.pins.lgpio": None})
    with pytest.raises(PinsError, match=re.escape(install_command("lgpio"))):
        lgpio_pins(tmp_path)


def test_lgpio_keeps_its_pipe_in_the_work_folder_and_a_chip_that_will_not_open_is_reported(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    environ = mocker.patch.dict("os.environ")
    environ.pop("LG_WD", None)
    module = mocker.MagicMock()
    module.LGPIOFactory.side_effect = OSError("can not open gpiochip")
    mocker.patch.dict(sys.modules, {"gpiozero.pins.lgpio": module})
    with pytest.raises(PinsError, match=r"can not open gpiochip.*group gpio"):
        lgpio_pins(tmp_path)
    assert environ["LG_WD"] == str(tmp_path)


@pytest.mark.parametrize(
    ("chips", "allowed", "code", "place"),
    [
        ((), True, "pins.absent", "gpiochip0: can not open gpiochip"),
        (("gpiochip0", "gpiochip4"), False, "pins.denied", "gpiochip0"),
        (("gpiochip4",), True, "pins.failed", "gpiochip4: can not open gpiochip"),
    ],
)
def test_why_the_chip_cannot_be_opened_is_a_fault_with_its_place(
    chips: tuple[str, ...], allowed: bool, code: str, place: str, mocker: MockerFixture, tmp_path: Path
) -> None:
    for chip in chips:
        (tmp_path / chip).touch()
    module = mocker.MagicMock()
    module.LGPIOFactory.side_effect = OSError("can not open gpiochip")
    mocker.patch.dict("os.environ")
    mocker.patch.dict(sys.modules, {"gpiozero.pins.lgpio": module})
    mocker.patch("os.access", return_value=allowed)
    with pytest.raises(PinsError) as refused:
        lgpio_pins(tmp_path, dev=tmp_path)
    assert (refused.value.code, refused.value.detail) == (code, f"{tmp_path}/{place}")


def test_a_read_only_disk_does_not_take_the_pins_along(mocker: MockerFixture, tmp_path: Path) -> None:
    environ = mocker.patch.dict("os.environ")
    environ.pop("LG_WD", None)
    mocker.patch.dict(sys.modules, {"gpiozero.pins.lgpio": mocker.MagicMock()})
    lgpio_pins(tmp_path / "not there")
    assert environ["LG_WD"] == tempfile.gettempdir()
