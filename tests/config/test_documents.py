"""The page and the examples say what the program does."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT

from table.config import Config, describe, load
from table.config.schema import (
    ClockConfig,
    DispenserConfig,
    FarConfig,
    HallConfig,
    HopperConfig,
    KeypadConfig,
    PanelConfig,
    PresenceConfig,
    ReaderConfig,
    RulesConfig,
    ScreenConfig,
    SeatConfig,
    SoundConfig,
    SpeechConfig,
    StateConfig,
    TlsConfig,
    WebConfig,
)
from table.config.toml.problems import one_of
from table.config.toml.struct_reader import expected
from table.games.found import shipped
from tests.config.words import ENGLISH, say

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/build/configuration.md").read_text("utf-8")
SECTIONS = {
    "[seats.blue] and [seats.red]": SeatConfig,
    "[readers.NAME]": ReaderConfig,
    "[presence]": PresenceConfig,
    "[panels.NAME]": PanelConfig,
    "[keypads.NAME]": KeypadConfig,
    "[dispenser]": DispenserConfig,
    "[[hoppers]]": HopperConfig,
    "[screen]": ScreenConfig,
    "[sound]": SoundConfig,
    "[speech]": SpeechConfig,
    "[state]": StateConfig,
    "[rules]": RulesConfig,
    "[clock]": ClockConfig,
    "[web]": WebConfig,
    "[web.tls]": TlsConfig,
    "[hall]": HallConfig,
    "[far]": FarConfig,
}


def keys(cls: Any, only: tuple[str, ...] = ()) -> Iterator[tuple[str, str, str]]:
    """Key, what it may be, and its default, as the page writes them."""
    for field in msgspec.structs.fields(cls):
        if (only and field.name not in only) or isinstance(
            field.default, msgspec.Struct
        ):  # it has a section of its own
            continue
        kinds = dict.fromkeys(kind for each in shipped() for kind in each.token_kinds)
        of_games = cls is HopperConfig and field.name == "kind"
        may_be = say(one_of(kinds) if of_games else expected(field.type)).removeprefix("expected ")
        if field.default is NODEFAULT:
            default = "the seat's name" if cls is SeatConfig else "needed"
        else:
            default = "none" if field.default is None else f"`{json.dumps(field.default)}`"
        yield f"`{field.name}`", may_be, default


def rows(heading: str) -> list[tuple[str, str, str]]:
    section = re.split(r"^## ", PAGE.partition(f"## {heading}\n")[2], flags=re.MULTILINE)[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines()]
    return [(row[0], row[1], row[2]) for row in cells if len(row) == 4 and row[0].startswith("`")]


@pytest.mark.parametrize(("heading", "cls"), SECTIONS.items())
def test_the_page_reports_every_key_of_a_section_and_no_other(heading: str, cls: Any) -> None:
    assert rows(heading) == list(keys(cls))


def test_the_page_reports_the_keys_at_the_top() -> None:
    top = rows("At the top of the file")
    assert top == list(keys(Config, only=("world", "fields", "games")))
    sections = {name.strip("[]").split(".")[0] for name in SECTIONS}
    assert sections | {"world", "fields", "games", "rounds"} == set(Config.__struct_fields__)


def test_the_page_reports_every_game_whose_rounds_can_be_set() -> None:
    has_rounds = [each.game.system for each in shipped() if each.has_rounds]
    assert [row[0] for row in rows("[rounds]")] == [f"`{system}`" for system in has_rounds]


def test_the_page_reports_the_default_wiring() -> None:
    for name, panel in Config().panels.items():
        (line,) = re.findall(rf"^\| {name} \|.*$", PAGE, re.MULTILINE)
        pins = [int(pin) for pin in re.findall(r"(\d+) \(", line)]
        assert pins == [panel.previous, panel.next, panel.confirm, panel.lamp_red, panel.lamp_green, panel.lamp_blue]


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.toml")), ids=lambda path: path.stem)
def test_an_example_has_no_problem(example: Path) -> None:
    assert describe(load(example).problems, say) == ["No problems."]


def test_the_emulated_example_is_the_table_without_a_file() -> None:
    assert load(ROOT / "examples/emulated.toml").config == Config()


def test_the_pi_example_is_the_default_wiring() -> None:
    config = load(ROOT / "examples/raspberry-pi.toml").config
    assert (config.readers, config.panels, config.hoppers) == (Config().readers, Config().panels, Config().hoppers)


def test_every_text_is_used_and_every_used_text_exists() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "table/config").rglob("*.py"))
    used = set(re.findall(r'text\(\s*"(config\.[a-z0-9_.]+)"', source))
    twice = {f"config.right.{each}" for each in ("other_number", "other_kind", "keypad_key")}
    assert used | twice == set(ENGLISH)
