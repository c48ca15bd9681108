"""Keypads in the configuration: each mistake with its key."""

from pathlib import Path

import pytest

from table.config import Config, load
from table.devices.configured.panel_settings import holds, keypad_settings, without_lamp
from table.rules.seats import BLUE, RED
from tests.config.words import say

BLUE_PAD = '[keypads.blue]\nplace = "usb-0000:00:14.0-1"\nusb = "1a2c:2d43"\nprevious = 75\nnext = 77\nconfirm = 76\n'
RED_PAD = BLUE_PAD.replace("blue", "red").replace("14.0-1", "14.0-2")


def read(folder: Path, text: str, world: str = "real") -> tuple[Config, list[str]]:
    file = folder / "table.toml"
    file.write_text(f'world = "{world}"\n{text}')
    loaded = load(file)
    return loaded.config, [f"{problem.key}: {say(problem.right)}" for problem in loaded.problems]


def test_two_keypads_are_the_panels_of_the_seats(tmp_path: Path) -> None:
    config, problems = read(tmp_path, BLUE_PAD + RED_PAD + "hold_ms = 1200\n")
    assert problems == []
    assert [each.place for each in keypad_settings(config)] == ["usb-0000:00:14.0-1", "usb-0000:00:14.0-2"]
    assert holds(config) == {BLUE: 0.8, RED: 1.2}
    assert without_lamp(config) == {BLUE, RED}


def test_a_seat_may_have_a_keypad_and_the_other_a_panel_at_pins(tmp_path: Path) -> None:
    panel = "[panels.red]\nprevious = 23\nnext = 24\nconfirm = 16\nlamp_red = 12\nlamp_green = 20\nlamp_blue = 21\n"
    config, problems = read(tmp_path, BLUE_PAD + panel)
    assert problems == []
    assert without_lamp(config) == {BLUE}


def test_the_lamps_of_an_emulated_table_are_on_its_bench() -> None:
    assert without_lamp(Config()) == frozenset()


def test_a_keypad_without_a_seat_is_left_alone(tmp_path: Path) -> None:
    seats = '[seats.red]\npanel = "none"\n'
    config, problems = read(tmp_path, seats + BLUE_PAD + RED_PAD)
    assert problems == []
    assert [each.name for each in keypad_settings(config)] == ["blue"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (BLUE_PAD + RED_PAD.replace("14.0-2", "14.0-1"), "keypads.red.place: keypads.blue.place is the same"),
        (BLUE_PAD.replace("usb-0000:00:14.0-1", "2") + RED_PAD, "keypads.blue.place: expected the keypad's USB socket"),
        (BLUE_PAD.replace("77", "75") + RED_PAD, "keypads.blue.next: keypads.blue.previous is the same key"),
        (BLUE_PAD.replace("77", "900") + RED_PAD, "keypads.blue.next: expected a whole number from 1 to 767"),
        (BLUE_PAD, "seats.red.panel: [panels] has no red"),
    ],
)
def test_a_mistake_is_named_with_its_key(tmp_path: Path, text: str, problem: str) -> None:
    _, problems = read(tmp_path, text)
    assert len(problems) == 1
    assert problems[0].startswith(problem)


def test_a_name_is_that_of_a_panel_or_of_a_keypad(tmp_path: Path) -> None:
    panel = "[panels.red]\nprevious = 23\nnext = 24\nconfirm = 16\nlamp_red = 12\nlamp_green = 20\nlamp_blue = 21\n"
    _, problems = read(tmp_path, BLUE_PAD + panel + RED_PAD)
    assert [each.partition(":")[0] for each in problems] == ["keypads.red"]


def test_an_emulated_table_has_no_keypads(tmp_path: Path) -> None:
    _, problems = read(tmp_path, BLUE_PAD, "emulated")
    assert [each.partition(";")[0] for each in problems] == ["keypads.blue: an emulated table has emulated panels"]
