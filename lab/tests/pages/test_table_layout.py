"""The picture of a whole table states what cables bear, and is the one that its script draws."""

from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lab.pages.table_layout import DEEP_MM, EXAMPLE, PI_X, PI_Y, PICTURE, RC522_WIRE_MM, WIDE_MM, cables, parts, picture
from table.config import Config, load
from table.config.schema import ReaderConfig

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def config() -> Config:
    found, problems = load(ROOT / EXAMPLE)
    assert problems == ()
    return found


def test_the_picture_is_the_one_that_the_script_draws(config: Config) -> None:
    drawn = (ROOT / "docs" / PICTURE).read_text("utf-8")
    assert drawn == picture(config), "run make docs"
    ElementTree.fromstring(drawn)


def test_no_cable_is_longer_than_it_may_be(config: Config) -> None:
    assert [cable.what for cable in cables(config) if cable.length_mm > cable.most_mm] == []
    assert all(cable.length_mm >= cable.drawn_mm for cable in cables(config))


def test_every_part_lies_on_the_table_and_the_readers_out_of_an_rc522s_reach(config: Config) -> None:
    for part in parts(config):
        assert part.wide / 2 <= part.x <= WIDE_MM - part.wide / 2
        assert part.deep / 2 <= part.y <= DEEP_MM - part.deep / 2
        if part.name.endswith("reader"):
            assert hypot(part.x - PI_X, part.y - PI_Y) > RC522_WIRE_MM


def test_the_readers_are_named_as_the_configuration_has_them(config: Config) -> None:
    readers = {name: ReaderConfig(kind="pcsc", usb=f"1-1.{place}") for place, name in enumerate(config.readers)}
    assert "PC/SC reader" in picture(Config(readers=readers))
    assert "PN532" in picture(config)
