"""A list that a phone has stored is offered at once, in the lobby that is open."""

from pathlib import Path

from table.games.files.offers import Offer
from table.rules.prompts import ChooseOne
from table.rules.seats import BLUE, RED
from table.rules.text import Text
from table.session.lobby.list_library import AtOnce
from table.session.ports import ListsChanged
from tests.session.kit import SessionTable, ShelfOfNames


class GrowingShelf(ShelfOfNames):
    """A shelf to which one army more can be added."""

    def __init__(self) -> None:
        self.added: tuple[str, ...] = ()

    def offers(self, system: str) -> tuple[Offer, ...]:
        return (*super().offers(system), *(Offer(name, Text(name)) for name in self.added))


def offered(table: SessionTable) -> list[str]:
    lists = [each for each in table.now.prompts if each.key == "list" and each.seat is RED]
    return [option.id for each in lists if isinstance(each, ChooseOne) for option in each.options]


def test_a_stored_list_is_offered_and_what_was_chosen_stays(tmp_path: Path) -> None:
    shelf = GrowingShelf()
    table = SessionTable(tmp_path, library=AtOnce(shelf))
    table.session.start()
    table.answers(BLUE, "system", "skirmish")
    table.answers(BLUE, "list", "north")
    shelf.added = ("mine",)
    assert "mine" not in offered(table)
    table.receives(ListsChanged())
    assert offered(table) == ["north", "south", "broken", "mine"]
    assert "list" not in [each.key for each in table.now.prompts if each.seat is BLUE]


def test_without_a_game_or_in_a_match_nothing_follows(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.session.start()
    before = table.now.prompts
    table.receives(ListsChanged())
    assert table.now.prompts == before
    table.begun()
    before = table.now.prompts
    table.receives(ListsChanged())
    assert table.now.prompts == before
