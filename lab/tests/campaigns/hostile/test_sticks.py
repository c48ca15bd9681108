"""Sticks as somebody makes them who means harm: each is made, and what is good on it can be played."""

import random
from pathlib import Path

import pytest

from lab.campaigns.hostile import stick_readers as readers
from lab.campaigns.hostile.stick_readers import (
    ODDITIES,
    STICK_NAMES,
    LedAwayError,
    LostListError,
    Vanishing,
    make_odd,
    name_of,
    stick_readers,
)
from table.config import Config
from table.devices.setup import Setup
from table.games.files.offers import Offer
from table.rules.text import text
from tests.session.kit import ShelfOfNames

SYSTEM = "skirmish"


class ShelfOf(ShelfOfNames):
    """A shelf with these lists of the stick's."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(Offer(f"own:{name}", text("lobby.file", file=name)) for name in self._names)

    def fetch(self, system: str, offer: str) -> str:
        return offer


@pytest.mark.parametrize("oddity", ODDITIES, ids=lambda each: each.__name__)
def test_each_oddity_is_made(oddity: object, tmp_path: Path) -> None:
    room = tmp_path / "lists"
    room.mkdir()
    assert callable(oddity)
    oddity(tmp_path, room, ".txt", random.Random(1))
    assert sum(1 for _ in tmp_path.rglob("*")) > 2


@pytest.mark.slow
def test_a_stick_is_odd_in_another_way_each_time(tmp_path: Path) -> None:
    made = set()
    for seed in range(6):
        stick = tmp_path / str(seed)
        stick.mkdir()
        make_odd(stick, stick, ".txt", random.Random(seed))
        made.add(frozenset(path.name for path in stick.iterdir()))
    assert len(made) > 3


def test_a_sticks_name_is_one_that_a_folder_can_have(tmp_path: Path) -> None:
    names = {name_of(random.Random(seed)) for seed in range(60)}
    assert len(names) == len(STICK_NAMES)
    for name in names:
        (tmp_path / name).mkdir()


def test_a_sound_list_that_is_not_offered_is_a_finding(tmp_path: Path) -> None:
    with pytest.raises(LostListError):
        readers.chosen_from(ShelfOf(readers.BROUGHT), SYSTEM, tmp_path, Vanishing.NEVER)


def test_a_list_that_lies_elsewhere_is_a_finding(tmp_path: Path) -> None:
    with pytest.raises(LedAwayError):
        readers.chosen_from(ShelfOf(readers.SOUND, readers.AWAY), SYSTEM, tmp_path, Vanishing.NEVER)


def test_what_was_brought_is_read_if_it_can_be_played(tmp_path: Path) -> None:
    assert readers.chosen_from(ShelfOf(readers.SOUND, readers.BROUGHT), SYSTEM, tmp_path, Vanishing.NEVER).read
    assert not readers.chosen_from(ShelfOf(readers.SOUND), SYSTEM, tmp_path, Vanishing.NEVER).read


@pytest.mark.parametrize("vanishing", [Vanishing.BEFORE_THE_OFFERS, Vanishing.BEFORE_THE_SIDE])
def test_a_stick_that_is_pulled_out_takes_nothing_else_away(vanishing: Vanishing, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    assert readers.chosen_from(ShelfOf(), SYSTEM, tmp_path / "stick", vanishing).read
    assert not (tmp_path / "stick").exists()


def test_every_game_with_lists_has_a_stick() -> None:
    setup = Setup.of(Config())
    with_lists = [each for each in setup.games.rule_sets.values() if each.lists is not None]
    assert len(list(stick_readers(setup))) == len(with_lists) > 0
