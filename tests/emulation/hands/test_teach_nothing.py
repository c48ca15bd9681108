"""After a bots' evening the table knows of cards and lists what it knew before, byte for byte.

The control is the same evening as if people had played it: then the notes are other ones.
"""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from lab.quick_readers import quick_readers
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.games.legion.data.catalogue import CLASSIC
from table.games.legion.lists.stored import path_of
from table.records.folder import CARDS_READ, LIST_ANSWERS, LISTS
from table.rules.seats import BLUE, RED, Seat

NOTES = (CARDS_READ, LIST_ANSWERS)
SEEDS = range(6, 16)
"""In one of these matches at least a card is played that has to be read off."""
SILENT = 'name = "{name}"\npoints = 300\n' + "".join(
    f'[[trooper]]\nname = "{trooper}"\n' for trooper in ("Ana", "Bo", "Cem")
)
"""A force that states of nobody which order it gives, so that its player is asked."""
KNOWN, UNKNOWN = "No Time for Sorrows", "Reckless Diversion"
"""Cards of two pips: the data know when the first acts, and not when the second does."""

pytestmark = pytest.mark.campaign


def brings(folder: Path, system: str) -> Mapping[Seat, str]:
    """What each seat plays: lists that leave something to ask."""
    if system == "legion_classic":
        sample = path_of("sample:rebels_han_leia", None, CLASSIC)
        assert sample is not None
        (folder / LISTS).mkdir(parents=True, exist_ok=True)
        (folder / LISTS / "south.json").write_text(sample.read_text("utf-8").replace(KNOWN, UNKNOWN), "utf-8")
        return {BLUE: "sample:empire_krennic_vader", RED: "own:south.json"}
    own = folder / LISTS / "infinity"
    own.mkdir(parents=True, exist_ok=True)
    for name in ("north", "south"):
        (own / f"{name}.toml").write_text(SILENT.format(name=name), "utf-8")
    return {BLUE: "own:north.toml", RED: "own:south.toml"}


def unmarked(match: str) -> None:
    """Answer as people do, who leave no mark at a match."""
    assert match


def evening(folder: Path, system: str, seed: int, *, people: bool) -> None:
    """Play a whole match, and close it, so that it is remembered."""
    config = Config(state=StateConfig(folder=str(folder)), readers=quick_readers(), rounds={system: 1})
    table = VirtualTable(Setup.of(config), seed=seed)
    if people:
        table.bot_marks.bot_plays = unmarked  # type: ignore[method-assign]
    bots = BotMatch(table, random.Random(seed))
    begin(table, system, brings(folder, system))
    assert table.now.match
    bots.until(lambda now: not now.match)
    table.close()


def taught_by_people(folder: Path, system: str, seed: int) -> bool:
    """The control: true if the table knows more after this evening."""
    evening(folder, system, seed, people=True)
    return bool(notes(folder))


def notes(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in NOTES if (folder / name).exists()}


@pytest.mark.parametrize("system", ["legion_classic", "infinity"])
def test_bots_teach_the_table_nothing(system: str, tmp_path: Path) -> None:
    of_people, of_bots = tmp_path / "people", tmp_path / "bots"
    seed = next(seed for seed in SEEDS if taught_by_people(of_people, system, seed))
    evening(of_bots, system, seed, people=False)
    assert notes(of_bots) == {}, "nothing was known, and nothing is"
    known = notes(of_people)
    evening(of_people, system, seed + 1, people=False)
    assert notes(of_people) == known, "what people said stands as they said it"
