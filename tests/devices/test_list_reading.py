"""A stick that hangs keeps its own lists away, and nothing else."""

import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table.devices.list_reading import ListReading
from table.games.files.offers import Offer, Part, Shelf
from table.games.files.usb import StickShelf
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from table.rules.text import Text
from table.session.lobby.list_library import ListRequest, ListsRead, OffersOf, SideOf
from table.session.names_of_players import PLAYER
from tests.session.kit import SessionTable, ShelfOfNames

SYSTEM = "skirmish"
LONGEST_S = 10.0


class OnStick:
    """One list, which comes once the stick is `let_go`."""

    def __init__(self, let_go: threading.Event) -> None:
        self._let_go = let_go
        self.asked = 0

    def offers(self, system: str) -> tuple[Offer, ...]:
        self.asked += 1
        self._let_go.wait(LONGEST_S)
        return (Offer("own:east", Text("east")),)

    def fetch(self, system: str, offer: str) -> str:
        return "east"


class Table:
    def __init__(self, folder: Path, patience_s: float = 0.05) -> None:
        self.let_go = threading.Event()
        self.stick = OnStick(self.let_go)
        self.results: queue.SimpleQueue[ListsRead] = queue.SimpleQueue()
        self.shelf = StickShelf(ShelfOfNames(), self.of_folder, lambda: (folder / "ANA",))
        self.library = ListReading(self.shelf, self.results.put, patience_s, at_hand_s=LONGEST_S)

    def of_folder(self, folder: Path | None) -> Shelf:
        return ShelfOfNames() if folder is None else self.stick

    def receives(self) -> ListsRead:
        return self.results.get(timeout=LONGEST_S)

    def until(self, expected: list[str]) -> tuple[Offer, ...]:
        """Return the answer with these offers. Raises queue.Empty if it does not come."""
        return next(found for found in iter(lambda: self.receives().found, None) if names(found) == expected)

    def asks(self, request: OffersOf | SideOf) -> Any:
        return self.library.ask(request)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.let_go.set()


def names(offers: tuple[Offer, ...]) -> list[str]:
    return [offer.id for offer in offers]


HOME = ["north", "south", "broken"]


@pytest.mark.rule("TB-15")
def test_the_tables_own_lists_come_at_once_and_a_silent_stick_is_named(table: Table) -> None:
    assert names(table.asks(OffersOf(SYSTEM))) == HOME
    *own, silent = table.receives().found
    assert names(tuple(own)) == HOME
    assert [why.key for why in silent.wrong] == ["lobby.stick_silent"]
    assert silent.name.args == (("file", "ANA"),)


def test_a_stick_that_hangs_is_not_asked_again_until_it_answers(table: Table) -> None:
    table.asks(OffersOf(SYSTEM))
    table.receives()
    (refused,) = table.asks(SideOf(SYSTEM, "stick:ANA:own:east"))
    assert refused.why.key == "lobby.stick_silent"
    assert table.stick.asked == 1
    assert table.asks(SideOf(SYSTEM, "north")) == "north", "the table's own is there as ever"
    (thread,) = (each for each in threading.enumerate() if each.name == "lists ANA")
    table.let_go.set()
    thread.join(LONGEST_S)
    assert table.asks(SideOf(SYSTEM, "stick:ANA:own:east")) == "east"


def test_a_sticks_lists_come_after_the_tables_own(tmp_path: Path) -> None:
    table = Table(tmp_path, LONGEST_S)
    assert names(table.asks(OffersOf(SYSTEM))) == HOME
    table.let_go.set()
    assert names(table.receives().found) == [*HOME, "stick:ANA:own:east"]


def test_a_list_of_a_stick_that_is_gone_is_refused(table: Table) -> None:
    (refused,) = table.asks(SideOf(SYSTEM, "stick:BOB:own:east"))
    assert refused.why.key == "lobby.no_stick"


