"""The lists that the command line names are read before a window is opened, and never on the thread that opens it."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from examples.skirmish import RULE_SET
from table.config import Config
from table.devices.command_line_match import command_line_library, problems_of
from table.devices.list_reading import ListReading
from table.devices.live import TableStart
from table.devices.setup import Setup
from table.games.files.offers import Offer
from table.games.files.usb import StickShelf
from table.games.found import FoundRuleSets
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from table.rules.text import Text
from table.session.lobby.list_library import AtOnce
from tests.session.kit import ShelfOfNames

LONGEST_S = 10.0


class Watched(ShelfOfNames):
    """Remembers which threads read it."""

    def __init__(self) -> None:
        self.readers: list[threading.Thread] = []

    def fetch(self, system: str, offer: str) -> str | tuple[Refusal, ...]:
        self.readers.append(threading.current_thread())
        return super().fetch(system, offer)


class OnStick(ShelfOfNames):
    """Does not answer before it is `let_go`."""

    def __init__(self, let_go: threading.Event) -> None:
        self._let_go = let_go

    def offers(self, system: str) -> tuple[Offer, ...]:
        self._let_go.wait(LONGEST_S)
        return (Offer("own:north", Text("north")),)


def table_with(shelf: ShelfOfNames | StickShelf) -> Setup:
    return Setup.of(Config(), FoundRuleSets((replace(RULE_SET, shelf=shelf),), ()))


def beginning(blue: str, red: str = "south", system: str = "skirmish") -> TableStart:
    return TableStart(system=system, sides=((BLUE, blue), (RED, red)))


@pytest.fixture
def let_go() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


def test_the_calling_thread_reads_no_list() -> None:
    shelf = Watched()
    setup = table_with(shelf)
    assert problems_of(beginning("north"), setup.games, command_line_library(setup.games.shelf)) == ()
    assert len(shelf.readers) == 2, "each side is read once"
    assert threading.current_thread() not in shelf.readers


@pytest.mark.rule("TB-15")
def test_every_problem_of_a_list_is_reported() -> None:
    setup = table_with(Watched())
    wrong = problems_of(beginning("broken"), setup.games, command_line_library(setup.games.shelf))
    assert [why.key for why in wrong] == ["broken", "broken"]
    assert wrong == problems_of(beginning("broken"), setup.games, AtOnce(setup.games.shelf)), (
        "without a library the calling thread finds the same"
    )


def test_a_game_that_is_not_there_is_named_without_reading() -> None:
    shelf = Watched()
    (why,) = problems_of(beginning("north", system="draughts"), table_with(shelf).games, AtOnce(shelf))
    assert why.key == "app.no_such_game"
    assert not shelf.readers


def test_a_stick_that_hangs_is_named_instead_of_awaited(tmp_path: Path, let_go: threading.Event) -> None:
    shelf = StickShelf(
        ShelfOfNames(), lambda folder: OnStick(let_go) if folder else ShelfOfNames(), lambda: (tmp_path / "ANA",)
    )
    setup = table_with(shelf)
    lists = ListReading(setup.games.shelf, lambda _: None, patience_s=0.02, at_hand_s=LONGEST_S)
    (why,) = problems_of(beginning("stick:ANA:own:north"), setup.games, lists)
    assert why.key == "lobby.stick_silent"


def test_a_list_that_is_not_at_hand_is_left_to_the_lobby(tmp_path: Path, let_go: threading.Event) -> None:
    shelf = StickShelf(
        ShelfOfNames(), lambda folder: OnStick(let_go) if folder else ShelfOfNames(), lambda: (tmp_path / "ANA",)
    )
    setup = table_with(shelf)
    lists = ListReading(setup.games.shelf, lambda _: None, patience_s=LONGEST_S, at_hand_s=0.0)
    assert problems_of(beginning("stick:ANA:own:north"), setup.games, lists) == ()
