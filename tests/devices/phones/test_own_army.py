"""A seat's phone brings its army before a match, and asks for nothing else that is the owner's."""

from pathlib import Path

import pytest

from table.devices.phones.wishes import AnsweredLine, SetupAct, SetupAnswer
from table.rules.seats import BLUE
from tests.devices.phones.kit import HostedTable


class LobbyTable(HostedTable):
    """A table in the lobby, whose blue seat has a phone."""

    def begun(self) -> "LobbyTable":
        self.session.start()
        self.answers(BLUE, "system", "skirmish")
        return self


@pytest.fixture
def table(tmp_path: Path) -> HostedTable:
    return LobbyTable(tmp_path)


def acts(table: HostedTable) -> list[SetupAct]:
    return [wish.act for _, _, wish in table.wishes]


@pytest.mark.rule("TB-120")
def test_it_brings_a_list_while_the_lobby_asks_for_one(table: HostedTable) -> None:
    phone = table.with_phone()
    assert phone.shown("sight")["brings"] == list(table.editions)
    phone.posts(wish={"act": "keep", "value": "Mine"})
    assert acts(table) == [SetupAct.KEEP]
    table.host.give(1, SetupAnswer(SetupAct.KEEP, (AnsweredLine("stored"),)))
    table.passes(1)
    assert phone.shown("answer")[1]["lines"][0]["say"] == "stored"


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("act", sorted(set(SetupAct) - {SetupAct.READ, SetupAct.KEEP}))
def test_nothing_else_of_the_owner_s_is_done_for_it(table: HostedTable, act: SetupAct) -> None:
    table.with_phone().posts(wish={"act": act})
    assert acts(table) == []


@pytest.mark.rule("TB-120")
def test_it_brings_none_during_a_match(tmp_path: Path) -> None:
    table = HostedTable(tmp_path)
    phone = table.with_phone()
    assert phone.shown("sight")["brings"] == []
    phone.posts(wish={"act": "keep", "value": "Mine"})
    assert acts(table) == []
