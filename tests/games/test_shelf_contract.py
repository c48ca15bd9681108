"""One suite for every `Shelf`: each game's own, that of a game without files, and the sticks behind one."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from examples.skirmish import RULE_SET, Skirmish
from table.games.files.offers import FurtherQuestion, Offer, Shelf, Shelves
from table.games.files.usb import StickShelf
from table.games.infinity.lists.force_shelf import InfinityShelf
from table.games.infinity.lists.stored_forces import stored_forces
from table.games.infinity.rules.game import Infinity
from table.games.legion.data import catalogue
from table.games.legion.lists.shelf import LegionShelf
from table.games.legion.lists.stored import stored_lists
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.tide_of_iron.rules.game import TideOfIron
from table.games.tide_of_iron.scenarios.scenario_shelf import ScenarioShelf
from table.games.tide_of_iron.scenarios.stored_scenarios import stored_scenarios
from table.rules.game import Event, Game
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from tests.games.legion.lists.test_by_hand import usual

GOOD, BROKEN = "friday", "odd"
"""Files in a folder of the players' own: one that can be played, and one that nobody can read."""


@dataclass
class Shelved:
    game: Game[Any]
    shelf: Shelf

    @property
    def system(self) -> str:
        return str(self.game.system)

    def offers(self) -> tuple[Offer, ...]:
        return self.shelf.offers(self.system)

    def fetch(self, offer: str) -> Any:
        found = self.shelf.fetch(self.system, offer)
        while isinstance(found, FurtherQuestion):
            found = self.shelf.fetch(self.system, found.after(usual(found.prompt)))
        return found


def own_files(folder: Path, sample: Path) -> Path:
    folder.mkdir(parents=True)
    shutil.copy(sample, folder / f"{GOOD}{sample.suffix}")
    (folder / f"{BROKEN}{sample.suffix}").write_text('{"units": [', "utf-8")
    return folder


def legion(edition: str, game: Game[Any], folder: Path) -> Shelved:
    own_files(folder, stored_lists(None, edition)[0].path)
    return Shelved(game, LegionShelf(catalogue.load(edition), folder))


def infinity(folder: Path) -> Shelved:
    own_files(folder / "infinity", next(iter(stored_forces(None))).path)
    return Shelved(Infinity(), InfinityShelf(folder))


def scenarios(folder: Path) -> Shelved:
    return Shelved(TideOfIron(), ScenarioShelf(own_files(folder, stored_scenarios(None)[0].path)))


def on_a_stick(folder: Path) -> Shelved:
    own_files(folder, stored_lists(None)[0].path)
    known = catalogue.load()
    home = LegionShelf(known, None)
    return Shelved(Legion2024(), StickShelf(home, lambda stick: LegionShelf(known, stick), lambda: (folder,)))


def of_a_table(folder: Path) -> Shelved:
    """All systems' together."""
    own = scenarios(folder)
    return Shelved(own.game, Shelves({own.system: own.shelf, Skirmish.system: RULE_SET.shelf_of(folder)}))


SHELVES: dict[str, Callable[[Path], Shelved]] = {
    "legion": lambda folder: legion(catalogue.CURRENT, Legion2024(), folder),
    "classic": lambda folder: legion(catalogue.CLASSIC, LegionClassic(), folder),
    "infinity": infinity,
    "scenarios": scenarios,
    "stick": on_a_stick,
    "table": of_a_table,
    "sides": lambda folder: Shelved(Skirmish(), RULE_SET.shelf_of(folder)),
}


@pytest.fixture(params=SHELVES)
def shelved(request: pytest.FixtureRequest, tmp_path: Path) -> Shelved:
    return SHELVES[request.param](tmp_path / "own")


def refused(fetched: object) -> bool:
    return isinstance(fetched, tuple) and bool(fetched) and all(isinstance(one, Refusal) for one in fetched)


@pytest.mark.slow
def test_each_offer_has_an_id_of_its_own_and_is_the_same_when_asked_again(shelved: Shelved) -> None:
    offers = shelved.offers()
    assert len({offer.id for offer in offers}) == len(offers) >= 2
    assert all(offer.kind in ("army", "side") and offer.name for offer in offers)
    assert {other for offer in offers for other in offer.against} <= {offer.id for offer in offers}
    assert shelved.offers() == offers


def test_what_is_offered_can_be_fetched_and_the_game_begins_with_it(shelved: Shelved) -> None:
    sound = [offer for offer in shelved.offers() if not offer.wrong]
    for offer in sound:
        other = offer.against[0] if offer.against else offer.id
        sides = {BLUE: shelved.fetch(offer.id), RED: shelved.fetch(other)}
        assert not any(refused(side) for side in sides.values()), offer
        begun = shelved.game.begin(sides)
        assert begun
        assert all(isinstance(event, Event) for event in begun), offer
    assert len(sound) >= 2


def test_an_offer_that_is_not_there_is_refused(shelved: Shelved) -> None:
    for offer in ("nothing", "sample:nothing", "own:nothing.json", "own:nothing/side", "stick:ANA:own:nothing.json"):
        assert refused(shelved.fetch(offer)), offer


@pytest.mark.parametrize("made", [name for name in SHELVES if name != "sides"])
def test_a_file_that_cannot_be_read_is_named_is_refused_and_takes_no_other_away(made: str, tmp_path: Path) -> None:
    shelved = SHELVES[made](tmp_path / "own")
    offers = shelved.offers()
    (broken,) = [offer for offer in offers if offer.wrong]
    assert BROKEN in broken.id
    assert refused(shelved.fetch(broken.id))
    good = [offer for offer in offers if GOOD in offer.id]
    assert good
    assert not any(refused(shelved.fetch(offer.id)) for offer in good)