@pytest.mark.rule("TB-15")
def test_own_files_that_are_slow_keep_only_themselves_away(tmp_path: Path) -> None:
    table = Table(tmp_path)
    shelf = StickShelf(table.stick, table.of_folder, lambda: ())
    library = ListReading(shelf, table.results.put, patience_s=0.05, at_hand_s=LONGEST_S)
    first = library.ask(OffersOf(SYSTEM)) or ()
    slow = [*HOME, "silent:"]
    found = first if names(first) == slow else table.until(slow)
    assert [why.key for why in found[-1].wrong] == ["lobby.files_slow"]
    assert library.ask(SideOf(SYSTEM, "own:west")) == "east", "a list that was chosen is read all the same"
    library.ask(OffersOf(SYSTEM))
    assert table.stick.asked == 1, "its files are read once"
    table.let_go.set()
    table.until([*HOME, "own:east"])


class Failing(ShelfOfNames):
    def offers(self, system: str) -> tuple[Offer, ...]:
        raise KeyError(system)

    def fetch(self, system: str, offer: str) -> str:
        raise KeyError(system)

    def parts(self, system: str) -> tuple[Part, ...]:
        return (Part("", "", self),)


def test_a_shelf_that_fails_is_an_answer_too() -> None:
    reported: queue.SimpleQueue[ListsRead] = queue.SimpleQueue()
    library = ListReading(Failing(), reported.put, at_hand_s=LONGEST_S)
    offers = library.ask(OffersOf(SYSTEM)) or ()
    assert [why.key for offer in offers for why in offer.wrong] == ["list.stumbled"]
    refused = library.ask(SideOf(SYSTEM, "north")) or ()
    assert [refusal.why.key for refusal in refused] == ["list.stumbled"]


def test_an_answer_that_is_not_at_hand_is_given_later(tmp_path: Path) -> None:
    table = Table(tmp_path, LONGEST_S)
    request = SideOf(SYSTEM, "stick:ANA:own:east")
    assert ListReading(table.shelf, table.results.put, LONGEST_S, at_hand_s=0.0).ask(request) is None
    table.let_go.set()
    assert table.receives() == ListsRead(request, "east")


@pytest.mark.rule("TB-15")
def test_a_match_begins_from_the_tables_own_lists_while_a_stick_hangs(table: Table, tmp_path: Path) -> None:
    at = SessionTable(tmp_path / "state", library=table.library)
    at.session.start()
    at.answers(BLUE, "system", SYSTEM)
    at.receives(table.receives())
    assert [prompt.key for prompt in at.now.prompts if prompt.key != PLAYER] == ["list", "list", "back", "wrong"]
    at.answers(BLUE, "list", "north")
    at.answers(RED, "list", "south")
    at.answers(RED, "begin")
    assert at.session.play is not None
    assert table.stick.asked == 1


class Later:
    def ask(self, request: ListRequest) -> None:
        return None


@pytest.mark.rule("TB-15")
def test_the_match_of_the_command_line_begins_when_its_sides_are_read(tmp_path: Path) -> None:
    at = SessionTable(tmp_path, library=Later())
    at.session.start()
    at.session.begin(SYSTEM, {BLUE: "north", RED: "south"})
    at.receives(ListsRead(SideOf(SYSTEM, "north"), "north"))
    assert [prompt.ask.key for prompt in at.now.prompts if prompt.key != PLAYER] == ["lobby.reading"]
    at.receives(ListsRead(SideOf(SYSTEM, "south"), "south"))
    assert at.session.play is not None


@pytest.mark.rule("TB-15")
def test_a_refused_list_of_the_command_line_leaves_the_choice_of_a_game(tmp_path: Path) -> None:
    at = SessionTable(tmp_path, library=Later())
    at.session.start()
    at.session.begin(SYSTEM, {BLUE: "north", RED: "broken"})
    at.receives(ListsRead(SideOf(SYSTEM, "broken"), (Refusal("XX-1", Text("broken")),)))
    at.receives(ListsRead(SideOf(SYSTEM, "north"), "north"))
    assert at.now.notice is not None
    assert at.now.notice.rule == "XX-1"
    assert [prompt.key for prompt in at.now.prompts if prompt.key != PLAYER] == ["system"]
